"""Running an experiment: its cells are tasks of a job, its rows the results in a ledger, all in one folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from random import Random
from typing import Final

from fourcast.datasets import parquet_unsupported_reason
from fourcast.environment import environment_info
from fourcast.errors import NotationError, UsageError
from fourcast.experiments.cells import Cell
from fourcast.experiments.expected import Figure
from fourcast.experiments.games import Pair
from fourcast.experiments.report import Report, Table
from fourcast.experiments.rows import MISSING, SUFFIXES, AnyRow, GameRow, Row, read_rows, write_rows
from fourcast.experiments.spec import Experiment, Show, parse_experiment
from fourcast.files import write_atomically
from fourcast.jobs import Ledger, Progress, Summary, run_job

FOLDER: Final = Path("experiments")
"""Default parent of the folders of experiments."""
KEYS: Final = "experiment.json"
LEDGER: Final = "ledger.sqlite"
ROWS: Final = "rows"


@dataclass(frozen=True, repr=False)
class Results:
    """The rows of an experiment so far, and what is known about it."""

    name: str
    rows: Sequence[AnyRow]
    unit: str
    """What rows are: `searches` or `games`."""
    question: str = ""
    size: int | None = None
    """The number of rows of a complete run; None if that is not known."""
    show: Show = field(default_factory=Show)
    folder: Path | None = None
    planned: Sequence[Row] = ()
    """Every search, also those that are missing; empty if that is not known."""
    expected: Sequence[Figure] = ()
    """Figures of the experiment's file."""

    @property
    def is_partial(self) -> bool:
        return self.size is not None and len(self.rows) < self.size

    @property
    def report(self) -> Report:
        """Tables and charts. Raises `UsageError` if there are no rows yet."""
        return Report(self.rows, self.show, self.planned, self.expected)

    def table(self, name: str) -> str:
        """The tables of a name, such as `nodes`, as Markdown. Raises `UsageError` if there is none."""
        tables = list(self.report.tables([name]))
        if not tables:
            raise UsageError(f"There is no table {name!r} here: it needs {self.report.missing_for_table(name)}.")
        return "\n\n".join(map(Table.titled_markdown, tables))

    def __repr__(self) -> str:
        size = "" if self.size is None else f" of {self.size:,}"
        return f"<Results of {self.name!r}, {len(self.rows):,}{size} {self.unit}>"

    def __str__(self) -> str:
        tables = self.report.tables() if self.rows else ()
        return "\n\n".join([repr(self), *map(Table.titled_markdown, tables)])

    def _repr_html_(self) -> str:
        tables = "".join(table.html() for table in self.report.tables()) if self.rows else ""
        return f"<p>{escape(f'{self.question} {len(self.rows):,} {self.unit}.'.strip())}</p>{tables}"


@dataclass(frozen=True)
class Run:
    """An experiment and the folder of its results. Results are stored as they come, however the run ends."""

    experiment: Experiment
    folder: Path
    alone: bool = True
    """Whether one search or pair of games runs at a time."""

    def run(
        self,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        on_progress: Callable[[Progress], bool | None] | None = None,
    ) -> Summary:
        """Compute everything that is missing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        data = {"name": self.experiment.name, "experiment": self.experiment.data}
        write_atomically(self.folder / KEYS, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        with Ledger(self.folder / LEDGER) as ledger:
            tasks = list(dict.fromkeys(cell.task for _, cell in self._cells(ledger)))
            # In random order: results so far are a fair sample, and tell how long the rest will take.
            Random(len(tasks)).shuffle(tasks)
            return run_job(tasks, ledger, workers=workers, cluster=cluster, retry_failed=True, on_progress=on_progress)

    def results(self) -> Results:
        """All rows so far, in the order of the experiment."""
        with Ledger(self.folder / LEDGER) as ledger:
            cells = self._cells(ledger)
            known = {task.key: value for task, value in ledger.results(cell.task for _, cell in cells)}
        rows: list[AnyRow] = []
        planned: list[Row] = []
        for part, cell in cells:
            result = known.get(cell.task.key)
            if isinstance(cell, Pair):
                rows += [] if result is None else cell.rows(part, result)
            elif result is None:
                planned.append(Row.without_result(part, cell, MISSING))
            else:
                planned.append(Row.of(part, cell, result))
                rows.append(planned[-1])
        one = self.experiment
        return Results(one.name, rows, one.unit, one.question, one.size, one.show, self.folder, planned, one.expected)

    def write(self, rows: Sequence[AnyRow]) -> Iterator[Path]:
        """Write the rows to every kind of file that can be written; yields the paths."""
        notes = {"name": self.experiment.name, "question": self.experiment.question, **environment_info()}
        for suffix in SUFFIXES:
            if suffix != ".parquet" or not parquet_unsupported_reason():
                path = self.folder / f"{ROWS}{suffix}"
                write_rows(rows, path, notes)
                yield path

    def _cells(self, ledger: Ledger) -> list[tuple[str, Cell | Pair]]:
        """Every cell with the name of its part. If times do not matter, a result is used whether or not other searches
        ran at the same time."""
        cells = list(self.experiment.cells(alone=self.alone))
        if self.experiment.measures_time:
            return cells
        others = list(self.experiment.cells(alone=not self.alone))
        known = ledger.known([cell.task for _, cell in (*cells, *others)])
        return [
            other if other[1].task.key in known and own[1].task.key not in known else own
            for own, other in zip(cells, others, strict=True)
        ]


def load_results(folder: Path) -> Results:
    """The results in a folder, also of a run that was killed. Raises `UsageError`."""
    try:
        data = json.loads((folder / KEYS).read_text(encoding="utf-8"))
        experiment = parse_experiment(data["experiment"], name=data["name"], source=str(folder / KEYS))
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, UsageError):
            raise
        raise NotationError(f"{folder} is not an experiment folder: {KEYS} is missing or incomplete.") from None
    runs = (Run(experiment, folder, alone).results() for alone in (True, False))
    return max(runs, key=lambda results: len(results.rows))


def find_results(what: str | None) -> Results:
    """The results of an experiment that ran here, of a folder or of a file of rows; by default of the latest run."""
    if what is None:
        folders = [path.parent for path in FOLDER.glob(f"*/{KEYS}")]
        if not folders:
            raise UsageError(
                f"There is no experiment in {FOLDER}. `fourcast experiment run NAME` runs one, "
                "`fourcast experiment list` lists their names."
            )
        return load_results(max(folders, key=lambda folder: (folder / KEYS).stat().st_mtime))
    path = Path(what)
    if path.suffix in SUFFIXES:
        rows = read_rows(path)
        unit = "games" if any(isinstance(row, GameRow) for row in rows) else "searches"
        return Results(path.stem, rows, unit)
    if path.is_dir():
        return load_results(path)
    name = path.stem if path.suffix == ".toml" else what
    if (FOLDER / name / KEYS).exists():
        return load_results(FOLDER / name)
    raise UsageError(
        f"{what} has not run here: there is no folder {FOLDER / name}. `fourcast experiment run {what}` runs it."
    )
