"""The colours of the drawings, for light and for dark surroundings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Theme:
    """Each colour by what it is for."""

    bg: str
    surface: str
    sunk: str
    line: str
    edge: str
    ink: str
    ink_2: str
    ink_3: str
    accent: str
    accent_ink: str
    accent_soft: str
    p1: str
    p1_rim: str
    p2: str
    p2_rim: str
    p2_core: str
    board: str
    hole: str
    board_ink: str
    win: str
    draw: str
    loss: str
    est: str
    cut: str
    cut_soft: str


LIGHT: Final = Theme(
    bg="#F6F5F1",
    surface="#FFFFFF",
    sunk="#ECEAE3",
    line="#DDDAD1",
    edge="#8A8779",
    ink="#1C2130",
    ink_2="#4A5163",
    ink_3="#5F6676",
    accent="#3A50A8",
    accent_ink="#FFFFFF",
    accent_soft="#E5E9F7",
    p1="#DD4A32",
    p1_rim="#A42E1B",
    p2="#F4C244",
    p2_rim="#94650A",
    p2_core="#E3AA2C",
    board="#3D4F93",
    hole="#E9EAF1",
    board_ink="#FFFFFF",
    win="#00705C",
    draw="#5A6170",
    loss="#9E4610",
    est="#6546B8",
    cut="#A02C66",
    cut_soft="#F8E3EE",
)

DARK: Final = Theme(
    bg="#10131A",
    surface="#181C26",
    sunk="#0B0E14",
    line="#2A3040",
    edge="#6F778C",
    ink="#ECEEF4",
    ink_2="#B4BACB",
    ink_3="#8F97AB",
    accent="#9FB3FF",
    accent_ink="#10152B",
    accent_soft="#232C4D",
    p1="#F2664B",
    p1_rim="#B93E28",
    p2="#F6CB57",
    p2_rim="#8A5F0C",
    p2_core="#D9A534",
    board="#4E5F9F",
    hole="#0E1119",
    board_ink="#FFFFFF",
    win="#4FD0B0",
    draw="#A9B0C0",
    loss="#F2A568",
    est="#BFA8FF",
    cut="#F58BBB",
    cut_soft="#3D1A2D",
)

THEMES: Final[Mapping[str, Theme]] = {"light": LIGHT, "dark": DARK}
