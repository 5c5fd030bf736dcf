"""`fourcast perft` counts games and positions by depth, and says which engine did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import oracle
from support.command import call, run
from support.engines import needs_core

from fourcast import native

ENGINES = ("python", pytest.param("native", marks=needs_core))
DEFAULT_ENGINE = "native" if native.core_unsupported_reason() is None else "python"


def counted(*arguments: str) -> list[int]:
    """The nodes printed for depth 1, 2, …"""
    ended = call("perft", *arguments)
    assert ended.code == 0, ended.err
    lines = [line.split(" ") for line in ended.out.splitlines()]
    assert [int(depth) for depth, _ in lines] == list(range(1, len(lines) + 1))
    return [int(nodes) for _, nodes in lines]


def as_data(*arguments: str) -> dict[str, Any]:
    data = json.loads(call("perft", *arguments, "--json").out)
    assert isinstance(data, dict)
    return data


# Published figures


@pytest.mark.parametrize("engine", ENGINES)
def test_extendedconnect4s_published_counts_come_out(engine: str) -> None:
    assert counted("--rules", "extended", "--depth", "4", "--engine", engine) == [8, 68, 604, 5556]
    small = "extended,width=4,height=4,pops=1"
    assert counted("--rules", small, "--depth", "5", "--engine", engine) == [4, 18, 86, 426, 2150]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_known_numbers_of_distinct_positions_come_out(engine: str) -> None:
    assert counted("--depth", "5", "--distinct", "--engine", engine) == [7, 49, 238, 1120, 4263]


@needs_core
def test_tictactoe_has_255168_games() -> None:
    assert counted("--rules", "tictactoe", "--depth", "9")[-1] == 255168


@needs_core
def test_tictactoe_has_549946_nodes() -> None:
    assert as_data("--rules", "tictactoe", "--depth", "9")["depths"][-1]["tree"] == 549946


@pytest.mark.parametrize("engine", ENGINES)
def test_connect_4s_published_node_counts_with_chance_come_out(engine: str) -> None:
    depths = as_data("--rules", "drift", "--moves", "4", "--depth", "3", "--chance", "--engine", engine)["depths"]
    assert [row["tree"] for row in depths] == [27, 521, 9907]


# The options, by the oracle and by what counts must add up to


@pytest.mark.parametrize(
    "spec", ["classic,width=3,height=3,connect=3", "drift,width=4,height=2", "popout,width=3,height=2,connect=3"]
)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_kind_of_count_is_that_of_the_written_rules(spec: str, engine: str) -> None:
    rules, depth = oracle.rules_from_text(spec), 4
    options = ("--rules", spec, "--depth", str(depth), "--engine", engine)
    leaves = [oracle.perft(rules, ahead) for ahead in range(1, depth + 1)]
    assert counted(*options) == leaves
    assert counted(*options, "--distinct") == oracle.distinct(rules, depth)[1:]
    chances = oracle.nodes_by_ply(rules, depth).chance[1:]
    with_chance = [leaf + chance for leaf, chance in zip(leaves, chances, strict=True)]
    assert counted(*options, "--chance") == with_chance


@pytest.mark.parametrize("engine", ENGINES)
def test_counts_after_each_first_move_add_up_to_the_count_one_deeper(engine: str) -> None:
    after = [counted("--rules", "extended", "--moves", str(c), "--depth", "3", "--engine", engine) for c in range(1, 9)]
    assert [sum(counts) for counts in zip(*after, strict=True)] == [68, 604, 5556]


def test_a_start_file_is_where_counting_begins(tmp_path: Path) -> None:
    path = tmp_path / "start.txt"
    path.write_text("1\n" + "0 0 0 0\n" * 4)
    assert counted("--start", str(path), "--depth", "5") == [4, 18, 86, 426, 2150]


def test_a_game_that_is_over_has_one_leaf_at_every_depth() -> None:
    assert counted("--moves", "1212121", "--depth", "3") == [1, 1, 1]


# What is printed


def test_lines_go_to_standard_output_and_the_engine_to_standard_error() -> None:
    ended = call("perft", "--depth", "2")
    assert ended.out == "1 7\n2 49\n"
    assert DEFAULT_ENGINE in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_the_engine_that_was_asked_for_is_the_one_that_is_named(engine: str) -> None:
    assert engine in call("perft", "--depth", "1", "--engine", engine).err
    assert as_data("--depth", "1", "--engine", engine)["engine"] == engine


def test_json_has_the_question_the_engine_and_every_depth() -> None:
    data = as_data("--rules", "classic,width=8", "--moves", "12", "--depth", "2")
    seconds = data.pop("seconds")
    assert isinstance(seconds, float)
    assert seconds >= 0
    assert data == {
        "rules": "classic,width=8",
        "moves": "12",
        "distinct": False,
        "chance": False,
        "engine": DEFAULT_ENGINE,
        "depths": [{"depth": 1, "nodes": 8, "tree": 9}, {"depth": 2, "nodes": 64, "tree": 73}],
    }


def test_json_is_all_that_is_printed() -> None:
    ended = run("perft", "--depth", "2", "--json")
    assert len(ended.out.splitlines()) == 1
    assert ended.err == ""


# What cannot be counted


def test_a_board_too_large_for_the_native_engine_is_refused_by_it_and_counted_by_the_other() -> None:
    wide = ("perft", "--rules", "classic,width=30,height=30", "--depth", "1")
    refused = call(*wide, "--engine", "native")
    assert refused.code == 2
    assert "native engine does not support" in refused.err
    assert refused.out == ""
    done = call(*wide)
    assert done.out == "1 30\n"
    assert "python" in done.err


@pytest.mark.parametrize("depth", ["0", "-1", "x", "1001", "9" * 30])
def test_a_depth_that_makes_no_sense_is_refused(depth: str) -> None:
    ended = call("perft", "--depth", depth)
    assert ended.code == 2
    assert "depth" in ended.err
    assert ended.out == ""
