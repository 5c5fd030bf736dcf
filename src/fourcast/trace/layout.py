"""Where the nodes of a tree stand from left to right: tidy, and in time proportional to their number.

This is Walker's drawing of Reingold and Tilford's laws as Buchheim, Jünger and Leipert made it linear ("Improving
Walker's Algorithm to Run in Linear Time", 2002), for nodes of different widths and without recursion. The laws:

- nodes of one level keep their order and do not touch: `gap` is between siblings, `family_gap` between others;
- a parent stands in the middle between its first and its last child;
- a subtree is moved as a whole, and small ones between large ones are spread evenly.
"""

from __future__ import annotations

from collections.abc import Sequence


def tidy(
    children: Sequence[Sequence[int]], widths: Sequence[float], *, gap: float = 0.0, family_gap: float | None = None
) -> list[float]:
    """The middle of every node. Node 0 is the root and every child has a greater number than its parent; the leftmost
    edge of the drawing is 0.

    >>> tidy([[1, 2], [], []], [10, 4, 4], gap=2)
    [5.0, 2.0, 8.0]
    """
    tree = _Tidy(children, widths, gap, gap if family_gap is None else family_gap)
    for node in reversed(range(len(children))):
        tree.place_children(node)
    return tree.centres()


class _Tidy:
    """One run. `prelim` is where a node stands among its siblings, `mod` what its subtree is moved by on top of that;
    `thread` leads from the last node of a contour to the next one below, which belongs to another subtree."""

    def __init__(
        self, children: Sequence[Sequence[int]], widths: Sequence[float], gap: float, family_gap: float
    ) -> None:
        size = len(children)
        self.children = children
        self.widths = widths
        self.gap = gap
        self.family_gap = family_gap
        self.parent = [0] * size
        self.number = [0] * size
        for node, below in enumerate(children):
            for number, child in enumerate(below):
                self.parent[child] = node
                self.number[child] = number
        self.middle = [0.0] * size  # of a node's children, as they stand among themselves
        self.prelim = [0.0] * size
        self.mod = [0.0] * size
        self.shift = [0.0] * size
        self.change = [0.0] * size
        self.thread: list[int | None] = [None] * size
        self.ancestor = list(range(size))

    def place_children(self, node: int) -> None:
        """Put the subtrees of a node side by side. Those of its children are done."""
        below = self.children[node]
        if not below:
            return
        default_ancestor = below[0]
        for number, child in enumerate(below):
            if number:
                left = below[number - 1]
                self.prelim[child] = self.prelim[left] + self._distance(left, child, siblings=True)
            else:
                self.prelim[child] = self.middle[child]
            self.mod[child] = self.prelim[child] - self.middle[child]
            if number:
                default_ancestor = self._apportion(child, below[number - 1], below[0], default_ancestor)
        self._spread(below)
        self.middle[node] = (self.prelim[below[0]] + self.prelim[below[-1]]) / 2

    def centres(self) -> list[float]:
        """Add up what moves every node."""
        if not self.children:
            return []
        x = [0.0] * len(self.children)
        moved = [0.0] * len(self.children)
        x[0] = self.middle[0]
        for node, below in enumerate(self.children):
            for child in below:
                x[child] = self.prelim[child] + moved[node]
                moved[child] = moved[node] + self.mod[child]
        edge = min(centre - width / 2 for centre, width in zip(x, self.widths, strict=True))
        return [centre - edge for centre in x]

    def _distance(self, left: int, right: int, *, siblings: bool) -> float:
        return (self.widths[left] + self.widths[right]) / 2 + (self.gap if siblings else self.family_gap)

    def _next_left(self, node: int) -> int | None:
        return self.children[node][0] if self.children[node] else self.thread[node]

    def _next_right(self, node: int) -> int | None:
        return self.children[node][-1] if self.children[node] else self.thread[node]

    def _apportion(self, child: int, left_sibling: int, first: int, default_ancestor: int) -> int:
        """Move a child's subtree away from those on its left, level by level along the two contours that face each
        other, and join the contours by threads."""
        inner_right, outer_right = child, child  # contours of the child's subtree
        inner_left, outer_left = left_sibling, first  # contours of all on its left
        move_ir = move_or = self.mod[child]
        move_il, move_ol = self.mod[left_sibling], self.mod[first]
        while True:
            next_il, next_ir = self._next_right(inner_left), self._next_left(inner_right)
            if next_il is None or next_ir is None:
                break
            inner_left, inner_right = next_il, next_ir
            next_ol, next_or = self._next_left(outer_left), self._next_right(outer_right)
            assert next_ol is not None
            assert next_or is not None
            outer_left, outer_right = next_ol, next_or
            self.ancestor[outer_right] = child
            wanted = self._distance(inner_left, inner_right, siblings=False)
            missing = self.prelim[inner_left] + move_il + wanted - self.prelim[inner_right] - move_ir
            if missing > 0:
                self._move(self._ancestor_beside(inner_left, child, default_ancestor), child, missing)
                move_ir += missing
                move_or += missing
            move_il += self.mod[inner_left]
            move_ir += self.mod[inner_right]
            move_ol += self.mod[outer_left]
            move_or += self.mod[outer_right]
        below_left, below_right = self._next_right(inner_left), self._next_left(inner_right)
        if below_left is not None and self._next_right(outer_right) is None:
            self.thread[outer_right] = below_left
            self.mod[outer_right] += move_il - move_or
        if below_right is not None and self._next_left(outer_left) is None:
            self.thread[outer_left] = below_right
            self.mod[outer_left] += move_ir - move_ol
            default_ancestor = child
        return default_ancestor

    def _ancestor_beside(self, node: int, child: int, default_ancestor: int) -> int:
        """The sibling of `child` in whose subtree a node of the left contour stands."""
        ancestor = self.ancestor[node]
        return ancestor if ancestor and self.parent[ancestor] == self.parent[child] else default_ancestor

    def _move(self, left: int, right: int, by: float) -> None:
        """Move the right subtree, and note what those between have to follow."""
        subtrees = self.number[right] - self.number[left]
        self.change[right] -= by / subtrees
        self.shift[right] += by
        self.change[left] += by / subtrees
        self.prelim[right] += by
        self.mod[right] += by

    def _spread(self, below: Sequence[int]) -> None:
        """Let the subtrees between follow."""
        shift = change = 0.0
        for child in reversed(below):
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change
