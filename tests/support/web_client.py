"""A client of the web server, as the page is one: with its cookie, its origin and its sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from fourcast.web.settings import Settings

Json = dict[str, Any]
TWO_PEOPLE = ({"name": "Ada"}, {"name": "Ben"})
ENDLESS = "alphabeta,time=20,eval=quadruplets"
"""An agent that does not reply while a test runs."""


@contextmanager
def open_client(app: FastAPI, settings: Settings) -> Iterator[TestClient]:
    """A client that has opened the start page."""
    with TestClient(app, base_url=settings.address, headers={"Origin": settings.address}) as client:
        assert client.get("/").status_code == 200
        yield client


def new_game(client: TestClient, *players: Json, **fields: Any) -> Json:
    """A new game, by default between two people."""
    response = client.post("/api/games", json={"players": players or TWO_PEOPLE, **fields})
    assert response.status_code == 201, response.text
    game: Json = response.json()
    return game


def move(client: TestClient, game: Json, text: str) -> Json:
    return command(client, game, "moves", move=text)


def command(client: TestClient, game: Json, name: str, **body: Any) -> Json:
    response = client.post(f"/api/games/{game['id']}/{name}", json=body or None)
    assert response.is_success, response.text
    result: Json = response.json()
    return result


def current(client: TestClient, game: Json) -> Json:
    """The game as the server has it now."""
    view: Json = client.get(f"/api/games/{game['id']}").json()
    return view


def open_socket(client: TestClient, path: str, **headers: str) -> WebSocketTestSession:
    address = str(client.base_url).replace("http://", "ws://").rstrip("/")
    return client.websocket_connect(address + path, headers=headers)


def watch(client: TestClient, game: Json) -> WebSocketTestSession:
    return open_socket(client, f"/api/games/{game['id']}/live")


def receive_until(session: WebSocketTestSession, condition: Callable[[Json], object]) -> Json:
    """The first message that fulfils a condition."""
    for _ in range(1000):
        message: Json = session.receive_json()
        if condition(message):
            return message
    raise AssertionError("No such message was received.")


def receive_game(session: WebSocketTestSession, condition: Callable[[Json], object]) -> Json:
    """The first game that fulfils a condition."""
    message = receive_until(session, lambda message: message["type"] == "game" and condition(message["game"]))
    game: Json = message["game"]
    return game


def game_after(session: WebSocketTestSession, plies: int) -> Json:
    """The game once so many moves have been played."""
    return receive_game(session, lambda game: len(game["plies"]) == plies)
