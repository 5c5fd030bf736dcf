"""Seats: two people play from two machines, others watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from support.web_client import Json, game_after, move, new_game, watch

from fourcast.web.app import create_app
from fourcast.web.settings import PublicUrl, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data", slots=2, url=PublicUrl.parse("http://four.example.edu"))


@pytest.fixture
def ada(settings: Settings) -> Iterator[TestClient]:
    address = str(settings.url)
    with TestClient(create_app(settings), base_url=address, headers={"Origin": address}) as client:
        client.get("/")
        yield client


def another(client: TestClient) -> TestClient:
    """Another browser at the same server."""
    other = TestClient(client.app, base_url=client.base_url, headers={"Origin": client.headers["Origin"]})
    other.get("/")
    return other


def post(client: TestClient, game: Json, command: str, /, **body: object) -> tuple[int, Json]:
    response = client.post(f"/api/games/{game['id']}/{command}", json=body)
    return response.status_code, response.json() if response.content else {}


def invited(ada: TestClient, game: Json, player: int = 1) -> str:
    status, invitation = post(ada, game, "invitations", player=player, name="Ada")
    assert status == 201
    assert invitation["link"] == f"/game/{game['id']}#join={invitation['key']}"
    return str(invitation["key"])


def test_a_game_belongs_to_the_browser_that_created_it(ada: TestClient) -> None:
    game = move(ada, new_game(ada), "4")
    eve = another(ada)
    commands: tuple[tuple[str, Json], ...] = (
        *(("moves", {"move": "4"}), ("undo", {}), ("redo", {}), ("resign", {}), ("pace", {"paused": True})),
        *(("step", {}), ("now", {}), ("hint", {}), ("invitations", {"player": 0}), ("restore", {})),
    )
    for name, body in commands:
        assert post(eve, game, name, **body)[0] == 403, name
    assert eve.patch(f"/api/games/{game['id']}", json={"title": "mine"}).status_code == 403
    assert eve.delete(f"/api/games/{game['id']}").status_code == 403
    assert eve.get("/api/games").json() == []
    assert len(ada.get("/api/games").json()) == 1
    with watch(eve, game) as socket:
        game_after(socket, 1)
        move(ada, game, "4")
        assert game_after(socket, 2)["moves"] == "44"
    assert post(eve, game, "branch", ply=1)[0] == 201


def test_two_people_play_by_an_invitation(ada: TestClient) -> None:
    game = new_game(ada, {"name": "You"}, {})
    key = invited(ada, game)
    ben, eve = another(ada), another(ada)
    assert post(ben, game, "join", key="guessed")[0] == 409
    assert post(ada, game, "join", key=key)[0] == 409  # it is for the other
    status, joined = post(ben, game, "join", key=key, name="Ben")
    assert status == 200
    assert [player["name"] for player in joined["players"]] == ["Ada", "Ben"]
    assert len({player["owner"] for player in joined["players"]}) == 2
    assert post(ben, game, "join", key=key, name="Ben")[0] == 200  # the first response may have been lost
    assert post(eve, game, "join", key=key)[0] == 409
    assert post(ben, game, "moves", move="4")[0] == 403
    move(ada, game, "4")
    assert post(ada, game, "moves", move="4")[0] == 403
    assert post(ben, game, "undo")[0] == 409
    assert post(ada, game, "undo")[0] == 200
    assert post(ben, game, "redo")[0] == 409
    assert post(ada, game, "redo")[0] == 200
    move(ben, game, "1")
    assert post(ada, game, "undo")[0] == 409
    for client in (ada, eve):
        players = [None, {"agent": "level1"}]
        assert client.patch(f"/api/games/{game['id']}", json={"players": players}).status_code == 403
    assert post(ben, game, "resign")[1]["position"]["outcome"]["winner"] == 0
    assert post(ben, game, "undo")[0] == 409
    assert post(eve, game, "again")[0] == 403
    with watch(ada, game) as socket:
        assert game_after(socket, 2)["next"] is None
        status, following = post(ben, game, "again")
        assert (status, game_after(socket, 2)["next"]) == (201, following["id"])
    assert post(ada, game, "again")[1]["id"] == following["id"]
    assert post(ben, following, "moves", move="4")[0] == 403
    move(ada, following, "4")
    move(ben, following, "4")


def test_a_new_invitation_replaces_the_old_one_and_moves_a_seat(ada: TestClient) -> None:
    game = new_game(ada)
    old, key = invited(ada, game), invited(ada, game)
    ben, phone = another(ada), another(ada)
    assert post(ben, game, "join", key=old)[0] == 409
    assert post(ben, game, "join", key=key)[0] == 200
    assert post(ada, game, "invitations", player=1)[0] == 403
    assert post(phone, game, "join", key=invited(ada, game, player=0))[0] == 200
    assert post(ada, game, "moves", move="4")[0] == 403
    assert post(phone, game, "moves", move="4")[0] == 200


def test_an_agent_has_no_seat_to_take(ada: TestClient) -> None:
    game = new_game(ada, {}, {"agent": "level1"})
    status, problem = post(ada, game, "invitations", player=1)
    assert (status, problem["detail"].startswith("An agent plays Yellow.")) == (409, True)


def test_seats_outlast_a_restart(ada: TestClient, settings: Settings) -> None:
    game = new_game(ada)
    key = invited(ada, game)
    ben = another(ada)
    with TestClient(create_app(settings), base_url=ada.base_url, headers=ada.headers) as server:
        ada._transport = ben._transport = server._transport
        for client in (ada, ben):
            assert client.get("/api/games").status_code == 401
            client.get("/api/session")
        assert post(ben, game, "moves", move="4")[0] == 403
        assert post(ben, game, "join", key=key)[0] == 200
        move(ada, game, "4")
        assert post(ada, game, "moves", move="4")[0] == 403
        move(ben, game, "4")


def test_without_seats_anybody_plays_until_somebody_is_invited(settings: Settings) -> None:
    local = replace(settings, url=None)
    with TestClient(create_app(local), base_url=local.address, headers={"Origin": local.address}) as ada:
        ada.get("/")
        eve = another(ada)
        game = move(eve, new_game(ada), "4")
        key = invited(ada, game)
        assert post(eve, game, "moves", move="4")[0] == 403
        assert post(eve, game, "join", key=key)[0] == 200
        move(eve, game, "4")
