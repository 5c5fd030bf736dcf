"""An open game: it executes commands, saves every change before it announces it, and lets agents reply.

Agents think only while the game is watched: their search ends with the last socket, and starts again with the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from fourcast.play import DEFAULT_PACE, Game
from fourcast.rules import Move, Player, other, parse_move
from fourcast.store import MoveNote, SavedGame, Seats, Store, StoreConflict, StoreError
from fourcast.web.agents import agent_problem
from fourcast.web.connections import Outbox, problem_message
from fourcast.web.game_view import GameViews
from fourcast.web.problems import Problem
from fourcast.web.reply_search import ReplyPools, ReplySearch
from fourcast.web.schema.game import ChangeMessage, GameChange, GameMessage, GameView, PlayerRequest, ThinkingMessage
from fourcast.web.schema.model import Model
from fourcast.web.seats import (
    PLAYER_NUMBERS,
    check_member,
    check_seat,
    invite,
    is_invitation,
    join,
    leave,
    new_key,
    replace_players,
)
from fourcast.web.settings import MAX_PLIES
from fourcast.web.views import change_text

Result = TypeVar("Result")


class Query(Protocol):
    """Calls a function with the store, in the store's thread."""

    def __call__(self, function: Callable[[Store], Result], /) -> Awaitable[Result]: ...


class Save(Protocol):
    """Saves a game as `Store.save` does."""

    def __call__(self, record: SavedGame, /, *, first: int) -> Awaitable[None]: ...


