"""A server that is killed in the middle of games and searches has lost no move that it had confirmed, and its workers
exit without a word."""

from __future__ import annotations

import random
import threading
from contextlib import suppress
from pathlib import Path
from time import sleep

import httpx
import pytest
from support.web_server import Server

CLIENTS = 4


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.soak)])
def test_a_killed_server_has_lost_no_confirmed_move(tmp_path: Path, kills: int) -> None:
    confirmed: dict[str, list[str]] = {}
    rng = random.Random(1)
    log = tmp_path / "stderr.txt"
    for _ in range(kills):
        with log.open("a") as stderr, Server(tmp_path, stderr=stderr) as server:
            _check(server, confirmed)
            clients = [threading.Thread(target=_play, args=(server, confirmed, seed)) for seed in range(CLIENTS)]
            clients += [threading.Thread(target=_analyse, args=(server,)) for _ in range(2)]
            for client in clients:
                client.start()
            _wait_for_moves(confirmed, rng.randint(5, 25))
            server.kill()
            for client in clients:
                client.join()
    with Server(tmp_path) as server:
        _check(server, confirmed)
    assert _count(confirmed) >= 5 * kills
    assert log.read_text() == ""


def _count(confirmed: dict[str, list[str]]) -> int:
    return sum(len(moves) for moves in list(confirmed.values()))


def _wait_for_moves(confirmed: dict[str, list[str]], count: int) -> None:
    """Wait until so many more moves have been confirmed; others are being saved then."""
    enough = _count(confirmed) + count
    while _count(confirmed) < enough:
        sleep(0.002)


def _play(server: Server, confirmed: dict[str, list[str]], seed: int) -> None:
    """Play at random until the server is gone, and note every confirmed move."""
    rng = random.Random(seed)
    try:
        with httpx.Client(base_url=server.address, timeout=10) as client:
            client.get("/")
            while True:
                game = client.post("/api/games", json={"players": [{}, {}]}).json()
                confirmed[game["id"]] = []
                while game["position"]["moves"]:
                    move = rng.choice(game["position"]["moves"])["text"]
                    game = client.post(f"/api/games/{game['id']}/moves", json={"move": move}).json()
                    confirmed[game["id"]].append(move)
    except httpx.HTTPError:
        pass


def _analyse(server: Server) -> None:
    """Let workers search, and report, until the server is gone."""
    with suppress(httpx.HTTPError), httpx.Client(base_url=server.address, timeout=10) as client:
        client.get("/")
        while True:
            client.post("/api/analysis", json={"seconds": 0.3})


def _check(server: Server, confirmed: dict[str, list[str]]) -> None:
    with httpx.Client(base_url=server.address, timeout=10) as client:
        client.get("/")
        for ident, moves in confirmed.items():
            response = client.get(f"/api/games/{ident}")
            assert response.status_code == 200, response.text
            saved = [ply["text"] for ply in response.json()["plies"]]
            assert saved[: len(moves)] == moves
            assert len(saved) <= len(moves) + 1  # one more may be saved whose confirmation did not arrive
            moves[:] = saved
