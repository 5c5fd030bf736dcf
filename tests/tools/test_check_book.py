"""The comparison of a book with known scores and with another solver."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from check_book import check_known, check_sample

from fourcast.rules import Position, Rules
from fourcast.solver import Book, book_key, write_book

SCORES = {"": 1, "1": 2, "2": 1, "3": 0, "4": -1}
"""Published values of the empty board and of the first moves of 7×6, to the side to move."""


@pytest.fixture
def book(tmp_path: Path) -> Book:
    write_book(tmp_path / "7x6-4.book", Rules("classic"), 1, {book_key(Position(at)): SCORES[at] for at in SCORES})
    return Book(tmp_path / "7x6-4.book")


def test_known_scores_are_compared(book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "known.txt").write_text("4 -1\n7 2\n3 0\n2 2\n44 1\n")
    assert check_known(book, [tmp_path / "known.txt"]) == 1
    assert capsys.readouterr().out == "2: the book has 1, known.txt 2\nKnown scores: 4 compared, 1 differ.\n"


@pytest.mark.parametrize(("error", "wrong"), [(0, 0), (1, 4)])
def test_entries_of_the_last_ply_are_solved_by_the_peer(
    book: Book, error: int, wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def score(board: list[list[int]]) -> int:
        return (book.score(Position(board)) or 0) + error

    package: Any = SimpleNamespace(BitBully=lambda **_: SimpleNamespace(mtdf=score), Board=list)
    monkeypatch.setattr("check_book.import_module", lambda _: package)
    assert check_sample(book, 20, seed=1) == wrong
