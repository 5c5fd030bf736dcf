"""Many at once: every socket is served, places in the queue are right, who comes too late is told so, nothing breaks.

How fast that goes is measured by `benchmarks/server_load.py`.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from fastapi.testclient import TestClient
from support.web_client import begin, game_after, hear, move, socket, watching

from fourcast.web.settings import Settings

LONG = json.dumps({"rules": "popout", "seconds": 60})


def test_with_more_searches_than_places_and_many_sockets_everybody_is_served(
    client: TestClient, settings: Settings
) -> None:
    games = [begin(client) for _ in range(4)]
    with ExitStack() as stack:
        watchers = [stack.enter_context(watching(client, games[number % 4])) for number in range(40)]
        sockets = [stack.enter_context(socket(client, "/api/analysis/live")) for _ in range(10)]
        firsts: list[dict[str, Any]] = []
        for session in sockets:
            session.send_text(LONG)
            firsts.append(session.receive_json())
        running, queued, late = firsts[:2], firsts[2:6], firsts[6:]
        assert [message["type"] for message in running] == ["analysis"] * settings.slots
        assert queued == [{"type": "queued", "place": place} for place in range(1, settings.max_waiting + 1)]
        for message in late:
            assert (message["problem"]["status"], message["problem"]["place"]) == (503, settings.max_waiting + 1)
        busy = client.get("/api/searches").json()
        assert busy == {"places": settings.slots, "running": settings.slots, "waiting": settings.max_waiting}

        # Meanwhile everybody else plays on, and is told.
        for game in games:
            move(client, game, "4")
        for watcher in watchers:
            assert game_after(watcher, 1)["moves"] == "4"
        for path in ("/", "/api/options", "/api/games", "/api/scores", "/api/position?moves=4453"):
            assert client.get(path).status_code == 200
        refused = client.post("/api/analysis", json={"seconds": 1})
        assert (refused.status_code, refused.json()["place"]) == (503, settings.max_waiting + 1)

        # One after another leaves; the next in the queue takes the place.
        for number in range(settings.max_waiting):
            sockets[number].send_text("stop")
            follower = sockets[number + settings.slots]
            heard = hear(follower, lambda message: message["type"] != "queued")
            assert heard["type"] == "analysis"
        assert client.get("/api/searches").json()["waiting"] == 0
