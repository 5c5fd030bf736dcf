"""Adjudication: ending games whose result the exact solver knows.

The solver gets a number of nodes and an empty table for each game, so that the same games end at the same moves on
every machine. `claimed` is fair to players of every strength: a win is awarded only to a player that claims it, exact
to the move or, in games of lines and points, to the margin, so that no player is awarded a win that it would not have
found; a draw, if both claim it. A player that makes a false claim is ignored for the rest of the game. `solved` asks
the solver after every move.
"""

from __future__ import annotations

from typing import Final

from fourcast.algorithms import Score, ScoreKind
from fourcast.matches.settings import Adjudication
from fourcast.play import Game
from fourcast.rules import Goal, Player, PopRule, Position, Rules, other
from fourcast.solver import Solver, unsupported_reason

MAX_NODES: Final[dict[Adjudication, int]] = {Adjudication.CLAIMED: 1_000_000, Adjudication.SOLVED: 20_000}
"""Nodes for one position: a few milliseconds where every position is solved."""
TABLE_MB: Final = 8


def is_adjudicable(rules: Rules) -> bool:
    """Whether the solver can decide games of these rules. Not under drift, which has no certain result, nor with
    unlimited pop-outs, where all positions would have to be solved at once."""
    return rules.drift is None and rules.pop_rule is not PopRule.OWN and unsupported_reason(rules, TABLE_MB) is None


class Adjudicator:
    """Follows one game after another."""

    def __init__(self, rules: Rules, mode: Adjudication) -> None:
        self._mode = mode
        self._solver: Solver | None = None
        if mode is not Adjudication.NEVER and is_adjudicable(rules):
            self._solver = Solver(rules, threads=1, table_mb=TABLE_MB)
        self._draw_claims: set[Player] = set()
        self._false_claims: set[Player] = set()

    def start_game(self) -> None:
        """Forget the last game."""
        self._draw_claims.clear()
        self._false_claims.clear()
        if self._solver:
            self._solver.clear()

    def check(self, game: Game, claim: Score | None) -> None:
        """Adjudicate the game if its result is known. `claim` is the exact score that the player who has just moved
        claims."""
        if not self._solver or game.outcome:
            return
        if self._mode is Adjudication.CLAIMED:
            self._check_claim(self._solver, game, claim)
            return
        winner = self._solver.solve(game.position, weak=True, nodes=MAX_NODES[self._mode]).sign
        if winner is not None:
            game.adjudicate(None if winner == 0 else game.turn if winner > 0 else other(game.turn))

    def _check_claim(self, solver: Solver, game: Game, claim: Score | None) -> None:
        player = other(game.turn)
        self._draw_claims.discard(player)
        if claim is None or claim < Score.exact(0) or player in self._false_claims:
            return  # a claimed loss is not checked
        right = is_right(claim, game.position, solver)
        if right is None:
            return
        if not right:
            self._false_claims.add(player)
        elif claim > Score.exact(0):
            game.adjudicate(player)
        else:
            self._draw_claims.add(player)
            if len(self._draw_claims) == 2:
                game.adjudicate(None)


def is_right(claim: Score, position: Position, solver: Solver) -> bool | None:
    """Whether the claim of the player whose move led to this position is exact: not only who wins, but when or by how
    much. None if the solver does not know."""
    solution = solver.solve(position, nodes=MAX_NODES[Adjudication.CLAIMED]).one_ply_earlier()
    if solution.score is None:
        return None
    if claim.kind is ScoreKind.WIN:
        return solution.low > 0 and solution.plies == claim.number
    wins_by_line = claim.number > 0 and position.rules.goal is Goal.FIRST_LINE  # there a margin says nothing
    return not wins_by_line and solution.low == claim.number
