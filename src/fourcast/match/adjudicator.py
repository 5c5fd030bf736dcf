"""Games that need not be played out: the exact solver says how they end.

It is asked for who wins, within a number of nodes and with an empty memory for each game, so that the same games are
ended at the same moves on every machine. `claimed` is fair to players of every strength: a win is given only to a
player who has announced it, and right to the move or, in games of lines and points, to the margin, so that nobody gets
a win that he would not have found; a draw, if both have announced it. Whoever has announced what is not so is not
listened to for the rest of the game. `solved` asks after every move, whatever the players know.
"""

from __future__ import annotations

from typing import Final

from fourcast.match.control import Adjudication
from fourcast.rules import Goal, Player, PopRule, Position, Rules, other
from fourcast.search import Score, ScoreKind
from fourcast.solver import Solution, Solver, unsupported_reason

NODES: Final[dict[Adjudication, int]] = {Adjudication.CLAIMED: 1_000_000, Adjudication.SOLVED: 20_000}
"""Nodes that one question may cost: a few milliseconds where every move is asked about."""
TABLE_MB: Final = 8


def why_no_adjudication(rules: Rules) -> str | None:
    """Why games of these rules are always played out; None if they need not be."""
    if rules.drift is not None:
        return "luck has its say to the end"
    if rules.pop_rule is PopRule.OWN:
        return "all positions would have to be solved at once"
    return unsupported_reason(rules, TABLE_MB)


class Adjudicator:
    """Watches one game after another."""

    def __init__(self, rules: Rules, mode: Adjudication) -> None:
        self._mode = mode
        self._solver: Solver | None = None
        if mode is not Adjudication.NEVER and why_no_adjudication(rules) is None:
            self._solver = Solver(rules, threads=1, table_mb=TABLE_MB)
        self._draws: set[Player] = set()
        self._liars: set[Player] = set()

    def begin(self) -> None:
        """Forget the last game."""
        self._draws.clear()
        self._liars.clear()
        if self._solver:
            self._solver.clear()

    def verdict(self, position: Position, claim: Score | None) -> tuple[Player | None] | None:
        """Who wins, or nobody, in brackets; None if it has to be played out. The player who has just moved here says
        for certain that the game ends so, or nothing."""
        if not self._solver or position.outcome:
            return None
        if self._mode is Adjudication.CLAIMED:
            return self._claimed(self._solver, position, claim)
        winner = self._solver.solve(position, weak=True, nodes=NODES[self._mode]).winner
        if winner is None:
            return None
        return (None if winner == 0 else position.turn if winner > 0 else other(position.turn),)

    def _claimed(self, solver: Solver, position: Position, claim: Score | None) -> tuple[Player | None] | None:
        player = other(position.turn)
        self._draws.discard(player)
        if claim is None or claim < Score.exact(0) or player in self._liars:
            return None  # nobody is asked to prove that he loses
        solution = solver.solve(position, nodes=NODES[self._mode]).one_ply_earlier()
        if solution.score is None:
            return None
        if not _is_right(claim, solution, position.rules):
            self._liars.add(player)
            return None
        if claim > Score.exact(0):
            return (player,)
        self._draws.add(player)
        return (None,) if len(self._draws) == 2 else None


def _is_right(claim: Score, solution: Solution, rules: Rules) -> bool:
    """Whether a player who moved knows what he says: not only who wins, but when or by how much."""
    if claim.kind is ScoreKind.WIN:
        return solution.low > 0 and solution.plies == claim.number
    won_at_once = claim.number > 0 and rules.goal is Goal.FIRST_LINE  # how much says nothing there
    return not won_at_once and solution.low == claim.number
