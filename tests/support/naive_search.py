"""Looking ahead as plainly as it can be written: max and min spelled out, no windows, no tricks, on the oracle's board.

All values are those of one player, `hero`, who is to move at the root; evaluations are asked for him alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from support import oracle

WIN: Final = 10**12
"""A won game is worth this and the depth that is left."""


@dataclass
class Naive:
    """Searches for one player under one set of rules. What was computed is kept, for positions recur."""

    rules: oracle.Rules
    hero: int
    evaluate: Callable[[oracle.Rules, oracle.State, int], float]
    ends: str = "sooner"
    random_opponent: bool = False
    kept: dict[tuple[oracle.State, int], float] = field(default_factory=dict)

    def value(self, state: oracle.State, depth: int) -> float:
        """What a position is worth to the hero with so many moves to look ahead."""
        key = (state, depth)
        if key not in self.kept:
            self.kept[key] = self._value(state, depth)
        return self.kept[key]

    def moves(self, state: oracle.State, depth: int) -> dict[oracle.Action, float]:
        """What every action is worth to the hero, `depth` moves counting from here."""
        return {action: self.mean(state, action, depth) for action in oracle.actions(self.rules, state)}

    def mean(self, state: oracle.State, action: oracle.Action, depth: int) -> float:
        """What an action is worth: luck is an average, and uses up no depth."""
        total = 0.0
        branches = oracle.branches(self.rules, state, action)
        if len(branches) == 1:
            return self.value(branches[0].state, depth - 1)
        for branch in branches:
            total += float(branch.probability) * self.value(branch.state, depth - 1)
        return total

    def _value(self, state: oracle.State, depth: int) -> float:
        if self.ends == "cut-first" and depth == 0:
            return self.evaluate(self.rules, state, self.hero)
        outcome = oracle.outcome(self.rules, state)
        if outcome is not None:
            return self.value_of_end(state, outcome, depth)
        if depth == 0:
            return self.evaluate(self.rules, state, self.hero)
        values = list(self.moves(state, depth).values())
        if state.turn == self.hero:
            return max(values)
        if self.random_opponent:
            return sum(values) / len(values)
        return min(values)

    def value_of_end(self, state: oracle.State, outcome: oracle.Outcome, depth: int) -> float:
        """What a finished game is worth to the hero."""
        if self.ends == "evaluated":
            return self.evaluate(self.rules, state, self.hero)
        board_is_full = all(oracle.EMPTY not in column for column in state.columns)
        if self.ends == "draw-first" and board_is_full and outcome.winner == self.hero:
            return 0
        if self.rules.goal != "first-line":
            scores = oracle.scores(self.rules, state)
            return scores[self.hero] - scores[1 - self.hero]
        if outcome.winner is None:
            return 0
        return WIN + depth if outcome.winner == self.hero else -WIN - depth
