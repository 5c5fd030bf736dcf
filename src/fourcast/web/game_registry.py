"""All games by their ids: in memory while they are played or watched, else in the store."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_urlsafe
from typing import Final, TypeVar

from fourcast.errors import NotationError, UsageError
from fourcast.play import Game, game_from_json, game_to_json
from fourcast.store import GameSummary, MoveNote, SavedGame, Seats, Store, StoreError
from fourcast.text import PLAYERS, count_of
from fourcast.web.agents import agent_problem
from fourcast.web.game_session import GameSession
from fourcast.web.position_input import PositionRef
from fourcast.web.problems import Problem
from fourcast.web.reply_search import ReplyPools
from fourcast.web.schema.game import PlayerRequest
from fourcast.web.schema.model import MAX_NAME_LENGTH
from fourcast.web.seats import PLAYER_NUMBERS, check_identity, check_member, distinct_names, player_name

Result = TypeVar("Result")

MAX_IDLE: Final = 200
"""Games in memory that are not watched."""
MAX_OPEN: Final = 2000
"""Games in memory."""


class GameRegistry:
    """Creates, finds and deletes games. The store has a thread of its own, so that no other request waits for the
    disk."""

    def __init__(self, folder: Path, *, replies: ReplyPools, keeps_seats: bool = False) -> None:
        """`keeps_seats`: whether a new game belongs to the player who created it, and one without owners to nobody."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._store = Store(folder)
        self._replies = replies
        self._keeps_seats = keeps_seats
        self._unsaved: deque[tuple[SavedGame, int, asyncio.Future[None]]] = deque()
        self._sessions: dict[str, GameSession] = {}

    @property
    def open_count(self) -> int:
        """Games in memory."""
        return len(self._sessions)

    async def query(self, function: Callable[[Store], Result]) -> Result:
        """Call a function with the store, in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, self._store)

    async def save(self, record: SavedGame, *, first: int = 0) -> None:
        """Save a game as `Store.save` does. Those that wait at the same time are saved together."""
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unsaved.append((record, first, saved))
        self._thread.submit(self._save_all, asyncio.get_running_loop())
        await saved

    def _save_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """Save all games that wait, in the thread of the store."""
        waiting = [self._unsaved.popleft() for _ in range(len(self._unsaved))]
        errors: Sequence[Exception | None]
        try:
            errors = self._store.save_all([(record, first) for record, first, _ in waiting]) if waiting else ()
        except Exception as error:
            errors = [error] * len(waiting)

        def resolve() -> None:
            for (_, _, saved), error in zip(waiting, errors, strict=True):
                if not saved.done():  # its client may have left
                    saved.set_exception(error) if error else saved.set_result(None)

        if waiting:
            loop.call_soon_threadsafe(resolve)

    async def find(self, ident: str) -> GameSession:
        """The game of an id. Raises `Problem` if there is none."""
        session = self._sessions.get(ident)
        if session and not session.is_deleted:
            self._sessions[ident] = self._sessions.pop(ident)  # sorted by last use
            if session.is_idle:
                await session.refresh()
            return session
        record = await self.query(lambda store: store.find(ident))
        if record is None:
            raise Problem(404, "There is no such game. It may have been deleted; start a new one.")
        return self._open(record)

    async def create(
        self, ref: PositionRef, players: tuple[PlayerRequest, PlayerRequest], *, by: str | None
    ) -> GameSession:
        """A new game, saved from the start."""
        rules = ref.start.rules
        names = [player_name(player, rules, number) for player, number in zip(players, PLAYER_NUMBERS, strict=True)]
        game = Game(rules, start=ref.start, names=distinct_names(names), agents=[player.agent for player in players])
        for ply in ref.plies:
            game.follow(ply)
        if game.outcome and not ref.plies:
            raise UsageError("The game is over in this position. Start from another one.")
        return await self._add(game, notes=[MoveNote(0.0, given=True)] * len(ref.plies), by=by)

    async def import_game(self, game: Game, *, by: str | None) -> GameSession:
        """A game that was played elsewhere, with all its moves. Agents are paused; one that this server does not
        have is replaced by a person of the same name."""
        data = game_to_json(game)
        data["names"] = [name.strip()[:MAX_NAME_LENGTH] or PLAYERS[player] for player, name in enumerate(game.names)]
        data["agents"] = [None if text and agent_problem(text, game.rules) else text for text in game.agents]
        notes = [MoveNote(0.0, given=True)] * len(game.plies + game.undone)
        session = await self._add(game_from_json(data), notes=notes, by=by)
        session.is_paused = True
        return session

    async def branch(self, ident: str, ply: int, *, by: str | None) -> GameSession:
        """A new game that starts with the first moves of another one."""
        record = (await self.find(ident)).record
        played = record.game.plies
        if ply > len(played):
            raise Problem(409, f"This game has {count_of(len(played), 'move')}. Choose one of them.")
        game = Game(record.game.rules, start=record.game.start, names=record.game.names, agents=record.game.agents)
        for done in played[:ply]:
            game.follow(done)
        return await self._add(game, notes=[replace(note, given=True) for note in record.notes[:ply]], by=by)

    async def play_again(self, ident: str, *, by: str | None) -> GameSession:
        """The game of the same players in the same seats that follows this one, the same for both. If that one is over,
        the one after it; if it is deleted, or the player has left it, another one."""
        session = await self.find(ident)
        session.check_member(by)
        former = session.record.next_game
        if former:
            with suppress(Problem, NotationError):
                next_session = await self.find(former)
                next_session.check_member(by)
                return next_session if not next_session.game.outcome else await self.play_again(former, by=by)
        old = session.game
        game = Game(old.rules, start=old.start, names=old.names, agents=old.agents)
        new = await self._add(game, notes=[], by=by, seats=Seats(session.seats.owners))
        return await self.find(await session.set_next_game(new.record.id, former=former))

    async def summaries(self, *, skip: int, owner: str | None) -> list[GameSummary]:
        """The games of a player and, where no seats are kept, those of nobody."""
        return await self.query(lambda store: store.summaries(skip=skip, owner=owner, with_free=not self._keeps_seats))

    async def _check_member(self, ident: str, by: str | None) -> Seats:
        """Of a game that may be deleted or damaged."""
        seats = await self.query(lambda store: store.seats(ident))
        check_member(seats, by, keeps_seats=self._keeps_seats)
        return seats

    async def delete(self, ident: str, *, by: str | None) -> str | None:
        """Remove a game from the list. One of two players only gives up their seat, and gets the key to take it
        again."""
        if (await self._check_member(ident, by)).is_split:
            with suppress(NotationError):  # nobody can play a damaged game
                return await (await self.find(ident)).leave(by=by)
        if not await self.query(lambda store: store.delete(ident)):
            raise Problem(404, "There is no such game. It may have been deleted already: reload the list.")
        if session := self._sessions.get(ident):
            await session.set_deleted(True)
        return None

    async def restore(self, ident: str, *, by: str | None) -> None:
        """Undo a deletion. Those who still watch the game see the same session."""
        await self._check_member(ident, by)
        if not await self.query(lambda store: store.restore(ident)):
            raise Problem(404, "There is no deleted game of this id. Reload the list of games.")
        if session := self._sessions.get(ident):
            await session.set_deleted(False)

    async def _add(
        self, game: Game, *, notes: list[MoveNote], by: str | None, seats: Seats | None = None
    ) -> GameSession:
        owner = check_identity(by) if self._keeps_seats else None
        record = SavedGame(token_urlsafe(9), game, notes=notes, seats=seats or Seats((owner, owner)))
        try:
            await self.save(record)
        except StoreError as error:
            error.unsaved = "this game"
            raise
        return self._open(record)

    def _open(self, record: SavedGame) -> GameSession:
        if record.id in self._sessions:  # another request opened it while the disk was read
            return self._sessions[record.id]
        self._close_idle()
        session = GameSession(
            record, query=self.query, save=self.save, replies=self._replies, keeps_seats=self._keeps_seats
        )
        self._sessions[record.id] = session
        return session

    def _close_idle(self) -> None:
        idle = [ident for ident, session in self._sessions.items() if session.is_idle]
        for ident in idle[: max(0, len(idle) - MAX_IDLE)]:
            del self._sessions[ident]
        if len(self._sessions) >= MAX_OPEN:
            raise Problem(503, "Too many games are open. Try again in a moment.", title="Server at capacity")

    def close(self) -> None:
        self._thread.shutdown()
        self._store.close()
