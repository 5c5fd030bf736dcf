"""A search as a tree of data: every node that was visited, its value, why it ended, and what was cut and why.

Everything is seen from one side, MAX, who is to move at the root; the opponent is MIN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import inf, isnan
from pathlib import Path
from typing import Final

from fourcast.algorithms import MIN_WIN_CHANCE, WIN, Algorithm, Bound, ScoreKind, SearchSpec, Window, score_of
from fourcast.evals import TerminalValue
from fourcast.files import write_atomically
from fourcast.rules import Goal, Move, Player, Position

MAX_FRAME_NODES: Final = 10_000
"""The explorer of a larger tree would add several megabytes to a notebook."""


class NodeKind(Enum):
    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"


class Ended(Enum):
    """Why the search went no further at a node."""

    SEARCHED = "searched"
    """Everything below was searched."""
    CUT = "cut"
    """Moves or branches were left out, because they cannot change the result."""
    GAME_OVER = "game-over"
    DEPTH = "depth"
    """No depth was left: the value is that of the evaluation."""
    IN_TABLE = "remembered"  # the value is part of tree files
    """The value was in the transposition table."""
    NOT_SHOWN = "not-shown"
    """The search went on, but the tree is recorded only to this depth."""


@dataclass(frozen=True)
class TreeNode:
    """One visit. `children` are indices into the tree's nodes, in the order in which they were visited."""

    index: int
    parent: int | None
    kind: NodeKind
    position: Position
    """At a chance node the position before the drop."""
    move: Move | None
    """The move that led here from the parent; None at the root and for a branch of a chance node."""
    landed: int | None
    """The column in which this branch of a chance node landed."""
    probability: Fraction | None
    """Of this branch of a chance node."""
    probed: int | None
    """Of a probe by Star2, which searches one reply of each branch before the branches themselves: the column of the
    branch."""
    depth: int
    """Remaining depth."""
    window: Window
    """On entry."""
    value: float
    bound: Bound
    """Whether the value is exact, or a lower or an upper bound."""
    ended: Ended
    cut_moves: tuple[Move, ...]
    cut_branches: tuple[int, ...]
    """Columns in which the branches would have landed."""
    children: tuple[int, ...]
    nodes: int
    """Nodes visited from here on down, this one included."""
    chosen: bool
    """Whether it is on the principal variation."""


@dataclass(frozen=True, repr=False)
class Tree:
    """A recorded search."""

    root: Position
    spec: SearchSpec
    algorithm: Algorithm
    depth: int
    engine: str
    nodes: tuple[TreeNode, ...]
    visited: int
    """Nodes that the search visited, shown or not."""
    plies: int | None
    """The number of plies that were recorded; None if all."""

    @property
    def max_player(self) -> Player:
        return self.root.turn

    @cached_property
    def has_narrow_windows(self) -> bool:
        """Whether the algorithm narrows windows; a user-defined one does if it did so in this search."""
        lowest, highest = self.nodes[0].window
        narrow = (node for node in self.nodes if node.window.alpha > lowest or node.window.beta < highest)
        return any(narrow) if self.algorithm.prunes is None else self.algorithm.prunes

    def save(self, path: str | Path) -> None:
        """Write the tree to a file: `.html` (the explorer, in one file), `.svg`, `.pdf`, `.png`, `.dot` or
        `.json` by its suffix."""
        from fourcast.trace.write import WRITERS, check_suffix

        path = Path(path)
        check_suffix(path)
        write_atomically(path, WRITERS[path.suffix.lower()](self))

    def __repr__(self) -> str:
        return f"<Tree of {self.spec.algorithm}, depth {self.depth}, {self.visited:,} nodes>"

    def _repr_svg_(self) -> str:
        from fourcast.trace.svg import tree_to_svg

        return tree_to_svg(self)

    def _repr_html_(self) -> str | None:
        """The explorer; None of a tree that is too large for a notebook, which then shows the drawing."""
        from fourcast.trace.html import tree_to_frame

        return tree_to_frame(self) if len(self.nodes) <= MAX_FRAME_NODES else None


def value_text(tree: Tree, value: float) -> str:
    """A value of a search as text: a win or a loss with its moves counted from the root (`win in 3`), else a number."""
    rules = tree.root.rules
    terminal = tree.spec.terminal_for(rules)
    if rules.goal is not Goal.FIRST_LINE or terminal is TerminalValue.EVALUATED:
        return _plain_text(value)
    score = score_of(value, rules=rules, terminal=terminal, depth=tree.depth, exact=True)
    return number_text(value) if score.kind is ScoreKind.VALUE else str(score)


def number_text(value: float) -> str:
    """A value as text: `win` or `loss`, means with two decimals, `∞`, and `−` for minus."""
    if WIN <= abs(value) < inf:
        return "win" if value > 0 else "loss"
    if MIN_WIN_CHANCE * WIN <= abs(value) < inf:  # a mean of wins and losses
        return f"{value / WIN:.2f}".replace("-", "−")
    return _plain_text(value)


def _plain_text(value: float) -> str:
    if abs(value) == inf:
        return "∞" if value > 0 else "−∞"
    if isnan(value):
        return "not a number"
    nearest = round(value)
    text = str(nearest) if abs(value - nearest) < 1e-9 else f"{value:.2f}"
    return text.replace("-", "−")


def levels_that_fit(nodes_by_level: Sequence[int], max_nodes: int) -> int:
    """The last level up to which there are at most `max_nodes`; the root's children always fit."""
    total = 0
    for level, nodes in enumerate(nodes_by_level):
        total += nodes
        if total > max_nodes and level > 1:
            return level - 1
    return len(nodes_by_level) - 1
