"""The page asks an opening book where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourcast.native import why_no_solver
from fourcast.rules import parse_rules
from fourcast.solver import book_key, write_book
from fourcast.web.solvers import solver_for

RULES = parse_rules("classic,width=4,height=4")


@pytest.mark.skipif(why_no_solver(RULES) is not None, reason=f"no native solver: {why_no_solver(RULES)}")
def test_a_solver_of_the_page_has_the_book_that_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_book(tmp_path / "4x4-4.book", RULES, 0, {book_key(RULES.start()): 0})
    monkeypatch.setenv("FOURCAST_BOOK", str(tmp_path))
    solver_for.cache_clear()
    solution = solver_for(RULES).solve(RULES.start())
    solver_for.cache_clear()  # no other test shall find this book
    assert (solution.engine, solution.score) == ("book", 0)
