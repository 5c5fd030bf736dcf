"""Positions in every notation, in and out, and the errors of texts that are not positions; rules and options."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from support.web_client import Json, new_game

BOARD = "......./......./......./......./...o.../..oxx.. turn=o"


def read(client: TestClient, text: str, rules: str = "classic") -> Json:
    response = client.post("/api/position/read", json={"rules": rules, "text": text})
    assert response.status_code == 200, response.text
    info: Json = response.json()
    return info


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("4453", "moves"),
        ("4, 4, 5, 3", "moves"),
        ("1. 4 4 2. 5 3", "moves"),
        ("D D E C", "moves"),
        ("https://connect4.gamesolver.org/?pos=4453", "link"),
        ("https://connect4.gamesolver.org/en/?pos=4453", "link"),
        ("......./......./......./......./...o.../..oxx..", "board"),
        (".......\n.......\n.......\n.......\n...o...\n..oxx.. turn=x", "board"),
        (".......\n.......\n.......\n.......\n...o...\n..oxx..\nx to move.\n", "board"),
        ("http://127.0.0.1:8000/analysis?rules=classic&moves=4453", "link"),
    ],
)
def test_the_notation_of_a_text_is_recognised(client: TestClient, text: str, notation: str) -> None:
    info = read(client, text)
    assert info["notation"] == notation
    rows = info["position"]["rows"]
    assert rows[-2:] == ["...o...", "..oxx.."]


def test_every_notation_is_read_back_as_the_same_position(client: TestClient) -> None:
    info = client.get("/api/position", params={"moves": "4453"}).json()
    notations = info["notations"]
    for text in (notations["moves"], notations["board"], notations["packed"], f"http://elsewhere{notations['link']}"):
        assert read(client, text)["position"] == info["position"], text


def test_a_start_file_brings_its_own_rules_and_is_written_again(client: TestClient) -> None:
    file = "6\n0 0 0 0\n0 1 2 0\n"
    info = read(client, file)
    assert info["rules"]["text"].startswith("extended")
    assert info["notations"]["start_file"] == file


def test_a_board_of_another_size_brings_its_size(client: TestClient) -> None:
    assert read(client, "..../..../.xo.")["rules"]["size"] == "4 × 3, connect 4"


def test_a_link_reopens_the_position_it_was_copied_from(client: TestClient) -> None:
    for params in ({"rules": "popout", "moves": "11p1"}, {"rules": "drift", "moves": "44>5"}, {"start": BOARD}):
        info = client.get("/api/position", params=params).json()
        link = urlsplit(info["notations"]["link"])
        assert client.get(f"/api/position?{link.query}").json() == info


def test_moves_before_an_error_are_kept(client: TestClient) -> None:
    refused = client.post("/api/position/read", json={"text": "444444 4"})
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["title"] == "Invalid position"
    assert problem["detail"].startswith("Move 7 (4) cannot be played: Column 4 is full.")
    assert (problem["valid_moves"], problem["moves"]) == (6, "444444")


def test_an_error_in_a_link_keeps_its_rules_and_start(client: TestClient) -> None:
    refused = client.post("/api/position/read", json={"text": "http://elsewhere/analysis?rules=popout&moves=11p1p2"})
    problem = refused.json()
    assert (problem["rules"], problem["start"], problem["moves"]) == ("popout", None, "11p1")


def test_a_link_to_a_game_is_read_as_its_position(client: TestClient) -> None:
    game = new_game(client, rules="popout", moves="11p1")
    for text in (f"http://127.0.0.1:8710/game/{game['id']}", f" /game/{game['id']}\n"):
        info = read(client, text)
        assert (info["notation"], info["moves"]) == ("link", "11p1")
        assert info["position"]["rows"] == game["position"]["rows"]


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("http://127.0.0.1:8710/game/nowhere", "This server has no such game."),
        ("http://127.0.0.1:8710/tree?depth=3", "This link contains no position."),
    ],
)
def test_a_link_without_a_position_is_refused(client: TestClient, text: str, detail: str) -> None:
    refused = client.post("/api/position/read", json={"text": text})
    assert refused.status_code in (404, 422)
    assert refused.json()["detail"].startswith(detail)


def test_a_link_of_another_solver_is_classic_whatever_game_is_open(client: TestClient) -> None:
    assert read(client, "https://connect4.gamesolver.org/?pos=4453", rules="popout")["rules"]["text"] == "classic"


@pytest.mark.parametrize("text", ["hello", "what is this?", "www.example.org"])
def test_a_text_that_is_no_position_is_answered_with_what_can_be_pasted(client: TestClient, text: str) -> None:
    detail = client.post("/api/position/read", json={"text": text}).json()["detail"]
    assert detail.startswith("Paste moves (4453")
    assert "connect4.gamesolver.org" in detail


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "xx",
        "...",
        "0xffffffffffffffffff",
        "?rules=",
        "http://[?rules=classic",
        "?rules=classic" + "&a=1" * 20,
        "9" * 70000,
    ],
    ids=lambda text: text[:30],
)
def test_an_unreadable_text_is_a_problem_with_a_sentence(client: TestClient, text: str) -> None:
    refused = client.post("/api/position/read", json={"text": text})
    assert refused.status_code in (413, 422)
    assert len(refused.json()["detail"]) > 10


def test_a_mirrored_line_is_the_line_of_the_mirrored_position(client: TestClient) -> None:
    mirrored = client.post("/api/position/mirror", json={"moves": "1127"}).json()
    assert mirrored["moves"] == "7761"
    twice = client.post("/api/position/mirror", json={"moves": "7761"}).json()
    assert twice["moves"] == "1127"


def test_a_board_that_is_too_large_is_refused(client: TestClient) -> None:
    refused = client.get("/api/position", params={"rules": "classic,width=200"})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "Invalid width '200': use 1 to 15."


def test_the_options_offer_every_variant_algorithm_and_evaluation(client: TestClient) -> None:
    from fourcast.algorithms import ALGORITHMS
    from fourcast.evals import EVALS
    from fourcast.rules import VARIANTS

    options = client.get("/api/options").json()
    assert [one["name"] for one in options["variants"]] == [variant.name for variant in VARIANTS]
    assert [one["name"] for one in options["algorithms"]] == list(ALGORITHMS)
    names = [one["name"] for one in options["evaluations"]]
    assert names == [*(known.name for known in EVALS), "neighbours:factor=642"]  # the document of Smart-Connect-4
    assert [one["name"] for one in options["levels"]][-2:] == ["level8", "perfect"]


@pytest.mark.parametrize(
    ("rules", "excluded"),
    [
        ("classic", set()),
        ("popout", {"perfect"}),
        ("tictactoe", {"own", "number", "3:1:1", "1:1:1", "8:1:1"}),
        ("most-lines", {"own"}),
        ("classic,drift=1:1:1", set()),
    ],
)
def test_agents_and_settings_that_do_not_go_with_the_rules_are_excluded_with_a_reason(
    client: TestClient, rules: str, excluded: set[str]
) -> None:
    answer = client.get("/api/rules", params={"text": rules}).json()
    reasons = answer["excluded"]
    assert set(reasons) == excluded
    assert set(answer["agents"]) == {"perfect"} - excluded  # what to expect of it in this game
    assert not any("=" in reason or "MB" in reason for reason in reasons.values())


def test_the_page_gets_refusals_with_status_200_so_that_browsers_do_not_print_them(client: TestClient) -> None:
    request = {"rules": "classic", "text": "hello"}
    answer = client.post("/api/position/read", json=request, headers={"Prefer": "refusals=200"})
    assert (answer.status_code, answer.json()["status"]) == (200, 422)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("classic,width=9", "Classic"),
        ("popout,width=6,height=5,pops=2,drift=1:1:1", "Classic with pop-outs and drift"),
        ("drift,drift=8:1:1", "Most lines with drift"),
        ("extended,pops=4", "Extended with 4 pop-outs"),
        ("extended,pops=none", "Run points"),
        ("drift,goal=run-points", "Run points with drift"),
        ("most-lines,pops=0", "Most lines"),
        ("tictactoe,goal=most-lines", "Tic-tac-toe for lines"),
    ],
)
def test_changed_rules_have_a_title(client: TestClient, text: str, title: str) -> None:
    assert client.get("/api/rules", params={"text": text}).json()["rules"]["title"] == title
