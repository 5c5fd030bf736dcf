"""Trees and comparisons over HTTP and sockets, as the page asks for them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from support.web_client import begin, client_of, game_after, move, socket, watching

from fourcast.web.app import create_app
from fourcast.web.settings import Settings
from fourcast.web.trees import MAX_DRAWN_NODES

SMALL = {"rules": "classic,width=5,height=4", "moves": "33", "depth": "3"}
COMPARED = {"moves": "44", "ways": ["minimax", "alphabeta/centre"], "depths": [1, 2, 3], "positions": 4}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    with client_of(create_app(settings), settings) as found:
        yield found


def tree(client: TestClient, **wish: str) -> dict[str, Any]:
    answer = client.get("/api/tree", params={**SMALL, **wish})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert isinstance(found, dict)
    return found


# Trees


def test_a_tree_comes_with_its_skeleton_and_its_first_nodes(client: TestClient) -> None:
    found = tree(client, algorithm="minimax")
    assert found["visited"] == len(found["parents"]) == len(found["flags"]) == 1 + 5 + 25 + 125 - 1  # a column is full
    assert found["indices"] == list(range(155))
    assert [form["title"] for form in found["forms"]] == ["Off", "Shallow", "Deep"]
    assert found["algorithm"] == "minimax"
    assert "classic,width=5,height=4" in found["title"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [("most-lines", "Most lines 7 × 6, connect 4"), ("tictactoe", "Tic-tac-toe 3 × 3, connect 3")],
)
def test_a_tree_names_its_game_in_words(client: TestClient, rules: str, words: str) -> None:
    assert tree(client, rules=rules, moves="", depth="1")["game"] == words


def test_pruning_gives_the_same_move_and_value_with_fewer_nodes(client: TestClient) -> None:
    off, shallow, deep = (tree(client, algorithm=name) for name in ("minimax", "shallow", "alphabeta"))
    assert off["move"] == shallow["move"] == deep["move"]
    assert off["value"] == shallow["value"] == deep["value"]
    assert off["visited"] > shallow["visited"] >= deep["visited"]
    assert off["leftOut"] == 0 < deep["leftOut"]


def test_pieces_fill_in_a_large_tree(client: TestClient) -> None:
    wish = {"moves": "44", "depth": "4", "algorithm": "minimax"}
    head = client.get("/api/tree", params=wish).json()
    known = set(head["indices"])
    assert len(known) < len(head["parents"])
    children = [index for index, parent in enumerate(head["parents"]) if parent == 1]
    found = client.get("/api/tree/piece", params={**wish, "path": "0", "levels": "1"}).json()
    assert found["indices"] == children
    assert len(found["nodes"][0]) == len(head["textFields"]) + len(head["numberFields"]) + 2


def test_a_search_too_large_to_draw_is_recorded_to_the_depth_that_fits(client: TestClient) -> None:
    found = client.get("/api/tree", params={"depth": "6", "algorithm": "minimax"}).json()
    assert found["visited"] > 100_000
    assert len(found["parents"]) == sum(7**ply for ply in range(found["plies"] + 1)) <= MAX_DRAWN_NODES
    assert any("are shown" in sentence for sentence in found["findings"])


@pytest.mark.parametrize("kind", ["svg", "dot", "json", "html"])
def test_a_tree_is_saved_as_a_file(client: TestClient, kind: str) -> None:
    answer = client.get(f"/api/tree/file/{kind}", params=SMALL)
    assert answer.status_code == 200
    assert f"fourcast-tree.{kind}" in answer.headers["content-disposition"]
    begins = {"svg": "<svg", "dot": "digraph", "json": "{", "html": "<!DOCTYPE html>"}[kind]
    assert answer.text.startswith(begins)


@pytest.mark.parametrize(
    "wish",
    [
        {"depth": "0"},
        {"depth": "31"},
        {"algorithm": "nothing"},
        {"algorithm": "mcts"},
        {"agent": "perfect"},
        {"agent": "level99"},
        {"evaluation": "mine.py:judge"},
        {"order": "sideways"},
        {"rules": "classic,width=99"},
        {"moves": "99"},
        {"table": "perhaps"},
        {"unknown": "1"},
        {"depth": "14", "algorithm": "minimax", "rules": "classic", "moves": ""},
    ],
    ids=str,
)
def test_what_cannot_be_searched_is_a_problem_with_a_sentence(client: TestClient, wish: dict[str, str]) -> None:
    answer = client.get("/api/tree", params={**SMALL, **wish})
    assert answer.status_code in (409, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"].endswith((".", "?"))


def test_a_finished_game_and_a_path_to_nowhere_are_problems(client: TestClient) -> None:
    assert client.get("/api/tree", params={"moves": "4141414"}).status_code == 409
    assert client.get("/api/tree/piece", params={**SMALL, "path": "9.9"}).status_code == 422
    assert client.get("/api/tree/file/exe", params=SMALL).status_code == 422


def test_the_reply_of_an_agent_can_be_seen_again(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "alphabeta,depth=3"})
    with watching(client, game) as session:
        move(client, game, "4")
        reply = game_after(session, 2)["plies"][1]
    [found] = client.get("/api/tree/replies", params={"game": game["id"]}).json()
    assert (found["ply"], found["title"]) == (2, "Yellow, move 2")
    search = {key: value for key, value in found["search"].items() if value is not None}
    shown = client.get("/api/tree", params=search).json()
    assert shown["move"] == reply["text"]
    assert shown["depth"] == 3


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("perfect", "Perfect solves exactly: it keeps no tree of this kind."),
        ("random,seed=1", "Random does not look ahead: it keeps no tree of this kind."),
        ("mcts,nodes=50", "Monte-Carlo tree plays games to their end: it keeps no tree of this kind."),
        ("greedy", None),
    ],
)
def test_an_agent_without_a_tree_says_why_and_lists_no_reply(client: TestClient, agent: str, why: str | None) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": agent}, rules="tictactoe")
    with watching(client, game) as session:
        move(client, game, "5")
        played = game_after(session, 2)
    assert [seat["no_tree"] for seat in played["seats"]] == [None, why]
    found = client.get("/api/tree/replies", params={"game": game["id"]}).json()
    assert [one["ply"] for one in found] == ([] if why else [2])


# Comparisons


def compared(client: TestClient, **wish: Any) -> list[dict[str, Any]]:
    """All messages of a comparison."""
    messages: list[dict[str, Any]] = []
    with socket(client, "/api/compare/live") as session:
        session.send_text(json.dumps({**COMPARED, **wish}))
        while not messages or messages[-1]["type"] not in ("ended", "problem"):
            messages.append(session.receive_json())
    return messages


def test_rows_come_one_by_one_then_boxes_then_the_end(client: TestClient) -> None:
    begun, *rows, boxes, ended = compared(client)
    assert begun["cells"] == len(rows) == 6
    assert [way["title"] for way in begun["ways"]] == ["Minimax", "Alpha-beta, deep, middle first"]
    assert [message["row"]["nodes"] for message in rows[::2]] == [8, 57, 400]
    assert [box["form"] for box in boxes["boxes"]] == ["none", "shallow", "deep", "ordered"]
    assert ended["stopped"] is False
    assert ended["finding"].startswith("At depth 3, deep pruning with the middle first")


def test_charts_and_tables_of_a_comparison_are_had_by_its_id(client: TestClient) -> None:
    path = f"/api/compare/{compared(client)[0]['id']}"
    table = csv.DictReader(io.StringIO(client.get(f"{path}/rows.csv").text))
    assert [row["nodes"] for row in table][:2] == ["8", "8"]
    assert client.get(f"{path}/dropped.csv").text.count("\n") == 17
    for part in ("altair", "vl_convert"):
        pytest.importorskip(part, reason=f"{part} is not installed: charts cannot be drawn")
    for name in ("nodes", "time", "dropped"):
        assert client.get(f"{path}/{name}.svg", params={"theme": "dark", "legend": "false"}).text.startswith("<svg")
        assert client.get(f"{path}/{name}.png").content.startswith(b"\x89PNG")


def test_a_comparison_stops_when_it_is_told_to(client: TestClient) -> None:
    with socket(client, "/api/compare/live") as session:
        session.send_text(json.dumps({**COMPARED, "depths": [1, 30], "seconds": 30}))
        ident = session.receive_json()["id"]
        assert [session.receive_json()["type"] for _ in range(2)] == ["row", "row"]
        session.send_text("stop")
        ended = session.receive_json()
    assert (ended["type"], ended["stopped"]) == ("ended", True)
    assert client.get(f"/api/compare/{ident}/rows.csv").text.count("\n") == 3


@pytest.mark.parametrize(
    "wish",
    [
        {"ways": []},
        {"ways": ["mcts"]},
        {"ways": ["minimax"] * 11},
        {"depths": [0]},
        {"depths": []},
        {"seconds": 0},
        {"seconds": 1000},
        {"evaluation": "mine.py:judge"},
        {"rules": "nothing"},
        {"moves": "4141414"},
        {"more": 1},
    ],
    ids=str,
)
def test_what_cannot_be_compared_is_a_problem_with_a_sentence(client: TestClient, wish: dict[str, Any]) -> None:
    [problem] = compared(client, **wish)
    assert problem["type"] == "problem"
    assert problem["problem"]["detail"].endswith(".")
    assert problem["problem"]["status"] in (409, 422)


def test_unknown_charts_and_comparisons_are_problems(client: TestClient) -> None:
    path = f"/api/compare/{compared(client, positions=0)[0]['id']}"
    assert client.get("/api/compare/nothing/nodes.svg").status_code == 404
    assert client.get(f"{path}/rows.svg").status_code == 404
    assert client.get(f"{path}/nodes.csv").status_code == 404
    assert client.get(f"{path}/dropped.svg").status_code == 409


@pytest.mark.parametrize("rules", ["classic", "drift", "popout", "tictactoe"])
def test_what_can_be_compared_fits_the_rules(client: TestClient, rules: str) -> None:
    found = client.get("/api/compare/options", params={"rules": rules}).json()
    chosen = [way["text"] for way in found["ways"] if way["chosen"]]
    assert len(chosen) == 5
    needs = [way["text"] for way in found["ways"] if way["note"]]
    assert bool(needs) == (rules != "drift")
    assert not set(needs) & set(chosen)
    assert found["natural_evaluation"] in found["evaluations"]


def test_no_tree_and_no_comparison_without_a_session(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with TestClient(create_app(settings), base_url=settings.address) as stranger:
        assert stranger.get("/api/tree").status_code == 401
        assert stranger.get("/api/compare/options").status_code == 401


def test_a_problem_is_a_page_for_who_asks_for_pages_and_json_for_everybody_else(client: TestClient) -> None:
    wish = {"rules": "<b>classic</b>"}
    page = client.get("/api/tree", params=wish, headers={"accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.headers["content-type"]) == (422, "text/html; charset=utf-8")
    assert "&lt;b&gt;classic" in page.text
    assert "<b>classic" not in page.text
    assert 'href="/"' in page.text
    plain = client.get("/api/tree", params=wish)
    assert plain.status_code == 422
    assert "<b>classic" in plain.json()["detail"]
