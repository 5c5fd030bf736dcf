"""What an experiment is: a question, and parts, each a grid of searches or of games; read from TOML. Some are built in.

    question = "How many nodes does a better move order save?"
    variants = "classic"
    positions = { count = 10, plies = "4-12", seed = 1 }
    algorithms = ["alphabeta", "alphabeta/centre", "alphabeta/centre/table"]
    depths = "1-8"

Keys above the first `[[part]]` are defaults for every part. With `games` the algorithms and evaluations play each other
instead. `[[expected]]` has published figures, which `fourcast experiment check` compares with ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from fourcast.errors import JobError, NotationError, UsageError, quote
from fourcast.experiments.cells import SECONDS, Cell
from fourcast.experiments.expected import Claim, Figure, read_figures
from fourcast.experiments.games import GameGrid, Pair
from fourcast.experiments.grids import LIMITS, SearchGrid
from fourcast.experiments.models import Convert, Model, Needs, OptionalTexts, each
from fourcast.files import read_limited
from fourcast.spec import did_you_mean

if TYPE_CHECKING:
    from fourcast.experiments.run import Results
    from fourcast.jobs import Progress

MAX_CELLS: Final = 1_000_000
ACROSS: Final = ("depth", "plies", "seconds", "nodes", "width", "height", "cells", "discs")
METHODS: Final = ("algorithms", "orders", "tables")
FORMER_KEYS: Final = {"asks": "question", "ways": "algorithms", "ends": "terminal"}
"""Keys of earlier versions, which are still read."""
SUFFIX: Final = ".toml"
PUBLISHED: Final = ("connect-4s", "extended", "smart", "zer0lose", "8x6")
"""The experiments of the five systems, with their published figures."""


Tables: TypeAlias = list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Show(Model):
    """How rows are shown."""

    across: Annotated[
        Literal["depth", "plies", "seconds", "nodes", "width", "height", "cells", "discs"] | None,
        Needs(f"one of {', '.join(ACROSS)}"),
    ] = None
    """The columns of tables and the x axis of charts. Default: the limit. `plies`: depth with chance nodes counted as
    plies of their own, as Connect-4s did: a search j moves ahead is at 2j − 1 and at 2j."""
    baseline: str | None = None
    """The method (or part) that others are compared with. Default: the first."""
    same: Annotated[tuple[Literal["order", "table"], ...], each(), Needs("order, table or both")] = ()
    """Settings that a search shares with its baseline: with `order`, Star2 is compared with Star1 in the same order."""
    parts: Annotated[OptionalTexts, each()] = None
    """The parts that are shown. Default: all."""
    tables: Annotated[OptionalTexts, each()] = None
    """The tables and charts that are shown. Default: those that every experiment has."""


def _read_show(value: Any) -> Any:
    return Show.read(value, "show") if isinstance(value, dict) else value


@dataclass(frozen=True, kw_only=True)
class _File(Model):
    """The keys of a file that are not about one part."""

    title: str = ""
    question: str = ""
    times: bool = False
    show: Annotated[Show, Convert(_read_show), Needs("a table below [show]")] = field(default_factory=Show)
    part: Annotated[Tables, Needs("a list of tables, each below [[part]]", bool)] = field(default_factory=lambda: [{}])
    expected: Annotated[Tables, Needs("a list of tables, each below [[expected]]")] = field(default_factory=list)
    claim: Annotated[Tables, Needs("a list of tables, each below [[claim]]")] = field(default_factory=list)


@dataclass(frozen=True, repr=False)
class Experiment:
    """A question, and the searches or games that answer it."""

    name: str
    question: str
    parts: tuple[SearchGrid, ...] | tuple[GameGrid, ...]
    times: bool = False
    """Whether seconds are the question: then searches run one at a time, unless `workers` says otherwise."""
    show: Show = field(default_factory=Show)
    title: str = ""
    expected: tuple[Figure, ...] = ()
    """Published figures."""
    claims: tuple[Claim, ...] = ()
    """Published claims."""
    data: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Its keys as they were written, which are stored beside its rows."""

    def __post_init__(self) -> None:
        if self.size > MAX_CELLS:
            raise UsageError(f"{self.name} has {self.size:,} {self.unit}; the maximum is {MAX_CELLS:,}.")

    def __repr__(self) -> str:
        return f"<Experiment {self.name!r}, {self.size:,} {self.unit}>"

    @property
    def size(self) -> int:
        """The number of rows."""
        return sum(part.size for part in self.parts)

    @property
    def unit(self) -> str:
        """What rows are: `searches` or `games`."""
        return "searches" if isinstance(self.parts[0], SearchGrid) else "games"

    @property
    def measures_time(self) -> bool:
        """Whether searches at the same time would spoil the result."""
        return self.times or any(part.limit == SECONDS for part in self.parts)

    def cells(self, *, alone: bool) -> Iterator[tuple[str, Cell | Pair]]:
        """Every search, or pair of games, with the name of its part."""
        for part in self.parts:
            for cell in part.cells(alone=alone):
                yield part.name, cell

    def run(
        self,
        folder: Path | str | None = None,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        on_progress: Callable[[Progress], bool | None] | None = None,
    ) -> Results:
        """Run the searches or games that have no result yet.

        Results are stored in `folder` as they come, and a later call continues there; by default nothing is stored.
        `workers` are processes (default: all CPUs, one if times are measured), `cluster` is the address of a dask
        scheduler. Raises `JobError` if a task failed.
        """
        from fourcast.experiments.run import Run

        if workers is None and self.measures_time:
            workers = 1
        with TemporaryDirectory(prefix="fourcast-") as temporary:
            run = Run(self, Path(folder or temporary), alone=workers == 1 and cluster is None)
            summary = run.run(workers=workers, cluster=cluster, on_progress=on_progress)
            if summary.failures:
                count, reason = len(summary.failures), summary.failures[0].reason.splitlines()[0]
                raise JobError(f"{count} of {self.size} {self.unit} of {self.name} failed: {reason}")
            return replace(run.results(), folder=Path(folder) if folder else None)


