"""A game at the keyboard: moves, keys, saving, the log, and every way out."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import oracle
from support.command import COMMAND, TIMEOUT, Live, call, run

from fourcast.cli.game_record import GameRecorder
from fourcast.store import FILE, Store
from fourcast.system import data_dir

SMALL = ("play", "--rules", "classic,width=4,height=4")
TINY = ("play", "--rules", "classic,width=4,height=2,connect=2")
FIRST_WINS = "1\n2\n1\n2\n1\n2\n1\n"
SECOND_WINS = "1\n2\n1\n2\n3\n2\n3\n2\n"
WRONG_KEYS = (
    *("0", "5", "44", "-1", "1.0", "1 2", "1,2", "p1", "p", "1>2", "=", "!", "y", "quit now"),
    *("１", "٣", "²"),  # digits of other scripts
    *("[red]1[/red]", "[/]", ":smile:", "%s {0}", "../../etc/passwd"),
    *("\x1b[A", "\x1b]0;title\x07", "\x00", "1\x00", "\x7f\x7f", "\udcff\udc80"),
    *("é" * 300, "9" * 100_000, "z" * 100_000, "", "   "),
)


def boards(out: str) -> list[list[str]]:
    """Every board that was drawn, as rows of signs."""
    drawn: list[list[str]] = []
    for line in out.splitlines():
        if "╭" in line:
            drawn.append([])
        if line.startswith(" │"):
            drawn[-1].append(line.strip(" │").replace(" ", ""))
    return drawn


def tallies(out: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, found)) for found in re.findall(r"First (\d+) .*?(\d+) .*?Second (\d+)", out)]


# Games


def test_games_are_played_to_their_end_and_the_tally_goes_on() -> None:
    ended = call(*SMALL, typed=f"{FIRST_WINS}y\n{SECOND_WINS}YES\n{FIRST_WINS}no\n")
    assert (ended.code, ended.err) == (0, "")
    assert boards(ended.out)[0] == ["····", "····", "····", "····"]
    assert boards(ended.out)[-1] == ["●···", "●○··", "●○··", "●○··"]
    assert "First wins" in ended.out
    assert tallies(ended.out) == [(1, 0, 0), (2, 0, 0), (3, 0, 0)]  # the second game was begun by the other player
    assert ended.out.rstrip().endswith("Goodbye.")


def test_who_has_to_wait_for_the_perfect_player_reads_how_to_wait_less() -> None:
    game = ("play", "--rules", "classic,width=9,height=7", "--opponent")
    advice = "To wait less, play against perfect,time=10, or press Ctrl-C."
    said = [" ".join(call(*game, player, typed="q\n").err.split()) for player in ("perfect", "perfect,time=10")]
    assert [advice in text for text in said] == [True, False]
    assert all("it cannot solve most positions in" in text for text in said)


def test_undo_redo_and_resignation_walk_through_the_game() -> None:
    out = call(*SMALL, typed="1\n2\nu\nu\nu\nr\nr\nr\nu\n3\nr\nx\nu\nq\n").out
    shown = [board[-1] for board in boards(out)]
    assert shown == ["····", "●···", "●○··", "●···", "····", "●···", "●○··", "●···", "●·○·", "●·○·"]
    assert out.count("no move to take back") == 1
    assert out.count("no move to replay") == 2
    assert "First resigned. Second wins." in out


def test_undo_after_the_end_takes_the_point_back_and_the_game_goes_on() -> None:
    out = call(*SMALL, typed=f"{FIRST_WINS}u\n3\n2\nn\n").out
    assert tallies(out) == [(1, 0, 0), (0, 0, 1)]
    assert boards(out)[-1] == ["·○··", "●○··", "●○··", "●○●·"]


def test_a_game_that_ended_before_the_player_moved_cannot_be_taken_back(tmp_path: Path) -> None:
    start = tmp_path / "start"
    start.write_text("....\n....\nooo.\nxxx.\n")
    ended = call(*SMALL, "--start", str(start), "--opponent", "perfect", "--you", "second", typed="u\nn\n")
    assert (ended.code, ended.err) == (0, "")
    assert "no move to take back" in ended.out
    assert ended.out.endswith("Goodbye.\n")


def test_drift_says_where_a_disc_was_aimed_and_where_it_fell_and_a_seed_repeats_it(tmp_path: Path) -> None:
    typed = "".join(f"{column}\n" for column in "1234567" * 12)
    log = tmp_path / "log"
    out = call("play", "--rules", "drift", "--seed", "1", "--log", str(log), typed=typed).out
    plays = [line for line in lines_of(log) if line["action"] == "play"]
    drifted = [(line["move"], str(line["landed"])) for line in plays if line["landed"] is not None]
    assert len(plays) == 42
    assert len(drifted) > 5
    assert re.findall(r"aimed at column (\d), and the disc fell into column (\d)", out) == drifted
    again = call("play", "--rules", "drift", "--seed", "1", typed=typed).out
    assert again.partition("Result:")[0] == out.partition("Result:")[0]


def test_points_and_pop_outs_are_shown_after_every_move() -> None:
    out = call("play", "--rules", "extended,width=4,height=2,pops=1", typed="1\n3\n2\n3\np1\nq\n").out
    said = re.findall(r"First (\d), Second (\d)\..*First (\d), Second (\d)\.", out)
    # the first player has a row of two, then the second a column; the first pops a disc
    assert ["".join(numbers) for numbers in said] == ["0011", "0011", "0011", "2011", "2211", "0201"]


def test_on_a_full_board_of_popout_a_draw_can_be_called() -> None:
    out = call("play", "--rules", "popout,width=3,height=2,connect=3", typed="1\n2\n1\n2\n=\n3\n3\n?\n=\nn\n").out
    assert "only" in out, "the call on a board with room was not explained"
    assert "= to call a draw" in out
    assert tallies(out) == [(0, 1, 0)]


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_game_against_the_random_player_follows_the_written_rules(side: str, tmp_path: Path) -> None:
    log, spec = tmp_path / "log", "extended,width=4,height=2,pops=1"
    options = ("--rules", spec, "--opponent", "random", "--you", side, "--seed", "3", "--log", str(log))
    assert call("play", *options, typed="1\n2\n3\n4\np1\np2\np3\np4\n" * 8).code == 0
    lines = lines_of(log)
    end = next(number for number, line in enumerate(lines) if line["action"] == "end")
    rules = oracle.rules_from_text(spec)
    state = oracle.start(rules)
    for number, line in enumerate(lines[1:end]):
        assert (line["action"], line["player"]) == ("play", "xo"[number % 2])
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
    for seed in range(24):
        log = tmp_path / str(seed)
        options = ("--rules", "drift", "--opponent", "random", "--you", "second", "--seed", str(seed))
        call("play", *options, "--log", str(log))
        play = lines_of(log)[1]
        if play["move"] in "67":
            fell_as_aimed.append(play["landed"] is None)
    assert len(fell_as_aimed) > 3
    assert any(fell_as_aimed)


# Keys


def test_every_wrong_key_is_answered_by_a_sentence_and_the_game_stands_where_it_stood() -> None:
    typed = "\n".join([*WRONG_KEYS, "4", "q"]) + "\n"
    ended = run(*SMALL, typed=typed.encode(errors="surrogateescape"))
    assert (ended.code, ended.err) == (0, "")
    said = [answer.strip() for answer in ended.out.split("● First: ")[1:]]
    assert len(said) == len(WRONG_KEYS) + 1
    for line, answer in zip(WRONG_KEYS, said, strict=False):
        assert re.search(r"[A-Za-z]{2,}.*[.?!]$", answer, re.DOTALL), (line[:40], answer[:400])
        assert answer.isprintable(), line
        assert len(answer) < 400
    assert "│ · · · ● │" in said[-1]


@pytest.mark.parametrize("spec", ["tictactoe", "popout,width=3,height=2", "extended,width=4,height=2", "drift,width=4"])
def test_keys_mean_what_they_mean_or_nothing_in_every_variant(spec: str) -> None:
    random = Random(spec)
    keys = ["1", "2", "3", "9", "p1", "2p", "u", "r", "?", "h", "=", "x", "y", "zz", "", "0", "1>2", "\x1b"]
    typed = "".join(f"{random.choice(keys)}\n" for _ in range(300))
    ended = call("play", "--rules", spec, "--seed", "2", typed=typed)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.rstrip().endswith("Goodbye.")


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


@pytest.mark.parametrize("typed", ["", "1\n2", FIRST_WINS, "1\ns"], ids=["start", "game", "end", "key"])
def test_the_end_of_the_input_leaves_politely(typed: str, tmp_path: Path) -> None:
    ended = call(*SMALL, typed=typed, folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "Goodbye." in ended.out.splitlines()[-1]


@pytest.mark.parametrize("moves", ["", FIRST_WINS], ids=["start", "end"])
def test_an_interrupt_leaves_politely(moves: str) -> None:
    with Live(*SMALL) as game:
        for key in moves.split():
            game.until(": ")
            game.type(key)
        game.until("Again? (y/n) " if moves else "First: ")
        game.interrupt()
        assert game.ended() == 0
        assert "Goodbye." in game.seen
        assert "Traceback" not in game.seen


@pytest.mark.parametrize("shell", ['exec "$@" <&-', 'printf "1\\n2\\n1\\n2\\n" | "$@" | head -n 1'])
def test_a_closed_input_and_a_reader_that_has_gone_are_no_reason_for_a_traceback(shell: str) -> None:
    command = ["sh", "-c", shell, "sh", *COMMAND, *SMALL]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_terminal_without_unicode_can_play_too(encoding: str) -> None:
    ended = run(*SMALL, typed="?\n1\n2\nx\nn\n", PYTHONIOENCODING=encoding)
    assert (ended.code, ended.err) == (0, "")
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
    call(*TINY, "--log", str(log), "--save", str(save), "--names", "Ada,Bob", typed=typed)
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


def test_neither_a_full_disk_nor_a_file_name_that_is_no_text_ends_the_game(tmp_path: Path) -> None:
    ended = call(*TINY, "--log", "/dev/full", typed="1\n4\nq\n")
    assert ended.code == 0
    assert "│ ● · · ○ │" in ended.out
    log = tmp_path / "log"
    call(*TINY, "--save", "game\udcff.json", "--log", str(log), typed="1\ns\nq\n", folder=tmp_path)
    assert [line["action"] for line in lines_of(log)] == ["start", "play", "save", "leave"]


# Saving


def moves_in(path: Path) -> str:
    moves = json.loads(path.read_text())["moves"]
    assert isinstance(moves, str)
    return moves


def test_a_saved_game_goes_on_where_it_stopped_and_the_next_one_has_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    call(*SMALL, "--names", "Ada,Bob", "--save", str(path), typed="1\n2\n1\n2\n1\n2\ns\nq\n")
    assert moves_in(path) == "121212"
    out = call("play", "--resume", str(path), typed="1\ns\ny\n3\ns\nq\n", folder=tmp_path).out
    assert "● Ada: " in out
    assert "Ada wins" in out
    assert moves_in(path) == "1212121"
    assert moves_in(tmp_path / re.findall(r"--resume (\S+)", out)[1]) == "3"


def test_the_command_offered_for_resuming_brings_the_random_player_back(tmp_path: Path) -> None:
    saved = call(*SMALL, "--opponent", "random", "--seed", "1", typed="1\ns\nq\n", folder=tmp_path).out
    [command] = re.findall(r"fourcast (play --resume .*)", saved)
    out = call(*command.split(), typed="1\nq\n", folder=tmp_path).out
    assert "Random dropped" in out
    assert "Random: " not in out, "a person is asked to play for the random player"


def test_the_tree_of_the_last_reply_is_written(tmp_path: Path) -> None:
    out = call(*SMALL, "--opponent", "level1", typed="t\n1\n2\nu\nl level3\nt\nq\n", folder=tmp_path).out
    assert "There is no tree" in out
    [tree] = tmp_path.iterdir()
    assert f"Written: {tree.name}: the search of the last depth, 5 nodes" in out  # of level 1, whose disc is there


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    ended = call(*SMALL, "--save", str(tmp_path / "nowhere" / "game.json"), typed="1\ns\n2\nq\n")
    assert ended.code == 0
    assert "Cannot save" in ended.out
    assert "│ ● ○ · · │" in ended.out


@pytest.mark.parametrize(
    ("typed", "told"), [("1\nq\n", True), ("1\ns\n2\nq\n", True), ("1\n2\ns\nq\n", False), ("q\n", False)]
)
def test_the_player_who_leaves_is_told_how_to_continue(typed: str, told: bool, tmp_path: Path) -> None:
    assert ("The game is saved." in call(*SMALL, "--save", "game.json", typed=typed, folder=tmp_path).out) == told


@pytest.mark.parametrize("name", ["id", "last"])
def test_a_game_that_was_left_goes_on_without_a_file(name: str) -> None:
    left = call(*SMALL, "--names", "Ada,Bob", typed="1\n2\n1\n")
    [ident] = re.findall(r"--resume (\S+)", left.out)
    again = call("play", f"--resume={ident if name == 'id' else name}", typed="2\nq\n").out
    assert boards(again)[-1] == ["····", "····", "●○··", "●○··"]
    assert f"--resume {ident}" in again


def test_where_nothing_can_be_stored_a_game_that_is_left_becomes_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    ended = call(*SMALL, typed="1\n2\nq\n", folder=tmp_path)
    assert "Games are not saved automatically" in ended.err
    [file] = re.findall(r"--resume (\S+)", ended.out)
    assert moves_in(tmp_path / file) == "12"


# On a terminal


def test_the_two_sides_have_colours_of_their_own_and_a_winning_line_stands_out() -> None:
    with Live(*SMALL, terminal=True) as game:
        for key in FIRST_WINS.split():
            game.until(": ")
            game.type(key)
        last = game.until("Again?")
    assert re.search(r"\x1b\[[0-9;]*31m●", game.seen)
    assert re.search(r"\x1b\[[0-9;]*33m○", game.seen)
    assert len(re.findall(r"\x1b\[(?:[0-9;]*;)?7;[0-9;]*m●", last)) == 4


@pytest.mark.parametrize("key", ["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_leave_politely(key: str) -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.type("1")
        game.until("Second: ")
        if key == "ctrl-c":
            game.press("2")  # typed, but Enter was not pressed
            game.interrupt()
        else:
            game.press("\x04")
        assert game.ended() == 0
        assert "Goodbye." in game.seen
        assert "Traceback" not in game.seen


# Agents, levels and scores


def test_two_agents_play_each_other_and_every_move_is_shown() -> None:
    out = call(*SMALL, "--players", "level2", "random", "--seed", "1", typed="n\n").out
    discs = [sum(row.count("●") + row.count("○") for row in board) for board in boards(out)]
    assert discs == list(range(discs[-1] + 1))
    assert "Level 2 dropped" in out
    assert "Random dropped" in out
    assert re.search(
        "Result: Random A [01] – draws [01] – Random B [01]", call(*SMALL, "--players", "random", "random").out
    )


def test_ctrl_c_while_an_agent_thinks_asks_and_the_game_is_not_lost() -> None:
    options = ("play", "--players", "minimax,depth=40", "person", "--names", "Max,Ada")
    with Live(*options, terminal=True) as game:
        game.until("Max is searching")
        game.interrupt()
        game.until("m move now, g go on")
        game.type("g")
        game.until("Max is searching")
        game.interrupt()
        game.until("m move now, g go on")
        game.type("m")
        game.until("Max dropped in column")
        game.until("Ada: ")
        game.type("1")
        game.until("Max is searching")
        game.interrupt()
        game.until("m move now, g go on")
        game.type("q")
        assert game.ended() == 0
    [ident] = re.findall(r"--resume (\S+)", game.seen)
    assert "Traceback" not in game.seen
    record = Store(data_dir()).find(ident)
    assert record
    assert len(record.game.plies) == 2
    assert record.assisted  # Max was told to move at once


def test_another_agent_takes_over_and_a_game_is_begun_anew() -> None:
    out = call(*SMALL, "--opponent", "level1", typed="1\nl\nl level3\nl levle3\n2\nn\nl person\n3\nq\n").out
    assert "Write l and an agent" in out
    assert "Level 3 plays ○ now." in out
    assert "Did you mean 'level3'" in out
    assert "Searched 4 moves ahead" in out  # as level 3 does
    assert boards(out)[-2] == ["····"] * 4  # anew, and nobody replies to the first move then
    assert boards(out)[-1] == ["····", "····", "····", "··●·"]


def test_high_scores_and_results_of_earlier_runs_are_shown() -> None:
    game = ("play", "--rules", "classic,width=4,height=2,connect=2", "--names", "Eve,Mallory")
    assert "The best win of Eve on this board; rank " in call(*game, typed="1\n4\n2\nn\n").out
    again = call(*game, typed="1\n4\n2\nb\nn\n").out
    assert "Result: Eve 1 – draws 0 – Mallory 0" in again
    assert "All games: Eve 2 – draws 0 – Mallory 0" in again
    assert re.search(r"\d\. Eve against Mallory: won in 3 moves", again)
    scores = call("play", "--rules", "classic,width=4,height=2,connect=2", "--scores")
    assert "Eve against Mallory" in scores.out


@pytest.mark.parametrize("typed", ["h\n1\n4\n2\nn\n", "1\nu\n1\n4\n2\nn\n"], ids=["hint", "undo"])
def test_a_win_with_help_has_no_high_score(typed: str) -> None:
    rules = ("play", "--rules", "classic,width=4,height=3,connect=2")
    out = call(*rules, "--names", "Eve,Mallory", typed=typed).out
    assert "Eve wins" in out
    assert ("Hint: 2 (win in 3 moves)." in out) == typed.startswith("h")
    assert "No person has won a game of these rules yet." in call(*rules, "--scores").out


def test_a_reply_is_printed_with_the_nodes_of_the_iteration_that_chose_it() -> None:
    """Minimax on the empty 7 × 6 board to depth 3 visits 1 + 7 + 49 + 343 nodes, depths 1 and 2 visit 8 and 57."""
    out = call("play", "--opponent", "minimax,depth=3,time=60", "--you", "second", typed="q\n").out
    assert "Searched 3 moves ahead in " in out
    assert ": 400 nodes (465 with all depths), 399 moves made in the search, native engine; score" in out


def test_a_reply_from_the_opening_book_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURCAST_BOOK")
    game = ("play", "--rules", "extended,pops=0,width=7", "--opponent", "perfect,time=5", "--you", "second")
    out = call(*game, typed="q\n").out
    assert "Perfect dropped in column 4.\nFrom the opening book; score 0.\n" in out


# The store


def test_a_finished_game_that_is_resumed_is_neither_counted_nor_saved_again() -> None:
    call(*SMALL, typed=f"{FIRST_WINS}n\n")
    with closing(Store(data_dir())) as store:
        last = store.summaries()[0]
        out = call("play", "--resume", last.id, typed="n\n").out
        assert store.summaries()[0] == last
    assert "First wins" in out
    assert "Result" not in out


def test_a_game_that_another_program_changes_meanwhile_is_kept_beside_its_change() -> None:
    call(*SMALL, typed="1\nq\n")
    with closing(Store(data_dir())) as store, GameRecorder() as recorder:
        game = recorder.find("last")
        record = store.find(recorder.id)
        assert record
        record.game.play("2")
        store.save(record)
        game.play("3")
        recorder.save_move(1.0)
        assert "Another program has changed this game. Both are kept" in recorder.problem
        stored = store.find(recorder.id)
        assert stored
        assert (stored.game.moves, record.id == recorder.id) == ("13", False)


def test_a_damaged_store_is_recovered_and_reported_by_play_and_left_alone_by_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    data_dir().mkdir()
    (data_dir() / FILE).write_bytes(b"buy milk " * 1000)
    assert f"{data_dir() / FILE} is damaged." in call("review", "nothing").err
    assert (data_dir() / FILE).read_bytes() == b"buy milk " * 1000
    assert "the damaged file is kept as" in call("play", "--scores").err
