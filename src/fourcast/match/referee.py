"""One game between two seats: turns, clocks, penalties and the end, written down as a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fourcast.errors import IllegalMove, NotationError, quote
from fourcast.match.adjudicator import Adjudicator
from fourcast.match.answer import Answer, Fault
from fourcast.match.control import MOST_LOST_TURNS, Control, Penalty
from fourcast.match.seats import Seat
from fourcast.play import Game, game_to_json
from fourcast.rules import FIRST, SECOND, Ending, Luck, Move, Player, Position, Rules, other, parse_line, parse_move

CRASH: Final = "crash"
ILLEGAL: Final = "illegal"
"""How a game was forfeited; every other ending has its own name."""


@dataclass
class Sheet:
    """What a player did in a game, for the record."""

    moves: int = 0
    seconds: float = 0.0
    overruns: int = 0
    """Answers that came later than time and margin allow."""
    delayed: int = 0
    """Answers that came so late because the machine was busy with something else: they are no overruns."""
    longest_overrun: float = 0.0
    """Seconds beyond the time, the margin not counted."""
    illegal: int = 0
    crashes: int = 0
    lost_turns: int = 0
    stood_in: int = 0
    """Moves of the perfect player's stand-in."""


@dataclass
class GamePlayed:
    """A finished game."""

    game: Game
    how: str
    """An ending's name, `crash` or `illegal`."""
    detail: str
    sheets: tuple[Sheet, Sheet]
    parts: list[dict[str, Any]] = field(default_factory=list)
    """What was played before each turn that was lost, as saved games: moves alone cannot say that a turn was lost."""

    @property
    def winner(self) -> Player | None:
        outcome = self.game.outcome
        assert outcome
        return outcome.winner


class Referee:
    """Lets two seats play a game."""

    def __init__(self, rules: Rules, control: Control) -> None:
        self._rules = rules
        self._control = control
        self._adjudicator = Adjudicator(rules, control.adjudication)

    def play(self, seats: Sequence[Seat], *, opening: str, names: Sequence[str], seeds: Sequence[int]) -> GamePlayed:
        """A game from an opening. `seeds` are for the first player, for the second, and for luck."""
        game = Game(self._rules, names=names)
        for ply in parse_line(game.start, opening):
            game.follow(ply)
        played = GamePlayed(game, "", "", (Sheet(), Sheet()))
        self._adjudicator.begin()
        for player in (FIRST, SECOND):
            reason = seats[player].begin(self._rules, seeds[player])
            if reason:
                played.sheets[player].crashes += 1
                return self._forfeited(played, player, CRASH, reason)
        luck = Luck(seeds[2])
        while not played.game.outcome:
            self._turn(played, seats, luck)
        if not played.how:
            outcome = played.game.outcome
            played.how = outcome.ending.value
        return played

    def _turn(self, played: GamePlayed, seats: Sequence[Seat], luck: Luck) -> None:
        player, sheet = played.game.turn, played.sheets[played.game.turn]
        answer = seats[player].answer(played.game, self._control)
        sheet.seconds += answer.seconds
        if self._control.time is not None:
            sheet.longest_overrun = max(sheet.longest_overrun, answer.seconds - self._control.time)
        if answer.fault is Fault.CRASH:
            sheet.crashes += 1
            self._forfeited(played, player, CRASH, answer.detail)
        elif answer.fault is Fault.TIME or answer.is_late(self._control):
            sheet.overruns += 1
            self._late(played, player, answer)
        else:
            sheet.delayed += answer.seconds > self._control.allowed
            self._answered(played, player, answer, luck)

    def _answered(self, played: GamePlayed, player: Player, answer: Answer, luck: Luck) -> None:
        sheet = played.sheets[player]
        try:
            move = parse_move(self._rules, answer.move or "")
            self._legal(played.game, move)
        except (NotationError, IllegalMove) as fault:
            sheet.illegal += 1
            said = quote(answer.move, max_length=40) if answer.move else "nothing"
            detail = answer.detail or f"It answered {said}: {fault}"
            if self._control.illegal is Penalty.TURN and sheet.lost_turns < MOST_LOST_TURNS:
                self._lose_turn(played, player)
            else:
                self._forfeited(played, player, ILLEGAL, detail)
            return
        sheet.moves += 1
        sheet.stood_in += answer.stood_in
        played.game.play(move, rng=luck)
        if played.parts or played.game.outcome:
            return  # a lost turn leads to positions that the solver's scores do not know
        verdict = self._adjudicator.verdict(played.game.position, answer.claim)
        if verdict:
            played.game.adjudicate(verdict[0])

    def _legal(self, game: Game, move: Move) -> None:
        if move not in game.legal_moves:
            game.position.play(move)  # says why not

    def _late(self, played: GamePlayed, player: Player, answer: Answer) -> None:
        sheet = played.sheets[player]
        if self._control.overrun is Penalty.TURN and sheet.lost_turns < MOST_LOST_TURNS:
            self._lose_turn(played, player)
            return
        played.game.lose_on_time(player)
        played.how = Ending.TIME.value
        played.detail = answer.detail if answer.fault else f"It took {answer.seconds:.3f} s."

    def _lose_turn(self, played: GamePlayed, player: Player) -> None:
        """The board stays as it is, and the other player is to move. For the files another game begins there."""
        played.sheets[player].lost_turns += 1
        before = played.game
        played.parts.append(game_to_json(before))
        passed: Position = before.position._replace(turn=other(player))
        played.game = Game(self._rules, start=passed, names=before.names)

    def _forfeited(self, played: GamePlayed, player: Player, how: str, detail: str) -> GamePlayed:
        played.game.forfeit(player)
        played.how, played.detail = how, detail
        return played
