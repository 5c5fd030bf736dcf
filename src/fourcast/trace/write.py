"""Trees as files, and the source of Graphviz among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fourcast.charts import svg_to_pdf, svg_to_png
from fourcast.drawing import LIGHT
from fourcast.errors import UsageError, missing_packages
from fourcast.rules import board_text
from fourcast.trace.explain import (
    cut_reason,
    cut_texts,
    findings,
    headline,
    kind_word,
    node_value_text,
    shown_kind,
    step_text,
    window_text,
)
from fourcast.trace.html import tree_to_html
from fourcast.trace.svg import tree_to_svg
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode
from fourcast.trace.tree_json import json_text, tree_to_json

MAX_ROW: Final = 30
"""A tree with more nodes of one depth is wide."""
SHAPES: Final = {NodeKind.MAX: "house", NodeKind.MIN: "invhouse", NodeKind.CHANCE: "ellipse", NodeKind.LEAF: "box"}


def tree_to_dot(tree: Tree) -> str:
    """The source of a drawing: `dot -Tsvg` makes it a picture. It goes from the top down with boards; that of a wide
    tree from left to right without them, so that it can be read and printed."""
    return "".join(f"{line}\n" for line in _lines(tree))


def _lines(tree: Tree) -> Iterator[str]:
    yield "digraph search {"
    yield f"  label={_quoted([' · '.join(headline(tree)), *findings(tree)])};"
    yield '  labelloc=t; ordering=out; ranksep=0.6; fontname="DejaVu Sans,sans-serif";'
    yield '  node [fontname="DejaVu Sans Mono,monospace", fontsize=10, margin="0.08,0.06"];'
    yield '  edge [fontname="DejaVu Sans,sans-serif", fontsize=11, arrowhead=none];'
    is_wide = max(Counter(node.depth for node in tree.nodes).values()) > MAX_ROW
    if is_wide:
        yield '  rankdir=LR; nodesep=0.04; node [height=0.15, margin="0.06,0.02"];'
    for node in tree.nodes:
        yield _node(tree, node, has_board=not is_wide)
        if node.parent is not None:
            style = f', penwidth=4, color="{LIGHT.accent}"' if node.chosen else ""
            yield f"  n{node.parent} -> n{node.index} [label={_quoted([step_text(node)])}{style}];"
    for node in tree.nodes:  # after all edges, so that what was not tried stands to the right of what was
        yield from _stubs(tree, node)
    yield "}"


def _node(tree: Tree, node: TreeNode, *, has_board: bool) -> str:
    kind, value = f"{kind_word(tree, node)}, depth {node.depth}", f"value {node_value_text(tree, node)}"
    label = [kind, value, f"window {window_text(tree, node)}"]
    if has_board:
        label += board_text(node.position).split("\n")
    elif node.kind is NodeKind.LEAF:
        label = [f"{kind}, {value}"]
    style = f', penwidth=3, color="{LIGHT.accent}"' if node.chosen else ""
    return f"  n{node.index} [shape={SHAPES[shown_kind(tree, node)]}, label={_quoted(label)}{style}];"


def _stubs(tree: Tree, node: TreeNode) -> Iterator[str]:
    """What was cut, as dashed edges that end at a bar, with the reason below; or a count of what is not shown."""
    if reason := cut_reason(tree, node):
        texts = cut_texts(node)
        yield f'  c{node.index} [shape=plaintext, fontcolor="{LIGHT.cut}", label={_quoted([reason])}];'
        for text in texts:
            label = _quoted([text])
            yield (
                f"  n{node.index} -> c{node.index} "
                f'[style=dashed, arrowhead=tee, color="{LIGHT.cut}", fontcolor="{LIGHT.cut}", label={label}];'
            )
    elif node.ended is Ended.NOT_SHOWN:
        yield f"  m{node.index} [shape=plaintext, label={_quoted([f'+{node.nodes - 1:,}'])}];"
        yield f"  n{node.index} -> m{node.index} [style=dotted];"


def _quoted(lines: list[str]) -> str:
    """Lines as a quoted string, one below the other. Graphviz reads backslashes and HTML entities in it."""
    escaped = (
        "".join(sign if sign.isprintable() else " " for sign in line)
        .replace("&", "&amp;")
        .replace("\\", "\\\\")
        .replace('"', '\\"')
        for line in lines
    )
    return '"' + "\\n".join(escaped) + '"'


WRITERS: Final[Mapping[str, Callable[[Tree], str | bytes]]] = {
    ".json": lambda tree: json_text(tree_to_json(tree), indent=1) + "\n",
    ".dot": tree_to_dot,
    ".svg": tree_to_svg,
    ".pdf": lambda tree: svg_to_pdf(tree_to_svg(tree)),
    ".png": lambda tree: svg_to_png(tree_to_svg(tree)),
    ".html": tree_to_html,
}
"""The functions that write a tree, by the suffix of the file."""


def check_suffix(path: Path) -> None:
    """Raise `UsageError` if a tree cannot be written to a file with this suffix."""
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        raise UsageError(f"A tree cannot be written to {path.name}. End the name in {', '.join(WRITERS)}.")
    if suffix in (".pdf", ".png") and not find_spec("vl_convert"):
        raise UsageError(missing_packages(f"A {suffix} file", "vl-convert", "charts"))
