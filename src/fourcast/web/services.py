"""What routes work with, made once for a server and handed to them by FastAPI."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from fourcast.web.errands import DRAW
from fourcast.web.live_games import LiveGames
from fourcast.web.measuring import Results
from fourcast.web.problems import Problem
from fourcast.web.searches import Searches
from fourcast.web.settings import Settings
from fourcast.web.trees import Trees

Answer = TypeVar("Answer")


class Services:
    """The games, trees and comparisons of one server, its places for searches, and the one for charts and files."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.searches = Searches(settings.places, settings.waiting, ready=settings.ready)
        # Apart, for a file need not wait for searches of minutes. It is soon done, sooner than a new worker is there.
        self.drawings = Searches(1, settings.waiting, patience=DRAW.seconds)
        self.trees = Trees(self.searches)
        self.results = Results(self.drawings)
        self.games = LiveGames(settings.data, searches=self.searches)
        self.searches.make_ready()

    async def close(self) -> None:
        await self.searches.close()
        await self.drawings.close()
        self.games.close()


def _services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


UseServices = Annotated[Services, Depends(_services)]


async def while_connected(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do the work as long as the client waits for it; when he leaves, it is cancelled and so is its search."""
    task = asyncio.create_task(work)
    leaving = asyncio.create_task(_until_gone(request))
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(499, "The client has left.")
        return task.result()
    finally:
        for unfinished in (task, leaving):
            unfinished.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
