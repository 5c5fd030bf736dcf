"""Games that are kept: listed, deleted and brought back, scored, written to files and read again."""

from __future__ import annotations

import json
from pathlib import Path
from sqlite3 import connect

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from support.engines import needs_core
from support.web_client import Json, begin, client_of, do, game_after, hear, move, watching

from fourcast.match import Adjudication, MatchSettings, match, saved_games
from fourcast.play import Game, game_from_json, game_to_json
from fourcast.rules import drop, parse_rules
from fourcast.web.app import create_app
from fourcast.web.settings import Settings

ENDLESS = "alphabeta,time=20,eval=quadruplets"


def test_a_game_is_there_again_with_everything_after_the_server_was_away(settings: Settings) -> None:
    with client_of(create_app(settings), settings) as client:
        game = begin(client, rules="drift", moves="44>5")
        move(client, game, "1")
        client.patch(f"/api/games/{game['id']}", json={"title": "The long one"})
        before = do(client, game, "undo")
    with client_of(create_app(settings), settings) as client:
        after = client.get(f"/api/games/{game['id']}").json()
        assert [after[key] for key in ("moves", "undone", "title", "rules")] == [
            before[key] for key in ("moves", "undone", "title", "rules")
        ]
        assert [one["title"] for one in client.get("/api/games").json()] == ["The long one"]


def test_no_page_takes_a_game_of_a_new_server_for_an_older_one(settings: Settings) -> None:
    with client_of(create_app(settings), settings) as client:
        game = begin(client)
        for column in "4455":
            before = move(client, game, column)
    with client_of(create_app(settings), settings) as client:
        after = client.get(f"/api/games/{game['id']}").json()
        assert before["version"] < after["version"] < move(client, game, "1")["version"]
        assert after["version"] < 2**53  # beyond which JavaScript counts in twos


def test_a_deleted_game_leaves_the_list_and_can_be_brought_back(client: TestClient) -> None:
    game = begin(client, moves="44")
    assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert client.get("/api/games").json() == []
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    assert client.post(f"/api/games/{game['id']}/restore").status_code == 204
    assert client.get(f"/api/games/{game['id']}").json()["moves"] == "44"


def test_a_game_that_comes_back_is_the_one_that_its_watchers_see(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "level1"}, moves="44")
    with watching(client, game) as session:
        client.delete(f"/api/games/{game['id']}")
        client.post(f"/api/games/{game['id']}/restore")
        assert client.get(f"/api/games/{game['id']}").json()["running"]  # for somebody watches it
        move(client, game, "4")
        assert game_after(session, 4)["headline"] == "Your turn"


def test_an_agent_stops_when_its_game_is_deleted_and_goes_on_when_it_comes_back(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": ENDLESS})
    with watching(client, game) as session:
        move(client, game, "4")
        hear(session, lambda message: message["type"] == "thinking")
        client.delete(f"/api/games/{game['id']}")
        deleted = hear(session, lambda message: message["type"] == "game" and not message["game"]["thinking"])
        assert not deleted["game"]["paused"]
        client.post(f"/api/games/{game['id']}/restore")
        hear(session, lambda message: message["type"] == "thinking")


def test_the_best_win_of_every_name_stands_in_the_high_scores(client: TestClient) -> None:
    for moves in ("445566", "4455661"):
        game = begin(client, moves=moves)
        move(client, game, "3" if moves == "445566" else "1")
    game = begin(client, {"name": "Ada"}, {"name": "Ben"}, moves="445566")
    move(client, game, "7")
    (scores,) = client.get("/api/scores").json()
    assert scores["title"] == "Classic, 7 × 6, connect 4"
    # 42 cells, 7 discs: Ada dropped 4 of her 21 and has 17 left, and one more for the win.
    assert scores["scores"] == [{"name": "Ada", "score": "+18", "against": "Ben", "discs": 7, "plies": 7}]


def test_wins_under_other_rules_stand_under_a_caption_of_their_own(client: TestClient) -> None:
    for rules in ("classic", "classic,pops=2", "classic,pops=4"):
        move(client, begin(client, rules=rules, moves="445566"), "7")
    assert {found["title"] for found in client.get("/api/scores").json()} == {
        "Classic, 7 × 6, connect 4",
        "Classic with pop-outs, 7 × 6, connect 4, 2 pop-outs each",
        "Classic with pop-outs, 7 × 6, connect 4, 4 pop-outs each",
    }


def test_a_win_that_is_taken_back_scores_nothing(client: TestClient) -> None:
    game = begin(client, moves="445566")
    move(client, game, "7")
    do(client, game, "undo")
    assert client.get("/api/scores").json() == []


def read(client: TestClient, saved: object) -> Json:
    answer = client.post("/api/games/file", json=saved)
    assert answer.status_code == 201, answer.text
    game: Json = answer.json()
    return game


def test_a_saved_file_is_read_back_as_another_game(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "level1"}, rules="drift", moves="44>5")
    do(client, game, "undo")
    saved = client.get(f"/api/games/{game['id']}/file").json()
    again = read(client, saved)
    assert again["id"] != game["id"]
    assert client.get(f"/api/games/{again['id']}/file").json() == saved
    assert [seat["agent"] for seat in again["seats"]] == [None, "level1"]
    assert again["paused"]
    assert do(client, again, "redo")["moves"] == "44>5"


