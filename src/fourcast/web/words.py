"""Sentences about players, for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fourcast.experiments.compare.ways import TITLES as WAYS
from fourcast.play import NATURAL_EVALS, Agent, PerfectAgent, SearchAgent
from fourcast.rules import Player, Rules
from fourcast.search import GREEDY, MCTS, RANDOM

ALGORITHMS: Final[Mapping[str, str]] = {
    **WAYS,
    "alphabeta": "Alpha-beta",
    RANDOM: "Random",
    GREEDY: "Greedy",
    MCTS: "Monte-Carlo tree",
}
NO_TREE: Final[Mapping[str, str]] = {
    PerfectAgent.algorithm: "solves exactly",
    RANDOM: "does not look ahead",
    MCTS: "plays games to their end",
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


def agent_title(text: str, agent: Agent) -> str:
    """What an agent is called when nobody names it."""
    if (text.startswith("level") and "," not in text) or isinstance(agent, PerfectAgent):
        return agent.name.partition(",")[0]
    return ALGORITHMS.get(agent.algorithm, agent.name).partition(",")[0]


def agent_about(agent: Agent, rules: Rules) -> str:
    """How an agent looks ahead, in few words."""
    if not isinstance(agent, SearchAgent):
        return "Exact play"
    name = ALGORITHMS[agent.plan(rules).algorithm]
    if agent.algorithm in (RANDOM, GREEDY):
        return name
    limit = agent.limit
    if agent.algorithm == MCTS:
        return f"{name}, {limit.nodes:,} games" if limit.nodes else f"{name}, {limit.time:g} s"
    return f"{name}, depth {limit.depth}" if limit.depth else f"{name}, {limit.time:g} s"


def why_no_tree(agent: Agent, name: str) -> str | None:
    """Why the replies of an agent have no tree to be looked at; None if they have one."""
    does = NO_TREE.get(agent.algorithm)
    return does and f"{name} {does}: it keeps no tree of this kind."


def evaluation_for(rules: Rules) -> str:
    return NATURAL_EVALS[rules.goal]


def to_move(player: Player, names: Sequence[str], persons: Sequence[bool]) -> str:
    """Whose turn it is: `Your turn` where only one person plays and it is his."""
    if persons[player] and not persons[1 - player]:
        return "Your turn"
    return f"{names[player]} to move"
