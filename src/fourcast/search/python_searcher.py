"""The Python engine: ties the knot for a plan and looks ahead from one position."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter

from fourcast.errors import IllegalMove
from fourcast.rules import Goal, Position, run_points
from fourcast.search.algorithms import Ingredients, find_algorithm
from fourcast.search.layers import Found, counted, grounded, limited, noting, rooted
from fourcast.search.leaves import WIN, Ends, leaf_value
from fourcast.search.limit import StopFlag
from fourcast.search.ordering import Killers, tried_first
from fourcast.search.recursion import Layer, Line, Node, tie
from fourcast.search.result import Counts, Info, RankedMove
from fourcast.search.score import PovScore, score_of
from fourcast.search.spec import Memory, Plan
from fourcast.search.transposition import Table, remembered, trusting_old_bounds
from fourcast.search.window import FULL, Bound, Window


class PythonSearcher:
    """Looks ahead from one position, to one depth after another. What it remembers, it keeps from depth to depth."""

    engine = "python"

    def __init__(
        self, position: Position, plan: Plan, *, layers: Sequence[Layer] = (), counts: Counts | None = None
    ) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is nothing to look ahead to.")
        self.counts = counts or Counts()
        self._position = position
        self._plan = plan
        self._layers = layers
        rules = position.rules
        self._leaf_value = leaf_value(plan.evaluation.evaluate, position.turn, plan.ends_under(rules))
        self._table = Table(mirrors=rules.symmetric and plan.evaluation.mirrors)
        self._killers = Killers()
        self._old_bounds: dict[Position, float] = {}
        self._order = plan.order.order(rules)
        if plan.order.killers:
            self._order = tried_first(self._order, lambda _, depth: self._killers.at(depth))
        if plan.memory is Memory.ON:
            self._order = tried_first(self._order, self._table.best_move)

    def look(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> Info:
        """Search to a depth. Raises `StopSearch` when it must end before."""
        begun = perf_counter()
        found: dict[Node, Found] = {}
        bounds: dict[Position, float] = {}
        estimated = self.counts.estimated
        layers: list[Layer] = []
        if nodes is not None or deadline is not None or stop is not None:
            layers.append(limited(self.counts, nodes=nodes, deadline=deadline, stop=stop))
        layers += [counted(self.counts), rooted(found), *self._layers, grounded(self.counts, self._leaf_value)]
        if self._plan.memory is Memory.ON:
            layers.append(remembered(self._table, self.counts))
        elif self._plan.memory is Memory.OLD_BOUNDS:
            layers.append(trusting_old_bounds(self._position, self._old_bounds, bounds))
        if self._plan.order.killers:
            layers.append(noting(self._killers))
        algorithm = find_algorithm(self._plan.algorithm)
        whole = whole_window(self._position, self._plan, depth)
        hero = self._position.turn
        given = Ingredients(self._order, hero, lambda player: whole if player == hero else whole.flipped())
        visit = tie(algorithm.step(given), algorithm.chance_step(given), *layers)
        make_room(depth)
        line = visit(self._position, depth, whole)
        if not line.moves:  # no move is better than the worst there is
            line = line.behind(self._order(self._position, depth)[0])
        self._old_bounds = bounds
        exact = self.counts.estimated == estimated
        return self._info(depth, line, found, exact=exact, seconds=perf_counter() - begun)

    def guess(self) -> Info:
        """What to answer when not even one move ahead could be looked at in time: the first move in order."""
        move = self._order(self._position, 0)[0]
        value = self._plan.evaluation.evaluate(self._position, self._position.turn)
        return self._info(0, Line(value, (move,)), {}, exact=False, seconds=0.0)

    def _info(self, depth: int, line: Line, found: dict[Node, Found], *, exact: bool, seconds: float) -> Info:
        position = self._position
        moves = []
        for move in position.generate_moves():
            seen = found.get(position.play_unchecked(move))
            if seen:
                bound = Bound.EXACT if move == line.moves[0] else seen.bound
                moves.append(RankedMove(move, seen.value, bound))
        score = score_of(line.value, rules=position.rules, depth=depth, exact=exact, plan=self._plan)
        return Info(
            player=position.turn,
            depth=depth,
            value=line.value,
            score=PovScore(score, position.turn),
            pv=line.moves,
            moves=tuple(moves),
            counts=Counts(**vars(self.counts)),
            seconds=seconds,
            engine=self.engine,
        )


def make_room(depth: int) -> None:
    """Room for every layer of every move. It is never taken back: another thread may be deep in it."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + 20 * depth))


def whole_window(position: Position, plan: Plan, depth: int) -> Window:
    """Between whose ends all values of a search lie, as far as the evaluation lets on."""
    rules = position.rules
    if plan.evaluation.bound is None:
        return FULL
    lowest, highest = plan.evaluation.bound(rules)
    most = 0.0
    if plan.ends_under(rules) is not Ends.EVALUATED:
        match rules.goal:
            case Goal.FIRST_LINE:
                most = float(WIN + depth)
            case Goal.MOST_LINES:
                most = float(rules.shape.line_count)
            case Goal.RUN_POINTS:
                most = float(run_points(rules.shape.board, rules.shape))
    return Window(min(lowest, -most), max(highest, most))
