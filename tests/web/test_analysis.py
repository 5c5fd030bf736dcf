"""The values of all moves: exact ones as published, estimates, live deepening."""

from __future__ import annotations

import json
import re
import time

import pytest
from fastapi.testclient import TestClient
from support.engines import needs_core
from support.web_client import Json, open_socket, receive_until

from fourcast import Position
from fourcast.algorithms import Score
from fourcast.analysis import AnalysisUpdate, MoveAnalysis
from fourcast.rules import MoveDict, drop, parse_move
from fourcast.web.analysis_view import analysis_view, hint_view

pytestmark = needs_core


def analyse(client: TestClient, **fields: object) -> Json:
    response = client.post("/api/analysis", json={"seconds": 5, **fields})
    assert response.status_code == 200, response.text
    view: Json = response.json()
    return view


def test_values_are_exact_where_the_solver_finishes(client: TestClient) -> None:
    """The position and its values stand in the drawing of this screen."""
    view = analyse(client, moves="17654142513672255")
    assert view["exact"]
    assert [column["value"]["text"] for column in view["columns"]] == ["+2", "+2", "0", "−1", "−1", "+2", "−3"]
    assert [column["value"]["words"] for column in view["columns"]] == [
        *("win in 23", "win in 23", "draw", "loss in 24", "loss in 24", "win in 23", "loss in 20")
    ]
    assert (view["headline"], view["verdict"]) == ("Yellow to move: 1, 2 and 6 win", "Yellow wins in 23 plies")
    assert view["bar"] == "+2"
    assert view["share"] == pytest.approx(0.70 + 0.30 * (1 - 23 / 25))  # 23 of the 25 cells that are left


def test_a_win_that_the_search_proved_is_exact_though_no_solver_knows_the_game(client: TestClient) -> None:
    view = analyse(client, rules="popout", moves="445566", seconds=0.5)
    values = {column["move"]["text"]: column["value"] for column in view["columns"]}
    assert values["3"]["words"] == values["7"]["words"] == "win in 1"
    assert values["1"]["words"] == "win in 3"  # the second player closes one end, and the other is open
    assert values["3"]["exact"]
    assert values["1"]["exact"]


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        ("most-lines,width=4,height=3", r"draw|(wins|loses) by \d+"),
        ("drift,width=3,height=3,connect=3", "even|expected"),
        ("popout,width=3,height=3,connect=3", r"draw|(wins|loses) in \d+"),
    ],
)
def test_small_games_of_every_kind_are_solved(client: TestClient, rules: str, sentences: str) -> None:
    view = analyse(client, rules=rules)
    assert view["exact"]
    assert view["how"].startswith("Solved exactly")
    assert all(re.fullmatch(sentences, column["sentence"]) for column in view["columns"])


def test_a_finished_position_has_a_verdict_and_no_values(client: TestClient) -> None:
    view = analyse(client, moves="4455667")
    assert view["columns"] == []
    assert (view["verdict"], view["share"]) == ("Red has won", 0.0)


@pytest.mark.parametrize(
    ("move", "score", "sentence"),
    [
        ("4", Score.estimate(35), "Column 4 looks best: estimate 35, searched 11 moves deep."),
        ("p1", Score.estimate(-0.5), "Popping column 1 looks best: estimate −0.5, searched 11 moves deep."),
        ("p1", Score.win(3), "Popping column 1: win in 3."),
        ("=", Score.exact(0), "Call a draw."),
    ],
)
def test_a_hint_is_a_sentence(move: str, score: Score, sentence: str) -> None:
    position = Position("12", "popout")
    known = MoveAnalysis(parse_move(position.rules, move), score)
    update = AnalysisUpdate(position, MoveDict({known.move: known}), "done", depth=11, nodes=1, seconds=1, eval="")
    hint = hint_view(update)
    assert hint
    assert hint.sentence == sentence


def test_an_advantage_that_is_not_proved_is_called_an_estimate() -> None:
    position = Position("44")
    for value, verdict in (
        (35, "Estimate: Red is ahead"),
        (-2, "Estimate: Yellow is ahead"),
        (0, "Estimate: about even"),
    ):
        known = MoveAnalysis(drop(3), Score.estimate(value))
        update = AnalysisUpdate(
            position, MoveDict({known.move: known}), "searching", depth=2, nodes=1, seconds=1, eval=""
        )
        assert analysis_view(update).verdict == verdict


def test_a_live_analysis_deepens_and_a_new_position_cancels_it(client: TestClient) -> None:
    with open_socket(client, "/api/analysis/live") as session:
        session.send_text(json.dumps({"rules": "popout", "seconds": 60}))
        depths = [session.receive_json()["analysis"]["depth"] for _ in range(4)]
        assert depths == sorted(depths)
        session.send_text(json.dumps({"moves": "17654142513672255", "seconds": 60}))
        last = receive_until(session, lambda message: message["analysis"]["done"])
        assert last["analysis"]["exact"]
        session.send_text(json.dumps({"rules": "popout", "seconds": 60}))
        session.receive_json()
        session.send_text("stop")
        while client.get("/api/searches").json()["running"]:
            time.sleep(0.05)
