"""Matches and tournaments on the pool: the same for every number of workers, resumed from a ledger, kept as files."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from support.engines import needs_core
from support.external_players import agent_file, program_file

from fourcast.errors import UsageError
from fourcast.jobs import Failure, Ledger, Task
from fourcast.match import (
    Control,
    Match,
    MatchResult,
    Penalty,
    Sprt,
    State,
    Tournament,
    TournamentResult,
    pairs,
    parse_contestant,
)
from fourcast.match.gamelist import game_data, write_games
from fourcast.match.pairs import play_pairs
from fourcast.play import game_from_json, load_game
from fourcast.rules import Rules, parse_rules

SMALL = parse_rules("classic,width=5,height=4")


def match(first: str, second: str, games: int, rules: Rules = SMALL, **more: Any) -> Match:
    return Match(parse_contestant(first), parse_contestant(second), rules, games, **more)


def test_the_number_of_workers_changes_nothing() -> None:
    results = [match("random", "mcts,nodes=20", 12).play(workers=workers) for workers in (1, 2)]
    one, two = ([(number, game["game"]["moves"], game["points"]) for number, game in r.records] for r in results)
    assert one == two
    assert len(one) == 12


def test_every_opening_is_played_with_both_colours() -> None:
    result = match("level1", "random", 10).play(workers=1)
    games = [game for _, game in result.records]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert (first["first"], second["first"]) == (0, 1)
        assert first["opening"] == second["opening"]
        assert first["game"]["moves"].startswith(first["opening"])
    assert len({game["opening"] for game in games}) == 5


def test_a_result_adds_up() -> None:
    result = match("level2", "random", 10).play(workers=1)
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 10
    assert sum(data["pairs"]) == 5
    assert sum(points * count for points, count in zip((0, 0.5, 1, 1.5, 2), data["pairs"], strict=True)) == (
        data["wins"] + data["draws"] / 2
    )
    assert data["overruns"] == data["crashes"] == data["illegal"] == 0
    assert sum(data["endings"].values()) == 10
    assert data["wins"] >= 8  # anybody who looks ahead beats dice


def test_equal_players_who_throw_no_dice_are_equal() -> None:
    result = match("level1", "level1", 8).play(workers=1)
    assert (result.wins, result.pairs) == (result.losses, (0, 0, 4, 0, 0))
    assert result.match.names == ("level1", "level1 (2)")


def test_the_dice_of_both_players_and_of_every_game_differ() -> None:
    result = match("random", "random", 20).play(workers=1)
    lines = [game["game"]["moves"] for _, game in result.records]
    assert len(set(lines)) == 20


def test_a_test_that_is_decided_ends_the_match() -> None:
    result = match("level3", "random", 2000, parse_rules("classic"), sprt=Sprt(0, 200)).play(workers=1)
    assert result.state is State.ACCEPTED
    assert result.games < 200
    # The last pair decided it: before it was open.
    assert result.match.sprt is not None
    before = MatchResult(result.match)
    games = [game for _, game in result.records]
    for number, (first, second) in enumerate(zip(games[:-2:2], games[1:-2:2], strict=True)):
        before.add(number, {"games": [first, second]})
    assert before.state is State.RUNNING


def test_games_come_in_pairs() -> None:
    for games in (1, 7, 0):
        with pytest.raises(UsageError, match="pairs"):
            match("random", "random", games)


def test_what_is_in_the_ledger_is_not_played_again(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    first = match("random", "level1", 6).play(workers=1, ledger=ledger)
    with Ledger(ledger) as kept:
        assert len(kept) == 3
    again = match("random", "level1", 10).play(workers=1, ledger=ledger)
    assert again.records[:6] == first.records
    with Ledger(ledger) as kept:
        assert len(kept) == 5


def test_a_pair_that_cannot_be_played_is_counted_apart_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = match("random", "random", 4).tasks()
    bad = Task(good[0].function, {**good[0].arguments, "rules": "nowhere"})
    told: dict[int, bool] = {}

    def hear(number: int, result: dict[str, Any] | None) -> bool:
        told[number] = result is not None
        return False

    summary = play_pairs([good[0], bad, good[1]], hear, workers=1)
    assert told == {0: True, 1: False, 2: True}
    assert len(summary.failures) == 1


def test_a_file_that_changes_is_another_player(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    keys = []
    for column in (1, 2):
        path.write_text(f"def agent(o, c): return {column}\n")
        keys.append(match(f"kaggle:{path}", "random", 2).tasks()[0].key)
    assert keys[0] != keys[1]


def test_a_program_whose_script_changes_is_another_player(tmp_path: Path) -> None:
    stamps = []
    for name in ("one", "two"):
        stamps.append(parse_contestant(program_file(tmp_path, "babbles")).stamp)
        (tmp_path / "babbles.py").write_text(f"# {name}")
        stamps.append(parse_contestant(f"program:{shlex.quote(sys.executable)} {tmp_path / 'babbles.py'}").stamp)
    assert len(set(stamps)) == 3
    assert stamps[0] == stamps[2]


def test_another_version_plays_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    before = match("random", "random", 2).tasks()[0].key
    monkeypatch.setattr(pairs, "installed", lambda _: "0.0.0")
    assert match("random", "random", 2).tasks()[0].key != before


def test_a_pair_that_failed_once_is_told_when_it_is_played_after_all(tmp_path: Path) -> None:
    ledger, tasks = tmp_path / "ledger.sqlite", match("random", "random", 4).tasks()
    with Ledger(ledger) as kept:
        kept.store([], [Failure(tasks[0], "The machine was full.", set_aside=False)])
    told: dict[int, bool] = {}

    def hear(number: int, result: dict[str, Any] | None) -> bool:
        told[number] = result is not None
        return False

    play_pairs(tasks, hear, ledger=ledger, workers=1)
    assert told == {0: True, 1: True}


@pytest.mark.parametrize("rules", ["most-lines,width=4,height=4", "drift,width=4,height=4", "popout,width=4,height=4",
                                   "extended,width=4,height=4,pops=1", "tictactoe"])  # fmt: skip
def test_every_kind_of_game_can_be_played(rules: str) -> None:
    result = match("level2", "random", 4, parse_rules(rules)).play(workers=1)
    assert result.games == 4
    assert not {"crash", "illegal", "time"} & set(result.endings)


def test_games_are_kept_as_files_that_can_be_loaded(tmp_path: Path) -> None:
    result = match("level1", "random", 4).play(workers=1)
    kept = list(result.kept())
    assert write_games(tmp_path / "games.jsonl", kept) == write_games(tmp_path / "games", kept) == 4
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == len(lines) == 4
    for line, path, (_, game) in zip(lines, files, result.records, strict=True):
        loaded = load_game(path)
        assert loaded.outcome == game_from_json(line).outcome == game_from_json(game["game"]).outcome
        assert loaded.outcome is not None
        assert loaded.names == (("level1", "random") if game["first"] == 0 else ("random", "level1"))
        assert line["match"]["points"] == game["points"]


def test_a_saved_game_names_its_agents_but_no_stranger(tmp_path: Path) -> None:
    stranger = agent_file(tmp_path, "leftmost")
    mine = tmp_path / "mine.py"
    mine.write_text("def fair(position, player):\n    return 0\n")
    for rival in (stranger, f"greedy,eval={mine}:fair"):
        games = [game_data(kept) for kept in match("level1", rival, 2).play(workers=1).kept()]
        assert [game["agents"] for game in games] == [["level1", None], [None, "level1"]]
    [*games] = map(game_data, tournament("level1", "random", games=2).play(workers=1).kept())
    assert [game["agents"] for game in games] == [["level1", "random"], ["random", "level1"]]
    assert [game_from_json(game).agents for game in games] == [("level1", "random"), ("random", "level1")]


def test_the_parts_before_a_lost_turn_name_the_same_players(tmp_path: Path) -> None:
    nothing = agent_file(tmp_path, "nothing")
    result = match("greedy", nothing, 2, control=Control(illegal=Penalty.TURN)).play(workers=1)
    for game in map(game_data, result.kept()):
        assert game["match"]["parts"]
        for part in game["match"]["parts"]:
            assert (part["names"], part["agents"]) == (game["names"], game["agents"])
            assert None in game["agents"]


def tournament(*players: str, games: int = 4, **more: Any) -> Tournament:
    return Tournament(tuple(parse_contestant(player) for player in players), SMALL, games, **more)


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    result = tournament("random", "level1", "level2").play(workers=1)
    assert {pairing: met.games for pairing, met in result.meetings.items()} == {(0, 1): 4, (0, 2): 4, (1, 2): 4}
    assert sum(result.points(place) for place in range(3)) == result.games == 12
    assert [result.games_of(place) for place in range(3)] == [8, 8, 8]
    rated = [rating.elo for rating in result.ratings()]
    assert rated[0] < min(rated[1:])
    assert sum(rated) == pytest.approx(0)


def test_in_a_gauntlet_the_first_meets_the_others_alone() -> None:
    planned = tournament("level2", "random", "greedy", gauntlet=True)
    assert planned.pairings == [(0, 1), (0, 2)]
    assert [pair[1:] for pair in planned.schedule()] == [(0, 1), (0, 2), (0, 1), (0, 2)]


def test_two_of_the_same_kind_are_two_players_who_throw_their_own_dice() -> None:
    planned = tournament("random", "random", "random", games=2)
    assert planned.names == ["random", "random (2)", "random (3)"]
    assert len({task.key for task in planned.tasks()}) == 3


def test_a_tournament_goes_on_from_its_ledger(tmp_path: Path) -> None:
    ledger = tmp_path / "t.sqlite"
    planned = tournament("random", "level1", "greedy", control=Control())
    first = planned.play(workers=1, ledger=ledger)
    again = TournamentResult(planned)
    planned.play(workers=1, ledger=ledger, result=again)
    assert again.to_json() == first.to_json()
    with Ledger(ledger) as kept:
        assert len(kept) == 6


def test_who_joins_at_the_end_and_more_games_leave_what_was_played() -> None:
    before = {task.key for task in tournament("random", "random", "greedy").tasks()}
    after = [task.key for task in tournament("random", "random", "greedy", "level1", "random", games=6).tasks()]
    assert len(before) == 6
    assert before < set(after)
    assert len(set(after)) == len(after) == 30


def test_a_tournament_is_told_as_data_with_the_best_first() -> None:
    data = tournament("random", "level2").play(workers=1).to_json()
    json.dumps(data, allow_nan=False)
    assert [player["name"] for player in data["players"]] == ["level2", "random"]
    assert data["players"][0]["elo"] == -data["players"][1]["elo"] > 0
    [met] = data["table"]
    assert met["losses"] == data["players"][0]["points"] - met["draws"] / 2


@needs_core
def test_the_perfect_player_does_not_lose_a_drawn_game() -> None:
    # 5×4 is a draw (Tromp); from the empty board nobody beats the perfect player.
    result = match("perfect", "level3", 2, plies=0).play(workers=1)
    assert result.losses == 0
