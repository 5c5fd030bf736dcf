"""A game: a line of play with its history, its players' names, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from fourcast.errors import IllegalMove
from fourcast.rules import (
    FIRST,
    SECOND,
    Chance,
    Ending,
    Luck,
    Move,
    Outcome,
    Player,
    Ply,
    PopRule,
    Position,
    Rules,
    follow,
    other,
)

NAMES = ("First", "Second")
"""What the players are called until somebody says otherwise."""


class Verdict(NamedTuple):
    """An ending that the board does not show: somebody resigned, ran out of time or forfeited, or a game was
    adjudicated, and that may be a draw."""

    ending: Ending
    loser: Player | None


class Game:
    """Play, take back, play again. The position never forgets its rules, the game never forgets its moves.

    >>> from fourcast.rules import drop, parse_rules
    >>> game = Game(parse_rules("classic"))
    >>> for column in (3, 3, 4, 4, 5, 5, 6):
    ...     _ = game.play(drop(column))
    >>> game.outcome
    Outcome(winner=0, ending=<Ending.LINE: 'line'>, scores=(1, 0))
    >>> game.undo().turn
    0
    """

    def __init__(
        self,
        rules: Rules,
        *,
        start: Position | None = None,
        names: Sequence[str] = NAMES,
        agents: Sequence[str | None] = (None, None),
    ) -> None:
        if start is not None and start.rules != rules:
            raise ValueError("The start position belongs to other rules. Give the rules it was made with.")
        if len(names) != 2:
            raise ValueError(f"A game has two players, not {len(names)}: give two names.")
        self.rules = rules
        self.names = (str(names[0]), str(names[1]))
        self.agents = (agents[0], agents[1])
        """Who plays a side if no person does, in the text form of agents."""
        self._positions = [start or rules.start()]
        self._plies: list[Ply] = []
        self._ply = 0
        self._verdict: Verdict | None = None

    def copy(self) -> Game:
        """The same game once more: what happens to one does not happen to the other."""
        twin = copy(self)
        twin._positions, twin._plies = list(self._positions), list(self._plies)
        return twin

    # Where it stands

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[self._ply]

    @property
    def turn(self) -> Player:
        return self.position.turn

    @property
    def plies(self) -> tuple[Ply, ...]:
        """What has been played up to now."""
        return tuple(self._plies[: self._ply])

    @property
    def undone(self) -> tuple[Ply, ...]:
        """What `redo` would play again, next first."""
        return tuple(self._plies[self._ply :])

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position up to now, the start first."""
        return tuple(self._positions[: self._ply + 1])

    @property
    def verdict(self) -> Verdict | None:
        return self._verdict

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._verdict:
            loser = self._verdict.loser
            winner = None if loser is None else other(loser)
            return Outcome(winner, self._verdict.ending, self.position.scores)
        if outcome := self.position.outcome:
            return outcome
        if self._stands_third_time():
            return Outcome(None, Ending.REPETITION, self.position.scores)
        return None

    def _stands_third_time(self) -> bool:
        # Only unlimited pop-outs can bring a position back.
        return self.rules.pop_rule is PopRule.OWN and self.positions.count(self.position) >= 3

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the game is over."""
        return () if self.outcome else self.position.generate_moves()

    # Going on and going back

    def play(self, move: Move, *, luck: Luck | None = None) -> Position:
        """Play a move; what had been taken back is forgotten. A drop that drifts falls as `luck` has it."""
        ply = Ply(move)
        if self.rules.drift is not None and move in self.legal_moves:
            after = self.position.play_unchecked(move)
            if isinstance(after, Chance):
                if luck is None:
                    raise ValueError(
                        "This drop may drift: give luck to decide, or follow() a ply that says where it fell."
                    )
                landed = after.sample(luck).column
                ply = Ply(move, None if landed == move.column else landed)
        return self.follow(ply)

    def follow(self, ply: Ply) -> Position:
        """Play a move that fell as the ply says."""
        if self.outcome:
            raise IllegalMove("The game is over. Take back a move or start a new game.")
        following = follow(self.position, ply)
        del self._plies[self._ply :], self._positions[self._ply + 1 :]
        self._plies.append(ply)
        self._positions.append(following)
        self._ply += 1
        return following

    def undo(self) -> Position:
        """Take back the last move; or, if somebody has resigned or lost on time, that."""
        if self._verdict:
            self._verdict = None
        elif self._ply == 0:
            raise IllegalMove("There is no move to take back.")
        else:
            self._ply -= 1
        return self.position

    def redo(self) -> Position:
        """Play again the move last taken back."""
        if self._verdict or self._ply == len(self._plies):
            raise IllegalMove("There is no move to play again.")
        self._ply += 1
        return self.position

    def resign(self, player: Player | None = None) -> None:
        """The player (whoever is to move) gives up."""
        self._end(Ending.RESIGNATION, self.turn if player is None else player)

    def lose_on_time(self, player: Player | None = None) -> None:
        """The player (whoever is to move) has used up his time."""
        self._end(Ending.TIME, self.turn if player is None else player)

    def forfeit(self, player: Player | None = None) -> None:
        """The player (whoever is to move) gave no answer, or none that may be played."""
        self._end(Ending.FORFEIT, self.turn if player is None else player)

    def adjudicate(self, winner: Player | None) -> None:
        """The game is not played out: it is known who wins, or that nobody does."""
        if winner not in (FIRST, SECOND, None):
            raise ValueError(f"There is no player {winner}: give 0 for the first, 1 for the second, None for a draw.")
        self._end(Ending.ADJUDICATION, None if winner is None else other(winner))

    def _end(self, ending: Ending, loser: Player | None) -> None:
        if self.outcome:
            raise IllegalMove("The game is over already.")
        if loser not in (FIRST, SECOND) and ending is not Ending.ADJUDICATION:
            raise ValueError(f"There is no player {loser}: give 0 for the first or 1 for the second.")
        self._verdict = Verdict(ending, loser)
