"""How fast exact scores are found, by ours and by peers: all in one run, taking turns, in one thread.

A set is solved in blocks. Before every block every solver forgets what it knows, and the order of the solvers is turned
round. A block of an easy set is the whole set, solved again in every round; in any other set a block is one position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from fourcast.experiments.solver.contenders import Contender, Ours, OursInBatches
from fourcast.experiments.solver.positions import PositionSet, Scored

ROUNDS: Final = 10
"""How often an easy set is solved."""
RESAMPLES: Final = 2000
SPREAD: Final = (5, 95)
"""Between these percentiles of the ratios of blocks drawn again at random is the spread."""


@dataclass(frozen=True)
class Ratio:
    """How many times as fast as the peer, and the spread."""

    middle: float
    least: float
    most: float

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{self.middle:.3g} ×"
        return f"{self.middle:.3g} × ({self.least:.3g} to {self.most:.3g})"


@dataclass(frozen=True)
class Row:
    """What was measured of one solver on one set."""

    set: str
    engine: str
    positions: int
    seconds: float
    """Mean for a position."""
    nodes: float | None
    """Mean for a position, if the solver tells."""
    ratio: Ratio | None
    """To the first peer, if there is one and this is not it."""
    disagreements: int
    """Positions with another score than the set has."""


class _Taken:
    """What one solver has taken so far."""

    def __init__(self, contender: Contender) -> None:
        self.contender = contender
        self.seconds: list[float] = []
        self.nodes: list[int | None] = []
        self.wrong: set[Scored] = set()

    def take(self, block: Sequence[Scored]) -> None:
        self.contender.load(block)
        begun = perf_counter()
        self.contender.run()
        self.seconds.append(perf_counter() - begun)
        self.nodes.append(self.contender.nodes())
        found = self.contender.scores()
        self.wrong |= {scored for scored, score in zip(block, found, strict=True) if score != scored.score}


def measure(positions: PositionSet, peers: Sequence[Contender], *, rounds: int = ROUNDS) -> list[Row]:
    """Solve a set by ours and by the peers; the first peer is the one that all others are compared with."""
    ours: list[Contender] = [Ours(), OursInBatches()] if positions.is_easy else [Ours()]
    whole = positions.positions
    blocks = [whole] * rounds if positions.is_easy else [(scored,) for scored in whole]
    everybody = [_Taken(contender) for contender in (*ours, *peers)]
    for number, block in enumerate(blocks):
        for taken in reversed(everybody) if number % 2 else everybody:
            taken.take(block)
    baseline = everybody[len(ours)] if peers else None
    solved = sum(map(len, blocks))
    return [
        Row(
            set=positions.name,
            engine=taken.contender.name,
            positions=len(whole),
            seconds=sum(taken.seconds) / solved,
            nodes=None if None in taken.nodes else sum(nodes or 0 for nodes in taken.nodes) / solved,
            ratio=ratio_of(baseline.seconds, taken.seconds) if baseline and taken is not baseline else None,
            disagreements=len(taken.wrong),
        )
        for taken in everybody
    ]


def ratio_of(theirs: Sequence[float], ours: Sequence[float]) -> Ratio:
    """The peer's whole time over ours, and how far that ratio moves when the blocks are drawn again at random."""
    slow, fast = np.array(theirs), np.array(ours)
    drawn = np.random.default_rng(0).integers(len(slow), size=(RESAMPLES, len(slow)))
    least, most = np.percentile(slow[drawn].sum(axis=1) / fast[drawn].sum(axis=1), SPREAD)
    return Ratio(float(slow.sum() / fast.sum()), float(least), float(most))
