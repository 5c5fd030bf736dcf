"""A game that somebody watches: commands come in, every change is kept before it is told, agents reply by themselves.

Agents think only while somebody watches: with the last socket the search ends, with the next it begins anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from time import monotonic, time_ns
from typing import Final

from fourcast.play import Agent, Game, game_to_json
from fourcast.rules import Chance, Luck, Move, Ply, line_text, other, parse_move, position_text
from fourcast.store import KeptGame, Note
from fourcast.web.errands import REPLY, Progress, ReplyWish
from fourcast.web.problems import Problem, problem_of
from fourcast.web.schema import (
    GameMessage,
    GameView,
    Model,
    NoteView,
    ProblemMessage,
    ProblemView,
    SeatView,
    ThinkingMessage,
    ThinkingView,
)
from fourcast.web.searches import Searches
from fourcast.web.seats import agent_for
from fourcast.web.settings import MOST_PLIES
from fourcast.web.stopwatch import Stopwatch
from fourcast.web.views import link_to, news, ply_views, position_view, rules_view
from fourcast.web.words import agent_about, to_move, why_no_tree

Keep = Callable[[KeptGame], Awaitable[None]]

DEFAULT_PACE: Final = 0.6
"""Seconds between the moves of two agents."""
MOST_UNREAD: Final = 64
"""Messages that a socket may leave unread; it needs only the last."""


class LiveGame:
    """One game, its players at work, and those who watch it."""

    def __init__(self, kept: KeptGame, *, keep: Keep, searches: Searches) -> None:
        self.kept = kept
        self.version = time_ns() // 1000  # beyond those of any life before, which a page may have seen
        self.paused = False
        self.deleted = False
        self.pace = DEFAULT_PACE
        self.watchers: set[asyncio.Queue[Model]] = set()
        self.lock = asyncio.Lock()
        self._keep = keep
        self._searches = searches
        self._luck = Luck()
        self._agents: list[Agent | None] = [
            None if text is None else agent_for(text, self.game.rules) for text in self.game.agents
        ]
        self._thinking: ThinkingView | None = None
        self._task: asyncio.Task[None] | None = None
        self._turn = Stopwatch()
        self._news = ""

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def persons(self) -> tuple[bool, bool]:
        return self._agents[0] is None, self._agents[1] is None

    @property
    def is_idle(self) -> bool:
        return not self.watchers and self._task is None and not self.lock.locked()

    # Commands: each is done whole, kept, and then told

    async def play(self, text: str, *, after: int | None = None) -> GameView:
        """A person's move."""
        async with self.lock:
            self._expect(after)
            move = parse_move(self.game.rules, text)
            if not any(self.persons):
                raise Problem(409, "Two agents play this game. Begin a game of your own to play yourself.")
            if not self.game.outcome and self._agents[self.game.turn] is not None:
                raise Problem(409, f"It is {self.game.names[self.game.turn]}'s turn. Wait for its move, or take back.")
            self._check_length()
            return await self._change(lambda kept: self._do(kept, move, Note(self._turn.seconds)))

    async def undo(self) -> GameView:
        """Take back to where a person is to move: the agent's reply goes with the move it answered."""
        return await self._walk(forwards=False)

    async def redo(self) -> GameView:
        return await self._walk(forwards=True)

    async def resign(self) -> GameView:
        """The person to move, or the person whose agent is to move, gives up."""
        async with self.lock:
            turn = self.game.turn
            loser = other(turn) if self.persons[other(turn)] and not self.persons[turn] else turn
            return await self._change(lambda kept: kept.game.resign(loser))

    async def rename(self, title: str) -> GameView:
        async with self.lock:
            return await self._change(lambda kept: setattr(kept, "title", title), moves=False)

    async def set_pace(self, *, paused: bool | None, seconds: float | None) -> GameView:
        """Stop agents or let them go on; a search that is stopped ends at once."""
        async with self.lock:
            self.pace = self.pace if seconds is None else seconds
            if paused is not None:
                self.paused = paused
                if paused:
                    self._stop()
            self._tell_all()
            self.go_on()
            return self.view()

    async def step(self) -> GameView:
        """One reply of the agent to move, now; then agents pause."""
        async with self.lock:
            self.paused = True
            self._stop()
            agent = None if self.game.outcome else self.game.agents[self.game.turn]
            if agent is None:
                raise Problem(409, "No agent is to move.")
            self._check_length()
            reply = self._task = asyncio.create_task(self._reply(agent, self.version, queued=False))
        try:
            await asyncio.wait({reply})
        finally:
            if self._task is reply:  # it failed, or nobody waits for it any more
                self._stop()
                self._tell_all()
        if not reply.cancelled():  # by a command that came meanwhile, which is no problem
            reply.result()
        return self.view()

    async def set_deleted(self, deleted: bool) -> None:
        """Let agents rest while the game is deleted; those who watch it may see it come back."""
        async with self.lock:
            self.deleted = deleted
            if deleted:
                self._stop()
            self._mind_clock()
            self._tell_all()
            self.go_on()

    def _expect(self, after: int | None) -> None:
        played = len(self.game.plies)
        if after is not None and after != played:
            moves = "1 move has" if played == 1 else f"{played} moves have"
            raise Problem(409, f"The game has gone on: {moves} been played, not {after}.")

    def _check_length(self) -> None:
        if len(self.game.plies) >= MOST_PLIES:
            raise Problem(409, f"This game has {MOST_PLIES} moves. Call it a draw and begin another.")

    def _do(self, kept: KeptGame, move: Move, note: Note) -> None:
        game = kept.game
        after = None if game.outcome else game.position.play_unchecked(move)
        landed = self._luck.branch(after).column if isinstance(after, Chance) else None
        game.follow(Ply(move, None if landed == move.column else landed))
        kept.notes[len(game.plies) - 1 :] = [note]

    async def _walk(self, *, forwards: bool) -> GameView:
        def walk(kept: KeptGame) -> None:
            game = kept.game
            step = game.redo if forwards else game.undo
            step()
            while any(self.persons) and not self.persons[game.turn] and (game.undone if forwards else game.plies):
                step()

        async with self.lock:
            self.paused = self.paused or not any(self.persons)
            return await self._change(walk)

    async def _change(self, change: Callable[[KeptGame], object], *, moves: bool = True) -> GameView:
        """Do it to a copy, keep that, then make it the game: what could not be kept has not happened."""
        before = self.game
        changed = replace(self.kept, game=self.game.copy(), notes=list(self.kept.notes))
        change(changed)
        await self._keep(changed)
        self.kept = changed
        if moves:
            self._news = news(before, self.game)
            if len(self.game.plies) != len(before.plies):
                self._turn.reset()
            self._stop()
            self.version += 1
        self._tell_all()
        self.go_on()
        return self.view()

    # Watching

    def watch(self) -> asyncio.Queue[Model]:
        """A queue of messages, the game as it stands first."""
        watcher: asyncio.Queue[Model] = asyncio.Queue(MOST_UNREAD)
        self.watchers.add(watcher)
        self._mind_clock()
        self.go_on()
        self._tell(watcher, GameMessage(game=self.view()))
        return watcher

    def leave(self, watcher: asyncio.Queue[Model]) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            self._stop()

    def _tell_all(self, message: Model | None = None) -> None:
        message = message or GameMessage(game=self.view())
        for watcher in self.watchers:
            self._tell(watcher, message)

    def _tell(self, watcher: asyncio.Queue[Model], message: Model) -> None:
        while watcher.full():
            watcher.get_nowait()
        watcher.put_nowait(message)

    # Agents

    def go_on(self) -> None:
        """Let the agent to move think, if there is one and somebody watches."""
        agent = None if self.game.outcome or self.deleted else self.game.agents[self.game.turn]
        if agent and self.watchers and not self.paused and self._task is None and len(self.game.plies) < MOST_PLIES:
            self._task = asyncio.create_task(self._reply_by_itself(agent))

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()
        self._task = None
        self._thinking = None
        self._mind_clock()

    def _mind_clock(self) -> None:
        """Let the clock run while an agent thinks, and while a person who is to move watches."""
        is_person = self.persons[self.game.turn] and bool(self.watchers) and not self.deleted
        self._turn.run(not self.game.outcome and (is_person or self._thinking is not None))

    async def _reply_by_itself(self, agent: str) -> None:
        this = asyncio.current_task()
        try:
            if not any(self.persons) and self.game.plies:
                await asyncio.sleep(self.pace)
            await self._reply(agent, self.version)
        except asyncio.CancelledError:
            raise
        except Exception as fault:
            self.paused = True
            self._thinking = None
            self._mind_clock()
            problem = ProblemView(**problem_of(fault).as_json())
            self._tell_all(ProblemMessage(problem=problem))
            self._tell_all()
        finally:
            if self._task is this:
                self._task = None

    async def _reply(self, agent: str, version: int, *, queued: bool = True) -> None:
        """Search, and play what was found unless the game has changed meanwhile."""
        begun = monotonic()
        player = self.game.turn
        self._thinking = ThinkingView(player=player, depth=0, nodes=0, seconds=0, place=None)
        self._mind_clock()
        self._tell_all()  # its clock runs from now on
        self._tell_all(ThinkingMessage(thinking=self._thinking))

        def tell(depth: int = 0, nodes: int = 0, place: int | None = None) -> None:
            if self.version == version and self._thinking:
                self._thinking = ThinkingView(
                    player=player, depth=depth, nodes=nodes, seconds=monotonic() - begun, place=place
                )
                self._tell_all(ThinkingMessage(thinking=self._thinking))

        def tell_progress(news: Progress) -> None:
            if monotonic() - begun > 0.1:
                tell(news.depth, news.nodes)

        wish = ReplyWish(game=game_to_json(self.game), agent=agent)
        reply = await self._searches.run(
            REPLY, wish, tell=tell_progress, on_place=lambda place: tell(place=place), queued=queued
        )
        self._task = None  # from here on nobody stops it: the move is being kept
        async with self.lock:
            if self.version != version:
                self.go_on()
                return
            move = parse_move(self.game.rules, reply.move)
            note = Note(self._turn.seconds, **reply.model_dump(exclude={"move"}))
            await self._change(lambda kept: self._do(kept, move, note))

    # How it looks

    def view(self) -> GameView:
        game, kept = self.game, self.kept
        outcome = game.outcome
        position = position_view(game.position, outcome=outcome, names=game.names)
        plies = ply_views(game.start, game.plies, game.names)
        return GameView(
            id=kept.id,
            version=self.version,
            title=kept.title,
            rules=rules_view(game.rules),
            seats=(self._seat(0), self._seat(1)),
            start=None if game.start == game.rules.start() else position_text(game.start),
            moves=line_text(game.rules, game.plies),
            plies=plies,
            notes=[_note_view(note) for note in kept.notes[: len(plies)]],
            undone=len(game.undone),
            position=position,
            headline=position.outcome.headline if position.outcome else to_move(game.turn, game.names, self.persons),
            detail=position.outcome.detail if position.outcome else plies[-1].said if plies else "",
            news=self._news,
            running=self._turn.runs,
            paused=self.paused,
            pace=self.pace,
            thinking=self._thinking,
            link=link_to(game.start, game.plies),
        )

    def _seat(self, player: int) -> SeatView:
        agent = self._agents[player]
        about = agent_about(agent, self.game.rules) if agent else f"Person, plays {('first', 'second')[player]}"
        return SeatView(
            name=self.game.names[player],
            agent=self.game.agents[player],
            about=about,
            clock=self._clock(player),
            no_tree=why_no_tree(agent, self.game.names[player]) if agent else None,
        )

    def _clock(self, player: int) -> float:
        first = self.game.start.turn
        used = sum(
            note.seconds
            for ply, note in enumerate(self.kept.notes[: len(self.game.plies)])
            if (first + ply) % 2 == player
        )
        return used + (self._turn.seconds if self.game.turn == player else 0.0)


def _note_view(note: Note) -> NoteView:
    shown = asdict(note)
    del shown["given"]
    return NoteView(**shown)
