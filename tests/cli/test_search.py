"""`fourcast search` prints a move, its value and the cost, for people and for programs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from support.command import TIMEOUT, Live, call, run
from support.engines import needs_core

from fourcast.cli.progress import note_if_slow

ENGINES = ("python", pytest.param("native", marks=needs_core))
SAYS_WHEN_IT_SEARCHES = """
import fourcast.cli.search as command
from fourcast.cli import main

def search(*arguments, really=command.search_position, **options):
    print("searching", flush=True)
    return really(*arguments, **options)

command.search_position = search
main()
"""


def found(*arguments: str) -> dict[str, Any]:
    ended = call("search", *arguments, "--json")
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


# JSON


@pytest.mark.parametrize("engine", ENGINES)
def test_json_has_every_field_of_the_right_kind(engine: str) -> None:
    answer = found("--moves", "4", "--depth", "3", "--engine", engine)
    assert answer["move"] in answer["moves"]
    assert set(answer["moves"]) == set(answer["bounds"]) <= set("1234567")
    assert answer["pv"][0] == answer["move"]
    assert answer["value"] == answer["moves"][answer["move"]] == -answer["value_first"]
    assert (answer["engine"], answer["depth"], answer["stopped"]) == (engine, 3, None)
    assert answer["dropped"] == answer["nodes"] - 1
    assert answer["leaves"] < answer["nodes"]
    assert isinstance(answer["seconds"], float)
    assert isinstance(answer["cutoffs"], int)


def test_a_win_is_told_in_json_and_in_words() -> None:
    answer = found("--moves", "112233", "--depth", "4")
    assert (answer["move"], answer["score"], answer["exact"]) == ("4", "win in 1", True)
    assert answer["value_first"] == answer["value"]
    assert "win in 1 move for the side to move" in call("search", "--moves", "112233").out


def test_json_is_all_that_is_printed() -> None:
    ended = run("search", "--depth", "2", "--json")
    assert len(ended.out.splitlines()) == 1
    assert ended.err == ""


def test_limits_deepen_and_say_what_stopped_them() -> None:
    answer = found("--nodes", "5000")
    assert (answer["nodes"], answer["stopped"]) == (5000, "nodes")
    assert answer["depth"] >= 3
    timed = found("--time", "0.05")
    assert timed["stopped"] == "time"
    assert timed["seconds"] >= 0.05
    assert found()["depth"] == 5


def test_the_options_are_repeated_as_they_were_used() -> None:
    used = {
        "rules": "classic,width=8",
        "algorithm": "pvs",
        "eval": "neighbours:factor=642",
        "order": "centre+killers",
        "table": "on",
        "terminal": "sooner",
    }
    answer = found("--depth", "2", *(text for key, value in used.items() for text in (f"--{key}", value)))
    assert {key: answer[key] for key in used} == used


def test_a_seed_repeats_what_throws_dice() -> None:
    for algorithm in ("random", "mcts"):
        options = ("--algorithm", algorithm, "--seed", "3", "--nodes", "50")
        one, two = found(*options), found(*options)
        assert (one["move"], one["moves"]) == (two["move"], two["moves"])


def test_the_printed_seed_repeats_a_search_and_no_evaluation_is_named_that_was_not_used() -> None:
    printed = call("search", "44", "-a", "mcts", "--nodes", "90").out
    [seed] = re.findall(r"^seed     (\d+): repeat with --seed \1 --nodes 90$", printed, re.MULTILINE)
    again = call("search", "44", "-a", "mcts", "--nodes", "90", "--seed", seed).out
    assert f"\nseed     {seed}\n" in again
    assert "(mcts)" in again
    assert next(line for line in again.splitlines() if line.startswith("moves")) in printed
    assert "mcts uses no evaluation" in call("search", "-a", "mcts", "--eval", "neighbours").err


def test_a_start_file_is_where_the_search_begins(tmp_path: Path) -> None:
    file = tmp_path / "start.txt"
    file.write_text("0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n1 1 1 0\n")
    answer = found("--start", str(file), "--depth", "1")
    assert answer["rules"] == "extended,width=4,height=4,pops=0"


# One's own evaluation

OWN = """
def discs(position, player):
    '''More discs in the last column are better.'''
    last = position.rules.shape.columns[-1]
    own, others = position.stones[player], position.stones[1 - player]
    return (own & last).bit_count() - (others & last).bit_count()
