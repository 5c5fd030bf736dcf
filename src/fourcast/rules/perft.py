"""Counting the nodes of a game tree (perft) and the distinct positions of each ply.

These are the definitions; `fourcast.native` has the fast C++ implementations.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from fourcast.errors import RulesError
from fourcast.rules.notation import AnyPosition
from fourcast.rules.position import Chance, Position
from fourcast.rules.rules import Rules

Progress: TypeAlias = Callable[[int], object]
"""Called from time to time with the number of nodes so far; an exception raised in it stops the work."""

MAX_DEPTH: Final = 500
_PROGRESS_EVERY: Final = 20_000


@dataclass(frozen=True)
class TreeCounts:
    """The nodes at each ply of a game tree, by paths: a position reached in two ways counts twice.

    `positions[n]` and `chances[n]` are the positions after n moves and the chance nodes before them; `ended[n]` the
    games that were over after n moves, for every ply but the last, which is not examined.
    """

    positions: tuple[int, ...]
    ended: tuple[int, ...]
    chances: tuple[int, ...]

    def leaves(self, depth: int, *, chance: bool = False) -> int:
        """Leaves of the tree cut at `depth` moves; a game that ended sooner is one leaf. This is perft.

        With `chance` the chance nodes of the last move count as nodes of their own.
        """
        return self.positions[depth] + sum(self.ended[:depth]) + (self.chances[depth] if chance else 0)

    def nodes(self, depth: int, *, chance: bool = False) -> int:
        """All nodes of the tree cut at `depth` moves, the root included; with `chance` the chance nodes too."""
        return sum(self.positions[: depth + 1]) + (sum(self.chances[: depth + 1]) if chance else 0)


def count_tree(position: Position, depth: int, *, progress: Progress | None = None) -> TreeCounts:
    """Walk every line of play of at most `depth` moves. Every branch of a chance is a line of its own."""
    check_depth(depth)
    positions = [0] * (depth + 1)
    ended = [0] * depth
    chances = [0] * (depth + 1)
    seen = 0
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + 2 * depth))

    def visit(position: Position, ply: int) -> None:
        nonlocal seen
        positions[ply] += 1
        seen += 1
        if progress and seen % _PROGRESS_EVERY == 0:
            progress(seen)
        if ply == depth:
            return
        if position.outcome:
            ended[ply] += 1
            return
        for move in position.generate_moves():
            after = position.play_unchecked(move)
            if isinstance(after, Chance):
                chances[ply + 1] += 1
                for branch in after.branches:
                    visit(branch.position, ply + 1)
            else:
                visit(after, ply + 1)

    visit(position, 0)
    return TreeCounts(tuple(positions), tuple(ended), tuple(chances))


def check_depth(depth: int) -> None:
    """Raise if the depth is not within what both engines can recurse."""
    if not 0 <= depth <= MAX_DEPTH:
        raise RulesError(f"Invalid depth {depth}: use 0 to {MAX_DEPTH}.")


def perft(position: AnyPosition, depth: int, *, rules: Rules | str | None = None) -> int:
    """The leaves of the game tree cut at `depth` moves, ended games counted once.

    `rules` are for a position given as text or as an array (default: classic).

    >>> [perft("", depth, rules="extended") for depth in (1, 2, 3)]
    [8, 68, 604]
    """
    return count_tree(Position(position, rules), depth).leaves(depth)


def distinct(position: Position, depth: int, *, progress: Progress | None = None) -> tuple[int, ...]:
    """The number of distinct positions after exactly 0, 1, … `depth` moves.

    >>> from fourcast.rules import Rules
    >>> distinct(Rules("classic").start(), 4)
    (1, 7, 49, 238, 1120)
    """
    check_depth(depth)
    layer = {position}
    counts = [1]
    for _ in range(depth):
        following: set[Position] = set()
        for index, position in enumerate(layer):
            if progress and index % _PROGRESS_EVERY == 0:
                progress(sum(counts) + len(following))
            following.update(successor.position for successor in position.successors())
        layer = following
        counts.append(len(layer))
    return tuple(counts)
