"""What somebody asks for: an experiment from a file, a name and options, or one that was run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from fourcast.errors import UsageError
from fourcast.experiments.experiment import Experiment
from fourcast.experiments.files import SUFFIXES
from fourcast.experiments.folder import HOME, KEYS, Kept, kept_as, kept_in, latest
from fourcast.experiments.library import text_of
from fourcast.experiments.reading import read_data, read_table

OWN: Final = "own"
"""The name of an experiment that is made of options alone."""


def wanted_experiment(what: str | None, options: dict[str, Any]) -> Experiment:
    """The experiment of a file or a name, with options over its keys; or of options alone."""
    if what is None:
        if not options:
            raise UsageError("There is nothing to run. Name a file or an experiment, or give options such as --depths.")
        return read_data(options, name=OWN, source="the options")
    path = Path(what)
    is_file = path.suffix == ".toml" or path.is_file()
    name = path.stem if is_file else what
    data = read_table(path if is_file else text_of(what), source=path.name if is_file else f"{what}.toml")
    if not options:
        return read_data(data, name=name, source=path.name)
    if "part" in data and set(options) != {"times"}:
        raise UsageError(f"{name} has parts, which options would mix up. `fourcast experiment list {name}` prints it.")
    limits, methods = ("depths", "seconds", "nodes"), ("ways", "algorithms", "orders", "tables")
    for family in (limits, methods):
        if any(key in options for key in family):
            data = {key: value for key, value in data.items() if key not in family}
    return read_data({**data, **options}, name=name, source=path.name)


def wanted_positions(
    positions: list[str] | None, count: int | None, plies: str | None, seed: int | None
) -> list[str] | dict[str, Any] | None:
    settings = {"count": count, "plies": plies, "seed": seed}
    wanted = {key: value for key, value in settings.items() if value is not None}
    if not wanted:
        return positions
    if positions:
        raise UsageError("Positions are either given by --moves or drawn by --count. Leave one out.")
    return wanted


def read_numbers(option: str, text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) if "." in part or "e" in part else int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"{option} needs numbers with commas between, not {text!r:.60}.") from None


def read_names(option: str, text: str | None, known: list[str]) -> list[str]:
    chosen = [] if text is None else text.split(",")
    for name in chosen:
        if name not in known:
            raise UsageError(f"{option} knows no {name!r:.40}. Known: {', '.join(known)}.")
    return chosen


def find_kept(what: str | None) -> Kept:
    """What was run under a name, or stands in a folder or file."""
    if what is None:
        return kept_in(latest())
    path = Path(what)
    if path.suffix in SUFFIXES:
        return kept_as(path)
    if path.is_dir():
        return kept_in(path)
    if (HOME / what / KEYS).exists():
        return kept_in(HOME / what)
    raise UsageError(f"{what} was not run here: there is no {HOME / what}. `fourcast experiment run {what}` runs it.")
