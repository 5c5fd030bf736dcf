"""The Python engine, and what it shares with the compiled one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter

from fourcast.algorithms.algorithms import SearchContext
from fourcast.algorithms.layers import (
    RootValue,
    check_limits,
    count_nodes,
    evaluate_leaves,
    record_root_moves,
    update_killers,
)
from fourcast.algorithms.limit import StopFlag
from fourcast.algorithms.ordering import Killers, tried_first
from fourcast.algorithms.own_algorithm import find_algorithm
from fourcast.algorithms.recursion import FULL, Bound, Layer, Variation, Window, compose
from fourcast.algorithms.result import Counts, MoveValue, SearchResult
from fourcast.algorithms.score import WIN, Score, evaluate_below_wins, leaf_values, score_of
from fourcast.algorithms.searcher import Searcher
from fourcast.algorithms.spec import SearchSpec, TableMode
from fourcast.algorithms.transposition import Table, use_old_bounds, use_table
from fourcast.errors import UsageError
from fourcast.evals import TerminalValue
from fourcast.rules import Goal, Move, Position, run_points


class TreeSearcher(Searcher):
    """What the Python and the compiled engine share: the settings of the search, and how a result is made."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        super().__init__(position, spec)
        self._eval = spec.eval_for(position.rules)
        self._terminal = spec.terminal_for(position.rules)
        self._evaluate = evaluate_below_wins(self._eval, position.rules, self._terminal)
        self._order = spec.order.order(position.rules)
        self.always_deepens = spec.table is TableMode.OLD_BOUNDS

    def _full_window(self, depth: int) -> Window:
        """A window that contains all values of a search, as far as the evaluation is bounded."""
        rules = self._position.rules
        if self._eval.bound is None:
            return FULL
        lowest, highest = self._eval.bound(rules)
        most = 0.0
        if self._terminal is not TerminalValue.EVALUATED:
            match rules.goal:
                case Goal.FIRST_LINE:
                    most = float(WIN + depth)
                case Goal.MOST_LINES:
                    most = float(rules.shape.line_count)
                case Goal.RUN_POINTS:
                    most = float(run_points(rules.shape.board, rules.shape))
        return Window(min(lowest, -most), max(highest, most))

    def fallback(self) -> SearchResult:
        value = self._evaluate(self._position, self._position.turn)
        return self._result(0, Variation(value), {}, exact=False, seconds=0.0)

    def _result(
        self, depth: int, variation: Variation, root_values: dict[Move, RootValue], *, exact: bool, seconds: float
    ) -> SearchResult:
        def score(value: float) -> Score:
            return score_of(value, rules=self._position.rules, terminal=self._terminal, depth=depth, exact=exact)

        if not variation.moves:  # no move is better than the worst possible value
            variation = variation.prepend(self._order(self._position, depth)[0])
        moves = {}
        for move in self._position.generate_moves():
            if root := root_values.get(move):
                bound = Bound.EXACT if move == variation.moves[0] else root.bound
                moves[move] = MoveValue(root.value, bound, score(root.value))
        return SearchResult.of(
            self._position,
            score(variation.value),
            value=variation.value,
            pv=variation.moves,
            depth=depth,
            counts=self.counts,
            engine=self.engine,
            moves=moves,
            seconds=seconds,
        )


class PythonSearcher(TreeSearcher):
    """The Python engine: the steps of an algorithm composed with layers."""

    def __init__(
        self, position: Position, spec: SearchSpec, *, layers: Sequence[Layer] = (), counts: Counts | None = None
    ) -> None:
        super().__init__(position, spec)
        self.counts = counts or self.counts
        self._layers = layers
        self._leaf_value = leaf_values(self._evaluate, position.turn, self._terminal)
        self._table = Table(mirrors=position.rules.symmetric and self._eval.mirrors)
        self._killers = Killers()
        self._old_bounds: dict[Position, float] = {}
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
            raise UsageError(f"{algorithm.name} does not search to a given depth. Choose another algorithm.")
        window = self._full_window(depth)
        player = self._position.turn
        context = SearchContext(
            self._order, player, lambda side: window if side == player else window.flipped(), self.counts
        )
        visit = compose(algorithm.step(context), algorithm.chance_step(context), *layers)
        # Room for every layer of every move. The limit is never lowered: another thread may be deep in a search.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + 20 * depth))
        variation = visit(self._position, depth, window, None)
        if variation.moves and variation.moves[0] not in self._position.generate_moves():
            raise UsageError(f"The algorithm {algorithm.name} chose {variation.moves[0]!r:.60}, not a legal move.")
        self._old_bounds = bounds
        exact = self.counts.estimated == estimated
        return self._result(depth, variation, root_values, exact=exact, seconds=perf_counter() - started)
