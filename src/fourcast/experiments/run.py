"""Running an experiment: its cells are tasks of a job, its rows what the ledger has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from fourcast.experiments.cell import Cell
from fourcast.experiments.experiment import Experiment
from fourcast.experiments.games import GameRow, Pair
from fourcast.experiments.row import Row
from fourcast.jobs import Ledger, Progress, Summary, run_job

LEDGER: Final = "ledger.sqlite"


@dataclass(frozen=True)
class Run:
    """An experiment and the folder where its results are kept, whoever stops it and whenever."""

    experiment: Experiment
    folder: Path
    alone: bool = True
    """Whether one thing is done at a time."""

    def go_on(
        self,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        on_progress: Callable[[Progress], bool | None] | None = None,
    ) -> Summary:
        """Do all that is not yet known."""
        with self._ledger() as ledger:
            ledger.forget_failures()  # whoever asks again wants it tried again
            tasks = list(dict.fromkeys(cell.task for _, cell in self._cells(ledger)))
            # In no order: what is done so far is a fair sample, and tells how long the rest will take.
            Random(len(tasks)).shuffle(tasks)
            return run_job(tasks, ledger, workers=workers, cluster=cluster, on_progress=on_progress)

    def rows(self) -> list[Row | GameRow]:
        """All that is known, in the order of the experiment."""
        return self.look()[0]

    def look(self) -> tuple[list[Row | GameRow], list[Row]]:
        """All that is known, in the order of the experiment; and every search in that order, also those that are
        missing."""
        with self._ledger() as ledger:
            cells = self._cells(ledger)
            known = {task.key: found for task, found in ledger.results(cell.task for _, cell in cells)}
        found: list[Row | GameRow] = []
        planned: list[Row] = []
        for part, cell in cells:
            result = known.get(cell.task.key)
            if not isinstance(cell, Cell):
                found += [] if result is None else cell.rows(part, result)
            elif result is None:
                planned.append(Row.missing(part, cell))
            else:
                planned.append(Row.of(part, cell, result))
                found.append(planned[-1])
        return found, planned

    def _cells(self, ledger: Ledger) -> list[tuple[str, Cell | Pair]]:
        """Everything, with the name of its part. Where nobody asks for times it is all one whether other searches ran
        beside: what is known either way is not made again."""
        cells = list(self.experiment.cells(alone=self.alone))
        if self.experiment.wants_quiet:
            return cells
        others = list(self.experiment.cells(alone=not self.alone))
        known = {task.key for task, _ in ledger.results(cell.task for _, cell in (*cells, *others))}
        return [
            other if other[1].task.key in known and own[1].task.key not in known else own
            for own, other in zip(cells, others, strict=True)
        ]

    @contextmanager
    def _ledger(self) -> Iterator[Ledger]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with Ledger(self.folder / LEDGER) as ledger:
            yield ledger
