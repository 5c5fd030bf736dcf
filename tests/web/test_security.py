"""Who is let in, with what, and what the answers allow a page to do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from support.web_client import begin, socket

from fourcast.web.app import create_app
from fourcast.web.settings import Settings


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1:9999", "127.0.0.1.evil.example:8000"])
def test_a_name_that_only_points_here_is_not_answered(client: TestClient, host: str) -> None:
    for path in ("/", "/api/options", "/static/main.js"):
        assert client.get(path, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_every_name_of_this_machine_is_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_a_foreign_page_cannot_change_anything(client: TestClient) -> None:
    for origin in ("http://evil.example", "null", "https://127.0.0.1:8000"):
        refused = client.post("/api/games", json={"seats": [{}, {}]}, headers={"Origin": origin})
        assert refused.status_code == 403, origin


def test_a_foreign_page_cannot_open_a_socket(client: TestClient) -> None:
    game = begin(client)
    with (
        pytest.raises(WebSocketDisconnect),
        socket(client, f"/api/games/{game['id']}/live", origin="http://evil.example"),
    ):
        pass


def test_without_a_session_there_is_only_the_page(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url=settings.address) as stranger:
        assert stranger.get("/api/options").status_code == 401
        assert stranger.post("/api/games", json={"seats": [{}, {}]}).status_code == 401
        with pytest.raises(WebSocketDisconnect), socket(stranger, "/api/analysis/live"):
            pass
        stranger.cookies.set(f"fourcast-session-{settings.port}", "guessed")
        assert stranger.get("/api/options").status_code == 401


def test_the_cookie_is_for_this_page_alone(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url=settings.address) as stranger:
        cookie = stranger.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_pages_of_two_servers_keep_their_sessions_apart(settings: Settings) -> None:
    """For cookies a port is no difference."""
    names = set()
    for port in (8000, 8001):
        there = replace(settings, port=port)
        with TestClient(create_app(there), base_url=there.address) as stranger:
            names.add(stranger.get("/").headers["set-cookie"].partition("=")[0])
    assert len(names) == 2


@pytest.mark.parametrize("length", ["x", "-1", "70000", "9" * 5000, "1²", ""])
def test_a_length_that_is_none_is_refused(client: TestClient, length: str) -> None:
    headers = {"Content-Length": length.encode("latin-1")}
    assert client.post("/api/position/read", content=b"{}", headers=headers).status_code == 413


def test_a_request_may_not_be_too_long(client: TestClient) -> None:
    assert client.post("/api/position/read", content=b"x" * 70000).status_code == 413
    endless = (b"x" * 1000 for _ in range(100))
    assert client.post("/api/position/read", content=endless).status_code == 413


def test_the_page_may_load_and_run_only_what_comes_from_here(client: TestClient) -> None:
    for path in ("/", "/api/options", "/static/main.js", "/docs", "/nowhere"):
        policy = client.get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-")
        assert "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws://" in policy
        assert "unsafe" not in policy
        assert client.get(path).headers["x-content-type-options"] == "nosniff"


def test_nothing_outside_the_page_folder_is_served(client: TestClient) -> None:
    outside = ("../app.py", "%2e%2e/app.py", "/etc/passwd", "..%2f..%2fapp.py", "explorer/..%2Fhtml.py")
    for path in (*outside, "index.html", "explorer/standalone.html"):
        assert client.get(f"/static/{path}").status_code == 404


def test_the_api_page_needs_nothing_from_elsewhere(client: TestClient) -> None:
    text = client.get("/docs").text
    assert "http://" not in text
    assert "https://" not in text
    assert "<script" not in text
    for path in client.get("/openapi.json").json()["paths"]:
        assert path.replace("{", "&#x7B;") in text.replace("{", "&#x7B;")


def test_when_every_place_is_taken_a_search_is_told_its_place(client: TestClient) -> None:
    import json

    with socket(client, "/api/analysis/live") as one, socket(client, "/api/analysis/live") as two:
        for session in (one, two):
            session.send_text(json.dumps({"rules": "popout", "seconds": 30}))
            session.receive_json()
        busy = client.post("/api/analysis", json={"rules": "popout", "seconds": 1})
        assert busy.status_code == 503
        assert busy.json()["place"] == 1
        assert busy.json()["detail"] == "All search slots are in use. Your search would be first in the queue."
        assert busy.json()["title"] == "Server busy"  # and not the sentence once more
        assert busy.headers["retry-after"]
        with socket(client, "/api/analysis/live") as three:
            three.send_text(json.dumps({"rules": "popout", "seconds": 30}))
            assert three.receive_json() == {"type": "queued", "place": 1}
            one.send_text("stop")
            assert three.receive_json()["type"] == "analysis"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/api/nothing", 404), ("PUT", "/api/games", 405), ("GET", "/api/games/none", 404), ("GET", "/x", 404)],
)
def test_what_is_not_there_is_a_problem_with_a_sentence(
    client: TestClient, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    problem = answer.json()
    assert problem["status"] == status
    assert problem["detail"].endswith(".")
