"""A search ends when its client disconnects, however it was started, and the workers of a killed server end too."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from support.process_control import is_alive
from support.waiting import wait_until
from support.web_server import Server
from websockets.sync.client import ClientConnection, connect

WAIT = 60.0
"""Seconds for what takes a tenth of one: only a search that was not stopped lasts longer."""
SEARCHES = {
    "/api/analysis": {"rules": "popout", "seconds": 60},
    "/api/analysis/live": {"rules": "popout", "seconds": 60},
    "/api/compare/live": {"specs": ["minimax"], "depths": [30], "seconds": 30, "repeats": 9},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), port=8450) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=30) as client:
        client.get("/")
        yield client


def running(client: httpx.Client) -> int:
    return int(client.get("/api/searches").json()["running"])


def send_request(client: httpx.Client, path: str, body: object = None) -> socket.socket:
    """Send a request on its own connection, without waiting for the response."""
    host = urlsplit(str(client.base_url))
    content = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {host.netloc}",
        f"Cookie: {cookie(client)}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
    ]
    connection = socket.create_connection((host.hostname, host.port))
    connection.sendall("\r\n".join([*lines, "", ""]).encode() + content)
    return connection


def cookie(client: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def open_socket(client: httpx.Client, path: str) -> ClientConnection:
    address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
    return connect(address + path, additional_headers={"Cookie": cookie(client)})


@pytest.mark.parametrize("path", SEARCHES)
def test_a_search_ends_when_its_client_disconnects(client: httpx.Client, path: str) -> None:
    if path.endswith("live"):
        with open_socket(client, path) as session:
            session.send(json.dumps(SEARCHES[path]))
            wait_until(lambda: running(client) == 1)
    else:
        with send_request(client, path, SEARCHES[path]):
            wait_until(lambda: running(client) == 1)
    wait_until(lambda: running(client) == 0)


def test_an_agents_search_ends_when_the_client_disconnects(client: httpx.Client) -> None:
    request = {"players": [{"agent": "mcts,time=30"}, {"agent": "alphabeta,time=30"}], "paused": True}
    game = client.post("/api/games", json=request).json()["id"]
    with send_request(client, f"/api/games/{game}/step"):
        wait_until(lambda: running(client) == 1)
    wait_until(lambda: running(client) == 0)
    left = client.get(f"/api/games/{game}").json()
    assert (left["plies"], left["thinking"]) == ([], None)
    client.post(f"/api/games/{game}/pace", json={"paused": False})
    with open_socket(client, f"/api/games/{game}/live"):
        wait_until(lambda: running(client) == 1)
    wait_until(lambda: running(client) == 0)


@pytest.mark.skipif(sys.platform != "linux", reason="child processes are read from /proc")
def test_a_killed_server_leaves_no_worker_behind(tmp_path: Path) -> None:
    with Server(tmp_path, port=8460) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        client.get("/")
        with send_request(client, "/api/analysis", SEARCHES["/api/analysis"]):
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
            wait_until(lambda: running(client) == 1)
            workers = [int(number) for number in children.read_text(encoding="ascii").split()]
            assert workers
            server.kill()
    wait_until(lambda: not any(is_alive(worker) for worker in workers))