def test_a_game_that_was_played_elsewhere_can_be_stepped_through_to_its_end(client: TestClient) -> None:
    game = Game(parse_rules("classic"), names=("Ada", "x" * 60), agents=(None, "alphabeta,eval=mine.py:judge"))
    for column in (3, 3, 4, 4, 5, 5, 6):
        game.play(drop(column))
    shown = read(client, game_to_json(game))
    assert shown["headline"] == "Ada wins across"
    assert shown["seats"][1] == {**shown["seats"][1], "name": "x" * 40, "agent": None}
    boards = [client.get(f"/api/games/{shown['id']}/positions/{ply}").json() for ply in range(8)]
    assert [board["discs"] for board in boards] == list(range(8))
    assert [one["title"] for one in client.get("/api/games").json()] == [f"Ada and {'x' * 40}"]
    assert client.get("/api/scores").json() == []  # nobody won it here


@needs_core
@pytest.mark.parametrize("adjudicated", [True, False])
def test_a_game_of_a_match_shows_its_agents_and_nobody_begins_to_think(client: TestClient, adjudicated: bool) -> None:
    mode = Adjudication.SOLVED if adjudicated else Adjudication.NEVER
    settings = MatchSettings(adjudication=mode)
    played = match("level2", "random", games=2, rules="classic,width=5,height=4", settings=settings, workers=1)
    saved, _ = saved_games(played)
    assert (saved["match"]["how"] == "adjudication") is adjudicated
    shown = read(client, saved)
    assert [(seat["name"], seat["agent"]) for seat in shown["seats"]] == [("level2", "level2"), ("random", "random")]
    assert not any("Person" in seat["about"] for seat in shown["seats"])
    with watching(client, shown) as session:
        assert game_after(session, len(shown["plies"]))["thinking"] is None
        going = do(client, shown, "pace", paused=False)
        assert (going["running"], going["thinking"], going["moves"]) == (False, None, shown["moves"])
        refused = client.post(f"/api/games/{shown['id']}/step", json={})
        assert (refused.status_code, refused.json()["detail"]) == (409, "No agent is to move.")
    assert client.get(f"/api/games/{shown['id']}").json()["moves"] == saved["moves"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "chess"},
        {"version": 2},
        {"rules": "classic,width=16"},
        {"moves": "8"},
        {"moves": "4" * 5000},
        {"undone": "p4" * 4000},
        {"names": ["Ada"]},
        {"scores": [1, 0]},
        {"outcome": {"winner": "x", "how": "line", "scores": [1, 0]}},
        {"moves": None},
    ],
    ids=str,
)
def test_a_file_that_holds_no_game_of_this_page_is_refused_with_a_sentence(client: TestClient, change: Json) -> None:
    saved = game_to_json(Game(parse_rules("classic")))
    refused = client.post("/api/games/file", json={**saved, **change})
    assert refused.status_code == 422
    assert refused.json()["detail"].endswith(".")
    assert client.get("/api/games").json() == []


@pytest.mark.parametrize("change", [{"names": ["\ud800", "b"]}, {"agents": [None, "\udfff"]}], ids=ascii)
def test_half_a_character_is_refused_in_a_file(client: TestClient, change: Json) -> None:
    saved = {**game_to_json(Game(parse_rules("classic"))), "moves": "44", **change}
    refused = send(client, "POST", "/api/games/file", saved)
    assert (refused.status_code, client.get("/api/games").json()) == (422, [])
    assert "half a character" in refused.json()["detail"]


def test_half_a_character_is_refused_in_names_and_titles(client: TestClient) -> None:
    game = begin(client, moves="44")
    assert send(client, "PATCH", f"/api/games/{game['id']}", {"title": "\ud800"}).status_code == 422
    assert send(client, "POST", "/api/games", {"seats": [{"name": "\ud800"}, {}]}).status_code == 422
    assert [one["title"] for one in client.get("/api/games").json()] == ["Ada and Ben"]


def send(client: TestClient, method: str, path: str, body: Json) -> Response:
    """As JSON in ASCII, which can say more than UTF-8."""
    headers = {"Content-Type": "application/json"}
    answer: Response = client.request(method, path, content=json.dumps(body), headers=headers)
    return answer


@pytest.mark.parametrize("change", [{"names": ["\ud800", "b"]}, {"names": None}, {"rules": "chess"}], ids=ascii)
def test_one_game_that_cannot_be_read_does_not_hide_the_others(
    client: TestClient, settings: Settings, change: Json
) -> None:
    broken, whole = begin(client, moves="4"), begin(client, moves="44")
    damage(settings.data, broken["id"], change)
    listed = {one["id"]: one["title"] for one in client.get("/api/games").json()}
    assert listed == {broken["id"]: "Unreadable game", whole["id"]: "Ada and Ben"}
    assert client.delete(f"/api/games/{broken['id']}").status_code == 204
    assert len(client.get("/api/games").json()) == 1


def damage(folder: Path, ident: str, change: Json) -> None:
    with connect(folder / "fourcast.db") as base:
        (text,) = base.execute("SELECT game FROM games WHERE id = ?", (ident,)).fetchone()
        base.execute("UPDATE games SET game = ? WHERE id = ?", (json.dumps({**json.loads(text), **change}), ident))
    base.close()


def test_a_saved_file_is_one_that_the_library_reads(client: TestClient) -> None:
    game = begin(client, moves="4453")
    answer = client.get(f"/api/games/{game['id']}/file")
    assert "attachment" in answer.headers["content-disposition"]
    assert len(game_from_json(answer.json()).plies) == 4
