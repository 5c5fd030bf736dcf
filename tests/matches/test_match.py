"""Matches and tournaments on the pool: the same for every number of workers, continued from a ledger, kept as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.engines import needs_core
from support.external_players import agent_file, program_file

from fourcast.algorithms import Limit, SearchSpec
from fourcast.errors import UsageError
from fourcast.jobs import Failure, Ledger, Progress
from fourcast.matches import (
    GameRecord,
    MatchResult,
    MatchSettings,
    Participant,
    Penalty,
    Sprt,
    State,
    Tournament,
    match,
    pairs,
    saved_games,
    write_games,
)
from fourcast.play import game_from_json, load_game, parse_agent
from fourcast.rules import Rules

SMALL = Rules("classic", width=5, height=4)


def match_of(first: str, second: str, games: int, rules: Rules = SMALL, **more: Any) -> Tournament:
    return Tournament((Participant.parse(first), Participant.parse(second)), rules, games, is_match=True, **more)


def tournament_of(*players: str, games: int = 4, rules: Rules = SMALL, **more: Any) -> Tournament:
    return Tournament(tuple(map(Participant.parse, players)), rules, games, **more)


def summary(game: GameRecord) -> tuple[str, float, str]:
    return game.moves, game.points, game.ending


def test_the_number_of_workers_changes_nothing() -> None:
    one, two = (match("random", "mcts,nodes=20", games=12, rules=SMALL, workers=workers) for workers in (1, 2))
    assert [summary(game) for game in one.games] == [summary(game) for game in two.games]
    assert len(one.games) == 12


def test_every_opening_is_played_with_both_colours() -> None:
    result = match("level1", "random", games=10, rules=SMALL, workers=1)
    for pair in result.pairs:
        first, second = pair.games
        assert (first.first, second.first) == (0, 1)
        assert first.opening == second.opening
        assert first.moves.startswith(first.opening)
    assert len({game.opening for game in result.games}) == 5


def test_a_result_adds_up() -> None:
    result = match("level2", "random", games=10, rules=SMALL, workers=1)
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == len(result.games) == 10
    assert sum(data["pairs"]) == 5
    points = data["wins"] + data["draws"] / 2
    assert sum(n * count for n, count in zip((0, 0.5, 1, 1.5, 2), data["pairs"], strict=True)) == points
    assert data["overruns"] == data["crashes"] == data["illegal"] == 0
    assert sum(data["endings"].values()) == 10
    assert data["wins"] >= 8  # any search beats random moves
    assert result.score == points / 10
    assert result.elo.low < result.elo.value <= result.elo.high
    assert [standing.name for standing in result.standings] == ["level2", "random"]
    assert sum(game.winner == "level2" for game in result.games) == data["wins"]


def test_a_result_prints_as_people_say_it() -> None:
    result = match("level2", "random", games=2, rules=SMALL, workers=1)
    title = "level2 against random, classic,width=5,height=4, 2 games"
    wins = result.head_to_head().wins
    heading, first, *_ = str(result).splitlines()
    assert (heading, first.split()) == (title, f"wins, draws, losses {wins}, 0, {2 - wins}".split())
    assert f"<caption>{title}</caption>" in result._repr_html_()


def test_players_may_be_objects() -> None:
    spec = SearchSpec("minimax", limit=Limit(depth=2))
    texts = match("minimax,depth=2", "level1", games=2, rules=SMALL, workers=1)
    objects = match(spec, parse_agent("level1"), games=2, rules=SMALL, workers=1)
    assert [summary(game) for game in objects.games] == [summary(game) for game in texts.games]
    with pytest.raises(UsageError, match=r"FILE\.py:FUNCTION"):
        match(SearchSpec(eval=lambda *_: 0.0), "level1")


def test_more_than_two_players_play_a_tournament() -> None:
    result = match("random", "level1", "level2", games=4, rules=SMALL, workers=1)
    assert [result.head_to_head(a, b).games for a in range(3) for b in range(3)] == [0, 4, 4, 4, 0, 4, 4, 4, 0]
    assert sum(standing.points for standing in result.standings) == len(result.games) == 12
    assert [standing.games for standing in result.standings] == [8, 8, 8]
    assert result.standings[-1].name == "random"
    assert sum(standing.elo for standing in result.standings) == pytest.approx(0)
    with pytest.raises(UsageError, match="standings"):
        _ = result.elo
    headings, rows = result.table()
    assert headings[-3:] == ["1", "2", "3"]
    assert [row[5 + index] for index, row in enumerate(rows)] == ["·", "·", "·"]


def test_equal_deterministic_players_are_equal() -> None:
    result = match("level1", "level1", games=8, rules=SMALL, workers=1)
    assert result.head_to_head().pentanomial == [0, 0, 4, 0, 0]
    assert (result.elo.value, result.tournament.names) == (0, ["level1", "level1 (2)"])


def test_the_seeds_of_both_players_and_of_every_game_differ() -> None:
    result = match("random", "random", games=20, rules=SMALL, workers=1)
    assert len({game.moves for game in result.games}) == 20


def test_a_test_that_is_decided_ends_the_match() -> None:
    result = match("level3", "random", games=2000, sprt=(0, 200), workers=1)
    assert result.sprt_state is State.ACCEPTED
    assert len(result.games) < 200
    before = MatchResult(result.tournament)
    for index, pair in enumerate(result.pairs[:-1]):
        before.add(index, {"games": [game.to_json() for game in pair.games]})
    assert before.sprt_state is State.RUNNING  # the last pair decided it


def test_a_tournament_that_cannot_be_is_refused() -> None:
    for games in (1, 7, 0):
        with pytest.raises(UsageError, match="pairs"):
            match_of("random", "random", games)
    with pytest.raises(UsageError, match="two players"):
        tournament_of("random")
    with pytest.raises(UsageError, match="two players"):
        tournament_of("random", "greedy", "level1", sprt=Sprt())


def test_games_in_the_ledger_are_not_played_again(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    first = match("random", "level1", games=6, rules=SMALL, workers=1, ledger=ledger)
    again = match("random", "level1", games=10, rules=SMALL, workers=1, ledger=ledger)
    assert again.games[:6] == first.games
    with Ledger(ledger) as stored:
        assert len(stored) == 5


def test_a_pair_that_cannot_be_played_is_counted_apart_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = match_of("random", "random", 6)
    monkeypatch.setattr(Tournament, "opening_lines", lambda *_: ["12", "nowhere", "21"])
    result = planned.play(workers=1)
    assert ([pair.round for pair in result.pairs], result.not_played) == ([0, 2], 2)
    assert "NotationError" in result.problem
    assert [game["match"]["number"] for game in saved_games(result)] == [1, 2, 5, 6]


def test_a_player_that_ends_the_process_of_the_match_loses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pairs, "FUNCTION", "support.job_tasks:die_in_the_second_turn")
    for name in "ab":
        (tmp_path / f"{name}.py").write_text("def agent(observation): return 0\n")
    a, b = (f"kaggle:{tmp_path / name}.py" for name in "ab")
    both = match_of(a, b, 2).play(workers=1)
    assert [(game.winner, game.ending) for game in both.games] == [("a", "crash"), ("a", "crash")]
    assert "b: 2 crashes (lost 2 games). First: It was set aside after 3 attempts" in str(both)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.py").write_text("def agent(observation): return 0\n")
    assert match_of(a, f"kaggle:{tmp_path / 'other' / 'a.py'}", 2).play(workers=1).head_to_head().wins == 2
    assert match_of("random", a, 2).play(workers=1).head_to_head().wins == 2  # nobody else can have done it
    assert match_of("random", "random", 2).play(workers=1).not_played == 2


def test_every_pairing_of_a_tournament_has_its_own_openings() -> None:
    tasks = tournament_of(*["random"] * 6, games=2, rules=Rules()).tasks()
    assert len({task.arguments["opening"] for task in tasks}) > len(tasks) // 2
    shared = tournament_of(*["random"] * 6, games=2, rules=Rules(), shared_openings=True).tasks()
    assert len({task.arguments["opening"] for task in shared}) == 1


def test_the_longest_possible_duration_follows_from_the_time_limit() -> None:
    timed = tournament_of("random", "random", "random", games=4, rules=Rules(), settings=MatchSettings(time=2.0))
    assert timed.max_seconds(2) == 3 * 4 * 42 * 2.0 / 2
    assert tournament_of("random", "random").max_seconds(2) is None


def test_the_reason_of_a_failure_is_known_after_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = match_of("random", "random", 400)
    monkeypatch.setattr(Tournament, "opening_lines", lambda *_: ["nowhere", *["12"] * 199])
    result = MatchResult(planned)

    def interrupt(result: MatchResult, _: Progress) -> None:
        if result.not_played:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        planned.play(workers=1, on_progress=interrupt, result=result)
    assert "NotationError" in result.problem


def test_a_pair_that_failed_once_is_counted_when_it_is_played_after_all(tmp_path: Path) -> None:
    ledger, planned = tmp_path / "ledger.sqlite", match_of("random", "random", 4)
    with Ledger(ledger) as stored:
        stored.store([], [Failure(planned.tasks()[0], "The machine was full.", set_aside=False)])
    assert [pair.round for pair in planned.play(ledger=ledger, workers=1).pairs] == [0, 1]


def test_a_file_that_changes_is_another_player(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    keys = []
    for column in (1, 2):
        path.write_text(f"def agent(o, c): return {column}\n")
        keys.append(match_of(f"kaggle:{path}", "random", 2).tasks()[0].key)
    assert keys[0] != keys[1]


def test_a_program_whose_script_changes_is_another_player(tmp_path: Path) -> None:
    text = program_file(tmp_path, "babbles")
    before = Participant.parse(text).stamp
    assert Participant.parse(text).stamp == before
    (tmp_path / "babbles.py").write_text("# another program")
    assert Participant.parse(text).stamp != before


def test_another_version_plays_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    before = match_of("random", "random", 2).tasks()[0].key
    monkeypatch.setattr(pairs, "RESULTS_VERSION", "0.0.0")
    assert match_of("random", "random", 2).tasks()[0].key != before


@pytest.mark.parametrize("rules", ["most-lines,width=4,height=4", "drift,width=4,height=4", "popout,width=4,height=4",
                                   "extended,width=4,height=4,pops=1", "tictactoe"])  # fmt: skip
def test_every_kind_of_game_can_be_played(rules: str) -> None:
    result = match("level2", "random", games=4, rules=rules, workers=1)
    assert len(result.games) == 4
    assert not {"crash", "illegal", "time"} & set(result.endings)


def test_games_are_written_as_files_that_can_be_loaded(tmp_path: Path) -> None:
    result = match("level1", "random", games=4, rules=SMALL, workers=1)
    assert write_games(tmp_path / "games.jsonl", result) == write_games(tmp_path / "games", result) == 4
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    files = sorted((tmp_path / "games").iterdir())
    for line, path, game in zip(lines, files, result.games, strict=True):
        loaded = load_game(path)
        assert loaded.outcome == game_from_json(line).outcome == game.game.outcome
        assert loaded.outcome is not None
        assert loaded.names == (("level1", "random") if game.first == 0 else ("random", "level1"))
        assert line["match"]["points"] == game.points


def test_a_saved_game_names_built_in_agents_only(tmp_path: Path) -> None:
    external = agent_file(tmp_path, "leftmost")
    mine = tmp_path / "mine.py"
    mine.write_text("def fair(position, player):\n    return 0\n")
    for rival in (external, f"greedy,eval={mine}:fair"):
        games = saved_games(match("level1", rival, games=2, rules=SMALL, workers=1))
        assert [game["agents"] for game in games] == [["level1", None], [None, "level1"]]
    games = saved_games(match("level1", "random", games=2, rules=SMALL, workers=1))
    assert [game_from_json(game).agents for game in games] == [("level1", "random"), ("random", "level1")]


def test_the_parts_before_a_lost_turn_name_the_same_players(tmp_path: Path) -> None:
    settings = MatchSettings(illegal=Penalty.TURN)
    result = match("greedy", agent_file(tmp_path, "nothing"), games=2, rules=SMALL, settings=settings, workers=1)
    for game in saved_games(result):
        assert game["match"]["parts"]
        for part in game["match"]["parts"]:
            assert (part["names"], part["agents"]) == (game["names"], game["agents"])
            assert None in game["agents"]


def test_in_a_gauntlet_only_the_first_meets_the_others() -> None:
    planned = tournament_of("level2", "random", "greedy", gauntlet=True)
    assert planned.pairings == [(0, 1), (0, 2)]
    assert [pair[1:] for pair in planned.schedule()] == [(0, 1), (0, 2), (0, 1), (0, 2)]


def test_equal_players_of_a_tournament_play_different_games() -> None:
    planned = tournament_of("random", "random", "random", games=2)
    assert planned.names == ["random", "random (2)", "random (3)"]
    assert len({task.key for task in planned.tasks()}) == 3


def test_more_players_at_the_end_and_more_games_leave_what_was_played() -> None:
    before = {task.key for task in tournament_of("random", "random", "greedy").tasks()}
    after = [task.key for task in tournament_of("random", "random", "greedy", "level1", "random", games=6).tasks()]
    assert len(before) == 6
    assert before < set(after)
    assert len(set(after)) == len(after) == 30


@needs_core
def test_the_perfect_player_does_not_lose_a_drawn_game() -> None:
    # 5×4 is a draw (Tromp); from the empty board no player beats the perfect player.
    assert match("perfect", "level3", games=2, rules=SMALL, openings=0, workers=1).head_to_head().losses == 0
