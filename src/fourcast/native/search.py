"""The searches compiled: the same nodes in the same order, many times faster."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Final, NamedTuple

from fourcast.algorithms import (
    WIN,
    Bound,
    Counts,
    MctsSearcher,
    RootValue,
    SearchResult,
    SearchSpec,
    StopFlag,
    Stopped,
    StopSearch,
    TableMode,
    TreeSearcher,
    Variation,
    find_algorithm,
)
from fourcast.evals import (
    COMPLETE_LINE,
    EMPTY,
    LINE_COUNT_WEIGHTS,
    PLAYABLE,
    QUADRUPLET_OTHER,
    QUADRUPLET_OWN,
    QUADRUPLET_OWN_IN_PROGRAM,
    SAME_COLOUR,
    Eval,
    TerminalValue,
    by_shortage,
    line_counts,
    quadruplets_program,
)
from fourcast.native.bridge import (
    core,
    core_unsupported_reason,
    decode_move,
    encode_move,
    encode_position,
    encode_rules,
)
from fourcast.rules import CALL_DRAW, Player, Position, Rules, drop, place, pop

TERMINALS: Final = (
    TerminalValue.SOONER,
    TerminalValue.EVALUATED,
    TerminalValue.CUT_FIRST,
    TerminalValue.DRAW_FIRST,
)
TABLES: Final = (TableMode.OFF, TableMode.ON, TableMode.OLD_BOUNDS)
BOUNDS: Final = (None, Bound.EXACT, Bound.LOWER, Bound.UPPER)
STOPPED: Final = (Stopped.TIME, Stopped.NODES, Stopped.ASKED, Stopped.MEMORY)
"""Enumerations by the numbers of the core."""

MAX_CONNECT: Final = 15
"""The core counts the discs in a line with four binary digits."""
TABLE_BITS: Final = 20
"""Of the entries of a transposition table. Old bounds of more positions than that end a search."""
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


def search_unsupported_reason(rules: Rules, spec: SearchSpec) -> str | None:
    """Why the native engine cannot make this search; None if it can."""
    if reason := core_unsupported_reason(rules):
        return reason
    algorithm = find_algorithm(spec.algorithm)
    if algorithm.searcher is MctsSearcher:
        return None
    if algorithm.native is None:
        return f"{spec.algorithm} is a Python algorithm"
    evaluation = spec.eval_for(rules)
    if evaluation.native is None:
        return f"the evaluation {evaluation.name} is a Python function"
    if rules.shape.connect > MAX_CONNECT:
        return f"lines are longer than {MAX_CONNECT}"
    return None


class NativeSearcher(TreeSearcher):
    """`PythonSearcher`, compiled. Searches release the GIL and end within milliseconds of a stop flag."""

    engine = "native"

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        super().__init__(position, spec)
        self._searcher = core.Searcher(
            encode_rules(position.rules), encode_spec(position.rules, spec), encode_position(position)
        )

    def search(
        self,
        depth: int,
        *,
        nodes: int | None = None,
        deadline: float | None = None,
        stop: StopFlag | None = None,
        record_plies: int = -1,
    ) -> SearchResult:
        """Search to a depth. Raises `StopSearch` when it must end before."""
        started = perf_counter()
        estimated = self.counts.estimated
        window = self._full_window(depth)
        end = self._searcher.stop  # one object, which the flag can find again
        if stop:
            stop.add_callback(end)
        try:
            reason, value, actions, root_values = self._searcher.search(
                depth=depth,
                alpha=window.alpha,
                beta=window.beta,
                max_nodes=_NO_LIMIT if nodes is None else nodes,
                seconds=inf if deadline is None else deadline - started,
                record_plies=record_plies,
            )
        finally:
            if stop:
                stop.remove_callback(end)
            self.counts = Counts(*self._searcher.counts())
        if reason >= 0:
            raise StopSearch(STOPPED[reason])
        rules = self._position.rules
        return self._result(
            depth,
            Variation(_number(value), tuple(decode_move(rules, action) for action in actions)),
            {
                decode_move(rules, action): RootValue(_number(number), BOUNDS[bound] or Bound.EXACT)
                for action, number, bound in root_values
            },
            exact=self.counts.estimated == estimated,
            seconds=perf_counter() - started,
        )

    def nodes_by_ply(self) -> list[int]:
        """Nodes of all searches by their distance from the root in moves."""
        return self._searcher.nodes_by_ply()

    def records(self) -> list[Record]:
        """The visits that the last search recorded, in the order in which they started."""
        return [Record(*record) for record in self._searcher.records()]


def encode_spec(rules: Rules, spec: SearchSpec) -> core.SearchSpec:
    """A spec as the core takes it."""
    evaluation, algorithm = spec.eval_for(rules), find_algorithm(spec.algorithm)
    assert evaluation.native is not None
    assert algorithm.native is not None
    connect = rules.shape.connect
    own, other = QUADRUPLET_OWN, QUADRUPLET_OTHER
    if evaluation.evaluate is line_counts:
        own = other = LINE_COUNT_WEIGHTS
    if evaluation.evaluate is quadruplets_program:
        own = QUADRUPLET_OWN_IN_PROGRAM
    return core.SearchSpec(
        algorithm=algorithm.native,
        evaluation=evaluation.native,
        neighbours=(SAME_COLOUR, PLAYABLE, EMPTY, evaluation.factor),
        own_lines=_by_discs(own, connect),
        other_lines=_by_discs(other, connect),
        complete_line=COMPLETE_LINE,
        terminal=TERMINALS.index(spec.terminal_for(rules)),
        order=_encode_order(rules, spec),
        killers=spec.order.killers,
        table=TABLES.index(spec.table),
        mirror_keys=rules.symmetric and evaluation.mirrors,
        table_bits=TABLE_BITS,
        win=WIN,
    )


def evaluate(position: Position, evaluation: Eval, player: Player) -> float:
    """The value of an evaluation by the core, for the differential tests."""
    rules = position.rules
    spec = encode_spec(rules, SearchSpec(eval=evaluation))
    return _number(core.evaluate(encode_rules(rules), spec, encode_position(position), player))


def _encode_order(rules: Rules, spec: SearchSpec) -> list[int]:
    """Every possible move, in the order of the spec."""
    shape = rules.shape
    if rules.gravity:
        columns = range(shape.width)
        moves = [*map(drop, columns), *map(pop, columns), CALL_DRAW]
    else:
        moves = [place(column, row, shape.width) for row in range(shape.height) for column in range(shape.width)]
    return [encode_move(rules, move) for move in sorted(moves, key=spec.order.rank(rules))]


def _by_discs(weights: tuple[int, ...], connect: int) -> list[int]:
    """Weights of lines by the number of discs in them, made from weights by the number missing."""
    return [0, *(by_shortage(weights, connect - discs) for discs in range(1, connect + 1))]


def _number(value: float) -> float:
    """Whole numbers as ints, as the Python engine has them."""
    return int(value) if value.is_integer() else value
