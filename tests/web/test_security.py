"""Which requests are accepted, and what the responses allow a page to do."""

from __future__ import annotations

import json
import os
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.web_client import new_game, open_socket

from fourcast.web import security
from fourcast.web.app import create_app
from fourcast.web.security import user_of_connection
from fourcast.web.settings import Settings


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1:9999", "127.0.0.1.evil.example:8000"])
def test_a_foreign_name_for_this_address_is_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/api/options", "/static/main.js"):
        assert client.get(path, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_every_name_of_this_machine_is_accepted(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_a_foreign_page_cannot_change_anything(client: TestClient) -> None:
    for origin in ("http://evil.example", "null", "https://127.0.0.1:8000"):
        refused = client.post("/api/games", json={"players": [{}, {}]}, headers={"Origin": origin})
        assert refused.status_code == 403, origin


def test_a_foreign_page_cannot_open_a_socket(client: TestClient) -> None:
    path = f"/api/games/{new_game(client)['id']}/live"
    with pytest.raises(WebSocketDisconnect), open_socket(client, path, origin="http://evil.example"):
        pass


def test_without_a_session_there_is_only_the_page(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url=settings.address) as client:
        for path in ("/api/options", "/api/games", "/api/tree", "/api/compare/options"):
            assert client.get(path).status_code == 401
        assert client.post("/api/games", json={"players": [{}, {}]}).status_code == 401
        with pytest.raises(WebSocketDisconnect), open_socket(client, "/api/analysis/live"):
            pass
        client.cookies.set(f"fourcast-session-{settings.port}", "guessed")
        assert client.get("/api/options").status_code == 401


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell whose connection it is")
def test_another_user_of_this_machine_gets_no_session(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as peer:
        assert user_of_connection(peer.getsockname()[1], server.getsockname()[1]) == os.getuid()
    monkeypatch.setattr(security, "user_of_connection", lambda *_: os.getuid() + 1)
    with TestClient(create_app(settings), base_url=settings.address) as client:
        for path in ("/", "/api/session"):
            refused = client.get(path)
            assert (refused.status_code, "set-cookie" in refused.headers) == (403, False)


def test_two_servers_have_different_cookies(settings: Settings) -> None:
    """Browsers send cookies to all ports of a host."""
    names = set()
    for port in (8000, 8001):
        other = replace(settings, port=port)
        with TestClient(create_app(other), base_url=other.address) as client:
            cookie = client.get("/").headers["set-cookie"]
            assert "; SameSite=Strict; HttpOnly" in cookie
            names.add(cookie.partition("=")[0])
    assert len(names) == 2


@pytest.mark.parametrize("length", ["x", "-1", "70000", "9" * 5000, "1²", ""])
def test_an_invalid_length_is_refused(client: TestClient, length: str) -> None:
    headers = {"Content-Length": length.encode("latin-1")}
    assert client.post("/api/position/read", content=b"{}", headers=headers).status_code == 413


def test_a_request_has_a_maximum_size(client: TestClient) -> None:
    assert client.post("/api/position/read", content=b"x" * 70000).status_code == 413
    chunked = (b"x" * 1000 for _ in range(100))
    assert client.post("/api/position/read", content=chunked).status_code == 413


def test_the_page_can_load_and_run_only_what_comes_from_here(client: TestClient) -> None:
    for path in ("/", "/api/options", "/static/main.js", "/docs", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-")
        assert "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws://" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_nothing_outside_the_static_folders_is_served(client: TestClient) -> None:
    outside = ("../app.py", "%2e%2e/app.py", "/etc/passwd", "..%2f..%2fapp.py", "explorer/..%2Fhtml.py")
    for path in (*outside, "index.html", "explorer/standalone.html"):
        assert client.get(f"/static/{path}").status_code == 404


def test_no_request_runs_a_python_file(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trace, code, misnamed = tmp_path / "trace", tmp_path / "code.py", tmp_path / "quadruplets:x.py"
    for file in (code, misnamed):
        file.write_text(f"open({str(trace)!r}, 'w')\ndef judge(*_): return 0\n", encoding="utf-8")
    for name in (f"{code}:judge", f"python:{code}", str(code), misnamed.name):
        for field in ("agent", "algorithm", "evaluation", "order"):
            assert client.get("/api/tree", params={field: name}).status_code == 422
        for agent in (name, f"alphabeta,eval={name}", f"alphabeta,algorithm={name}"):
            assert client.post("/api/games", json={"players": [{"agent": agent}, {}]}).status_code == 422
        for fields in (
            {"specs": [name]},
            {"specs": [f"alphabeta,eval={name}"]},
            {"specs": ["minimax"], "evaluation": name},
        ):
            with open_socket(client, "/api/compare/live") as session:
                session.send_text(json.dumps({"depths": [1], "positions": 0, **fields}))
                assert session.receive_json()["problem"]["status"] == 422
    saved = client.get(f"/api/games/{new_game(client)['id']}/file").json()
    imported = client.post("/api/games/file", json={**saved, "agents": [f"alphabeta,eval={code}:judge", None]}).json()
    assert imported["players"][0]["agent"] is None
    assert not trace.exists()


def test_the_api_page_lists_every_route_and_needs_no_network(client: TestClient) -> None:
    text = client.get("/docs").text
    assert "http://" not in text
    assert "https://" not in text
    assert "<script" not in text
    schema = client.get("/openapi.json").json()
    for name in (*schema["paths"], *schema["x-sockets"], *schema["components"]["schemas"]):
        assert name in text
    assert "/api/session" in schema["paths"]
    assert {"/api/games/{ident}/live", "/api/analysis/live", "/api/compare/live"} <= schema["x-sockets"].keys()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_for_the_network_accepts_its_own_addresses_and_no_other_name(host: str) -> None:
    settings = Settings(Path(), host=host, port=8000)
    assert settings.is_reachable
    assert settings.accepts("198.51.100.7:8000", ("198.51.100.7", 8000))  # as a connection arrives there
    assert settings.accepts("[2001:db8::7]:8000", ("2001:db8::7", 8000))
    for name in ("evil.example:8000", "198.51.100.8:8000", "198.51.100.7:9000", "198.51.100.7"):
        assert not settings.accepts(name, ("198.51.100.7", 8000))
    for address in settings.network_addresses:
        assert settings.accepts(address.removeprefix("http://"), None)
        assert "127.0.0.1" not in address
        assert host == "::" or "[" not in address


def test_a_server_for_this_machine_accepts_no_other_address() -> None:
    settings = Settings(Path(), port=8000)
    assert (settings.is_reachable, settings.network_addresses) == (False, [])
    assert not settings.accepts("198.51.100.7:8000", ("198.51.100.7", 8000))
    assert Settings(Path(), host="198.51.100.7", port=8000).network_addresses == ["http://198.51.100.7:8000"]


@pytest.mark.parametrize("time", ["nan", "inf", "-1", "0", "1e999"])
def test_a_time_that_is_no_time_is_refused(client: TestClient, time: str) -> None:
    for agent in ("perfect", "alphabeta", "mcts"):
        players = [{"agent": f"{agent},time={time}"}, {}]
        assert client.post("/api/games", json={"players": players}).status_code == 422, agent


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/api/nothing", 404), ("PUT", "/api/games", 405), ("GET", "/api/games/none", 404), ("GET", "/x", 404)],
)
def test_an_unknown_address_is_a_problem_with_a_sentence(
    client: TestClient, method: str, path: str, status: int
) -> None:
    problem = client.request(method, path)
    assert (problem.status_code, problem.json()["status"]) == (status, status)
    assert problem.json()["detail"].endswith(".")


def test_a_problem_is_html_for_a_browser_that_navigates_and_json_otherwise(client: TestClient) -> None:
    params = {"rules": "<b>classic</b>"}
    page = client.get("/api/tree", params=params, headers={"accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.headers["content-type"]) == (422, "text/html; charset=utf-8")
    assert "&lt;b&gt;classic" in page.text
    assert "<b>classic" not in page.text
    assert 'href="/"' in page.text
    plain = client.get("/api/tree", params=params)
    assert plain.status_code == 422
    assert "<b>classic" in plain.json()["detail"]
