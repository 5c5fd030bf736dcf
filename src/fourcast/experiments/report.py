"""Tables of rows: searches as points of lines, games as standings of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from statistics import NormalDist
from typing import Any, Final, TypeAlias

from fourcast.drawing import LIGHT, Theme, html_table
from fourcast.errors import UsageError
from fourcast.experiments.expected import Figure
from fourcast.experiments.games import PanelStanding, standings
from fourcast.experiments.points import Point, Share, Spread, View, amount_text, points, sample_text, view_of
from fourcast.experiments.rows import AnyRow, GameRow, Row
from fourcast.experiments.significance import LEVEL, holm, p_text, sign_test
from fourcast.experiments.spec import Show
from fourcast.matches import CONFIDENCE
from fourcast.text import count_of, duration, signed

ELO: Final = "elo"
GIVEN_UP: Final = "†"
"""Marks points with searches over their budget …"""
INCOMPLETE: Final = "…"
"""… and points with missing searches, which may be of other positions than their neighbours."""

SIGNIFICANT: Final = " *"
_LATEX: Final = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "×": r"$\times$",
    "±": r"$\pm$",
    "−": "$-$",
    "–": "--",
    "…": r"\ldots{}",
    "†": r"\dag{}",
    "µ": r"$\mu$",
    "<": "$<$",
    ">": "$>$",
}

Write: TypeAlias = Callable[[Point], str | None]


@dataclass(frozen=True)
class Table:
    """A table of texts."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The name of a line, then a text for each column."""
    name: str = ""
    """Its name in options."""

    def markdown(self) -> str:
        head = f"| {self.corner} | {' | '.join(self.columns)} |\n|---{'|---:' * len(self.columns)}|"
        return "\n".join([head, *(f"| {' | '.join(row)} |" for row in self.rows)])

    def titled_markdown(self) -> str:
        return f"{self.title}:\n\n{self.markdown()}"

    def latex(self) -> str:
        """A `table` of LaTeX with a `tabular`, which needs no package."""
        lines = [" & ".join(map(_latex, row)) + r" \\" for row in ((self.corner, *self.columns), *self.rows)]
        columns = "l" + "r" * len(self.columns)
        return "\n".join(
            [
                r"\begin{table}",
                rf"\caption{{{_latex(self.title)}}}",
                rf"\begin{{tabular}}{{{columns}}}",
                r"\hline",
                lines[0],
                r"\hline",
                *lines[1:],
                r"\hline",
                r"\end{tabular}",
                r"\end{table}",
            ]
        )

    def html(self) -> str:
        return html_table(self.title, (self.corner, *self.columns), self.rows, has_numbers=True)


@dataclass(frozen=True)
class Report:
    """Rows of searches or of games, and how they are shown. Raises `UsageError` if there are no rows."""

    rows: Sequence[AnyRow]
    show: Show
    planned: Sequence[Row] = ()
    """Every search in order, also missing ones: with them the baseline and the marks do not depend on what came
    first."""
    expected: Sequence[Figure] = ()
    """Figures, of which the published ones stand beside ours."""

    def __post_init__(self) -> None:
        if not self.rows:
            raise UsageError("There are no rows yet. `fourcast experiment run` computes them.")
        if self.show.parts is not None:
            for name in ("rows", "planned"):
                object.__setattr__(self, name, [row for row in getattr(self, name) if row.part in self.show.parts])
            if not self.rows:
                raise UsageError(f"There are no rows yet of the parts {', '.join(self.show.parts)}, which are shown.")
        if not self.games:
            self._view()  # raises now

    @property
    def games(self) -> list[GameRow]:
        return [row for row in self.rows if isinstance(row, GameRow)]

    @property
    def searches(self) -> list[Row]:
        return [row for row in self.rows if isinstance(row, Row)]

    @property
    def given_up(self) -> bool:
        return any(not row.done for row in self.searches)

    def tables(self, names: Sequence[str] = ()) -> Iterator[Table]:
        """Every table with content; only those of some names, if there are any."""
        if self.games:
            if not names or ELO in names:
                yield from _elo_tables(standings(self.games), self.games[0].limit)
            return
        yield from _tables(self.points(), self._view(), names or self.show.tables or ())

    def missing_for_table(self, name: str) -> str:
        """What a table without content needs."""
        if self.games:
            return "searches, and these are games"
        return "games: run it with --games" if name == ELO else NEEDS.get(name, "searches that are done")

    def charts(self, *, theme: Theme = LIGHT, legend: bool = True, live: bool = False) -> dict[str, Any]:
        """Every chart with content, by name; see `charts.search_charts`."""
        from fourcast.experiments import charts

        if self.games:
            return {ELO: charts.elo_chart(standings(self.games), self.games[0].limit, theme=theme)}
        missing = sum(row.is_missing for row in self.planned)
        done, size = len(self.searches), len(self.searches) + missing
        remark = f"Partial: {done:,} of {size:,} searches" if missing else ""
        drawn = charts.search_charts(
            self.searches, self.points(), self._view(), theme=theme, legend=legend, remark=remark, live=live
        )
        names = self.show.tables or [name for name in drawn if name not in ON_REQUEST or name == "dropped"]
        return {name: chart for name, chart in drawn.items() if name in names}

    def points(self) -> list[Point]:
        return points(self.planned or self.searches, self._view(), self.expected)

    def as_data(self) -> dict[str, Any]:
        """The points or standings as plain data."""
        if self.games:
            return {"standings": [asdict(standing) for standing in standings(self.games)]}
        return {"view": asdict(self._view()), "points": [asdict(point) for point in self.points()]}

    def _view(self) -> View:
        return view_of(self.planned or self.searches, self.show)


