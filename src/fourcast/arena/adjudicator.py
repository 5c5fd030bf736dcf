"""Games that need not be played out: the exact solver says how they end.

It is asked for who wins, within a number of nodes and with an empty memory for each game, so that the same games are
ended at the same moves on every machine. `claimed` is fair to players of every strength: a win is given only to a
player who has announced it, so that nobody gets a win that he would not have found; a draw, if both have announced it.
`solved` asks after every move, whatever the players know.
"""

from __future__ import annotations

from typing import Final

from fourcast.arena.control import Adjudication
from fourcast.rules import FIRST, SECOND, Player, PopRule, Position, Rules, other
from fourcast.solve import Solver
from fourcast.solve.solver import why_not_native

NODES: Final[dict[Adjudication, int]] = {Adjudication.CLAIMED: 1_000_000, Adjudication.SOLVED: 20_000}
"""Nodes that one question may cost: a few milliseconds where every move is asked about."""
TABLE_MB: Final = 8


def why_no_adjudication(rules: Rules) -> str | None:
    """Why games of these rules are always played out; None if they need not be."""
    if rules.drift is not None:
        return "luck has its say to the end"
    if rules.pop_rule is PopRule.OWN:
        return "all positions would have to be solved at once"
    return why_not_native(rules, TABLE_MB)


class Adjudicator:
    """Watches one game after another."""

    def __init__(self, rules: Rules, mode: Adjudication) -> None:
        self._mode = mode
        self._solver: Solver | None = None
        if mode is not Adjudication.NEVER and why_no_adjudication(rules) is None:
            self._solver = Solver(rules, threads=1, table_mb=TABLE_MB)
        self._claims: dict[Player, int | None] = {}

    def begin(self) -> None:
        """Forget the last game."""
        self._claims = {FIRST: None, SECOND: None}
        if self._solver:
            self._solver.clear()

    def claim(self, player: Player, claim: int | None) -> None:
        """Hear what a player says for certain: that he wins (1), draws (0) or loses (−1); or nothing."""
        self._claims[player] = claim

    def verdict(self, position: Position) -> tuple[Player | None] | None:
        """Who wins, or nobody, in brackets; None if it has to be played out."""
        if not self._solver or position.outcome():
            return None
        if self._mode is Adjudication.CLAIMED and not self._somebody_says_so():
            return None
        winner = self._solver.solve(position, weak=True, nodes=NODES[self._mode]).winner
        if winner is None:
            return None
        wins: Player | None = None if winner == 0 else position.turn if winner > 0 else other(position.turn)
        return (wins,) if self._mode is Adjudication.SOLVED or self._announced(wins) else None

    def _somebody_says_so(self) -> bool:
        claims = list(self._claims.values())
        return 1 in claims or claims == [0, 0]

    def _announced(self, winner: Player | None) -> bool:
        if winner is None:
            return list(self._claims.values()) == [0, 0]
        return self._claims[winner] == 1
