"""Sentences about players, for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fourcast.play import PERFECT, Agent
from fourcast.rules import Player, Rules
from fourcast.search import default_eval, find_algorithm

NO_TREE: Final[Mapping[str, str]] = {
    PERFECT: "solves exactly",
    "random": "does not look ahead",
    "mcts": "plays games to their end",
}
"""What agents do whose replies have no tree to be looked at."""
LEVELS: Final = (
    "It takes what it can and blocks what it sees.",
    "It sees your answer, and not what comes after.",
    "It falls into traps that take patience.",
    "It sees simple traps and sets a few.",
    "It punishes careless moves.",
    "It plans, and it waits for your mistake.",
    "It seldom gives a win away.",
    "The strongest that answers within three seconds.",
)
"""What to expect of each level."""


def agent_about(agent: Agent, rules: Rules) -> str:
    """How an agent searches, in few words."""
    if agent.spec is None:
        return "Exact play"
    spec = agent.spec.for_rules(rules)
    algorithm, limit = find_algorithm(spec.algorithm), spec.search_limit
    if algorithm.fixed_depth is not None:
        return algorithm.title
    if limit.depth:
        return f"{algorithm.title}, depth {limit.depth}"
    if algorithm.default_limit.depth is None and limit.nodes:
        return f"{algorithm.title}, {limit.nodes:,} games"
    return f"{algorithm.title}, {limit.time:g} s"


def why_no_tree(agent: Agent, name: str) -> str | None:
    """Why the replies of an agent have no tree to be looked at; None if they have one."""
    does = NO_TREE.get(agent.algorithm)
    return does and f"{name} {does}: it keeps no tree of this kind."


def evaluation_for(rules: Rules) -> str:
    return default_eval(rules).name


def to_move(player: Player, names: Sequence[str], persons: Sequence[bool]) -> str:
    """Whose turn it is: `Your turn` where only one person plays and it is his."""
    if persons[player] and not persons[1 - player]:
        return "Your turn"
    return f"{names[player]} to move"
