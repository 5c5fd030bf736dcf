"""The compiled twin of the searches: the same nodes in the same order, many times faster."""

from __future__ import annotations

from functools import partial
from math import inf
from time import perf_counter
from typing import Final, NamedTuple

from fourcast.errors import IllegalMove
from fourcast.evals import (
    COMPLETE_LINE,
    EMPTY,
    LINE_COUNT_WEIGHTS,
    LINE_FACTOR,
    PLAYABLE,
    QUADRUPLET_OTHER,
    QUADRUPLET_OWN,
    SAME_COLOUR,
    Eval,
    by_shortage,
    filled_runs,
    line_counts,
    lines_and_potential,
    neighbours,
    potential_lines,
    quadruplets,
)
from fourcast.native.bridge import action_number, core, move_of, native_rules, parcel, why_not
from fourcast.rules import CALL_DRAW, Move, Player, Position, Rules, drop, place, pop
from fourcast.search import (
    WIN,
    Bound,
    Counts,
    Ends,
    Evaluation,
    Info,
    Memory,
    Plan,
    PovScore,
    RankedMove,
    StopFlag,
    Stopped,
    StopSearch,
    score_of,
    whole_window,
)

TWINS_OF_ALGORITHMS: Final = (
    "minimax",
    "shallow",
    "shallow-equal",
    "alphabeta",
    "alphabeta-hard",
    "pvs",
    "expectiminimax",
    "star1",
    "star2",
    "expectimax",
)
TWINS_OF_EVALS: Final = (potential_lines, lines_and_potential, filled_runs, neighbours, quadruplets, line_counts)
ENDS: Final = (Ends.SOONER, Ends.EVALUATED, Ends.CUT_FIRST, Ends.DRAW_FIRST)
BOUNDS: Final = (Bound.EXACT, Bound.EXACT, Bound.LOWER, Bound.UPPER)
STOPPED: Final = (Stopped.TIME, Stopped.NODES, Stopped.ASKED)
"""Words and functions by the number that the core gives them."""

LONGEST_LINE: Final = 15
"""The core counts the discs in a line with four binary digits."""
TABLE_BITS: Final = 20
_NO_LIMIT: Final = (1 << 64) - 1


class Record(NamedTuple):
    """One visit as the core recorded it."""

    parent: int
    ply: int
    action: int
    kind: int
    depth: int
    alpha: float
    beta: float
    value: float
    nodes: int


def why_no_search(rules: Rules, plan: Plan) -> str | None:
    """Why the native engine cannot follow this plan; None if it can."""
    if reason := why_not(rules):
        return reason
    if plan.algorithm not in TWINS_OF_ALGORITHMS:
        return f"{plan.algorithm} has no native twin"
    if _twin_of(plan.evaluation) is None:
        return f"the evaluation {plan.evaluation.name} is a Python function"
    if plan.memory is Memory.OLD_BOUNDS:
        return "trusting old bounds has no native twin"
    if rules.shape.connect > LONGEST_LINE:
        return f"lines are longer than {LONGEST_LINE}"
    return None


