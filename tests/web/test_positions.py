"""Positions in every notation, in and out, and what is said of a text that cannot be read."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from support.web_client import begin

BOARD = "......./......./......./......./...o.../..oxx.. turn=o"


def read(client: TestClient, text: str, rules: str = "classic") -> dict[str, object]:
    answer = client.post("/api/position/read", json={"rules": rules, "text": text})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("4453", "moves"),
        ("4, 4, 5, 3", "moves"),
        ("......./......./......./......./...o.../..oxx..", "board"),
        (".......\n.......\n.......\n.......\n...o...\n..oxx.. turn=x", "board"),
        (".......\n.......\n.......\n.......\n...o...\n..oxx..\nx to move.\n", "board"),
        ("http://127.0.0.1:8000/analysis?rules=classic&moves=4453", "link"),
    ],
)
def test_a_text_is_read_as_whatever_it_is(client: TestClient, text: str, notation: str) -> None:
    found = read(client, text)
    assert found["notation"] == notation
    rows = found["position"]["rows"]  # type: ignore[index]
    assert rows[-2:] == ["...o...", "..oxx.."]


def test_every_form_that_is_written_is_read_back_as_the_same_position(client: TestClient) -> None:
    place = client.get("/api/position", params={"moves": "4453"}).json()
    forms = place["forms"]
    for text in (forms["moves"], forms["board"], forms["packed"], f"http://elsewhere{forms['link']}"):
        assert read(client, text)["position"] == place["position"], text


def test_a_start_file_brings_its_own_rules_and_is_written_again(client: TestClient) -> None:
    file = "6\n0 0 0 0\n0 1 2 0\n"
    found = read(client, file)
    assert found["rules"]["text"].startswith("extended")  # type: ignore[index]
    assert found["forms"]["start_file"] == file  # type: ignore[index]


def test_a_board_of_another_size_brings_its_size(client: TestClient) -> None:
    assert read(client, "..../..../.xo.")["rules"]["size"] == "4 × 3, connect 4"  # type: ignore[index]


def test_a_link_reopens_the_position_it_was_copied_from(client: TestClient) -> None:
    for wish in ({"rules": "popout", "moves": "11p1"}, {"rules": "drift", "moves": "44>5"}, {"start": BOARD}):
        place = client.get("/api/position", params=wish).json()
        link = urlsplit(place["forms"]["link"])
        assert client.get(f"/api/position?{link.query}").json() == place


def test_moves_before_the_fault_are_kept(client: TestClient) -> None:
    refused = client.post("/api/position/read", json={"text": "444444 4"})
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["title"] == "Invalid position"
    assert problem["detail"].startswith("Move 7 (4) cannot be played: Column 4 is full.")
    assert (problem["kept"], problem["moves"]) == (6, "444444")


def test_a_fault_behind_a_link_keeps_the_rules_and_the_start_of_the_link(client: TestClient) -> None:
    refused = client.post("/api/position/read", json={"text": "http://elsewhere/analysis?rules=popout&moves=11p1p2"})
    problem = refused.json()
    assert (problem["rules"], problem["start"], problem["moves"]) == ("popout", None, "11p1")


def test_a_link_to_a_game_is_its_position(client: TestClient) -> None:
    game = begin(client, rules="popout", moves="11p1")
    for text in (f"http://127.0.0.1:8710/game/{game['id']}", f" /game/{game['id']}\n"):
        found = read(client, text)
        assert (found["notation"], found["moves"]) == ("link", "11p1")
        assert found["position"]["rows"] == game["position"]["rows"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://127.0.0.1:8710/game/nowhere", "This server has no such game."),
        ("http://127.0.0.1:8710/tree?depth=3", "This link contains no position."),
    ],
)
def test_a_link_that_leads_nowhere_is_told_apart_from_a_board(client: TestClient, text: str, said: str) -> None:
    refused = client.post("/api/position/read", json={"text": text})
    assert refused.status_code in (404, 422)
    assert refused.json()["detail"].startswith(said)


@pytest.mark.parametrize("text", ["z", "{", "xx", "0xffffffffffffffffff", "?rules=nothing", "9" * 70000])
def test_what_cannot_be_read_is_answered_with_a_sentence(client: TestClient, text: str) -> None:
    refused = client.post("/api/position/read", json={"text": text})
    assert refused.status_code in (413, 422)
    assert len(refused.json()["detail"]) > 10


def test_a_mirrored_line_is_the_line_of_the_mirrored_position(client: TestClient) -> None:
    mirrored = client.post("/api/position/mirror", json={"moves": "1127"}).json()
    assert mirrored["moves"] == "7761"
    twice = client.post("/api/position/mirror", json={"moves": "7761"}).json()
    assert twice["moves"] == "1127"


def test_boards_beyond_the_bounds_are_refused(client: TestClient) -> None:
    refused = client.get("/api/position", params={"rules": "classic,width=200"})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "Invalid width '200': use 1 to 15."


def test_the_options_offer_every_variant_algorithm_and_evaluation(client: TestClient) -> None:
    from fourcast.evals import EVALS
    from fourcast.rules import VARIANTS
    from fourcast.search import ALGORITHMS

    options = client.get("/api/options").json()
    assert [one["name"] for one in options["variants"]] == [variant.name for variant in VARIANTS]
    assert [one["name"] for one in options["algorithms"]] == list(ALGORITHMS)
    assert [one["name"] for one in options["evaluations"]] == [known.name for known in EVALS]
    assert [one["name"] for one in options["levels"]][-2:] == ["level8", "perfect"]


def test_who_cannot_play_is_told_with_the_reason(client: TestClient) -> None:
    assert "perfect" in client.get("/api/rules", params={"text": "popout"}).json()["excluded"]
    assert client.get("/api/rules", params={"text": "classic"}).json()["excluded"] == {}


@pytest.mark.parametrize(
    ("rules", "excluded"),
    [
        ("tictactoe", {"own", "2", "4", "6", "8", "12", "3:1:1", "1:1:1", "8:1:1"}),
        ("most-lines", {"own"}),
        ("classic,drift=1:1:1", set()),
    ],
)
def test_what_cannot_be_added_to_rules_is_told_with_the_reason(
    client: TestClient, rules: str, excluded: set[str]
) -> None:
    told = client.get("/api/rules", params={"text": rules}).json()["excluded"]
    told.pop("perfect", None)
    assert set(told) == excluded
    assert not any("=" in reason for reason in told.values())


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("classic,width=9", "Classic"),
        ("popout,width=6,height=5,pops=2,drift=1:1:1", "Classic with pop-outs and drift"),
        ("drift,drift=8:1:1", "Most lines with drift"),
        ("extended,pops=4", "Extended with 4 pop-outs"),
        ("extended,pops=none", "Extended without pop-outs"),
        ("tictactoe,goal=most-lines", "Tic-tac-toe for lines"),
    ],
)
def test_a_mixed_game_has_a_title_that_tells(client: TestClient, text: str, title: str) -> None:
    assert client.get("/api/rules", params={"text": text}).json()["rules"]["title"] == title
