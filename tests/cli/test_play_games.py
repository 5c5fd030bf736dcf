"""Whole games at the keyboard: what is typed is played, and how it ended is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import oracle
from support.command import call, run

SMALL = ("play", "--rules", "classic,width=4,height=4")
FIRST_WINS = "1\n2\n1\n2\n1\n2\n1\n"
SECOND_WINS = "1\n2\n1\n2\n3\n2\n3\n2\n"


def boards(out: str) -> list[list[str]]:
    """Every board that was drawn, as rows of signs."""
    drawn: list[list[str]] = []
    for line in out.splitlines():
        if "╭" in line:
            drawn.append([])
        if line.startswith(" │"):
            drawn[-1].append(line.strip(" │").replace(" ", ""))
    return drawn


def test_four_in_a_column_win_and_are_shown() -> None:
    ended = run(*SMALL, typed=FIRST_WINS + "n\n")
    assert ended.code == 0
    assert ended.err == ""
    assert boards(ended.out)[0] == ["····", "····", "····", "····"]
    assert boards(ended.out)[-1] == ["●···", "●○··", "●○··", "●○··"]
    assert "First wins" in ended.out


def test_the_names_given_are_the_names_used() -> None:
    out = call(*SMALL, "--names", "Ada, Bob", typed=FIRST_WINS + "n\n").out
    assert "● Ada: " in out
    assert "○ Bob: " in out
    assert "Ada wins" in out
    assert "First" not in out


def test_the_tally_runs_on_from_game_to_game_until_nobody_wants_another() -> None:
    out = run(*SMALL, typed=f"{FIRST_WINS}y\n{SECOND_WINS}YES\n{FIRST_WINS}no\n").out
    assert re.findall(r"First (\d+) .*?(\d+) .*?Second (\d+)", out) == [
        ("1", "0", "0"),
        ("1", "0", "1"),
        ("2", "0", "1"),
    ]
    assert out.count("Again?") == 3
    assert out.rstrip().endswith("Goodbye.")


def test_another_answer_than_yes_or_no_is_asked_for_again() -> None:
    out = call(*SMALL, typed=f"{FIRST_WINS}perhaps\n\n4\nn\n").out
    assert out.count("Again?") == 4
    assert "'perhaps'" in out


def test_undo_after_the_end_takes_the_point_back_and_the_game_goes_on() -> None:
    out = call(*SMALL, typed=f"{FIRST_WINS}u\n3\n2\nn\n").out
    assert "First 1" in out
    assert re.findall(r"First (\d+) .*?(\d+) .*?Second (\d+)", out)[-1] == ("0", "0", "1")
    assert boards(out)[-1] == ["·○··", "●○··", "●○··", "●○●·"]


def test_undo_and_redo_walk_through_the_game() -> None:
    out = run(*SMALL, typed="1\n2\nu\nu\nu\nr\nr\nr\nu\n3\nr\nq\n").out
    shown = [board[-1] for board in boards(out)]
    assert shown == ["····", "●···", "●○··", "●···", "····", "●···", "●○··", "●···", "●·○·"]
    assert out.count("no move to take back") == 1
    assert out.count("no move to replay") == 2


def test_who_resigns_loses_and_may_think_better_of_it() -> None:
    out = call(*SMALL, typed="1\nx\nu\n2\nq\n").out
    assert "Second resigned. First wins." in out
    assert boards(out)[-1][-1] == "●○··"


def test_tictactoe_is_played_on_a_numpad() -> None:
    out = run("play", "--rules", "tictactoe", typed="7\n5\n8\n1\n5\n9\nn\n").out
    assert boards(out)[0] == ["789", "456", "123"]
    assert boards(out)[-1] == ["●●●", "4○6", "○23"]
    assert "taken" in out
    assert "First wins" in out


def test_drift_says_where_a_disc_was_aimed_and_where_it_fell(tmp_path: Path) -> None:
    log = tmp_path / "log"
    typed = "".join(f"{column}\n" for column in "1234567" * 12)
    out = call("play", "--rules", "drift", "--seed", "1", "--log", str(log), typed=typed).out
    plays = [line for line in map(json.loads, log.read_text().splitlines()) if line["action"] == "play"]
    drifted = [(line["move"], str(line["landed"])) for line in plays if line["landed"] is not None]
    assert len(plays) == 42
    assert len(drifted) > 5
    assert re.findall(r"aimed (\d), fell in (\d)", out) == drifted


def test_the_same_seed_has_the_same_luck() -> None:
    game = ("play", "--rules", "drift", "--opponent", "random", "--seed", "5")
    typed = "4\n4\n4\n3\n3\n3\n"
    assert run(*game, typed=typed).out == run(*game, typed=typed).out


def test_extended_shows_points_and_pop_outs_left_after_every_move() -> None:
    out = call("play", "--rules", "extended,width=4,height=2,pops=1", typed="1\n3\n2\n3\np1\np1\np3\nq\n").out
    said = re.findall(r"First (\d), Second (\d)\..*First (\d), Second (\d)\.", out)
    assert [tuple(map(int, numbers)) for numbers in said] == [
        (0, 0, 1, 1),
        (0, 0, 1, 1),
        (0, 0, 1, 1),
        (2, 0, 1, 1),  # first has a row of two
        (2, 2, 1, 1),  # second has a column of two
        (0, 2, 0, 1),  # first has popped one of his
    ]
    assert "only the even columns" in out


def test_on_a_full_board_of_popout_a_draw_can_be_called() -> None:
    out = run("play", "--rules", "popout,width=3,height=2,connect=3", typed="1\n2\n1\n2\n=\n3\n3\n?\n=\nn\n").out
    assert "only" in out, "the call on a board with room was not explained"
    assert "= to call a draw" in out
    assert "Draw" in out
    assert re.search(r"First 0 .*1 .*Second 0", out)


def test_popout_is_drawn_when_a_position_stands_for_the_third_time() -> None:
    out = call("play", "--rules", "popout", typed="1\n2\np1\np2\n" * 2 + "n\n").out
    assert "Draw. The position occurred for the third time." in out


def test_pop_outs_may_be_typed_either_way_round() -> None:
    out = call("play", "--rules", "popout,width=4,height=2", typed="1\n2\n1P\np2\nq\n").out
    assert boards(out)[-1] == ["····", "····"]


# Against the random player


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize(
    ("spec", "keys"),
    [
        ("tictactoe", "123456789"),
        ("classic,width=4,height=3,connect=3", "1234"),
        ("extended,width=4,height=2,pops=1", ["1", "2", "3", "4", "p1", "p2", "p3", "p4"]),
    ],
)
def test_a_game_against_the_random_player_follows_the_written_rules(
    spec: str, keys: str | list[str], side: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    options = ("--rules", spec, "--opponent", "random", "--you", side, "--seed", "3", "--log", str(log))
    ended = call("play", *options, typed="".join(f"{key}\n" for key in keys) * 8)
    assert ended.code == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    end = next(number for number, line in enumerate(lines) if line["action"] == "end")
    rules = oracle.rules_from_text(spec)
    state = oracle.start(rules)
    for number, line in enumerate(lines[1:end]):
        assert line["action"] == "play"
        assert line["player"] == "xo"[number % 2]
        state = oracle.play_move(rules, state, line["move"])
        assert "/".join(line["board"]) == oracle.board_text(state)
    outcome = oracle.outcome(rules, state)
    assert outcome
    winner = None if outcome.winner is None else "xo"[outcome.winner]
    assert (lines[end]["outcome"]["winner"], lines[end]["outcome"]["how"]) == (winner, outcome.how)


def test_undo_against_the_random_player_takes_its_reply_back_too() -> None:
    out = call(*SMALL, "--opponent", "random", "--seed", "1", typed="u\n1\nu\nq\n").out
    assert "no move to take back" in out
    discs = [sum(row.count("●") + row.count("○") for row in board) for board in boards(out)]
    assert discs == [0, 2, 0]


def test_the_random_player_says_what_it_did() -> None:
    out = call("play", "--rules", "tictactoe", "--opponent", "random", "--you", "second", typed="q\n").out
    assert re.search(r"Random took cell [1-9]\.", out)


def test_you_win_and_do_not_wins() -> None:
    # two in a row: whatever the reply to the middle column, a disc in column 1 stands beside it or above its corner
    options = ("--rules", "classic,width=3,height=2,connect=2", "--opponent", "random")
    out = call("play", *options, typed="2\n1\nn\n").out
    assert re.search(r"You win\b", out)


def test_luck_does_not_depend_on_what_the_random_player_chose(tmp_path: Path) -> None:
    """Of the discs that the random player aims at the two right-hand columns, some must fall where they were aimed."""
    fell_as_aimed = []
    for seed in range(40):
        log = tmp_path / str(seed)
        options = ("--rules", "drift", "--opponent", "random", "--you", "second", "--seed", str(seed))
        call("play", *options, "--log", str(log))
        play = json.loads(log.read_text().splitlines()[1])
        if play["move"] in "67":
            fell_as_aimed.append(play["landed"] is None)
    assert len(fell_as_aimed) > 3
    assert any(fell_as_aimed)
