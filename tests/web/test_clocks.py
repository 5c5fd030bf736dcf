"""Clocks: they run while the player to move is present, stand still otherwise, and never run backwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from support.web_client import ENDLESS, Json, command, current, game_after, move, new_game, receive_game, watch

from fourcast.web import game_clock


@pytest.fixture
def advance(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Advances all clocks; they do not run otherwise."""
    now = [100.0]
    monkeypatch.setattr(game_clock, "monotonic", lambda: now[0])

    def advance(seconds: float) -> None:
        now[0] += seconds

    return advance


def clocks(client: TestClient, game: Json) -> list[float]:
    return [player["clock"] for player in current(client, game)["players"]]


def test_the_clock_of_a_person_stands_still_while_they_are_away(
    client: TestClient, advance: Callable[[float], None]
) -> None:
    game = new_game(client)
    with watch(client, game) as session:
        assert not game_after(session, 0)["running"]  # clocks start with the first move
        advance(60)
        move(client, game, "4")
        assert game_after(session, 1)["running"]
        advance(20)
    advance(300)
    with watch(client, game) as session:
        assert game_after(session, 1)["players"][1]["clock"] == 20
        advance(5)
        assert clocks(client, game) == [0, 25]
        move(client, game, "4")
        advance(7)
        assert clocks(client, game) == [7, 25]
        command(client, game, "resign")
        advance(100)
        assert clocks(client, game) == [7, 25]


def test_the_clock_of_an_agent_stands_still_while_it_is_paused(
    client: TestClient, advance: Callable[[float], None]
) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": ENDLESS})
    with watch(client, game) as session:
        assert move(client, game, "4")["running"]
        receive_game(session, lambda game: game["thinking"])
        advance(3)
        stopped = command(client, game, "pace", paused=True)
        assert (stopped["running"], stopped["players"][1]["clock"]) == (False, 3)
        advance(26)
        assert clocks(client, game) == [0, 3]
        command(client, game, "pace", paused=False)
        receive_game(session, lambda game: not game["thinking"])
        resumed = receive_game(session, lambda game: game["thinking"])
        assert (resumed["running"], resumed["players"][1]["clock"]) == (True, 3)


def test_two_paused_agents_use_no_time(client: TestClient, advance: Callable[[float], None]) -> None:
    game = new_game(client, {"agent": "level1"}, {"agent": "level1"}, paused=True)
    with watch(client, game) as session:
        advance(26)
        assert clocks(client, game) == [0, 0]
        command(client, game, "step")
        assert not game_after(session, 1)["running"]
        advance(26)
        assert clocks(client, game) == [0, 0]
