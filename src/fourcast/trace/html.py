"""A recorded search as one HTML file that needs nothing else: it opens and closes branches, explains every node and
steps through the search in the order in which it ran."""

from __future__ import annotations

import base64
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fourcast.trace.as_json import json_text
from fourcast.trace.markup import escaped
from fourcast.trace.page_data import page_data
from fourcast.trace.tree import Tree
from fourcast.trace.words import findings, headline

PARTS: Final = Path(__file__).parent / "page"
MODULES: Final = (
    "dom.js",
    "discs.js",
    "layout.js",
    "steps.js",
    "model.js",
    "draw.js",
    "view.js",
    "inspector.js",
    "timeline.js",
    "explorer.js",
)
"""The explorer, in the order in which its modules build on each other: any page may import the last."""
STYLES: Final = ("tokens.css", "base.css", "explorer.css")


def tree_to_html(tree: Tree) -> str:
    """The page of a tree. Its policy lets no script and no style run but its own, and nothing be loaded."""
    style, script = _style(), _script()
    title = " · ".join(headline(tree))
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {
        "policy": policy,
        "title": escaped(title),
        "findings": escaped(" ".join(findings(tree))),
        "style": style,
        "explorer": _read("explorer.html"),
        "data": _data_text(tree),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _read("page.html"))


def _data_text(tree: Tree) -> str:
    """The data as JSON inside of a script element, where no `<` may begin a tag."""
    text = json_text(page_data(tree))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


@cache
def _style() -> str:
    return "\n" + "".join(map(_read, (*STYLES, "page.css")))


@cache
def _script() -> str:
    """All modules as one: what they import of each other is there already."""
    joined = "\n" + "\n".join(_read(name) for name in (*MODULES, "page.js"))
    return re.sub(r"(?m)^(import .*;\n|export )", "", joined)


def _read(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a policy says to allow exactly this text."""
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
