"""Remembering positions: a sound transposition table, and a published idea that is not sound."""

from __future__ import annotations

from typing import NamedTuple

from fourcast.rules import Chance, Move, Position
from fourcast.search.recursion import Layer, Line, Node, Visit
from fourcast.search.result import Counts
from fourcast.search.window import Bound, Window, bound_of, settles


class Entry(NamedTuple):
    """What was found for a position at some depth: a value, what it says, and the move that gave it."""

    value: float
    bound: Bound
    move: Move | None
    estimated: bool = True
    """Whether more depth could tell otherwise."""


class Table:
    """Entries by position *and* depth: a value found at another depth answers another question.

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
            return entry._replace(move=_mirrored(position, entry.move))
        return entry

    def put(self, position: Position, depth: int, entry: Entry) -> None:
        key, flipped = self._key(position)
        if flipped and entry.move:
            entry = entry._replace(move=_mirrored(position, entry.move))
        self._entries[key, depth] = entry
        if entry.move:
            self._moves[key] = entry.move

    def best_move(self, position: Position, depth: int) -> tuple[Move, ...]:
        """The move last found best here, at whatever depth: what to try first."""
        key, flipped = self._key(position)
        move = self._moves.get(key)
        if move is None:
            return ()
        return (_mirrored(position, move) if flipped else move,)

    def _key(self, position: Position) -> tuple[Position, bool]:
        if self._mirrors:
            mirror = position.mirror()
            if mirror.stones < position.stones:
                return mirror, True
        return position, False


def remembered(table: Table, counts: Counts) -> Layer:
    """Answer from the table where it settles the question, and tell it what was found."""

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            if isinstance(node, Chance):
                return visit(node, depth, window)
            entry = table.get(node, depth)
            if entry and settles(entry.bound, entry.value, window):
                counts.estimated += entry.estimated
                return Line(entry.value, (entry.move,) if entry.move else ())
            estimated = counts.estimated
            line = visit(node, depth, window)
            move = line.moves[0] if line.moves else None
            bound = bound_of(line.value, window)
            table.put(node, depth, Entry(line.value, bound, move, counts.estimated > estimated))
            return line

        return answer

    return layer


def trusting_old_bounds(root: Position, last: dict[Position, float], found: dict[Position, float]) -> Layer:
    """ExtendedConnect4's idea: below the root, the searcher is not expected to get more out of a position now than the
    last, shallower iteration found in it.

    That is no bound. The layer is here so that the harm can be measured.
    """

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            if isinstance(node, Chance):
                return visit(node, depth, window)
            old = last.get(node)
            if old is not None and node != root:
                if node.turn == root.turn:
                    window = Window(window.alpha, min(window.beta, old))
                else:
                    window = Window(max(window.alpha, old), window.beta)
            line = visit(node, depth, window)
            found[node] = line.value
            return line

        return answer

    return layer


def _mirrored(position: Position, move: Move) -> Move:
    return move.mirror(position.rules.shape.width)
