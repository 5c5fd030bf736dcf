"""Exact solvers, lent out one at a time: to stop a solver stops whatever it is doing, so nobody shares one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from fourcast.rules import Rules
from fourcast.search import StopFlag
from fourcast.solve import Solver
from fourcast.solve.book import find_book
from fourcast.solve.solver import why_not_native

MOST_KEPT: Final = 4
"""Solvers that wait for the next who asks, with all they have learned. Each has a table of 64 megabytes."""


def reaches(rules: Rules) -> bool:
    """Whether a native solver knows these rules."""
    return why_not_native(rules) is None


class Solvers:
    """A shelf of solvers. One that was stopped is not put back: it may have been stopped for good."""

    def __init__(self) -> None:
        self._shelf: list[Solver] = []
        self._lock = threading.Lock()

    @contextmanager
    def lent(self, rules: Rules, stop: StopFlag) -> Iterator[Solver]:
        solver = self._take(rules) or Solver(rules, book=find_book(rules))
        try:
            yield solver
        finally:
            if not stop.is_set():
                with self._lock:
                    self._shelf.append(solver)
                    del self._shelf[:-MOST_KEPT]

    def _take(self, rules: Rules) -> Solver | None:
        with self._lock:
            for at, solver in enumerate(self._shelf):
                if solver.rules == rules:
                    return self._shelf.pop(at)
        return None
