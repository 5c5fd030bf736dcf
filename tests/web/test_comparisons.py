"""Comparisons of searches over a socket, and their charts and tables."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from support.web_client import Json, open_socket

REQUEST = {"moves": "44", "specs": ["minimax", "alphabeta/centre"], "depths": [1, 2, 3], "positions": 4}


def compare(client: TestClient, **fields: Any) -> list[Json]:
    """All messages of a comparison."""
    messages: list[Json] = []
    with open_socket(client, "/api/compare/live") as session:
        session.send_text(json.dumps({**REQUEST, **fields}))
        while not messages or messages[-1]["type"] not in ("ended", "problem"):
            messages.append(session.receive_json())
    return messages


def test_rows_are_sent_one_by_one_then_boxes_then_the_end(client: TestClient) -> None:
    start, *rows, boxes, end = compare(client)
    assert start["cells"] == len(rows) == 6
    assert [spec["title"] for spec in start["specs"]] == ["Minimax", "Alpha-beta, centre first"]
    assert [message["row"]["nodes"] for message in rows[::2]] == [8, 57, 400]
    assert [box["form"] for box in boxes["boxes"]] == ["minimax", "alpha-beta, centre first"]
    assert end["stopped"] is False
    assert end["finding"].startswith("At depth 3, alpha-beta with the centre first")


def test_a_comparison_has_charts_and_tables(client: TestClient) -> None:
    path = f"/api/compare/{compare(client)[0]['id']}"
    table = csv.DictReader(io.StringIO(client.get(f"{path}/rows.csv").text))
    assert [row["nodes"] for row in table][:2] == ["8", "8"]
    assert client.get(f"{path}/moves-made.csv").text.count("\n") == 9
    for part in ("altair", "vl_convert"):
        pytest.importorskip(part, reason=f"{part} is not installed: charts cannot be drawn")
    for name in ("nodes", "time", "moves-made"):
        assert client.get(f"{path}/{name}.svg", params={"theme": "dark", "legend": "false"}).text.startswith("<svg")
    assert client.get(f"{path}/nodes.png").content.startswith(b"\x89PNG")


def test_a_stopped_comparison_keeps_its_rows(client: TestClient) -> None:
    with open_socket(client, "/api/compare/live") as session:
        session.send_text(json.dumps({**REQUEST, "depths": [1, 30], "seconds": 30}))
        ident = session.receive_json()["id"]
        assert [session.receive_json()["type"] for _ in range(2)] == ["row", "row"]
        session.send_text("stop")
        end = session.receive_json()
    assert (end["type"], end["stopped"]) == ("ended", True)
    assert client.get(f"/api/compare/{ident}/rows.csv").text.count("\n") == 3


@pytest.mark.parametrize(
    "fields",
    [
        {"specs": ["mcts"]},
        {"specs": ["minimax"] * 11},
        {"depths": [0]},
        {"rules": "nothing"},
        {"moves": "4141414"},
        {"more": 1},
    ],
    ids=str,
)
def test_an_invalid_comparison_is_a_problem_with_a_sentence(client: TestClient, fields: Json) -> None:
    [problem] = compare(client, **fields)
    assert problem["type"] == "problem"
    assert problem["problem"]["detail"].endswith(".")
    assert problem["problem"]["status"] in (409, 422)


def test_unknown_charts_and_comparisons_are_problems(client: TestClient) -> None:
    path = f"/api/compare/{compare(client, positions=0)[0]['id']}"
    assert client.get("/api/compare/nothing/nodes.svg").status_code == 404
    assert client.get(f"{path}/rows.svg").status_code == 404
    assert client.get(f"{path}/nodes.csv").status_code == 404
    assert client.get(f"{path}/moves-made.svg").status_code == 409


@pytest.mark.parametrize("rules", ["classic", "drift", "popout", "tictactoe"])
def test_the_options_fit_the_rules(client: TestClient, rules: str) -> None:
    options = client.get("/api/compare/options", params={"rules": rules}).json()
    chosen = [spec["text"] for spec in options["specs"] if spec["chosen"]]
    assert len(chosen) == 5
    titles = {spec["text"]: spec["title"] for spec in options["specs"]}
    strongest = "Star2" if rules == "drift" else "Alpha-beta"
    assert f"{strongest}, old bounds" in titles.values()
    notes = [spec["text"] for spec in options["specs"] if spec["note"]]
    assert bool(notes) == (rules != "drift")
    assert not set(notes) & set(chosen)
    assert options["natural_evaluation"] in options["evaluations"]
