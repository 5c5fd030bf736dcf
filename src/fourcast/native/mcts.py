"""Monte-Carlo tree search compiled: with the same seed the same playouts, hundreds of times faster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Final

from fourcast.algorithms import (
    EXPLORATION,
    EdgeStatistics,
    PlayoutSearcher,
    SearchSpec,
    StopFlag,
    Stopped,
)
from fourcast.native.bridge import core, decode_move, encode_position, encode_rules
from fourcast.native.search import STOPPED
from fourcast.rules import Move, Position

MAX_EDGES: Final = 1 << 22
"""Moves in a tree, which takes up to 200 MB. When it is full, playouts start from its leaves."""


class NativeMctsSearcher(PlayoutSearcher):
    """`MctsSearcher`, compiled. Playouts release the GIL and end within milliseconds of a stop flag."""

    engine = "native"

    def __init__(self, position: Position, spec: SearchSpec, *, max_edges: int = MAX_EDGES) -> None:
        super().__init__(position, spec)
        self._searcher = core.MctsSearcher(
            encode_rules(position.rules),
            encode_position(position),
            exploration=EXPLORATION,
            max_depth=-1 if self._max_depth is None else self._max_depth,
            max_edges=max_edges,
            moves_state=self._random.getstate()[1],
            landings_state=self._landings.getstate()[1],
        )

    def root_statistics(self) -> Mapping[Move, EdgeStatistics]:
        rules = self._position.rules
        return {
            decode_move(rules, action): EdgeStatistics(visits, total)
            for action, visits, total in self._searcher.root_edges()
        }

    def _run(self, playouts: int, deadline: float | None, stop: StopFlag | None) -> Stopped | None:
        end = self._searcher.stop  # one object, which the flag can find again
        if stop:
            stop.add_callback(end)
        try:
            reason = self._searcher.run(playouts, inf if deadline is None else deadline - perf_counter())
        finally:
            if stop:
                stop.remove_callback(end)
            self._count()
        return None if reason < 0 else STOPPED[reason]

    def _playout(self) -> None:
        self._searcher.playout()
        self._count()

    def _count(self) -> None:
        playouts, moves, self._depth = self._searcher.counts()
        self.counts.nodes = self.counts.leaves = self.counts.estimated = playouts
        self.counts.dropped = moves

    def _most_visited(self) -> Sequence[Move]:
        return [decode_move(self._position.rules, action) for action in self._searcher.pv()]
