"""`fourcast match` and `fourcast tournament` as their users run them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.command import Live, call
from support.engines import needs_core
from support.external_players import agent_file

from fourcast.cli.progress import count_bar
from fourcast.jobs import Progress
from fourcast.play import load_game

SMALL = ("--rules", "classic,width=5,height=4")


KEYS = {
    "match": "rules players seed settings games games_planned games_not_played wins draws losses pairs score elo "
    "elo_interval nelo nelo_interval superiority overruns delayed time_losses crashes illegal lost_turns adjudicated "
    "endings sprt",
    "tournament": "rules seed settings gauntlet games games_planned games_not_played players table",
}
"""Programs read these."""
PLAYER_KEYS = (
    "name agent moves seconds overruns delayed max_overrun illegal crashes lost_turns fallback_moves time_losses "
    "crash_losses illegal_losses first_problem"
)


@pytest.mark.parametrize("command", KEYS)
def test_results_as_data_have_the_keys_that_programs_read(command: str) -> None:
    ended = call(command, "level1", "random", "--games", "2", *SMALL, "--json", "--workers", "1")
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert set(data) == set(KEYS[command].split())
    assert set(PLAYER_KEYS.split()) <= set(data["players"][0])
    assert data["games"] == 2


def test_the_elo_difference_is_printed_with_its_interval_and_the_sequential_test() -> None:
    ended = call("match", "level1", "random", "--games", "4", *SMALL, "--sprt", "--workers", "1")
    assert ended.code == 0, ended.err
    assert ended.out.startswith("level1 against random, classic,width=5,height=4, 4 games")
    assert "Elo difference" in ended.out
    assert "95 %:" in ended.out
    assert "undecided between 0 and +20 Elo" in ended.out


def test_crashes_are_counted_and_the_reason_is_printed(tmp_path: Path) -> None:
    ended = call("match", "random", agent_file(tmp_path, "raises"), "--games", "4", *SMALL, "--workers", "1")
    assert ended.code == 0, ended.err
    assert "raises: 4 crashes (lost 4 games). First: ZeroDivisionError" in ended.out


def test_what_came_before_a_lost_turn_is_a_file_of_its_own(tmp_path: Path) -> None:
    stranger, out = agent_file(tmp_path, "misses"), tmp_path / "games"
    call("match", "random", stranger, "-n", "2", *SMALL, "--illegal", "turn", "-o", str(out), "-w", "1")
    games = {path.name: load_game(path) for path in sorted(out.iterdir())}
    first = [game for name, game in games.items() if name.startswith("00001")]
    whole = json.loads(next(path for path in out.iterdir() if "part" not in path.name).read_text(encoding="utf-8"))
    assert len(first) == 1 + len(whole["match"]["parts"]) > 1
    assert [game.outcome is None for name, game in games.items()] == ["part" in name for name in games]


@needs_core
def test_moves_of_the_fallback_are_counted() -> None:
    asked = ("match", "perfect", "random", "-n", "2", "-r", "most-lines", "-t", "0.02", "--margin", "60", "-w", "1")
    assert re.search(r"perfect: \d+ of \d+ moves were not solved in time and made by a search", call(*asked).out)
    assert json.loads(call(*asked, "--json").out)["players"][0]["fallback_moves"] > 0


def test_games_of_another_match_are_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "games"
    asked = ("match", "level1", "random", *SMALL, "-o", str(out), "-w", "1")
    assert call(*asked, "-n", "2").code == 0
    (out / "00009-notes.json").write_text("[]", encoding="utf-8")  # nobody's game
    before = {file: file.read_bytes() for file in out.iterdir()}
    for other in (("--seed", "2"), ("--time", "0.5"), ("--openings", "3")):
        ended = call(*asked, "-n", "2", *other)
        assert ended.code == 2
        assert "has games of another match" in ended.err
        assert ended.out == ""
    tournament = call("tournament", "level1", "random", "greedy", "-n", "2", *SMALL, "-o", str(out), "-w", "1")
    assert "Name another folder" in tournament.err
    assert {file: file.read_bytes() for file in out.iterdir()} == before
    assert call(*asked, "-n", "4").code == 0
    assert len(list(out.iterdir())) == 5


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["random", "levle3"], "Did you mean 'level3'?"),
        (["random", "random", "--games", "3"], "even number"),
        (["random", "random", "-o", "/nowhere/games"], "Folder /nowhere does not exist"),
        (["random", "random", "-o", "games.txt"], "games.txt"),
        (["random", "random", "--openings", "99"], "--openings"),
        (["random"], "Missing argument"),
    ],
)
def test_invalid_arguments_are_refused_at_once(arguments: list[str], complaint: str) -> None:
    ended = call("match", *arguments)
    assert ended.code == 2
    assert ended.out == ""
    [line] = ended.err.splitlines()
    assert complaint in line


def test_an_interrupt_prints_the_result_so_far_and_keeps_the_games(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    ledger = tmp_path / "ledger.sqlite"
    players = ("match", "level1", "random", "-n", "20000", "--openings", "4", "--workers", "1")
    with Live(*players, "-o", str(out), "--ledger", str(ledger), terminal=True) as running:
        running.until("Elo ")
        running.interrupt()
        assert running.ended() == 130
    assert "of 20000 games are finished." in running.seen
    assert f"Results so far are in {ledger}: the same command continues from there." in " ".join(running.seen.split())
    assert "Traceback" not in running.seen
    assert "wins, draws, losses" in running.seen
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 2
    assert f"{len(lines)} games are stored" in running.seen


def test_a_file_of_many_games_is_not_taken_for_one(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    call("match", "level1", "random", "-n", "2", *SMALL, "-o", str(out), "-w", "1")
    ended = call("play", "--resume", str(out))
    assert ended.code == 2
    assert "several games, one per line" in ended.err
    assert "-o DIR" in ended.err


@pytest.mark.parametrize(
    ("players", "words", "hypothesis"),
    [
        (("level2", "random"), "H1 accepted: level2 is more than 0 Elo better than random; +300 is more likely", "H1"),
        (("random", "level2"), "H0 accepted: random is not +300 Elo better than level2; 0 is more likely", "H0"),
    ],
)
def test_the_accepted_hypothesis_is_explained(
    players: tuple[str, str], words: str, hypothesis: str, tmp_path: Path
) -> None:
    asked = ("match", *players, "-n", "400", *SMALL, "--sprt-elo", "0,300", "--ledger", str(tmp_path / "l"), "-w", "1")
    told, data = call(*asked), call(*asked, "--json")
    assert f"{words} (wrong in at most 5% of matches)" in told.out
    assert json.loads(data.out)["sprt"]["hypothesis"] == hypothesis


def test_games_are_stored_by_default_and_the_same_command_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    few, more, again = (
        call("match", "level1", "random", "-n", games, *SMALL, "-w", "1", "--json") for games in ("2", "4", "4")
    )
    [kept] = (tmp_path / "fourcast" / "matches").glob("*.sqlite")
    assert f"Games are stored in {kept}." in few.err
    played = json.loads(few.out)["games"]
    assert f"{played} of them were played before" in more.err
    assert again.out == more.out
    assert "All games were played before" in again.err


def test_games_are_played_where_nothing_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    ended = call("match", "random", "random", "-n", "2", *SMALL, "-w", "1", "--json")
    assert (ended.code, json.loads(ended.out)["games"]) == (0, 2)
    assert "not stored" in ended.err


def test_a_tournament_has_a_cross_table() -> None:
    ended = call("tournament", "random", "level4", "greedy", "--games", "2", *SMALL, "--workers", "1")
    assert ended.code == 0, ended.err
    rows = [line for line in ended.out.splitlines() if "│" in line]
    assert len(rows) == 3
    assert "6 games" in ended.out
    assert "level4" in rows[0]


def test_a_file_with_a_syntax_error_loses_its_games_and_the_others_play_on(tmp_path: Path) -> None:
    broken, other = agent_file(tmp_path, "syntax"), agent_file(tmp_path, "leftmost")
    ended = call("tournament", "random", broken, other, "--games", "2", *SMALL, "--workers", "1", "--json")
    assert ended.code == 0, ended.err
    assert (
        "syntax cannot play and loses its games: It exited with code 1: SyntaxError in syntax.py, line 1" in ended.err
    )
    players = {player["name"]: player for player in json.loads(ended.out)["players"]}
    assert (players["syntax"]["points"], players["syntax"]["crash_losses"]) == (0, 4)
    assert players["random"]["points"] + players["leftmost"]["points"] == 6
    assert "SyntaxError" in players["syntax"]["first_problem"]


def test_repeated_openings_are_reported() -> None:
    ended = call("match", "random", "random", "-n", "20", "--rules", "tictactoe", "--openings", "1", "--workers", "1")
    assert ended.code == 0
    assert "Only 6 distinct openings of this length exist; 4 are repeated" in ended.err


def test_without_a_terminal_the_duration_is_forecast_once_some_games_are_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourcast.cli.progress.FORECAST_S", 0.0)
    with count_bar(100) as update:
        update("first games", 0, None)
        for done in (0, 4, 6):
            update("Elo +10", done, Progress(1 + done // 2, 0, 0, 50, seconds_left=600.0, workers=2))
    assert capsys.readouterr().err == "4 of 100 games: Elo +10, about 0:10:00 left\n"
