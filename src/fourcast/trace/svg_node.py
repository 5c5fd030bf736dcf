"""One node of a drawing: a card with its board, an outline with its value, or a mark; and the signs of a legend."""

from __future__ import annotations

from fourcast.drawing import CARD, MARKS, TEXT, Theme, board_svg, escaped, number
from fourcast.trace.explain import node_name, shown_kind, value_text, window_text
from fourcast.trace.node_board import board_size, node_board
from fourcast.trace.outline import outline
from fourcast.trace.picture import Item
from fourcast.trace.sizes import Detail, card_cell
from fourcast.trace.tree import NodeKind, Tree


def draw_node(tree: Tree, item: Item, theme: Theme) -> str:
    """A node, with its name as a tip."""
    node = item.node
    is_leaf = node.kind is NodeKind.LEAF
    match item.detail:
        case Detail.CARDS if is_leaf:
            drawn = _leaf_square(tree, item, theme)
        case Detail.BOARDS | Detail.CARDS:
            drawn = _card(tree, item, theme)
        case Detail.SHAPES if not is_leaf:
            drawn = _shape(tree, item, theme)
        case Detail.SHAPES | Detail.MARKS:
            drawn = _mark(tree, item, theme)
    kind = "chosen node" if node.chosen else "node"
    return (
        f'<g class="{kind}" data-index="{node.index}" data-kind="{node.kind.value}" '
        f'transform="translate({number(item.x - item.width / 2)} {number(item.y)})">'
        f"<title>{escaped(node_name(tree, node))}</title>{drawn}</g>"
    )


def kind_mark(mark: str, x: float, y: float, theme: Theme) -> str:
    """A small sign: a kind, the chosen line, a cut, a good or a bad leaf."""
    at = f'transform="translate({number(x)} {number(y)})"'
    match mark:
        case "chosen":
            return f'<path {at} d="M-9 0H9" stroke="{theme.accent}" stroke-width="4"/>'
        case "cut":
            return (
                f'<g {at} fill="none" stroke="{theme.cut}"><path d="M-9 0H5" stroke-width="1.5" '
                f'stroke-dasharray="4 3"/><path d="M7 -5V5" stroke-width="2.4"/></g>'
            )
        case "good" | "bad":
            return f'<g {at}><g transform="translate(-6 -6)">{_signed(1 if mark == "good" else -1, 12, theme)}</g></g>'
        case _:
            return f'<path {at} d="{MARKS[mark]}"/>'


def _card(tree: Tree, item: Item, theme: Theme) -> str:
    node, kind = item.node, shown_kind(tree, item.node)
    cell = card_cell(tree)
    board_width, board_height = board_size(node.position, cell)
    upper = CARD.point if kind is NodeKind.MAX else 0.0
    left = (item.width - board_width) / 2
    baseline = upper + board_height + CARD.baseline
    stroke, weight = (theme.accent, "2.5") if node.chosen else (theme.edge, "1.1")
    ink = theme.accent if node.chosen else theme.ink
    path = outline(kind, item.width, item.height, point=CARD.point, corner=CARD.corner)
    board = board_svg(node_board(tree, node), left, upper + CARD.board_top, cell, theme)
    drawn = (
        f'<path d="{path}" fill="{theme.surface}" stroke="{stroke}" stroke-width="{weight}"/><g fill="none">{board}</g>'
    )
    size = f'font-size="{TEXT.value_size:g}" font-weight="600"'
    value = escaped(value_text(tree, node))
    if kind is NodeKind.LEAF:
        return drawn + (
            f'<text x="{number(item.width / 2)}" y="{number(baseline)}" text-anchor="middle" {size} '
            f'fill="{ink}">{value}</text>'
        )
    inset = CARD.chance_inset if kind is NodeKind.CHANCE else CARD.inset
    return drawn + (
        f'<g fill="{ink}">{kind_mark(kind.value, inset, baseline - CARD.mark_rise, theme)}'
        f'<text x="{number(inset + CARD.value_gap)}" y="{number(baseline)}" {size}>{value}</text>'
        "</g>"
        f'<text x="{number(item.width - inset + CARD.window_gap)}" y="{number(baseline)}" text-anchor="end" '
        f'fill="{theme.ink_3}">'
        f"{escaped(window_text(tree, node))}</text>"
    )


def _leaf_square(tree: Tree, item: Item, theme: Theme) -> str:
    fill, stroke, ink = theme.surface, theme.edge, theme.ink
    if item.node.chosen:
        fill, stroke, ink = theme.accent, theme.accent, theme.accent_ink
    return (
        f'<rect width="{number(item.width)}" height="{CARD.leaf_side:g}" rx="5" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.1"/>'
        f'<text x="{number(item.width / 2)}" y="17.5" text-anchor="middle" font-weight="500" fill="{ink}">'
        f"{escaped(value_text(tree, item.node))}</text>"
    )


def _shape(tree: Tree, item: Item, theme: Theme) -> str:
    kind = shown_kind(tree, item.node)
    fill, stroke, ink = theme.surface, theme.edge, theme.ink
    if item.node.chosen:
        fill, stroke, ink = theme.accent, theme.accent, theme.accent_ink
    y = {NodeKind.MAX: 25.5, NodeKind.MIN: 18.5}.get(kind, 22.0)
    return (
        f'<path d="{outline(kind, item.width, item.height, point=11, corner=3)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="1.2"/><text x="{number(item.width / 2)}" y="{y}" text-anchor="middle" '
        f'font-size="{TEXT.shape_value_size:g}" font-weight="600" fill="{ink}">'
        f"{escaped(value_text(tree, item.node))}</text>"
    )


def _mark(tree: Tree, item: Item, theme: Theme) -> str:
    """A small outline; a leaf as a square; in a pile with the count of what is below at the right."""
    kind, side = shown_kind(tree, item.node), item.height
    if kind is NodeKind.LEAF:
        drawn = _signed(item.node.value, side, theme)
        if item.node.chosen:
            drawn = f'<rect width="{number(side)}" height="{number(side)}" rx="2" fill="{theme.accent}"/>'
    else:
        fill, stroke = (theme.accent, theme.accent) if item.node.chosen else (theme.surface, theme.edge)
        path = outline(kind, side, side, point=5, corner=1)
        drawn = f'<path d="{path}" fill="{fill}" stroke="{stroke}"/>'
    below = f'<text x="{number(side + 3)}" y="11" fill="{theme.ink_2}">{item.below}</text>' if item.below else ""
    return drawn + below


def _signed(value: float, side: float, theme: Theme) -> str:
    """A square that is good or bad for MAX: by its colour and by its sign."""
    colour = theme.win if value > 0 else theme.loss if value < 0 else theme.draw
    half, reach = side / 2, side * 0.27
    sign = f"M{number(half - reach)} {number(half)}h{number(2 * reach)}" if value else ""
    if value > 0:
        sign += f"M{number(half)} {number(half - reach)}v{number(2 * reach)}"
    stroke = f'<path d="{sign}" stroke="{theme.surface}" stroke-width="{number(side * 0.16)}"/>' if sign else ""
    return f'<rect width="{number(side)}" height="{number(side)}" rx="{number(side * 0.2)}" fill="{colour}"/>{stroke}'
