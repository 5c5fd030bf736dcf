"""`fourcast search` answers with a move, its value and what it cost, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from support.command import Live, call, run
from support.engines import needs_core

ENGINES = ("python", pytest.param("native", marks=needs_core))
FIELDS = {
    *("move", "value", "value_first", "nodes", "leaves", "cutoffs", "dropped"),
    *("depth", "pv", "moves", "seconds", "engine"),
}
"""What the JSON has at least."""


def found(*arguments: str) -> dict[str, Any]:
    ended = call("search", *arguments, "--json")
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


# The published figures, through the command line


@pytest.mark.parametrize("engine", ENGINES)
def test_connect_4s_alpha_beta_counts_from_one_root_come_out(engine: str) -> None:
    depths = 5 if engine == "python" else 8
    nodes = [
        found(
            *("--rules", "most-lines", "--moves", "4", "--algorithm", "alphabeta"),
            *("--eval", "potential-lines", "--depth", str(depth), "--engine", engine),
        )["nodes"]
        for depth in range(1, depths + 1)
    ]
    assert nodes == [8, 48, 224, 747, 4022, 11453, 47164, 161528][:depths]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("opening", "depth", "nodes"), [("5", 2, 47), ("4", 3, 224), ("3", 5, 3456)])
def test_connect_4s_published_row_comes_from_different_openings(
    opening: str, depth: int, nodes: int, engine: str
) -> None:
    options = ("--rules", "most-lines", "--moves", opening, "--depth", str(depth), "--engine", engine)
    for evaluation in ("potential-lines", "lines-and-potential"):
        assert found(*options, "--eval", evaluation)["nodes"] == nodes


@pytest.mark.parametrize("engine", ENGINES)
def test_connect_4s_minimax_counts_come_out(engine: str) -> None:
    options = ("--rules", "most-lines", "--moves", "6", "--algorithm", "minimax", "--engine", engine)
    nodes = [found(*options, "--depth", str(depth))["nodes"] for depth in range(1, 5)]
    assert nodes == [8, 57, 400, 2801]


@pytest.mark.parametrize("engine", ENGINES)
def test_connect_4s_expectiminimax_counts_values_and_moves_come_out(engine: str) -> None:
    options = ("--rules", "drift", "--moves", "4", "--algorithm", "expectiminimax", "--eval", "potential-lines")
    answers = [found(*options, "--depth", str(depth), "--engine", engine) for depth in (1, 2, 3)]
    assert [answer["nodes"] for answer in answers] == [27, 521, 9907]
    assert [answer["value"] for answer in answers] == pytest.approx([1.0, -6.68, 1.952], abs=1e-9)
    assert [answer["move"] for answer in answers] == ["4", "4", "4"]


@pytest.mark.parametrize("engine", ENGINES)
def test_connect_4s_example_has_its_leaves_and_its_root(engine: str) -> None:
    options = ("--rules", "most-lines", "--moves", "44", "--algorithm", "minimax", "--eval", "potential-lines")
    answer = found(*options, "--depth", "1", "--engine", engine)
    assert answer["moves"] == {"1": -1, "2": -1, "3": -1, "4": 9, "5": -1, "6": -1, "7": -1}
    assert (answer["value"], answer["move"], answer["leaves"]) == (9, "4", 7)


@needs_core
@pytest.mark.parametrize(
    ("moves", "depth", "plain", "pruned", "value", "reply"),
    [("11335", 6, 137180, 13362, -20, "6"), ("55446", 7, 959078, 116302, 50, "6")],
)
def test_smart_connect_4s_rows_come_out(
    moves: str, depth: int, plain: int, pruned: int, value: int, reply: str
) -> None:
    options = ("--rules", "most-lines", "--moves", moves, "--eval", "neighbours", "--depth", str(depth))
    for algorithm, nodes in (("minimax", plain), ("alphabeta", pruned)):
        answer = found(*options, "--algorithm", algorithm)
        assert (answer["nodes"], answer["value"], answer["move"]) == (nodes, value, reply)


@needs_core
def test_smart_connect_4s_fair_set_comes_out() -> None:
    options = ("--rules", "most-lines", "--moves", "4", "--eval", "neighbours")
    assert [found(*options, "--depth", depth)["nodes"] for depth in ("6", "7", "8")] == [14041, 44529, 228646]


CONNECT_FOUR_8X6 = (
    ("shallow", "ascending", "1 2 4 5", "3 2 2 4", (1426, 925, 867, 1657)),
    ("minimax", "ascending", "1 2 4 5", "3 2 2 4", (4680, 4680, 4680, 4623)),
    ("shallow-equal", "ascending", "1 2 4 5", "3 2 2 4", (1208, 771, 817, 1337)),
    ("alphabeta-hard", "ascending", "1 2 4 5", "3 2 2 4", (993, 642, 676, 1145)),
    ("alphabeta-hard", "4,5,3,6,2,7,1,8", "1 2 5 4", "4 6 5 4", (302, 457, 440, 337)),
)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("algorithm", "order", "human", "replies", "dropped"), CONNECT_FOUR_8X6)
def test_connect_four_8x6s_games_come_out(
    algorithm: str, order: str, human: str, replies: str, dropped: tuple[int, ...], engine: str
) -> None:
    if engine == "python" and algorithm == "minimax":
        dropped = dropped[:1]
    moves = ""
    for column, reply, count in zip(human.split(), replies.split(), dropped, strict=False):
        moves += column
        answer = found(
            *("--rules", "classic,width=8", "--moves", moves, "--algorithm", algorithm, "--order", order),
            *("--eval", "line-counts", "--depth", "4", "--engine", engine),
        )
        assert (answer["move"], answer["dropped"]) == (reply, count), moves
        moves += reply


@pytest.mark.parametrize("engine", ENGINES)
def test_zer0loses_tictactoe_counts_come_out(engine: str) -> None:
    options = ("--rules", "tictactoe", "--depth", "9", "--engine", engine)
    answer = found(*options, "--algorithm", "alphabeta")
    assert (answer["nodes"], answer["leaves"], answer["value"], answer["exact"]) == (20866, 8453, 0, True)
    answer = found(*options, "--algorithm", "alphabeta", "--ends", "draw-first")
    assert (answer["nodes"], answer["leaves"]) == (16771, 6386)


@needs_core
def test_zer0loses_plain_minimax_counts_come_out() -> None:
    answer = found("--rules", "tictactoe", "--depth", "9", "--algorithm", "minimax")
    assert (answer["nodes"], answer["leaves"]) == (549946, 255168)


# JSON


@pytest.mark.parametrize("engine", ENGINES)
def test_json_has_every_field_of_the_right_kind(engine: str) -> None:
    answer = found("--moves", "4", "--depth", "3", "--engine", engine)
    assert set(answer) >= FIELDS
    assert answer["move"] in answer["moves"]
    assert set(answer["moves"]) <= set("1234567")
    assert answer["pv"][0] == answer["move"]
    assert answer["value"] == answer["moves"][answer["move"]]
    assert answer["value_first"] == -answer["value"]
    assert answer["engine"] == engine
    assert answer["depth"] == 3
    assert answer["dropped"] == answer["nodes"] - 1
    assert answer["leaves"] < answer["nodes"]
    assert isinstance(answer["seconds"], float)
    assert isinstance(answer["cutoffs"], int)


def test_value_is_the_movers_and_value_first_the_first_players() -> None:
    of_first = found("--moves", "44", "--depth", "2")
    of_second = found("--moves", "4", "--depth", "2")
    assert of_first["value_first"] == of_first["value"]
    assert of_second["value_first"] == -of_second["value"]


def test_moves_are_written_as_people_write_them() -> None:
    pops = found("--rules", "popout", "--moves", "12", "--depth", "1", "--algorithm", "minimax")
    assert list(pops["moves"]) == ["1", "2", "3", "4", "5", "6", "7", "p1"]
    assert list(found("--rules", "tictactoe", "--depth", "1", "--algorithm", "minimax")["moves"]) == list("123456789")


def test_a_win_is_told_in_json_and_in_words() -> None:
    answer = found("--moves", "112233", "--depth", "4")
    assert (answer["move"], answer["score"], answer["exact"]) == ("4", "win in 1", True)
    assert "win in 1 move for the side to move" in call("search", "--moves", "112233").out


def test_json_is_all_that_is_printed() -> None:
    ended = run("search", "--depth", "2", "--json")
    assert len(ended.out.splitlines()) == 1
    assert ended.err == ""


def test_limits_deepen_and_say_what_stopped_them() -> None:
    answer = found("--nodes", "5000")
    assert answer["nodes"] == 5000
    assert answer["stopped"] == "nodes"
    assert answer["depth"] >= 3
    timed = found("--time", "0.05")
    assert timed["stopped"] == "time"
    assert 0.05 <= timed["seconds"] < 1
    assert found("--depth", "2")["stopped"] is None


def test_without_a_limit_five_moves_are_looked_ahead() -> None:
    assert found()["depth"] == 5


def test_the_options_are_repeated_as_they_were_used() -> None:
    answer = found(
        *("--rules", "classic,width=8", "--algorithm", "pvs", "--eval", "neighbours:factor=642", "--depth", "2"),
        *("--order", "centre+killers", "--table", "on", "--ends", "sooner"),
    )
    used = {key: answer[key] for key in ("rules", "algorithm", "eval", "order", "table", "ends")}
    assert used == {
        "rules": "classic,width=8",
        "algorithm": "pvs",
        "eval": "neighbours:factor=642",
        "order": "centre+killers",
        "table": "on",
        "ends": "sooner",
    }


def test_a_seed_repeats_what_throws_dice() -> None:
    for algorithm in ("random", "mcts"):
        options = ("--algorithm", algorithm, "--seed", "3", "--nodes", "50")
        one, two = found(*options), found(*options)
        assert (one["move"], one["moves"]) == (two["move"], two["moves"])


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


# Text


@pytest.mark.parametrize("engine", ENGINES)
def test_people_are_told_the_same_in_words(engine: str) -> None:
    options = ("--rules", "most-lines", "--moves", "44", "--algorithm", "minimax", "--eval", "potential-lines")
    lines = call("search", *options, "--depth", "1", "--engine", engine).out.splitlines()
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert told["move"] == "4"
    assert told["value"].startswith("≈9 ")
    assert told["line"] == "4"
    assert told["moves"] == "1: −1  2: −1  3: −1  4: 9  5: −1  6: −1  7: −1"
    assert told["nodes"].startswith("8 (7 leaves, 0 cut-offs)")
    assert told["dropped"] == "7"
    assert told["engine"].startswith(engine)


def test_bounds_are_marked_as_such() -> None:
    out = call("search", "--rules", "most-lines", "--moves", "4", "--eval", "potential-lines", "--depth", "2").out
    [moves] = [line for line in out.splitlines() if line.startswith("moves")]
    assert "≤" in moves


# What cannot be done

WRONG = (
    ["--moves", "1212121"],
    ["--moves", "48"],
    ["--rules", "clasic"],
    ["--algorithm", "alfabeta"],
    ["--eval", "clever"],
    ["--eval", "/nowhere.py:f"],
    ["--order", "center"],
    ["--order", "8,1"],
    ["--order", "1,1"],
    ["--order", "centre+\n"],
    ["--time", "0"],
    ["--time", "-1"],
    ["--time", "nan"],
    ["--time", "inf"],
    ["--time", "x"],
    ["--depth", "0"],
    ["--depth", "x"],
    ["--depth", "1001"],
    ["--nodes", "0"],
    ["--table", "maybe"],
    ["--ends", "never"],
    ["--engine", "steam"],
    ["--algorithm", "mcts", "--engine", "native"],
    ["--algorithm", "random", "--engine", "native"],
    ["--table", "old-bounds", "--engine", "native"],
    ["--rules", "classic,width=30,height=30", "--engine", "native"],
    ["--start", "/nowhere"],
    ["--frobnicate"],
)


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: repr(" ".join(arguments)))
def test_a_mistake_is_answered_by_one_sentence(arguments: list[str]) -> None:
    ended = call("search", *arguments)
    assert ended.code == 2
    assert ended.out == ""
    [line] = ended.err.splitlines()
    assert line.isprintable()
    assert line.startswith("fourcast: ")
    assert line.endswith((".", "?"))


def test_an_evaluation_that_python_cannot_read_is_answered_by_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("def mine(:\n")
    ended = run("search", "--eval", f"{file}:mine")
    assert ended.code == 2
    assert "Traceback" not in ended.err
    assert len(ended.err.splitlines()) == 1


# Ctrl-C


def code_after_ctrl_c(search: Live) -> int:
    """The exit code of a search that is interrupted and then does not take long to end."""
    pressed = monotonic()
    search.interrupt()
    code = search.ended()
    assert monotonic() - pressed < 2
    return code


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
    with Live("search", "--time", "60", "--json", *options) as search:
        sleep(2)
        assert code_after_ctrl_c(search) == 130
    first, *_ = search.seen.splitlines()
    answer = json.loads(first)
    assert answer["stopped"] == "interrupted"
    assert answer["move"] in "123456789"
    assert answer["depth"] >= 1


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_before_anything_is_found_ends_without_an_answer_and_with_exit_code_130(engine: str) -> None:
    with Live("search", "--depth", "25", "--engine", engine) as search:
        sleep(1.5)
        assert code_after_ctrl_c(search) == 130
    assert search.seen.strip() in ("", "Stopped.")
