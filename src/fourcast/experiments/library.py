"""The built-in experiments, by name."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from fourcast.errors import UsageError, quote
from fourcast.experiments.spec import Experiment, parse_experiment, read_toml
from fourcast.spec import did_you_mean

SUFFIX: Final = ".toml"
PUBLISHED: Final = ("connect-4s", "extended", "smart", "zer0lose", "8x6")
"""The experiments of the five systems, with their published figures."""


def experiment_names() -> list[str]:
    """The names of the built-in experiments, sorted."""
    return sorted(file.name.removesuffix(SUFFIX) for file in _folder().iterdir() if file.name.endswith(SUFFIX))


def experiment_text(name: str) -> str:
    """The TOML text of a built-in experiment."""
    if name not in experiment_names():
        raise UsageError(
            f"There is no experiment {quote(name)}, and no such file. {did_you_mean(name, experiment_names())} "
            "`fourcast experiment list` lists them all."
        )
    return (_folder() / f"{name}{SUFFIX}").read_text(encoding="utf-8")


def read_experiment(what: str | Path) -> tuple[dict[str, Any], str, str]:
    """The keys of a TOML file or of a built-in experiment, its name, and its source for messages."""
    path = Path(what)
    if path.suffix == SUFFIX or path.is_file():
        return read_toml(path, source=path.name), path.stem, path.name
    name = str(what)
    return read_toml(experiment_text(name), source=f"{name}{SUFFIX}"), name, f"{name}{SUFFIX}"


def find_experiment(what: str | Path) -> Experiment:
    """The experiment of a TOML file or of a built-in name. Raises `UsageError`."""
    data, name, source = read_experiment(what)
    return parse_experiment(data, name=name, source=source)


def _folder() -> Traversable:
    return files("fourcast.experiments") / "library"
