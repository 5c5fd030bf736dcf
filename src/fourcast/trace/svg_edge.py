"""What is between the nodes of a drawing: edges with what is written on them, stubs of what was cut, counts."""

from __future__ import annotations

from fourcast.drawing import MAX_STUBS, Theme, escaped, number
from fourcast.trace.explain import cut_sentence, cut_texts, step_text
from fourcast.trace.picture import Item, Picture
from fourcast.trace.sizes import SMALL_STEP, Detail, has_chip, stub_step, text_width
from fourcast.trace.tree import Tree, cut_reason


def draw_edge(picture: Picture, item: Item) -> str:
    """From the parent's lower end to the upper end of a node, at last straight down, where the move is written."""
    if item.piled_on is not None:
        upper = picture.items[item.piled_on]
        return f'<path d="M{number(item.x)} {number(upper.y)}V{number(item.y)}"/>\n'
    return f'<path d="{_way(picture, item, item.x)}V{number(item.y)}"/>\n'


def draw_chip(picture: Picture, item: Item, theme: Theme) -> str:
    """What is written on the edge to a node."""
    text = step_text(item.node)
    if not text or not has_chip(item.node, item.detail):
        return ""
    width, y = max(18.0, text_width(text) + 8), item.y - picture.chip / 2
    colour, bold, stroke = theme.line, "", "1"
    if item.node.chosen:
        colour, bold, stroke = theme.accent, ' font-weight="600"', "2"
    return (
        f'<rect x="{number(item.x - width / 2)}" y="{number(y - 9)}" width="{number(width)}" height="18" rx="9" '
        f'fill="{theme.surface}" stroke="{colour}" stroke-width="{stroke}"/>'
        f'<text x="{number(item.x)}" y="{number(y + 4.3)}"{bold}>{escaped(text)}</text>\n'
    )


def draw_stubs(tree: Tree, picture: Picture, item: Item, theme: Theme) -> str:
    """The cut branches of a node: dashed, each ending at a bar over its move, with the reason below."""
    texts, reason, sentence = cut_texts(item.node), cut_reason(item.node), cut_sentence(tree, item.node)
    assert reason
    assert sentence
    if len(texts) > MAX_STUBS:
        texts = [*texts[: MAX_STUBS - 1], "…"]
    small = item.detail is Detail.MARKS
    step = SMALL_STEP if small else stub_step(texts)
    places = [item.x + (index - (len(texts) - 1) / 2) * step for index in range(len(texts))]
    y, half = item.y, 1.0 if small else 5.0
    ways = "".join(f"{_way(picture, item, x)}V{number(y)}" for x in places)
    bars = "".join(f"M{number(x - half)} {number(y)}h{number(2 * half)}" for x in places)
    dashes = 'stroke-width="0.8" stroke-dasharray="2 2"' if small else 'stroke-width="1.3" stroke-dasharray="4 3"'
    drawn = (
        f'<g class="cut" data-index="{item.node.index}">'
        f"<title>{escaped(sentence)} {escaped(_untried(item))}</title>"
        f'<g fill="none" stroke="{theme.cut}"><path d="{ways}" {dashes}/>'
        f'<path d="{bars}" stroke-width="{1.5 if small else 2.2}"/></g>'
    )
    if not small:
        moves = "".join(
            f'<text x="{number(x)}" y="{number(y + 15)}">{escaped(text)}</text>'
            for x, text in zip(places, texts, strict=True)
        )
        first, _, rest = reason.partition(" ")
        drawn += (
            f'<g text-anchor="middle" fill="{theme.cut}">{moves}<text y="{number(y + 31)}" font-weight="600">'
            f'<tspan x="{number(item.x)}">{escaped(first)} </tspan>'
            f'<tspan x="{number(item.x)}" dy="15" font-weight="400">{escaped(rest)}</tspan></text></g>'
        )
    return drawn + "</g>"


def draw_more(picture: Picture, item: Item, theme: Theme) -> str:
    """How many nodes are below a node and not drawn."""
    assert item.parent is not None
    parent = picture.items[item.parent]
    y = parent.y + parent.height
    count = f"+{item.node.nodes - 1:,}"
    line = f'<path d="M{number(item.x)} {number(y)}v8" stroke="{theme.edge}" stroke-dasharray="2 2"/>'
    return (
        f'<g class="more">{line}<text x="{number(item.x)}" y="{number(y + 20)}" text-anchor="middle" '
        f'fill="{theme.ink_2}">{count}</text></g>'
    )


def _way(picture: Picture, item: Item, x: float) -> str:
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


def _untried(item: Item) -> str:
    texts = cut_texts(item.node)
    return f"Not looked at: {', '.join(texts)}."
