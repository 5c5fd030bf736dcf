"""Search with whichever engine supports it: the entry point of everything above."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fourcast.algorithms import (
    AlgorithmLike,
    EvalLike,
    MoveOrder,
    PythonSearcher,
    Searcher,
    SearchResult,
    SearchSpec,
    StopFlag,
    TableMode,
    as_spec,
    find_algorithm,
    run_search,
)
from fourcast.errors import suggest_arguments
from fourcast.evals import TerminalValue
from fourcast.native import Engine, NativeMctsSearcher, NativeSearcher, choose_engine, search_unsupported_reason
from fourcast.rules import AnyPosition, Position, Rules
from fourcast.spec import parse_enum


def choose_search_engine(rules: Rules, spec: SearchSpec, engine: Engine | None = None) -> Engine:
    """The given engine or, by default, the native one where it supports the search."""
    return choose_engine(search_unsupported_reason(rules, spec.for_rules(rules)), engine)


def make_searcher(position: Position, spec: SearchSpec, engine: Engine | None = None) -> Searcher:
    """A searcher from a position."""
    spec = spec.for_rules(position.rules)
    chosen = choose_search_engine(position.rules, spec, engine)
    searcher = find_algorithm(spec.algorithm).searcher
    if chosen is Engine.PYTHON:
        return (searcher or PythonSearcher)(position, spec)
    return (NativeMctsSearcher if searcher else NativeSearcher)(position, spec)


@suggest_arguments
def search(
    position: AnyPosition,
    spec: SearchSpec | AlgorithmLike | None = None,
    *,
    rules: Rules | str | None = None,
    eval: EvalLike | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    order: MoveOrder | str | Sequence[int] | None = None,
    table: TableMode | bool | str | None = None,
    terminal: TerminalValue | str | None = None,
    seed: int | None = None,
    engine: Engine | str | None = None,
    stop: StopFlag | None = None,
    on_depth: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """Search for the best move.

    `spec` is an algorithm or a whole spec, as text (`star2`, `alphabeta,depth=6,order=centre`, `FILE.py:step`) or as an
    object, or a step of your own as a function; the keyword arguments change its settings. By default it is
    alpha-beta, under drift Star1, with the evaluation that fits the goal of the game. Without any limit the algorithm's
    default holds: depth 5, or 1000 playouts of mcts.

    `rules` are for a position given as text or as an array (default: classic). `eval` may be a function of a position
    and a player, `order` a list of columns. `depth` is a number of moves, `time` in seconds; with `nodes` or `time` the
    search deepens move by move, and `on_depth` gets the result of every finished depth. `stop` ends the search from
    another thread.

    Raises `UsageError` for settings that are not possible, `IllegalMove` if the game is over, and `EngineUnavailable`
    if the given engine does not support the search.

    >>> result = search("4433", "alphabeta", depth=6)
    >>> print(result.score, "by", *result.pv)
    win in 3 by 2 1 5
    """
    chosen = as_spec(spec).with_settings(
        eval=eval,
        depth=depth,
        nodes=nodes,
        time=time,
        order=order,
        table=table,
        terminal=terminal,
        seed=seed,
    )
    chosen_engine = parse_enum(Engine, "engine", engine) if isinstance(engine, str) else engine
    searcher = make_searcher(Position(position, rules), chosen, chosen_engine)
    return run_search(searcher, chosen.search_limit, stop=stop, on_depth=on_depth)
