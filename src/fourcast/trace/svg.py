"""A recorded search as a standalone SVG document: no scripts, nothing from outside, no system program needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fourcast.drawing import FONT, TEXT, THEMES, Theme, escaped, number
from fourcast.errors import UsageError
from fourcast.rules import other
from fourcast.text import PLAYERS
from fourcast.trace.explain import findings, headline, short_kind, shown_kind
from fourcast.trace.picture import Picture, compose
from fourcast.trace.sizes import Detail, What, text_width
from fourcast.trace.svg_edge import draw_chip, draw_edge, draw_more, draw_stubs
from fourcast.trace.svg_node import draw_node, kind_mark
from fourcast.trace.tree import NodeKind, Tree

MOST_NODES: Final = 4_000
"""A tree with more nodes than this is drawn to the level up to which it has fewer."""
LEFT: Final = 68.0
MARGIN: Final = 24.0
NARROWEST: Final = 640.0
LINE: Final = 20.0


def tree_to_svg(tree: Tree, *, theme: str = "light", max_nodes: int = MOST_NODES, detail: Detail | None = None) -> str:
    """The drawing of a tree. `detail` is by default the most that is not too wide; a tree of more than `max_nodes` is
    drawn to the depth that fits, and the drawing says so."""
    if theme not in THEMES:
        raise UsageError(f"There is no theme {theme!r}. Known: {', '.join(THEMES)}.")
    picture = compose(tree, max_nodes=max_nodes, detail=detail)
    return "".join(_document(tree, picture, THEMES[theme]))


def _document(tree: Tree, picture: Picture, theme: Theme) -> Iterator[str]:
    width = max(NARROWEST, LEFT + picture.width + MARGIN)
    title = " · ".join(headline(tree))
    sentences = findings(tree, picture.drawn)
    first, *others = headline(tree)
    titles = _wrapped([first, *(f"· {part}" for part in others)], 17, width)
    head = titles + _wrapped(" ".join(sentences).split(" "), 13, width)
    top = MARGIN + LINE * len(head) + 28
    left = LEFT + (width - LEFT - MARGIN - picture.width) / 2
    label = escaped(". ".join([title, " ".join(sentences)]))
    legend = list(_legend(tree, picture))
    legend_lines = _legend_lines(legend, width)
    height = top + picture.height + 40 + LINE * len(legend_lines)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
        f'viewBox="0 0 {number(width)} {number(height)}" font-family="{escaped(FONT)}" font-size="{TEXT.size:g}" '
        f'fill="{theme.ink}" role="img" aria-label="{label}">\n'
        f"<title>{escaped(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{theme.bg}"/>\n'
    )
    yield from _head(head, len(titles), theme)
    yield from _lanes(tree, picture, top, theme)
    yield f'<g transform="translate({number(left)} {number(top)})">\n'
    yield from _edges(tree, picture, theme)
    for item in picture.items:
        if item.what is What.NODE:
            yield draw_node(tree, item, theme) + "\n"
    yield "</g>\n"
    for index, line in enumerate(legend_lines):
        y = top + picture.height + 40 + LINE * index
        yield from _legend_line(line, y, theme)
    yield "</svg>\n"


def _edges(tree: Tree, picture: Picture, theme: Theme) -> Iterator[str]:
    """Edges from the back to the front: ordinary ones, cut ones, the chosen line, what is written on them."""
    nodes = [item for item in picture.items if item.what is What.NODE and item.parent is not None]
    yield f'<g fill="none" stroke="{theme.edge}" stroke-width="{0.8 if picture.detail is Detail.MARKS else 1.3}">\n'
    for item in nodes:
        if not item.node.chosen:
            yield draw_edge(picture, item)
    yield "</g>\n"
    for item in picture.items:
        if item.what is What.CUT:
            yield draw_stubs(tree, picture, item, theme) + "\n"
        elif item.what is What.MORE:
            yield draw_more(picture, item, theme) + "\n"
    yield f'<g class="chosen" fill="none" stroke="{theme.accent}" stroke-width="4" stroke-linecap="round">\n'
    for item in nodes:
        if item.node.chosen:
            yield draw_edge(picture, item)
    yield "</g>\n"
    yield '<g text-anchor="middle">\n'
    for item in nodes:
        yield draw_chip(picture, item, theme)
    yield "</g>\n"


def _head(lines: list[str], titles: int, theme: Theme) -> Iterator[str]:
    for index, line in enumerate(lines):
        y = MARGIN + 14 + LINE * index
        style = 'font-size="17" font-weight="600"' if index < titles else f'font-size="13" fill="{theme.ink_2}"'
        yield f'<text x="{number(MARGIN)}" y="{number(y)}" {style}>{escaped(line)}</text>\n'


def _lanes(tree: Tree, picture: Picture, top: float, theme: Theme) -> Iterator[str]:
    """At the left of every level, whose it is."""
    kinds: dict[int, str] = {}
    for item in picture.items:
        if item.what is What.NODE and kinds.get(item.level, "leaf") == "leaf":
            kinds[item.level] = short_kind(tree, item.node)
    yield f'<g font-weight="500" fill="{theme.ink_2}">\n'
    for level, kind in kinds.items():
        upper, lower = picture.levels[level]
        yield f'<text x="{number(MARGIN)}" y="{number(top + (upper + lower) / 2 + 4)}">{kind}</text>\n'
    yield "</g>\n"


def _legend(tree: Tree, picture: Picture) -> Iterator[tuple[str, str]]:
    """What the marks mean: a mark and its words."""
    shown = {shown_kind(tree, item.node) for item in picture.items if item.what is What.NODE}
    yield "max", f"MAX, {PLAYERS[tree.max_player]}"
    if NodeKind.MIN in shown:
        yield "min", f"MIN, {PLAYERS[other(tree.max_player)]}"
    if NodeKind.CHANCE in shown:
        yield "chance", "chance, a mean"
    if NodeKind.LEAF in shown:
        yield "leaf", "leaf"
    if picture.detail in (Detail.SHAPES, Detail.MARKS):
        yield "good", f"good for {PLAYERS[tree.max_player]}"
        yield "bad", f"bad for {PLAYERS[tree.max_player]}"
    yield "chosen", "chosen line"
    if any(item.what is What.CUT for item in picture.items):
        yield "cut", "cut, not looked at"
    cards = picture.detail in (Detail.BOARDS, Detail.CARDS)
    yield "", f"values from {PLAYERS[tree.max_player]}'s side{', then the window α, β on entry' if cards else ''}"


def _legend_lines(legend: list[tuple[str, str]], width: float) -> list[list[tuple[float, str, str]]]:
    """The legend in lines that are not too wide, each entry with its place."""
    lines: list[list[tuple[float, str, str]]] = [[]]
    x = MARGIN
    for mark, words in legend:
        needed = (26 if mark else 0) + text_width(words)
        if lines[-1] and x + needed > width - MARGIN:
            lines.append([])
            x = MARGIN
        lines[-1].append((x, mark, words))
        x += needed + 20
    return lines


def _legend_line(line: list[tuple[float, str, str]], y: float, theme: Theme) -> Iterator[str]:
    yield f'<g fill="{theme.ink_2}">'
    for x, mark, words in line:
        if mark:
            yield kind_mark(mark, x + 8, y - 4, theme)
        yield f'<text x="{number(x + (26 if mark else 0))}" y="{number(y)}">{escaped(words)}</text>'
    yield "</g>\n"


def _wrapped(pieces: list[str], size: float, width: float) -> list[str]:
    """Pieces of text in lines that fit, each piece whole."""
    lines: list[str] = []
    for piece in pieces:
        if lines and text_width(f"{lines[-1]} {piece}", size) <= width - 2 * MARGIN:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines
