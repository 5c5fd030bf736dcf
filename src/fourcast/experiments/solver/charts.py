"""The chart of the solvers' speeds."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from fourcast.charts import save_chart


def write_chart(kept: Mapping[str, Any], path: Path) -> None:
    """Draw what `fourcast bench solver` kept."""
    save_chart(chart_of(kept), path)


def chart_of(kept: Mapping[str, Any]) -> Any:
    """A panel for each set, and in it the mean time of each solver with how many times as fast as the first peer it is.

    Times differ by powers of ten from set to set, so their axis is logarithmic; therefore dots, not bars.
    """
    alt: Any = import_module("altair")  # not imported by name: it need not be installed, and its types are loose
    rows = kept["rows"]
    sets, engines = (list(dict.fromkeys(row[key] for row in rows)) for key in ("set", "engine"))
    base = (
        alt.Chart(alt.Data(values=rows))
        .transform_calculate(time="format(datum.seconds, '.2s') + 's'")
        .transform_calculate(
            label="datum.ratio ? datum.time + ', ' + format(datum.ratio.middle, '.2~r') + ' ×' : datum.time"
        )
        .encode(
            x=alt.X("seconds:Q")
            .title("mean time for a position, one thread")
            .scale(type="log", padding=60)
            .axis(labelExpr="format(datum.value, '~s') + 's'", tickCount=8),
            y=alt.Y("engine:N").title(None).sort(engines),
            color=alt.Color("engine:N").sort(engines).legend(None),
        )
    )
    dots = base.mark_point(filled=True, opacity=1, size=60)
    labels = base.mark_text(align="left", dx=8).encode(text="label:N", color=alt.value("black"))
    return (
        alt.layer(dots, labels)
        .properties(width=480, height=alt.Step(18))
        .facet(row=alt.Row("set:N").sort(sets).title(None).header(labelAngle=0, labelAlign="left"), spacing=8)
        .resolve_scale(y="independent")
        .properties(title=alt.Title("Exact scores of 7×6 positions", subtitle=_subtitle(kept), anchor="start"))
    )


def _subtitle(kept: Mapping[str, Any]) -> str:
    versions = [f"fourcast {kept['fourcast']}", *(f"{name} {version}" for name, version in kept["peers"].items())]
    compared = f"× times as fast as {kept['baseline']}; " if kept["baseline"] else ""
    return f"{compared}{', '.join(versions)}; {kept['processor']}, Python {kept['python']}, {kept['date']}"