def best_first(rows: Sequence[PanelStanding]) -> list[str]:
    """Players by their mean Elo over the amounts."""
    elos: dict[str, list[float]] = {}
    for standing in rows:
        elos.setdefault(standing.name, []).append(standing.elo)
    return sorted(elos, key=lambda player: -sum(elos[player]) / len(elos[player]))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or float(value).is_integer() else f"{value:.3g}"


def _spread(spread: Spread | None, write: Callable[[float], str]) -> str | None:
    """The median, and the quartiles in brackets where they differ."""
    if spread is None:
        return None
    median, lower, upper = write(spread.median), write(spread.lower), write(spread.upper)
    return median if lower == upper else f"{median} ({lower}–{upper})"


def _factor(value: float) -> str:
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}"


def _ratio(spread: Spread | None, above: str, below: str) -> str | None:
    """A ratio of at least 1 with its word, `3.2 × fewer (2.9–3.6)`; one below 1 reversed, `1.6 × as many`."""
    if spread is None:
        return None
    if spread.median < 1:
        spread, above = Spread(1 / spread.upper, 1 / spread.median, 1 / spread.lower), below
    median, lower, upper = (_factor(value) for value in (spread.median, spread.lower, spread.upper))
    word = "equal" if median == "1" else f"{median} × {above}"
    return word if lower == upper else f"{word} ({lower}–{upper})"


def _share(share: Share | None) -> str | None:
    return f"{share.centre:.0%} ({100 * share.lower:.0f}–{100 * share.upper:.0f})" if share else None


MEDIAN: Final = "median (interquartile range)"
MEDIAN_RATIO: Final = "median ratio (its 95 % interval, by order statistics)"
TABLES: Final[Sequence[tuple[str, str, Write]]] = (
    ("nodes", f"Nodes, {MEDIAN}", lambda point: _spread(point.nodes, _number)),
    ("time", f"Time, {MEDIAN}", lambda point: _spread(point.seconds, duration)),
    ("leaves", f"Leaves: lines of play, {MEDIAN}", lambda point: _spread(point.leaves, _number)),
    ("dropped", f"Moves made, {MEDIAN}", lambda point: _spread(point.dropped, _number)),
    ("depth", f"Depth reached, {MEDIAN}", lambda point: _spread(point.depth, _number)),
    (
        "branching",
        f"Effective branching factor b, for which 1 + b + … + b^depth = nodes, {MEDIAN}",
        lambda point: _spread(point.branching, "{:.2f}".format),
    ),
    (
        "fewer",
        f"Nodes compared with {{}}, {MEDIAN_RATIO}",
        lambda point: _ratio(point.fewer, "fewer", "as many"),
    ),
    (
        "faster",
        f"Time compared with {{}}, {MEDIAN_RATIO}",
        lambda point: _ratio(point.faster, "faster", "the time"),
    ),
    ("kept", "Moves that keep the result, where not every move does (95 % interval)", lambda point: _share(point.kept)),
)
"""A name, a title, and how a point is written."""
TESTS: Final = "tests"
VALUES: Final = "values"
ON_REQUEST: Final = ("leaves", "dropped", VALUES)
"""Tables that are shown only if they are asked for."""
TABLE_NAMES: Final = (*(name for name, _, _ in TABLES), TESTS, VALUES, ELO)
NEEDS: Final = {
    "depth": "searches within seconds or nodes, not to given depths",
    "branching": "searches to given depths",
    "fewer": "several lines to compare",
    "faster": "several lines to compare",
    "kept": "moves that the solver has checked: run it with --solved",
    TESTS: "several lines to compare, or moves that the solver has checked, at two positions or more",
    VALUES: "searches of one position that give the value of every move, such as minimax",
}
"""What a table needs to have content."""
RATIOS: Final = ("fewer", "faster")


