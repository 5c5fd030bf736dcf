"""A peer for tests of the benchmark: it knows every score beforehand and is wrong where it is told to be."""

from __future__ import annotations

from collections.abc import Sequence

from solver_positions import Scored


class Rival:
    """Answers by heart, and remembers whom it was asked after."""

    def __init__(self, name: str, *, wrong: int = 0, log: list[str] | None = None) -> None:
        self.name = name
        self.blocks: list[int] = []
        self._wrong = wrong
        self._log = [] if log is None else log
        self._loaded: list[Scored] = []
        self._first: tuple[Scored, ...] = ()

    def load(self, positions: Sequence[Scored]) -> None:
        self._loaded = list(positions)
        self.blocks.append(len(positions))

    def run(self) -> None:
        self._log.append(self.name)

    def scores(self) -> list[int]:
        if not self._first:
            self._first = tuple(self._loaded[: self._wrong])
        return [scored.score + (scored in self._first) for scored in self._loaded]

    def nodes(self) -> int | None:
        return 10 * len(self._loaded)
