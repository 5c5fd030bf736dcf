"""The exact results that are kept: made by the command they name, right where they can be checked, and readable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from make_results import FAMILIES, Result, as_json, as_markdown, find_results, from_json, main, solve_empty
from support.engines import needs_core

from fourcast.rules import VARIANTS, Rules, find_variant

KEPT = Path(__file__).parents[2] / "docs" / "results"
COMMAND, RESULTS = from_json((KEPT / "exact.json").read_text(encoding="utf-8"))
VALUES = {result.rules: result for result in RESULTS}

QUICK_NODES = 20_000
QUICK_MEGABYTES = 4


def quick() -> Iterator[Result]:
    """Results that took little: they can be found again in no time."""
    for result in RESULTS:
        if result.value is not None and result.nodes <= QUICK_NODES:
            yield result


@needs_core
def test_quick_results_are_found_again() -> None:
    again = [solve_empty(result.rules, seconds=60, megabytes=QUICK_MEGABYTES) for result in quick()]
    assert len(again) >= 60
    for kept, found in zip(quick(), again, strict=True):
        assert found.low == found.high == pytest.approx(kept.low, abs=1e-12), kept.rules
        assert found.plies == kept.plies, kept.rules


def test_every_named_variant_has_results() -> None:
    solved = {Rules.parse(result.rules) for result in RESULTS if result.value is not None}
    for variant in VARIANTS:
        rules = find_variant(variant.name).rules
        assert any(
            (r.goal, r.gravity, r.pop_rule, r.drift) == (rules.goal, rules.gravity, rules.pop_rule, rules.drift)
            for r in solved
        ), variant.name


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        # Published, or double-checked by an independent program.
        ("classic,width=4,height=4", 0),
        ("classic,width=5,height=5", 0),
        ("most-lines,width=5,height=4", 0),
        ("most-lines,width=6,height=4", -1),
        ("drift,width=4,height=3", pytest.approx(-29073481 / 512000000, abs=1e-15)),
        ("drift,width=4,height=4", pytest.approx(-0.098960980, abs=5e-10)),
        ("extended,pops=0,width=4,height=4", -5),
        ("extended,pops=1,width=4,height=4", -19),
        ("popout,width=4,height=3", 0),
        ("tictactoe,connect=3,width=3,height=3", 0),
        ("tictactoe,connect=4,width=5,height=5", 0),
    ],
)
def test_known_values_are_among_them(rules: str, value: object) -> None:
    assert VALUES[rules].value == value


@pytest.mark.parametrize(("width", "height", "plies"), [(6, 4, 24), (8, 4, 32), (6, 6, 36)])
def test_wins_of_the_second_player_are_known_to_the_move(width: int, height: int, plies: int) -> None:
    found = VALUES[f"classic,width={width},height={height}"]
    assert found.high < 0
    assert found.plies == plies


def test_the_page_is_what_the_data_makes_of_it() -> None:
    assert (KEPT / "README.md").read_text(encoding="utf-8") == as_markdown(RESULTS, COMMAND)
    assert COMMAND.startswith("python tools/make_results.py ")


def test_data_is_read_back_as_it_was() -> None:
    assert from_json(as_json(RESULTS, COMMAND)) == (COMMAND, RESULTS)


def test_every_result_belongs_to_a_table() -> None:
    boards = {board for family in FAMILIES for width in family.widths for board in family.boards(width)}
    assert set(VALUES) <= boards


@needs_core
def test_larger_boards_are_not_tried_after_one_that_takes_too_long() -> None:
    found = [result for result in find_results(seconds=0, megabytes=1) if result.value is None]
    tried = [(rules.goal, rules.pop_rule, rules.shape.width) for rules in (Rules.parse(r.rules) for r in found)]
    assert found
    assert len(tried) <= sum(len(family.widths) for family in FAMILIES)


@needs_core
def test_the_script_writes_data_and_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--time", "0", "--table-mb", "1", str(tmp_path)])
    data = json.loads((tmp_path / "exact.json").read_text(encoding="utf-8"))
    assert data["command"] == f"python tools/make_results.py --time 0 --table-mb 1 {tmp_path.as_posix()}"
    assert len(data["results"]) == len(capsys.readouterr().out.splitlines())
    assert "## Official PopOut" in (tmp_path / "README.md").read_text(encoding="utf-8")
