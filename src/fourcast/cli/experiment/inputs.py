"""The experiment or the results that arguments and options name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from fourcast.errors import UsageError, quote
from fourcast.experiments import (
    FOLDER,
    KEYS,
    SUFFIXES,
    Experiment,
    Results,
    latest_folder,
    load_results,
    load_rows,
    overlay,
    parse_experiment,
    read_experiment,
)

OWN: Final = "own"
"""The name of an experiment that options alone define."""


def experiment_from(what: str | None, options: dict[str, Any]) -> Experiment:
    """The experiment of a file or a name, with options over its keys; or of options alone."""
    if what is None:
        if not options:
            raise UsageError("There is nothing to run. Name a file or an experiment, or give options such as --depths.")
        return parse_experiment(options, name=OWN, source="the options")
    data, name, source = read_experiment(what)
    if "part" in data and options.keys() - {"times"}:
        raise UsageError(
            f"{name} has parts, to which options cannot be added. `fourcast experiment list {name}` prints it."
        )
    return parse_experiment(overlay(data, options), name=name, source=source)


def positions_from(
    moves: list[str] | None, count: int | None, plies: str | None, seed: int | None
) -> list[str] | dict[str, Any] | None:
    """The key `positions` of options; None without any."""
    settings = {"count": count, "plies": plies, "seed": seed}
    given = {key: value for key, value in settings.items() if value is not None}
    if not given:
        return moves
    if moves:
        raise UsageError("Positions are given by --moves or drawn by --count. Leave one out.")
    return given


def parse_numbers(option: str, text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) if "." in part or "e" in part else int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"Invalid {option} {quote(text)}. Use numbers separated by commas.") from None


def parse_names(option: str, text: str | None, known: list[str]) -> list[str]:
    names = [] if text is None else text.split(",")
    for name in names:
        if name not in known:
            raise UsageError(f"Invalid {option} {quote(name, 40)}. Known: {', '.join(known)}.")
    return names


def find_results(what: str | None) -> Results:
    """The results of a name, a folder or a file of rows; by default those of the latest run."""
    if what is None:
        return load_results(latest_folder())
    path = Path(what)
    if path.suffix in SUFFIXES:
        return load_rows(path)
    if path.is_dir():
        return load_results(path)
    if (FOLDER / what / KEYS).exists():
        return load_results(FOLDER / what)
    raise UsageError(
        f"{what} has not run here: there is no folder {FOLDER / what}. `fourcast experiment run {what}` runs it."
    )
