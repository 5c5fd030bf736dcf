"""The folder of an experiment: its keys, its ledger, its rows. What is in it is enough to go on or to look again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fourcast.environment import environment_info
from fourcast.errors import NotationError, UsageError
from fourcast.experiments.experiment import Experiment, Show
from fourcast.experiments.files import SUFFIXES, read_rows, why_no_parquet, write_rows
from fourcast.experiments.games import GameRow
from fourcast.experiments.reading import read_data
from fourcast.experiments.row import Row
from fourcast.experiments.run import LEDGER, Run
from fourcast.files import write_atomically

HOME: Final = Path("experiments")
"""Where folders are kept, unless somebody says."""
KEYS: Final = "experiment.json"
ROWS: Final = "rows"


@dataclass(frozen=True)
class Kept:
    """Rows, and what is known of the experiment they are of."""

    name: str
    asks: str
    rows: Sequence[Row | GameRow]
    what: str
    """What rows are of: searches or games."""
    size: int | None
    """How many rows there are when all is done."""
    show: Show
    folder: Path | None
    planned: Sequence[Row] = ()
    """Every search, also those that are still to be made; none where that is not known."""

    @property
    def partial(self) -> bool:
        return self.size is not None and len(self.rows) < self.size


def keep_keys(experiment: Experiment, folder: Path) -> None:
    """Write down what is being asked, before any of it is answered."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"name": experiment.name, "experiment": experiment.written}
    write_atomically(folder / KEYS, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def keep_rows(experiment: Experiment, rows: Sequence[Row | GameRow], folder: Path) -> Iterator[Path]:
    """Write the rows in every kind of file that can be written; their paths."""
    for suffix in SUFFIXES:
        if suffix == ".parquet" and why_no_parquet():
            continue
        path = folder / f"{ROWS}{suffix}"
        write_rows(rows, path, {"name": experiment.name, "asks": experiment.asks, **environment_info()})
        yield path


def kept_in(folder: Path) -> Kept:
    """What a folder has, also after a run that was killed: then the ledger knows more than the files."""
    try:
        data = json.loads((folder / KEYS).read_text(encoding="utf-8"))
        experiment = read_data(data["experiment"], name=data["name"], source=str(folder / KEYS))
    except (OSError, ValueError, KeyError, TypeError) as fault:
        if isinstance(fault, UsageError):
            raise
        raise NotationError(f"{folder} is no folder of an experiment: {KEYS} is not there, or not whole.") from None
    found: list[Row | GameRow] = []
    planned: list[Row] = []
    if (folder / LEDGER).exists():
        looks = (Run(experiment, folder, alone).look() for alone in (True, False))
        found, planned = max(looks, key=lambda look: len(look[0]))
    return Kept(
        experiment.name, experiment.asks, found, experiment.what, experiment.size, experiment.show, folder, planned
    )


def kept_as(file: Path) -> Kept:
    """What a file of rows has."""
    rows = read_rows(file)
    what = "games" if any(isinstance(row, GameRow) for row in rows) else "searches"
    return Kept(file.stem, "", rows, what, None, Show(), None)


def latest() -> Path:
    """The folder of the experiment that was run last."""
    folders = [path.parent for path in HOME.glob(f"*/{KEYS}")]
    if not folders:
        raise UsageError(
            f"There is no experiment in {HOME}. `fourcast experiment run NAME` runs one, "
            "`fourcast experiment list` tells their names."
        )
    return max(folders, key=lambda folder: (folder / KEYS).stat().st_mtime)
