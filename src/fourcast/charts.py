"""Charts as files, drawn by Altair without any network."""

from __future__ import annotations

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
