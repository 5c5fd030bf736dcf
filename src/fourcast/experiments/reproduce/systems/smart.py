"""Smart-Connect-4: a position in one integer, judged by the neighbours of its discs."""

from __future__ import annotations

from collections.abc import Iterator

from fourcast.evals import TerminalValue, find_eval
from fourcast.experiments.reproduce import either_engine, published
from fourcast.experiments.reproduce.experiment import (
    Experiment,
    Question,
    Search,
    counted,
    nodes_of,
    reply_of,
    searched,
    stated,
    value_of,
)
from fourcast.experiments.reproduce.published import SMART, Slip
from fourcast.rules import SECOND, Position, Rules, unpack


def experiments() -> Iterator[Experiment]:
    example = unpack(Rules.parse("most-lines"), published.SMART_EXAMPLE)
    for column, discs in enumerate(published.SMART_EXAMPLE_COLUMNS):
        what = f"example state: column {column + 1}, bottom up"
        yield stated(SMART, what, discs, _discs_of(example, column))
    heuristic = published.SMART_EXAMPLE_VALUE
    yield counted(
        SMART,
        "example state: heuristic",
        heuristic,
        lambda engine: either_engine.evaluate(example, "neighbours", SECOND, engine),
    )
    factor = find_eval("neighbours").factor
    slip = published.SMART_LINE_FACTOR_SLIP
    yield stated(SMART, "value of a complete line", published.SMART_LINE_FACTOR, factor, slip)
    table = published.SMART_TABLE
    for row in table:
        fair = None if row.fair is None else Slip(row.fair, published.FOUR_ROOTS)
        yield _searched_row(row, "alpha-beta", "alphabeta", Question("nodes", row.pruned, nodes_of, fair), row.pruned)
    for row in table:
        if row.fair is not None:
            search = Search("most-lines", "4", "alphabeta", "neighbours", row.depth, TerminalValue.CUT_FIRST)
            about = f"alpha-beta, depth {row.depth} after 4"
            nodes = Question("nodes", row.fair, nodes_of, note=published.ONE_OPENING)
            yield searched(SMART, about, row.fair, search, nodes)
    for row in table:
        yield _searched_row(row, "minimax", "minimax", Question("nodes", row.plain, nodes_of), row.plain)


def _searched_row(row: published.SmartRow, name: str, algorithm: str, nodes: Question, size: int) -> Experiment:
    return searched(
        SMART,
        f"{name}, depth {row.depth} after {row.moves}",
        size,
        Search("most-lines", row.moves, algorithm, "neighbours", row.depth, TerminalValue.CUT_FIRST),
        nodes,
        Question("value", row.value, value_of),
        Question("reply", row.reply, reply_of),
    )


def _discs_of(position: Position, column: int) -> str:
    owners = [position.owner(column, row) for row in range(position.height(column))]
    return "".join("1" if owner == SECOND else "0" for owner in owners)
