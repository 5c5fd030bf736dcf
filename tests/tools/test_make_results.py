"""The exact results in docs/results: right where they can be checked, and the page is made of the data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from make_results import check, main, solve_empty
from results_page import DATA, FOLDER, PAGE, as_json, as_markdown, from_json
from support.brute_force import every_position
from support.engines import needs_core

RESULTS = from_json((FOLDER / DATA).read_text(encoding="utf-8"))
QUICK_NODES = 5_000
QUICK_MEGABYTES = 4


@needs_core
def test_quick_results_are_found_again() -> None:
    quick = [one for one in RESULTS.values() if one.moves and one.nodes + one.moves_nodes <= QUICK_NODES]
    assert len(quick) >= 40
    for stored in quick:
        again = solve_empty(stored.rules, seconds=60, megabytes=QUICK_MEGABYTES)
        assert again.value == pytest.approx(stored.value, abs=1e-12), stored.rules
        assert again.moves == pytest.approx(stored.moves, abs=1e-12), stored.rules
        assert again.plies == stored.plies, stored.rules


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3)])
def test_first_moves_are_those_of_brute_force(width: int, height: int) -> None:
    empty, after = every_position(width, height)[:2]
    by_cell = dict(zip(after.other.tolist(), (-after.scores).tolist(), strict=True))  # by the disc just dropped
    stored = RESULTS[f"classic,width={width},height={height}"]
    assert stored.moves == {str(n): by_cell[1 << ((n - 1) * (height + 1))] for n in range(1, width + 1)}
    assert stored.value == empty.scores[0]


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        # Double-checked by an independent program. Published values are in literature.json.
        ("most-lines,width=5,height=4", 0),
        ("most-lines,width=6,height=4", -1),
        ("drift,width=4,height=3", pytest.approx(-29073481 / 512000000, abs=1e-15)),
        ("drift,width=4,height=4", pytest.approx(-0.098960980, abs=5e-10)),
        ("run-points,width=4,height=4", -5),
        ("extended,pops=1,width=4,height=4", -19),
        ("popout,width=4,height=3", 0),
    ],
)
def test_known_values_are_among_them(rules: str, value: object) -> None:
    assert RESULTS[rules].value == value


@needs_core
@pytest.mark.parametrize(
    ("rules", "value"),
    [
        # Double-checked by an independent program.
        ("most-lines,width=5,height=4", 0),
        ("most-lines,width=6,height=4", -1),
        ("run-points,width=4,height=4", -5),
    ],
)
def test_mirrored_first_moves_confirm_a_value_and_no_other(rules: str, value: int) -> None:
    right = replace(RESULTS[rules], low=value, high=value, moves=None, check="")
    assert "mirror images" in check(right, ["mirror"], seconds=60).check
    assert not check(right, ["mirror"], seconds=0).check
    for wrong in (value - 1, value + 1):
        with pytest.raises(ValueError, match="by all first moves" if wrong > value else "by a first move"):
            check(replace(right, low=wrong, high=wrong), ["mirror"], seconds=60)


def test_the_page_is_what_the_data_makes_of_it() -> None:
    assert from_json(as_json(RESULTS)) == RESULTS
    assert (FOLDER / PAGE).read_text(encoding="utf-8") == as_markdown(RESULTS)


def test_a_value_that_differs_from_a_published_one_is_an_error() -> None:
    board = "classic,width=4,height=4"
    with pytest.raises(ValueError, match="in the literature"):
        as_markdown({board: replace(RESULTS[board], low=1, high=1, plies=15)})


@needs_core
@pytest.mark.parametrize("method", ["search", "bounds"])
def test_a_value_that_a_second_method_does_not_give_is_an_error(method: str) -> None:
    result = solve_empty("run-points,width=4,height=3", seconds=60, megabytes=QUICK_MEGABYTES)
    assert check(result, [method], seconds=60).check
    assert result.moves is not None
    with pytest.raises(ValueError, match="by the solver"):
        check(replace(result, moves={**result.moves, "2": 17}), [method], seconds=60)


@needs_core
def test_the_script_continues_with_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solved, checked = "classic,width=4,height=2", "classic,width=4,height=3"
    stored = {**RESULTS, checked: replace(RESULTS[checked], check="")}
    del stored[solved]
    (tmp_path / DATA).write_text(as_json(stored), encoding="utf-8")
    main(["--time", "60", "--check", "search", "--only", solved, "--only", checked, str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in lines] == [solved, solved, checked]
    again = from_json((tmp_path / DATA).read_text(encoding="utf-8"))
    assert again.keys() == RESULTS.keys()
    assert again[solved].moves == RESULTS[solved].moves
    assert again[solved].check == again[checked].check == RESULTS[checked].check
