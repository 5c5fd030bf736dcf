"""`fourcast book`: made where it is found, shown, and used by `fourcast solve`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import call, run
from support.engines import needs_core

RULES = ("--rules", "classic,width=4,height=4")

pytestmark = needs_core


def test_a_book_is_made_where_it_is_found_and_then_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURCAST_BOOK")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = json.loads(call("solve", *RULES, "2", "--json").out)
    assert before["engine"] == "native"
    made = call("book", *RULES, "--ply", "4", "--workers", "1")
    assert made.code == 0, made.err
    assert "classic,width=4,height=4 up to ply 4" in made.out
    assert [path.name for path in (tmp_path / "fourcast" / "books").iterdir()] == ["4x4-4.book"]
    book = tmp_path / "fourcast" / "books" / "4x4-4.book"
    after = json.loads(call("solve", *RULES, "2", "--json").out)
    assert (after["engine"], after["nodes"], after["score"]) == ("book", 0, before["score"])
    assert (before["book"], after["book"]) == (None, str(book))
    told = call("solve", *RULES, "2", "23", "22334")
    assert [line.split()[2] == "0" for line in told.out.splitlines()] == [True, True, False]  # nodes
    assert (
        told.err == f"Scores of the opening book {book} were used for 2 of 3 positions; --no-book searches for all.\n"
    )
    assert (
        call("solve", *RULES, "2").err == f"Scores of the opening book {book} were used; --no-book searches for all.\n"
    )
    assert call("solve", *RULES, "2", "--no-book").err == call("solve", *RULES, "22334").err == ""
    assert json.loads(call("solve", *RULES, "2", "--json", "--no-book").out)["engine"] == "native"
    assert json.loads(call("solve", *RULES, "2", "--json", "--engine", "native").out)["engine"] == "native"
    assert json.loads(call("solve", *RULES, "2", "--json", "--all").out)["engine"] == "book"


def test_a_book_can_be_shown_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    made = call("book", *RULES, "--ply", "2", "--workers", "1", "-o", "a.book", "--json", folder=tmp_path)
    facts = json.loads(made.out)
    assert facts.pop("seconds") > 0
    shown = json.loads(call("book", "--show", "a.book", "--json", folder=tmp_path).out)
    assert shown == facts
    assert (shown["ply"], shown["positions"]) == (2, 11)  # 1 + 2 + 8: sixteen pairs of moves are eight up to mirror
    content = bytearray((tmp_path / "a.book").read_bytes())
    content[-1] ^= 1
    (tmp_path / "a.book").write_bytes(content)
    refused = call("book", "--show", "a.book", folder=tmp_path)
    assert (refused.code, "a.book is damaged" in refused.err) == (2, True)


def test_a_repertoire_goes_further_than_all_positions(tmp_path: Path) -> None:
    options = ("--ply", "1", "--repertoire", "5", "--workers", "1", "-o", "a.book")
    made = call("book", *RULES, *options, folder=tmp_path)
    assert "classic,width=4,height=4 up to ply 1, repertoire up to ply 5, " in made.out
    shown = json.loads(call("book", "--show", "a.book", "--json", folder=tmp_path).out)
    assert (shown["ply"], shown["last_ply"]) == (1, 5)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rules", "popout", "--ply", "2"), "Opening books of these rules are not supported: "),
        (("--rules", "classic"), "Missing --ply"),
        (
            ("--rules", "classic", "--ply", "3", "--repertoire", "3"),
            "--repertoire 3 adds nothing to --ply 3: use a larger number.",
        ),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    ended = call("book", *arguments, "-o", "x.book", folder=tmp_path)
    assert (ended.code, sentence in ended.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_book_is_reported_in_one_line_and_the_position_is_solved(tmp_path: Path) -> None:
    (tmp_path / "bad.book").write_bytes(b"FCBOOK2\n")
    ended = run("solve", *RULES, "2", folder=tmp_path, FOURCAST_BOOK="bad.book")
    assert (ended.code, ended.out.split()[:2]) == (0, ["2", "0"])
    assert ended.err == "fourcast: bad.book is not an opening book. `fourcast book` makes one. Continuing without it.\n"
