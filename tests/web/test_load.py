"""Many clients at once: all sockets are served, queue positions are right, and a full queue is reported.

`benchmarks/server_load.py` measures how fast that is.
"""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from fastapi.testclient import TestClient
from support.web_client import ENDLESS, game_after, move, new_game, open_socket, receive_until, watch

from fourcast.web.settings import Settings

LONG = json.dumps({"rules": "popout", "seconds": 60})
COMPARISON = json.dumps({"specs": ["minimax"], "depths": [30], "seconds": 30})


@pytest.fixture
def client(own_client: TestClient) -> TestClient:
    return own_client


def test_more_analyses_than_slots_all_have_values_and_delay_no_reply_and_no_tree(
    client: TestClient, settings: Settings
) -> None:
    """None of the analyses ends while the test runs."""
    count = settings.slots + settings.max_waiting
    game = new_game(client, {"name": "Ada"}, {"agent": "level1"})
    with ExitStack() as stack:
        player = stack.enter_context(watch(client, game))
        sockets = [stack.enter_context(open_socket(client, "/api/analysis/live")) for _ in range(count)]
        for session in sockets:
            session.send_text(LONG)
        for session in sockets:
            receive_until(session, lambda message: message["type"] == "analysis")
        move(client, game, "4")
        assert game_after(player, 2)["players"][1]["agent"] == "level1"
        assert client.post(f"/api/games/{game['id']}/hint").status_code == 200
        assert client.get("/api/tree", params={"rules": "tictactoe", "depth": 1}).status_code == 200
        # All go on: every one of them is searched deeper than it was.
        for session in sockets:
            depth = receive_until(session, lambda message: message["type"] == "analysis")["analysis"]["depth"]
            receive_until(session, lambda message, depth=depth: message["analysis"]["depth"] > depth)  # type: ignore[misc]
        assert client.get("/api/searches").json()["running"] == settings.slots


def test_a_full_queue_is_reported_and_other_requests_are_served(client: TestClient, settings: Settings) -> None:
    games = [new_game(client) for _ in range(4)]
    with ExitStack() as stack:
        watchers = [stack.enter_context(watch(client, games[number % 4])) for number in range(40)]
        sockets = [stack.enter_context(open_socket(client, "/api/compare/live")) for _ in range(7)]
        firsts = []
        for session in sockets:
            session.send_text(COMPARISON)
            assert session.receive_json()["type"] == "started"
            firsts.append(None if session is sockets[0] else session.receive_json())
        assert firsts[1:5] == [
            {"type": "queued", "queue_position": position} for position in range(1, settings.max_waiting + 1)
        ]
        for message in firsts[5:]:
            assert message
            assert (message["problem"]["status"], message["problem"]["queue_position"]) == (503, 5)
        pool = client.get("/api/searches").json()
        assert (pool["running"], pool["waiting"]) == (1, settings.max_waiting)

        # Meanwhile other requests are answered, and changes are sent to all watchers.
        for game in games:
            move(client, game, "4")
        for watcher in watchers:
            assert game_after(watcher, 1)["moves"] == "4"
        for path in ("/", "/api/options", "/api/games", "/api/scores", "/api/position?moves=4453"):
            assert client.get(path).status_code == 200

        # As one is stopped, the others move up.
        sockets[0].send_text("stop")
        receive_until(sockets[2], lambda message: message == {"type": "queued", "queue_position": 1})


def test_a_request_that_does_not_wait_is_told_its_queue_position(client: TestClient, settings: Settings) -> None:
    client.app.state.services.long_replies.slots = settings.slots  # type: ignore[attr-defined]
    with ExitStack() as stack:
        for _ in range(settings.slots):
            session = stack.enter_context(watch(client, new_game(client, {"agent": ENDLESS}, {})))
            receive_until(session, lambda message: message["type"] == "thinking")
        game = new_game(client, {"agent": ENDLESS}, {}, paused=True)
        busy = client.post(f"/api/games/{game['id']}/step")
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "1")
    assert "your search would be first in the queue" in busy.json()["detail"]
    assert (busy.json()["title"], busy.json()["queue_position"]) == ("Server busy", 1)
