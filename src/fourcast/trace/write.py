"""Trees as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from fourcast.errors import UsageError
from fourcast.trace.dot import tree_to_dot
from fourcast.trace.html import tree_to_html
from fourcast.trace.svg import tree_to_svg
from fourcast.trace.tree import Tree
from fourcast.trace.tree_json import json_text, tree_to_json

WRITERS: Final[Mapping[str, Callable[[Tree], str]]] = {
    ".json": lambda tree: json_text(tree_to_json(tree), indent=1) + "\n",
    ".dot": tree_to_dot,
    ".svg": tree_to_svg,
    ".html": tree_to_html,
}
"""The functions that write a tree, by the suffix of the file."""


def check_suffix(path: Path) -> None:
    """Raise `UsageError` if there is no writer for the suffix of a file."""
    if path.suffix.lower() not in WRITERS:
        raise UsageError(f"A tree cannot be written to {path.name}. End the name in {', '.join(WRITERS)}.")
