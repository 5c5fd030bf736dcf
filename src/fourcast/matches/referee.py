"""One game between two players: turns, clocks, penalties and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, Protocol

from fourcast.algorithms import Score
from fourcast.errors import IllegalMove, NotationError, quote
from fourcast.matches.adjudicator import Adjudicator
from fourcast.matches.openings import opening_game
from fourcast.matches.protocol import Go
from fourcast.matches.records import CRASH, ILLEGAL, GameStats
from fourcast.matches.settings import MAX_LOST_TURNS, Clock, MatchSettings, Penalty
from fourcast.play import Game, game_to_json
from fourcast.rules import FIRST, SECOND, Ending, Player, Rules, chance_rng, other, parse_move


class Fault(Enum):
    """Why there is no move."""

    CRASH = "crash"
    TIME = "time"


@dataclass(frozen=True)
class MoveReply:
    """What a player replied when it was asked for a move."""

    seconds: float
    move: str | None = None
    """As it was written: it need not be a legal move."""
    fault: Fault | None = None
    detail: str = ""
    """What went wrong; beside a move, the player's own message about it."""
    claim: Score | None = None
    """The exact score that the player claims."""
    cpu_seconds: float | None = None
    """The CPU time, where it is known: a player is not charged for a busy machine."""
    is_fallback: bool = False
    """Whether the perfect player did not solve the position in time and its fallback moved."""

    @property
    def charged(self) -> float:
        """Seconds that the player is charged for: not those in which the machine was busy with something else."""
        return self.seconds if self.cpu_seconds is None else min(self.seconds, self.cpu_seconds)


class MatchPlayer(Protocol):
    """A player as the referee sees it."""

    def start_game(self, rules: Rules, seed: int) -> str | None:
        """Prepare for a game; the reason if that is impossible."""

    def choose(self, game: Game, go: Go, max_seconds: float) -> MoveReply:
        """A move for the side to move in a game that is not over; after `max_seconds` it is late."""

    def close(self) -> None:
        """Release what the player holds."""


@dataclass
class GameResult:
    """A game and how it went."""

    game: Game
    ending: str = ""
    """A value of `Ending`, `crash` or `illegal`."""
    detail: str = ""
    stats: tuple[GameStats, GameStats] = field(default_factory=lambda: (GameStats(), GameStats()))
    clocks: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """Seconds left to each player, if the game has a clock."""
    parts: list[dict[str, Any]] = field(default_factory=list)
    """What was played before each lost turn, as saved games: a list of moves cannot express a lost turn."""

    @property
    def winner(self) -> Player | None:
        outcome = self.game.outcome
        assert outcome
        return outcome.winner


class Referee:
    """Lets two players play games under the same rules and settings."""

    def __init__(self, rules: Rules, settings: MatchSettings) -> None:
        self._rules = rules
        self._settings = settings
        self._adjudicator = Adjudicator(rules, settings.adjudication)

    def play(
        self, players: Sequence[MatchPlayer], *, opening: str, names: Sequence[str], seeds: Sequence[int]
    ) -> GameResult:
        """A game from an opening. `seeds` are for the first player, for the second, and for drift."""
        result = self._begin(opening, names)
        self._adjudicator.start_game()
        for player in (FIRST, SECOND):
            if reason := players[player].start_game(self._rules, seeds[player]):
                self._crash(result, player, reason)
                return result
        rng = chance_rng(seeds[2])
        while not result.game.outcome:
            self._turn(result, players, rng)
        result.ending = result.ending or result.game.outcome.ending.value
        return result

    def forfeit(self, loser: Player, reason: str, *, opening: str, names: Sequence[str]) -> GameResult:
        """A game that is not played, and lost by a crash of this player."""
        result = self._begin(opening, names)
        self._crash(result, loser, reason)
        return result

    def _begin(self, opening: str, names: Sequence[str]) -> GameResult:
        result = GameResult(opening_game(self._rules, opening, names))
        if isinstance(self._settings.time, Clock):
            result.clocks = [self._settings.time.base] * 2
        return result

    def _turn(self, result: GameResult, players: Sequence[MatchPlayer], rng: Random) -> None:
        player, settings = result.game.turn, self._settings
        stats = result.stats[player]
        go = settings.go(result.clocks[player])
        max_seconds = settings.max_seconds(go)
        reply = players[player].choose(result.game, go, max_seconds)
        stats.seconds += reply.seconds
        if go.seconds is not None:
            stats.max_overrun = max(stats.max_overrun, reply.seconds - go.seconds)
        result.clocks[player] = max(0.0, result.clocks[player] - reply.charged) + go.increment
        if reply.fault is Fault.CRASH:
            self._crash(result, player, reply.detail)
        elif reply.fault is Fault.TIME or reply.charged > max_seconds:
            stats.overruns += 1
            if self._may_lose_turn(settings.overrun, stats):
                self._lose_turn(result, player)
                return
            result.game.lose_on_time(player)
            result.ending = Ending.TIME.value
            left = "" if go.time is None else f" of the {go.time:.3f} s on its clock"
            result.detail = reply.detail if reply.fault else f"It took {reply.seconds:.3f} s{left}."
        else:
            stats.delayed += reply.seconds > max_seconds
            self._move(result, player, reply, rng)

    def _move(self, result: GameResult, player: Player, reply: MoveReply, rng: Random) -> None:
        stats = result.stats[player]
        try:
            move = parse_move(self._rules, reply.move or "")
            result.game.play(move, rng=rng)
        except (NotationError, IllegalMove) as error:
            stats.illegal += 1
            if self._may_lose_turn(self._settings.illegal, stats):
                self._lose_turn(result, player)
                return
            text = quote(reply.move, max_length=40) if reply.move else "nothing"
            self._forfeit(result, player, ILLEGAL, reply.detail or f"It replied {text}: {error}")
            return
        stats.moves += 1
        stats.fallback_moves += reply.is_fallback
        if not result.parts:  # after a lost turn positions are out of the solver's reach
            self._adjudicator.check(result.game, reply.claim)

    def _may_lose_turn(self, penalty: Penalty, stats: GameStats) -> bool:
        return penalty is Penalty.TURN and stats.lost_turns < MAX_LOST_TURNS

    def _lose_turn(self, result: GameResult, player: Player) -> None:
        """The board stays as it is and the other player is to move; another saved game starts there."""
        result.stats[player].lost_turns += 1
        before = result.game
        result.parts.append(game_to_json(before))
        result.game = Game(self._rules, start=before.position._replace(turn=other(player)), names=before.names)

    def _crash(self, result: GameResult, player: Player, reason: str) -> None:
        result.stats[player].crashes += 1
        self._forfeit(result, player, CRASH, reason)

    def _forfeit(self, result: GameResult, player: Player, ending: str, detail: str) -> None:
        result.game.forfeit(player)
        result.ending, result.detail = ending, detail