def _tables(rows: Sequence[Point], view: View, names: Sequence[str]) -> Iterator[Table]:
    """Every table with content. While searches are missing, first how many are done."""
    panels = list(dict.fromkeys(point.panel for point in rows))
    by_panel = {panel: [point for point in rows if point.panel == panel] for panel in panels}
    if any(point.missing for point in rows):
        for panel, some in by_panel.items():
            yield _table(_heading(panel, "Searches done, of all"), view, some, _progress)
    for name, title, write in TABLES:
        if name not in names if names else name in ON_REQUEST:
            continue
        for panel, some in by_panel.items():
            lines = {point.line for point in some if write(point)}
            if len(lines) >= (2 if name in RATIOS else 1):  # a ratio of the baseline to itself says nothing
                marked = partial(_marked, write, paired=name in RATIOS)
                content = [point for point in some if point.line in lines]
                heading = _heading(panel, _sampled(name, title.format(view.baseline_text), content))
                yield replace(_table(heading, view, content, marked), name=name)
                yield from _published_table(name, panel, view, content)
    if not names or TESTS in names:
        for panel, some in by_panel.items():
            yield from _test_tables(panel, some, view)
    if VALUES in names:
        for panel, some in by_panel.items():
            yield from _value_tables(panel, some, view)


def _sampled(name: str, title: str, rows: Sequence[Point]) -> str:
    """A title with the number of positions behind each figure; of one position there is no median."""
    sizes = {point.kept.of if name == "kept" and point.kept else point.positions for point in rows if point.searches}
    if not sizes - {1} and all(point.searches < 2 for point in rows):
        return title.removesuffix(f", {MEDIAN_RATIO}").removesuffix(f", {MEDIAN}")
    return title + (sample_text(sizes) if sizes else "")


def _published_table(name: str, panel: str, view: View, rows: Sequence[Point]) -> Iterator[Table]:
    """What was published, in the shape of the table of ours."""

    def write(point: Point) -> str | None:
        figure = point.published.get(name)
        return f"{figure:,}" if isinstance(figure, int) else None if figure is None else str(figure)

    lines = {point.line for point in rows if write(point)}
    if lines:
        title = _heading(panel, f"{_short_title(name)}, as published")
        yield replace(_table(title, view, [point for point in rows if point.line in lines], write), name=name)


def _short_title(name: str) -> str:
    return next(title for known, title, _ in TABLES if known == name).removesuffix(f", {MEDIAN}")


def _test_tables(panel: str, rows: Sequence[Point], view: View) -> Iterator[Table]:
    """Tests of pairs: of nodes against the baseline, and of moves that keep the result against the x before."""
    is_depth = any(point.branching for point in rows)
    better = "with fewer : more nodes" if is_depth else "searched deeper : less deep"
    nodes = f"Positions {better} than {view.baseline_text}, exact sign test"
    kept = f"Positions where the result is kept, and not at the {view.x_title} before : the reverse, exact McNemar test"
    yield from _test_table(_heading(panel, nodes), view, [(point, point.signs) for point in rows])
    yield from _test_table(_heading(panel, kept), view, [(point, point.gains) for point in rows])


def _test_table(title: str, view: View, rows: Sequence[tuple[Point, tuple[int, int] | None]]) -> Iterator[Table]:
    compared = [(point, signs) for point, signs in rows if signs and sum(signs) and point.positions > 1]
    if not compared:
        return
    adjusted = holm([sign_test(*signs) for _, signs in compared])
    texts = {
        (point.line, point.x): f"{signs[0]} : {signs[1]}, {p_text(value)}"
        for (point, signs), value in zip(compared, adjusted, strict=True)
    }
    content = [point for point, _ in compared]
    heading = _sampled(TESTS, f"{title}, p adjusted by Holm for {count_of(len(compared), 'comparison')}", content)
    yield replace(_table(heading, view, content, lambda point: texts.get((point.line, point.x))), name=TESTS)


