"""No generated request or socket message breaks the server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.web_client import new_game, open_socket

from fourcast.web.api import games
from fourcast.web.oracle import OracleSettings, create_oracle_app

SOON = 0.02
"""Seconds of a search here, as there are many."""


@pytest.fixture(autouse=True)
def short_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "HINT_SECONDS", SOON)


@pytest.mark.parametrize("requests", [100, pytest.param(10_000, marks=pytest.mark.soak)])
def test_no_generated_request_breaks_the_server(client: TestClient, requests: int) -> None:
    send_generated(client, requests, game=new_game(client, rules="popout", moves="1122")["id"])


@pytest.mark.parametrize("requests", [100, pytest.param(10_000, marks=pytest.mark.soak)])
def test_no_generated_request_breaks_the_oracle(requests: int) -> None:
    with TestClient(create_oracle_app(OracleSettings(time=SOON))) as oracle:
        send_generated(oracle, requests)


def send_generated(client: TestClient, requests: int, game: str = "") -> None:
    """Send requests that the schema of the server describes. No answer is an internal error."""
    import schemathesis  # it takes a second, and all processes that run tests import this module
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_dict(client.app.openapi())  # type: ignore[attr-defined]
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]

    @settings(max_examples=requests, suppress_health_check=list(HealthCheck), database=None)
    @given(st.one_of([one.as_strategy() for one in operations]), st.booleans())
    def send(case: Any, to_a_game: bool) -> None:
        if to_a_game and "ident" in (case.path_parameters or {}):
            case.path_parameters["ident"] = game
        response = client.request(
            case.method,
            case.formatted_path,
            params=case.query or None,
            json=None if isinstance(case.body, schemathesis.core.NotSet) else shortened(case.body),
        )
        assert response.status_code != 500, response.text
        if response.status_code >= 400:
            assert response.json()["detail"], response.text

    send()


def shortened(body: Any) -> Any:
    """The same request with less time, if its time is valid."""
    if isinstance(body, dict) and isinstance(body.get("seconds"), int | float) and 0 < body["seconds"] <= 60:
        return {**body, "seconds": SOON}
    return body


# Sockets

REQUESTS: dict[str, dict[str, Any]] = {
    "/api/analysis/live": {"rules": "classic", "moves": "44", "start": None, "seconds": SOON},
    "/api/compare/live": {
        "rules": "classic",
        "moves": "44",
        "start": None,
        "evaluation": None,
        "specs": ["alphabeta"],
        "depths": [1, 2],
        "seconds": SOON,
        "repeats": 1,
        "positions": 0,
    },
}
"""A valid request of each socket, with every field."""
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
SUSPICIOUS = st.sampled_from(
    [-1, 0, 10**30, "p4", "9" * 300, "classic,width=99", "mine.py:judge", ["mcts"], [[]], {"a": 1}, "x/o", "\x00"]
)


def messages(request: dict[str, Any]) -> st.SearchStrategy[str]:
    """Texts that are not requests, or that are except for some fields."""
    fields = st.dictionaries(st.sampled_from([*request, "more"]), ANYTHING | SUSPICIOUS, min_size=1, max_size=3)
    nearly = fields.map(lambda wrong: json.dumps(shortened({**request, **wrong})))
    whole = st.just(json.dumps(request))
    return st.one_of(st.text(), ANYTHING.map(json.dumps), whole.map(lambda text: text[:-1]), whole, nearly, nearly)


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("path", REQUESTS)
def test_no_message_breaks_a_socket(client: TestClient, path: str, count: int) -> None:
    end = json.dumps({**REQUESTS[path], "rules": "the end"})

    @settings(max_examples=count, suppress_health_check=list(HealthCheck), database=None)
    @given(messages(REQUESTS[path]).filter(lambda text: text != end))
    def send(text: str) -> None:
        session.send_text(text)
        session.send_text(end)
        while True:
            message = session.receive_json()
            if message["type"] == "problem":
                assert message["problem"]["status"] in (409, 413, 422), (text, message)
                if "'the end'" in message["problem"]["detail"]:
                    break

    with open_socket(client, path) as session:
        session.send_text(end)
        assert "'the end'" in session.receive_json()["problem"]["detail"]
        send()
        session.send_text("x" * 70_000)
        assert session.receive_json()["problem"]["status"] == 413


def test_messages_on_the_socket_of_a_game_change_nothing(client: TestClient) -> None:
    game = new_game(client, moves="44")
    with open_socket(client, f"/api/games/{game['id']}/live") as session:
        assert session.receive_json()["game"]["moves"] == "44"
        for text in ("", "4", "stop", json.dumps({"move": "4"}), "\x00" * 1000, "x" * 60_000):
            session.send_text(text)
        client.post(f"/api/games/{game['id']}/moves", json={"move": "1"})
        assert session.receive_json()["game"]["moves"] == "441"


@pytest.mark.parametrize("path", [*REQUESTS, "game"])
def test_a_socket_refuses_bytes(client: TestClient, path: str) -> None:
    path = f"/api/games/{new_game(client)['id']}/live" if path == "game" else path
    with open_socket(client, path) as session:
        session.send_bytes(b"\x00\xff")
        while (message := session.receive())["type"] != "websocket.close":
            pass
    assert (message["code"], message["reason"]) == (1003, "Only text messages are supported.")
