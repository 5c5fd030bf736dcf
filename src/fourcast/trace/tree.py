"""A search as a tree of data: every node that was visited, its value, why it ended, and what was cut and why.

Everything is seen from one side, MAX, who is to move at the root; the opponent is MIN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import isnan
from pathlib import Path

from fourcast.algorithms import MIN_WIN_CHANCE, WIN, Bound, SearchSpec, Window, bound_of
from fourcast.rules import Chance, Move, Player, Position
from fourcast.trace.visits import VisitRecord


class NodeKind(Enum):
    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"


class Ended(Enum):
    """Why the search went no further at a node."""

    SEARCHED = "searched"
    """It looked at everything below."""
    CUT = "cut"
    """It left moves or branches untried, for they could not matter."""
    GAME_OVER = "game-over"
    DEPTH = "depth"
    """No depth was left: an evaluation judged."""
    REMEMBERED = "remembered"
    """The table knew."""
    NOT_SHOWN = "not-shown"
    """It went on, but the tree is shown only to this depth."""


@dataclass(frozen=True)
class TreeNode:
    """One visit. `children` are indices into the tree's nodes, in the order in which they were visited."""

    index: int
    parent: int | None
    kind: NodeKind
    position: Position
    """What stands here; at a chance, what stood before the drop."""
    move: Move | None
    """The move that led here from the parent; None at the root and for a branch of a chance."""
    landed: int | None
    """The column in which this branch of a chance landed."""
    probability: Fraction | None
    """Of this branch of a chance."""
    probe: bool
    """Star2's first look: a reply in a branch, tried before the branches themselves."""
    depth: int
    """Depth left."""
    window: Window
    """On entry."""
    value: float
    bound: Bound
    """What the value says: the truth, or that the truth is at least or at most it."""
    ended: Ended
    cut_moves: tuple[Move, ...]
    """Moves left untried."""
    cut_branches: tuple[int, ...]
    """Columns of branches left untried."""
    children: tuple[int, ...]
    nodes: int
    """What was visited from here on down, itself included."""
    chosen: bool
    """On the line that the search chose."""


@dataclass(frozen=True, repr=False)
class Tree:
    """A recorded search."""

    root: Position
    spec: SearchSpec
    depth: int
    engine: str
    nodes: tuple[TreeNode, ...]
    visited: int
    """Nodes that the search visited, shown or not."""
    plies: int | None
    """The tree is shown to so many moves from the root; None if it is whole."""

    @property
    def max_player(self) -> Player:
        return self.root.turn

    def save(self, path: str | Path) -> None:
        """Write the tree to a file: `.html` (the explorer, in one file), `.svg`, `.dot` or `.json` by its suffix."""
        from fourcast.trace.write import write_tree

        write_tree(self, Path(path))

    def __repr__(self) -> str:
        return f"<Tree of {self.spec.algorithm}, depth {self.depth}, {self.visited:,} nodes>"

    def _repr_svg_(self) -> str:
        from fourcast.trace.svg import tree_to_svg

        return tree_to_svg(self)


def cut_reason(node: TreeNode) -> str | None:
    """Why the rest was cut, in words: `cut: 5 ≥ β 3`."""
    if node.ended is not Ended.CUT:
        return None
    if node.value >= node.window.beta:
        return f"cut: {number_text(node.value)} ≥ β {number_text(node.window.beta)}"
    return f"cut: {number_text(node.value)} ≤ α {number_text(node.window.alpha)}"


def number_text(value: float) -> str:
    """A value for people: wins in a word, means with two digits, infinity as ∞, a true minus."""
    if abs(value) == float("inf"):
        return "∞" if value > 0 else "−∞"
    if abs(value) >= WIN:
        return "win" if value > 0 else "loss"
    if abs(value) >= MIN_WIN_CHANCE * WIN:  # a mean of wins and losses
        return f"{value / WIN:.2f}".replace("-", "−")
    if isnan(value):
        return "not a number"
    nearest = round(value)
    text = str(nearest) if abs(value - nearest) < 1e-9 else f"{value:.2f}"
    return text.replace("-", "−")


