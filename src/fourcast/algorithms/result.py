"""The result of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from html import escape
from types import MappingProxyType

from fourcast.algorithms.limit import Stopped
from fourcast.algorithms.recursion import Bound
from fourcast.algorithms.score import PovScore, Score
from fourcast.drawing import html_table
from fourcast.rules import FIRST, Move, MoveDict, Player, Position, svg


@dataclass
class Counts:
    """What a search did."""

    nodes: int = 0
    """Every node visited: positions, chance nodes and leaves, the root included."""
    leaves: int = 0
    """Positions that were valued and not searched."""
    cutoffs: int = 0
    """Positions left with moves untried."""
    dropped: int = 0
    """Moves made: positions visited, the root not counted."""
    estimated: int = 0
    """Leaves whose value more depth could change, and values that a user-defined step did not get from a visit; without
    any the result is exact."""


@dataclass(frozen=True)
class MoveValue:
    """The value of a move of the root to the side to move; pruning leaves bounds for all but the best."""

    value: float
    bound: Bound
    score: Score

    def __str__(self) -> str:
        """`≈27`, `win in 3`, of a bound `≤ 27`."""
        sign = {Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}.get(self.bound)
        return str(self.score) if sign is None else f"{sign}{str(self.score).removeprefix('≈')}"


@dataclass(frozen=True, repr=False)
class SearchResult:
    """What a search found: the result of its last finished iteration, with the counts and the time of all of it.

    Values and scores are from the point of view of the side to move. `value` is a number, in which a win is more than
    any evaluation. `score` is a `PovScore`: it prints as people say it (`win in 3`), `score.relative` is the `Score` to
    the side to move, which can be compared with other scores, and `score.pov(FIRST)` that of a player.
    """

    position: Position
    depth: int
    """Of the last finished iteration."""
    value: float
    score: PovScore
    pv: tuple[Move, ...]
    """The principal variation; it ends at a chance node."""
    moves: MoveDict[MoveValue]
    """The moves of the root in the order of the rules, found by the move or by its text."""
    counts: Counts
    """Of the whole search, an unfinished iteration included."""
    seconds: float
    engine: str
    stopped: Stopped | None = None
    """Why the search ended before its depth; None if it did not."""
    iterations: tuple[SearchResult, ...] = ()
    """The result of every finished depth. Their counts are of the search up to there, their seconds of one depth."""
    seed: int | None = None
    """Of random and mcts, whether it was given or not: with it and the same number of nodes the search is repeated."""

    @classmethod
    def of(
        cls,
        position: Position,
        score: Score,
        *,
        value: float,
        pv: tuple[Move, ...],
        depth: int,
        counts: Counts,
        engine: str,
        moves: Mapping[Move, MoveValue] = MappingProxyType({}),
        seconds: float = 0.0,
        seed: int | None = None,
    ) -> SearchResult:
        """The result of one iteration at a position."""
        return cls(
            position,
            depth,
            value,
            PovScore(score, position.turn),
            pv,
            MoveDict(moves),
            replace(counts),
            seconds,
            engine,
            seed=seed,
        )

    @property
    def player(self) -> Player:
        """The side to move."""
        return self.position.turn

    @property
    def move(self) -> Move:
        """The best move."""
        return self.pv[0]

    @property
    def value_first(self) -> float:
        """The value from the first player's point of view."""
        return self.value if self.player == FIRST else -self.value

    @property
    def nodes(self) -> int:
        return self.counts.nodes

    @property
    def last_counts(self) -> Counts:
        """The counts of the last finished iteration alone, which chose the move."""
        if len(self.iterations) < 2:
            return self.iterations[0].counts if self.iterations else self.counts
        last, before = self.iterations[-1].counts, self.iterations[-2].counts
        return Counts(*(getattr(last, field.name) - getattr(before, field.name) for field in fields(Counts)))

    def __repr__(self) -> str:
        return f"<SearchResult {self.move}, {self.score}: depth {self.depth}, {self.nodes:,} nodes>"

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        return (
            f"{self.move}, {self.score}: depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.3f} s, "
            f"{self.engine} engine, variation {' '.join(self.pv)}{seed}"
        )

    def _repr_html_(self) -> str:
        picture = svg(self.position, scores=self.moves)._repr_html_()
        rows = ((move, str(known)) for move, known in self.moves.items())
        return f"{picture}<p>{escape(str(self))}</p>{html_table('', ('Move', 'Score'), rows)}"