def _value_tables(panel: str, rows: Sequence[Point], view: View) -> Iterator[Table]:
    """The value of every move, for searches of one position."""
    by_line: dict[str, dict[float, dict[str, str]]] = {}
    for point in rows:
        if point.values:
            values = dict(text.split(":") for text in point.values.split())
            by_line.setdefault(point.line, {})[point.x] = values
    for line, by_x in by_line.items():
        moves = list(dict.fromkeys(move for values in by_x.values() for move in values))
        lines = tuple((f"{x:g}", *(values.get(move, "") for move in moves)) for x, values in by_x.items())
        title = _heading(panel, f"{line}: value of every move")
        yield Table(title, f"{view.x_title}, move", tuple(moves), lines, VALUES)


def _heading(panel: str, title: str) -> str:
    return f"{panel}: {title}" if panel else title


def _table(title: str, view: View, rows: Sequence[Point], write: Write) -> Table:
    columns = sorted({point.x for point in rows})
    by_cell = {(point.line, point.x): point for point in rows}
    lines = []
    for line in dict.fromkeys(point.line for point in rows):
        cells = (by_cell.get((line, x)) for x in columns)
        lines.append((line, *((write(point) or "") if point else "" for point in cells)))
    return Table(title, view.x_title, tuple(f"{x:,g}" for x in columns), tuple(lines))


def _progress(point: Point) -> str:
    done = point.searches + point.given_up
    return f"{done:,} of {done + point.missing:,}" if point.missing else f"{done:,}"


def _marked(write: Write, point: Point, *, paired: bool) -> str:
    """The text of a point, with marks for searches that were given up or are missing."""
    parts = [write(point)]
    if point.given_up:
        parts.append(GIVEN_UP)
    if point.missing or (paired and point.unpaired):
        parts.append(INCOMPLETE)
    return " ".join(part for part in parts if part)


def _elo_tables(rows: Sequence[PanelStanding], limit: str) -> Iterator[Table]:
    """Players from best to worst; a column for each amount, and the points of all games."""
    for panel in dict.fromkeys(standing.panel for standing in rows):
        some = [standing for standing in rows if standing.panel == panel]
        amounts = sorted({standing.amount for standing in some})
        by_cell = {(standing.name, standing.amount): standing for standing in some}
        matches = _comparisons(some)
        significant = _significant(matches)
        lines = []
        for player in best_first(some):
            cells = [by_cell.get((player, amount)) for amount in amounts]
            played = [one for one in cells if one]
            total = f"{sum(one.points for one in played):g} of {sum(one.games for one in played)}"
            marks = [SIGNIFICANT if one in significant else "" for one in cells]
            texts = (
                f"{signed(one.elo)} ± {one.error:.0f}{mark}" if one else ""
                for one, mark in zip(cells, marks, strict=True)
            )
            lines.append((player, *texts, total))
        columns = (*(amount_text(limit, amount) for amount in amounts), "points")
        title = _heading(panel, "Elo above the average of all, with its error at 95 %")
        title += f";{SIGNIFICANT} differs from 0 after Holm's correction for {count_of(len(matches), 'comparison')}"
        yield Table(title, "player", columns, tuple(lines), ELO)


def _comparisons(rows: Sequence[PanelStanding]) -> list[list[PanelStanding]]:
    """Every standing; of a match of two players, whose Elo differ in their signs alone, both together."""
    by_amount: dict[float, list[PanelStanding]] = {}
    for standing in rows:
        by_amount.setdefault(standing.amount, []).append(standing)
    matches = by_amount.values()
    return [group for some in matches for group in ([some] if len(some) == 2 else [[one] for one in some])]


def _significant(comparisons: Sequence[Sequence[PanelStanding]]) -> list[PanelStanding]:
    """The standings that differ from the average, with Holm's correction."""
    normal = NormalDist()
    width = normal.inv_cdf((1 + CONFIDENCE) / 2)
    values = [2 * normal.cdf(-width * abs(one.elo) / one.error) if one.error else 1.0 for one, *_ in comparisons]
    return [one for group, value in zip(comparisons, holm(values), strict=True) if value < LEVEL for one in group]


def _latex(text: str) -> str:
    """A text with what LaTeX reads as commands written out."""
    return "".join(_LATEX.get(letter, letter) for letter in text)
