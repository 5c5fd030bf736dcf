"""Trees that pages look at: recorded when they are asked for, and kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Final

from fourcast.evals import EVALS, find_eval
from fourcast.native import Engine, choose_search_engine
from fourcast.play import Game, SearchAgent
from fourcast.play.agent import NATURAL_EVALS
from fourcast.rules import Rules, rules_text
from fourcast.rules.notation import line_text, position_text
from fourcast.search import Evaluation, Memory, MoveOrder, Plan, StopFlag, Stopped, StopSearch
from fourcast.store import KeptGame
from fourcast.trace import Tree, record
from fourcast.trace.words import PLAYERS
from fourcast.web.lab_schema import ReplyView, TreeRequest
from fourcast.web.places import Place, find_place
from fourcast.web.problems import Problem
from fourcast.web.searches import Searches
from fourcast.web.seats import agent_for

MOST_RECORDED: Final = 8000
"""Nodes of a tree: more are recorded to the depth that fits."""
MOST_KEPT: Final = 60_000
"""Nodes of all trees together."""
BUDGET: Final = {Engine.NATIVE: 20_000_000, Engine.PYTHON: 150_000}
"""Nodes that a search may visit to be drawn: about a second."""


class Trees:
    """Finds the tree of a request, and lets those go that nobody asked for the longest."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._kept: OrderedDict[TreeRequest, Tree] = OrderedDict()

    async def find(self, request: TreeRequest) -> Tree:
        """The tree. Its search is made in a search place; one that is too large is a problem."""
        key = TreeRequest(**{name: getattr(request, name) for name in TreeRequest.model_fields})
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        place = find_place(key)
        plan = plan_of(key, place)
        tree = await self._searches.run(lambda stop: _recorded(key, place, plan, stop))
        self._kept[key] = tree
        while len(self._kept) > 1 and sum(len(kept.nodes) for kept in self._kept.values()) > MOST_KEPT:
            self._kept.popitem(last=False)
        return tree


def plan_of(request: TreeRequest, place: Place) -> Plan:
    """How the search looks ahead: as the agent does, or as the request says."""
    rules = place.start.rules
    if request.agent is None:
        return Plan(
            known_eval(request.evaluation, rules),
            request.algorithm or ("star1" if rules.drift else "alphabeta"),
            order=MoveOrder(request.order),
            memory=Memory.ON if request.table else Memory.OFF,
        )
    agent = agent_for(request.agent, rules)
    if not isinstance(agent, SearchAgent):
        raise Problem(422, "A solver looks to the end of the game: its tree is too large to draw.")
    plan = agent.plan(rules, ply=len(place.plies))
    return replace(plan, algorithm=request.algorithm) if request.algorithm else plan


def known_eval(name: str | None, rules: Rules) -> Evaluation:
    """An evaluation of ours. A page may not name a Python file."""
    if name is None:
        return find_eval(NATURAL_EVALS[rules.goal])
    if name.partition(":")[0] not in [known.name for known in EVALS]:
        raise Problem(422, f"There is no such evaluation. Choose one of {', '.join(known.name for known in EVALS)}.")
    return find_eval(name)


def replies_of(kept: KeptGame) -> list[ReplyView]:
    """The replies of agents whose searches can be shown, the last one first."""
    game = kept.game
    found = []
    for ply, (position, note) in enumerate(zip(game.positions[:-1], kept.notes, strict=False)):
        text = game.agents[position.turn]
        if text is None or not note.depth or not note.nodes or note.remark:
            continue
        if isinstance(agent_for(text, game.rules), SearchAgent):
            title = f"{PLAYERS[position.turn]}, move {ply + 1}"
            found.append(
                ReplyView(
                    ply=ply + 1, player=position.turn, title=title, search=_search_of(game, ply, text, note.depth)
                )
            )
    return found[::-1]


def _search_of(game: Game, ply: int, agent: str, depth: int) -> TreeRequest:
    rules = game.rules
    return TreeRequest(
        rules=rules_text(rules),
        start=None if game.start == rules.start() else position_text(game.start),
        moves=line_text(rules, game.plies[:ply]),
        agent=agent,
        depth=depth,
        deepens=True,
    )


def _recorded(request: TreeRequest, place: Place, plan: Plan, stop: StopFlag) -> Tree:
    position = place.position
    budget = BUDGET[choose_search_engine(position.rules, plan)]
    try:
        tree, _ = record(
            position,
            plan,
            request.depth,
            deepens=request.deepens,
            most_nodes=MOST_RECORDED,
            budget=budget,
            stop=stop,
        )
    except StopSearch as end:
        if end.reason is Stopped.ASKED:
            raise Problem(409, "The search was stopped.") from None
        raise Problem(
            422, f"That search looks at more than {budget:,} positions, too many to draw. Choose a smaller depth."
        ) from None
    return tree
