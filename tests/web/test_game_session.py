"""The messages of a game's socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from support.event_loop import in_event_loop
from support.web_client import Json

from fourcast.play import Game
from fourcast.store import SavedGame, Store
from fourcast.web.connections import Outbox
from fourcast.web.game_session import GameSession


@in_event_loop
async def test_a_socket_that_is_too_far_behind_gets_the_whole_game_again() -> None:
    sent: list[Json] = []

    class Socket:
        async def send_text(self, text: str) -> None:
            sent.append(json.loads(text))

    with TemporaryDirectory() as folder, closing(Store(Path(folder))) as store:

        async def query(function: Callable[[Store], Any], /) -> Any:
            return function(store)

        async def save(record: SavedGame, /, *, first: int) -> None:
            store.save(record, first=first)

        session = GameSession(SavedGame("x", Game()), query=query, save=save, replies=cast(Any, None))
        outbox = Outbox(cast(Any, Socket()), 4)
        session.watch(outbox, changes=True)
        for column in "123456":
            await session.play(column, by=None)
    sending = asyncio.create_task(outbox.send_all())
    await outbox.drain()
    sending.cancel()
    first, *others = sent
    assert first["type"] == "game"
    version = first["game"]["version"]
    for change in (message["change"] for message in others):
        assert change["version"] == version or change["base"] == version  # known already, or the next one
        version = change["version"]
    assert version == session.version == 6
