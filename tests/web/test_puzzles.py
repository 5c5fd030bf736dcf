"""Puzzles over HTTP."""

from __future__ import annotations

from dataclasses import replace

from fastapi.testclient import TestClient
from support.engines import needs_core
from support.web_client import open_client

import fourcast as fc
from fourcast.puzzles import shipped_puzzles
from fourcast.web.app import create_app
from fourcast.web.settings import Settings

pytestmark = needs_core


def test_a_puzzle_is_asked_hinted_at_judged_and_solved(client: TestClient) -> None:
    listed = client.get("/api/puzzles").json()
    assert [game["title"] for game in listed["games"]] == ["Classic", "Most lines", "Run points"]
    assert sum(game["count"] for game in listed["games"]) == len(listed["puzzles"])
    path = next(f"/api/puzzles/{one['id']}" for one in listed["puzzles"] if one["rules"] == "classic")
    puzzle = client.get(path).json()
    scores = fc.solve(puzzle["position"]["moves"], moves=True)
    (right, *others) = sorted(scores, key=lambda move: -scores[move].low)
    assert "move" not in puzzle
    for wrong in others:
        answer = client.post(f"{path}/answer", json={"move": wrong}).json()
        assert not answer["right"]
        assert answer["sentence"].startswith("No: ")
        assert answer["sentence"].endswith("Try another.")
    answer = client.post(f"{path}/answer", json={"move": right}).json()
    assert answer["right"]
    assert answer["sentence"].startswith(f"Right: {right} is the only move that ")
    assert client.get(f"{path}/hints/1").json()["move"] is None
    assert client.get(f"{path}/hints/2").json() == {"sentence": f"Column {right}.", "move": right}
    solution = client.get(f"{path}/solution").json()
    assert solution["sentence"] in answer["sentence"]
    assert solution["line"][0]["text"] == right


def test_a_server_offers_puzzles_of_its_own(settings: Settings) -> None:
    puzzles = tuple(fc.find_puzzles(2, rules="tictactoe", kind="win"))
    harder = replace(puzzles[0], failing_levels=(1, 2))
    other = shipped_puzzles()[0]
    settings = replace(settings, puzzles=(harder, other, puzzles[1], other))
    with open_client(create_app(settings), settings) as own:
        listed = own.get("/api/puzzles").json()
        assert [game["title"] for game in listed["games"]] == ["Tic-tac-toe", "Classic"]
        assert [one["id"] for one in listed["puzzles"]] == [puzzles[1].id, harder.id, other.id]
        answer = own.post(f"/api/puzzles/{puzzles[1].id}/answer", json={"move": puzzles[1].move}).json()
        assert answer["right"]


def test_what_is_no_puzzle_and_no_move_is_refused_in_a_sentence(client: TestClient) -> None:
    missing = client.get("/api/puzzles/nothing")
    assert (missing.status_code, missing.json()["detail"][:30]) == (404, "There is no such puzzle on thi")
    path = f"/api/puzzles/{client.get('/api/puzzles').json()['puzzles'][0]['id']}"
    assert client.post(f"{path}/answer", json={"move": "9"}).status_code in (400, 409, 422)
    assert client.get(f"{path}/hints/3").status_code == 422
