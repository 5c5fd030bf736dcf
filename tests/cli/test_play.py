"""A game at the keyboard: moves, keys, saving, the log, and every way out."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import oracle
from support.command import COMMAND, TIMEOUT, Live, call, run

from fourcast.play import load_game

SMALL = ("play", "--rules", "classic,width=4,height=4")
TINY = ("play", "--rules", "classic,width=4,height=2,connect=2")
FIRST_WINS = "1\n2\n1\n2\n1\n2\n1\n"
SECOND_WINS = "1\n2\n1\n2\n3\n2\n3\n2\n"
KEYS = {"u", "undo", "r", "redo", "s", "save", "x", "resign", "q", "quit", "exit", "?", "h", "help", "="}
"""Input that has a meaning."""
WRONG_KEYS = (
    "0",
    "5",
    "44",
    "-1",
    "1.0",
    "1e0",
    "1 2",
    "1,2",
    "p1",
    "1p",
    "p",
    "1>2",
    "=",
    "!",
    "y",
    "n",
    "quit now",
    "１",  # a full-width one
    "٣",  # an Arabic three
    "²",
    "[red]1[/red]",
    "[/]",
    ":smile:",
    "%s {0}",
    "../../etc/passwd",
    "\x1b[A",
    "\x1b]0;title\x07",
    "\x00",
    "1\x00",
    "\x7f\x7f",
    "é" * 300,
    "9" * 100_000,
    "z" * 100_000,
)


# Games


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


def test_the_tally_runs_on_from_game_to_game_until_nobody_wants_another() -> None:
    out = run(*SMALL, typed=f"{FIRST_WINS}y\n{SECOND_WINS}YES\n{FIRST_WINS}no\n").out
    assert re.findall(r"First (\d+) .*?(\d+) .*?Second (\d+)", out) == [
        ("1", "0", "0"),
        ("1", "0", "1"),
        ("2", "0", "1"),
    ]
    assert out.count("Again?") == 3
    assert out.rstrip().endswith("Goodbye.")


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


# Keys


def garbage(random: Random) -> bytes:
    """A line of anything at all that neither moves nor commands."""
    while True:
        length = random.choice((1, 1, 2, 5, 40, 400))
        line = bytes(random.randrange(256) for _ in range(length))
        line = re.sub(rb"[\r\n0-9]", b"", line)
        word = line.decode(errors="replace").strip().lower()
        if word not in KEYS:
            return line


def answers(out: str) -> list[str]:
    """What was said after each prompt of the first player, up to the next prompt."""
    return [said.strip() for said in out.split("● First: ")[1:]]


def says_a_sentence(answer: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2,}.*[.?!]$", answer, re.DOTALL)) and answer.isprintable() and len(answer) < 400


def test_every_wrong_key_is_answered_by_a_sentence_and_the_game_stands_where_it_stood() -> None:
    typed = "\n".join([*WRONG_KEYS, "", "   ", "4", "q"]) + "\n"
    ended = run("play", "--rules", "classic,width=4,height=4", typed=typed)
    assert ended.code == 0
    assert ended.err == ""
    said = answers(ended.out)
    for line, answer in zip([*WRONG_KEYS, "", "   "], said, strict=False):
        assert says_a_sentence(answer), (line[:40], answer[:400])
    assert len(said) == len(WRONG_KEYS) + 3
    assert "│ · · · ● │" in said[-1]


def test_hundreds_of_lines_of_garbage_do_not_end_the_program(tmp_path: Path) -> None:
    random = Random(11)
    log = tmp_path / "log"
    lines = [garbage(random) for _ in range(500)]
    typed = b"\n".join([*lines, b"2", b"q"]) + b"\n"
    ended = run("play", "--rules", "classic,width=4,height=4", "--log", str(log), typed=typed)
    assert ended.code == 0
    assert ended.err == ""
    said = answers(ended.out)
    assert len(said) == len(lines) + 1
    for line, answer in zip(lines, said, strict=False):
        assert says_a_sentence(answer), (line, answer)
    actions = [json.loads(line)["action"] for line in log.read_text().splitlines()]
    assert actions == ["start", "play", "leave"]


@pytest.mark.parametrize("spec", ["tictactoe", "popout,width=3,height=2", "extended,width=4,height=2", "drift,width=4"])
def test_keys_mean_what_they_mean_or_nothing_in_every_variant(spec: str) -> None:
    random = Random(spec)
    keys = ["1", "2", "3", "9", "p1", "2p", "u", "r", "?", "h", "=", "x", "y", "zz", "", "0", "1>2", "\x1b"]
    typed = "".join(f"{random.choice(keys)}\n" for _ in range(600))
    ended = call("play", "--rules", spec, "--seed", "2", typed=typed)
    assert ended.code == 0
    assert ended.err == ""
    assert ended.out.rstrip().endswith(("Goodbye.", "not saved."))


def test_help_tells_how_to_move_and_names_every_key() -> None:
    said = call("play", "--rules", "popout,width=4,height=4", typed="?\nq\n").out.split("First: ")[1]
    for word in ("1 to 4", "p1", "undo", "redo", "save", "resign", "quit"):
        assert word in said


def test_names_are_shown_as_they_were_given() -> None:
    names = ":pizza:,[red]B"
    out = call("play", "--rules", "classic,width=3,height=2,connect=2", "--names", names, typed="2\n1\n3\nn\n").out
    assert ":pizza: wins" in out
    assert "[red]B 0" in out


# Leaving


@pytest.mark.parametrize("typed", ["", "1\n", "1\n2", "1\n2\n1\n2\n1\n2\n1\n", "1\nx\n", "1\ns"])
def test_the_end_of_the_input_leaves_politely(typed: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    ended = run(*SMALL, typed=typed, folder=tmp_path_factory.mktemp("here"))
    assert ended.code == 0
    assert ended.err == ""
    assert "Goodbye." in ended.out.splitlines()[-1]


@pytest.mark.parametrize("keys", [[], ["1"], ["1", "2", "1", "2", "1", "2", "1"]], ids=["start", "middle", "end"])
def test_an_interrupt_leaves_politely(keys: list[str]) -> None:
    with Live(*SMALL) as game:
        for key in keys:
            game.until(": ")
            game.type(key)
        game.until("Again? (y/n) " if len(keys) == 7 else ("Second: " if keys else "First: "))
        game.interrupt()
        assert game.ended() == 0
        assert "Goodbye." in game.seen
        assert "Traceback" not in game.seen


def test_a_closed_input_leaves_politely() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, *SMALL],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_a_reader_that_has_gone_is_no_reason_for_a_traceback() -> None:
    shell = 'printf "1\\n2\\n1\\n2\\n" | "$@" | head -n 1'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *COMMAND, *SMALL], capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_unicode_can_play_too(encoding: str) -> None:
    ended = run(*SMALL, typed="?\n1\n2\nx\nn\n", PYTHONIOENCODING=encoding)
    assert ended.err == ""
    assert ended.code == 0
    assert "| x o . . |" in ended.out


# The log


def lines_of(log: Path) -> list[dict[str, Any]]:
    text = log.read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_every_action_has_its_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    save = tmp_path / "game.json"
    typed = "1\n9\nu\nr\n4\ns\nx\nu\n2\nn\n"
    run(*TINY, "--log", str(log), "--save", str(save), "--names", "Ada,Bob", typed=typed)
    lines = lines_of(log)
    actions = ["start", "play", "undo", "redo", "play", "save", "resign", "end", "undo", "play", "end", "leave"]
    assert [line["action"] for line in lines] == actions
    start, first = lines[:2]
    assert (start["rules"], start["names"]) == ("classic,width=4,height=2,connect=2", ["Ada", "Bob"])
    assert start["board"] == ["....", "...."]
    assert (first["ply"], first["player"], first["move"], first["board"]) == (1, "x", "1", ["....", "x..."])
    assert lines[5]["file"] == str(save)
    assert lines[6]["player"] == "x"
    assert lines[7]["outcome"] == {"winner": "o", "how": "resignation", "scores": [0, 0]}
    assert lines[10]["outcome"] == {"winner": "x", "how": "line", "scores": [1, 0]}


def test_a_line_is_there_before_the_next_key_is_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Live(*TINY, "--log", str(log)) as game:
        game.until("First: ")
        assert [line["action"] for line in lines_of(log)] == ["start"]
        game.type("1")
        game.until("Second: ")
        assert [line["action"] for line in lines_of(log)] == ["start", "play"]
        game.interrupt()
        game.ended()
    assert [line["action"] for line in lines_of(log)] == ["start", "play", "leave"]


def test_a_log_that_cannot_be_opened_is_explained_before_the_game(tmp_path: Path) -> None:
    ended = call(*TINY, "--log", str(tmp_path), typed="1\n")
    assert ended.code == 2
    assert str(tmp_path) in ended.err
    assert ended.out == ""


def test_a_disk_too_full_for_the_log_does_not_end_the_game() -> None:
    ended = run(*TINY, "--log", "/dev/full", typed="1\n4\nq\n")
    assert ended.code == 0
    assert "│ ● · · ○ │" in ended.out


def test_a_file_name_that_is_no_text_does_not_end_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    ended = call(*TINY, "--save", "game\udcff.json", "--log", str(log), typed="1\ns\nq\n", folder=tmp_path)
    assert ended.code == 0
    assert [line["action"] for line in lines_of(log)] == ["start", "play", "save", "leave"]


# Saving


def moves_in(path: Path) -> str:
    moves = json.loads(path.read_text())["moves"]
    assert isinstance(moves, str)
    return moves


def test_a_saved_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run(*SMALL, "--names", "Ada,Bob", "--save", str(path), typed="1\n2\n1\n2\n1\n2\ns\nq\n")
    assert moves_in(path) == "121212"
    out = run("play", "--resume", str(path), typed="1\nn\n").out
    assert "● Ada: " in out
    assert "Ada wins" in out


def test_saving_the_next_game_does_not_overwrite_the_one_before(tmp_path: Path) -> None:
    out = call(*SMALL, "--save", "first.json", typed="1\n2\n1\n2\n1\n2\n1\ns\ny\n3\ns\nq\n", folder=tmp_path).out
    assert moves_in(tmp_path / "first.json") == "1212121"
    other = re.findall(r"--resume (\S+)", out)[1]
    assert moves_in(tmp_path / other) == "3"


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    ended = call(*SMALL, "--save", str(tmp_path / "nowhere" / "game.json"), typed="1\ns\n2\nq\n")
    assert ended.code == 0
    assert "Cannot save" in ended.out
    assert "│ ● ○ · · │" in ended.out


def test_the_player_who_leaves_is_told_whether_the_game_was_saved(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    assert "not saved" in call(*SMALL, typed="1\nq\n").out
    assert "not saved" in call(*SMALL, "--save", path, typed="1\ns\n2\nq\n").out
    assert "not saved" not in call(*SMALL, "--save", path, typed="1\n2\ns\nq\n").out
    assert "not saved" not in call(*SMALL, typed="q\n").out


@pytest.mark.parametrize("leave", ["q\n", "", "interrupt"])
def test_leaving_loses_no_saved_game(leave: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with Live(*SMALL, "--save", str(path)) as game:
        for key in ("1", "2", "s", "3"):
            game.until(": ")
            game.type(key)
        game.until("│ ● ○ ● · │")
        if leave == "interrupt":
            game.interrupt()
        elif leave:
            game.press(leave)
        else:
            game.close()
        assert game.ended() == 0
    assert len(load_game(path).plies) == 2


def test_the_command_offered_for_resuming_brings_the_random_player_back(tmp_path: Path) -> None:
    saved = call(*SMALL, "--opponent", "random", "--seed", "1", typed="1\ns\nq\n", folder=tmp_path).out
    [command] = re.findall(r"fourcast (play --resume .*)", saved)
    out = call(*command.split(), typed="1\nq\n", folder=tmp_path).out
    assert "Random dropped" in out
    assert "Random: " not in out, "a person is asked to play for the random player"


# On a terminal


def test_the_two_sides_have_colours_of_their_own() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.type("1")
        after_one = game.until("Second: ")
        game.type("2")
        after_two = game.until("First: ")
        game.type("q")
        assert game.ended() == 0
    red, yellow = r"\x1b\[[0-9;]*31m●", r"\x1b\[[0-9;]*33m○"
    assert re.search(red, after_one)
    assert re.search(yellow, after_two)


def test_a_winning_line_stands_out() -> None:
    with Live(*SMALL, terminal=True) as game:
        for key in ("1", "2", "1", "2", "1", "2", "1"):
            game.until(": ")
            game.type(key)
        last = game.until("Again?")
    reversed_discs = re.findall(r"\x1b\[(?:[0-9;]*;)?7;[0-9;]*m●", last)
    assert len(reversed_discs) == 4


def test_ctrl_c_leaves_politely() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.type("1")
        game.until("Second: ")
        game.press("2")  # typed, but Enter was not pressed
        game.interrupt()
        assert game.ended() == 0
        assert "Goodbye." in game.seen
        assert "Traceback" not in game.seen


def test_ctrl_d_leaves_politely() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.press("\x04")
        assert game.ended() == 0
        assert "Goodbye." in game.seen


def test_a_running_count_can_be_stopped_by_ctrl_c() -> None:
    with Live("perft", "--depth", "20", terminal=True) as count:
        count.until("3 343")
        count.interrupt()
        assert count.ended() == 130
        assert "Traceback" not in count.seen
