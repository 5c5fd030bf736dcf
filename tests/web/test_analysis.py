"""The values of all moves: exact ones as published, estimates, live deepening."""

from __future__ import annotations

import json
import re
import time
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient
from support.engines import needs_core
from support.web_client import Json, open_socket, receive_until

import fourcast
from fourcast import Position
from fourcast.algorithms import Score
from fourcast.analysis import AnalysisUpdate, MoveAnalysis, Stage
from fourcast.rules import MoveDict, parse_move
from fourcast.solver import BOOK, Solution
from fourcast.web.analysis_view import analysis_view, hint_view
from fourcast.web.schema.analysis import AnalysisView

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
    assert (view["headline"], view["verdict"]) == ("Yellow to move: 1, 2 and 6 win", "Yellow wins in 23 moves")
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
        ("drift,width=3,height=3,connect=3", "even|expects .*"),
        ("popout,width=3,height=3,connect=3", r"draw|(wins|loses) in \d+"),
    ],
)
def test_small_games_of_every_kind_are_solved(client: TestClient, rules: str, sentences: str) -> None:
    view = analyse(client, rules=rules)
    assert view["exact"]
    assert view["how"].startswith("Solved exactly")
    assert all(re.fullmatch(sentences, column["sentence"]) for column in view["columns"])


def test_an_answer_of_the_opening_book_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, last = fourcast.analyse("", rules="classic,width=3,height=3,connect=3")
    monkeypatch.setattr("fourcast.web.analysis_view.find_book", lambda _: SimpleNamespace(ply=8))
    assert analysis_view(last).how == "Exact, from the opening book, all 3 columns"


def test_a_finished_position_has_a_verdict_and_no_values(client: TestClient) -> None:
    view = analyse(client, moves="4455667")
    assert view["columns"] == []
    assert (view["verdict"], view["share"]) == ("Red has won", 0.0)


@pytest.mark.parametrize(
    ("move", "score", "sentence"),
    [
        ("4", Score.estimate(35), "Column 4 looks best, searched 11 moves deep: you are slightly better."),
        ("p1", Score.estimate(-0.5), "Popping column 1 looks best, searched 11 moves deep: you are about even."),
        ("p1", Score.win(3), "Popping column 1 wins in 3 moves."),
        ("2", Score.win(1), "Column 2 wins in 1 move."),
        ("2", Score.loss(8), "Column 2 loses latest: in 8 moves."),
        ("=", Score.exact(0), "Calling a draw keeps the draw."),
    ],
)
def test_a_hint_is_a_sentence(move: str, score: Score, sentence: str) -> None:
    position = Position("12", "popout")
    known = MoveAnalysis(parse_move(position.rules, move), score)
    assert hint_view(position, known, depth=11).sentence == sentence


def view_of(
    position: Position, scores: dict[str, Score], stage: Stage = "searching", value: Solution | None = None
) -> AnalysisView:
    moves = {known: scores[known] for known in position.legal_moves if known in scores}
    known = MoveDict({move: MoveAnalysis(move, score) for move, score in moves.items()})
    return analysis_view(AnalysisUpdate(position, known, stage, depth=9, nodes=1, seconds=1, eval="", value=value))


@pytest.mark.parametrize(
    ("value", "words"),
    [(60, "better"), (20, "slightly better"), (0, "about even"), (-20, "slightly worse"), (-60, "worse")],
)
def test_nobody_is_said_to_win_by_an_estimate(value: float, words: str) -> None:
    view = view_of(Position("44"), {"4": Score.estimate(value), "3": Score.exact(0), "2": Score.loss(30)})
    assert (view.headline, view.verdict, view.bar) == ("Red to move, not solved yet", "Not solved yet", "")
    assert {column.move.text: column.value.words for column in view.columns}["4"] == words
    assert not view.solved
    assert not any(column.best for column in view.columns)
    assert view.how == "2 of 3 columns solved, estimates 9 moves ahead"


def test_one_proved_win_settles_a_position() -> None:
    view = view_of(Position("44"), {"4": Score.estimate(90), "3": Score.win(31)})
    assert (view.headline, view.verdict) == ("Red to move: 3 wins", "Red wins in 31 moves")
    assert view.solved
    assert not view.exact
    by_margin = view_of(Position("44", "most-lines"), {"4": Score.estimate(0), "3": Score.exact(2)})
    assert by_margin.verdict == "Not solved yet"  # the other move may win by more
    with_pops = view_of(Position("44", "classic,pops=1"), {"4": Score.estimate(0), "3": Score.exact(1)})
    assert with_pops.verdict == "Red wins"  # 1 is the highest value there is


def test_a_value_from_the_book_is_stated_before_the_moves_are_solved() -> None:
    position, margin = Position("334", "extended,pops=0,width=7"), Solution(9, 9, engine=BOOK)
    for estimate in (12, 2):
        view = view_of(position, {"4": Score.estimate(estimate), "3": Score.exact(7)}, value=margin)
        assert (view.headline, view.verdict, view.bar) == ("Yellow to move, and wins by 9", "Yellow wins by 9", "+9")
        assert view.how == "Value from the opening book, 1 of 2 columns solved, estimates 9 moves ahead"
        assert [(column.best, column.rank) for column in view.columns] == [(False, 1), (False, 0)]
    best = view_of(position, {"4": Score.estimate(12), "3": Score.exact(9)}, value=margin)
    assert best.headline == "Yellow to move: 3 wins by 9"
    assert [(column.best, column.rank) for column in best.columns] == [(True, 0), (False, 1)]


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((1, 2, 1), ": 2 wins by 2"),
        ((-1, 0, 0), ": 2 and 3 draw"),
        ((-1, -2, -1), ": 1 and 3 lose by only 1"),
        ((-3, -3, -3), ": every column loses by 3"),
    ],
)
def test_the_best_of_several_margins_is_named(scores: tuple[int, int, int], words: str) -> None:
    position = Position("", "most-lines,width=3,height=6,connect=3")
    known = {str(column): Score.exact(score) for column, score in enumerate(scores, start=1)}
    assert view_of(position, known).headline == f"Red to move{words}"


def test_many_equal_moves_are_counted_and_not_listed() -> None:
    cells = {str(cell): Score.exact(0) for cell in range(1, 10)}
    assert view_of(Position("", "tictactoe"), cells).headline == "Red to move: every cell draws"
    cells["5"] = Score.loss(6)
    assert view_of(Position("", "tictactoe"), cells).headline == "Red to move: 8 cells draw"
    few = {"7": Score.exact(0), "1": Score.exact(0), "4": Score.loss(6)}
    assert view_of(Position("", "tictactoe"), few).headline == "Red to move: 1 and 7 draw"


def test_two_columns_are_both(client: TestClient) -> None:
    assert analyse(client, rules="classic,width=2,height=2,connect=2")["how"] == "Solved exactly, both columns"


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
