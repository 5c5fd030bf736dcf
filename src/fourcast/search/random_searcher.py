"""An answer without looking ahead: any legal move."""

from __future__ import annotations

from random import Random

from fourcast.errors import IllegalMove
from fourcast.rules import Position
from fourcast.search.limit import StopFlag
from fourcast.search.result import Counts, Info
from fourcast.search.score import PovScore, Score
from fourcast.search.spec import Plan


class RandomSearcher:
    """Every legal move is as likely as any other; a seed makes the choice repeatable. Its value is the evaluation's."""

    engine = "python"

    def __init__(self, position: Position, plan: Plan) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is nothing to choose.")
        self.counts = Counts(nodes=1)
        self._position = position
        self._plan = plan

    def look(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> Info:
        return self.guess()

    def guess(self) -> Info:
        position = self._position
        value = self._plan.evaluation.evaluate(position, position.turn)
        return Info(
            player=position.turn,
            depth=0,
            value=value,
            score=PovScore(Score.estimate(value), position.turn),
            pv=(Random(self._plan.seed).choice(position.generate_moves()),),
            moves=(),
            counts=self.counts,
            seconds=0.0,
            engine=self.engine,
        )
