"""The Python engine, and iterative deepening for every engine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Protocol

from fourcast.algorithms.algorithms import SearchContext, find_algorithm
from fourcast.algorithms.layers import (
    RootValue,
    check_limits,
    count_nodes,
    evaluate_leaves,
    record_root_moves,
    update_killers,
)
from fourcast.algorithms.leaves import WIN, leaf_values
from fourcast.algorithms.limit import MAX_DEPTH, Limit, StopFlag, Stopped, StopSearch
from fourcast.algorithms.ordering import Killers, tried_first
from fourcast.algorithms.recursion import FULL, Bound, Layer, Variation, Window, compose
from fourcast.algorithms.result import Counts, MoveValue, SearchResult
from fourcast.algorithms.score import Score, score_of
from fourcast.algorithms.spec import SearchSpec, TableMode
from fourcast.algorithms.transposition import Table, use_old_bounds, use_table
from fourcast.errors import IllegalMove, UsageError
from fourcast.evals import TerminalValue
from fourcast.rules import Goal, Move, Position, run_points


class Searcher(Protocol):
    """A search from one position, to one depth after another. Tables are kept from depth to depth."""

    counts: Counts

    def search(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> SearchResult:
        """Search to a depth. Raises `StopSearch` when it must end before: `nodes` and `counts` are of all depths,
        `deadline` is a time of `perf_counter`."""

    def fallback(self) -> SearchResult:
        """A result without a search, where not even depth 1 can be finished: the first move in order."""


def deepen(
    searcher: Searcher, limit: Limit, *, started: float, stop: StopFlag | None = None
) -> Generator[SearchResult, None, Stopped | None]:
    """Yield the result of every finished depth; return why it ended, None if by depth or because all is known."""
    deadline = None if limit.time is None else started + limit.time
    depth = 1 if limit.deepens or limit.depth is None else limit.depth
    while depth <= (limit.depth or MAX_DEPTH):
        estimated = searcher.counts.estimated
        try:
            result = searcher.search(depth, nodes=limit.nodes, deadline=deadline, stop=stop)
        except StopSearch as end:
            return end.reason
        yield result
        if searcher.counts.estimated == estimated:
            return None  # every line was followed to its end: deeper there is nothing
        depth += 1
    return None


def run_search(
    searcher: Searcher,
    limit: Limit,
    *,
    stop: StopFlag | None = None,
    on_depth: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """Search to the limit; `on_depth` gets the result of every finished depth. Ctrl-C ends a search like any other
    limit, once there is a result."""
    started = perf_counter()
    results: list[SearchResult] = []
    stopped: Stopped | None = None
    iterations = deepen(searcher, limit, started=started, stop=stop)
    try:
        while True:
            results.append(next(iterations))
            if on_depth:
                on_depth(results[-1])
    except StopIteration as end:
        stopped = end.value
    except KeyboardInterrupt:
        if not results:
            raise
        stopped = Stopped.INTERRUPTED
    return replace(
        results[-1] if results else searcher.fallback(),
        counts=replace(searcher.counts),
        seconds=perf_counter() - started,
        stopped=stopped,
        iterations=tuple(results),
    )


class PythonSearcher:
    """The Python engine: the steps of an algorithm composed with layers."""

    engine = "python"

    def __init__(
        self, position: Position, spec: SearchSpec, *, layers: Sequence[Layer] = (), counts: Counts | None = None
    ) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is no move to search.")
        rules = position.rules
        self.counts = counts or Counts()
        self._position = position
        self._spec = spec
        self._layers = layers
        self._eval = spec.eval_for(rules)
        self._terminal = spec.terminal_for(rules)
        self._leaf_value = leaf_values(self._eval.evaluate, position.turn, self._terminal)
        self._table = Table(mirrors=rules.symmetric and self._eval.mirrors)
        self._killers = Killers()
        self._old_bounds: dict[Position, float] = {}
        self._order = spec.order.order(rules)
        if spec.order.killers:
            self._order = tried_first(self._order, lambda _, depth: self._killers.at(depth))
        if spec.table is TableMode.ON:
            self._order = tried_first(self._order, self._table.best_move)

    def search(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> SearchResult:
        started = perf_counter()
        root_values: dict[Move, RootValue] = {}
        bounds: dict[Position, float] = {}
        estimated = self.counts.estimated
        layers: list[Layer] = []
        if nodes is not None or deadline is not None or stop is not None:
            layers.append(check_limits(self.counts, nodes=nodes, deadline=deadline, stop=stop))
        layers += [count_nodes(self.counts), record_root_moves(root_values), *self._layers]
        layers.append(evaluate_leaves(self.counts, self._leaf_value))
        if self._spec.table is TableMode.ON:
            layers.append(use_table(self._table, self.counts))
        elif self._spec.table is TableMode.OLD_BOUNDS:
            layers.append(use_old_bounds(self._position, self._old_bounds, bounds))
        if self._spec.order.killers:
            layers.append(update_killers(self._killers))
        algorithm = find_algorithm(self._spec.algorithm)
        if algorithm.step is None:
            raise UsageError(f"{algorithm.name} searches no tree of given depth. Choose another algorithm.")
        window = full_window(self._position, self._spec, depth)
        player = self._position.turn
        context = SearchContext(self._order, player, lambda side: window if side == player else window.flipped())
        visit = compose(algorithm.step(context), algorithm.chance_step(context), *layers)
        _raise_recursion_limit(depth)
        variation = visit(self._position, depth, window, None)
        if not variation.moves:  # no move is better than the worst possible value
            variation = variation.prepend(self._order(self._position, depth)[0])
        self._old_bounds = bounds
        exact = self.counts.estimated == estimated
        return self._result(depth, variation, root_values, exact=exact, seconds=perf_counter() - started)

    def fallback(self) -> SearchResult:
        move = self._order(self._position, 0)[0]
        value = self._eval.evaluate(self._position, self._position.turn)
        return self._result(0, Variation(value, (move,)), {}, exact=False, seconds=0.0)

    def _result(
        self, depth: int, variation: Variation, root_values: dict[Move, RootValue], *, exact: bool, seconds: float
    ) -> SearchResult:
        return tree_result(
            self._position,
            self._terminal,
            variation,
            root_values,
            depth=depth,
            exact=exact,
            counts=self.counts,
            seconds=seconds,
            engine=self.engine,
        )


def tree_result(
    position: Position,
    terminal: TerminalValue,
    variation: Variation,
    root_values: dict[Move, RootValue],
    *,
    depth: int,
    exact: bool,
    counts: Counts,
    seconds: float,
    engine: str,
) -> SearchResult:
    """The result of a search of a tree, whichever engine made it."""

    def score(value: float) -> Score:
        return score_of(value, rules=position.rules, terminal=terminal, depth=depth, exact=exact)

    moves = {}
    for move in position.generate_moves():
        if root := root_values.get(move):
            bound = Bound.EXACT if move == variation.moves[0] else root.bound
            moves[move] = MoveValue(root.value, bound, score(root.value))
    return SearchResult.of(
        position,
        score(variation.value),
        value=variation.value,
        pv=variation.moves,
        depth=depth,
        counts=counts,
        engine=engine,
        moves=moves,
        seconds=seconds,
    )


def _raise_recursion_limit(depth: int) -> None:
    """Allow every layer of every move. The limit is never lowered: another thread may be deep in a search."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + 20 * depth))


def full_window(position: Position, spec: SearchSpec, depth: int) -> Window:
    """A window that contains all values of a search, as far as the evaluation is bounded."""
    rules, evaluation = position.rules, spec.eval_for(position.rules)
    if evaluation.bound is None:
        return FULL
    lowest, highest = evaluation.bound(rules)
    most = 0.0
    if spec.terminal_for(rules) is not TerminalValue.EVALUATED:
        match rules.goal:
            case Goal.FIRST_LINE:
                most = float(WIN + depth)
            case Goal.MOST_LINES:
                most = float(rules.shape.line_count)
            case Goal.RUN_POINTS:
                most = float(run_points(rules.shape.board, rules.shape))
    return Window(min(lowest, -most), max(highest, most))
