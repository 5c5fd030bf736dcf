"""An open game: it executes commands, saves every change before it announces it, and lets agents reply.

Agents think only while the game is watched: their search ends with the last socket, and starts again with the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from time import monotonic
from typing import Any, Final, Protocol

from fourcast.play import Game, game_to_json
from fourcast.rules import Move, other, parse_move
from fourcast.store import MoveNote, SavedGame, StoreError
from fourcast.text import PLAYERS
from fourcast.web.agents import agent_about, agent_for, agent_problem, no_tree_reason, reply_limit
from fourcast.web.connections import Outbox, problem_message
from fourcast.web.position_input import start_field
from fourcast.web.problems import Problem
from fourcast.web.schema import (
    ChangeMessage,
    GameChange,
    GameMessage,
    GameView,
    Model,
    NoteView,
    PlayerRequest,
    PlayerView,
    PlyView,
    ThinkingMessage,
    ThinkingView,
)
from fourcast.web.settings import MAX_PLIES
from fourcast.web.tasks import REPLY, ReplyProgress, ReplyRequest
from fourcast.web.views import change_text, link_to, ply_view, position_view, rules_view
from fourcast.web.worker_pool import RequestPool


class Save(Protocol):
    """Saves a game whose first moves are as they were saved before."""

    def __call__(self, record: SavedGame, *, first: int = 0) -> Awaitable[None]: ...


DEFAULT_PACE: Final = 0.6
"""Seconds between the moves of two agents."""
PROGRESS_AFTER: Final = 0.1
"""Seconds after which a search reports its progress."""


class Stopwatch:
    """Seconds that add up while it runs."""

    def __init__(self) -> None:
        self._before = 0.0
        self._since: float | None = None

    @property
    def is_running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._before + (0.0 if self._since is None else monotonic() - self._since)

    def set_running(self, running: bool) -> None:
        if running != self.is_running:
            self._before = self.seconds
            self._since = monotonic() if running else None

    def reset(self) -> None:
        self._before, self._since = 0.0, None


class GameSession:
    """One game, its agents, and the sockets that watch it."""

    def __init__(self, record: SavedGame, *, save: Save, searches: RequestPool) -> None:
        self.record = record
        # An agent of another version may be unknown here: its game is still shown, and resuming it says why it stops.
        self._agent_problems = [text and agent_problem(text, self.game.rules) for text in self.game.agents]
        self.is_paused = any(self._agent_problems)
        self.is_assisted = False
        """Whether the next move of a person follows a hint or a move that was taken back."""
        self.is_deleted = False
        self._pace = DEFAULT_PACE
        self._watchers: dict[Outbox, bool] = {}  # and whether they are sent only what changes
        self._ply_views: list[PlyView] = []
        self._base, self._first = self.version, len(self.game.plies)
        self._lock = asyncio.Lock()
        self._save = save
        self._searches = searches
        self._thinking: ThinkingView | None = None
        self._reply_task: asyncio.Task[None] | None = None
        self._finish: Callable[[], None] | None = None  # ends the search with the move that it has
        self._turn_time = Stopwatch()
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

    async def play(self, text: str, *, after: int | None = None) -> None:
        """Play a person's move."""
        async with self._lock:
            played = len(self.game.plies)
            if after is not None and after != played:
                moves = "1 move has" if played == 1 else f"{played} moves have"
                raise Problem(409, f"The game has changed: {moves} been played, not {after}.")
            move = parse_move(self.game.rules, text)
            if not any(self.persons):
                raise Problem(409, "Two agents play this game. Start a game of your own to play yourself.")
            if not self.game.outcome and not self.persons[self.game.turn]:
                raise Problem(409, f"It is {self.game.names[self.game.turn]}'s turn. Wait for its move, or take back.")
            self._check_length()
            await self._play(move, MoveNote(self._turn_time.seconds, assisted=self.is_assisted))
            self.is_assisted = False

    async def undo(self) -> None:
        """Take back to where a person is to move: the agent's reply goes with the move before it."""
        self.is_assisted = True
        await self._step_history(Game.undo, lambda game: len(game.plies) > 0)

    async def redo(self) -> None:
        """Play again what was taken back."""
        await self._step_history(Game.redo, lambda game: len(game.undone) > 0)

    async def resign(self) -> None:
        """The person to move resigns, or the person whose agent is to move."""
        async with self._lock:
            turn = self.game.turn
            loser = other(turn) if self.persons[other(turn)] and not self.persons[turn] else turn
            await self._change(lambda record: record.game.resign(loser))

    async def rename(self, title: str) -> None:
        async with self._lock:
            await self._save_as(replace(self.record, title=title))
            self._announce()

    async def change_players(self, players: tuple[PlayerRequest | None, PlayerRequest | None]) -> None:
        """Replace players for the rest of the game; None leaves one as it is."""
        async with self._lock:
            game = self.game
            agents, names = list(game.agents), list(game.names)
            for number, player in enumerate(players):
                if player:
                    agent = player.agent and agent_for(player.agent, game.rules)
                    agents[number] = player.agent
                    names[number] = player.name or (agent.title if agent else PLAYERS[number])

            def change(record: SavedGame) -> None:
                record.game.agents, record.game.names = (agents[0], agents[1]), (names[0], names[1])

            await self._change(change)
            self._agent_problems = [text and agent_problem(text, game.rules) for text in agents]
            self._ply_views.clear()  # which name the players
            self._announce(base=self.version, first=0)

    async def move_now(self) -> None:
        """Let the agent that is thinking play the best move that it has found. It is sent over the socket."""
        if self._finish is None or self._thinking is None:
            raise Problem(409, "No agent is thinking.")
        self._finish()

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
            agent = None if self.game.outcome else self.game.agents[self.game.turn]
            if agent is None:
                raise Problem(409, "No agent is to move.")
            self._check_length()
            self._thinking = self._search_progress()
            reply = self._reply_task = asyncio.create_task(self._reply(agent, wait=False))
            self._announce()
        try:
            await asyncio.wait({reply})
        finally:
            has_failed = self._reply_task is None and self._thinking  # when its move was saved
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

    def _check_length(self) -> None:
        if len(self.game.plies) >= MAX_PLIES:
            raise Problem(409, f"This game has {MAX_PLIES} moves. Call it a draw and start another.")

    async def _step_history(self, step: Callable[[Game], object], has_more: Callable[[Game], bool]) -> None:
        """Undo or redo one move, and further while an agent is to move against a person."""

        def walk(record: SavedGame) -> None:
            step(record.game)
            while any(self.persons) and not self.persons[record.game.turn] and has_more(record.game):
                step(record.game)

        async with self._lock:
            self.is_paused = self.is_paused or not any(self.persons)
            await self._change(walk)

    async def _play(self, move: Move, note: MoveNote) -> None:
        def play(record: SavedGame) -> None:
            record.game.play(move)
            record.notes[len(record.game.plies) - 1 :] = [note]

        try:
            await self._change(play, first=len(self.game.plies))
        except StoreError as error:
            error.unsaved = "this move"
            raise

    async def _change(self, change: Callable[[SavedGame], object], *, first: int | None = None) -> None:
        """Change a copy, save it, then make it the game: a change that cannot be saved does not happen. `first`: number
        of moves that stay as they are; by default all of them, with those that were taken back."""
        before = self.game
        changed = replace(
            self.record, game=self.game.copy(), notes=list(self.record.notes), version=self.record.version + 1
        )
        change(changed)
        await self._save_as(changed, first=first)
        self._last_change = change_text(before, self.game)
        if len(self.game.plies) != len(before.plies):
            self._turn_time.reset()
        self._stop_reply()
        kept = min(len(before.plies), len(self.game.plies))
        del self._ply_views[kept:]
        self._announce(base=changed.version - 1, first=kept)

    async def _save_as(self, changed: SavedGame, *, first: int | None = None) -> None:
        await self._save(changed, first=len(self.game.plies) + len(self.game.undone) if first is None else first)
        self.record = changed

    # Watching

    def watch(self, outbox: Outbox, *, changes: bool = False) -> None:
        """Send the game as it is and, from now on, the whole game after every change, or the changes only."""
        self._watchers[outbox] = changes
        self._resume()
        outbox.put(GameMessage(game=self.view()))

    def unwatch(self, outbox: Outbox) -> None:
        self._watchers.pop(outbox, None)
        if not self._watchers:
            self._stop_reply()

    def _announce(self, *, base: int | None = None, first: int | None = None) -> None:
        """Start the agent to move, if it may think, and send the game to all watchers. `base` is the version before the
        change, `first` the number of moves that it has left as they were; default: no change of the moves."""
        self._resume()
        self._base = self.version if base is None else base
        self._first = len(self.game.plies) if first is None else first
        for changes in set(self._watchers.values()):
            message = ChangeMessage(change=self.change()) if changes else GameMessage(game=self.view())
            text = message.model_dump_json()
            for outbox in (one for one, wanted in self._watchers.items() if wanted == changes):
                outbox.put_text(text)

    def _send_all(self, message: Model) -> None:
        if self._watchers:
            text = message.model_dump_json()
            for outbox in self._watchers:
                outbox.put_text(text)

    # Agents

    def _resume(self) -> None:
        """Let the agent to move think, if there is one and the game is watched, and set the clock."""
        agent = None if self.game.outcome or self.is_deleted else self.game.agents[self.game.turn]
        is_free = self._reply_task is None and not self.is_paused and len(self.game.plies) < MAX_PLIES
        if agent and self._watchers and is_free:
            delay = self._pace if not any(self.persons) and self.game.plies else 0.0
            self._thinking = None if delay else self._search_progress()
            self._reply_task = asyncio.create_task(self._reply_or_pause(agent, delay))
        self._update_clock()

    def _stop_reply(self) -> None:
        if self._reply_task:
            self._reply_task.cancel()
        self._reply_task = self._finish = None
        self._thinking = None
        self._update_clock()

    def _update_clock(self) -> None:
        """Run the clock while an agent thinks, and while a person who is to move watches."""
        is_person = self.persons[self.game.turn] and bool(self._watchers) and not self.is_deleted
        self._turn_time.set_running(not self.game.outcome and (is_person or self._thinking is not None))

    async def _reply_or_pause(self, agent: str, delay: float) -> None:
        """Reply after some seconds. If that fails, report it and pause."""
        this = asyncio.current_task()
        try:
            if delay:
                await asyncio.sleep(delay)
                self._thinking = self._search_progress()
                self._announce()
            await self._reply(agent)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.is_paused = True
            self._thinking = None
            self._send_all(problem_message(error))
            self._announce()
        finally:
            if self._reply_task is this:
                self._reply_task = None

    async def _reply(self, agent: str, *, wait: bool = True) -> None:
        """Search, and play the move unless the game has changed meanwhile."""
        version, started = self.version, monotonic()

        def report(depth: int = 0, nodes: int = 0, queue_position: int | None = None) -> None:
            if self.version == version and self._thinking:
                self._thinking = self._search_progress(depth, nodes, monotonic() - started, queue_position)
                self._send_all(ThinkingMessage(thinking=self._thinking))

        def on_progress(progress: ReplyProgress) -> None:
            if monotonic() - started > PROGRESS_AFTER:
                report(progress.depth, progress.nodes)

        result = await self._searches.run(
            REPLY,
            ReplyRequest(game=game_to_json(self.game), agent=agent),
            on_progress=on_progress,
            on_queue_position=lambda position: report(queue_position=position),
            on_start=self._set_finish,
            wait=wait,
        )
        self._finish = None
        self._reply_task = None  # from here on it is not cancelled: the move is being saved
        async with self._lock:
            if self.version != version:
                self._resume()
                return
            move = parse_move(self.game.rules, result.move)
            await self._play(move, MoveNote(self._turn_time.seconds, **result.model_dump(exclude={"move"})))

    def _set_finish(self, finish: Callable[[], None]) -> None:
        self._finish = finish

    def _search_progress(
        self, depth: int = 0, nodes: int = 0, seconds: float = 0.0, queue_position: int | None = None
    ) -> ThinkingView:
        text = self.game.agents[self.game.turn]
        is_known = text and not self._agent_problems[self.game.turn]
        return ThinkingView(
            player=self.game.turn,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            queue_position=queue_position,
            limit=reply_limit(agent_for(text, self.game.rules)) if text and is_known else None,
        )

    # View

    def view(self) -> GameView:
        """The whole game."""
        game, plies = self.game, self._plies()
        return GameView(
            **self._state(),
            moves=game.moves,
            plies=plies,
            notes=[_note_view(note) for note in self.record.notes[: len(plies)]],
            link=link_to(game.start, game.plies),
        )

    def change(self) -> GameChange:
        """What the last announcement was about. It takes the same time however long the game is."""
        plies = self._plies()
        return GameChange(
            **self._state(),
            base=self._base,
            first=self._first,
            plies=plies[self._first :],
            notes=[_note_view(note) for note in self.record.notes[self._first : len(plies)]],
        )

    def _plies(self) -> list[PlyView]:
        game, views = self.game, self._ply_views
        plies = game.plies
        if len(views) < len(plies):
            positions = game.positions
            views += [ply_view(positions[ply], plies[ply], game.names) for ply in range(len(views), len(plies))]
        return views[: len(plies)]

    def _state(self) -> dict[str, Any]:
        """The fields of a `GameState`."""
        game, record, plies = self.game, self.record, self._plies()
        position = position_view(game.position, outcome=game.outcome, names=game.names)
        outcome = position.outcome
        return {
            "id": record.id,
            "version": self.version,
            "title": record.title,
            "rules": rules_view(game.rules),
            "players": (self._player_view(0), self._player_view(1)),
            "start": start_field(game.start),
            "undone": len(game.undone),
            "position": position,
            "headline": outcome.headline if outcome else self._turn_text(),
            "detail": outcome.detail if outcome else plies[-1].description if plies else "",
            "announcement": self._last_change,
            "running": self._turn_time.is_running,
            "paused": self.is_paused,
            "pace": self._pace,
            "thinking": self._thinking,
        }

    def _turn_text(self) -> str:
        turn = self.game.turn
        is_only_person = self.persons[turn] and not self.persons[other(turn)]
        return "Your turn" if is_only_person else f"{self.game.names[turn]} to move"

    def _player_view(self, player: int) -> PlayerView:
        text, name, rules = self.game.agents[player], self.game.names[player], self.game.rules
        no_tree = self._agent_problems[player]
        about = no_tree or f"Person, plays {('first', 'second')[player]}"
        if text and not no_tree:
            agent = agent_for(text, rules)
            about, no_tree = agent_about(agent, rules), no_tree_reason(agent, name)
        return PlayerView(name=name, agent=text, about=about, clock=self._clock(player), no_tree=no_tree)

    def _clock(self, player: int) -> float:
        turns = [position.turn for position in self.game.positions[:-1]]
        used = sum(note.seconds for turn, note in zip(turns, self.record.notes, strict=False) if turn == player)
        return used + (self._turn_time.seconds if self.game.turn == player else 0.0)


def _note_view(note: MoveNote) -> NoteView:
    fields = asdict(note)
    del fields["given"], fields["assisted"]
    return NoteView(**fields)
