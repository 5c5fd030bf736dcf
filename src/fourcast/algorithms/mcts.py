"""Searchers without an evaluation of leaves: a random move, and Monte-Carlo tree search (UCT).

UCT plays games at random to their end, more of them where they go well: every playout descends the tree by the moves
with the highest upper confidence bound, adds one position, plays on at random, and adds the result to every move on its
path. The compiled engine makes the same playouts with the same seed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from fourcast.algorithms.limit import StopFlag, Stopped, StopSearch, stop_reason
from fourcast.algorithms.recursion import Bound
from fourcast.algorithms.result import MoveValue, SearchResult
from fourcast.algorithms.score import Score
from fourcast.algorithms.searcher import Searcher
from fourcast.rules import Chance, Move, Player, Position, chance_rng

if TYPE_CHECKING:
    from fourcast.algorithms.spec import SearchSpec

EXPLORATION: Final = sqrt(2)
"""The weight of exploration against the mean result."""
DEFAULT_PLAYOUTS: Final = 1000
BATCH: Final = 500
"""Playouts of the first iteration; the n-th has n² times as many."""


def new_seed() -> int:
    """A seed where none is given: short enough to be typed, so that the search can be repeated."""
    return Random().getrandbits(32)


class RandomSearcher(Searcher):
    """Chooses every legal move with the same probability; a seed makes the choice repeatable. Its value is that of the
    default evaluation."""

    def search(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> SearchResult:
        return self.fallback()

    def fallback(self) -> SearchResult:
        position = self._position
        self.counts.nodes = 1
        seed = new_seed() if self._spec.seed is None else self._spec.seed
        move = Random(seed).choice(position.generate_moves())
        value = self._spec.eval_for(position.rules).evaluate(position, position.turn)
        return SearchResult.of(
            position,
            Score.estimate(value),
            value=value,
            pv=(move,),
            depth=0,
            counts=self.counts,
            engine=self.engine,
            seed=seed,
        )


class EdgeStatistics(NamedTuple):
    """The visits of a move, and the sum of results for the player who made it."""

    visits: int
    total: float

    @property
    def mean(self) -> float:
        return self.total / self.visits


class PlayoutSearcher(Searcher):
    """What the Python and the compiled engine share: a batch of playouts per iteration, and how a result is made of
    them. A node is a playout; the depth is that of the tree, which grows no deeper than the depth of the spec's
    limit."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        super().__init__(position, spec)
        self._seed = new_seed() if spec.seed is None else spec.seed
        self._random = Random(self._seed)
        self._landings = chance_rng(self._random.getrandbits(64))
        self._depth = 0
        self._max_depth = spec.limit.depth if spec.limit else None

    def search(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> SearchResult:
        """A batch of playouts, or as many as the limits allow; raises `StopSearch` when they allow none."""
        started, before = perf_counter(), self.counts.nodes
        reason = stop_reason(before, nodes, deadline, stop)
        if reason is None:
            batch = BATCH * depth**2
            reason = self._run(batch if nodes is None else min(batch, nodes - before), deadline, stop)
        if reason and self.counts.nodes == before:
            raise StopSearch(reason)
        return self._result(perf_counter() - started)

    def fallback(self) -> SearchResult:
        self._playout()
        return self._result(0.0)

    @abstractmethod
    def root_statistics(self) -> Mapping[Move, EdgeStatistics]:
        """The moves of the root that were tried, in the order in which they were."""

    @abstractmethod
    def _run(self, playouts: int, deadline: float | None, stop: StopFlag | None) -> Stopped | None:
        """Make playouts; why they were stopped, None if all were made."""

    @abstractmethod
    def _playout(self) -> None:
        """Make one playout."""

    @abstractmethod
    def _most_visited(self) -> Sequence[Move]:
        """The most visited moves, up to the first chance node."""

    def _result(self, seconds: float) -> SearchResult:
        statistics, pv = self.root_statistics(), tuple(self._most_visited())
        value = statistics[pv[0]].mean
        means = {move: statistics[move].mean for move in self._position.generate_moves() if move in statistics}
        return SearchResult.of(
            self._position,
            Score.estimate(value),
            value=value,
            pv=pv,
            depth=self._depth,
            counts=self.counts,
            engine=self.engine,
            moves={move: MoveValue(mean, Bound.MEAN, Score.estimate(mean)) for move, mean in means.items()},
            seconds=seconds,
            seed=self._seed,
        )


@dataclass
class Edge:
    """A move in the tree: its visits, the sum of results for the player who made it, and its children: one position, or
    one for every column that it drifted into."""

    visits: int = 0
    total: float = 0.0
    children: dict[Position, Node] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.total / self.visits


@dataclass
class Node:
    """A position in the tree: its edges, and the moves not tried yet."""

    position: Position
    untried: list[Move]
    edges: dict[Move, Edge] = field(default_factory=dict)

    def select(self) -> Move:
        """The move with the highest upper confidence bound."""
        visits = sum(edge.visits for edge in self.edges.values())
        return max(
            self.edges,
            key=lambda move: self.edges[move].mean + EXPLORATION * sqrt(log(visits) / self.edges[move].visits),
        )


class MctsSearcher(PlayoutSearcher):
    """The Python engine: the definition of the playouts."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        super().__init__(position, spec)
        self._root = _new_node(position)

    def root_statistics(self) -> Mapping[Move, EdgeStatistics]:
        return {move: EdgeStatistics(edge.visits, edge.total) for move, edge in self._root.edges.items()}

    def _run(self, playouts: int, deadline: float | None, stop: StopFlag | None) -> Stopped | None:
        for _ in range(playouts):
            if reason := stop_reason(self.counts.nodes, None, deadline, stop):
                return reason
            self._playout()
        return None

    def _playout(self) -> None:
        node, path = self._root, list[tuple[Player, Edge]]()
        while (node.edges or node.untried) and len(path) != self._max_depth:
            expanding = bool(node.untried)
            move = node.untried.pop(self._random.randrange(len(node.untried))) if expanding else node.select()
            edge = node.edges.setdefault(move, Edge())
            path.append((node.position.turn, edge))
            after = self._play(node.position, move)
            expanding |= after not in edge.children
            node = edge.children.setdefault(after, _new_node(after))
            if expanding:
                break
        self._depth = max(self._depth, len(path))
        winner = self._play_out(node.position)
        for player, edge in path:
            edge.visits += 1
            edge.total += 0 if winner is None else 1 if winner == player else -1
        self.counts.nodes += 1
        self.counts.leaves += 1
        self.counts.estimated += 1
        self.counts.dropped += len(path)

    def _play_out(self, position: Position) -> Player | None:
        """Play random moves to the end of the game; the winner."""
        while not (outcome := position.outcome):
            position = self._play(position, self._random.choice(position.generate_moves()))
            self.counts.dropped += 1
        return outcome.winner

    def _play(self, position: Position, move: Move) -> Position:
        after = position.play_unchecked(move)
        return after.sample(self._landings).position if isinstance(after, Chance) else after

    def _most_visited(self) -> Sequence[Move]:
        moves: list[Move] = []
        node = self._root
        while node.edges:
            move = max(node.edges, key=lambda move: node.edges[move].visits)
            moves.append(move)
            if isinstance(node.position.play_unchecked(move), Chance):
                break
            [node] = node.edges[move].children.values()
        return moves


def _new_node(position: Position) -> Node:
    return Node(position, list(position.legal_moves))
