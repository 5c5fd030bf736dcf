"""Every game that is open, found by its id: in memory while somebody plays or watches it, else in the store."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_urlsafe
from typing import Final, TypeVar

from fourcast.errors import EngineUnavailable, UsageError
from fourcast.play import Game, game_from_json, game_to_json
from fourcast.rules import Ply, Position, Rules
from fourcast.store import KeptGame, Note, Store
from fourcast.trace import PLAYERS
from fourcast.web.live_game import LiveGame
from fourcast.web.problems import Problem
from fourcast.web.schema import LONGEST_NAME, Seat
from fourcast.web.searches import Searches
from fourcast.web.seats import agent_for
from fourcast.web.words import agent_title

Answer = TypeVar("Answer")

MOST_IDLE: Final = 200
"""Games that stay in memory though nobody watches them."""
MOST_GAMES: Final = 2000
"""Games in memory at once."""


class LiveGames:
    """Opens, finds and begins games. The store has one thread of its own, so nobody waits for the disk but who must."""

    def __init__(self, folder: Path, *, searches: Searches) -> None:
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._store = Store(folder)
        self._searches = searches
        self._open: dict[str, LiveGame] = {}

    async def ask(self, question: Callable[[Store], Answer]) -> Answer:
        """Something only the store knows."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, question, self._store)

    async def find(self, ident: str) -> LiveGame:
        live = self._open.get(ident)
        if live and not live.deleted:
            self._open[ident] = self._open.pop(ident)  # the last used stands last
            return live
        kept = None if live else await self.ask(lambda store: store.find(ident))
        if kept is None:
            raise Problem(404, "There is no such game. It may have been deleted; begin a new one.")
        return self._opened(kept)

    async def begin(self, start: Position, plies: tuple[Ply, ...], seats: tuple[Seat, Seat]) -> LiveGame:
        """A new game, kept from the start."""
        agents = [None if seat.agent is None else agent_for(seat.agent, start.rules) for seat in seats]
        names = [
            seat.name or (agent_title(seat.agent or "", agent) if agent else PLAYERS[player])
            for player, (seat, agent) in enumerate(zip(seats, agents, strict=True))
        ]
        game = Game(start.rules, start=start, names=names, agents=[seat.agent for seat in seats])
        for ply in plies:
            game.follow(ply)
        if game.outcome and not plies:
            raise UsageError("The game is over in that position: there is nothing to play.")
        return await self._begun(KeptGame(token_urlsafe(9), game, notes=[Note(0.0, given=True)] * len(plies)))

    async def take(self, game: Game) -> LiveGame:
        """A game that was played elsewhere, with all its moves. Its agents wait until they are told to go on; one that
        this page does not have leaves its seat, though not its name, to a person."""
        data = game_to_json(game)
        data["names"] = [name.strip()[:LONGEST_NAME] or PLAYERS[player] for player, name in enumerate(game.names)]
        data["agents"] = [text if text and _can_play(text, game.rules) else None for text in game.agents]
        notes = [Note(0.0, given=True)] * len(game.plies + game.undone)
        live = await self._begun(KeptGame(token_urlsafe(9), game_from_json(data), notes=notes))
        live.paused = True
        return live

    async def branch(self, ident: str, ply: int) -> LiveGame:
        """A new game that begins as another did, up to a move."""
        kept = (await self.find(ident)).kept
        game = kept.game.copy()
        played = len(game.plies)
        if ply > played:
            raise Problem(409, f"That game has {played} moves. Branch off at one of them.")
        while game.verdict or len(game.plies) > ply:
            game.undo()
        trimmed = Game(game.rules, start=game.start, names=game.names, agents=game.agents)
        for done in game.plies:
            trimmed.follow(done)
        return await self._begun(KeptGame(token_urlsafe(9), trimmed, notes=list(kept.notes[:ply])))

    async def delete(self, ident: str) -> None:
        if not await self.ask(lambda store: store.delete(ident)):
            raise Problem(404, "There is no such game. It may have been deleted already.")
        await self._set_deleted(ident, True)

    async def restore(self, ident: str) -> None:
        if not await self.ask(lambda store: store.restore(ident)):
            raise Problem(404, "No such game was deleted.")
        await self._set_deleted(ident, False)

    async def _set_deleted(self, ident: str, deleted: bool) -> None:
        """One who watches a game that is brought back watches the same one as he who opens it then."""
        live = self._open.get(ident)
        if live:
            await live.set_deleted(deleted)

    async def _begun(self, kept: KeptGame) -> LiveGame:
        await self.ask(lambda store: store.keep(kept))
        return self._opened(kept)

    def _opened(self, kept: KeptGame) -> LiveGame:
        if kept.id in self._open:  # somebody else asked for it while the disk was read
            return self._open[kept.id]
        self._close_some()
        live = LiveGame(kept, keep=self._keep, searches=self._searches)
        self._open[kept.id] = live
        return live

    async def _keep(self, kept: KeptGame) -> None:
        await self.ask(lambda store: store.keep(kept))

    def _close_some(self) -> None:
        idle = [ident for ident, live in self._open.items() if live.is_idle]
        for ident in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._open[ident]
        if len(self._open) >= MOST_GAMES:
            raise Problem(503, "Too many games are open. Try again in a moment.", title="The house is full")

    def close(self) -> None:
        self._disk.shutdown()
        self._store.close()


def _can_play(text: str, rules: Rules) -> bool:
    try:
        agent_for(text, rules)
    except (UsageError, EngineUnavailable):
        return False
    return True


def seated(seats: tuple[Seat, Seat], starts: str) -> tuple[Seat, Seat]:
    """The players in the order of play."""
    swaps = starts == "second" or (starts == "lot" and random.random() < 0.5)
    return (seats[1], seats[0]) if swaps else seats
