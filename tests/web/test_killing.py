"""A server that is killed in the middle of games has lost no move that it had confirmed."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from time import sleep

import httpx
import pytest
from support.web_server import Server

PLAYERS = 4


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.soak)])
def test_a_killed_server_has_lost_no_confirmed_move(tmp_path: Path, kills: int) -> None:
    games: dict[str, list[str]] = {}
    dice = random.Random(1)
    for _ in range(kills):
        with Server(tmp_path) as server:
            _check(server, games)
            players = [threading.Thread(target=_play_on, args=(server, games, seed)) for seed in range(PLAYERS)]
            for player in players:
                player.start()
            _await_moves(games, dice.randint(5, 25))
            server.kill()
            for player in players:
                player.join()
    with Server(tmp_path) as server:
        _check(server, games)
    assert _confirmed(games) >= 5 * kills


def _confirmed(games: dict[str, list[str]]) -> int:
    return sum(len(moves) for moves in list(games.values()))


def _await_moves(games: dict[str, list[str]], count: int) -> None:
    """Wait until so many more moves have been confirmed; others are on their way then."""
    enough = _confirmed(games) + count
    while _confirmed(games) < enough:
        sleep(0.002)


def _play_on(server: Server, games: dict[str, list[str]], seed: int) -> None:
    """Play at random until the server is gone, noting every move that it confirmed."""
    dice = random.Random(seed)
    try:
        with httpx.Client(base_url=server.address, timeout=10) as client:
            client.get("/")
            while True:
                game = client.post("/api/games", json={"seats": [{}, {}]}).json()
                games[game["id"]] = []
                while game["position"]["moves"]:
                    move = dice.choice(game["position"]["moves"])["text"]
                    game = client.post(f"/api/games/{game['id']}/moves", json={"move": move}).json()
                    games[game["id"]].append(move)
    except httpx.HTTPError:
        pass


def _check(server: Server, games: dict[str, list[str]]) -> None:
    with httpx.Client(base_url=server.address, timeout=10) as client:
        client.get("/")
        for ident, moves in games.items():
            kept = [ply["text"] for ply in client.get(f"/api/games/{ident}").json()["plies"]]
            assert kept[: len(moves)] == moves  # one more may be there, whose confirmation never arrived
            assert len(kept) <= len(moves) + 1
            moves[:] = kept