"""


def test_an_evaluation_of_ones_own_in_a_file_is_searched_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    answer = found("--eval", f"{file}:discs", "--depth", "3")
    # I drop there, so do you, and I again.
    assert (answer["move"], answer["value"], answer["engine"]) == ("7", 1, "python")
    assert answer["eval"] == f"{file}:discs"
    ended = call("search", "--eval", "mine.py:discs", "--depth", "1", folder=tmp_path)
    assert "move     7" in ended.out
    refused = call("search", "--eval", f"{file}:discs", "--engine", "native")
    assert refused.code == 2
    assert "is a Python function" in refused.err
    file.write_text("def discs(:\n")
    broken = run("search", "--eval", f"{file}:discs")
    assert (broken.code, len(broken.err.splitlines())) == (2, 1)


# Text


@pytest.mark.parametrize("engine", ENGINES)
def test_people_are_told_the_same_in_words(engine: str) -> None:
    options = ("--rules", "most-lines", "--moves", "44", "--algorithm", "minimax", "--eval", "potential-lines")
    lines = call("search", *options, "--depth", "1", "--engine", engine).out.splitlines()
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert told["move"] == "4"
    assert told["value"].startswith("≈9 ")
    assert told["pv"] == "4"
    assert told["moves"] == "1: −1  2: −1  3: −1  4: 9  5: −1  6: −1  7: −1"
    assert told["nodes"].startswith("8 (7 leaves, 0 cutoffs)")
    assert told["made"] == "7 moves"
    assert told["engine"].startswith(engine)


def test_bounds_are_marked_as_such() -> None:
    out = call("search", "--rules", "most-lines", "--moves", "4", "--eval", "potential-lines", "--depth", "2").out
    [moves] = [line for line in out.splitlines() if line.startswith("moves")]
    assert "≤" in moves


# Ctrl-C


def interrupted(*options: str) -> tuple[int, str]:
    """The exit code and the output of a search that is interrupted while it computes."""
    with Live("search", *options, command=(sys.executable, "-c", SAYS_WHEN_IT_SEARCHES)) as search:
        search.until("searching")
        search.compute(0.3)
        search.interrupt()
        return search.ended(), search.seen.partition("searching")[2].strip()


@pytest.mark.parametrize(
    "options",
    [
        ("--engine", "python"),
        pytest.param(("--engine", "native"), marks=needs_core),
        ("--algorithm", "mcts", "--rules", "tictactoe"),
    ],
    ids=" ".join,
)
def test_ctrl_c_ends_a_search_with_what_it_has_found_and_exit_code_130(options: tuple[str, ...]) -> None:
    code, out = interrupted("--time", "3600", "--json", *options)
    answer = json.loads(out.splitlines()[0])
    assert (code, answer["stopped"]) == (130, "interrupted")
    assert answer["move"] in "123456789"
    assert answer["depth"] >= 1


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_before_anything_is_found_ends_without_an_answer_and_with_exit_code_130(engine: str) -> None:
    code, out = interrupted("--depth", "25", "--engine", engine)
    assert code == 130
    assert out in ("", "Stopped.")


def test_under_drift_the_default_is_star1() -> None:
    assert found("--rules", "drift", "--depth", "2")["algorithm"] == "star1"
    assert found("--rules", "drift", "--depth", "2", "-a", "star2")["algorithm"] == "star2"


def test_an_algorithm_may_have_settings_and_options_go_before_them() -> None:
    assert found("-a", "alphabeta,depth=2,order=centre")["depth"] == 2
    assert found("-a", "alphabeta,depth=2,order=centre", "--depth", "3")["depth"] == 3
    assert found("-a", "alphabeta/centre/table", "--depth", "1")["table"] == "on"


def test_moves_are_an_argument_and_former_names_of_options_are_read() -> None:
    expected = found("112233", "--depth", "1", "--terminal", "sooner")["move"]
    for former in (["--moves", "112233"], ["--moves=112233"], ["-m", "112233"]):
        assert found(*former, "--depth", "1", "--ends=sooner")["move"] == expected == "4"


def test_columns_that_an_order_does_not_name_follow_in_ascending_order() -> None:
    orders = [found("--depth", "4", "--order", order)["nodes"] for order in ("5,2", "5-2", "5-2-1-3-4-6-7")]
    assert len(set(orders)) == 1


def test_a_slow_command_prints_a_remark_and_a_fast_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    printed, was_printed = list[str](), Event()

    def note(text: str) -> None:
        printed.append(text)
        was_printed.set()

    monkeypatch.setattr("fourcast.cli.progress.note", note)
    with note_if_slow("fast", seconds=3600):
        pass
    with note_if_slow("slow", seconds=0):
        assert was_printed.wait(TIMEOUT)
    assert printed == ["slow"]
