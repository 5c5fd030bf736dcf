"""Many clients at once: all sockets are served, queue positions are right, and a full queue is reported.

`benchmarks/server_load.py` measures how fast that is.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from fastapi.testclient import TestClient
from support.web_client import game_after, move, new_game, open_socket, receive_until, watch

from fourcast.web.settings import Settings

LONG = json.dumps({"rules": "popout", "seconds": 60})


def test_more_searches_than_slots_and_many_sockets_are_served(client: TestClient, settings: Settings) -> None:
    games = [new_game(client) for _ in range(4)]
    with ExitStack() as stack:
        watchers = [stack.enter_context(watch(client, games[number % 4])) for number in range(40)]
        sockets = [stack.enter_context(open_socket(client, "/api/analysis/live")) for _ in range(10)]
        firsts: list[dict[str, Any]] = []
        for session in sockets:
            session.send_text(LONG)
            firsts.append(session.receive_json())
        running, queued, refused = firsts[:2], firsts[2:6], firsts[6:]
        assert [message["type"] for message in running] == ["analysis"] * settings.slots
        assert queued == [
            {"type": "queued", "queue_position": position} for position in range(1, settings.max_waiting + 1)
        ]
        for message in refused:
            assert (message["problem"]["status"], message["problem"]["queue_position"]) == (
                503,
                settings.max_waiting + 1,
            )
        pool = client.get("/api/searches").json()
        assert pool == {"slots": settings.slots, "running": settings.slots, "waiting": settings.max_waiting}

        # Meanwhile other requests are answered, and changes are sent to all watchers.
        for game in games:
            move(client, game, "4")
        for watcher in watchers:
            assert game_after(watcher, 1)["moves"] == "4"
        for path in ("/", "/api/options", "/api/games", "/api/scores", "/api/position?moves=4453"):
            assert client.get(path).status_code == 200
        busy = client.post("/api/analysis", json={"seconds": 1})
        assert (busy.status_code, busy.headers["retry-after"]) == (503, "1")
        assert busy.json()["detail"] == "All search slots are in use. Your search would be fifth in the queue."
        assert (busy.json()["title"], busy.json()["queue_position"]) == ("Server busy", settings.max_waiting + 1)

        # As searches are stopped, the next in the queue get their slots.
        for number in range(settings.max_waiting):
            sockets[number].send_text("stop")
            message = receive_until(sockets[number + settings.slots], lambda message: message["type"] != "queued")
            assert message["type"] == "analysis"
        assert client.get("/api/searches").json()["waiting"] == 0
