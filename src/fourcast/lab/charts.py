"""Charts as files, drawn by Altair without any network, and the chart of the solvers' speeds."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

SUFFIXES: Final = (".svg", ".png", ".html", ".json")
PARTS: Final = ("altair", "vl_convert")
INSTALL: Final = "pip install altair vl-convert-python"


def why_no_chart(path: Path) -> str | None:
    """Why no chart can be written to a file of this name; None if one can."""
    if path.suffix not in SUFFIXES:
        return f"A chart is written as {', '.join(SUFFIXES)}: {path.name} names none of them."
    if not all(find_spec(part) for part in PARTS):
        return f"Charts are drawn by Altair, which is not installed. `{INSTALL}` for that."
    return None


def write_chart(kept: Mapping[str, Any], path: Path) -> None:
    """Draw what `fourcast bench solver` kept."""
    save_chart(chart_of(kept), path)


def save_chart(chart: Any, path: Path) -> None:
    """A chart as its file's name asks."""
    if path.suffix == ".html":
        chart.save(str(path), inline=True)  # a page that needs no network
    else:
        path.write_bytes(drawn(chart, path.suffix))


def drawn(chart: Any, suffix: str) -> bytes:
    """A chart as the bytes of a picture, `.svg` or `.png`, or as its Vega-Lite definition, `.json`."""
    convert: Any = import_module("vl_convert")
    match suffix:
        case ".svg":
            return str(convert.vegalite_to_svg(chart.to_json())).encode()
        case ".png":
            return bytes(convert.vegalite_to_png(chart.to_json(), scale=2))
        case _:
            return str(chart.to_json(indent=1)).encode()


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
