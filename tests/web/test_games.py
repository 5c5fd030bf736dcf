"""Games over the wire: two people, agents that reply by themselves, taking back, branching, resigning."""

from __future__ import annotations

import time
from threading import Thread

import pytest
from fastapi.testclient import TestClient
from support.engines import needs_core
from support.web_client import Json, begin, do, game_after, hear, move, watching

from fourcast.web.api import games as routes
from fourcast.web.problems import Busy

ENDLESS = "alphabeta,time=20,eval=quadruplets"


def test_two_people_play_to_a_line(client: TestClient) -> None:
    game = begin(client)
    for column in "4455667":
        game = move(client, game, column)
    outcome = game["position"]["outcome"]
    assert (outcome["winner"], outcome["ending"], outcome["title"]) == (0, "line", "Four in a row")
    assert game["headline"] == "Ada wins across"
    assert game["position"]["lines"] == [{"player": 0, "ends": [[3, 0], [6, 0]]}]
    assert game["position"]["moves"] == []


@needs_core
def test_an_agent_replies_by_itself_while_somebody_watches(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "level4"})
    with watching(client, game) as session:
        move(client, game, "4")
        replied = game_after(session, 2)
    note = replied["notes"][1]
    assert replied["headline"] == "Your turn"
    assert (note["depth"], note["engine"]) == (6, "native")
    assert note["nodes"] > 0
    assert note["seconds"] > 0


def test_no_agent_thinks_when_nobody_watches(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "level1"})
    move(client, game, "4")
    time.sleep(0.2)
    assert len(client.get(f"/api/games/{game['id']}").json()["plies"]) == 1


def test_two_agents_play_to_the_end_by_themselves(client: TestClient) -> None:
    game = begin(client, {"agent": "level1"}, {"agent": "random,seed=1"})
    do(client, game, "pace", seconds=0)
    with watching(client, game) as session:
        ended = hear(session, lambda message: message["type"] == "game" and message["game"]["position"]["outcome"])
    assert ended["game"]["notes"][-1]["nodes"] is not None


def test_paused_agents_step_one_move_at_a_time(client: TestClient) -> None:
    game = begin(client, {"agent": "level1"}, {"agent": "level2"}, paused=True)
    with watching(client, game):
        assert len(do(client, game, "step")["plies"]) == 1
        stepped = do(client, game, "step")
    assert len(stepped["plies"]) == 2
    assert stepped["paused"]


def stepping(client: TestClient, game: Json) -> tuple[Thread, list[Json]]:
    """A step that is under way, and what it will have answered."""
    answers: list[Json] = []
    thread = Thread(target=lambda: answers.append(do(client, game, "step")))
    thread.start()
    return thread, answers


def test_a_step_can_be_stopped(client: TestClient) -> None:
    game = begin(client, {"agent": ENDLESS}, {"agent": "level1"}, paused=True)
    with watching(client, game) as session:
        step, answers = stepping(client, game)
        hear(session, lambda message: message["type"] == "thinking")
        assert do(client, game, "pace", paused=True)["thinking"] is None
        step.join()
        assert [(len(one["plies"]), one["thinking"], one["paused"]) for one in answers] == [(0, None, True)]
        assert len(do(client, game, "resign")["plies"]) == 0


