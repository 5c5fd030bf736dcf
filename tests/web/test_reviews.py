"""Reviews of games over HTTP and a socket."""

from __future__ import annotations

import json

from fastapi.testclient import TestClient
from support.engines import needs_core
from support.web_client import Json, open_socket, receive_until

pytestmark = needs_core

GAME = {"rules": "classic,width=4,height=4", "moves": "1234123412"}
"""Before the last move it is a draw, after it Red wins: column 1 needs a disc of Yellow."""


def test_a_game_is_reviewed_move_by_move(client: TestClient) -> None:
    response = client.post("/api/review", json=GAME)
    assert response.status_code == 200, response.text
    view: Json = response.json()
    assert view["exact"]
    assert view["done"]
    *others, last = view["moves"]
    assert {move["symbol"] for move in others} == {""}
    assert (last["symbol"], last["mark"]) == ("??", "draw lost")
    assert last["headline"] == "Move 10: Yellow gave the draw away"
    assert [column["text"] for column in last["columns"] if column["best"]] == ["1"]
    assert last["line"][0] == {"text": "1", "player": 1}
    assert [move["height"] for move in others] == [0.5] * 9  # the draw line
    assert last["height"] > 0.7  # Red's half is above it
    counts = {count["mark"]: count["counts"] for count in view["counts"]}
    assert counts == {
        "best": [5, 4],
        "inaccuracy": [0, 0],
        "win lost": [0, 0],
        "draw lost": [0, 1],
        "not solved": [0, 0],
    }


def test_a_review_is_sent_over_a_socket_until_it_is_done(client: TestClient) -> None:
    with open_socket(client, "/api/review/live") as socket:
        socket.send_text(json.dumps(GAME))
        message = receive_until(socket, lambda message: message["type"] != "review" or message["review"]["done"])
    assert message["review"]["exact"]


def test_a_game_that_is_too_large_is_said_to_be_not_solved(client: TestClient) -> None:
    view = client.post("/api/review", json={"rules": "popout", "moves": "4453"}).json()
    assert not view["exact"]
    assert view["summary"].startswith("Not solved.")
    assert {move["mark"] for move in view["moves"]} == {"not solved"}
