"""Players that hang, crash or reply nonsense lose that game and nothing else."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.engines import needs_core
from support.external_players import PROGRAM, SEEDED, agent_file, program_file

from fourcast.errors import UsageError
from fourcast.matches import Adjudication, MatchSettings, Participant, Penalty, external_player, play_pair, players
from fourcast.matches.external_player import ExternalPlayer
from fourcast.matches.players import LocalPlayer
from fourcast.matches.protocol import Go
from fourcast.play import Game, game_from_json
from fourcast.rules import Rules, other
from fourcast.solver import shared_solver

SMALL = "classic,width=4,height=4"


@pytest.fixture(autouse=True)
def short_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_player, "STOP_TIMEOUT", 0.05)


def pair(first: str, second: str, *, rules: str = SMALL, opening: str = "", **terms: Any) -> list[dict[str, Any]]:
    settings = MatchSettings(**{"adjudication": Adjudication.NEVER, **terms})
    played = play_pair(
        rules=rules,
        players=[first, second],
        opening=opening,
        number=0,
        seed=1,
        control=settings.to_json(),
    )
    games: list[dict[str, Any]] = played["games"]
    return games


@pytest.mark.parametrize(
    ("what", "how", "word"),
    [
        ("hangs", "time", "did not reply"),
        ("exits", "crash", "code 3"),
        ("kills", "crash", "It "),
        ("raises", "crash", "ZeroDivisionError"),
        ("leaves", "crash", "SystemExit"),
        ("breaks", "crash", "SIGSEGV"),
        ("talks", "illegal", "It returned 'the middle'. A ConnectX agent returns a column, counted from 0: 0 to 3."),
        ("misses", "illegal", "It returned 4. A ConnectX agent"),
    ],
)
def test_a_bad_agent_loses_both_games_and_the_reason_is_recorded(
    what: str, how: str, word: str, tmp_path: Path
) -> None:
    games = pair("random", agent_file(tmp_path, what), time=0.2 if what == "hangs" else 30.0)
    assert [(game["points"], game["ending"]) for game in games] == [(1.0, how), (1.0, how)]
    assert all(word in game["detail"] for game in games)
    for game in games:
        assert game_from_json(game["game"]).outcome is not None


@pytest.mark.parametrize(
    ("what", "how"),
    [("floods", "time"), ("babbles", "illegal"), ("binary", "illegal"), ("closes", "crash"), ("grumbles", "crash")],
)
def test_games_end_whatever_a_program_writes(what: str, how: str, tmp_path: Path) -> None:
    games = pair(program_file(tmp_path, what), "greedy", time=0.2 if what == "floods" else 30.0)
    assert [game["ending"] for game in games] == [how, how]
    assert [game["points"] for game in games] == [0.0, 0.0]


def test_a_line_without_end_is_no_line_and_the_next_one_counts(tmp_path: Path) -> None:
    games = pair(program_file(tmp_path, "long"), "greedy", time=30.0)
    assert all(game["stats"][0]["moves"] > 0 for game in games)


def test_a_lost_turn_leaves_the_board_and_lets_the_other_move(tmp_path: Path) -> None:
    games = pair("greedy", agent_file(tmp_path, "nothing"), illegal=Penalty.TURN)
    for game in games:
        ours, theirs = game["stats"]
        assert game["ending"] == "line"  # greedy plays alone until it has four in a row
        assert game["points"] == 1.0
        assert theirs["moves"] == 0
        assert theirs["lost_turns"] == theirs["illegal"] == len(game["parts"])
        assert ours["moves"] == 4
        # Each part goes on where the one before ended, with the other side to move.
        parts = [game_from_json(part) for part in (*game["parts"], game["game"])]
        for before, after in pairwise(parts):
            assert after.start == before.position._replace(turn=other(before.position.turn))


def test_two_players_that_never_reply_do_not_play_forever(tmp_path: Path) -> None:
    nothing = agent_file(tmp_path, "nothing")
    games = pair(nothing, nothing, illegal=Penalty.TURN)
    assert [game["ending"] for game in games] == ["illegal", "illegal"]
    assert [game["points"] for game in games] == [0.0, 1.0]  # whoever moves first runs out of turns first
    assert [game["stats"][0]["lost_turns"] for game in games] == [10, 10]


def test_a_player_that_hangs_may_lose_the_turn_alone_and_is_started_again(tmp_path: Path) -> None:
    games = pair("greedy", agent_file(tmp_path, "hangs"), time=0.2, overrun=Penalty.TURN, illegal=Penalty.GAME)
    for game in games:
        assert game["ending"] == "line"
        assert game["stats"][1]["overruns"] == game["stats"][1]["lost_turns"] >= 3


def test_after_a_crash_the_next_game_is_played_by_a_new_process(tmp_path: Path) -> None:
    path = tmp_path / "once.py"
    path.write_text(
        "import os, pathlib\nflag = pathlib.Path(__file__).with_suffix('.flag')\n"
        "def agent(observation, configuration):\n"
        "    if not flag.exists():\n        flag.touch()\n        os._exit(1)\n"
        "    return min(c for c in range(configuration.columns) if not observation.board[c])\n"
    )
    first, second = pair(f"kaggle:{path}", "random")
    assert first["ending"] == "crash"
    assert second["ending"] != "crash"
    assert second["stats"][0]["moves"] > 0


def test_an_evaluation_from_a_file_plays_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import time\ndef fair(position, player):\n    return 0\ndef slow(position, player):\n    time.sleep(3600)\n"
    )
    assert Participant.parse(f"minimax,depth=2,eval={path}:fair").command
    assert not Participant.parse("minimax,depth=2,eval=quadruplets").command
    games = pair(f"minimax,depth=2,eval={path}:slow", f"minimax,depth=2,eval={path}:fair", time=1.0)
    assert [(game["points"], game["ending"]) for game in games] == [(0.0, "time"), (0.0, "time")]
    assert games[1]["stats"][1]["moves"] > 0


def test_a_player_that_cannot_be_started_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n")
    for text, word in ((f"kaggle:{empty}", "callable"), ("program:true", "code 0")):
        with pytest.raises(UsageError, match=word):
            Participant.parse(text).check(Rules.parse(SMALL))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("sleep 3600", "nothing"),
        ("cat", "'fourcast'"),
        ("read x; echo Unknown command: $x; sleep 3600", "'Unknown command: fourcast'"),
    ],
)
def test_a_program_that_speaks_something_else_is_refused_with_what_was_expected(
    script: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "HELLO_TIMEOUT", 1.0)
    with pytest.raises(UsageError) as refused:
        Participant.parse(f"program:sh -c '{script}'").check(Rules.parse(SMALL))
    expected = "the reply to `fourcast` is `fourcastok` (docs/protocol.md)."
    assert f"in 1 s it said {said}; {expected}" in str(refused.value)


@pytest.mark.parametrize("text", ["program:", "program:/nowhere/engine", "program:'x", "kaggle:/nowhere.py", "levle4"])
def test_a_player_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Participant.parse(text)


def test_files_that_a_command_names_are_found_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "books").mkdir()
    (tmp_path / "x.book").write_text("1")
    text = "program:sh x.book --book=x.book books --data=books/ --level=3"
    first = Participant.parse(text)
    folder = str(tmp_path)
    absolute = text.replace("x.book", f"{folder}/x.book").replace("books/", f"{folder}/books").split()
    assert list(first.command[1:]) == absolute[1:]
    (tmp_path / "x.book").write_text("2")
    assert Participant.parse(text).stamp != first.stamp


def test_a_kaggle_agent_plays_only_what_connectx_has(tmp_path: Path) -> None:
    agent = Participant.parse(agent_file(tmp_path, "leftmost"))
    for rules in ("popout", "drift", "most-lines", "tictactoe", "extended"):
        with pytest.raises(UsageError, match="ConnectX"):
            agent.check(Rules.parse(rules))


def test_a_process_is_gone_when_its_player_is_closed(tmp_path: Path) -> None:
    player = Participant.parse(agent_file(tmp_path, "hangs")).player()
    assert player.start_game(Rules.parse(SMALL), 1) is None
    assert isinstance(player, ExternalPlayer)
    process = player._process
    assert process is not None
    player.close()
    assert not process.is_running


def test_what_a_program_says_of_its_seed_costs_nothing_and_the_seed_is_one_it_allows(tmp_path: Path) -> None:
    path = tmp_path / "seeded.py"
    path.write_text(SEEDED.format(most=3))
    player = ExternalPlayer((sys.executable, str(path)))
    try:
        moves = set()
        for seed in (0, 1, 2, 3, 4_000_000_000):
            assert player.start_game(Rules.parse(SMALL), seed) is None
            moves.add(player.choose(Game(Rules.parse(SMALL)), Go(movetime=30.0), 30.0).move)
        assert moves == {"1", "2", "3"}
    finally:
        player.close()


@pytest.mark.parametrize(("version", "line"), [(1, "go movetime 1100"), (2, "go time 12000 inc 100")])
def test_a_program_that_does_not_know_clocks_gets_a_time_for_the_move(version: int, line: str, tmp_path: Path) -> None:
    path = tmp_path / "repeats.py"
    answer = "print('error ' + line.strip(), 'bestmove none', sep='\\n', flush=True)"
    path.write_text(PROGRAM.format(go=answer).replace("id name stranger", f"protocol {version}"))
    player = ExternalPlayer((sys.executable, str(path)))
    try:
        assert player.start_game(Rules(), 1) is None
        assert player.choose(Game(Rules()), Go(time=12.0, increment=0.1), 30.0).detail == line
    finally:
        player.close()


@pytest.mark.parametrize("agent", ["minimax,depth=30", "mcts,nodes=999999999", "minimax,depth=30,engine=python"])
def test_a_built_in_agent_that_does_not_come_to_an_end_loses(agent: str) -> None:
    games = pair(agent, "random", rules="classic", hang_timeout=0.3)
    assert [(game["points"], game["ending"]) for game in games] == [(0.0, "time"), (0.0, "time")]
    assert "did not reply" in games[0]["detail"]


def test_the_hang_timeout_changes_nothing_for_a_player_that_replies() -> None:
    agent = Participant.parse("minimax,depth=3").agent
    assert agent is not None
    game = Game(Rules())
    reply = LocalPlayer(agent).choose(game, Go(), 3600.0)
    assert (reply.move, reply.fault) == (agent.choose(game).move, None)


@needs_core
def test_the_perfect_player_uses_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = sys.modules[shared_solver.__module__]
    shared._shared_solver.cache_clear()
    rules, looked = Rules.parse("classic,width=4,height=5"), []

    def find(wanted: Rules) -> None:
        looked.append(wanted)

    monkeypatch.setattr(shared, "find_book", find)
    pair("perfect", "random", rules="classic,width=4,height=5", opening="1122")
    assert looked == [rules]
