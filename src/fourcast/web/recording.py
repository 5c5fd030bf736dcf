"""Searches whose trees pages look at: by which plan, within which bounds; recorded in a worker, grown in the server."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final, TypeAlias

from pydantic import ConfigDict

from fourcast.engine import choose_search_engine
from fourcast.evals import EVALS, find_eval
from fourcast.native import Engine
from fourcast.play import NATURAL_EVALS, SearchAgent
from fourcast.rules import Rules, move_text, parse_move
from fourcast.search import Evaluation, Memory, MoveOrder, Plan, StopFlag, Stopped, StopSearch, Window
from fourcast.trace import Recording, Tree, Visited, recording
from fourcast.web.lab_schema import TreeRequest
from fourcast.web.places import Place, find_place
from fourcast.web.problems import Problem
from fourcast.web.schema import Model
from fourcast.web.seats import agent_for

MOST_RECORDED: Final = 8000
"""Nodes of a tree: more are recorded to the depth that fits."""
BUDGET: Final = {Engine.NATIVE: 20_000_000, Engine.PYTHON: 150_000}
"""Nodes that a search may visit to be drawn: about a second."""


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


Visit: TypeAlias = tuple[int | None, int, str | None, int | None, bool, int, int | float, int | float, int | float, int]
"""Parent, ply, move, column landed in, whether it is a chance, depth, both ends of the window, value, nodes."""


class Recorded(Model):
    """A recorded search on its way from a worker."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    algorithm: str
    depth: int
    engine: str
    plies: int | None
    visits: list[Visit]


def recorded(request: TreeRequest, stop: StopFlag) -> Recorded:
    """The search of a request. One that is too large is a problem."""
    place = find_place(request)
    position, plan = place.position, plan_of(request, place)
    budget = BUDGET[choose_search_engine(position.rules, plan)]
    try:
        found, _ = recording(
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
    rules = position.rules
    return Recorded(
        algorithm=found.plan.algorithm,
        depth=found.depth,
        engine=found.engine,
        plies=found.plies,
        visits=[
            (
                visit.parent,
                visit.ply,
                None if visit.move is None else move_text(rules, visit.move),
                visit.landed,
                visit.is_chance,
                visit.depth,
                *visit.window,
                visit.value,
                visit.nodes,
            )
            for visit in found.visits
        ],
    )


def tree_of(request: TreeRequest, found: Recorded) -> Tree:
    """The tree that grows from what was recorded."""
    place = find_place(request)
    rules = place.start.rules
    moves = cache(partial(parse_move, rules))
    visits = [
        Visited(parent, ply, moves(move) if move else None, landed, is_chance, depth, Window(alpha, beta), value, nodes)
        for parent, ply, move, landed, is_chance, depth, alpha, beta, value, nodes in found.visits
    ]
    plan = replace(plan_of(request, place), algorithm=found.algorithm)
    return Recording(place.position, plan, found.depth, found.engine, visits, found.plies).tree()
