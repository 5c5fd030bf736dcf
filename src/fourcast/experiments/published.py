"""Published figures that no search gives: functions that compute ours, named by `check` in experiment files.

Each function gets the engine and the `args` of the figure. The formulas that were published about the games are here
too; `fourcast rules` shows them beside the true numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from fourcast import native
from fourcast import rules as python
from fourcast.algorithms import SearchResult, SearchSpec
from fourcast.engine import search
from fourcast.evals import TerminalValue, find_eval
from fourcast.experiments.expected import Value
from fourcast.native import Engine
from fourcast.native import evaluate as native_evaluate
from fourcast.rules import (
    FIRST,
    SECOND,
    Chance,
    Goal,
    MoveKind,
    Player,
    PopRule,
    Position,
    Rules,
    drop,
    parse_position,
    position_after,
    unpack,
)

LINES: Final = "winning lines"
LONGEST_GAME: Final = "longest game"
MOST_MOVES: Final = "most moves in a position"


def line_count(_: Engine, variant: str) -> Value:
    """Lines of the board."""
    return len(Rules.parse(variant).shape.lines)


def lines_in_row(engine: Engine, discs: int) -> Value:
    """Lines of four in a row of discs."""
    position = parse_position(Rules.parse("most-lines"), "......./" * 5 + ("x" * discs).ljust(7, ".") + " turn=o")
    return _scores(position, engine)[FIRST]


def drift_probabilities(engine: Engine, moves: str, column: int) -> Value:
    """The probabilities of where a drop falls, after moves that did not drift."""
    position = position_after(Rules.parse("most-lines").start(), moves)._replace(rules=Rules.parse("drift"))
    chance = _play(position, drop(column - 1), engine)
    assert isinstance(chance, Chance)
    return tuple(float(branch.probability) for branch in chance.branches)


def drift_tree_sizes(engine: Engine, moves: str, depth: int) -> Value:
    """Nodes of the trees of depth 1, 2, … with chance nodes."""
    position = position_after(Rules.parse("drift").start(), moves)
    counts = (native if engine is Engine.NATIVE else python).count_tree(position, depth)
    return tuple(counts.nodes(plies, chance=True) for plies in range(1, depth + 1))


def run_points(engine: Engine, board: str, players: int) -> Value:
    """Run points on a board of 0, 1 and 2, whose discs need not rest on others."""
    rows = board.split("/")
    rules = Rules.parse(f"extended,pops=none,gravity=off,width={len(rows[0])},height={len(rows)}")
    position = parse_position(rules, board.translate(str.maketrans("012", ".xo")) + " turn=x")
    points = _scores(position, engine)
    return points[0] if players == 1 else points


def longest_game(engine: Engine) -> Value:
    """The length of a game in which discs are popped as soon as possible, so that every pop-out is used."""
    position = Rules.parse("extended").start()
    length = 0
    while moves := _moves(position, engine):
        pops = [move for move in moves if move.kind is MoveKind.POP]
        after = _play(position, (pops or moves)[0], engine)
        assert isinstance(after, Position)
        position, length = after, length + 1
    return length


def max_moves(engine: Engine) -> Value:
    """Legal moves with a disc in every column."""
    return len(_moves(position_after(Rules.parse("extended").start(), "12345678"), engine))


def packed_column(_: Engine, state: int, column: int) -> Value:
    """A column of a packed state, bottom up, 1 for discs of the second player."""
    position = unpack(Rules.parse("most-lines"), state, turn=FIRST)  # whose turn it is does not matter here
    owners = [position.owner(column - 1, row) for row in range(position.height(column - 1))]
    return "".join("1" if owner == SECOND else "0" for owner in owners)


def packed_value(engine: Engine, state: int) -> Value:
    """The heuristic value of a packed state to the second player."""
    return _evaluate(unpack(Rules.parse("most-lines"), state), "neighbours", SECOND, engine)


def line_factor(_: Engine) -> Value:
    """The value of a complete line."""
    return find_eval("neighbours").factor


def line_value(engine: Engine, discs: str, evaluation: str) -> Value:
    """The value of these discs to x on a board that is one line of four."""
    position = parse_position(Rules.parse("classic,width=4,height=1"), f"{discs} turn=x")
    return _evaluate(position, evaluation, FIRST, engine)


SPEED_RUNS: Final = 5
"""Of each search: the least time counts."""


def pruning_speed(engine: Engine) -> Value:
    """The time of minimax over that of alpha-beta, for all of tic-tac-toe."""
    minimax = min(_tictactoe("minimax", engine).seconds for _ in range(SPEED_RUNS))
    pruned = min(_tictactoe("alphabeta", engine, TerminalValue.DRAW_FIRST).seconds for _ in range(SPEED_RUNS))
    return f"{minimax / pruned:.0f} times"


def pruning_savings(engine: Engine, terminal: str) -> Value:
    """The nodes of minimax over those of alpha-beta, for all of tic-tac-toe."""
    nodes = _tictactoe("minimax", engine).nodes / _tictactoe("alphabeta", engine, TerminalValue(terminal)).nodes
    return round(nodes, 1)


def _tictactoe(algorithm: str, engine: Engine, terminal: TerminalValue = TerminalValue.SOONER) -> SearchResult:
    spec = SearchSpec(algorithm, eval="quadruplets", terminal=terminal)
    return search(Rules.parse("tictactoe").start(), spec, depth=9, engine=engine)


LEVEL: Final = 4
"""The level at which Connect Four 8×6 was played most."""


def games_with_counts(engine: Engine, counts: Sequence[int], order: str) -> Value:
    """Lists of the human's moves after which level 4 without pruning drops these numbers of discs for its replies."""
    spec = SearchSpec("minimax", eval="line-counts", order=order, terminal=TerminalValue.EVALUATED)
    positions = Counter([Rules.parse("classic,width=8").start()])
    for count in counts:
        asked: Counter[Position] = Counter()
        for position, lists in positions.items():
            if not position.is_over:
                asked += Counter({position.play(move): lists for move in position.legal_moves})
        positions = Counter()
        for position, lists in asked.items():
            reply = None if position.is_over else search(position, spec, depth=LEVEL, engine=engine)
            if reply and reply.move and reply.counts.dropped == count:
                positions[position.play(reply.move)] += lists
    return positions.total()