def parse_experiment(data: Mapping[str, Any], *, name: str, source: str) -> Experiment:
    """The experiment of a table of keys; `source` is its name in messages. Raises `UsageError`."""
    grid: type[SearchGrid] | type[GameGrid] = GameGrid if "games" in data else SearchGrid
    try:
        current = _current_keys(data)
        top = {key: value for key, value in current.items() if key in _File.__dataclass_fields__}
        shared = {key: value for key, value in current.items() if key not in top}
        file = _File.read(top)
        parts: list[Any] = []
        for number, part in enumerate(file.part, start=1):
            try:
                parts.append(grid.read(overlay(shared, part)))
            except UsageError as error:
                raise UsageError(f"part {number}: {error}" if "part" in data else str(error)) from None
        figures = tuple(read_figures(file.expected))
        claims = tuple(Claim.read(claim, "claim") for claim in file.claim)
        title = file.title or name
        return Experiment(name, file.question, tuple(parts), file.times, file.show, title, figures, claims, dict(data))
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None


def overlay(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Shared keys with own keys over them. A limit of its own replaces the shared one, and algorithms of its own the
    shared algorithms, orders and tables."""
    defaults, own = _current_keys(shared), _current_keys(own)
    if own.keys() & LIMITS.keys():
        defaults = {key: value for key, value in defaults.items() if key not in LIMITS}
    if "algorithms" in own:
        defaults = {key: value for key, value in defaults.items() if key not in METHODS}
    return {**defaults, **own}


def _current_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    for former, current in FORMER_KEYS.items():
        if former in data and current in data:
            raise UsageError(f"{former} and {current} are the same. Leave out {former}.")
    return {FORMER_KEYS.get(key, key): value for key, value in data.items()}


def read_toml(file: Path | str, *, source: str) -> dict[str, Any]:
    """The keys of a TOML file or text."""
    try:
        return tomllib.loads(file if isinstance(file, str) else read_limited(file).decode())
    except UnicodeDecodeError:
        raise NotationError(f"{source} is not a text file. Experiments are written in TOML.") from None
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, and very deep nesting
        raise NotationError(f"{source} is not valid TOML: {error}.") from None


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


def find_experiment(what: str | Path, options: Mapping[str, Any] | None = None) -> Experiment:
    """The experiment of a TOML file or of a built-in name; `options` are other values of its keys. Raises
    `UsageError`."""
    path = Path(what)
    if path.suffix == SUFFIX or path.is_file():
        name, source, data = path.stem, path.name, read_toml(path, source=path.name)
    else:
        name, source = str(what), f"{what}{SUFFIX}"
        data = read_toml(experiment_text(name), source=source)
    if options:
        if "part" in data and options.keys() - {"times"}:
            raise UsageError(
                f"{name} has parts, to which options cannot be added. `fourcast experiment list {name}` prints it."
            )
        data = overlay(data, options)
    return parse_experiment(data, name=name, source=source)


def _folder() -> Traversable:
    return files("fourcast.experiments") / "library"
