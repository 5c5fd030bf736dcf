"""Charts of experiments, drawn by Altair: cost, branching, speed-up and accuracy, and what pruning saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from fourcast.drawing import LIGHT, Theme
from fourcast.experiments.compare.charts import LEAST_SECONDS, TIME_LABEL, boxes_of, dressed, lines_of, log_axis, sized
from fourcast.experiments.compare.ways import form_name, parse_way
from fourcast.experiments.row import Row
from fourcast.experiments.summary import Point, Share, Spread
from fourcast.experiments.view import View, amount_text

MOST_PANELS: Final = 6
LEAST_BOX: Final = 4
"""Positions that make a box worth drawing."""
_PLAIN: Final = {"domain": False, "ticks": False, "tickCount": 6}
_NUMBER: Final = "format(datum.value, '~s')"


def charts(rows: Sequence[Row], found: Sequence[Point], view: View, *, theme: Theme = LIGHT) -> dict[str, Any]:
    """Every chart that says something, by name."""
    drawn = {
        "nodes": _lines(found, view, lambda point: point.nodes, "nodes", theme, axis=log_axis(_NUMBER)),
        "time": _lines(found, view, _seconds, "time", theme, axis=log_axis(f"({TIME_LABEL})")),
        "branching": _lines(
            found, view, lambda point: point.branching, "effective branching factor", theme, axis=_PLAIN, log=False
        ),
        "fewer": _lines(
            found, view, _ratio("fewer", found), _than("fewer nodes", view), theme, axis=_factors(), spread=True
        ),
        "faster": _lines(
            found, view, _ratio("faster", found), _than("faster", view), theme, axis=_factors(), spread=True
        ),
        "kept": _lines(
            found,
            view,
            lambda point: point.kept,
            "keeps the value where not every move does",
            theme,
            axis={**_PLAIN, "format": ".0%"},
            log=False,
            spread=True,
        ),
        "dropped": _boxes(rows, view, theme),
    }
    return {name: dressed(chart, theme) for name, chart in drawn.items() if chart is not None}


Get = Callable[[Point], Spread | Share | None]


def _lines(
    found: Sequence[Point],
    view: View,
    get: Get,
    says: str,
    theme: Theme,
    *,
    axis: Mapping[str, Any],
    log: bool = True,
    spread: bool = False,
) -> Any:
    """A panel for each variant, if there are some; in each a line for each method. None if a line is but a dot."""
    titles = list(dict.fromkeys(point.line for point in found if get(point)))
    panels = list(dict.fromkeys(point.panel for point in found if get(point)))[:MOST_PANELS]
    drawn = []
    for panel in panels:
        mine = [(point, number) for point in found if point.panel == panel and (number := get(point))]
        xs = sorted({point.x for point, _ in mine})
        if len(xs) < 2:
            return None
        values = [
            {"way": point.line, "x": point.x, "y": number.middle, "lower": number.lower, "upper": number.upper}
            for point, number in mine
        ]
        lines = lines_of(
            values,
            titles,
            x=("x", view.words, xs),
            y=("y", says, axis),
            theme=theme,
            legend=True,
            log=log,
            spread=spread,
        )
        drawn.append(sized(lines, panel or None, large=True))
    return _side_by_side(drawn)


def _boxes(rows: Sequence[Row], view: View, theme: Theme) -> Any:
    """Discs dropped by each line, at the greatest amount that all of them reach, where all of them are done."""
    drawn = []
    for panel in dict.fromkeys(view.panel(row) for row in rows):
        mine = [row for row in rows if view.panel(row) == panel and row.done]
        lines = set(map(view.line, mine))
        amounts: dict[float, set[str]] = {}
        for row in mine:
            amounts.setdefault(row.amount, set()).add(view.line(row))
        amount = max((amount for amount, reached in amounts.items() if reached == lines), default=None)
        if amount is None or len(lines) < 2 or "amount" in view.by:
            return None
        last = [row for row in mine if row.amount == amount]
        places: dict[tuple[str, str], set[str]] = {}
        for row in last:
            places.setdefault(row.place, set()).add(view.line(row))
        shared = {place for place, reached in places.items() if reached == lines}
        if len(shared) < LEAST_BOX:
            return None
        values = [{"form": _form(row, view), "dropped": row.dropped} for row in last if row.place in shared]
        forms = list(dict.fromkeys(value["form"] for value in values))
        words = amount_text(last[0].limit, amount)
        boxes = boxes_of(values, forms, x_title=words, y_title="discs dropped", theme=theme)  # type: ignore[arg-type]
        drawn.append(sized(boxes, panel or None, large=True))
    return _side_by_side(drawn[:MOST_PANELS])


def _form(row: Row, view: View) -> str:
    """A line's name, short where it is a method alone and no two methods would be called the same."""
    if view.by != ("method",):
        return view.line(row)
    order = {"ascending": "", "centre": "centre", "centre+killers": "killers"}.get(row.order, row.order)
    form = form_name(parse_way(row.algorithm))
    return ", ".join(part for part in (form, order, "table" * (row.table != "off")) if part)


def _side_by_side(drawn: Sequence[Any]) -> Any:
    if len(drawn) < 2:
        return drawn[0] if drawn else None
    alt: Any = import_module("altair")
    return alt.hconcat(*drawn)


def _seconds(point: Point) -> Spread | None:
    spread = point.seconds
    if spread is None:
        return None
    return Spread(*(max(number, LEAST_SECONDS) for number in (spread.lower, spread.middle, spread.upper)))


def _ratio(name: str, found: Sequence[Point]) -> Get:
    """A ratio to the baseline; where that is the only line there is nothing to compare."""
    if len({point.line for point in found if getattr(point, name)}) < 2:
        return lambda _: None
    return lambda point: getattr(point, name)


def _than(what: str, view: View) -> str:
    return f"times {what} than {view.baseline}"


def _factors() -> Mapping[str, Any]:
    """Labels and lines at 1, 2, 5, 10, 20, 50 …"""
    alt: Any = import_module("altair")
    first_digit = "round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-9)) * 1e6) / 1e6"
    step = f"indexof([1, 2, 5, 10], {first_digit}) >= 0"
    label = f"(datum.value < 1000 ? format(datum.value, '~r') : {_NUMBER})"
    lines = alt.condition(step, alt.value(1), alt.value(0))
    return {"domain": False, "ticks": False, "labelExpr": f"{step} ? {label} : ''", "gridOpacity": lines}
