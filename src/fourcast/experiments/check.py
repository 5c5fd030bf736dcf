"""Checking expected figures: every `[[expected]]` figure of an experiment beside ours, and its claims tested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

from fourcast.errors import UsageError, quote
from fourcast.experiments.cells import Cell, measure
from fourcast.experiments.claims import TESTS
from fourcast.experiments.expected import Claim, Figure, Source, Value
from fourcast.experiments.grids import MAX_SECONDS, SearchGrid
from fourcast.experiments.published import CHECKS
from fourcast.experiments.rows import Row
from fourcast.experiments.spec import Experiment
from fourcast.native import Engine, core_unsupported_reason
from fourcast.spec import did_you_mean
from fourcast.text import count_of, duration

MAX_NODES: Final = {
    (Engine.NATIVE, False): 10_000_000,
    (Engine.NATIVE, True): None,
    (Engine.PYTHON, False): 60_000,
    (Engine.PYTHON, True): 1_000_000,
}
"""The largest search by engine and whether large ones are included."""
MAX_NAMES: Final = 3
"""Searches left out that are named; of more only the number is."""


@dataclass(frozen=True)
class FigureRow:
    """An expected figure beside ours."""

    system: str
    what: str
    source: Source
    expected: Value
    ours: Value
    equal: bool | None
    """None for times, which are not compared."""
    engine: str
    seconds: float
    """Of the search or check; one search may give several figures."""
    corrected: Value | None = None
    """What should have been published."""
    note: str | None = None
    ratio: float | None = None
    """Of a time: the published time over ours. The machines are different."""

    @property
    def is_right(self) -> bool:
        """Whether ours is the expected figure or, if that is wrong, the corrected one."""
        return self.equal is not False or self.ours == self.corrected


@dataclass(frozen=True)
class ClaimRow:
    """A published claim and what a test of it found."""

    system: str
    claim: str
    result: str
    figures: dict[str, int]
    holds: bool
    engine: str
    seconds: float


class Checker:
    """Checks the published figures of one experiment with one engine. Every search runs once."""

    def __init__(self, experiment: Experiment, engine: Engine, *, deep: bool = False) -> None:
        if not experiment.expected and not experiment.claims:
            raise UsageError(f"{experiment.name} has no published figures: there is no [[expected]] in its file.")
        self.experiment = experiment
        self.engine = engine
        self._cells = [
            (part.name, cell)
            for part in experiment.parts
            if isinstance(part, SearchGrid)
            for cell in replace(part, engine=engine, budget=MAX_SECONDS).cells(alone=True)
        ]
        self._rows: dict[Cell, Row] = {}
        sizes, max_nodes = self._sizes(), MAX_NODES[engine, deep]
        self.figures = [figure for figure, size in sizes if max_nodes is None or size <= max_nodes]
        """The figures that are checked."""
        self.left_out = list(dict.fromkeys(figure.what for figure, _ in sizes if figure not in self.figures))
        """The names of the others, whose searches are too large."""
        available = (Engine.PYTHON, *(() if core_unsupported_reason() else (Engine.NATIVE,)))
        self.claims = [claim for claim in experiment.claims if (claim.engine or engine) in available]
        """The claims that the installed engines can test."""

    def check(self, figure: Figure) -> Iterator[FigureRow]:
        """The rows of a figure."""
        system, engine = self.experiment.name, self.engine.value
        compute = self._of_check if figure.check else self._of_search
        for key, expected in figure.expected.items():
            ours, seconds = compute(figure, key)
            corrected = figure.corrected.get(key)
            note = figure.note if corrected is None else figure.slip
            name, equal, ratio = figure.name(key), None, None
            if key == "time":
                ratio = figure.seconds / seconds if figure.seconds else None
                note = None if corrected is None else note
            else:
                ours = _like(ours, expected)
                equal = expected == ours
            yield FigureRow(system, name, figure.source, expected, ours, equal, engine, seconds, corrected, note, ratio)

    def test(self, claim: Claim) -> ClaimRow:
        """Test a claim."""
        engine = claim.engine or self.engine
        start = perf_counter()
        verdict = _find(TESTS, claim.check)(engine)
        seconds = perf_counter() - start
        system, result = self.experiment.name, verdict.sentence
        return ClaimRow(system, claim.claim, result, verdict.figures, verdict.holds, engine.value, seconds)

    def _of_check(self, figure: Figure, _: str) -> tuple[Value, float]:
        start = perf_counter()
        ours = _find(CHECKS, figure.check or "")(self.engine, *figure.args)
        return ours, perf_counter() - start

    def _of_search(self, figure: Figure, key: str) -> tuple[Value, float]:
        rows = [self._row(part, cell) for part, cell in self._select(figure)]
        seconds = sum(row.seconds for row in rows)
        if key == "time":
            return duration(seconds), seconds
        figures: list[Any] = [_figure_of(row, key) for row in rows]
        return figures[0] if figure.moves is None or len(figure.moves) == 1 else tuple(figures), seconds

    def _select(self, figure: Figure) -> list[tuple[str, Cell]]:
        """The cells of a figure: one for each of its positions. Raises `UsageError` if it does not select them."""
        cells = [
            (part, cell)
            for part, cell in self._cells
            if figure.is_about(part, cell.spec.short, cell.moves, cell.amount)
        ]
        if len(cells) != len(figure.moves or ("",)):
            raise UsageError(
                f"{self.experiment.name}: {quote(figure.what)} selects {len(cells)} searches of part "
                f"{quote(figure.part)}. Give moves, depth and algorithm so that there is one for each position."
            )
        return cells

    def _row(self, part: str, cell: Cell) -> Row:
        if cell not in self._rows:
            self._rows[cell] = Row.of(part, cell, measure(cell))
        return self._rows[cell]

    def _sizes(self) -> list[tuple[Figure, int]]:
        """Every figure with the size of its largest search, which another figure of the same search may say."""
        cells = [[] if figure.check else self._select(figure) for figure in self.experiment.expected]
        sizes: dict[Cell, int] = {}
        for figure, selected in zip(self.experiment.expected, cells, strict=True):
            for _, cell in selected:
                sizes[cell] = max(sizes.get(cell, 0), figure.nodes_to_search)
        return [
            (figure, max([figure.size, *(sizes[cell] for _, cell in selected)]))
            for figure, selected in zip(self.experiment.expected, cells, strict=True)
        ]


def left_out_text(names: Sequence[str], engine: Engine, *, deep: bool) -> str:
    """A sentence on searches that are too large."""
    remedy = "the native engine runs all" if deep else "--deep runs them"
    if engine is Engine.PYTHON and not deep:
        remedy = f"--deep runs those of up to {MAX_NODES[engine, True]:,}, the native engine all"
    named = f" ({'; '.join(names)})" if len(names) <= MAX_NAMES else ""
    searches = count_of(len(names), "search", "searches")
    return f"Left out: {searches} with more than {MAX_NODES[engine, deep]:,} nodes{named}; {remedy}."


def _figure_of(row: Row, key: str) -> Value:
    """Our figure of a search."""
    match key:
        case "reply":
            return int(row.move or 0)
        case "value":
            return round(row.value or 0.0, 4)
        case "values":
            return tuple(float(text.partition(":")[2]) for text in (row.values or "").split())
        case _:
            return int(getattr(row, key))


def _like(ours: Value, expected: Value) -> Value:
    """Our figure with integers where the expected one has them, so that both are written alike."""
    if isinstance(ours, tuple) and isinstance(expected, tuple) and len(ours) == len(expected):
        return tuple(_like(one, other) for one, other in zip(ours, expected, strict=True))  # type: ignore[misc]
    return int(ours) if isinstance(expected, int) and isinstance(ours, float) and ours.is_integer() else ours


def _find(functions: Mapping[str, Any], name: str) -> Any:
    if name not in functions:
        raise UsageError(f"There is no check {quote(name)}. {did_you_mean(name, functions)}")
    return functions[name]