CHECKS: Final[dict[str, Callable[..., Value]]] = {
    function.__name__: function
    for function in (
        line_count,
        lines_in_row,
        drift_probabilities,
        drift_tree_sizes,
        run_points,
        longest_game,
        max_moves,
        packed_column,
        packed_value,
        line_factor,
        line_value,
        pruning_speed,
        pruning_savings,
        games_with_counts,
    )
}
"""The functions by name."""


def _scores(position: Position, engine: Engine) -> tuple[int, int]:
    return native.scores(position) if engine is Engine.NATIVE else position.scores


def _moves(position: Position, engine: Engine) -> Any:
    return native.moves(position) if engine is Engine.NATIVE else position.legal_moves


def _play(position: Position, move: Any, engine: Engine) -> Position | Chance:
    return native.play_unchecked(position, move) if engine is Engine.NATIVE else position.play_unchecked(move)


def _evaluate(position: Position, evaluation: str, player: Player, engine: Engine) -> float:
    known = find_eval(evaluation)
    return native_evaluate(position, known, player) if engine is Engine.NATIVE else known.evaluate(position, player)


def formulas_about(rules: Rules, about: str) -> list[tuple[str, str, int]]:
    """What was published about a number of these rules: the system, its formula, and the value of that."""
    shape, pops = rules.shape, rules.pops_each
    if about == LINES:
        if shape == Rules.parse("most-lines").shape and rules.goal is Goal.MOST_LINES:
            return [("Connect-4s", "69 windows of four", 69)]
        if rules == Rules.parse("classic,width=8"):
            formula = "rows·(columns−3) + columns·(rows−3) + 2·(columns−3)·(rows−3)"
            return [("Connect Four 8×6", formula, 84)]
        return []
    size = f"width={shape.width},height={shape.height},connect={shape.connect}"
    if rules.pop_rule is not PopRule.LIMITED or not pops or rules != Rules.parse(f"extended,{size},pops={pops}"):
        return []
    if about == LONGEST_GAME:
        return [("ExtendedConnect4", "cells + 4·pops", shape.cells + 4 * pops)]
    return [("ExtendedConnect4", "columns + pops", shape.width + pops)]
