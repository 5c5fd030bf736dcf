"""The transposition table, and a published way to reuse values that is not sound."""

from __future__ import annotations

from typing import NamedTuple

from fourcast.algorithms.recursion import Bound, Edge, Layer, Node, Variation, Visit, Window, bound_of
from fourcast.algorithms.result import Counts
from fourcast.rules import Chance, Move, Position


class Entry(NamedTuple):
    """The value of a position at some depth, what it says, and the best move."""

    value: float
    bound: Bound
    move: Move | None
    estimated: bool = True
    """Whether more depth could change the value."""


class Table:
    """Entries by position *and* depth: a value of another depth is another value.

    With `mirrors`, a position and its mirror image share an entry.
    """

    def __init__(self, *, mirrors: bool) -> None:
        self._mirrors = mirrors
        self._entries: dict[tuple[Position, int], Entry] = {}
        self._moves: dict[Position, Move] = {}

    def get(self, position: Position, depth: int) -> Entry | None:
        key, flipped = self._key(position)
        entry = self._entries.get((key, depth))
        if entry and flipped and entry.move:
            return entry._replace(move=entry.move.mirror(position.rules.shape.width))
        return entry

    def put(self, position: Position, depth: int, entry: Entry) -> None:
        key, flipped = self._key(position)
        if flipped and entry.move:
            entry = entry._replace(move=entry.move.mirror(position.rules.shape.width))
        self._entries[key, depth] = entry
        if entry.move:
            self._moves[key] = entry.move

    def best_move(self, position: Position, depth: int) -> tuple[Move, ...]:
        """The last best move of a position, at any depth."""
        key, flipped = self._key(position)
        move = self._moves.get(key)
        if move is None:
            return ()
        return (move.mirror(position.rules.shape.width) if flipped else move,)

    def _key(self, position: Position) -> tuple[Position, bool]:
        if self._mirrors:
            mirror = position.mirror()
            if mirror.stones < position.stones:
                return mirror, True
        return position, False


def use_table(table: Table, counts: Counts) -> Layer:
    """Return the value of an entry where it is enough for the window, else search and store the value."""

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            if isinstance(node, Chance):
                return visit(node, depth, window, edge)
            entry = table.get(node, depth)
            if entry and _is_enough(entry, window):
                counts.estimated += entry.estimated
                return Variation(entry.value, (entry.move,) if entry.move else ())
            estimated = counts.estimated
            variation = visit(node, depth, window, edge)
            move = variation.moves[0] if variation.moves else None
            bound = bound_of(variation.value, window)
            table.put(node, depth, Entry(variation.value, bound, move, counts.estimated > estimated))
            return variation

        return search

    return layer


def use_old_bounds(root: Position, last: dict[Position, float], values: dict[Position, float]) -> Layer:
    """ExtendedConnect4's idea: below the root, the value that the last, shallower iteration found for a position is
    taken as a bound of what the side that searches can get there.

    That is not a bound. The layer exists so that the harm can be measured.
    """

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            if isinstance(node, Chance):
                return visit(node, depth, window, edge)
            old = last.get(node)
            if old is not None and node != root:
                if node.turn == root.turn:
                    window = Window(window.alpha, min(window.beta, old))
                else:
                    window = Window(max(window.alpha, old), window.beta)
            variation = visit(node, depth, window, edge)
            values[node] = variation.value
            return variation

        return search

    return layer


def _is_enough(entry: Entry, window: Window) -> bool:
    match entry.bound:
        case Bound.EXACT:
            return True
        case Bound.LOWER:
            return entry.value >= window.beta
        case Bound.UPPER:
            return entry.value <= window.alpha
        case Bound.MEAN:
            return False
