"""The page asks an opening book where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourcast.native.solver import why_no_solver
from fourcast.rules import parse_rules
from fourcast.search import StopFlag
from fourcast.solve.book import book_key, write_book
from fourcast.web.solvers import Solvers

RULES = parse_rules("classic,width=4,height=4")


@pytest.mark.skipif(why_no_solver(RULES) is not None, reason=f"no native solver: {why_no_solver(RULES)}")
def test_a_solver_of_the_page_has_the_book_that_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_book(tmp_path / "4x4-4.book", RULES, 0, {book_key(RULES.start()): 0})
    monkeypatch.setenv("FOURCAST_BOOK", str(tmp_path))
    with Solvers().lent(RULES, StopFlag()) as solver:
        assert (solver.solve(RULES.start()).engine, solver.solve(RULES.start()).score) == ("book", 0)
