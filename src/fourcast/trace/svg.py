"""A recorded search as a standalone SVG document: no scripts, nothing from outside, no system program needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fourcast.drawing import CARD, FONT, LIGHT, MARKS, MAX_STUBS, TEXT, board_svg, escaped, number
from fourcast.rules import other
from fourcast.text import PLAYERS
from fourcast.trace.explain import (
    cut_reason,
    cut_sentence,
    cut_texts,
    findings,
    headline,
    node_name,
    node_value_text,
    short_kind,
    shown_kind,
    step_text,
    window_text,
)
from fourcast.trace.picture import WINDOW_SIZE, Detail, Item, Picture, What, compose, has_chip, stub_step
from fourcast.trace.shapes import card_cell, node_board, outline, text_width
from fourcast.trace.tree import NodeKind, Tree

MAX_NODES: Final = 4_000
"""A larger tree is drawn to the level up to which it has at most this many nodes."""
LEFT: Final = 84.0
MARGIN: Final = 24.0
MIN_WIDTH: Final = 640.0
LINE: Final = 20.0


def tree_to_svg(tree: Tree, *, max_nodes: int = MAX_NODES, detail: Detail | None = None) -> str:
    """The drawing of a tree. `detail` is by default the most that is not too wide; a tree of more than `max_nodes` is
    drawn to the depth that fits, and the drawing says so."""
    return "".join(_document(tree, compose(tree, max_nodes=max_nodes, detail=detail)))


def _document(tree: Tree, picture: Picture) -> Iterator[str]:
    width = max(MIN_WIDTH, LEFT + picture.width + MARGIN)
    title = " · ".join(headline(tree))
    sentences = findings(tree, picture.drawn)
    first, *others = headline(tree)
    titles = _wrapped([first, *(f"· {part}" for part in others)], 17, width)
    head = titles + _wrapped(" ".join(sentences).split(" "), 13, width)
    top = MARGIN + LINE * len(head) + 28
    left = LEFT + (width - LEFT - MARGIN - picture.width) / 2
    label = escaped(". ".join([title, " ".join(sentences)]))
    legend = _legend_rows(tree, picture, width, top + picture.height + 40)
    height = top + picture.height + 40 + LINE * len(legend)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
        f'viewBox="0 0 {number(width)} {number(height)}" font-family="{escaped(FONT)}" font-size="{TEXT.size:g}" '
        f'fill="{LIGHT.ink}" role="img" aria-label="{label}">\n'
        f"<title>{escaped(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{LIGHT.bg}"/>\n'
    )
    yield from _head(head, len(titles))
    yield from _lanes(tree, picture, top)
    yield f'<g transform="translate({number(left)} {number(top)})">\n'
    yield from _edges(tree, picture)
    for item in picture.items:
        if item.what is What.NODE:
            yield _draw_node(tree, picture.detail, item) + "\n"
    yield "</g>\n"
    yield from legend
    yield "</svg>\n"


def _edges(tree: Tree, picture: Picture) -> Iterator[str]:
    """Edges from the back to the front: ordinary ones, cut ones, the principal variation, what is written on them."""
    nodes = [item for item in picture.items if item.what is What.NODE and item.parent is not None]
    yield f'<g fill="none" stroke="{LIGHT.edge}" stroke-width="1.3">\n'
    for item in nodes:
        if not item.node.chosen:
            yield _draw_edge(picture, item)
    yield "</g>\n"
    for item in picture.items:
        if item.what is What.CUT:
            yield _draw_stubs(tree, picture, item) + "\n"
        elif item.what is What.MORE:
            yield _draw_more(picture, item) + "\n"
    yield f'<g class="chosen" fill="none" stroke="{LIGHT.accent}" stroke-width="4" stroke-linecap="round">\n'
    for item in nodes:
        if item.node.chosen:
            yield _draw_edge(picture, item)
    yield "</g>\n"
    yield '<g text-anchor="middle">\n'
    for item in nodes:
        yield _draw_chip(picture, item)
    yield "</g>\n"


def _head(lines: list[str], titles: int) -> Iterator[str]:
    for index, line in enumerate(lines):
        y = MARGIN + 14 + LINE * index
        style = 'font-size="17" font-weight="600"' if index < titles else f'font-size="13" fill="{LIGHT.ink_2}"'
        yield f'<text x="{number(MARGIN)}" y="{number(y)}" {style}>{escaped(line)}</text>\n'


def _lanes(tree: Tree, picture: Picture, top: float) -> Iterator[str]:
    """The kind of every level, at its left."""
    kinds: dict[int, str] = {}
    for item in picture.items:
        if item.what is What.NODE and kinds.get(item.level, "leaf") == "leaf":
            kinds[item.level] = short_kind(tree, item.node)
    yield f'<g font-weight="500" fill="{LIGHT.ink_2}">\n'
    for level, kind in kinds.items():
        upper, lower = picture.levels[level]
        y = top + (upper + lower) / 2 + 4
        lines = [
            f'<tspan x="{number(MARGIN)}" y="{number(y + 15 * line)}">{word}</tspan>'
            for line, word in enumerate(kind.split(" "))
        ]
        yield f"<text>{''.join(lines)}</text>\n"
    yield "</g>\n"


def _legend(tree: Tree, picture: Picture) -> Iterator[tuple[str, str]]:
    """Marks and what they mean."""
    shown = {shown_kind(tree, item.node) for item in picture.items if item.what is What.NODE}
    yield "max", f"MAX, {PLAYERS[tree.max_player]}"
    if NodeKind.MIN in shown:
        yield "min", f"MIN, {PLAYERS[other(tree.max_player)]}"
    if NodeKind.CHANCE in shown:
        yield "chance", "chance node (expected value)"
    if NodeKind.LEAF in shown:
        yield "leaf", "leaf"
    shapes = picture.detail is Detail.SHAPES
    if shapes:
        yield "good", f"good for {PLAYERS[tree.max_player]}"
        yield "bad", f"bad for {PLAYERS[tree.max_player]}"
    yield "chosen", "principal variation"
    if any(item.what is What.CUT for item in picture.items):
        yield "cut", "cut, not searched"
    yield "", f"values from {PLAYERS[tree.max_player]}'s side{'' if shapes else ', then the window α, β on entry'}"


def _legend_rows(tree: Tree, picture: Picture, width: float, y: float) -> list[str]:
    """The legend in rows that are not too wide, the first of them at `y`."""
    rows: list[str] = []
    x = MARGIN
    for mark, words in _legend(tree, picture):
        needed = (26 if mark else 0) + text_width(words)
        if not rows or x + needed > width - MARGIN:
            rows.append("")
            x = MARGIN
        row_y = y + LINE * (len(rows) - 1)
        if mark:
            rows[-1] += _kind_mark(mark, x + 8, row_y - 4)
        rows[-1] += f'<text x="{number(x + (26 if mark else 0))}" y="{number(row_y)}">{escaped(words)}</text>'
        x += needed + 20
    return [f'<g fill="{LIGHT.ink_2}">{row}</g>\n' for row in rows]


def _wrapped(pieces: list[str], size: float, width: float) -> list[str]:
    """Pieces of text in lines that fit, each piece whole."""
    lines: list[str] = []
    for piece in pieces:
        if lines and text_width(f"{lines[-1]} {piece}", size) <= width - 2 * MARGIN:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


def _draw_node(tree: Tree, detail: Detail, item: Item) -> str:
    """A node, with its name as a tooltip."""
    node = item.node
    is_leaf = node.kind is NodeKind.LEAF
    match detail:
        case Detail.CARDS | Detail.VALUES if is_leaf:
            drawn = _leaf_square(tree, item)
        case Detail.SHAPES if is_leaf:
            drawn = _leaf_sign(item)
        case Detail.VALUES:
            drawn = _shape(tree, item) + _shape_window(tree, item)
        case Detail.SHAPES:
            drawn = _shape(tree, item)
        case Detail.BOARDS | Detail.CARDS:
            drawn = _card(tree, item)
    kind = "chosen node" if node.chosen else "node"
    return (
        f'<g class="{kind}" data-index="{node.index}" data-kind="{node.kind.value}" '
        f'transform="translate({number(item.x - item.width / 2)} {number(item.y)})">'
        f"<title>{escaped(node_name(tree, node))}</title>{drawn}</g>"
    )


def _kind_mark(mark: str, x: float, y: float) -> str:
    """A mark of the legend: a kind of node, the principal variation, a cut, a good or a bad leaf."""
    at = f'transform="translate({number(x)} {number(y)})"'
    match mark:
        case "chosen":
            return f'<path {at} d="M-9 0H9" stroke="{LIGHT.accent}" stroke-width="4"/>'
        case "cut":
            return (
                f'<g {at} fill="none" stroke="{LIGHT.cut}"><path d="M-9 0H5" stroke-width="1.5" '
                f'stroke-dasharray="4 3"/><path d="M7 -5V5" stroke-width="2.4"/></g>'
            )
        case "good" | "bad":
            return f'<g {at}><g transform="translate(-6 -6)">{_signed(1 if mark == "good" else -1, 12)}</g></g>'
        case _:
            return f'<path {at} d="{MARKS[mark]}"/>'


def _card(tree: Tree, item: Item) -> str:
    node, kind = item.node, shown_kind(tree, item.node)
    picture, cell = node_board(tree, node), card_cell(tree)
    board_width, board_height = (side * cell for side in picture.size)
    upper = CARD.point if kind is NodeKind.MAX else 0.0
    left = (item.width - board_width) / 2
    baseline = upper + board_height + CARD.baseline
    stroke, weight = (LIGHT.accent, "2.5") if node.chosen else (LIGHT.edge, "1.1")
    ink = LIGHT.accent if node.chosen else LIGHT.ink
    path = outline(kind, item.width, item.height, point=CARD.point, corner=CARD.corner)
    board = board_svg(picture, left, upper + CARD.board_top, cell)
    drawn = (
        f'<path d="{path}" fill="{LIGHT.surface}" stroke="{stroke}" stroke-width="{weight}"/><g fill="none">{board}</g>'
    )
    size = f'font-size="{TEXT.value_size:g}" font-weight="600"'
    value = escaped(node_value_text(tree, node))
    if kind is NodeKind.LEAF:
        return drawn + (
            f'<text x="{number(item.width / 2)}" y="{number(baseline)}" text-anchor="middle" {size} '
            f'fill="{ink}">{value}</text>'
        )
    inset = CARD.chance_inset if kind is NodeKind.CHANCE else CARD.inset
    return drawn + (
        f'<g fill="{ink}">{_kind_mark(kind.value, inset, baseline - CARD.mark_rise)}'
        f'<text x="{number(inset + CARD.value_gap)}" y="{number(baseline)}" {size}>{value}</text>'
        "</g>"
        f'<text x="{number(item.width - inset + CARD.window_gap)}" y="{number(baseline)}" text-anchor="end" '
        f'fill="{LIGHT.ink_3}">'
        f"{escaped(window_text(tree, node))}</text>"
    )


def _leaf_square(tree: Tree, item: Item) -> str:
    fill, stroke, ink = _colours(item)
    return (
        f'<rect width="{number(item.width)}" height="{CARD.leaf_side:g}" rx="5" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.1"/>'
        f'<text x="{number(item.width / 2)}" y="17.5" text-anchor="middle" font-weight="500" fill="{ink}">'
        f"{escaped(node_value_text(tree, item.node))}</text>"
    )


def _shape(tree: Tree, item: Item) -> str:
    kind = shown_kind(tree, item.node)
    fill, stroke, ink = _colours(item)
    y = {NodeKind.MAX: 25.5, NodeKind.MIN: 18.5}.get(kind, 22.0)
    return (
        f'<path d="{outline(kind, item.width, item.height, point=11, corner=3)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="1.2"/><text x="{number(item.width / 2)}" y="{y}" text-anchor="middle" '
        f'font-size="{TEXT.shape_value_size:g}" font-weight="600" fill="{ink}">'
        f"{escaped(node_value_text(tree, item.node))}</text>"
    )


def _shape_window(tree: Tree, item: Item) -> str:
    """The window on entry, below the value."""
    y = {NodeKind.MAX: 39.0, NodeKind.MIN: 32.0}.get(shown_kind(tree, item.node), 36.0)
    fill = LIGHT.accent_ink if item.node.chosen else LIGHT.ink_2
    return (
        f'<text x="{number(item.width / 2)}" y="{y}" text-anchor="middle" font-size="{WINDOW_SIZE:g}" '
        f'fill="{fill}">{escaped(window_text(tree, item.node))}</text>'
    )


def _colours(item: Item) -> tuple[str, str, str]:
    """Fill, stroke and text."""
    if item.node.chosen:
        return LIGHT.accent, LIGHT.accent, LIGHT.accent_ink
    return LIGHT.surface, LIGHT.edge, LIGHT.ink


def _leaf_sign(item: Item) -> str:
    side = number(item.height)
    if item.node.chosen:
        return f'<rect width="{side}" height="{side}" rx="2" fill="{LIGHT.accent}"/>'
    return _signed(item.node.value, item.height)


def _signed(value: float, side: float) -> str:
    """A square whose colour and sign show whether a value is good or bad for MAX."""
    colour = LIGHT.win if value > 0 else LIGHT.loss if value < 0 else LIGHT.draw
    half, reach = side / 2, side * 0.27
    sign = f"M{number(half - reach)} {number(half)}h{number(2 * reach)}" if value else ""
    if value > 0:
        sign += f"M{number(half)} {number(half - reach)}v{number(2 * reach)}"
    stroke = f'<path d="{sign}" stroke="{LIGHT.surface}" stroke-width="{number(side * 0.16)}"/>' if sign else ""
    return f'<rect width="{number(side)}" height="{number(side)}" rx="{number(side * 0.2)}" fill="{colour}"/>{stroke}'


def _draw_edge(picture: Picture, item: Item) -> str:
    """The edge from the parent to a node; its end is straight, for the text on it."""
    return f'<path d="{_curve(picture, item, item.x)}V{number(item.y)}"/>\n'


def _draw_chip(picture: Picture, item: Item) -> str:
    """The text on the edge to a node."""
    text = step_text(item.node)
    if not text or not has_chip(item.node, picture.detail):
        return ""
    width, y = max(18.0, text_width(text) + 8), item.y - picture.chip / 2
    colour, bold, stroke = LIGHT.line, "", "1"
    if item.node.chosen:
        colour, bold, stroke = LIGHT.accent, ' font-weight="600"', "2"
    return (
        f'<rect x="{number(item.x - width / 2)}" y="{number(y - 9)}" width="{number(width)}" height="18" rx="9" '
        f'fill="{LIGHT.surface}" stroke="{colour}" stroke-width="{stroke}"/>'
        f'<text x="{number(item.x)}" y="{number(y + 4.3)}"{bold}>{escaped(text)}</text>\n'
    )


def _draw_stubs(tree: Tree, picture: Picture, item: Item) -> str:
    """The cut branches of a node: dashed, each ending at a bar over its move, with the reason below."""
    untried, reason, sentence = cut_texts(item.node), cut_reason(tree, item.node), cut_sentence(tree, item.node)
    assert reason
    assert sentence
    texts = untried if len(untried) <= MAX_STUBS else [*untried[: MAX_STUBS - 1], "…"]
    y, step = item.y, stub_step(texts)
    places = [item.x + (index - (len(texts) - 1) / 2) * step for index in range(len(texts))]
    curves = "".join(f"{_curve(picture, item, x)}V{number(y)}" for x in places)
    bars = "".join(f"M{number(x - 5)} {number(y)}h10" for x in places)
    moves = "".join(
        f'<text x="{number(x)}" y="{number(y + 15)}">{escaped(text)}</text>'
        for x, text in zip(places, texts, strict=True)
    )
    first, _, rest = reason.partition(" ")
    names = ", ".join(untried)
    return (
        f'<g class="cut" data-index="{item.node.index}">'
        f"<title>{escaped(f'{sentence} Not searched: {names}.')}</title>"
        f'<g fill="none" stroke="{LIGHT.cut}"><path d="{curves}" stroke-width="1.3" stroke-dasharray="4 3"/>'
        f'<path d="{bars}" stroke-width="2.2"/></g>'
        f'<g text-anchor="middle" fill="{LIGHT.cut}">{moves}<text y="{number(y + 31)}" font-weight="600">'
        f'<tspan x="{number(item.x)}">{escaped(first)} </tspan>'
        f'<tspan x="{number(item.x)}" dy="15" font-weight="400">{escaped(rest)}</tspan></text></g></g>'
    )


def _draw_more(picture: Picture, item: Item) -> str:
    """How many nodes are below a node and not drawn."""
    assert item.parent is not None
    parent = picture.items[item.parent]
    y = parent.y + parent.height
    count = f"+{item.node.nodes - 1:,}"
    line = f'<path d="M{number(item.x)} {number(y)}v8" stroke="{LIGHT.edge}" stroke-dasharray="2 2"/>'
    return (
        f'<g class="more">{line}<text x="{number(item.x)}" y="{number(y + 20)}" text-anchor="middle" '
        f'fill="{LIGHT.ink_2}">{count}</text></g>'
    )


def _curve(picture: Picture, item: Item, x: float) -> str:
    """From the parent's lower end, down to the end of its level, and in a curve to above `x`."""
    assert item.parent is not None
    parent = picture.items[item.parent]
    start, end = picture.levels[parent.level][1], item.y - picture.chip
    middle = (start + end) / 2
    px = number(parent.x)
    return (
        f"M{px} {number(parent.y + parent.height)}V{number(start)}"
        f"C{px} {number(middle)} {number(x)} {number(middle)} {number(x)} {number(end)}"
    )
