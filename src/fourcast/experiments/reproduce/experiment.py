"""What an experiment is: something published that can be run again, and gives a row for each of its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

from fourcast.algorithms import SearchResult, SearchSpec
from fourcast.engine import search
from fourcast.evals import TerminalValue
from fourcast.experiments.reproduce.published import TIME_SLIP, TIMES, Figure, Slip
from fourcast.native import Engine
from fourcast.rules import Rules, position_after


@dataclass(frozen=True)
class Row:
    """One published figure beside ours."""

    system: str
    what: str
    published: Figure
    ours: Figure
    equal: bool | None
    """None for times, which are shown and not judged; there `ours` is in seconds."""
    engine: str
    seconds: float
    """What the search or count took that gave this figure; one search may give several."""
    corrected: Figure | None = None
    """What should have been published, where the original slipped."""
    note: str | None = None

    @property
    def right(self) -> bool:
        """Whether ours is what it should be: the published figure or, where that is a slip, the corrected one."""
        return self.equal is not False or self.ours == self.corrected


@dataclass(frozen=True)
class Experiment:
    """Something published that can be run again: the size of its largest search, and how it gives its rows."""

    system: str
    about: str
    nodes: int
    run: Callable[[Engine], Iterator[Row]]


# The kinds: a search that answers several questions, and a figure that needs none


@dataclass(frozen=True)
class Search:
    """A search as its authors made it."""

    rules: str
    moves: str
    algorithm: str
    evaluation: str
    depth: int
    ends: TerminalValue
    order: str = "ascending"

    def run(self, engine: Engine) -> SearchResult:
        position = position_after(Rules.parse(self.rules).start(), self.moves)
        plan = SearchSpec(self.algorithm, eval=self.evaluation, order=self.order, terminal=self.ends)
        return search(position, plan, depth=self.depth, engine=engine)


@dataclass(frozen=True)
class Question:
    """What is asked of a search, what was published, and where in the answer ours is found."""

    what: str
    published: Figure
    ours: Callable[[SearchResult], Figure]
    slip: Slip | None = None
    note: str | None = None


Count: TypeAlias = Callable[[Engine], Figure]
"""How ours is counted where no search is made."""


def searched(system: str, about: str, size: int, search: Search, *questions: Question) -> Experiment:
    """A search of so many nodes, with its time where one was published."""

    def run(engine: Engine) -> Iterator[Row]:
        analysis = search.run(engine)
        for asked in questions:
            what, ours = f"{about}: {asked.what}", asked.ours(analysis)
            yield judged(system, what, asked.published, ours, engine, analysis.seconds, asked.slip, asked.note)
        yield from _time_row(system, about, analysis)

    return Experiment(system, about, size, run)


def counted(
    system: str,
    what: str,
    figure: Figure,
    ours: Count,
    slip: Slip | None = None,
    *,
    note: str | None = None,
    size: int = 0,
) -> Experiment:
    """A figure that is counted without a search worth mentioning."""

    def run(engine: Engine) -> Iterator[Row]:
        begun = perf_counter()
        found = ours(engine)
        yield judged(system, what, figure, found, engine, perf_counter() - begun, slip, note)

    return Experiment(system, what, size, run)


def stated(system: str, what: str, figure: Figure, ours: Figure, slip: Slip | None = None) -> Experiment:
    """A figure that no engine has a part in."""
    return Experiment(system, what, 0, lambda _: iter((judged(system, what, figure, ours, Engine.PYTHON, 0.0, slip),)))


def judged(
    system: str,
    what: str,
    figure: Figure,
    ours: Figure,
    engine: Engine,
    seconds: float,
    slip: Slip | None = None,
    note: str | None = None,
) -> Row:
    """A row with its verdict. Where the original slipped, the slip is the note."""
    corrected, note = (slip.corrected, slip.why) if slip else (None, note)
    return Row(system, what, figure, ours, figure == ours, engine.value, seconds, corrected, note)


def _time_row(system: str, about: str, analysis: SearchResult) -> Iterator[Row]:
    """How long the authors waited for this search, where they said so, beside how long we did."""
    for time in TIMES:
        if (time.system, time.search) == (system, about):
            ratio = time.seconds / analysis.seconds
            note = f"1/{ratio:,.0f} of their time" if ratio >= 10 else f"{1 / ratio:.2f} times their time"
            note = f"Ours took {note}, on another machine."
            if time.corrected:
                note = f"{TIME_SLIP} {note}"
            seconds = analysis.seconds
            what, engine = f"{about}: time", analysis.engine
            yield Row(system, what, time.text, seconds, None, engine, seconds, time.corrected, note)


# Where ours is found in an answer


def nodes_of(analysis: SearchResult) -> Figure:
    return analysis.nodes


def value_of(analysis: SearchResult) -> Figure:
    return analysis.value


def reply_of(analysis: SearchResult) -> Figure:
    return analysis.move.column + 1
