"""A recorded search as a file, of the kind that its name asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from fourcast.errors import UsageError
from fourcast.files import write_atomically
from fourcast.trace.dot import tree_to_dot
from fourcast.trace.html import tree_to_html
from fourcast.trace.svg import tree_to_svg
from fourcast.trace.tree import Tree
from fourcast.trace.tree_json import json_text, tree_to_json


def _json_text(tree: Tree) -> str:
    return json_text(tree_to_json(tree), indent=1) + "\n"


WRITERS: Final[Mapping[str, Callable[[Tree], str]]] = {
    ".json": _json_text,
    ".dot": tree_to_dot,
    ".svg": tree_to_svg,
    ".html": tree_to_html,
}
"""How a tree is written, by the ending of the file's name."""


def write_tree(tree: Tree, path: Path) -> None:
    """Write a tree to a file. Raises `UsageError` if its name does not say as what."""
    check_suffix(path)
    write_atomically(path, WRITERS[path.suffix.lower()](tree))


def check_suffix(path: Path) -> None:
    """Raise `UsageError` if a file's name does not say as what a tree is written."""
    if path.suffix.lower() not in WRITERS:
        raise UsageError(f"A tree cannot be written to {path.name}. End the name in {', '.join(WRITERS)}.")