class NativeSearcher:
    """`PythonSearcher`, natively. Searches release the GIL and end within milliseconds of being told to."""

    engine = "native"

    def __init__(self, position: Position, plan: Plan) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is nothing to look ahead to.")
        self.counts = Counts()
        self._position = position
        self._plan = plan
        self._searcher = core.Searcher(
            native_rules(position.rules), native_plan(position.rules, plan), parcel(position)
        )

    def look(
        self,
        depth: int,
        *,
        nodes: int | None = None,
        deadline: float | None = None,
        stop: StopFlag | None = None,
        record_plies: int = -1,
    ) -> Info:
        """Search to a depth. Raises `StopSearch` when it must end before."""
        begun = perf_counter()
        estimated = self.counts.estimated
        whole = whole_window(self._position, self._plan, depth)
        end = self._searcher.stop  # one object: the flag must know it again
        if stop:
            stop.tell(end)
        try:
            reason, value, line, found = self._searcher.look(
                depth=depth,
                alpha=whole.alpha,
                beta=whole.beta,
                nodes=_NO_LIMIT if nodes is None else nodes,
                seconds=inf if deadline is None else deadline - begun,
                record_plies=record_plies,
            )
        finally:
            if stop:
                stop.forget(end)
            self.counts = Counts(*self._searcher.counts())
        if reason >= 0:
            raise StopSearch(STOPPED[reason])
        return self._info(
            depth,
            _number(value),
            tuple(move_of(self._position.rules, action) for action in line) or (self._first_move(),),
            {action: (_number(number), BOUNDS[bound]) for action, number, bound in found},
            exact=self.counts.estimated == estimated,
            seconds=perf_counter() - begun,
        )

    def guess(self) -> Info:
        """What to answer when not even one move ahead could be looked at in time: the first move in order."""
        value = self._plan.evaluation.evaluate(self._position, self._position.turn)
        return self._info(0, value, (self._first_move(),), {}, exact=False, seconds=0.0)

    def nodes_by_ply(self) -> list[int]:
        """Nodes of all looks by how many moves they are from the root."""
        return self._searcher.nodes_by_ply()

    def records(self) -> list[Record]:
        """The visits that the last look recorded, in the order in which they began."""
        return [Record(*record) for record in self._searcher.records()]

    def _first_move(self) -> Move:
        return self._plan.order.order(self._position.rules)(self._position, 0)[0]

    def _info(
        self,
        depth: int,
        value: float,
        pv: tuple[Move, ...],
        found: dict[int, tuple[float, Bound]],
        *,
        exact: bool,
        seconds: float,
    ) -> Info:
        position = self._position
        moves = []
        for move in position.generate_moves():
            seen = found.get(action_number(position.rules, move))
            if seen:
                moves.append(RankedMove(move, seen[0], Bound.EXACT if move == pv[0] else seen[1]))
        score = score_of(value, rules=position.rules, depth=depth, exact=exact, plan=self._plan)
        return Info(
            player=position.turn,
            depth=depth,
            value=value,
            score=PovScore(score, position.turn),
            pv=pv,
            moves=tuple(moves),
            counts=self.counts,
            seconds=seconds,
            engine=self.engine,
        )


def native_plan(rules: Rules, plan: Plan) -> core.Plan:
    """A plan as the core wants it."""
    twin = _twin_of(plan.evaluation)
    assert twin is not None, "why_no_search says no to such a plan"
    kind, factor = twin
    connect = rules.shape.connect
    own, other = QUADRUPLET_OWN, QUADRUPLET_OTHER
    if TWINS_OF_EVALS[kind] is line_counts:
        own = other = LINE_COUNT_WEIGHTS
    return core.Plan(
        algorithm=TWINS_OF_ALGORITHMS.index(plan.algorithm),
        evaluation=kind,
        neighbours=(SAME_COLOUR, PLAYABLE, EMPTY, factor),
        own_lines=_by_discs(own, connect),
        other_lines=_by_discs(other, connect),
        complete_line=COMPLETE_LINE,
        ends=ENDS.index(plan.ends_under(rules)),
        order=native_order(rules, plan),
        killers=plan.order.killers,
        remembers=plan.memory is Memory.ON,
        mirrors=rules.symmetric and plan.evaluation.mirrors,
        table_bits=TABLE_BITS,
        win=WIN,
    )


def evaluate(position: Position, evaluation: Eval, player: Player) -> float:
    """An evaluation by the core, for the twin tests."""
    rules = position.rules
    plan = native_plan(rules, Plan(evaluation))
    return _number(core.evaluate(native_rules(rules), plan, parcel(position), player))


def native_order(rules: Rules, plan: Plan) -> list[int]:
    """Every move there can be, as the plan orders them."""
    shape = rules.shape
    if rules.gravity:
        columns = range(shape.width)
        moves = [*map(drop, columns), *map(pop, columns), CALL_DRAW]
    else:
        moves = [place(column, row, shape.width) for row in range(shape.height) for column in range(shape.width)]
    return [action_number(rules, move) for move in sorted(moves, key=plan.order.rank(rules))]


def _twin_of(evaluation: Evaluation) -> tuple[int, int] | None:
    """The number of an evaluation in the core and the factor of `neighbours`; None if it is somebody's own."""
    function, factor = evaluation.evaluate, LINE_FACTOR
    if isinstance(function, partial) and function.keywords.keys() == {"factor"} and not function.args:
        factor = function.keywords["factor"]
        function = function.func
    return (TWINS_OF_EVALS.index(function), factor) if function in TWINS_OF_EVALS else None


def _by_discs(weights: tuple[int, ...], connect: int) -> list[int]:
    """Weights of lines by the number of discs in them, made from weights by the number missing."""
    return [0, *(by_shortage(weights, connect - discs) for discs in range(1, connect + 1))]


def _number(value: float) -> float:
    """Whole numbers as ints, as the Python engine has them."""
    return int(value) if value.is_integer() else value
