"""Searches whose trees pages look at: by which plan, within which bounds; recorded in a worker, grown in the server."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final, TypeAlias

from pydantic import ConfigDict

from fourcast.engine import choose_search_engine
from fourcast.evals import EVALS
from fourcast.native import Engine
from fourcast.rules import move_text, parse_move
from fourcast.search import SearchSpec, StopFlag, Stopped, StopSearch, TableMode, Window
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


def spec_of(request: TreeRequest, place: Place) -> SearchSpec:
    """How to search: as the agent does, or as the request says."""
    rules = place.start.rules
    if request.agent is None:
        check_eval(request.evaluation)
        table = TableMode.ON if request.table else TableMode.OFF
        spec = SearchSpec(request.algorithm, eval=request.evaluation, order=request.order, table=table)
        return spec.for_rules(rules)
    agent = agent_for(request.agent, rules)
    if agent.spec is None:
        raise Problem(422, "A solver looks to the end of the game: its tree is too large to draw.")
    return agent.spec.with_settings(algorithm=request.algorithm).for_rules(rules)


def check_eval(name: str | None) -> None:
    """Raise if an evaluation does not come with Fourcast: a page may not name a Python file."""
    if name is not None and name.partition(":")[0] not in [known.name for known in EVALS]:
        raise Problem(422, f"There is no such evaluation. Choose one of {', '.join(known.name for known in EVALS)}.")


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
    position, spec = place.position, spec_of(request, place)
    budget = BUDGET[choose_search_engine(position.rules, spec)]
    try:
        found, _ = recording(
            position,
            spec,
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
        algorithm=found.spec.algorithm,
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
    spec = replace(spec_of(request, place), algorithm=found.algorithm)
    return Recording(place.position, spec, found.depth, found.engine, visits, found.plies).tree()
