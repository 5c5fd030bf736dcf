"""Published figures and claims, as experiment files contain them.

    [[expected]]
    source = "text"
    part = "minimax"
    figures = [{ what = "minimax, k = 8", depth = 8, nodes = 6724200, time = "29.8 min", seconds = 1788.0 }]

Keys beside `figures` are defaults for all of them. A figure is of a search of a part (selected by algorithm, moves and
depth as far as needed), or of a function of `published` (`check` with `args`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import Annotated, Any, Final, TypeAlias

from fourcast.errors import UsageError
from fourcast.experiments.models import Convert, EngineName, Model, Needs, each, within, word
from fourcast.spec import parse_enum

Value: TypeAlias = int | float | str | tuple[int | float, ...]
"""A figure, or a row of figures."""
MEASURES: Final = ("nodes", "leaves", "dropped", "value", "values", "reply", "time", "figure")
"""Keys of a figure, each of which makes a row."""


class Source(StrEnum):
    """Where a figure comes from."""

    TEXT = "text"
    """Printed in the documents of the authors."""
    PROGRAM = "program"
    """Written in their published program, its tests or its pictures."""
    STUDY = "study"
    """Found later, by running their program or counting in it: not published."""

    @property
    def description(self) -> str:
        return SOURCE_DESCRIPTIONS[self]

    @property
    def is_published(self) -> bool:
        return self is not Source.STUDY


SOURCE_DESCRIPTIONS: Final = {
    Source.TEXT: "published text",
    Source.PROGRAM: "published program",
    Source.STUDY: "our study of the program",
}


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read_source(text: str) -> Source:
    return parse_enum(Source, "source", "text" if text == "report" else text)


Number = Annotated[Value | None, Convert(_as_tuple), Needs("a number, a text or a list of numbers")]


@dataclass(frozen=True, kw_only=True)
class Figure(Model):
    """Expected figures of one search or check, and where they come from."""

    what: str
    """The name of its rows, before the name of the figure."""
    label: str | None = None
    """The name of the figure. Default: its key. Empty: none."""
    source: Annotated[Source, word(_read_source)] = Source.TEXT
    """Where its figures come from; `report` is a former name of `text`."""
    note: str | None = None
    slip: str | None = None
    """What is wrong with a published figure that has a corrected one."""
    corrected: Annotated[dict[str, Number], Needs("a table of figures")] = field(default_factory=dict)
    """What should have been published, by key."""

    part: str = ""
    algorithm: str | None = None
    """The short form of a spec, such as `alphabeta/centre`."""
    moves: Annotated[tuple[str, ...] | None, each(), Needs("a text or a list of texts")] = None
    """Several positions make a row of figures."""
    depth: Annotated[int | None, within(1, inf, of="a depth")] = None

    check: str | None = None
    """A function of `published`."""
    args: Annotated[tuple[Any, ...], Convert(_as_tuple), Needs("a list")] = ()
    size: int = 0
    """Nodes that the check visits."""

    nodes: Number = None
    leaves: Number = None
    dropped: Number = None
    value: Number = None
    values: Number = None
    reply: Number = None
    figure: Number = None
    """Of a check."""
    time: str | None = None
    seconds: float | None = None
    """The published time in seconds."""

    @property
    def expected(self) -> dict[str, Value]:
        """The figures by their keys."""
        return {key: figure for key in MEASURES if (figure := getattr(self, key)) is not None}

    def is_about(self, part: str, method: str, moves: str, depth: float) -> bool:
        """Whether this is a figure of a search; `method` is the short form of its spec."""
        return (
            part == self.part
            and self.algorithm in (None, method)
            and self.depth in (None, depth)
            and (self.moves is None or moves in self.moves)
        )

    def name(self, key: str) -> str:
        """The name of the row of a figure."""
        if key == "figure" or self.label == "":
            return self.what
        return f"{self.what}: {self.label or key}"

    @property
    def nodes_to_search(self) -> int:
        """The size of its largest search, as published; 0 if unknown."""
        counts = (self.nodes, self.dropped)
        return max([self.size, *(number for count in counts for number in _numbers(count))])


@dataclass(frozen=True, kw_only=True)
class Claim(Model):
    """A published claim and the function of `claims` that tests it."""

    claim: str
    check: str
    engine: EngineName = None
    """The only engine that supports the test."""


def read_figures(groups: Sequence[Mapping[str, Any]]) -> Iterator[Figure]:
    """The figures of the tables `[[expected]]`, in order."""
    for number, group in enumerate(groups, start=1):
        shared = {key: value for key, value in group.items() if key != "figures"}
        figures = group.get("figures")
        if not isinstance(figures, list) or not figures:
            raise UsageError(f"expected {number}: figures needs a list of tables.")
        for figure in figures:
            yield Figure.read({**shared, **figure}, f"expected {number}")


def _numbers(count: Value | None) -> list[int]:
    if isinstance(count, tuple):
        return [int(number) for number in count]
    return [int(count)] if isinstance(count, int | float) else []