def test_a_step_that_fails_leaves_nobody_thinking(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise Busy(1)

    game = begin(client, {"agent": "level1"}, {"agent": "level1"}, paused=True)
    with watching(client, game) as session:
        with monkeypatch.context() as patch:
            patch.setattr(client.app.state.services.searches, "run", refuse)  # type: ignore[attr-defined]
            assert client.post(f"/api/games/{game['id']}/step").status_code == 503
        assert client.get(f"/api/games/{game['id']}").json()["thinking"] is None
        hear(session, lambda message: message["game"]["thinking"])
        hear(session, lambda message: message["game"]["thinking"] is None)
        assert len(do(client, game, "step")["plies"]) == 1


def test_a_running_search_stops_at_once_and_goes_on_when_asked(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": ENDLESS})
    with watching(client, game) as session:
        move(client, game, "4")
        hear(session, lambda message: message["type"] == "thinking")
        begun = time.perf_counter()
        stopped = do(client, game, "pace", paused=True)
        assert time.perf_counter() - begun < 5
        assert stopped["thinking"] is None
        assert client.app.state.services.searches.running <= 1  # type: ignore[attr-defined]
        assert len(do(client, game, "undo")["plies"]) == 0


def test_a_search_ends_when_the_last_watcher_leaves(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": ENDLESS})
    searches = client.app.state.services.searches  # type: ignore[attr-defined]
    with watching(client, game) as session:
        move(client, game, "4")
        hear(session, lambda message: message["type"] == "thinking" and message["thinking"]["depth"] > 0)
        assert searches.running == 1
    for _ in range(100):
        if not searches.running:
            break
        time.sleep(0.05)
    assert not searches.running


def test_taking_back_takes_the_reply_and_the_move_it_answered(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "level1"})
    with watching(client, game) as session:
        move(client, game, "4")
        game_after(session, 2)
        back = do(client, game, "undo")
        assert (back["moves"], back["undone"]) == ("", 2)
        on = do(client, game, "redo")
        assert (len(on["plies"]), on["undone"], on["position"]["turn"]) == (2, 0, 0)


def test_a_move_out_of_turn_is_refused_with_a_sentence(client: TestClient) -> None:
    game = begin(client, {"agent": "level1"}, {"name": "Ada"})
    refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "4"})
    assert refused.status_code == 409
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["detail"] == "It is Level 1's turn. Wait for its move, or take back."


def test_nobody_moves_for_two_agents(client: TestClient) -> None:
    game = begin(client, {"agent": "level1"}, {"agent": "level1"}, paused=True)
    refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "4"})
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("Two agents play this game.")


def test_a_full_column_is_refused_in_the_words_of_the_rules(client: TestClient) -> None:
    game = begin(client, moves="444444")
    refused = client.post(f"/api/games/{game['id']}/moves", json={"move": "4"})
    assert (refused.status_code, refused.json()["detail"]) == (409, "Column 4 is full. Choose another.")


def test_a_page_that_missed_a_move_cannot_play_by_mistake(client: TestClient) -> None:
    game = begin(client)
    move(client, game, "4")
    late = client.post(f"/api/games/{game['id']}/moves", json={"move": "4", "after": 0})
    assert late.status_code == 409
    assert late.json()["detail"] == "The game has changed: 1 move has been played, not 0."
    assert len(client.get(f"/api/games/{game['id']}").json()["plies"]) == 1


def test_every_position_of_a_game_can_be_stepped_to(client: TestClient) -> None:
    game = begin(client, moves="4453")
    boards = [client.get(f"/api/games/{game['id']}/positions/{ply}").json() for ply in range(5)]
    assert [board["discs"] for board in boards] == [0, 1, 2, 3, 4]
    assert client.get(f"/api/games/{game['id']}/positions/5").status_code == 404


def test_a_branch_is_another_game_and_leaves_the_first_as_it_was(client: TestClient) -> None:
    game = begin(client, moves="4453")
    branch = do(client, game, "branch", ply=2)
    assert branch["id"] != game["id"]
    assert move(client, branch, "1")["moves"] == "441"
    assert client.get(f"/api/games/{game['id']}").json()["moves"] == "4453"


def test_resigning_ends_a_game_and_can_be_taken_back(client: TestClient) -> None:
    game = begin(client, moves="44")
    assert do(client, game, "resign")["headline"] == "Ada resigned"
    assert do(client, game, "undo")["position"]["outcome"] is None


def test_a_hint_is_a_winning_move_where_there_is_one(client: TestClient) -> None:
    game = begin(client, moves="445566")
    hint = do(client, game, "hint")
    assert hint["move"] in ("3", "7")
    assert hint["sentence"].endswith("win in 1.")


