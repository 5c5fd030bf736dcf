"""Colours, marks and sizes of boards and trees, from `style.json`.

The file is the only source for all drawings: SVG, DOT and charts read it through this module, pages as the style sheet
`lib/colours.css` and the module `lib/style.js`, which are generated from it here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

_DATA: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "style.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Theme:
    """The colours that pictures use, each named by its purpose. Pages use more of them."""

    bg: str
    surface: str
    line: str
    edge: str
    ink: str
    ink_2: str
    ink_3: str
    accent: str
    accent_ink: str
    p1: str
    p1_rim: str
    p2: str
    p2_rim: str
    board: str
    hole: str
    board_ink: str
    win: str
    draw: str
    loss: str
    est: str
    cut: str


@dataclass(frozen=True)
class BoardStyle:
    """Proportions of a small board, in sides of a cell."""

    frame: float
    hole: float
    line: float
    """The disc behind one that belongs to a winning line."""
    disc: float
    ring: float
    """The ring on the second player's discs."""
    centre: float
    """The disc inside of that ring."""
    last_radius: float
    may_fall_radius: float
    stroke: float
    min_stroke: float
    """In pixels."""
    pop_width: float
    pop_height: float
    max_holes: int
    """A board with more cells is drawn without its empty ones."""


@dataclass(frozen=True)
class CardStyle:
    """Sizes of a node that is drawn as a card, in pixels."""

    point: float
    """Height of the roof of a MAX node and of the point below a MIN node."""
    corner: float
    board_top: float
    baseline: float
    """From the lower edge of the board to the line of text."""
    mark_rise: float
    inset: float
    chance_inset: float
    value_gap: float
    window_gap: float
    leaf_side: float


@dataclass(frozen=True)
class TextStyle:
    """Font sizes in a drawing, in pixels."""

    size: float
    value_size: float
    shape_value_size: float


@dataclass(frozen=True)
class SeriesStyle:
    """What distinguishes the lines of a chart: line `n` has the n-th colour, dash and shape, each list repeating."""

    colours: list[str]
    """Names of `Theme` fields."""
    dashes: list[list[int]]
    shapes: list[Mapping[str, str]]
    """Each with its `name` in Vega and its `path` in SVG."""

    @property
    def shape_names(self) -> list[str]:
        return [shape["name"] for shape in self.shapes]


def _theme(column: int) -> Theme:
    return Theme(**{field.name: _DATA["colours"][field.name][column] for field in fields(Theme)})


LIGHT: Final = _theme(0)
DARK: Final = _theme(1)
THEMES: Final[Mapping[str, Theme]] = {"light": LIGHT, "dark": DARK}
FONT: Final[str] = _DATA["font"]
MARKS: Final[Mapping[str, str]] = _DATA["marks"]
"""Path data by kind of node."""
BOARD: Final = BoardStyle(**_DATA["board"])
CARD: Final = CardStyle(**_DATA["card"])
TEXT: Final = TextStyle(**_DATA["text"])
MAX_STUBS: Final[int] = _DATA["max_stubs"]
"""A node with more cut branches than this has only so many stubs drawn."""
SERIES: Final = SeriesStyle(**_DATA["series"])


def colours_css() -> str:
    """Colours and font as custom properties: `--accent-soft` for `accent_soft`."""
    lines = [
        f"  --{name.replace('_', '-')}: light-dark({light}, {dark});"
        for name, (light, dark) in _DATA["colours"].items()
    ]
    return "\n".join([":root {", f"  --font: {FONT};", *lines, "}", ""])


def style_js() -> str:
    """The rest as a module that exports `style`."""
    rest = {name: value for name, value in _DATA.items() if name not in ("colours", "font")}
    return f"export const style = {json.dumps(rest)};\n"
