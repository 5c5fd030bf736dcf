"""Exact scores of games that can go on for ever, by retrograde analysis: from finished games backwards.

The definition of exact scores under unlimited pop-outs. A position is won if a move leads to a lost one, and lost if
every move leads to a won one. All others are draws: neither side can be forced to leave the positions in which it does
not lose, so best play goes on for ever or a draw is called.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable

from fourcast.errors import UsageError
from fourcast.rules import Position
from fourcast.solver.values import exact_terminal_value


class RetrogradeSolver:
    """Exact scores of every position that can follow from the positions asked for."""

    def __init__(self) -> None:
        self._values: dict[Position, int] = {}
        self._plies: dict[Position, int] = {}

    def value(self, position: Position, on_node: Callable[[], None] = lambda: None) -> int:
        """1 if the side to move wins, −1 if it loses, 0 for a draw. `on_node` is called for every position."""
        if position.rules.drift is not None:
            raise UsageError("Retrograde analysis does not solve games with drift.")
        if position not in self._values:
            self._decide(self._predecessors(position, on_node))
        return self._values[position]

    def plies(self, position: Position) -> int | None:
        """The number of plies to the end from a solved position; None for a draw."""
        return self._plies.get(position)

    def _predecessors(self, start: Position, on_node: Callable[[], None]) -> dict[Position, list[Position]]:
        """Every position that can follow from `start`, with the positions that lead to it."""
        predecessors: dict[Position, list[Position]] = {start: []}
        unvisited = [start]
        while unvisited:
            on_node()
            position = unvisited.pop()
            for _, _, after in position.successors():
                if after not in predecessors:
                    predecessors[after] = []
                    unvisited.append(after)
                predecessors[after].append(position)
        return predecessors

    def _decide(self, predecessors: dict[Position, list[Position]]) -> None:
        """Layer by layer: what is decided in n plies decides its predecessors in n + 1."""
        open_moves: dict[Position, int] = defaultdict(int)
        for positions in predecessors.values():
            for position in positions:
                open_moves[position] += 1
        values = dict.fromkeys(predecessors, 0)
        plies: dict[Position, int] = {}
        decided: deque[Position] = deque()
        for position in predecessors:
            if (outcome := position.outcome) and outcome.winner is not None:
                values[position], plies[position] = exact_terminal_value(position, outcome), 0
                decided.append(position)
        while decided:
            position = decided.popleft()
            for before in predecessors[position]:
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
