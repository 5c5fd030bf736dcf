"""Agents in a supervised process of their own, for games outside matches: functions in files, and programs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import randrange
from threading import Lock
from typing import Self
from weakref import finalize

from fourcast.algorithms import Limit, StopFlag
from fourcast.errors import AgentError, IllegalMove, NotationError, UsageError, quote
from fourcast.matches.external_player import ExternalPlayer
from fourcast.matches.players import Participant
from fourcast.matches.protocol import MAX_SEED, Go
from fourcast.matches.referee import Fault, MoveReply
from fourcast.matches.settings import DEFAULT_MARGIN, HANG_TIMEOUT
from fourcast.play import FALLBACK, Agent, Game, Reply
from fourcast.rules import AnyPosition, Move, Ply, Position, Rules, parse_move, plies_of

STOPPED_SECONDS = 0.03
"""For the short search that moves in place of an agent that was stopped."""


@dataclass(frozen=True, repr=False)
class ExternalAgent(Agent):
    """A function in a Python file, a Kaggle agent or a program, with the limits of an external player of a match. Its
    process is started for the first move, started again when its file has changed, and ends with the agent."""

    participant: Participant
    time: float | None = None
    """Seconds for a move, which the player is told. None: as long as it takes, up to `max_time`."""
    max_time: float = HANG_TIMEOUT
    """Seconds after which a player that is told no time is killed."""
    seed: int | None = None
    process: _Process = field(default_factory=lambda: _Process(), compare=False)
    """Shared by all copies with other limits."""

    algorithm = "external"
    explicit = frozenset()
    spec = engine = None

    @classmethod
    def parse(cls, text: str) -> ExternalAgent:
        """Read an agent. Raises `UsageError` if there is no such file or program; does not run it."""
        participant = Participant.parse(text)
        if participant.agent:
            raise UsageError(f"{quote(text)} is built in. Name FILE.py, kaggle:FILE.py or program:COMMAND.")
        return cls(participant)

    @property
    def text(self) -> str:
        return self.participant.text

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.participant.name

    @property
    def title(self) -> str:  # type: ignore[override]
        return self.participant.name

    def check(self, rules: Rules) -> None:
        """Starts its process, which reports what is wrong with a file."""
        self.participant.check_rules(rules)
        self.prepare(rules)

    def prepare(self, rules: Rules) -> None:
        with self.process as process:
            process.start(self.participant, Game(rules), self.seed)

    def choose(
        self,
        game: Game | AnyPosition,
        *,
        stop: StopFlag | None = None,
        on_depth: object = None,  # noqa: ARG002
    ) -> Reply:
        """Its move. Raises `UsageError` if there is none, it is illegal, or the agent was stopped; `on_depth` gets
        nothing."""
        game = game if isinstance(game, Game) else _game_to(Position(game))
        if game.outcome:
            raise IllegalMove("The game is over: there is no move to choose.")
        with self.process as process:
            if stop:
                stop.add_callback(process.kill)
            try:
                player = process.start(Participant.parse(self.text), game, self.seed)
                if not (stop and stop.is_set()):
                    reply = player.choose(game, Go(movetime=self.time), self._max_seconds)
            except AgentError:
                if not (stop and stop.is_set()):  # a process that was killed while it started reports an error
                    raise
            finally:
                if stop:
                    stop.remove_callback(process.kill)
                if stop and stop.is_set():
                    process.close()
        if stop and stop.is_set():
            raise UsageError(f"{self.name} was stopped before it had a move.")
        return Reply(self._legal_move(game.position, reply), None)

    def _choose(self, position: Position, stop: StopFlag | None, on_depth: object) -> Reply:  # noqa: ARG002
        return self.choose(position, stop=stop)

    def choose_at_once(self, game: Game | AnyPosition) -> Reply:
        short = FALLBACK.with_limit(Limit(time=STOPPED_SECONDS)).choose(game)
        return short._replace(remark=f"{self.name} was stopped: a short search moved in its place.")

    def with_limit(self, limit: Limit) -> Self:
        return replace(self, time=limit.time)

    def with_seed(self, seed: int) -> Self:
        return replace(self, seed=seed)

    def at_ply(self, ply: int) -> Self:  # noqa: ARG002
        """Itself: its process is seeded once for a game."""
        return self

    @property
    def _max_seconds(self) -> float:
        return self.max_time if self.time is None else self.time + DEFAULT_MARGIN

    def _legal_move(self, position: Position, reply: MoveReply) -> Move:
        if reply.fault is Fault.TIME:
            raise AgentError(f"{self.name} did not move in {self._max_seconds:g} s and was ended.")
        if reply.fault or not reply.move:
            raise AgentError(f"{self.name} has no move: {reply.detail}")
        try:
            move = parse_move(position.rules, reply.move)
        except NotationError as error:
            raise AgentError(f"{self.name} replied {quote(reply.move, 40)}: {reply.detail or error}") from None
        if move not in position.legal_moves:
            raise AgentError(f"{self.name} replied {move}, which is not a legal move here.")
        return move


def _game_to(position: Position) -> Game:
    """A game in this position: with the moves that it was made of, else from this board."""
    plies = plies_of(position)
    game = Game(start=position.rules.start() if plies else position)
    for ply in plies:
        game.follow(ply)
    return game


class _Process:
    """The process of an agent, if it has one. Used by one thread at a time, by `with`."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stamp: tuple[Participant, Rules, int | None] | None = None
        self._start, self._plies = Rules().start(), tuple[Ply, ...]()
        self._player: ExternalPlayer | None = None

    def __reduce__(self) -> tuple[type[_Process], tuple[()]]:
        """A copy has a process of its own."""
        return _Process, ()

    def __enter__(self) -> _Process:
        self._lock.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def kill(self) -> None:
        """End the process at once, from any thread."""
        if self._player:
            self._player.kill()

    def close(self) -> None:
        if self._player:
            self._player.close()
        self._player = self._stamp = None

    def start(self, participant: Participant, game: Game, seed: int | None) -> ExternalPlayer:
        """The player, ready for a move in a game: started if it has changed, and told of a new game unless this one
        continues the last. Raises `UsageError` if that is impossible."""
        if self._player is None or self._stamp is None or self._stamp[0] != participant:
            self.close()
            self._player = participant.external_player()
            finalize(self, self._player.close)
        stamp = (participant, game.rules, seed)
        if stamp != self._stamp or not self._is_continued_by(game):
            self._stamp = None
            if problem := self._player.start_game(game.rules, randrange(MAX_SEED) if seed is None else seed):
                raise AgentError(f"{participant.name} cannot play: {problem}")
        self._stamp, self._start, self._plies = stamp, game.start, game.plies
        return self._player

    def _is_continued_by(self, game: Game) -> bool:
        """Whether the last game leads to this one. Boards without moves follow each other if all discs are there."""
        if game.start == self._start:
            count = len(self._plies)
            return len(game.plies) > count and game.plies[:count] == self._plies
        discs = zip(self._start.stones, game.start.stones, strict=True)
        return not self._plies and not game.plies and all(before & after == before for before, after in discs)
