"""Speaking to a server as the page does: with its cookie, its origin, and its sockets."""

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


@contextmanager
def client_of(app: FastAPI, settings: Settings) -> Iterator[TestClient]:
    """A client that has opened the start page."""
    with TestClient(app, base_url=settings.address, headers={"Origin": settings.address}) as client:
        assert client.get("/").status_code == 200
        yield client


def begin(client: TestClient, *seats: Json, **more: Any) -> Json:
    """A new game, between two people unless somebody says who."""
    answer = client.post("/api/games", json={"seats": seats or TWO_PEOPLE, **more})
    assert answer.status_code == 201, answer.text
    game: Json = answer.json()
    return game


def move(client: TestClient, game: Json, text: str) -> Json:
    answer = client.post(f"/api/games/{game['id']}/moves", json={"move": text})
    assert answer.status_code == 200, answer.text
    changed: Json = answer.json()
    return changed


def do(client: TestClient, game: Json, what: str, **body: Any) -> Json:
    answer = client.post(f"/api/games/{game['id']}/{what}", json=body or None)
    assert answer.is_success, answer.text
    changed: Json = answer.json()
    return changed


def socket(client: TestClient, path: str, **headers: str) -> WebSocketTestSession:
    address = str(client.base_url).replace("http://", "ws://").rstrip("/")
    return client.websocket_connect(address + path, headers=headers)


def watching(client: TestClient, game: Json) -> WebSocketTestSession:
    return socket(client, f"/api/games/{game['id']}/live")


def hear(session: WebSocketTestSession, wanted: Callable[[Json], bool]) -> Json:
    """The first message that is as wanted."""
    for _ in range(1000):
        message: Json = session.receive_json()
        if wanted(message):
            return message
    raise AssertionError("No such message came.")


def game_after(session: WebSocketTestSession, plies: int) -> Json:
    """The game once so many moves have been played."""
    found = hear(session, lambda message: message["type"] == "game" and len(message["game"]["plies"]) == plies)
    game: Json = found["game"]
    return game
