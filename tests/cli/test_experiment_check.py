"""`fourcast experiment check`, also `fourcast reproduce`: every published figure beside ours, and an exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import Live, call
from support.engines import needs_core

from fourcast.experiments import claims
from fourcast.native import Engine

WRONG = """
title = "Mine"
variants = "tictactoe"
algorithms = "minimax"
depths = "1-2"
[[expected]]
source = "text"
figures = [{ what = "one", depth = 1, nodes = 10 }, { what = "two", depth = 2, nodes = 81 }]
"""


@pytest.fixture(autouse=True)
def short_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole match between tables is played in `experiments/test_claims.py`."""
    monkeypatch.setattr(claims, "WINNING_PAIRS", dict.fromkeys(Engine, 3))


def line_about(what: str, text: str) -> str:
    """The line of a text that begins with these words."""
    [line] = [line for line in text.splitlines() if line.strip().startswith(what)]
    return line


@needs_core
def test_rows_have_the_published_figure_ours_and_whether_they_are_equal_and_claims_stand_below() -> None:
    extended = call("reproduce", "extended")
    assert extended.code == 0, extended.err
    assert extended.err.startswith("engine: native, ")
    assert line_about("perft 4, 8×6", extended.out).split()[-4:] == ["5556", "5556", "study", "✓"]
    most = line_about("most moves", extended.out)
    assert most.split()[-5:] == ["14", "12", "text", "✗", "misprint"]
    assert line_about("corrected", extended.out).split() == ["corrected", "12"]
    assert "n + ⌈n/2⌉" in extended.out
    assert "4 of 5 published figures equal (2 text, 3 program), 11 of 11 figures of our study equal" in extended.out
    claims = extended.out.partition("Claims")[2]
    assert "“The bounds of the last iteration are bounds in the next.”  ✗ does not hold" in claims


@needs_core
def test_a_note_is_printed_once_and_times_have_a_unit() -> None:
    out = call("reproduce", "connect-4s", "zer0lose").out
    assert out.count("The published row mixes openings") == 1
    corrected = [line.split()[1] for line in out.splitlines() if line.strip().startswith("corrected")]
    assert corrected == ["48", "4022", "47164", "525.92", "318.62", "20866", "8453"]
    assert "4.565 s" in line_about("tic-tac-toe, minimax: time", out)
    assert "durations not compared" in out
    assert [line for line in out.splitlines() if line.endswith("✓") and len(line) > 82] == []


def test_what_is_left_out_is_said_in_one_line() -> None:
    out = call("reproduce", "smart", "--engine", "python").out
    assert out.splitlines()[-1].startswith("Left out: ")
    assert "more than 60,000 nodes" in out.splitlines()[-1]
    assert "137180" not in out


def test_on_a_terminal_one_sees_what_is_being_run_and_every_row() -> None:
    with Live("reproduce", "zer0lose", "--engine", "python", terminal=True) as command:
        assert command.ended() == 0
        assert "zer0lose: tic-tac-toe, alpha-beta, wins first" in command.seen
        assert command.seen.count("✓") == 13


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_figure_of_a_file_that_is_not_equal_ends_with_code_1(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(WRONG)
    ended = call("experiment", "check", "mine.toml", *options, folder=tmp_path)
    assert ended.code == 1
    if options:
        one, two = json.loads(ended.out)["rows"]
        assert (one["equal"], two["equal"], two["expected"], two["ours"]) == (True, False, 81, 82)
        assert set(one) == {"system", "what", "source", "expected", "ours", "equal", "engine", "seconds"}
        assert one["source"] == "text"
    else:
        assert line_about("two: nodes", ended.out).endswith("81         82  text    ✗ NOT EQUAL")
        assert "1 of 2 published figures equal (2 text), 1 NOT EQUAL" in ended.out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("smrt", "There is no experiment 'smrt', and no such file. Did you mean 'smart'?"),
        ("star2", "no published figures"),
    ],
)
def test_what_cannot_be_checked_is_one_sentence_and_code_2(name: str, said: str) -> None:
    ended = call("experiment", "check", name)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


@needs_core
def test_json_has_every_figure_and_claim() -> None:
    data = json.loads(call("reproduce", "zer0lose", "extended", "--json").out)
    rows = {row["what"]: row for row in data["rows"]}
    draws_first = rows["tic-tac-toe, alpha-beta, draws first: nodes"]
    assert (draws_first["expected"], draws_first["ours"], draws_first["equal"]) == (16771, 16771, True)
    assert draws_first["corrected"] == 20866
    assert rows["points of 11001121222111, both players"]["expected"] == [9, 5]
    assert rows["tic-tac-toe, minimax: time"]["equal"] is None
    assert rows["tic-tac-toe, minimax: time"]["source"] == "text"
    assert rows["tic-tac-toe, minimax: nodes"]["source"] == "study"
    claim = data["claims"][0]
    assert (claim["system"], claim["holds"], claim["figures"]["positions"]) == ("extended", False, 40)
    assert claim["result"].startswith("On 40 positions")


@needs_core
def test_markdown_has_a_table_for_every_system_with_the_sources_and_the_claims_below() -> None:
    out = call("reproduce", "smart", "--markdown").out
    assert "| example state: heuristic | program | -115 | -115 | ✓ |" in out
    assert "| value of a complete line | text | 642 (corrected 630) | 630 | ✗ misprint |" in out
    assert "## Smart-Connect-4" in out
    assert "“The 63-bit example of the text is a state of the game.” ✗ does not hold" in out
    both = call("reproduce", "smart", "--markdown", "--json")
    assert (both.code, both.out) == (2, "")
