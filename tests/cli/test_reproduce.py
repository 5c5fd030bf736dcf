"""`fourcast reproduce` prints every published figure beside ours, and its exit code says whether all is well."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest
from support.command import Ended, Live, call
from support.engines import needs_core

from fourcast.experiments.reproduce import published


def line_about(what: str, text: str) -> str:
    """The line of a text that begins with these words."""
    [line] = [line for line in text.splitlines() if line.strip().startswith(what)]
    return line


@pytest.fixture(scope="module")
def extended() -> Ended:
    return call("reproduce", "extended", "--engine", "python")


# For people


def test_a_row_shows_the_published_figure_ours_and_that_they_are_equal(extended: Ended) -> None:
    assert extended.code == 0, extended.err
    assert line_about("perft 4, 8×6", extended.out).split()[-4:] == ["5556", "5556", "✓", "equal"]


def test_a_slip_is_shown_with_the_corrected_figure_and_a_sentence(extended: Ended) -> None:
    most = line_about("most moves", extended.out)
    assert most.split()[-7:] == ["14", "12", "✗", "not", "equal:", "a", "slip"]
    assert line_about("corrected", extended.out).split() == ["corrected", "12"]
    assert "n + ⌈n/2⌉" in extended.out


def test_the_last_line_counts_the_equal_figures(extended: Ended) -> None:
    last = extended.out.splitlines()[-1]
    assert last == "15 of 16 figures equal, 1 published by a slip (ours is the corrected one)."


def test_false_claims_stand_below_the_figures(extended: Ended) -> None:
    assert extended.out.index("Claims") > extended.out.index("most moves")
    assert "“The bounds of the last iteration are bounds in the next.”  ✗ does not hold" in extended.out


def test_what_is_left_out_is_said_in_one_line() -> None:
    out = call("reproduce", "smart", "--engine", "python").out
    assert out.splitlines()[-1].startswith("Left out: ")
    assert "more than 60,000 nodes" in out.splitlines()[-1]
    assert "137180" not in out


@needs_core
def test_the_engines_that_ran_are_named() -> None:
    assert call("reproduce", "extended").err.startswith("engine: native, python for 1 claim, ")
    assert call("reproduce", "extended", "--engine", "python").err.startswith("engine: python, ")
    assert "python" not in call("reproduce", "zer0lose").err


@needs_core
def test_a_sentence_that_explains_several_rows_is_said_once() -> None:
    out = call("reproduce", "connect-4s").out
    assert out.count("The published row mixes openings") == 1
    corrected = [line.split()[1] for line in out.splitlines() if line.strip().startswith("corrected")]
    assert corrected == ["48", "525.92", "4022", "47164", "318.62"]


@needs_core
def test_rows_fit_an_ordinary_terminal() -> None:
    out = call("reproduce", "smart", "zer0lose").out
    assert [line for line in out.splitlines() if line.endswith("✓ equal") and len(line) > 80] == []


@needs_core
def test_times_are_shown_with_a_fitting_unit() -> None:
    out = call("reproduce", "zer0lose").out
    assert "4.565 s" in line_about("tic-tac-toe, minimax: time", out)
    assert "times shown and not judged" in out


def test_somebody_who_looks_on_sees_what_is_being_run_and_every_row() -> None:
    with Live("reproduce", "zer0lose", "--engine", "python", terminal=True) as command:
        assert command.ended() == 0
        assert "zer0lose: tic-tac-toe, alpha-beta, wins first" in command.seen
        assert command.seen.count("✓ equal") == 13


# When something is wrong


def test_a_figure_that_is_not_equal_ends_with_code_1() -> None:
    with patch.object(published, "ZER0LOSE_QUADRUPLETS", (("xx..", 11),)):
        ended = call("reproduce", "zer0lose", "--engine", "python")
    assert ended.code == 1
    assert line_about("quadruplet", ended.out).endswith("11         10  ✗ NOT EQUAL")
    assert "4 of 5 figures equal, 1 NOT EQUAL" in ended.out


def test_an_unknown_system_is_one_sentence_and_code_2() -> None:
    ended = call("reproduce", "smrt")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.splitlines() == [
        "fourcast: There is no published system 'smrt'. Known: connect-4s, extended, smart, zer0lose, 8x6."
    ]


# For programs


@needs_core
def test_json_has_a_row_for_every_figure_with_its_parts() -> None:
    ended = call("reproduce", "zer0lose", "extended", "--json")
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert set(data) == {"rows", "claims"}
    always = {"system", "what", "published", "ours", "equal", "engine", "seconds"}
    for row in data["rows"]:
        assert always <= set(row) <= always | {"corrected", "note"}
        assert row["equal"] in (True, False, None)
        assert row["engine"] in ("native", "python")
    rows = {row["what"]: row for row in data["rows"]}
    draws_first = rows["tic-tac-toe, alpha-beta, draws first: nodes"]
    assert (draws_first["published"], draws_first["ours"], draws_first["equal"]) == (16771, 16771, True)
    assert draws_first["corrected"] == 20866
    assert rows["EVAL after a drop in column 1 … 8"]["published"] == [19, 24, 25, 32, 32, 25, 24, 19]
    assert rows["tic-tac-toe, minimax: time"]["equal"] is None


def test_json_has_the_claims_with_what_was_found() -> None:
    [claim] = json.loads(call("reproduce", "extended", "--json").out)["claims"]
    assert claim["system"] == "extended"
    assert claim["holds"] is False
    assert claim["figures"]["positions"] == 40
    assert claim["found"].startswith("On 40 positions")


def test_json_of_a_wrong_figure_ends_with_code_1_too() -> None:
    with patch.object(published, "ZER0LOSE_QUADRUPLETS", (("xx..", 11),)):
        ended = call("reproduce", "zer0lose", "--engine", "python", "--json")
    assert ended.code == 1
    [row] = [row for row in json.loads(ended.out)["rows"] if row["what"].startswith("quadruplet")]
    assert (row["equal"], "corrected" in row) == (False, False)
