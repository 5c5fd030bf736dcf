"""Monte-Carlo tree search (UCT): play games at random to their end, more of them where they go well.

Every playout walks down the tree by the moves that promise most, adds one position to it, plays on at random, and tells
every move on its way how it went. A move promises its mean result and a bonus for having been tried seldom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Final

from fourcast.errors import IllegalMove
from fourcast.rules import Chance, Luck, Move, Player, Position
from fourcast.search.limit import StopFlag, Stopped, StopSearch
from fourcast.search.result import Counts, Info, RankedMove
from fourcast.search.score import PovScore, Score
from fourcast.search.spec import Plan
from fourcast.search.window import Bound

EXPLORATION: Final = sqrt(2)
"""How much curiosity weighs against the mean result."""
DEFAULT_PLAYOUTS: Final = 1000
"""How many games are played when nobody says."""
BATCH: Final = 500
"""Playouts before the first report; before the n-th, n times as many."""


@dataclass
class Tried:
    """A move in the tree: how often it was tried, how that went for the player who made it, and where it led: one
    position, or one for every column that it drifted into."""

    visits: int = 0
    total: float = 0.0
    led_to: dict[Position, Met] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.total / self.visits


@dataclass
class Met:
    """A position in the tree: its moves that were tried, and those that were not yet."""

    position: Position
    untried: list[Move]
    tried: dict[Move, Tried] = field(default_factory=dict)

    def most_promising(self) -> Move:
        visits = sum(tried.visits for tried in self.tried.values())
        return max(
            self.tried,
            key=lambda move: self.tried[move].mean + EXPLORATION * sqrt(log(visits) / self.tried[move].visits),
        )


class MctsSearcher:
    """Playouts from one position, a batch in a look. A node is a playout; the depth is that of the tree, which grows no
    deeper than `deepest`."""

    engine = "python"

    def __init__(self, position: Position, plan: Plan, *, deepest: int | None = None) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is nothing to look ahead to.")
        self.counts = Counts()
        self._random = Random(plan.seed)
        self._luck = Luck(self._random.getrandbits(64))
        self._root = self._met(position)
        self._depth = 0
        self._deepest = deepest

    def look(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> Info:
        """A batch of playouts, or as many as the limits allow; raises `StopSearch` when they allow none."""
        begun = perf_counter()
        for played in range(BATCH * depth):
            reason = self._must_stop(nodes, deadline, stop)
            if reason and not played:
                raise StopSearch(reason)
            if reason:
                break
            self._playout()
        return self._info(perf_counter() - begun)

    def guess(self) -> Info:
        self._playout()
        return self._info(0.0)

    def _must_stop(self, nodes: int | None, deadline: float | None, stop: StopFlag | None) -> Stopped | None:
        if nodes is not None and self.counts.nodes >= nodes:
            return Stopped.NODES
        if deadline is not None and perf_counter() >= deadline:
            return Stopped.TIME
        return Stopped.ASKED if stop is not None and stop.is_set() else None

    def _playout(self) -> None:
        met, path = self._root, list[tuple[Player, Tried]]()
        while (met.tried or met.untried) and len(path) != self._deepest:
            expanding = bool(met.untried)
            move = met.untried.pop(self._random.randrange(len(met.untried))) if expanding else met.most_promising()
            tried = met.tried.setdefault(move, Tried())
            path.append((met.position.turn, tried))
            after = self._play(met.position, move)
            expanding |= after not in tried.led_to
            met = tried.led_to.setdefault(after, self._met(after))
            if expanding:
                break
        self._depth = max(self._depth, len(path))
        winner = self._play_on_at_random(met.position)
        for player, tried in path:
            tried.visits += 1
            tried.total += 0 if winner is None else 1 if winner == player else -1
        self.counts.nodes += 1
        self.counts.leaves += 1
        self.counts.estimated += 1
        self.counts.dropped += len(path)

    def _play_on_at_random(self, position: Position) -> Player | None:
        while not (outcome := position.outcome):
            position = self._play(position, self._random.choice(position.generate_moves()))
            self.counts.dropped += 1
        return outcome.winner

    def _play(self, position: Position, move: Move) -> Position:
        after = position.play_unchecked(move)
        return self._luck.branch(after).position if isinstance(after, Chance) else after

    def _met(self, position: Position) -> Met:
        return Met(position, list(position.legal_moves))

    def _info(self, seconds: float) -> Info:
        root = self._root
        best = max(root.tried, key=lambda move: root.tried[move].visits)
        value = root.tried[best].mean
        return Info(
            player=root.position.turn,
            depth=self._depth,
            value=value,
            score=PovScore(Score.estimate(value), root.position.turn),
            pv=self._line(),
            moves=tuple(
                RankedMove(move, root.tried[move].mean, Bound.MEAN)
                for move in root.position.generate_moves()
                if move in root.tried
            ),
            counts=Counts(**vars(self.counts)),
            seconds=seconds,
            engine=self.engine,
        )

    def _line(self) -> tuple[Move, ...]:
        """The moves most often tried, to the first chance."""
        line: list[Move] = []
        met = self._root
        while met.tried:
            move = max(met.tried, key=lambda move: met.tried[move].visits)
            line.append(move)
            if isinstance(met.position.play_unchecked(move), Chance):
                break
            [met] = met.tried[move].led_to.values()
        return tuple(line)
