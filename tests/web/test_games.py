"""Games over HTTP and sockets: people, agents, undo, branches, resignation, hints."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from threading import Thread

import pytest
from fastapi.testclient import TestClient
from support.engines import needs_core
from support.web_client import (
    ENDLESS,
    Json,
    command,
    current,
    game_after,
    move,
    new_game,
    open_socket,
    receive_game,
    receive_until,
    watch,
)

from fourcast.database import Database
from fourcast.engine import search
from fourcast.jobs import LineProcess
from fourcast.play import Game
from fourcast.rules import Ply, Position, line_text
from fourcast.store import Store, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from fourcast.web.api import games as routes
from fourcast.web.problems import Busy


def test_two_people_play_to_a_line(client: TestClient) -> None:
    game = new_game(client)
    for column in "4455667":
        game = move(client, game, column)
    outcome = game["position"]["outcome"]
    assert (outcome["winner"], outcome["ending"], outcome["title"]) == (0, "line", "Four in a row")
    assert game["headline"] == "Ada wins with a horizontal four"
    assert game["position"]["lines"] == [{"player": 0, "ends": [[3, 0], [6, 0]], "points": None}]
    assert game["position"]["moves"] == []


@needs_core
def test_an_agent_replies_while_the_game_is_watched(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": "level4"})
    with watch(client, game) as session:
        move(client, game, "4")
        replied = game_after(session, 2)
    note = replied["notes"][1]
    assert replied["headline"] == "Your turn"
    assert (note["depth"], note["engine"]) == (6, "native")
    assert note["nodes"] > 0
    assert note["seconds"] > 0


def test_no_agent_thinks_while_the_game_is_not_watched(own_client: TestClient) -> None:
    client = own_client
    game = new_game(client, {"name": "Ada"}, {"agent": "level1"})
    assert move(client, game, "4")["thinking"] is None
    assert client.get("/api/searches").json() | {"slots": 0} == {"slots": 0, "running": 0, "waiting": 0}


def test_a_step_can_be_stopped(client: TestClient) -> None:
    game = new_game(client, {"agent": ENDLESS}, {"agent": "level1"}, paused=True)
    with watch(client, game) as session:
        results: list[Json] = []
        step = Thread(target=lambda: results.append(command(client, game, "step")))
        step.start()
        receive_until(session, lambda message: message["type"] == "thinking")
        assert command(client, game, "pace", paused=True)["thinking"] is None
        step.join()
        assert [(len(one["plies"]), one["thinking"], one["paused"]) for one in results] == [(0, None, True)]
        assert len(command(client, game, "resign")["plies"]) == 0


def test_a_step_that_fails_ends_the_thinking(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise Busy(1)

    game = new_game(client, {"agent": "level1"}, {"agent": "level1"}, paused=True)
    with watch(client, game) as session:
        with monkeypatch.context() as patch:
            patch.setattr(client.app.state.services.replies, "run", refuse)  # type: ignore[attr-defined]
            assert client.post(f"/api/games/{game['id']}/step").status_code == 503
        assert current(client, game)["thinking"] is None
        receive_game(session, lambda game: game["thinking"])
        receive_game(session, lambda game: game["thinking"] is None)
        assert len(command(client, game, "step")["plies"]) == 1


def test_a_step_that_cannot_be_saved_ends_the_thinking(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StoreFull("The disk is full.")

    game = new_game(client, {"agent": "level1"}, {"agent": "level1"}, paused=True)
    with watch(client, game) as session:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "save_all", refuse)
            assert client.post(f"/api/games/{game['id']}/step").status_code == 507
        stopped = current(client, game)
        assert (stopped["thinking"], stopped["running"], stopped["moves"]) == (None, False, "")
        receive_game(session, lambda game: game["thinking"])
        receive_game(session, lambda game: game["thinking"] is None)
        assert len(command(client, game, "step")["plies"]) == 1


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (StoreFull("x"), 507, "The disk is full: this move was not saved. Free some space and try again."),
        (StoreReadOnly("x"), 503, "The file of games is read-only: this move was not saved."),
        (StoreDamaged("x"), 503, "The file of games is damaged: this move was not saved. Restart the server"),
        (StoreError("x"), 503, "The server cannot read or write its games: this move was not saved."),
    ],
)
def test_a_move_that_is_not_saved_is_not_played_and_the_reason_is_told(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: StoreError, status: int, sentence: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    game = new_game(client)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "save_all", refuse)
        response = client.post(f"/api/games/{game['id']}/moves", json={"move": "4"})
        assert response.status_code == status
        assert response.json()["detail"].startswith(sentence)
        assert current(client, game)["moves"] == ""
        refused = client.post("/api/games", json={"players": [{}, {}]}).json()["detail"]
        assert "this game was not saved" in refused
    assert move(client, game, "4")["moves"] == "4"


@pytest.mark.parametrize("path", ["/api/games/ID/live", "/api/analysis/live"])
def test_an_unexpected_error_on_a_socket_is_reported_and_logged(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault of the server")

    services = client.app.state.services  # type: ignore[attr-defined]
    for pool in (services.searches, services.replies):
        monkeypatch.setattr(pool, "run", fail)
    game = new_game(client, {"agent": "level1"}, {"name": "Ada"})
    with open_socket(client, path.replace("ID", game["id"])) as session:
        session.send_text("{}")
        problem = receive_until(session, lambda message: message["type"] == "problem")["problem"]
    assert problem["status"] == 500
    assert "a fault of the server" in caplog.text


def test_taking_back_takes_the_reply_and_the_move_it_answered(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": "level1"})
    with watch(client, game) as session:
        move(client, game, "4")
        game_after(session, 2)
        back = command(client, game, "undo")
        assert (back["moves"], back["undone"]) == ("", 2)
        on = command(client, game, "redo")
        assert (len(on["plies"]), on["undone"], on["position"]["turn"]) == (2, 0, 0)


@pytest.mark.parametrize(
    ("players", "moves", "detail"),
    [
        (({"agent": "level1"}, {"name": "Ada"}), "", "It is Level 1's turn. Wait for its move, or take back."),
        (({"agent": "level1"}, {"agent": "level1"}), "", "Two agents play this game. Start a game of your own to"),
        ((), "444444", "Column 4 is full. Choose another."),
    ],
)
def test_a_move_that_is_not_possible_is_refused_with_a_sentence(
    client: TestClient, players: tuple[Json, ...], moves: str, detail: str
) -> None:
    game = new_game(client, *players, moves=moves, paused=True)
    refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "4"})
    assert refused.status_code == 409
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["detail"].startswith(detail)


def test_values_of_another_json_type_are_refused(client: TestClient) -> None:
    path = f"/api/games/{new_game(client)['id']}"
    for name, body in (
        ("branch", {"ply": False}),
        ("moves", {"move": "4", "after": "0"}),
        ("pace", {"paused": 1}),
        ("pace", {"seconds": True}),
    ):
        assert client.post(f"{path}/{name}", json=body).status_code == 422, body
    assert client.post("/api/games", json={"players": [{}, {}], "paused": "no"}).status_code == 422


def test_a_move_after_a_missed_one_is_refused(client: TestClient) -> None:
    game = new_game(client)
    move(client, game, "4")
    late = client.post(f"/api/games/{game['id']}/moves", json={"move": "4", "after": 0})
    assert late.status_code == 409
    assert late.json()["detail"] == "The game has changed: 1 move has been played, not 0. Reload it."
    assert len(current(client, game)["plies"]) == 1


def test_every_position_of_a_game_can_be_stepped_to(client: TestClient) -> None:
    game = new_game(client, moves="4453")
    boards = [client.get(f"/api/games/{game['id']}/positions/{ply}").json() for ply in range(5)]
    assert [board["discs"] for board in boards] == [0, 1, 2, 3, 4]
    assert client.get(f"/api/games/{game['id']}/positions/5").status_code == 404


def test_a_branch_is_another_game_and_leaves_the_first_as_it_was(client: TestClient) -> None:
    game = new_game(client, moves="4453")
    branch = command(client, game, "branch", ply=2)
    assert branch["id"] != game["id"]
    assert move(client, branch, "1")["moves"] == "441"
    assert current(client, game)["moves"] == "4453"


def test_a_hint_is_a_winning_move_where_there_is_one(client: TestClient) -> None:
    game = new_game(client, moves="445566")
    hint = command(client, game, "hint")
    assert hint["move"] in ("3", "7")
    assert hint["sentence"].endswith("wins in 1 move.")


@pytest.mark.parametrize(
    ("rules", "moves"),
    [("popout", "1122p1"), ("extended", "1122p1"), ("drift", "44>54"), ("most-lines", "123"), ("tictactoe", "51")],
)
def test_a_hint_is_a_legal_move_in_every_game(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, rules: str, moves: str
) -> None:
    monkeypatch.setattr(routes, "HINT_SECONDS", 0.5)
    game = new_game(client, rules=rules, moves=moves)
    assert command(client, game, "hint")["move"] in [one["text"] for one in game["position"]["moves"]]


def test_a_drop_lands_in_one_of_its_columns(client: TestClient) -> None:
    game = new_game(client, rules="drift")
    aimed = game["position"]["moves"][3]
    assert sorted(land["chance"] for land in aimed["lands"]) == [0.2, 0.2, 0.6]
    ply = move(client, game, "4")["plies"][0]
    assert ply["column"] == 3
    assert ply["landed"] in [land["column"] for land in aimed["lands"]]


def test_lines_and_points_are_counted(client: TestClient) -> None:
    lines = new_game(client, rules="most-lines", moves="1213141")
    assert lines["position"]["scores"] == [1, 0]
    assert new_game(client, rules="extended", moves="1212")["position"]["scores"] == [2, 2]
    assert new_game(client)["position"]["scores"] is None


def test_the_second_player_may_start(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"name": "Ben"}, starts="second")
    assert [player["name"] for player in game["players"]] == ["Ben", "Ada"]


@pytest.mark.parametrize(
    "agent", ["alphabeta,depth=99", "alphabeta,time=1000", "minimax,eval=own.py:f", "level9", "alphabeta,depth=x"]
)
def test_an_agent_beyond_the_limits_is_refused(client: TestClient, agent: str) -> None:
    assert client.post("/api/games", json={"players": [{"agent": agent}, {}]}).status_code == 422


@needs_core
def test_the_fallback_of_the_perfect_player_is_named(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": "perfect,time=0.05"}, rules="classic,width=9,height=7")
    with watch(client, game) as session:
        move(client, game, "5")
        replied = game_after(session, 2)
    assert replied["notes"][1]["remark"] == "Not solved in 0.05 s: a search of 3\u00a0s moved in its place."
    assert replied["players"][1]["agent"] == "perfect,time=0.05"


def test_the_last_change_is_described(client: TestClient) -> None:
    game = new_game(client, rules="popout")
    assert game["announcement"] == ""
    assert move(client, game, "1")["announcement"] == "Red, Ada: column 1, row 1. Yellow to move."
    move(client, game, "2")
    assert move(client, game, "p1")["announcement"] == "Red, Ada: popped column 1. Yellow to move."
    assert command(client, game, "undo")["announcement"] == "Taken back: Ada popped column 1. Red to move."
    assert command(client, game, "resign")["announcement"] == "Ada resigned. Ben wins after 2 discs."
    assert command(client, game, "undo")["announcement"] == "Red to move."


@pytest.mark.parametrize(
    ("rules", "agent", "moves", "field", "figures"),
    [
        ("drift", "expectiminimax,depth=3", "4", "nodes", [9907]),
        ("classic,width=8", "alphabeta-hard,depth=4,eval=line-counts", "1245", "dropped", [993, 642, 676, 1145]),
    ],
)
def test_a_reply_shows_the_published_count_of_its_search(
    client: TestClient, rules: str, agent: str, moves: str, field: str, figures: list[int]
) -> None:
    """Connect-4s, expectiminimax k = 5, and Connect Four 8×6, task 4: a fixed depth is searched once."""
    game = new_game(client, {"name": "Ada"}, {"agent": agent}, rules=rules, paused=True)
    for text in moves:
        move(client, game, text)
        game = command(client, game, "step")
    notes = game["notes"][1::2]
    assert [note[field] for note in notes] == figures
    assert [note["all_nodes"] for note in notes] == [None] * len(figures)
    assert all(0 < note["search_seconds"] <= note["seconds"] for note in notes)


def test_a_reply_of_a_random_search_shows_the_seed_that_repeats_it(client: TestClient) -> None:
    game = new_game(client, {"agent": "mcts,nodes=300"}, {}, paused=True)
    game = command(client, game, "step")
    [note], [ply] = game["notes"], game["plies"]
    again = search("", "mcts", nodes=300, seed=note["seed"])
    assert (ply["text"], note["value"]) == (again.move, str(again.score))


def test_a_reply_of_a_deepening_search_shows_its_last_iteration_and_all(client: TestClient) -> None:
    """Minimax on the empty 7 × 6 board to depth 3 visits 1 + 7 + 49 + 343 nodes, depths 1 and 2 visit 8 and 57."""
    game = new_game(client, {"agent": "minimax,depth=3,time=20"}, {}, paused=True)
    (note,) = command(client, game, "step")["notes"]
    assert (note["nodes"], note["all_nodes"], note["dropped"]) == (400, 8 + 57 + 400, 399)


def apply_change(game: Json, change: Json) -> Json:
    """The game after a change, as a client computes it. What follows from the moves is left out."""
    assert change["base"] == game["version"]
    first = change["first"]
    lists = {name: game[name][:first] + change[name] for name in ("plies", "notes")}
    return {**game, **{key: value for key, value in change.items() if key not in ("base", "first")}, **lists}


def without_moves(game: Json) -> Json:
    return {key: value for key, value in game.items() if key not in ("moves", "link", "players")}


def test_a_socket_for_changes_sends_what_leads_to_the_whole_game(client: TestClient) -> None:
    game = new_game(client, moves="44")
    with open_socket(client, f"/api/games/{game['id']}/live?changes=true") as session:
        known: Json = session.receive_json()["game"]
        for name, body in (
            ("moves", {"move": "1"}),
            ("moves", {"move": "2"}),
            ("undo", {}),
            ("undo", {}),
            ("redo", {}),
            ("moves", {"move": "5"}),
            ("resign", {}),
        ):
            command(client, game, name, **body)
            change = session.receive_json()["change"]
            assert len(change["plies"]) <= 1
            known = apply_change(known, change)
            assert without_moves(known) == without_moves(current(client, game))


def test_a_move_and_its_reply_cost_the_same_at_ply_990_as_at_ply_10(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: Counter[str] = Counter()
    send, insert, follow = LineProcess.send, Database.execute_many, Position.follow

    def count_send(process: LineProcess, line: str) -> None:
        work["bytes to the worker"] += len(line)
        send(process, line)

    def count_insert(database: Database, text: str, rows: Iterable[Sequence[object]]) -> None:
        written = list(rows)
        work["rows"] += len(written)
        insert(database, text, written)

    def count_follow(position: Position, ply: Ply) -> Position:
        work["moves followed"] += 1
        return follow(position, ply)

    costs = []
    for start, plies in long_game("popout,width=15,height=15,connect=15", (10, 990)):
        players = ({"name": "Ada"}, {"agent": "random,seed=1"})
        game = new_game(client, *players, rules=str(start.rules), moves=line_text(start.rules, plies))
        last = game["position"]["moves"][-1]["text"]
        path = f"/api/games/{game['id']}"
        with open_socket(client, f"{path}/live?changes=true") as session, monkeypatch.context() as spies:
            session.receive_json()
            work.clear()
            spies.setattr(LineProcess, "send", count_send)
            spies.setattr(Database, "execute_many", count_insert)
            spies.setattr(Position, "follow", count_follow)
            response = client.post(f"{path}/moves?changes=true", json={"move": last}).json()
            assert (response["first"], len(response["plies"])) == (len(plies), 1)
            message = receive_until(session, partial(is_move_after, len(plies) + 1))
            for sent in (response, message["change"]):
                sent["position"] |= {"moves": [], "lines": []}
            work["bytes to the page"] = len(json.dumps([response, message]))
            costs.append(dict(work))
    early, late = costs
    assert (late["rows"], late["moves followed"]) == (early["rows"], early["moves followed"]) == (2, 2)
    for what in ("bytes to the worker", "bytes to the page"):
        assert abs(late[what] - early[what]) < 60, what  # numbers of more digits, other sentences


def is_move_after(plies: int, message: Json) -> bool:
    return message["type"] == "change" and bool(message["change"]["first"] == plies)


def long_game(rules: str, lengths: Sequence[int]) -> Iterator[tuple[Position, tuple[Ply, ...]]]:
    """The first moves of a random game that does not end."""
    rng, game = random.Random(1), Game(rules)
    for length in lengths:
        while game.ply < length:
            game.play(rng.choice(game.legal_moves))
        yield game.start, game.plies


def test_a_short_reply_does_not_wait_for_long_ones(own_client: TestClient) -> None:
    client = own_client
    with ExitStack() as stack:
        for _ in range(3):  # more than there are slots for short replies
            session = stack.enter_context(watch(client, new_game(client, {"agent": ENDLESS}, {"name": "Ada"})))
            receive_until(session, lambda message: message["type"] == "thinking")
        with watch(client, new_game(client, {"agent": "level1"}, {"name": "Ben"})) as session:
            assert game_after(session, 1)
        assert client.get("/api/searches").json()["running"] == 3


@pytest.mark.parametrize("agent", [ENDLESS, "minimax,depth=25"])
def test_an_agent_can_be_told_to_move_now(client: TestClient, agent: str) -> None:
    game = new_game(client, {"agent": agent}, {"name": "Ada"})
    path = f"/api/games/{game['id']}/now"
    assert client.post(path).status_code == 409
    with watch(client, game) as session:
        while client.post(path).status_code == 409:  # its worker is not started yet
            time.sleep(0.01)
        assert game_after(session, 1)["notes"][0]["depth"] > 0


def test_the_opponent_can_be_changed_for_the_rest_of_the_game(client: TestClient) -> None:
    game = new_game(client, {"name": "Ada"}, {"agent": ENDLESS})
    path = f"/api/games/{game['id']}"
    with watch(client, game) as session:
        move(client, game, "4")
        receive_game(session, lambda game: game["thinking"])
        changed = client.patch(path, json={"players": [None, {"agent": "level1"}]}).json()
        assert [player["name"] for player in changed["players"]] == ["Ada", "Level 1"]
        replied = game_after(session, 2)
        assert replied["players"][1]["agent"] == "level1"
        client.patch(path, json={"players": [None, {"agent": ENDLESS}]})
        former = receive_game(session, lambda game: game["players"][1]["agent"] == ENDLESS)
        assert former["plies"][1]["description"].startswith("Level 1 ")
        assert [note["agent"] for note in former["notes"]] == [None, "level1"]
    assert client.patch(path, json={"players": [None, {"agent": "nobody"}]}).status_code == 422
    person = client.patch(path, json={"players": [None, {"name": "Ben"}]}).json()
    assert (person["players"][1]["name"], person["players"][1]["agent"]) == ("Ben", None)
    same = client.patch(path, json={"players": [None, {"name": "Ada"}]}).json()
    assert [player["name"] for player in same["players"]] == ["Ada (Red)", "Ada (Yellow)"]
    assert move(client, move(client, game, "1"), "2")["moves"].endswith("12")
