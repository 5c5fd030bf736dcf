"""Saved games: listed, deleted, restored, scored, exported and imported."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from support.engines import needs_core
from support.web_client import (
    ENDLESS,
    Json,
    command,
    current,
    game_after,
    move,
    new_game,
    open_client,
    receive_game,
    receive_until,
    watch,
)

from fourcast.matches import Adjudication, MatchSettings, match, saved_games
from fourcast.play import Game, game_from_json, game_to_json
from fourcast.rules import Rules, drop
from fourcast.store import FILE, Store
from fourcast.web.app import create_app
from fourcast.web.settings import Settings


@pytest.fixture
def client(own_client: TestClient) -> TestClient:
    return own_client


def test_a_restarted_server_has_the_whole_game(settings: Settings) -> None:
    with open_client(create_app(settings), settings) as client:
        game = new_game(client, rules="drift", moves="44>5")
        move(client, game, "1")
        client.patch(f"/api/games/{game['id']}", json={"title": "The long one"})
        before = command(client, game, "undo")
    with open_client(create_app(settings), settings) as client:
        after = current(client, game)
        assert before["version"] == after["version"] == 3  # created and changed twice
        assert [after[key] for key in ("moves", "undone", "title", "rules")] == [
            before[key] for key in ("moves", "undone", "title", "rules")
        ]
        assert [one["title"] for one in client.get("/api/games").json()] == ["The long one"]


def test_a_full_disk_is_a_problem_and_the_game_stays_as_it_was(client: TestClient) -> None:
    game = new_game(client, moves="44")
    database = client.app.state.services.games._store._database  # type: ignore[attr-defined]
    pages = database.value("PRAGMA page_count")
    database.execute(f"PRAGMA max_page_count = {pages}")
    refused = [client.post("/api/games", json={"players": [{}, {}], "moves": "4" * 6}) for _ in range(20)][-1]
    assert (refused.status_code, refused.json()["title"]) == (507, "Disk full")
    assert refused.json()["detail"].startswith("The disk is full: this game was not saved.")
    assert current(client, game)["moves"] == "44"
    database.execute(f"PRAGMA max_page_count = {100 * pages}")
    assert move(client, game, "4")["moves"] == "444"


def test_a_deleted_game_can_be_restored(client: TestClient) -> None:
    game = new_game(client, moves="44")
    assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert client.get("/api/games").json() == []
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    assert client.post(f"/api/games/{game['id']}/restore").status_code == 204
    assert current(client, game)["moves"] == "44"


def test_a_restored_game_is_the_one_that_its_watchers_see(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": "level1"}, moves="44")
    with watch(client, game) as session:
        client.delete(f"/api/games/{game['id']}")
        client.post(f"/api/games/{game['id']}/restore")
        assert current(client, game)["running"]  # because it is watched
        move(client, game, "4")
        assert game_after(session, 4)["headline"] == "Your turn"


def test_an_agent_stops_when_its_game_is_deleted_and_continues_when_it_is_restored(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": ENDLESS})
    with watch(client, game) as session:
        move(client, game, "4")
        receive_until(session, lambda message: message["type"] == "thinking")
        client.delete(f"/api/games/{game['id']}")
        deleted = receive_game(session, lambda game: not game["thinking"])
        assert not deleted["paused"]
        client.post(f"/api/games/{game['id']}/restore")
        receive_until(session, lambda message: message["type"] == "thinking")


def test_high_scores_are_listed_by_rules(client: TestClient) -> None:
    for rules in ("classic", "classic,pops=2", "classic,pops=4"):
        game = new_game(client, rules=rules)
        for column in "4455667":
            move(client, game, column)
        given = new_game(client, {"name": "Cy"}, {"name": "Di"}, rules=rules, moves="445566")
        move(client, given, "7")  # not a game from its start
    scores = {one["title"]: one["scores"] for one in client.get("/api/scores").json()}
    assert scores.keys() == {
        "Classic, 7 × 6, connect 4",
        "Classic with pop-outs, 7 × 6, connect 4, 2 pop-outs each",
        "Classic with pop-outs, 7 × 6, connect 4, 4 pop-outs each",
    }
    # 42 cells, 7 discs: Ada dropped 4 of her 21 and has 17 left, and one more for the win.
    best = {"name": "Ada", "score": "+18", "against": "Ben", "discs": 7, "plies": 7, "result": "won in 7 moves"}
    (score,) = scores["Classic, 7 × 6, connect 4"]
    assert score == best | {"game": score["game"]}


def test_a_hint_a_take_back_a_change_of_players_or_move_now_leaves_no_high_score(settings: Settings) -> None:
    with open_client(create_app(settings), settings) as client:
        hinted, taken_back, changed, unchanged = (new_game(client) for _ in range(4))
        assert client.post(f"/api/games/{unchanged['id']}/undo").status_code == 409
        for game in (hinted, taken_back, changed, unchanged):
            for column in "445566":
                move(client, game, column)
        command(client, hinted, "hint")
        command(client, move(client, taken_back, "7"), "undo")
        client.patch(f"/api/games/{changed['id']}", json={"players": [None, {"agent": "perfect"}]})
        hurried = new_game(client, {"agent": ENDLESS}, {"name": "Ada"})
        with watch(client, hurried) as session:
            receive_until(session, lambda message: message["type"] == "thinking")
            assert client.post(f"/api/games/{hurried['id']}/now").status_code == 204
            game_after(session, 1)
    with closing(Store(settings.data)) as store:
        record = store.find(hurried["id"])
        assert record
        assert record.assisted
    with open_client(create_app(settings), settings) as client:  # also after a restart
        for game, column in ((hinted, "7"), (taken_back, "3"), (changed, "7")):
            move(client, game, column)
        assert client.get("/api/scores").json() == []
        move(client, unchanged, "7")
        assert len(client.get("/api/scores").json()) == 1


def test_a_move_does_not_overwrite_what_another_program_has_saved(client: TestClient, settings: Settings) -> None:
    game = move(client, new_game(client), "4")
    with closing(Store(settings.data)) as store:
        record = store.find(game["id"])
        assert record
        with watch(client, game) as session:
            record.game.play("5")
            store.save(record)
            refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "1"})
            sentence = "Another program has changed this game: this move was not saved."
            assert (refused.status_code, refused.json()["detail"][: len(sentence)]) == (409, sentence)
            assert game_after(session, 2)["moves"] == "45"
        record.game.play("6")
        store.save(record)
    assert current(client, game)["moves"] == "456"  # when nobody has it open it is read again
    assert move(client, game, "1")["moves"] == "4561"


def import_game(client: TestClient, data: object) -> Json:
    response = client.post("/api/games/file", json=data)
    assert response.status_code == 201, response.text
    game: Json = response.json()
    return game


def test_a_file_is_imported_as_another_game(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": "level1"}, rules="drift", moves="44>5")
    command(client, game, "undo")
    response = client.get(f"/api/games/{game['id']}/file")
    assert "attachment" in response.headers["content-disposition"]
    saved = response.json()
    assert game_to_json(game_from_json(saved)) == saved
    again = import_game(client, saved)
    assert again["id"] != game["id"]
    assert client.get(f"/api/games/{again['id']}/file").json() == saved
    assert [player["agent"] for player in again["players"]] == [None, "level1"]
    assert again["paused"]
    assert command(client, again, "redo")["moves"] == "44>5"


def test_a_game_that_was_played_elsewhere_is_shown(client: TestClient) -> None:
    game = Game(Rules.parse("classic"), names=("Ada", "x" * 60), agents=(None, "alphabeta,eval=mine.py:judge"))
    for column in (3, 3, 4, 4, 5, 5, 6):
        game.play(drop(column))
    shown = import_game(client, game_to_json(game))
    assert shown["headline"] == "Ada wins with a horizontal four"
    assert shown["players"][1] == {**shown["players"][1], "name": "x" * 40, "agent": None}
    assert [one["title"] for one in client.get("/api/games").json()] == [f"Ada vs {'x' * 40}"]
    assert client.get("/api/scores").json() == []  # it was not won here


@needs_core
def test_a_game_of_a_match_has_its_agents_and_does_not_continue(client: TestClient) -> None:
    settings = MatchSettings(adjudication=Adjudication.SOLVED)
    played = match("level2", "random", games=2, rules="classic,width=5,height=4", settings=settings, workers=1)
    saved, _ = saved_games(played)
    assert saved["match"]["ending"] == "adjudication"
    shown = import_game(client, saved)
    assert [(player["name"], player["agent"]) for player in shown["players"]] == [
        ("level2", "level2"),
        ("random", "random"),
    ]
    assert not any("Person" in player["about"] for player in shown["players"])
    with watch(client, shown) as session:
        assert game_after(session, len(shown["plies"]))["thinking"] is None
        going = command(client, shown, "pace", paused=False)
        assert (going["running"], going["thinking"], going["moves"]) == (False, None, shown["moves"])
        refused = client.post(f"/api/games/{shown['id']}/step", json={})
        assert refused.status_code == 409
        assert refused.json()["detail"].startswith("No agent is to move.")
    assert client.get(f"/api/games/{shown['id']}").json()["moves"] == saved["moves"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "chess"},
        {"rules": "classic,width=16"},
        {"moves": "4" * 5000},
        {"undone": "p4" * 4000},
    ],
    ids=str,
)
def test_an_invalid_file_is_refused_with_a_sentence(client: TestClient, change: Json) -> None:
    saved = game_to_json(Game(Rules.parse("classic")))
    refused = client.post("/api/games/file", json={**saved, **change})
    assert refused.status_code == 422
    assert refused.json()["detail"].endswith(".")
    assert client.get("/api/games").json() == []


@pytest.mark.parametrize("change", [{"names": ["\ud800", "b"]}, {"agents": [None, "\udfff"]}], ids=ascii)
def test_a_lone_surrogate_is_refused(client: TestClient, change: Json) -> None:
    saved = {**game_to_json(Game(Rules.parse("classic"))), "moves": "44", **change}
    refused = send(client, "POST", "/api/games/file", saved)
    assert (refused.status_code, client.get("/api/games").json()) == (422, [])
    assert "half a character" in refused.json()["detail"]
    assert send(client, "POST", "/api/games", {"players": [{"name": "\ud800"}, {}]}).status_code == 422


def send(client: TestClient, method: str, path: str, body: Json) -> Response:
    """Send JSON in ASCII, which can express lone surrogates."""
    headers = {"Content-Type": "application/json"}
    response: Response = client.request(method, path, content=json.dumps(body), headers=headers)
    return response


@pytest.mark.parametrize(
    "change", [{"names": ["\ud800", "b"]}, {"names": None}, {"rules": "chess"}, "{", "[]", "null"], ids=ascii
)
def test_an_unreadable_game_does_not_hide_the_others(
    client: TestClient, settings: Settings, change: Json | str
) -> None:
    broken, whole = new_game(client, moves="4"), new_game(client, moves="44")
    damage(settings.data, broken["id"], change)
    listed = {one["id"]: one["title"] for one in client.get("/api/games").json()}
    assert listed == {broken["id"]: "Unreadable game", whole["id"]: "Ada vs Ben"}
    assert client.delete(f"/api/games/{broken['id']}").status_code == 204
    assert len(client.get("/api/games").json()) == 1


def damage(folder: Path, ident: str, change: Json | str) -> None:
    """Change some fields of a stored game, or all of its text."""
    with connect(folder / FILE) as base:
        (text,) = base.execute("SELECT game FROM games WHERE id = ?", (ident,)).fetchone()
        changed = change if isinstance(change, str) else json.dumps({**json.loads(text), **change})
        base.execute("UPDATE games SET game = ? WHERE id = ?", (changed, ident))
    base.close()


def test_a_game_whose_agent_is_unknown_is_shown_and_resuming_it_gives_the_reason(settings: Settings) -> None:
    with open_client(create_app(settings), settings) as client:
        game = new_game(client, {"name": "Ada"}, {"agent": "level1"}, moves="4")
    damage(settings.data, game["id"], {"agents": [None, "oracle,depth=3"]})
    with open_client(create_app(settings), settings) as client:
        opened = current(client, game)
        assert (opened["moves"], opened["paused"], opened["headline"]) == ("4", True, "Level 1 to move")
        assert "oracle" in opened["players"][1]["about"]
        assert client.get("/api/tree/replies", params={"game": game["id"]}).json() == []
        with watch(client, game) as session:
            command(client, game, "pace", paused=False)
            problem = receive_until(session, lambda message: message["type"] == "problem")["problem"]
            assert "oracle" in problem["detail"]
            receive_game(session, lambda game: game["paused"])
        assert command(client, game, "undo")["moves"] == ""
