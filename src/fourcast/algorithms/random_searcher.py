"""Random moves: a result without a search."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from fourcast.algorithms.limit import StopFlag
from fourcast.algorithms.result import Counts, SearchResult
from fourcast.algorithms.score import Score
from fourcast.errors import IllegalMove
from fourcast.rules import Position

if TYPE_CHECKING:
    from fourcast.algorithms.spec import SearchSpec


class RandomSearcher:
    """Chooses every legal move with the same probability; a seed makes the choice repeatable. Its value is that of the
    evaluation."""

    engine = "python"

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is no move to choose.")
        self.counts = Counts(nodes=1)
        self._position = position
        self._spec = spec

    def search(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> SearchResult:
        return self.fallback()

    def fallback(self) -> SearchResult:
        position = self._position
        move = Random(self._spec.seed).choice(position.generate_moves())
        value = self._spec.eval_for(position.rules).evaluate(position, position.turn)
        return SearchResult.of(
            position, Score.estimate(value), value=value, pv=(move,), depth=0, counts=self.counts, engine=self.engine
        )
