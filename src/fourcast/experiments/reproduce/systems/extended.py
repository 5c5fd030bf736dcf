"""ExtendedConnect4: points for runs, and discs that are popped out."""

from __future__ import annotations

from collections.abc import Iterator

from fourcast.experiments.reproduce import either_engine, published
from fourcast.experiments.reproduce.experiment import Count, Experiment, counted
from fourcast.experiments.reproduce.published import EXTENDED, Figure
from fourcast.native import Engine
from fourcast.rules import FIRST, MoveKind, Position, Rules, parse_position, position_after


def experiments() -> Iterator[Experiment]:
    for name, board, points in published.EXTENDED_POINTS:
        yield counted(EXTENDED, f"points of {name}", _alone(points), _points(board, len(points)))
    for name, rules, leaves in published.EXTENDED_PERFT:
        for depth, count in enumerate(leaves, 1):
            yield counted(EXTENDED, f"perft {depth}, {name}", count, _perft(rules, depth))
    yield counted(EXTENDED, "EVAL after a drop in column 1 … 8", published.EXTENDED_EVAL, _filled_runs_by_column)
    yield counted(EXTENDED, "longest game, 8×6 with 6 pop-outs", published.EXTENDED_LONGEST_GAME, _pops_first)
    yield counted(
        EXTENDED,
        "most moves, 8×6 with 6 pop-outs",
        published.EXTENDED_BRANCHING,
        lambda engine: len(either_engine.moves(position_after(Rules.parse("extended").start(), "12345678"), engine)),
        published.EXTENDED_BRANCHING_SLIP,
    )


def _alone(figures: tuple[int, ...]) -> Figure:
    """A row of one figure is a figure."""
    return figures[0] if len(figures) == 1 else figures


def _points(board: str, players: int) -> Count:
    """Run points on a board of 0, 1 and 2 whose discs may hang in the air."""
    rows = board.split("/")
    rules = Rules.parse(f"extended,pops=none,gravity=off,width={len(rows[0])},height={len(rows)}")
    position = parse_position(rules, board.translate(str.maketrans("012", ".xo")) + " turn=x")
    return lambda engine: _alone(either_engine.scores(position, engine)[:players])


def _perft(rules: str, depth: int) -> Count:
    return lambda engine: either_engine.count_tree(Rules.parse(rules).start(), depth, engine).leaves(depth)


def _filled_runs_by_column(engine: Engine) -> Figure:
    start = Rules.parse("extended").start()
    after = [position_after(start, str(column)) for column in range(1, 9)]
    return tuple(either_engine.evaluate(position, "filled-runs", FIRST, engine) for position in after)


def _pops_first(engine: Engine) -> Figure:
    """The length of a game in which everybody pops as soon as possible, so that every pop-out is used."""
    position = Rules.parse("extended").start()
    length = 0
    while moves := either_engine.moves(position, engine):
        pops = [move for move in moves if move.kind is MoveKind.POP]
        after = either_engine.play(position, (pops or moves)[0], engine)
        assert isinstance(after, Position)
        position, length = after, length + 1
    return length
