"""`fourcast compare`: a table that fills in, files of what was found, and an end at any time."""

from __future__ import annotations

import csv
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.command import Live, call

PLAIN = ("compare", "--moves", "44", "--depths", "1-3", "--positions", "0")


def test_every_cell_is_a_line_and_the_finding_ends_it() -> None:
    ended = call(*PLAIN, "--algorithms", "minimax,alphabeta/centre")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert [line.split()[:3] for line in lines[1:7:2]] == [
        ["minimax", "1", "8"],
        ["minimax", "2", "57"],
        ["minimax", "3", "400"],
    ]
    assert lines[-1].startswith("At depth 3, alpha-beta with the centre first visits")


def test_json_and_files_hold_rows_boxes_and_charts(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    rules = ("--rules", "drift,width=5,height=4")
    ended = call("compare", "--depths", "1,3", "--positions", "3", "--json", "--out", str(folder), *rules)
    data = json.loads(ended.out)
    assert {row["depth"] for row in data["rows"]} == {1, 3}
    assert data["boxes"][0]["form"] == "expectiminimax"
    assert all(box["positions"] == 3 for box in data["boxes"])
    assert data["eval"] == "potential-lines"
    assert {"processor", "python", "fourcast"} <= data.keys()
    assert json.loads((folder / "compare.json").read_text(encoding="utf-8")) == data
    with (folder / "rows.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == len(data["rows"]) == 10
    if find_spec("altair") and find_spec("vl_convert"):
        for name in ("nodes", "time", "moves-made"):
            assert (folder / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
            assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    else:
        assert "NO CHARTS" in ended.err


def test_tables_are_printed_for_a_document() -> None:
    markdown = call(*PLAIN, "--algorithms", "minimax,alphabeta/centre", "--markdown")
    assert (markdown.code, markdown.err) == (0, "")
    assert "| Minimax | 8 | 57 | 400 |" in markdown.out  # 1 + 7 + 49 + 343
    latex = call("compare", "44", "--depths", "1-3", "--positions", "3", "--algorithms", "minimax", "--latex")
    assert r"Minimax & 8 & 57 & 400 \\" in latex.out
    assert latex.out.count(r"\begin{tabular}") == 3  # nodes, time, moves made
    assert call(*PLAIN, "--latex", "--json").code == 2


def test_a_cell_over_its_budget_is_told() -> None:
    ended = call("compare", "--depths", "2-4", "--algorithms", "minimax", "--nodes", "500", "--positions", "0")
    assert "stopped after" in ended.out
    assert "Over the limit: minimax at depth 4" in ended.out


@pytest.mark.parametrize(
    "wrong",
    [
        ("--depths", "4-2"),
        ("--algorithms", "alphabeta/left"),
        ("--seconds", "0"),
        ("--eval", "nothing"),
    ],
)
def test_what_cannot_be_compared_is_a_sentence_and_code_2(wrong: tuple[str, str]) -> None:
    ended = call("compare", "--positions", "0", *wrong)
    assert ended.code == 2
    assert ended.err.startswith("fourcast: ")


def test_the_order_is_used_by_every_algorithm_that_names_none() -> None:
    out = call("compare", "--depths", "1", "--positions", "0", "--order", "centre").out
    methods = [line.split()[0] for line in out.splitlines()[1:-1]]
    assert methods == ["minimax/centre", "shallow/centre", "alphabeta/centre", "alphabeta/centre/table"]


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    with Live(
        "compare", "--depths", "1-30", "--algorithms", "minimax", "--seconds", "600", "--out", str(tmp_path)
    ) as live:
        live.until("minimax                             4")
        live.interrupt()
        assert live.ended() == 130
    assert "searches are done" in live.seen
    with (tmp_path / "rows.csv").open(encoding="utf-8") as file:
        assert [row["nodes"] for row in csv.DictReader(file)][:2] == ["8", "57"]


def test_on_a_terminal_the_table_fills_in() -> None:
    with Live(
        "compare", "--depths", "1-3", "--positions", "2", "--algorithms", "minimax,alphabeta", terminal=True
    ) as live:
        live.until("6 of 6 searches done")
        assert live.ended() == 0
    assert "Alpha-beta" in live.seen
    assert "Moves made" in live.seen
