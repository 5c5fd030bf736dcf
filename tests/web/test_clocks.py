"""Clocks: they count the time in which somebody was at it, stand still else, and never run backwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from support.web_client import Json, begin, do, game_after, hear, move, watching

from fourcast.web import game_session

ENDLESS = "alphabeta,time=20,eval=quadruplets"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many seconds go by on every clock, and no others."""
    now = [100.0]
    monkeypatch.setattr(game_session, "monotonic", lambda: now[0])

    def go_by(seconds: float) -> None:
        now[0] += seconds

    return go_by


def clocks(client: TestClient, game: Json) -> list[float]:
    return [seat["clock"] for seat in client.get(f"/api/games/{game['id']}").json()["seats"]]


def test_a_person_who_comes_back_finds_the_clock_where_it_was(
    client: TestClient, later: Callable[[float], None]
) -> None:
    game = begin(client)
    with watching(client, game) as session:
        assert game_after(session, 0)["running"]
        later(20)
    later(300)  # nobody watches
    with watching(client, game) as session:
        assert game_after(session, 0)["seats"][0]["clock"] == 20
        later(5)
        assert clocks(client, game) == [25, 0]
        move(client, game, "4")
        later(7)
        assert clocks(client, game) == [25, 7]
        do(client, game, "resign")
        later(100)
        assert clocks(client, game) == [25, 7]


def test_the_clock_of_an_agent_stands_still_while_it_is_stopped(
    client: TestClient, later: Callable[[float], None]
) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": ENDLESS})
    with watching(client, game) as session:
        move(client, game, "4")
        hear(session, lambda message: message["type"] == "game" and message["game"]["thinking"])
        later(3)
        stopped = do(client, game, "pace", paused=True)
        assert (stopped["running"], stopped["seats"][1]["clock"]) == (False, 3)
        later(26)
        assert clocks(client, game) == [0, 3]
        do(client, game, "pace", paused=False)
        hear(session, lambda message: message["type"] == "game" and not message["game"]["thinking"])
        again = hear(session, lambda message: message["type"] == "game" and message["game"]["thinking"])["game"]
        assert (again["running"], again["seats"][1]["clock"]) == (True, 3)


def test_two_agents_that_are_paused_use_no_time(client: TestClient, later: Callable[[float], None]) -> None:
    game = begin(client, {"agent": "level1"}, {"agent": "level1"}, paused=True)
    with watching(client, game) as session:
        later(26)
        assert clocks(client, game) == [0, 0]
        do(client, game, "step")
        assert not game_after(session, 1)["running"]
        later(26)
        assert clocks(client, game) == [0, 0]
