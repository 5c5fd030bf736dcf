"""What a server tells those who watch over it, and the limits for each client."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic

import httpx
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.nginx import free_port
from support.waiting import wait_until
from support.web_client import new_game, open_client, open_socket, watch
from support.web_server import Server

from fourcast import database
from fourcast.web import client_limits
from fourcast.web.app import create_app
from fourcast.web.client_limits import RateLimit, client_of
from fourcast.web.request_log import LOGGER, access_log
from fourcast.web.settings import PublicUrl, Settings

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"]*",?)+)\})? (\S+)')
COMBINED = re.compile(r'(\S+) - - \[[^]]+\] "(\S+) (\S+) HTTP/[\d.]+" (\d+) (\d+) "([^"]*)" "([^"]*)" [\d.]+')


def samples(client: TestClient) -> dict[tuple[str, str], float]:
    """The metrics by name and labels."""
    text = client.get("/metrics").text
    if promtool := shutil.which("promtool"):
        subprocess.run([promtool, "check", "metrics"], input=text, text=True, check=True)
    else:
        word = "NO PROMTOOL HERE: only the form of the metrics is tested. `apt-get install prometheus` lets it all be."
        print(word, file=sys.__stderr__)
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            found[sample[1], sample[2] or ""] = float(sample[3])
    return found


def test_health_says_whether_games_can_be_saved(own_client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    own_client.cookies.clear()
    health = own_client.get("/health")
    assert (health.status_code, health.json()["status"], "set-cookie" in health.headers) == (200, "ok", False)
    monkeypatch.setattr(database, "MIN_FREE_BYTES", 1 << 80)
    assert own_client.get("/health").status_code == 507


def test_metrics_count_requests_sockets_games_and_searches(own_client: TestClient) -> None:
    game = new_game(own_client)
    own_client.get("/api/nothing")
    with (
        pytest.raises(WebSocketDisconnect),
        open_socket(own_client, "/api/analysis/live", origin="http://evil.example"),
    ):
        pass
    with watch(own_client, game) as socket:
        socket.receive_json()
        during = samples(own_client)
    after = samples(own_client)
    route = 'route="/api/games/{ident}/live"'
    assert (during["fourcast_sockets", route], after["fourcast_sockets", route]) == (1, 0)
    connections = "fourcast_socket_connections_total"
    assert (after[connections, f'{route},status="101"'], after[connections, 'route="none",status="403"']) == (1, 1)
    assert during["fourcast_games_open", ""] == 1
    assert during["fourcast_search_slots", 'pool="replies"'] == 2
    requests = {labels: number for (name, labels), number in after.items() if name == "fourcast_http_requests_total"}
    assert requests['method="POST",route="/api/games",status="201"'] == 1
    assert requests['method="GET",route="none",status="404"'] == 1
    assert requests['method="GET",route="/metrics",status="200"'] == 1
    name = "fourcast_http_request_duration_seconds"
    assert after[f"{name}_bucket", 'route="/api/games",le="+Inf"'] == after[f"{name}_count", 'route="/api/games"'] == 1
    assert after["process_resident_memory_bytes", ""] > 1e7


def wait_for_line(log: Path) -> None:
    """A line is written after the response."""
    wait_until(lambda: log.exists() and log.read_text(encoding="utf-8").endswith("\n"))


@pytest.mark.parametrize("forwarded", [True, False])
def test_the_access_log_has_a_line_for_every_request(tmp_path: Path, forwarded: bool) -> None:
    log = tmp_path / "access.log"
    url = ["--url", "http://four.example.edu/c4"] if forwarded else []
    headers = {"X-Forwarded-For": "203.0.113.7", "User-Agent": 'a"\\ b'}
    with Server(tmp_path / "data", free_port(), options=["--access-log", str(log), *url]) as server:
        httpx.get(f"{server.address}/c4/?a=%22b", headers=headers)
        wait_for_line(log)
        log.rename(tmp_path / "old.log")
        httpx.get(f"{server.address}/api/options")
        wait_for_line(log)
    lines = [COMBINED.fullmatch(file.read_text(encoding="utf-8").strip()) for file in (tmp_path / "old.log", log)]
    client, status = ("203.0.113.7", "200") if forwarded else ("127.0.0.1", "404")  # without --url it is not believed
    assert lines[0]
    assert lines[0].group(1, 2, 3, 4) == (client, "GET", "/c4/?a=%22b", status)
    assert lines[0][7] == "a\\x22\\x5c b"
    assert lines[1]
    assert lines[1].group(1, 2, 3, 4) == ("127.0.0.1", "GET", "/api/options", "401")


def test_an_access_log_that_cannot_be_written_is_reported_once(capsys: pytest.CaptureFixture[str]) -> None:
    with access_log(Path("/dev/full")):
        for _ in range(3):
            LOGGER.info("a line")
    assert capsys.readouterr().err.startswith("The access log cannot be written: ")
    assert capsys.readouterr().err == ""


# Limits


@pytest.fixture
def limited(settings: Settings) -> Iterator[TestClient]:
    limited = replace(settings, client_limit=2)
    with open_client(create_app(limited), limited) as client:
        yield client


def test_a_client_has_a_number_of_requests_a_second(limited: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    now = monotonic()
    monkeypatch.setattr(client_limits, "monotonic", lambda: now)
    statuses = [limited.get("/health").status_code for _ in range(30)]
    assert statuses.count(200) in (19, 20)  # the burst of ten seconds, less the start page
    assert statuses[20:] == [429] * 10
    refused = limited.get("/health")
    assert (refused.headers["retry-after"], refused.json()["title"]) == ("1", "Too many requests")
    now += 1
    assert [limited.get("/health").status_code for _ in range(3)] == [200, 200, 429]


def test_a_client_has_a_number_of_sockets_at_once(limited: TestClient) -> None:
    with open_socket(limited, "/api/analysis/live"), open_socket(limited, "/api/analysis/live"):
        assert limited.get("/health").status_code == 200
        with open_socket(limited, "/api/analysis/live") as socket, pytest.raises(WebSocketDisconnect) as refused:
            socket.receive_json()
        assert (refused.value.code, refused.value.reason[:18]) == (1013, "Too many requests:")
        assert samples(limited)["fourcast_socket_connections_total", 'route="none",status="429"'] == 1
    with open_socket(limited, "/api/analysis/live"):
        pass


def test_searches_are_counted_by_client(own_client: TestClient) -> None:
    with open_socket(own_client, "/api/analysis/live") as socket:
        socket.send_json({"rules": "popout", "seconds": 60})
        socket.receive_json()
        services = own_client.app.state.services  # type: ignore[attr-defined]
        assert services.searches._running_of == {"testclient": 1}


def test_limits_are_for_those_who_serve_others(settings: Settings) -> None:
    assert settings.max_client_requests == 0
    public = replace(settings, url=PublicUrl.parse("https://four.example.edu"))
    assert public.max_client_requests > 30  # a class may have one address
    assert replace(public, client_limit=0).max_client_requests == 0


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unix:", "unix:"),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str, client: str) -> None:
    assert client_of({"client": (address, 1)}) == client


def test_the_oldest_clients_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_limits, "MAX_CLIENTS", 3)
    limit = RateLimit(0, 5)
    for number in range(100):
        assert limit.take(str(number))
    assert len(limit._left) <= 3


def test_wrong_passwords_are_limited(settings: Settings) -> None:
    closed = replace(settings, password="right", session_token="token", client_limit=0)
    with TestClient(create_app(closed), base_url=closed.address) as client:
        statuses = [client.get("/api/options", auth=("", f"wrong{number}")).status_code for number in range(12)]
        assert statuses == [401] * 10 + [429] * 2
        form = {"headers": {"Accept": "text/html", "Origin": closed.address}}
        response = client.post("/", data={"password": "right"}, **form)
        assert (response.status_code, response.headers["retry-after"]) == (429, "6")
        assert client.get("/health").status_code == 200