def grow(
    root: Position,
    spec: SearchSpec,
    depth: int,
    visits: Sequence[VisitRecord],
    *,
    engine: str,
    plies: int | None = None,
) -> Tree:
    """The tree of a recorded search."""
    children: list[list[int]] = [[] for _ in visits]
    for index, visit in enumerate(visits):
        if visit.parent is not None:
            children[visit.parent].append(index)
    places = _places(root, visits, children)
    averages = spec.algorithm == "expectimax"
    chosen = _chosen(visits, children, ends_at=lambda n: averages and places[n][0].turn != root.turn)
    nodes = []
    for index, visit in enumerate(visits):
        position, probability = places[index]
        is_max = position.turn == root.turn
        window = visit.window if is_max else visit.window.flipped()
        value = visit.value if is_max else -visit.value
        bound = bound_of(value, window)
        tried = {visits[child].move for child in children[index]}
        landed = {visits[child].landed for child in children[index]} if visit.is_chance else set()
        shown = plies is None or visit.ply < plies or (visit.is_chance and visit.ply == plies)
        cut_moves: tuple[Move, ...] = ()
        cut_branches: tuple[int, ...] = ()
        if visit.is_chance and shown:
            assert visit.move is not None
            chance = position.play_unchecked(visit.move)
            assert isinstance(chance, Chance)
            cut_branches = tuple(branch.column for branch in chance.branches if branch.column not in landed)
        elif children[index] and shown:
            cut_moves = tuple(move for move in position.generate_moves() if move not in tried)
        ended = _why_ended(position, visit, has_children=bool(children[index]), cut=bool(cut_moves or cut_branches))
        is_leaf = not visit.is_chance and ended in (Ended.GAME_OVER, Ended.DEPTH)
        nodes.append(
            TreeNode(
                index=index,
                parent=visit.parent,
                kind=NodeKind.CHANCE
                if visit.is_chance
                else NodeKind.LEAF
                if is_leaf
                else NodeKind.MAX
                if is_max
                else NodeKind.MIN,
                position=position,
                move=visit.move,
                landed=visit.landed,
                probability=probability,
                probe=visit.parent is not None and visits[visit.parent].is_chance and visit.landed is None,
                depth=visit.depth,
                window=window,
                value=value,
                bound=Bound.EXACT if is_leaf else bound,
                ended=ended,
                cut_moves=cut_moves,
                cut_branches=cut_branches,
                children=tuple(children[index]),
                nodes=visit.nodes,
                chosen=index in chosen,
            )
        )
    return Tree(root, spec, depth, engine, tuple(nodes), visits[0].nodes, plies)


def _places(
    root: Position, visits: Sequence[VisitRecord], children: Sequence[Sequence[int]]
) -> list[tuple[Position, Fraction | None]]:
    """The position at every visit (at a chance: before the drop), and the probability of a branch."""
    places: list[tuple[Position, Fraction | None]] = []
    for index, visit in enumerate(visits):
        if visit.parent is None:
            places.append((root, None))
            continue
        parent = visits[visit.parent]
        before, _ = places[visit.parent]
        if not parent.is_chance:
            assert visit.move is not None
            after = before if visit.is_chance else before.play_unchecked(visit.move)
            assert isinstance(after, Position)
            places.append((after, None))
            continue
        assert parent.move is not None
        chance = before.play_unchecked(parent.move)
        assert isinstance(chance, Chance)
        if visit.landed is not None:
            branch = next(branch for branch in chance.branches if branch.column == visit.landed)
            places.append((branch.position, branch.probability))
            continue
        # The n-th probe of a chance tries a reply in its n-th branch.
        probes = [child for child in children[visit.parent] if visits[child].landed is None]
        position = chance.branches[probes.index(index)].position
        assert visit.move is not None
        after = position if visit.is_chance else position.play_unchecked(visit.move)
        assert isinstance(after, Position)
        places.append((after, None))
    return places


def _chosen(
    visits: Sequence[VisitRecord], children: Sequence[Sequence[int]], *, ends_at: Callable[[int], bool]
) -> set[int]:
    """The line that the search chose: from the root, the first child that gave a node its value, last visited first
    where a move was searched twice; at a chance, or a mean over the opponent's moves, the line ends."""
    line = {0}
    index = 0
    while children[index] and not visits[index].is_chance and not ends_at(index):
        matches = [
            child
            for child in children[index]
            if (visits[child].value if visits[child].is_chance else -visits[child].value) == visits[index].value
        ]
        if not matches:
            break
        move = visits[matches[0]].move
        index = max(child for child in matches if visits[child].move == move)
        line.add(index)
    return line


def _why_ended(position: Position, visit: VisitRecord, *, has_children: bool, cut: bool) -> Ended:
    if cut:
        return Ended.CUT
    if visit.is_chance or has_children:
        return Ended.SEARCHED if has_children else Ended.NOT_SHOWN
    if visit.nodes > 1:
        return Ended.NOT_SHOWN
    if position.outcome:
        return Ended.GAME_OVER
    return Ended.DEPTH if visit.depth == 0 else Ended.REMEMBERED
