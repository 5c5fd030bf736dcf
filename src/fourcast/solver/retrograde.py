"""The readable solver of games that may go on for ever: from finished games backwards.

This is the definition of exact values under unlimited pop-outs; the native solver is its fast twin. A position is won
if a move leads to a lost one, and lost if every move leads to a won one. Whatever is neither is a draw: neither side
can be made to leave the positions in which it does not lose, so that best play goes on for ever, or a draw is called.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from math import inf

from fourcast.errors import UsageError
from fourcast.rules import Chance, Position
from fourcast.search import Stopped, StopSearch
from fourcast.solver.forward import SEEN_OFTEN, check, never
from fourcast.solver.values import value_of_end


class RetrogradeSolver:
    """Exact values of every position that can follow from those asked for."""

    def __init__(self) -> None:
        self.nodes = 0
        self._values: dict[Position, int] = {}
        self._plies: dict[Position, int] = {}

    def value(
        self,
        position: Position,
        *,
        nodes: float = inf,
        deadline: float = inf,
        stop: Callable[[], bool] = never,
    ) -> int:
        """1 if the side to move wins, −1 if it loses, 0 if neither can. Raises `StopSearch` at its limit."""
        if position.rules.drift is not None:
            raise UsageError("With luck the way a game goes is no one's choice: looking backwards does not solve it.")
        if position not in self._values:
            self._decide(self._ways_to_all(position, self.nodes + nodes, deadline, stop))
        return self._values[position]

    def plies(self, position: Position) -> int | None:
        """In how many moves a position that has been solved is decided; None if nobody wins."""
        return self._plies.get(position)

    def _ways_to_all(
        self, start: Position, most_nodes: float, deadline: float, stop: Callable[[], bool]
    ) -> dict[Position, list[Position]]:
        """Every position that can follow, each with those that lead to it."""
        ways_to: dict[Position, list[Position]] = {start: []}
        unseen = [start]
        while unseen:
            self.nodes += 1
            if self.nodes > most_nodes:
                raise StopSearch(Stopped.NODES)
            if self.nodes % SEEN_OFTEN == 0:
                check(deadline, stop)
            position = unseen.pop()
            for move in position.legal_moves:
                after = position.play_unchecked(move)
                assert not isinstance(after, Chance)
                if after not in ways_to:
                    ways_to[after] = []
                    unseen.append(after)
                ways_to[after].append(position)
        return ways_to

    def _decide(self, ways_to: dict[Position, list[Position]]) -> None:
        """Layer after layer: what is decided in n plies decides what leads to it in n + 1."""
        open_moves: dict[Position, int] = defaultdict(int)
        for leading in ways_to.values():
            for position in leading:
                open_moves[position] += 1
        values = dict.fromkeys(ways_to, 0)
        plies: dict[Position, int] = {}
        decided: deque[Position] = deque()
        for position in ways_to:
            if (outcome := position.outcome) and outcome.winner is not None:
                values[position], plies[position] = value_of_end(position, outcome), 0
                decided.append(position)
        while decided:
            position = decided.popleft()
            for before in ways_to[position]:
                if before in plies:
                    continue
                if values[position] > 0:
                    open_moves[before] -= 1
                    if open_moves[before]:
                        continue
                values[before], plies[before] = -values[position], plies[position] + 1
                decided.append(before)
        self._values |= values
        self._plies |= plies
