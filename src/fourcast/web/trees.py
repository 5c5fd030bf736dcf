"""Searches whose trees the page shows: recorded in a worker, turned into a tree in the server."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final, TypeAlias

from pydantic import ConfigDict

from fourcast.engine import choose_search_engine
from fourcast.evals import EVALS, find_eval
from fourcast.native import Engine
from fourcast.play import NATURAL_EVALS, SearchAgent
from fourcast.rules import Position, Rules, move_text, parse_move
from fourcast.search import Evaluation, Memory, MoveOrder, Plan, StopFlag, Stopped, StopSearch, Window
from fourcast.trace import Recording, Tree, Visited, recording
from fourcast.web.agents import agent_for
from fourcast.web.position_input import parse_position_request
from fourcast.web.problems import Problem
from fourcast.web.schema import Model, TreeRequest

MAX_DRAWN_NODES: Final = 8000
"""Nodes of a tree. A larger search is recorded to the depth that fits."""
MAX_VISITED_NODES: Final = {Engine.NATIVE: 20_000_000, Engine.PYTHON: 150_000}
"""Nodes of a search that is drawn: about a second."""

VisitFields: TypeAlias = tuple[
    int | None, int, str | None, int | None, bool, int, int | float, int | float, int | float, int
]
"""Parent, ply, move, landing column, whether it is a chance node, depth, alpha, beta, value, nodes."""


class RecordedSearch(Model):
    """A recorded search, as a worker sends it."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    algorithm: str
    depth: int
    engine: str
    plies: int | None
    visits: list[VisitFields]


def parse_tree_request(request: TreeRequest) -> tuple[Position, Plan]:
    """The position and how it is searched: as the agent does, or as the request says. Raises if that is invalid."""
    ref = parse_position_request(request)
    rules = ref.start.rules
    if request.agent is None:
        plan = Plan(
            parse_eval_request(request.evaluation, rules),
            request.algorithm or ("star1" if rules.drift else "alphabeta"),
            order=MoveOrder(request.order),
            memory=Memory.ON if request.table else Memory.OFF,
        )
        return ref.position, plan
    agent = agent_for(request.agent, rules)
    if not isinstance(agent, SearchAgent):
        raise Problem(422, "A solver searches to the end of the game: its tree is too large to draw.")
    plan = agent.plan(rules, ply=len(ref.plies))
    return ref.position, replace(plan, algorithm=request.algorithm) if request.algorithm else plan


def parse_eval_request(name: str | None, rules: Rules) -> Evaluation:
    """An evaluation of this package: a request must not name a Python file. None: the natural one for the rules."""
    if name is None:
        return find_eval(NATURAL_EVALS[rules.goal])
    names = [evaluation.name for evaluation in EVALS]
    if name.partition(":")[0] not in names:
        raise Problem(422, f"Unknown evaluation. Choose one of {', '.join(names)}.")
    return find_eval(name)


def record_search(request: TreeRequest, stop: StopFlag) -> RecordedSearch:
    """Run the search of a request. Raises `Problem` if it visits too many nodes."""
    position, plan = parse_tree_request(request)
    rules = position.rules
    budget = MAX_VISITED_NODES[choose_search_engine(rules, plan)]
    try:
        record, _ = recording(
            position,
            plan,
            request.depth,
            deepens=request.deepens,
            most_nodes=MAX_DRAWN_NODES,
            budget=budget,
            stop=stop,
        )
    except StopSearch as end:
        if end.reason is Stopped.ASKED:
            raise Problem(409, "The search was stopped.") from None
        raise Problem(
            422, f"This search visits more than {budget:,} positions, too many to draw. Choose a smaller depth."
        ) from None
    visits: list[VisitFields] = [
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
        for visit in record.visits
    ]
    return RecordedSearch(
        algorithm=record.plan.algorithm, depth=record.depth, engine=record.engine, plies=record.plies, visits=visits
    )


def build_tree(request: TreeRequest, record: RecordedSearch) -> Tree:
    """The tree of a recorded search."""
    position, plan = parse_tree_request(request)
    parse = cache(partial(parse_move, position.rules))
    visits = [
        Visited(parent, ply, parse(move) if move else None, landed, is_chance, depth, Window(alpha, beta), value, nodes)
        for parent, ply, move, landed, is_chance, depth, alpha, beta, value, nodes in record.visits
    ]
    plan = replace(plan, algorithm=record.algorithm)
    return Recording(position, plan, record.depth, record.engine, visits, record.plies).tree()
