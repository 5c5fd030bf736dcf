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

URL = "http://four.example.edu"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data", slots=2, url=PublicUrl.parse(URL))


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
    assert invitation["link"].endswith(f"/game/{game['id']}#join={invitation['key']}")
    return str(invitation["key"])


def joined(ada: TestClient) -> tuple[TestClient, Json]:
    """Another player, and the game of both."""
    game = new_game(ada)
    ben = another(ada)
    assert post(ben, game, "join", key=invited(ada, game))[0] == 200
    return ben, game


def listed(client: TestClient) -> list[str]:
    return [game["id"] for game in client.get("/api/games").json()]


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


def test_a_clock_runs_while_the_player_to_move_watches(ada: TestClient) -> None:
    ben, game = joined(ada)
    move(ada, game, "4")
    with watch(ada, game) as socket, watch(another(ada), game):
        assert not game_after(socket, 1)["running"]
        with watch(ben, game) as own:
            assert game_after(own, 1)["running"]
            assert game_after(socket, 1)["running"]
        assert not game_after(socket, 1)["running"]


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


def test_a_seat_has_a_number(ada: TestClient) -> None:
    assert post(ada, new_game(ada), "invitations", player=False)[0] == 422


def test_an_agent_has_no_seat_to_take(ada: TestClient) -> None:
    game = new_game(ada, {}, {"agent": "level1"})
    status, problem = post(ada, game, "invitations", player=1)
    assert (status, problem["detail"].startswith("An agent plays Yellow.")) == (409, True)


def test_with_an_agent_both_seats_move_to_another_device(ada: TestClient) -> None:
    game = new_game(ada, {}, {"agent": "level1"})
    phone = another(ada)
    assert post(phone, game, "join", key=invited(ada, game, player=0))[0] == 200
    assert post(ada, game, "resign")[0] == 403
    move(phone, game, "4")
    assert post(phone, game, "undo")[0] == 200
    assert post(phone, game, "resign")[1]["position"]["outcome"]["winner"] == 1


def test_who_replaced_themselves_by_an_agent_resigns_for_nobody_else(ada: TestClient) -> None:
    _, game = joined(ada)
    players = [{"agent": "level1"}, None]
    assert ada.patch(f"/api/games/{game['id']}", json={"players": players}).status_code == 200
    assert post(ada, game, "resign")[0] == 403


def test_one_of_two_players_deletes_only_their_own_part(ada: TestClient) -> None:
    ben, game = joined(ada)
    move(ada, game, "4")
    path = f"/api/games/{game['id']}"
    left = ben.delete(path)
    assert left.json()["link"] == f"{URL}/game/{game['id']}#join={left.json()['key']}"
    assert (listed(ada), listed(ben), ben.delete(path).status_code) == ([game["id"]], [], 403)
    move(ada, game, "4")
    assert post(ben, game, "join", key=left.json()["key"])[0] == 200  # undone
    assert (listed(ben), post(ada, game, "undo")[0]) == ([game["id"]], 409)
    assert [client.delete(path).status_code for client in (ben, ada)] == [200, 204]
    assert (ada.get(path).status_code, post(ben, game, "restore")[0], post(ada, game, "restore")[0]) == (404, 403, 204)


def test_who_stays_takes_back_nothing_when_the_game_is_over(ada: TestClient) -> None:
    ben, game = joined(ada)
    for number, column in enumerate("1212121"):
        move((ada, ben)[number % 2], game, column)
    assert ben.delete(f"/api/games/{game['id']}").status_code == 200
    assert post(ada, game, "undo")[0] == 409
    assert post(ada, game, "again")[0] == 201


def test_a_game_without_owners_is_open_to_nobody(ada: TestClient, settings: Settings) -> None:
    local = replace(settings, url=None)
    with TestClient(create_app(local), base_url=local.address, headers={"Origin": local.address}) as own:
        own.get("/")
        game = move(own, new_game(own, {}, {"agent": "level1"}), "4")
        for name, body in (("moves", {"move": "4"}), ("undo", {}), ("invitations", {"player": 0}), ("restore", {})):
            assert post(ada, game, name, **body)[0] == 403, name
        assert ada.patch(f"/api/games/{game['id']}", json={"title": "mine"}).status_code == 403
        assert ada.delete(f"/api/games/{game['id']}").status_code == 403
        assert listed(ada) == []
        with watch(ada, game) as socket:
            assert socket.receive_json()["game"]["paused"]  # its agent does not reply
        assert post(ada, game, "branch", ply=1)[0] == 201
        assert listed(own) == [game["id"]]
    ada.cookies = {name: value for name, value in ada.cookies.items() if "session" in name}
    response = ada.post("/api/games", json={"players": [{}, {}]})
    assert (response.status_code, "/api/session" in response.json()["detail"]) == (401, True)


def test_the_next_game_is_one_that_can_be_played(ada: TestClient, settings: Settings) -> None:
    ben, game = joined(ada)
    post(ben, game, "resign")
    first = post(ben, game, "again")[1]
    with TestClient(create_app(settings), base_url=ada.base_url, headers=ada.headers) as server:
        ada._transport = ben._transport = server._transport
        for client in (ada, ben):
            client.get("/api/session")
        assert post(ada, game, "again")[1]["id"] == first["id"]
        post(ada, first, "resign")
        second = post(ada, game, "again")[1]
        assert second["id"] not in (game["id"], first["id"])
        assert post(ben, first, "again")[1]["id"] == post(ben, game, "again")[1]["id"] == second["id"]
        for client in (ada, ben):
            client.delete(f"/api/games/{second['id']}")
        third = post(ben, game, "again")[1]
        assert third["id"] != second["id"]
        assert post(ada, first, "again")[1]["id"] == third["id"]


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
