"""The outlines that tell a node's kind: a roof for MAX, a point below for MIN, round for chance, square for a leaf."""

from __future__ import annotations

from fourcast.trace.tree import NodeKind


def outline(kind: NodeKind, width: float, height: float, *, point: float, corner: float) -> str:
    """Path data of an outline whose box has its upper left corner at 0, 0. Roof and point are inside the box."""
    middle, r = width / 2, corner
    match kind:
        case NodeKind.MAX:
            return (
                f"M{r:g} {height:g}Q0 {height:g} 0 {height - r:g}V{point + r * 0.8:g}Q0 {point:g} {r * 0.9:g} "
                f"{point - r * 0.25:g}L{middle - r * 0.6:g} {r * 0.2:g}Q{middle:g} {-r * 0.1:g} {middle + r * 0.6:g} "
                f"{r * 0.2:g}L{width - r * 0.9:g} {point - r * 0.25:g}Q{width:g} {point:g} {width:g} "
                f"{point + r * 0.8:g}V{height - r:g}Q{width:g} {height:g} {width - r:g} {height:g}Z"
            )
        case NodeKind.MIN:
            low = height - point
            return (
                f"M{r:g} 0Q0 0 0 {r:g}V{low - r * 0.8:g}Q0 {low:g} {r * 0.9:g} {low + r * 0.25:g}"
                f"L{middle - r * 0.6:g} {height - r * 0.2:g}Q{middle:g} {height + r * 0.1:g} {middle + r * 0.6:g} "
                f"{height - r * 0.2:g}L{width - r * 0.9:g} {low + r * 0.25:g}Q{width:g} {low:g} {width:g} "
                f"{low - r * 0.8:g}V{r:g}Q{width:g} 0 {width - r:g} 0Z"
            )
        case NodeKind.CHANCE:
            r = min(middle, height / 2, max(corner * 4, 17))
        case NodeKind.LEAF:
            r = corner / 2
    return (
        f"M{r:g} 0H{width - r:g}A{r:g} {r:g} 0 0 1 {width:g} {r:g}V{height - r:g}A{r:g} {r:g} 0 0 1 {width - r:g} "
        f"{height:g}H{r:g}A{r:g} {r:g} 0 0 1 0 {height - r:g}V{r:g}A{r:g} {r:g} 0 0 1 {r:g} 0Z"
    )
