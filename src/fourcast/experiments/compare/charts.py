"""Charts of comparisons: nodes and time against depth, and the spread of discs dropped by form of pruning.

Each way has a colour, a dash and a mark of its own: colour never speaks alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from typing import Any, Final

from fourcast.drawing import FONT, LIGHT, SERIES, Theme
from fourcast.experiments.compare.comparison import Row
from fourcast.experiments.compare.spread import Sample
from fourcast.experiments.compare.ways import parse_way

LEAST_SECONDS: Final = 1e-6
"""A logarithm has no zero, and clocks no finer steps."""
TIME_LABEL: Final = (
    "datum.value >= 1 ? format(datum.value, '~r') + ' s' : "
    "datum.value >= 1e-3 ? format(datum.value * 1e3, '~r') + ' ms' : "
    "format(datum.value * 1e6, '~r') + ' µs'"
)
_ONE_A_DECADE: Final = "abs(log(datum.value) / LN10 - round(log(datum.value) / LN10)) < 1e-6 ? {label} : ''"

_WRAPPED: Final = {"labelAngle": 0, "domain": False, "ticks": False, "labelExpr": "split(datum.label, ', ')"}
"""At a comma a label goes on in a line below."""


def nodes_chart(rows: Sequence[Row], *, theme: Theme = LIGHT, legend: bool = True, title: str | None = None) -> Any:
    """Positions looked at against depth; the axis is logarithmic, so what grows by a factor is straight."""
    label = "format(datum.value, '~s')"
    return _against_depth(rows, "nodes", "positions looked at", label, theme, legend, title)


def time_chart(rows: Sequence[Row], *, theme: Theme = LIGHT, legend: bool = True, title: str | None = None) -> Any:
    """Time against depth."""
    return _against_depth(rows, "seconds", "time", f"({TIME_LABEL})", theme, legend, title)


def dropped_chart(
    taken: Sequence[Sample], *, theme: Theme = LIGHT, legend: bool = True, title: str | None = None
) -> Any:
    """Box plots: half of the positions lie within a box, all between the ends of its whiskers."""
    boxes = boxes_of(
        [asdict(sample) for sample in taken],
        list(dict.fromkeys(sample.form for sample in taken)),
        x_title=f"depth {taken[0].depth}" if taken else "",
        y_title="discs dropped" if legend else None,
        theme=theme,
    )
    return dressed(sized(boxes, title, large=legend), theme, large=legend)


def _against_depth(
    rows: Sequence[Row], field: str, says: str, label: str, theme: Theme, legend: bool, title: str | None
) -> Any:
    ways = list(dict.fromkeys(row.algorithm for row in rows))
    titles = [parse_way(way).title for way in ways]
    names = dict(zip(ways, titles, strict=True))
    values = [
        {
            "way": names[row.algorithm],
            "depth": row.depth,
            "nodes": row.nodes,
            "seconds": max(row.seconds, LEAST_SECONDS),
        }
        for row in rows
        if row.done
    ]
    lines = lines_of(
        values,
        titles,
        x=("depth", "depth", sorted({row.depth for row in rows})),
        y=(field, says if legend else None, log_axis(label)),
        theme=theme,
        legend=legend,
    )
    return dressed(sized(lines, title, large=legend), theme, large=legend)


def lines_of(
    values: Sequence[Mapping[str, Any]],
    titles: Sequence[str],
    *,
    x: tuple[str, str, Sequence[float]],
    y: tuple[str, str | None, Mapping[str, Any]],
    theme: Theme,
    legend: bool,
    log: bool = True,
    spread: bool = False,
) -> Any:
    """A line for each title, `way` in the values. `x` is a field, its title and its values; `y` a field, its title and
    its axis. With `spread` every point has a bar from `lower` to `upper`."""
    alt: Any = import_module("altair")
    key = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=400) if legend else None
    count = len(titles)
    dashes, shapes = SERIES.dashes, SERIES.shape_names
    by_way: dict[str, Any] = {
        "color": alt.Color("way:N").sort(titles).scale(domain=titles, range=colours(theme, count)).legend(key),
        "strokeDash": alt.StrokeDash("way:N")
        .sort(titles)
        .scale(domain=titles, range=[dashes[place % len(dashes)] for place in range(count)])
        .legend(None),
        "shape": alt.Shape("way:N")
        .sort(titles)
        .scale(domain=titles, range=[shapes[place % len(shapes)] for place in range(count)])
        .legend(key),
    }
    scale = alt.Scale(type="log", nice=True) if log else alt.Scale(nice=True, zero=False)
    base = alt.Chart(alt.Data(values=list(values))).encode(
        x=alt.X(f"{x[0]}:O").title(x[1]).scale(domain=x[2]).axis(labelAngle=0, domain=False, ticks=False),
        y=alt.Y(f"{y[0]}:Q").title(y[1]).scale(scale).axis(**y[2]),
    )
    lines = base.mark_line(strokeWidth=1.8).encode(color=by_way["color"], strokeDash=by_way["strokeDash"])
    marks = base.mark_point(filled=True, opacity=1, size=36).encode(color=by_way["color"], shape=by_way["shape"])
    if not spread:
        return alt.layer(lines, marks)
    bars = base.mark_rule(strokeWidth=1).encode(
        y=alt.Y("lower:Q").title(y[1]).scale(scale).axis(**y[2]), y2="upper:Q", color=by_way["color"]
    )
    return alt.layer(bars, lines, marks)


def boxes_of(
    values: Sequence[Mapping[str, Any]], forms: Sequence[str], *, x_title: str, y_title: str | None, theme: Theme
) -> Any:
    """A box for each form: half of all `dropped` lie within it, all between the ends of its whiskers."""
    alt: Any = import_module("altair")
    return (
        alt.Chart(alt.Data(values=list(values)))
        .mark_boxplot(extent="min-max", size=26, **_box_parts(theme))
        .encode(
            x=alt.X("form:N").title(x_title).sort(forms).axis(**_WRAPPED),
            y=alt.Y("dropped:Q")
            .title(y_title)
            .scale(type="log", nice=True)
            .axis(**log_axis("format(datum.value, '~s')")),
            color=alt.Color("form:N").sort(forms).scale(domain=forms, range=colours(theme, len(forms))).legend(None),
        )
    )


def log_axis(label: str) -> dict[str, Any]:
    """One label and one line for each power of ten."""
    return {"labelExpr": _ONE_A_DECADE.format(label=label), "domain": False, "ticks": False, "gridOpacity": _grid()}


def _grid() -> Any:
    alt: Any = import_module("altair")
    return alt.condition(_ONE_A_DECADE.format(label="true").replace("''", "false"), alt.value(1), alt.value(0))


def _box_parts(theme: Theme) -> dict[str, Any]:
    whiskers = {"color": theme.ink_2, "strokeWidth": 1.5}
    return {
        "box": {"fillOpacity": 0.3, "strokeWidth": 1.5, "stroke": theme.ink_2},
        "median": {"color": theme.ink, "strokeWidth": 2.5},
        "rule": whiskers,
        "ticks": {**whiskers, "size": 12},
    }


def colours(theme: Theme, count: int) -> list[str]:
    return [getattr(theme, SERIES.colours[place % len(SERIES.colours)]) for place in range(count)]


def sized(chart: Any, title: str | None, *, large: bool) -> Any:
    """What stands in a page, beside a table that is its legend, is small."""
    named = chart.properties(title=title) if title else chart
    return named.properties(width=320 if large else 220, height=240 if large else 220)


def dressed(chart: Any, theme: Theme, *, large: bool = True) -> Any:
    """In the colours of a theme."""
    words = {"labelColor": theme.ink_2, "titleColor": theme.ink_2, "labelFontSize": 12, "titleFontSize": 12}
    return (
        chart.properties(background=theme.surface)
        .configure(font=FONT, padding=12 if large else 4)
        .configure_view(stroke=None)
        .configure_axis(**words, titleFontWeight="normal", gridColor=theme.line, labelPadding=6)
        .configure_axisX(grid=False)
        .configure_legend(labelColor=theme.ink, labelFontSize=12)
        .configure_title(color=theme.ink, fontSize=13, anchor="start")
    )
