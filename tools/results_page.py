"""The exact results of empty boards as data, tables and a chart: docs/results. `make_results.py` finds them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from math import exp, inf, log
from pathlib import Path
from typing import Any, Final

import numpy as np

from fourcast.charts import themed, with_caption
from fourcast.drawing import LIGHT, SERIES
from fourcast.rules import Goal, Rules
from fourcast.solver import counts_discs_left, plies_to_end

FOLDER: Final = Path(__file__).parents[1] / "docs" / "results"
DATA, PAGE, CHART = "exact.json", "README.md", "cost.svg"
SIZES: Final = range(2, 9)
MIN_NODES: Final = 100


@dataclass(frozen=True)
class Family:
    """Boards of one game: a title, a short name, the rules without their size, the least number of columns, a note."""

    title: str
    name: str
    rules: str
    min_width: int = 4
    note: str = ""

    @property
    def widths(self) -> range:
        return range(self.min_width, SIZES.stop)

    def board(self, width: int, height: int) -> str:
        return f"{self.rules},width={width},height={height}"

    def boards(self, width: int) -> Iterator[str]:
        """The rules of all boards of a width, the lowest first."""
        gravity = Rules.parse(self.rules).gravity
        for height in SIZES:
            if gravity or height <= width:  # without gravity a board may be turned
                yield self.board(width, height)

    def all_boards(self) -> Iterator[str]:
        for width in self.widths:
            yield from self.boards(width)


CLASSIC: Final = Family("First line", "first line", "classic")
MOST_LINES: Final = Family("Most lines", "most lines", "most-lines")
DRIFT: Final = Family("Most lines with drift: the expected margin", "drift", "drift")
RUN_POINTS: Final = Family("Run points", "run points", "run-points")
POP_COLUMNS: Final = (
    "The first player pops in odd columns, the second in even ones, so that boards of even width have no mirror images."
)
ONE_POP: Final = Family(
    "Run points with one pop-out each", "run points, 1 pop-out", "extended,pops=1", note=POP_COLUMNS
)
POPOUT: Final = Family(
    "Official PopOut",
    "PopOut",
    "popout",
    note="On a full board a draw may be called, and play without end is a draw. Where no draw may be called, the\n"
    "second player wins on 4×4.",
)
TIC_TAC_TOE: Final = Family("Three in a row without gravity", "3 without gravity", "tictactoe,connect=3", 3)
FOUR_FREE: Final = Family("Four in a row without gravity", "4 without gravity", "tictactoe,connect=4")
FAMILIES: Final = (
    CLASSIC,
    MOST_LINES,
    DRIFT,
    RUN_POINTS,
    ONE_POP,
    Family("Run points with two pop-outs each", "run points, 2 pop-outs", "extended,pops=2", note=POP_COLUMNS),
    Family("First line with one pop-out each", "first line, 1 pop-out", "classic,pops=1", note=POP_COLUMNS),
    POPOUT,
    TIC_TAC_TOE,
    FOUR_FREE,
    Family("Five in a row without gravity", "5 without gravity", "tictactoe,connect=5", 5),
)

OWN_GAMES: Final = {
    CLASSIC.board(7, 6): "First line 7×6",
    CLASSIC.board(8, 6): "First line 8×6",
    MOST_LINES.board(7, 6): "Most lines 7×6",
    RUN_POINTS.board(7, 6): "Run points 7×6, no pop-outs",
    RUN_POINTS.board(8, 6): "Run points 8×6, no pop-outs",
    ONE_POP.board(5, 4): "Run points 5×4, one pop-out",
    ONE_POP.board(6, 4): "Run points 6×4, one pop-out",
    ONE_POP.board(5, 5): "Run points 5×5, one pop-out",
    DRIFT.board(6, 4): "Drift 6×4",
    DRIFT.board(5, 5): "Drift 5×5",
    TIC_TAC_TOE.board(3, 3): "Tic-tac-toe",
}
"""The games of the five systems, or the largest boards of them that can be solved."""

LITERATURE: Final = json.loads((FOLDER / "literature.json").read_text(encoding="utf-8"))
"""`sources` by letters, and `boards` by rules: the value as a cell of a table, and the letters of its sources."""


@dataclass(frozen=True)
class Result:
    """The value of the empty board to the first player is at least `low` and at most `high`."""

    rules: str
    low: float
    high: float
    plies: int | None
    """Moves to the win under best play, if the solver gives them."""
    nodes: int
    seconds: float
    """Processor time for the value."""
    table_mb: int
    moves: dict[str, float] | None = None
    """The value of every first move, to the first player."""
    moves_nodes: int = 0
    """Nodes for the first moves, after the value was known; and processor time."""
    moves_seconds: float = 0
    check: str = ""
    """The method that gave the same values."""

    @property
    def value(self) -> float | None:
        return self.low if self.low == self.high else None

    @property
    def all_nodes(self) -> int:
        return self.nodes + self.moves_nodes

    def __str__(self) -> str:
        return f"{self.rules} {_words(self)} {self.nodes} {self.check or 'not confirmed'}"


def as_json(results: Mapping[str, Result]) -> str:
    """The results as data, one per line, in the order of the page; boards that are in no table are left out."""
    boards = [board for family in FAMILIES for board in family.all_boards() if board in results]
    rows = ",\n".join("    " + json.dumps(asdict(results[board])) for board in boards)
    return f'{{\n  "results": [\n{rows}\n  ]\n}}\n'


def from_json(text: str) -> dict[str, Result]:
    """The results by their rules."""
    return {row["rules"]: Result(**row) for row in json.loads(text)["results"]}


@dataclass(frozen=True)
class Growth:
    """How the nodes of a family grow with the cells of the board: the line that fits their logarithms best."""

    family: Family
    points: tuple[tuple[int, int], ...]
    """Cells and nodes of its boards."""
    factor: float
    """Times as many nodes for each cell."""
    base: float

    def nodes(self, cells: float) -> float:
        return float(self.base * self.factor**cells)


def growths(results: Mapping[str, Result]) -> list[Growth]:
    """Of every family with at least four sizes: boards that have lines in every direction, and need a search."""
    found = []
    for family in FAMILIES:
        boards = [board for board in family.all_boards() if board in results]
        points = sorted(
            (rules.shape.cells, results[board].all_nodes)
            for board in boards
            if (rules := Rules.parse(board)).shape.height >= rules.shape.connect
            and results[board].moves
            and results[board].all_nodes >= MIN_NODES
        )
        if len({cells for cells, _ in points}) >= 4:
            slope, height = np.polyfit([cells for cells, _ in points], [log(nodes) for _, nodes in points], 1)
            found.append(Growth(family, tuple(points), exp(slope), exp(height)))
    return found


def cost_chart(found: Sequence[Growth]) -> Any:
    """Nodes against cells, a mark for each board, and the fitted lines."""
    alt: Any = import_module("altair")
    names = [f"{growth.family.name}: × {growth.factor:.2f} a cell" for growth in found]
    marks = [
        {"family": name, "cells": cells, "nodes": nodes}
        for name, growth in zip(names, found, strict=True)
        for cells, nodes in growth.points
    ]
    lines = [
        {"family": name, "cells": cells, "nodes": growth.nodes(cells)}
        for name, growth in zip(names, found, strict=True)
        for cells in (growth.points[0][0], growth.points[-1][0])
    ]
    colours = [getattr(LIGHT, colour) for colour in SERIES.colours]
    x = alt.X("cells:Q").title("cells of the board").axis(domain=False, ticks=False).scale(zero=False, nice=True)
    y = alt.Y("nodes:Q").title("nodes").axis(domain=False, ticks=False, format="~s", tickCount=6).scale(type="log")
    colour = alt.Color("family:N").sort(names).scale(domain=names, range=colours[: len(names)])
    shape = alt.Shape("family:N").sort(names).scale(domain=names, range=SERIES.shape_names)
    key = alt.Legend(title=None, orient="right", labelLimit=400)
    chart = alt.layer(
        alt.Chart(alt.Data(values=lines)).mark_line(strokeWidth=1.2, opacity=0.6).encode(x, y, colour.legend(key)),
        alt.Chart(alt.Data(values=marks))
        .mark_point(filled=True, opacity=1, size=36)
        .encode(x, y, colour.legend(key), shape.legend(key)),
    ).properties(width=420, height=320)
    return with_caption(themed(chart, LIGHT), "", ["Nodes to solve an empty board; log scale"])


def as_markdown(results: Mapping[str, Result]) -> str:
    """The page: the games of the five systems, all boards, what they cost, and the sources."""
    own = [(title, results[board]) for board, title in OWN_GAMES.items() if board in results and results[board].moves]
    parts = [
        "# Exact results of empty boards",
        INTRODUCTION,
        "## Games of the five systems",
        _table(("game", "value", "first moves", "confirmed by"), map(_own_row, own)),
        _table(("game", "nodes", "time", "table"), map(_own_costs, own)),
        "Nodes and time (processor seconds of one core of an idle machine) are those of the value, then those of all\n"
        "first moves when the value is known. One node: a static bound is the answer. The table is\n"
        "nearly all memory that is used. To reproduce the values (one search for all moves, so that nodes differ):",
        "```\n" + "\n".join(_command(result) for _, result in own) + "\n```",
        "## All boards up to 8×8",
        LEGEND,
    ]
    for family in FAMILIES:
        rows = [
            [f"**{height}**", *(_cell(family.board(width, height), results) for width in family.widths)]
            for height in SIZES
        ]
        parts += [
            f"### {family.title}\n\n`{family.rules}`",
            _table(("rows", *map(str, family.widths)), (row for row in rows if any(row[1:]))),
            *([family.note] if family.note else []),
        ]
    found = growths(results)
    parts += [
        "## Cost",
        f"![Nodes against cells of the board]({CHART})",
        COST,
        _table(
            ("game", "boards", "nodes × for each cell", "largest board", "smallest board not solved, estimated"),
            (_growth_row(growth, results) for growth in found),
        ),
        JOBS,
        "## Sources",
        "\n".join(f"- **{letter}** {text}" for letter, text in LITERATURE["sources"].items()),
    ]
    return "\n\n".join(parts) + "\n"


INTRODUCTION: Final = f"""\
What the first player gets when both sides play best. “1st, 41” is a win of the first player with the 41st move of the
game, “=” a draw or an even margin, a number the first player's margin. The same as data, with every first move:
[{DATA}]({DATA}). There, and in what `fourcast solve` prints, a win counts one more than the discs that the
winner has left: on 7×6 1 is a win with the 41st move, −1 a loss with the 42nd, −2 with the 40th.

