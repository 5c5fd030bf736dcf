"""`fourcast perft` counts games and positions by depth, and says which engine did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import oracle
from support.command import Live, call
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


def test_a_start_file_is_where_counting_begins(tmp_path: Path) -> None:
    path = tmp_path / "start.txt"
    path.write_text("1\n" + "0 0 0 0\n" * 4)
    assert counted("--start", str(path), "--depth", "5") == [4, 18, 86, 426, 2150]


# What is printed


def test_lines_go_to_standard_output_and_the_engine_to_standard_error() -> None:
    ended = call("perft", "--depth", "2")
    assert ended.out == "1 7\n2 49\n"
    assert DEFAULT_ENGINE in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_json_has_the_question_the_engine_and_every_depth(engine: str) -> None:
    ended = call("perft", "--rules", "classic,width=8", "--moves", "12", "--depth", "2", "--json", "--engine", engine)
    assert ended.err == ""
    data = json.loads(ended.out)
    assert data.pop("seconds") >= 0
    assert data == {
        "rules": "classic,width=8",
        "moves": "12",
        "distinct": False,
        "chance": False,
        "engine": engine,
        "depths": [{"depth": 1, "nodes": 8, "tree": 9}, {"depth": 2, "nodes": 64, "tree": 73}],
    }


def test_a_board_too_large_for_the_native_engine_is_refused_by_it_and_counted_by_the_other() -> None:
    wide = ("perft", "--rules", "classic,width=30,height=30", "--depth", "1")
    refused = call(*wide, "--engine", "native")
    assert refused.code == 2
    assert "native engine does not support" in refused.err
    assert refused.out == ""
    done = call(*wide)
    assert done.out == "1 30\n"
    assert "python" in done.err


def test_a_running_count_can_be_stopped_by_ctrl_c() -> None:
    with Live("perft", "--depth", "20", terminal=True) as count:
        count.until("3 343")
        count.interrupt()
        assert count.ended() == 130
        assert "Traceback" not in count.seen
