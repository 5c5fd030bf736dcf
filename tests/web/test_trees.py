"""Trees of searches over HTTP."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.web_client import Json, game_after, move, new_game, watch

from fourcast.web.trees import MAX_DRAWN_NODES

SMALL = {"rules": "classic,width=5,height=4", "moves": "33", "depth": "3"}


def tree(client: TestClient, **params: str) -> Json:
    response = client.get("/api/tree", params={**SMALL, **params})
    assert response.status_code == 200, response.text
    view: Json = response.json()
    return view


def test_a_tree_has_its_shape_and_its_first_nodes(client: TestClient) -> None:
    view = tree(client, algorithm="minimax")
    assert view["visited"] == len(view["parents"]) == len(view["flags"]) == 1 + 5 + 25 + 125 - 1  # a column is full
    assert view["indices"] == list(range(155))
    assert [form["title"] for form in view["forms"]] == ["Minimax", "Shallow", "Alpha-beta"]
    assert view["algorithm"] == "minimax"
    assert "classic,width=5,height=4" in view["title"]
    assert view["game"] == "Classic 5 × 4, connect 4"


def test_pieces_fill_in_a_large_tree(client: TestClient) -> None:
    params = {"moves": "44", "depth": "4", "algorithm": "minimax"}
    head = client.get("/api/tree", params=params).json()
    assert len(set(head["indices"])) < len(head["parents"])
    children = [index for index, parent in enumerate(head["parents"]) if parent == 1]
    piece = client.get("/api/tree/piece", params={**params, "path": "0", "levels": "1"}).json()
    assert piece["indices"] == children
    assert len(piece["nodes"][0]) == len(head["textFields"]) + len(head["numberFields"]) + 2


def test_a_search_too_large_to_draw_is_recorded_to_the_depth_that_fits(client: TestClient) -> None:
    view = client.get("/api/tree", params={"depth": "6", "algorithm": "minimax"}).json()
    assert view["visited"] > 100_000
    assert len(view["parents"]) == sum(7**ply for ply in range(view["plies"] + 1)) <= MAX_DRAWN_NODES
    assert any("are shown" in sentence for sentence in view["findings"])


@pytest.mark.parametrize("kind", ["svg", "dot", "json", "html"])
def test_a_tree_is_saved_as_a_file(client: TestClient, kind: str) -> None:
    response = client.get(f"/api/tree/file/{kind}", params=SMALL)
    assert response.status_code == 200
    assert f"fourcast-tree.{kind}" in response.headers["content-disposition"]
    start = {"svg": "<svg", "dot": "digraph", "json": "{", "html": "<!DOCTYPE html>"}[kind]
    assert response.text.startswith(start)


@pytest.mark.parametrize(
    "params",
    [
        {"depth": "31"},
        {"algorithm": "mcts"},
        {"agent": "perfect"},
        {"order": "sideways"},
        {"moves": "99"},
        {"unknown": "1"},
        {"depth": "14", "algorithm": "minimax", "rules": "classic", "moves": ""},
    ],
    ids=str,
)
def test_an_invalid_search_is_a_problem_with_a_sentence(client: TestClient, params: dict[str, str]) -> None:
    response = client.get("/api/tree", params={**SMALL, **params})
    assert response.status_code in (409, 422)
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"].endswith((".", "?"))


def test_a_finished_game_and_an_unknown_path_are_problems(client: TestClient) -> None:
    assert client.get("/api/tree", params={"moves": "4141414"}).status_code == 409
    assert client.get("/api/tree/piece", params={**SMALL, "path": "9.9"}).status_code == 422
    assert client.get("/api/tree/file/exe", params=SMALL).status_code == 422


def test_the_tree_of_an_agents_reply_is_that_of_its_search(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": "alphabeta,depth=3"})
    with watch(client, game) as session:
        move(client, game, "4")
        reply = game_after(session, 2)["plies"][1]
    [entry] = client.get("/api/tree/replies", params={"game": game["id"]}).json()
    assert (entry["ply"], entry["title"]) == (2, "Yellow, move 2")
    search = {key: value for key, value in entry["search"].items() if value is not None}
    view = client.get("/api/tree", params=search).json()
    assert (view["move"], view["depth"]) == (reply["text"], 3)


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("perfect", "Perfect solves exactly: it has no tree of this kind."),
        ("random,seed=1", "Random does not look ahead: it has no tree of this kind."),
        ("mcts,nodes=50", "Monte-Carlo tree plays games to their end: it has no tree of this kind."),
        ("greedy", None),
    ],
)
def test_an_agent_without_a_tree_says_why_and_has_no_replies(client: TestClient, agent: str, why: str | None) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": agent}, rules="tictactoe")
    with watch(client, game) as session:
        move(client, game, "5")
        played = game_after(session, 2)
    assert [player["no_tree"] for player in played["players"]] == [None, why]
    replies = client.get("/api/tree/replies", params={"game": game["id"]}).json()
    assert [reply["ply"] for reply in replies] == ([] if why else [2])
