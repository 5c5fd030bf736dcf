"""Boards as SVG, and the style of all drawings: colours, marks and sizes."""

from fourcast.drawing.board import BoardPicture, board_document, board_svg, escaped, number
from fourcast.drawing.style import (
    BOARD,
    CARD,
    FONT,
    LIGHT,
    MARKS,
    MAX_STUBS,
    SERIES,
    TEXT,
    THEMES,
    Theme,
    colours_css,
    style_js,
)

__all__ = [
    "BOARD",
    "CARD",
    "FONT",
    "LIGHT",
    "MARKS",
    "MAX_STUBS",
    "SERIES",
    "TEXT",
    "THEMES",
    "BoardPicture",
    "Theme",
    "board_document",
    "board_svg",
    "colours_css",
    "escaped",
    "number",
    "style_js",
]