class GameSession:
    """One game, its agents, and the sockets that watch it."""

    def __init__(
        self, record: SavedGame, *, query: Query, save: Save, replies: ReplyPools, keeps_seats: bool = False
    ) -> None:
        """`keeps_seats`: whether nobody may change a game without owners."""
        self.record = record
        self._keeps_seats = keeps_seats
        # An agent of another version may be unknown here: its game is still shown, and resuming it says why it stops.
        is_unknown = any(text and agent_problem(text, self.game.rules) for text in self.game.agents)
        self.is_paused = is_unknown or (keeps_seats and self.seats.is_free)
        self.is_deleted = False
        self._pace = DEFAULT_PACE
        self._watchers: dict[Outbox, bool] = {}  # and whether they are sent only what changes
        self._present: dict[Outbox, str | None] = {}  # the ids of those who watch
        self._views = GameViews(record)
        self._clock = self._views.clock
        self._base, self._first = self.version, self.game.ply
        self._lock = asyncio.Lock()
        self._query = query
        self._save = save
        self._replies = replies
        self._search: ReplySearch | None = None  # of the agent that is thinking
        self._reply_task: asyncio.Task[None] | None = None
        self._last_change = ""

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def version(self) -> int:
        """Counts the changes, also over restarts of the server."""
        return self.record.version

    @property
    def persons(self) -> tuple[bool, bool]:
        return self.game.agents[0] is None, self.game.agents[1] is None

    @property
    def is_idle(self) -> bool:
        return not self._watchers and self._reply_task is None and not self._lock.locked()

    # Commands: each is executed as a whole, saved, then announced

    async def play(self, text: str, *, by: str | None, after: int | None = None) -> None:
        """Play a person's move. `by`, here and below: the id of the player who asks for it."""
        async with self._lock:
            self.check_member(by)
            played = self.game.ply
            if after is not None and after != played:
                moves = "1 move has" if played == 1 else f"{played} moves have"
                raise Problem(409, f"The game has changed: {moves} been played, not {after}. Reload it.")
            move = parse_move(self.game.rules, text)
            if not any(self.persons):
                raise Problem(409, "Two agents play this game. Start a game of your own to play yourself.")
            if not self.game.outcome and not self.persons[self.game.turn]:
                raise Problem(409, f"It is {self.game.names[self.game.turn]}'s turn. Wait for its move, or take back.")
            self._check_seat(self.game.turn, by)
            self._check_length()
            await self._play(move, MoveNote(self._clock.turn_seconds))

    async def undo(self, *, by: str | None) -> None:
        """Take back to where a person is to move: the agent's reply goes with the move before it. Of two people, each
        can take back only their own last move, before the other has replied."""
        await self._step_history(Game.undo, lambda game: game.ply > 0, by, lambda game: game.positions[-2:][0].turn)

    async def redo(self, *, by: str | None) -> None:
        """Play again what was taken back."""
        await self._step_history(Game.redo, lambda game: len(game.undone) > 0, by, lambda game: game.turn)

    async def resign(self, *, by: str | None) -> None:
        """The person who asks for it resigns; of two at one screen the person to move, or whose agent is to move."""
        async with self._lock:
            turn = self.game.turn
            loser = other(turn) if self.persons[other(turn)] and not self.persons[turn] else turn
            if self.persons[other(loser)] and self.seats.owners[loser] not in (None, by):
                loser = other(loser)
            self._check_seat(loser, by)
            await self._change(lambda record: record.game.resign(loser))

    async def rename(self, title: str) -> None:
        async with self._lock:
            await self._query(lambda store: store.rename(self.record.id, title))
            self.record.title = title
            self._announce()

    async def change_players(
        self, players: tuple[PlayerRequest | None, PlayerRequest | None], *, by: str | None
    ) -> None:
        """Replace players for the rest of the game; None leaves one as it is."""
        async with self._lock:
            for number in PLAYER_NUMBERS:
                if players[number]:
                    self._check_seat(number, by)
            await self._change(lambda record: replace_players(record, players), first=0)

    async def move_now(self) -> None:
        """Let the agent that is thinking play the best move that it has found. It is sent over the socket. The agent is
        weaker for it, so the game gives no high score."""
        if self._search is None:
            raise Problem(409, "No agent is thinking. Try again while one is.")
        self._search.finish()
        await self._query(lambda store: store.mark_assisted(self.record.id))

    async def set_pace(self, *, paused: bool | None, seconds: float | None) -> None:
        """Pause agents or let them continue. A search that is paused ends at once."""
        async with self._lock:
            self._pace = self._pace if seconds is None else seconds
            if paused is not None:
                self.is_paused = paused
                if paused:
                    self._stop_reply()
            self._announce()

    async def step(self) -> None:
        """One reply of the agent to move, now. Agents are paused."""
        async with self._lock:
            self.is_paused = True
            self._stop_reply()
            if self.game.outcome or self.persons[self.game.turn]:
                raise Problem(409, "No agent is to move. Play a move, or start a game of two agents.")
            self._check_length()
            self._search = self._new_search()
            reply = self._reply_task = asyncio.create_task(self._reply(self._search, wait=False))
            self._announce()
        try:
            await asyncio.wait({reply})
        finally:
            has_failed = self._reply_task is None and self._search  # when its move was saved
            if self._reply_task is reply or has_failed:  # the search failed, or the client has left
                self._stop_reply()
                self._announce()
        if not reply.cancelled():  # by another command
            reply.result()

    async def set_deleted(self, deleted: bool) -> None:
        """Stop agents while the game is deleted. Its watchers may see it restored."""
        async with self._lock:
            self.is_deleted = deleted
            if deleted:
                self._stop_reply()
            self._announce()

    # Seats

    @property
    def seats(self) -> Seats:
        return self.record.seats

    def check_member(self, by: str | None) -> None:
        """Raise `Problem` for those who only watch."""
        check_member(self.seats, by, keeps_seats=self._keeps_seats)

    async def invite(self, player: Player, *, by: str | None, name: str | None = None) -> str:
        """The key of an invitation to take a seat, in place of an earlier one. `name`: of the one who invites."""
        key = new_key()
        async with self._lock:
            self._check_seat(player, by)
            await self._change(lambda record: invite(record, player, key, by=by, name=name), first=0)
        return key

    async def join(self, key: str, *, by: str | None, name: str | None = None) -> None:
        """Take the seat that an invitation is for, and with it that of an agent."""
        async with self._lock:
            # One who has joined before asks again if the response to that request was lost.
            if by not in self.seats.owners or is_invitation(self.seats, key):
                await self._change(lambda record: join(record, key, by=by, name=name), first=0)

    async def leave(self, *, by: str | None) -> str:
        """Give up the seat of one of two people. Returns the key of an invitation to take it again."""
        key = new_key()
        async with self._lock:
            self.check_member(by)
            await self._change(lambda record: leave(record, key, by=by), first=0)
        return key

    async def set_next_game(self, ident: str, *, former: str | None) -> str:
        """Save and announce which game follows this one, unless another one has taken the place of the former.
        Returns the id of the one that does."""
        async with self._lock:
            if self.record.next_game != former:
                return self.record.next_game or ident
            await self._query(lambda store: store.set_next_game(self.record.id, ident))
            self.record.next_game = ident
            self._announce()
        return ident

    def _check_seat(self, player: Player, by: str | None) -> None:
        self.check_member(by)
        check_seat(self.seats, player, by)

    def _check_length(self) -> None:
        if self.game.ply >= MAX_PLIES:
            raise Problem(409, f"This game has {MAX_PLIES} moves. Call it a draw and start another.")

    async def _step_history(
        self,
        step: Callable[[Game], object],
        has_more: Callable[[Game], bool],
        by: str | None,
        mover: Callable[[Game], Player],
    ) -> None:
        """Undo or redo one move, and further while an agent is to move against a person. `mover`: whose move it is."""

        def walk(record: SavedGame) -> None:
            step(record.game)
            record.assisted = record.assisted or step is Game.undo
            while any(self.persons) and not self.persons[record.game.turn] and has_more(record.game):
                step(record.game)

        async with self._lock:
            # One of two people may have left, and then has an invitation.
            is_shared = self.seats.is_split or (all(self.persons) and any(self.seats.invitations))
            if is_shared and self.game.outcome:
                raise Problem(409, "The game is over, and it is not yours alone: its moves stay. Play again.")
            if self.seats.is_split and self.seats.owners[mover(self.game)] not in (None, by):
                raise Problem(
                    409, "You can take back only your own last move, before your opponent has replied. Play on."
                )
            self.is_paused = self.is_paused or not any(self.persons)
            await self._change(walk)

    async def _play(self, move: Move, note: MoveNote) -> None:
        def play(record: SavedGame) -> None:
            record.game.play(move)
            record.notes[record.game.ply - 1 :] = [note]

        try:
            await self._change(play, first=self.game.ply)
        except StoreError as error:
            error.unsaved = "this move"
            raise

    async def _change(self, change: Callable[[SavedGame], object], *, first: int | None = None) -> None:
        """Change a copy, save it, then make it the game: a change that cannot be saved does not happen. `first`: number
        of moves that stay as they are; by default all of them, with those that were taken back."""
        before, base = self.game, self.version
        changed = replace(self.record, game=before.copy(), notes=list(self.record.notes))
        change(changed)
        first = before.ply + len(before.undone) if first is None else first
        try:
            await self._save(changed, first=first)
        except StoreConflict:
            await self._reload()
            raise
        self.record = changed
        self._last_change = change_text(before, self.game)
        if self.game.ply != before.ply:
            self._clock.start_turn()
        self._stop_reply()
        same = min(first, before.ply, self.game.ply)
        self._views.update(self.record, first=same)
        self._announce(base=base, first=same)

    async def refresh(self) -> None:
        """Show what another program has saved, if there is anything."""
        async with self._lock:
            stored = await self._query(lambda store: store.version(self.record.id))
            if stored not in (None, self.version):
                await self._reload()

    async def _reload(self) -> None:
        """Take the game from the store, where another program has changed it."""
        stored = await self._query(lambda store: store.find(self.record.id))
        if stored is None:
            raise Problem(404, "This game was deleted. Start a new one.")
        self._stop_reply()
        self.record = stored
        self._last_change = "Another program has changed this game."
        self._clock.start_turn()
        self._views.update(stored, first=0)
        self._announce(first=0)

    # Watching

    def watch(self, outbox: Outbox, *, by: str | None = None, changes: bool = False) -> None:
        """Send the game as it is and, from now on, the whole game after every change, or the changes only."""
        self._watchers[outbox] = changes
        self._present[outbox] = by
        was_running = self._clock.is_running
        self._resume()
        outbox.put(GameMessage(game=self.view()))
        self._announce_clock(was_running)

    def unwatch(self, outbox: Outbox) -> None:
        self._watchers.pop(outbox, None)
        self._present.pop(outbox, None)
        was_running = self._clock.is_running
        if not self._watchers:
            self._stop_reply()
        self._update_clock()
        self._announce_clock(was_running)

    def _announce_clock(self, was_running: bool) -> None:
        """Tell the others that the player to move has come or left."""
        if self.seats.is_split and self._clock.is_running != was_running:
            self._announce()

    def _announce(self, *, base: int | None = None, first: int | None = None) -> None:
        """Start the agent to move, if it may think, and send the game to all watchers. `base` is the version before the
        change, `first` the number of moves that it has left as they were; default: no change of the moves."""
        self._resume()
        self._base = self.version if base is None else base
        self._first = self.game.ply if first is None else first
        for changes in set(self._watchers.values()):
            message = ChangeMessage(change=self.change()) if changes else GameMessage(game=self.view())
            text = message.model_dump_json()
            for outbox in (one for one, wanted in self._watchers.items() if wanted == changes):
                self._send(outbox, text)

    def _send_all(self, message: Model) -> None:
        if self._watchers:
            text = message.model_dump_json()
            for outbox in self._watchers:
                self._send(outbox, text)

    def _send(self, outbox: Outbox, text: str) -> None:
        """Send a message; to a socket that is too far behind, the whole game first, in place of all that is unsent."""
        if outbox.is_full:
            outbox.drop_unsent()
            outbox.put(GameMessage(game=self.view()))
        outbox.put_text(text)

    # Agents

    def _resume(self) -> None:
        """Let the agent to move think, if there is one and the game is watched, and set the clock."""
        is_agent = not (self.persons[self.game.turn] or self.game.outcome or self.is_deleted)
        is_free = self._reply_task is None and not self.is_paused and self.game.ply < MAX_PLIES
        if is_agent and self._watchers and is_free:
            delay = self._pace if not any(self.persons) and self.game.ply else 0.0
            self._search = None if delay else self._new_search()
            self._reply_task = asyncio.create_task(self._reply_or_pause(delay))
        self._update_clock()

    def _stop_reply(self) -> None:
        if self._reply_task:
            self._reply_task.cancel()
        self._reply_task = self._search = None
        self._update_clock()

    def _new_search(self) -> ReplySearch:
        def on_progress(search: ReplySearch) -> None:
            if self._search is search:
                self._send_all(ThinkingMessage(thinking=search.progress))

        return ReplySearch(self.game, self._replies, on_progress)

    def _update_clock(self) -> None:
        """Run the clock while an agent thinks and, from the first move on, while a person who is to move watches."""
        owner = self.seats.owners[self.game.turn]
        is_present = any(owner in (None, one) for one in self._present.values())
        is_person = self.persons[self.game.turn] and self.game.ply > 0 and is_present and not self.is_deleted
        self._clock.set_running(not self.game.outcome and (is_person or self._search is not None))

    async def _reply_or_pause(self, delay: float) -> None:
        """Reply after some seconds. If that fails, report it and pause."""
        this = asyncio.current_task()
        try:
            if delay:
                await asyncio.sleep(delay)
                self._search = self._new_search()
                self._announce()
            assert self._search
            await self._reply(self._search)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.is_paused = True
            self._search = None
            self._send_all(problem_message(error))
            self._announce()
        finally:
            if self._reply_task is this:
                self._reply_task = None

    async def _reply(self, search: ReplySearch, *, wait: bool = True) -> None:
        """Search, and play the move unless the game has changed meanwhile."""
        game = self.game
        reply = await search.run(wait=wait)
        self._reply_task = None  # from here on it is not cancelled: the move is being saved
        async with self._lock:
            if self.game is not game:
                self._resume()
                return
            note = replace(reply.note, seconds=self._clock.turn_seconds)
            with suppress(StoreConflict):  # the agent replies to the game as it is now
                await self._play(parse_move(self.game.rules, reply.move), note)

    # View

    def view(self) -> GameView:
        """The whole game."""
        return self._views.view(**self._live())

    def change(self) -> GameChange:
        """What the last announcement was about."""
        return self._views.change(base=self._base, first=self._first, **self._live())

    def _live(self) -> dict[str, Any]:
        return {
            "announcement": self._last_change,
            "paused": self.is_paused,
            "pace": self._pace,
            "next": self.record.next_game,
            "thinking": self._search and self._search.progress,
        }
