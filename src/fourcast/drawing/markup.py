"""Texts and numbers as they may stand in XML and HTML."""

from __future__ import annotations

from html import escape


def escaped(text: str) -> str:
    """A text as content or as the value of an attribute. Signs that XML cannot hold become spaces."""
    return escape("".join(sign if _may_stand(sign) else " " for sign in text))


def number(value: float) -> str:
    """A coordinate, as short as may be."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _may_stand(sign: str) -> bool:
    code = ord(sign)
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
