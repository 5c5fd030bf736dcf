"""Charts as files, rendered by Altair without network access."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from fourcast.drawing import FONT, Theme
from fourcast.errors import UsageError, missing_packages

SUFFIXES: Final = (".svg", ".pdf", ".png", ".html", ".json")
PARTS: Final = ("altair", "vl_convert")
SMALL: Final = 11
"""The font size of captions."""


def chart_unsupported_reason(path: Path) -> str | None:
    """Why no chart can be written to a file of this name; None if one can."""
    if path.suffix not in SUFFIXES:
        return f"Invalid chart file {path.name}: use one of the suffixes {', '.join(SUFFIXES)}."
    if not all(find_spec(part) for part in PARTS):
        return missing_packages("A chart", "Altair", "charts")
    return None


def save_chart(chart: Any, path: Path) -> None:
    """Write a chart in the format of the file's suffix."""
    if path.suffix == ".html":
        chart.save(str(path), inline=True)  # a page that needs no network
    else:
        path.write_bytes(render_chart(chart, path.suffix))


def render_chart(chart: Any, suffix: str) -> bytes:
    """A chart as a drawing, `.svg` or `.pdf`, an image, `.png`, or its Vega-Lite definition, `.json`."""
    convert: Any = import_module("vl_convert")
    match suffix:
        case ".svg":
            return str(convert.vegalite_to_svg(chart.to_json())).encode()
        case ".pdf":
            return bytes(convert.vegalite_to_pdf(chart.to_json()))
        case ".png":
            return bytes(convert.vegalite_to_png(chart.to_json(), scale=2))
        case _:
            return str(chart.to_json(indent=1)).encode()


def svg_to_png(svg: str) -> bytes:
    """A drawing as an image, with two pixels for each of its own."""
    return bytes(_converter("A PNG image").svg_to_png(svg, scale=2))


def svg_to_pdf(svg: str) -> bytes:
    """A drawing as a PDF document."""
    return bytes(_converter("A PDF document").svg_to_pdf(svg))


def _converter(what: str) -> Any:
    """The package that renders drawings. Raises `UsageError` if it is not installed."""
    if not find_spec("vl_convert"):
        raise UsageError(missing_packages(what, "vl-convert", "charts"))
    return import_module("vl_convert")


def themed(chart: Any, theme: Theme, *, padding: int = 12) -> Any:
    """The chart in the colours of a theme."""
    texts = {"labelColor": theme.ink_2, "titleColor": theme.ink_2, "labelFontSize": 12, "titleFontSize": 12}
    return (
        chart.properties(background=theme.surface)
        .configure(font=FONT, padding=padding)
        .configure_view(stroke=None)
        .configure_axis(**texts, titleFontWeight="normal", gridColor=theme.line, labelPadding=6)
        .configure_axisX(grid=False)
        .configure_legend(labelColor=theme.ink, titleColor=theme.ink_2, labelFontSize=12, symbolOpacity=1)
        .configure_title(color=theme.ink, fontSize=13, subtitleColor=theme.ink_2, anchor="start")
    )


def with_caption(chart: Any, title: str, lines: Sequence[str]) -> Any:
    """The chart with a title, which may be empty, and a caption below it."""
    alt: Any = import_module("altair")
    if title:
        return chart.properties(title=alt.Title(title, subtitle=list(lines)))
    # A subtitle without a title is not drawn.
    return chart.properties(title=alt.Title(list(lines), fontSize=SMALL, fontWeight="normal"))


def with_title(chart: Any, title: str) -> Any:
    """The chart with a title above its caption."""
    caption = getattr(chart.title, "text", None)
    return with_caption(chart, title, caption if isinstance(caption, list) else [])