A value is called solved here only if a second method gave the same:

- an alpha-beta search to the last move by the search engine, which shares no code with the solver;
- the solver in Python of games without end, which defines their scores;
- the solver without its static bounds (under drift without windows) and with a table of half the size, so that other
  positions are searched in another order;
- for lines, the solver by alpha-beta with null windows alone, without the search by proof numbers;
- the solver without the trained weights of its move order, with a table of half the size;
- where none of these has enough time, the same solver on the mirror images of all first moves, each alone with an empty
  table of an eighth of the size: the positions are searched in another order, and others of them are stored. Where the
  first moves are not solved, their images are tested: none is worth more than the value, and one as much.

Each confirms **every first move**; where that took too long, the value, and the first moves by their mirror images
or, as those that are not symmetric because of pop-outs, not at all, which is said then. `check` in the data says
which. Methods and bounds are explained in
[how the solver works](../explanation/solver.md)."""

LEGEND: Final = """\
Columns of the board run across, rows down. ✓ is solved and confirmed here, “?” computed here by one method only.
Letters are [sources](#sources): without ✓ the value is from the literature alone, with it the two are the same. An
empty cell is not solved here: the bounds that are known, if any, are in the data. “?” with a letter: computed here by
one method, and the literature has the same. Boards without gravity are given once, with at least as many columns as
rows."""

COST: Final = """\
Nodes for the value and every first move, of boards with at least as many rows as a line is long; those that a static
bound answers at once (less than 100 nodes) are left out. The factor is that of the line that fits the logarithms best.
Boards differ much from the line: an even number of rows helps the second player, and a proof that a side cannot win
is often shorter than one that it can. Boards of which not every first move is solved are left out. Nodes are those of
the version that solved the board; later ones may need more or fewer."""


JOBS: Final = """\
Large boards need large tables: the value of first line 8×6 was not finished after 400 seconds with the default size.
What takes hours is a job, which can be interrupted and continued, and uses all cores or a cluster
([jobs](../jobs.md)):

```
fourcast solve --all --job classic-8x7.ledger --table-mb 4096 --rules classic,width=8,height=7
```"""


def _own_row(row: tuple[str, Result]) -> tuple[str, ...]:
    title, result = row
    rules = Rules.parse(result.rules)
    first_moves = " · ".join(_first_move(rules, value) for value in (result.moves or {}).values())
    return title, _words(result), first_moves, result.check or "one method only"


def _own_costs(row: tuple[str, Result]) -> tuple[str, ...]:
    title, result = row
    nodes = f"{_count(result.nodes)} + {_count(result.moves_nodes)}"
    return title, nodes, f"{_seconds(result.seconds)} + {_seconds(result.moves_seconds)}", f"{result.table_mb:,} MB"


def _first_move(rules: Rules, value: float) -> str:
    """As a word that is not broken."""
    words = _value_words(
        rules, value, plies_to_end(int(value), rules.shape.cells) if counts_discs_left(rules) else None
    )
    return words.replace(", ", "\u00a0")


def _command(result: Result) -> str:
    table = f" --table-mb {result.table_mb}" if result.table_mb != 8 else ""
    return f"fourcast solve --all --no-book --threads 1{table} --rules {result.rules}"


def _growth_row(growth: Growth, results: Mapping[str, Result]) -> tuple[str, ...]:
    (cells, nodes), family = growth.points[-1], growth.family
    shapes = [
        Rules.parse(board).shape
        for board in family.all_boards()
        if board not in results or results[board].value is None
    ]
    tall = [shape for shape in shapes if shape.height >= shape.connect]
    first = min(tall, key=lambda shape: shape.cells, default=None)
    estimate = f"{first.width}×{first.height}: {_count(int(growth.nodes(first.cells)))}" if first else ""
    return family.name, f"{len(growth.points)}", f"{growth.factor:.2f}", f"{cells} cells: {_count(nodes)}", estimate


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(head)
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(names)} |", "|---" * len(names) + "|", *lines])


def _cell(board: str, results: Mapping[str, Result]) -> str:
    """What is known of a board. Raises `ValueError` where the literature has another value."""
    result, (published, letters) = results.get(board), LITERATURE["boards"].get(board, ("", ""))
    source = f" ({letters})" if letters else ""
    if result is None or result.value is None:
        return f"{published}{source}"
    words = _words(result)
    if not words.startswith(published):
        raise ValueError(f"{board}: {words} here, {published} in the literature.")
    return f"✓ {words}{source}" if result.check else f"{words} ?{source}"


def _words(result: Result) -> str:
    if result.value is None:
        return f"{_number(result.low)} … {_number(result.high)}" if max(-result.low, result.high) < inf else ""
    return _value_words(Rules.parse(result.rules), result.value, result.plies)


def _value_words(rules: Rules, value: float, plies: int | None) -> str:
    if value == 0:
        return "="
    if rules.goal is not Goal.FIRST_LINE:
        return _number(value)
    winner = "1st" if value > 0 else "2nd"
    return winner if plies is None else f"{winner}, {plies}"


def _number(value: float) -> str:
    text = f"{value:+.6f}" if not float(value).is_integer() else f"{value:+.0f}" if value else "0"
    return text.replace("-", "−")


def _count(nodes: int) -> str:
    for size, letter in ((10**9, "G"), (10**6, "M")):
        if nodes >= size:
            return f"{nodes / size:,.{0 if nodes >= 100 * size else 1}f} {letter}"
    return f"{nodes:,}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:,.0f} s"
