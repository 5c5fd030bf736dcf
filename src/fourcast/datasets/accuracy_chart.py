"""The chart of accuracy: a panel for each phase, a row for each agent, a mark for each time, with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from fourcast.charts import themed
from fourcast.datasets.accuracy import PHASES
from fourcast.drawing import LIGHT, SERIES, Theme

_HALVES: Final = "datum.value * 2 % 1 ? '' : datum.label"


def accuracy_chart(data: Mapping[str, Any], *, theme: Theme = LIGHT) -> Any:
    """The data that `fourcast accuracy --save` writes, drawn. Marks differ in shape as well as in colour."""
    alt: Any = import_module("altair")
    rows = [{**row, "allowed": time_name(row["time"]), "phase": phase_name(row["phase"])} for row in data["rows"]]
    agents, times = (list(dict.fromkeys(row[key] for row in rows)) for key in ("agent", "allowed"))
    phases = [phase for phase in map(phase_name, (*PHASES, "all")) if any(row["phase"] == phase for row in rows)]
    colours, shapes = [theme.est, theme.accent, theme.win, theme.loss], SERIES.shape_names
    key = alt.Legend(title="time/move", orient="bottom")
    share = (
        alt.X("keeps_value:Q")
        .title("keeps result")
        .scale(domain=[0, 1])
        .axis(format="%", values=[0, 0.25, 0.5, 0.75, 1], labelExpr=_HALVES, domain=False, ticks=False, grid=True)
    )
    base = alt.Chart().encode(
        y=alt.Y("agent:N").title(None).sort(agents).axis(domain=False, ticks=False, labelLimit=320),
        yOffset=alt.YOffset("allowed:N").sort(times),
        color=alt.Color("allowed:N").sort(times).scale(domain=times, range=colours[: len(times)]).legend(key),
    )
    spans = base.mark_rule(strokeWidth=1.5, opacity=0.5).encode(
        x=alt.X("keeps_value_low:Q").title("keeps result"), x2="keeps_value_high:Q"
    )
    marks = base.mark_point(filled=True, opacity=1, size=34).encode(
        x=share,
        shape=alt.Shape("allowed:N").sort(times).scale(domain=times, range=shapes[: len(times)]).legend(key),
    )
    head = {"labelColor": theme.ink, "labelFontSize": 12, "labelFontWeight": "bold", "labelAnchor": "start"}
    title = alt.Title(f"How often a move keeps the result, {data['rules']}", subtitle=_subtitle(data))
    chart = (
        alt.layer(spans, marks, data=alt.Data(values=rows))
        .properties(width=180, height=alt.Step(9))
        .facet(column=alt.Column("phase:N").sort(phases).title(None).header(**head), spacing=18)
        .properties(title=title)
    )
    return themed(chart, theme)


def phase_name(phase: str) -> str:
    """The name of a phase for people."""
    return "opening" if phase == "begin" else phase


def time_name(seconds: float | None) -> str:
    """A time limit in words.

    >>> time_name(0.01), time_name(1.0), time_name(2.5), time_name(None)
    ('10 ms', '1 s', '2.5 s', 'own limits')
    """
    if seconds is None:
        return "own limits"
    return f"{seconds:g} s" if seconds >= 1 else f"{seconds * 1000:g} ms"


def _subtitle(data: Mapping[str, Any]) -> str:
    made = f"fourcast {data['fourcast']}; {data['processor']}, Python {data['python']}, {data['date']}"
    return f"{data['positions']} positions in which some move loses a win or a draw; lines: 95 %; {made}"
