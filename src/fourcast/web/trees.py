"""Searches whose trees the page shows: recorded in a worker, turned into a tree in the server."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Final, TypeAlias

from pydantic import ConfigDict

from fourcast.algorithms import ALGORITHMS, SearchSpec, StopFlag, Stopped, StopSearch, Window
from fourcast.engine import choose_search_engine
from fourcast.evals import EVALS, Eval
from fourcast.native import Engine
from fourcast.python_file import is_python_file
from fourcast.rules import Position, Rules, parse_move
from fourcast.trace import WRITERS, SearchRecord, Tree, VisitRecord, record
from fourcast.web.agents import agent_for
from fourcast.web.position_input import parse_position_request
from fourcast.web.problems import Problem
from fourcast.web.schema.model import FileContent, FileKind, Model
from fourcast.web.schema.tree import TreeRequest

MAX_DRAWN_NODES: Final = 8000
"""Nodes of a tree. A larger search is recorded to the depth that fits."""
MAX_VISITED_NODES: Final = {Engine.NATIVE: 20_000_000, Engine.PYTHON: 150_000}
"""Nodes of a search that is drawn: about a second."""

VisitFields: TypeAlias = tuple[
    int | None, int, str | None, int | None, bool, int, int | float, int | float, int | float, int
]
"""Parent, ply, move, landing column, whether it is a chance node, depth, alpha, beta, value, nodes."""


class TreeFileRequest(TreeRequest):
    kind: FileKind


class RecordedSearch(Model):
    """A recorded search, as a worker sends it."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    algorithm: str
    depth: int
    engine: str
    plies: int | None
    visits: list[VisitFields]


def parse_tree_request(request: TreeRequest) -> tuple[Position, SearchSpec]:
    """The position and how it is searched: as the agent does, or as the request says. Raises if that is invalid."""
    ref = parse_position_request(request)
    rules = ref.start.rules
    if request.algorithm and request.algorithm not in ALGORITHMS:  # a file would be run
        raise Problem(422, f"Unknown algorithm. Choose one of {', '.join(ALGORITHMS)}.")
    if request.agent is None:
        evaluation = parse_eval_request(request.evaluation, rules)
        spec = SearchSpec(request.algorithm, eval=evaluation, order=request.order, table=request.table)
        return ref.position, spec.for_rules(rules)
    agent = agent_for(request.agent, rules)
    if agent.spec is None:
        raise Problem(
            422,
            "The tree of a solver is too large to draw. Choose an agent that searches.",
        )
    return ref.position, agent.spec.with_settings(algorithm=request.algorithm).for_rules(rules)


def parse_eval_request(name: str | None, rules: Rules) -> Eval:
    """An evaluation of this package: a request must not name a Python file. None: the natural one for the rules."""
    names = [evaluation.name for evaluation in EVALS]
    if name is not None and (is_python_file(name) or name.partition(":")[0] not in names):
        raise Problem(422, f"Unknown evaluation. Choose one of {', '.join(names)}.")
    return SearchSpec(eval=name).eval_for(rules)


def record_search(request: TreeRequest, stop: StopFlag, _: object = None) -> RecordedSearch:
    """Run the search of a request, in a worker. Raises `Problem` if it visits too many nodes."""
    position, spec = parse_tree_request(request)
    budget = MAX_VISITED_NODES[choose_search_engine(position.rules, spec)]
    try:
        search = record(
            position,
            spec,
            request.depth,
            deepens=request.deepens,
            max_nodes=MAX_DRAWN_NODES,
            budget=budget,
            stop=stop,
        )
    except StopSearch as end:
        if end.reason is Stopped.ASKED:
            raise Problem(409, "The search was stopped. Run it again.") from None
        raise Problem(
            422, f"This search visits more than {budget:,} positions, too many to draw. Choose a smaller depth."
        ) from None
    visits: list[VisitFields] = [
        (one.parent, one.ply, one.move, one.landed, one.is_chance, one.depth, *one.window, one.value, one.nodes)
        for one in search.visits
    ]
    return RecordedSearch(
        algorithm=search.spec.algorithm, depth=search.depth, engine=search.engine, plies=search.plies, visits=visits
    )


def build_tree(request: TreeRequest, recorded: RecordedSearch) -> Tree:
    """The tree of a recorded search."""
    position, spec = parse_tree_request(request)
    parse = cache(partial(parse_move, position.rules))
    visits = [
        VisitRecord(
            parent, ply, parse(move) if move else None, landed, is_chance, depth, Window(alpha, beta), value, nodes
        )
        for parent, ply, move, landed, is_chance, depth, alpha, beta, value, nodes in recorded.visits
    ]
    spec = replace(spec, algorithm=recorded.algorithm)
    return SearchRecord(position, spec, recorded.depth, recorded.engine, visits, recorded.plies).tree()


def write_tree(request: TreeFileRequest, stop: StopFlag, _: object) -> FileContent:
    """The tree of a request as a file, in a worker."""
    content = WRITERS[f".{request.kind}"](build_tree(request, record_search(request, stop)))
    return FileContent(content=content if isinstance(content, bytes) else content.encode())
