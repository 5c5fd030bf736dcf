"""The experiments that come with the package, by name."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from fourcast.errors import UsageError, quote
from fourcast.experiments.experiment import Experiment
from fourcast.experiments.reading import read_text
from fourcast.spec import did_you_mean

SUFFIX = ".toml"


def names() -> list[str]:
    """All of them, in order."""
    return sorted(file.name.removesuffix(SUFFIX) for file in _folder().iterdir() if file.name.endswith(SUFFIX))


def text_of(name: str) -> str:
    """The file of one of them."""
    if name not in names():
        raise UsageError(
            f"There is no experiment {quote(name)}, and no such file. {did_you_mean(name, names())} "
            "`fourcast experiment list` tells what each asks."
        )
    return (_folder() / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def find_experiment(name: str) -> Experiment:
    """One of them, ready to run."""
    return read_text(text_of(name), name=name, source=f"{name}{SUFFIX}")


def every_experiment() -> Iterator[Experiment]:
    yield from map(find_experiment, names())


def _folder() -> Traversable:
    return files("fourcast.experiments") / "library"
