"""Charts of experiments, drawn by Altair: cost, branching, speed-up and accuracy against the limit, box plots, Elo.

Each line has a colour, a dash and a mark of its own, so that colour is never the only difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias

from fourcast.charts import themed, with_caption
from fourcast.drawing import LIGHT, SERIES, Theme
from fourcast.experiments.games import PanelStanding
from fourcast.experiments.points import Point, Share, Spread, View, amount_text, sample_text
from fourcast.experiments.rows import Row
from fourcast.experiments.titles import pruning_name

MAX_PANELS: Final = 6
BOX_WIDTH: Final = 92
"""Pixels for a box and its label."""
SMALL_BOX_WIDTH: Final = 66
MAX_SMALL_BOXES: Final = 3
"""Boxes that have room for their labels in a small chart of the usual width."""
LETTER_WIDTH: Final = 7
"""Pixels of a letter of a label, at most on average."""
LINEAR: Final = ("depth", "branching", "kept")
"""Charts whose scale is linear."""
BARS: Final = {
    "depth": ", bars: interquartile range",
    "fewer": ", bars: its 95 % interval by order statistics",
    "faster": ", bars: its 95 % interval by order statistics",
}
"""Charts of medians with bars, and what the bars are."""
MIN_POSITIONS: Final = 4
"""Positions that make a box worth drawing."""
TIME_LABEL: Final = (
    "datum.value >= 1 ? format(datum.value, '~r') + ' s' : "
    "datum.value >= 1e-3 ? format(datum.value * 1e3, '~r') + ' ms' : "
    "format(datum.value * 1e6, '~r') + ' µs'"
)
NUMBER_LABEL: Final = "format(datum.value, '~s')"
_POWER_OF_TEN: Final = "abs(log(datum.value) / LN10 - round(log(datum.value) / LN10)) < 1e-6 ? {label} : ''"
_WRAPPED: Final = {
    "labelAngle": 0,
    "domain": False,
    "ticks": False,
    "labelLimit": 0,
    "labelExpr": "split(replace(replace(datum.label, 'expectimini', 'expecti-, mini'), ' or ', ', or '), ', ')",
}
"""Labels continue on the next line after a comma, before `or`, and within the longest word."""
_WORDS: Final = {
    **_WRAPPED,
    "labelExpr": "split(replace(replace(replace(datum.label, 'expectimini', 'expecti- mini'), 'transposition', "
    "'trans- position'), regexp(', ', 'g'), ' '), ' ')",
}
"""Labels in a small chart, with a word or a part of a long one in each line."""
_PLAIN: Final = {"domain": False, "ticks": False, "tickCount": 6}

Get: TypeAlias = Callable[[Point], Spread | Share | None]


def search_charts(
    rows: Sequence[Row],
    points: Sequence[Point],
    view: View,
    *,
    theme: Theme = LIGHT,
    legend: bool = True,
    remark: str = "",
    live: bool = False,
) -> dict[str, Any]:
    """Every chart with content, by name, with a caption that says what is drawn, after a `remark`.

    Without a legend charts are small and without a caption, for a page with a table beside them. While a comparison is
    `live`, lines of one point and boxes of few positions are drawn too.
    """
    drawing = _Drawing(points, view, theme, legend=legend, min_x=1 if live else 2)
    charts = {
        "nodes": drawing.lines(lambda point: point.nodes, "nodes", axis=log_axis(NUMBER_LABEL)),
        "time": drawing.lines(lambda point: point.seconds, "time", axis=log_axis(f"({TIME_LABEL})")),
        "leaves": drawing.lines(lambda point: point.leaves, "lines of play", axis=log_axis(NUMBER_LABEL)),
        "depth": drawing.lines(lambda point: point.depth, "depth reached", axis=_PLAIN, log=False, spread=True),
        "branching": drawing.lines(lambda point: point.branching, "effective branching factor", axis=_PLAIN, log=False),
        "fewer": drawing.ratios("fewer", "nodes of {} ÷ nodes"),
        "faster": drawing.ratios("faster", "time of {} ÷ time"),
        "kept": drawing.lines(
            lambda point: point.kept,
            "keeps the result where not every move does",
            axis={**_PLAIN, "format": ".0%"},
            log=False,
            spread=True,
        ),
        "dropped": drawing.boxes(rows, 1 if live else MIN_POSITIONS),
    }
    result = {}
    for name, chart in charts.items():
        if chart is not None:
            caption = [remark] if remark else []
            caption += drawing.caption(name, rows) if legend else []
            result[name] = _subtitled(themed(chart, theme, padding=12 if legend else 4), caption)
    return result


class _Drawing:
    """The points of an experiment, and how their charts look."""

    def __init__(self, points: Sequence[Point], view: View, theme: Theme, *, legend: bool, min_x: int) -> None:
        self.points, self.view, self.theme, self.legend, self.min_x = points, view, theme, legend, min_x
        self.titles = list(dict.fromkeys(point.line for point in points))

    def lines(self, get: Get, title: str, *, axis: Mapping[str, Any], log: bool = True, spread: bool = False) -> Any:
        """A panel for each variant, in each a line for each method. None if there are not enough points for a line."""
        panels = list(dict.fromkeys(point.panel for point in self.points if get(point)))[:MAX_PANELS]
        charts = []
        for panel in panels:
            some = [(point, number) for point in self.points if point.panel == panel and (number := get(point))]
            xs = sorted({point.x for point, _ in some})
            if len(xs) < self.min_x:
                return None
            values = [
                {"line": point.line, "x": point.x, "y": number.centre, "lower": number.lower, "upper": number.upper}
                for point, number in some
            ]
            lines = self._lines(values, xs, title if self.legend else None, axis, log=log, spread=spread)
            charts.append(sized(lines, panel or None, large=self.legend))
        return _side_by_side(charts)

    def ratios(self, name: str, title: str) -> Any:
        """A ratio to the baseline; None where that is the only line."""
        if len({point.line for point in self.points if getattr(point, name)}) < 2:
            return None
        words = title.format(self.view.baseline)
        return self.lines(lambda point: getattr(point, name), words, axis=_factor_axis(), spread=True)

    def caption(self, name: str, rows: Sequence[Row]) -> list[str]:
        """What the marks of a chart are, over how many positions, and on which scale."""
        if name == "dropped":
            counts = [Counter(map(self.view.line, some)) for some in self._box_rows(rows, 1)]
            sizes = {count for some in counts for count in some.values()}
            return [
                "Box: quartiles; line in it: median;",
                f"whiskers: minimum and maximum{sample_text(sizes)}; log scale",
            ]
        if name == "kept":
            sizes = {point.kept.of for point in self.points if point.kept}
            return [f"Share with 95 % interval{sample_text(sizes)}"]
        sizes = {point.positions for point in self.points if point.searches}
        scale = "" if name in LINEAR else "; log scale"
        if sizes == {1}:
            return [scale.removeprefix("; ").capitalize()] if scale else []
        spreads = [spread for point in self.points if name in BARS and (spread := getattr(point, name))]
        bars = BARS[name] if any(spread.lower < spread.upper for spread in spreads) else ""
        return [f"Median{bars}{sample_text(sizes)}{scale}"]

    def boxes(self, rows: Sequence[Row], min_positions: int) -> Any:
        """Moves made by each line, at the greatest amount that all of them reach. Lines of one part share their
        positions: those where all of them are done."""
        view, charts = self.view, []
        for last in self._box_rows(rows, min_positions):
            names = self._form_names(last)
            values = [{"form": names[view.line(row)], "dropped": row.dropped} for row in last]
            boxes = self._boxes(values, list(names.values()), amount_text(last[0].limit, last[0].amount))
            charts.append(self._box_size(boxes, view.panel(last[0]) or None, list(names.values())))
        return _side_by_side(charts[:MAX_PANELS])

    def _box_rows(self, rows: Sequence[Row], min_positions: int) -> list[list[Row]]:
        """The rows of the boxes of every panel; none if one panel has too few."""
        view, result = self.view, []
        for panel in dict.fromkeys(view.panel(row) for row in rows):
            done = [row for row in rows if view.panel(row) == panel and row.done]
            lines = set(map(view.line, done))
            amount = max(_complete(done, lines, lambda row: row.amount, view), default=None)
            if amount is None or len(lines) < min(2, min_positions) or "amount" in view.by:
                return []
            last: list[Row] = []
            for part in dict.fromkeys(row.part for row in done):
                some = [row for row in done if row.amount == amount and row.part == part]
                shared = _complete(some, set(map(view.line, some)), lambda row: row.position, view)
                if len(shared) < min_positions:
                    return []
                last += [row for row in some if row.position in shared]
            result.append(last)
        return result

    def _box_size(self, chart: Any, title: str | None, forms: Sequence[str]) -> Any:
        """Boxes are wide enough for the lines of their labels."""
        alt: Any = import_module("altair")
        boxed = sized(chart, title, large=self.legend)
        if not self.legend and len(forms) <= MAX_SMALL_BOXES:
            return boxed
        if self.legend:
            longest = max(len(line) for form in forms for line in form.split(", "))
            return boxed.properties(width=alt.Step(max(BOX_WIDTH, longest * LETTER_WIDTH + 10)))
        return boxed.properties(width=alt.Step(SMALL_BOX_WIDTH))

    def _form_names(self, rows: Sequence[Row]) -> dict[str, str]:
        """Short names of lines: of the form of pruning, if they differ in nothing else."""
        by_line = {self.view.line(row): row for row in rows}
        if not set(self.view.by) <= {"part", "method"}:
            return {line: line for line in by_line}
        names = {
            line: ", ".join([pruning_name(row.spec), *([] if row.part == rows[0].part else [row.part])])
            for line, row in by_line.items()
        }
        return names if len(set(names.values())) == len(names) else {line: line for line in by_line}

    def _lines(
        self,
        values: Sequence[Mapping[str, Any]],
        xs: Sequence[float],
        y_title: str | None,
        axis: Mapping[str, Any],
        *,
        log: bool,
        spread: bool,
    ) -> Any:
        """Lines with a mark for each value; with `spread` each has a bar from `lower` to `upper`."""
        alt: Any = import_module("altair")
        key = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=400) if self.legend else None
        present = {value["line"] for value in values}
        titles = [title for title in self.titles if title in present]
        places = [self.titles.index(title) for title in titles]  # the same in every chart, and in the page's table
        palette = colours(self.theme, len(self.titles))

        def scale(items: Sequence[Any]) -> dict[str, Any]:
            return {"domain": titles, "range": [items[place % len(items)] for place in places]}

        colour = alt.Color("line:N").sort(titles).scale(**scale(palette)).legend(key)
        dash = alt.StrokeDash("line:N").sort(titles).scale(**scale(SERIES.dashes)).legend(None)
        shape = alt.Shape("line:N").sort(titles).scale(**scale(SERIES.shape_names)).legend(key)
        y_scale = alt.Scale(type="log", nice=True) if log else alt.Scale(nice=True, zero=False)
        base = alt.Chart(alt.Data(values=list(values))).encode(
            x=alt.X("x:O").title(self.view.x_title).scale(domain=xs).axis(labelAngle=0, domain=False, ticks=False),
            y=alt.Y("y:Q").title(y_title).scale(y_scale).axis(**axis),
        )
        lines = base.mark_line(strokeWidth=1.8).encode(color=colour, strokeDash=dash)
        marks = base.mark_point(filled=True, opacity=1, size=36).encode(color=colour, shape=shape)
        if not spread:
            return alt.layer(lines, marks)
        lower = alt.Y("lower:Q").title(y_title).scale(y_scale).axis(**axis)
        bars = base.mark_rule(strokeWidth=1).encode(y=lower, y2="upper:Q", color=colour)
        return alt.layer(bars, lines, marks)

    def _boxes(self, values: Sequence[Mapping[str, Any]], forms: Sequence[str], x_title: str) -> Any:
        """A box for each form: half of all `dropped` lie within it, all between the ends of its whiskers."""
        alt: Any = import_module("altair")
        theme = self.theme
        whiskers = {"color": theme.ink_2, "strokeWidth": 1.5}
        return (
            alt.Chart(alt.Data(values=list(values)))
            .mark_boxplot(
                extent="min-max",
                size=26,
                box={"fillOpacity": 0.3, "strokeWidth": 1.5, "stroke": theme.ink_2},
                median={"color": theme.ink, "strokeWidth": 2.5},
                rule=whiskers,
                ticks={**whiskers, "size": 12},
            )
            .encode(
                x=alt.X("form:N").title(x_title).sort(forms).axis(**(_WRAPPED if self.legend else _WORDS)),
                y=alt.Y("dropped:Q")
                .title("moves made" if self.legend else None)
                .scale(type="log", nice=True)
                .axis(**log_axis(NUMBER_LABEL)),
                color=alt.Color("form:N")
                .sort(forms)
                .scale(domain=forms, range=colours(theme, len(forms)))
                .legend(None),
            )
        )


def elo_chart(standings: Sequence[PanelStanding], limit: str, *, theme: Theme = LIGHT) -> Any:
    """A row for each player, the best first, with a dot and its error for each amount."""
    from fourcast.experiments.report import best_first

    alt: Any = import_module("altair")
    amounts = [amount_text(limit, amount) for amount in sorted({standing.amount for standing in standings})]
    charts = []
    for panel in dict.fromkeys(standing.panel for standing in standings):
        some = [standing for standing in standings if standing.panel == panel]
        values = [
            {
                "player": standing.name,
                "limit": amount_text(limit, standing.amount),
                "elo": standing.elo,
                "lower": standing.elo - standing.error,
                "upper": standing.elo + standing.error,
            }
            for standing in some
        ]
        scale = alt.Scale(domain=amounts, range=colours(theme, len(amounts)))
        legend = alt.Legend(title=None, orient="bottom") if len(amounts) > 1 else None
        base = alt.Chart(alt.Data(values=values)).encode(
            y=alt.Y("player:N").title(None).sort(best_first(some)).axis(domain=False, ticks=False, labelLimit=400),
            yOffset=alt.YOffset("limit:N").sort(amounts),
            color=alt.Color("limit:N").sort(amounts).scale(scale).legend(legend),
        )
        bars = base.mark_rule(strokeWidth=1.5).encode(
            x=alt.X("lower:Q").title("Elo above the average").axis(domain=False, ticks=False, tickCount=6, grid=True),
            x2="upper:Q",
        )
        dots = base.mark_point(filled=True, opacity=1, size=50).encode(
            x="elo:Q", shape=alt.Shape("limit:N").sort(amounts).scale(domain=amounts).legend(legend)
        )
        charts.append(sized(alt.layer(bars, dots), panel or None, large=True).properties(height=alt.Step(16)))
    return themed(_side_by_side(charts), theme)


def colours(theme: Theme, count: int) -> list[str]:
    """Colours of lines, in order."""
    return [getattr(theme, SERIES.colours[place % len(SERIES.colours)]) for place in range(count)]


def log_axis(label: str) -> dict[str, Any]:
    """One label and one grid line for each power of ten."""
    alt: Any = import_module("altair")
    is_power = _POWER_OF_TEN.format(label="true").replace("''", "false")
    return {
        "labelExpr": _POWER_OF_TEN.format(label=label),
        "domain": False,
        "ticks": False,
        "gridOpacity": alt.condition(is_power, alt.value(1), alt.value(0)),
    }


def _factor_axis() -> dict[str, Any]:
    """Labels and grid lines at 1, 2, 5, 10, 20, 50 …"""
    alt: Any = import_module("altair")
    first_digit = "round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-9)) * 1e6) / 1e6"
    is_step = f"indexof([1, 2, 5, 10], {first_digit}) >= 0"
    label = f"(datum.value < 1000 ? format(datum.value, '~r') : {NUMBER_LABEL})"
    opacity = alt.condition(is_step, alt.value(1), alt.value(0))
    return {"domain": False, "ticks": False, "labelExpr": f"{is_step} ? {label} : ''", "gridOpacity": opacity}


def sized(chart: Any, title: str | None, *, large: bool) -> Any:
    """Charts of a page, beside a table that is their legend, are small."""
    titled = chart.properties(title=title) if title else chart
    return titled.properties(width=320 if large else 220, height=240 if large else 220)


def _complete(rows: Sequence[Row], lines: set[str], key: Callable[[Row], Any], view: View) -> set[Any]:
    """The values of a key that every line has."""
    reached: dict[Any, set[str]] = {}
    for row in rows:
        reached.setdefault(key(row), set()).add(view.line(row))
    return {value for value, some in reached.items() if some == lines}


def _side_by_side(charts: Sequence[Any]) -> Any:
    if len(charts) < 2:
        return charts[0] if charts else None
    alt: Any = import_module("altair")
    return alt.hconcat(*charts)


def _subtitled(chart: Any, lines: Sequence[str]) -> Any:
    """Lines below the chart's own title, which may name the variant."""
    if not lines:
        return chart
    return with_caption(chart, chart.title if isinstance(chart.title, str) else "", lines)