@pytest.mark.parametrize(
    ("rules", "moves"),
    [("popout", "1122p1"), ("extended", "1122p1"), ("drift", "44>54"), ("most-lines", "123"), ("tictactoe", "51")],
)
def test_a_hint_is_a_legal_move_in_every_game(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, rules: str, moves: str
) -> None:
    monkeypatch.setattr(routes, "HINT_SECONDS", 0.5)
    game = begin(client, rules=rules, moves=moves)
    assert do(client, game, "hint")["move"] in [one["text"] for one in game["position"]["moves"]]


@pytest.mark.parametrize(
    ("rules", "moves", "pops"),
    [("popout", "11", ["p1"]), ("extended", "1122", ["p1"]), ("classic", "11", [])],
)
def test_pops_are_offered_where_the_rules_have_them(
    client: TestClient, rules: str, moves: str, pops: list[str]
) -> None:
    position = begin(client, rules=rules, moves=moves)["position"]
    assert [one["text"] for one in position["moves"] if one["kind"] == "pop"] == pops


def test_a_drifting_drop_lands_where_its_odds_said(client: TestClient) -> None:
    game = begin(client, rules="drift")
    aimed = game["position"]["moves"][3]
    assert sorted(land["chance"] for land in aimed["lands"]) == [0.2, 0.2, 0.6]
    ply = move(client, game, "4")["plies"][0]
    assert ply["column"] == 3
    assert ply["landed"] in [land["column"] for land in aimed["lands"]]


def test_lines_and_points_are_counted_live(client: TestClient) -> None:
    lines = begin(client, rules="most-lines", moves="1213141")
    assert lines["position"]["scores"] == [1, 0]
    assert begin(client, rules="extended", moves="1212")["position"]["scores"] == [2, 2]
    assert begin(client)["position"]["scores"] is None


def test_the_second_of_the_dialog_may_start(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"name": "Ben"}, starts="second")
    assert [seat["name"] for seat in game["seats"]] == ["Ben", "Ada"]


def test_a_perfect_player_is_refused_where_there_is_none(client: TestClient) -> None:
    refused = client.post("/api/games", json={"rules": "popout", "seats": [{"agent": "perfect"}, {}]})
    assert refused.status_code == 422
    assert "perfect player does not support this game" in refused.json()["detail"]


@pytest.mark.parametrize(
    "agent", ["alphabeta,depth=99", "alphabeta,time=1000", "minimax,eval=own.py:f", "level9", "alphabeta,depth=x"]
)
def test_an_agent_beyond_the_bounds_is_refused(client: TestClient, agent: str) -> None:
    assert client.post("/api/games", json={"seats": [{"agent": agent}, {}]}).status_code == 422


@needs_core
def test_where_the_perfect_player_does_not_get_there_its_stand_in_is_named(client: TestClient) -> None:
    game = begin(client, {"name": "Ada"}, {"agent": "perfect,time=0.05"}, rules="classic,width=9,height=7")
    with watching(client, game) as session:
        move(client, game, "5")
        replied = game_after(session, 2)
    assert replied["notes"][1]["remark"] == "Not solved in 0.05 s: level 8 moved in its place."
    assert replied["seats"][1]["agent"] == "perfect,time=0.05"


def test_the_game_tells_in_words_what_has_happened(client: TestClient) -> None:
    game = begin(client, rules="popout")
    assert game["news"] == ""
    assert move(client, game, "1")["news"] == "Red, Ada: column 1, row 1. Yellow to move."
    move(client, game, "2")
    assert move(client, game, "p1")["news"] == "Red, Ada: popped column 1. Yellow to move."
    assert do(client, game, "undo")["news"] == "Taken back: Ada popped column 1. Red to move."
    assert do(client, game, "resign")["news"] == "Ada resigned. Ben wins after 2 discs."
    assert do(client, game, "undo")["news"] == "Red to move."
