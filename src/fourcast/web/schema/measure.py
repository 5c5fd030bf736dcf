"""Comparisons of searches."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from fourcast.experiments import Box
from fourcast.web.schema.model import Depth, EvalName, Model
from fourcast.web.schema.position import PositionRequest


class CompareRequest(PositionRequest):
    """Algorithms × depths on a position."""

    specs: Annotated[list[Annotated[str, Field(max_length=80)]], Field(min_length=1, max_length=10)]
    """Each ALGORITHM[/ORDER][/table or /old-bounds]."""
    depths: Annotated[list[Depth], Field(min_length=1, max_length=16)]
    evaluation: EvalName | None = None
    seconds: Annotated[float, Field(gt=0, le=30)] = 5.0
    """Time limit of one cell."""
    repeats: Annotated[int, Field(ge=1, le=9)] = 1
    positions: Annotated[int, Field(ge=0, le=100)] = 24
    """Random positions for the box plots."""


class SpecView(Model):
    text: str
    title: str


class SpecChoice(SpecView):
    """An algorithm to compare: whether it is chosen by default, or a note why it is not useful."""

    chosen: bool
    note: str | None


class CompareOptions(Model):
    specs: list[SpecChoice]
    evaluations: list[str]
    natural_evaluation: str
    charts: str | None
    """Why no charts can be drawn; null if they can."""


class RowView(Model):
    """One search of a comparison."""

    model_config = ConfigDict(from_attributes=True)

    algorithm: Annotated[str, Field(validation_alias="method")]
    """ALGORITHM[/ORDER][/table or /old-bounds]."""
    depth: int
    nodes: int
    leaves: int
    cutoffs: int
    dropped: int
    seconds: float
    value: float | None
    value_text: str | None
    move: str | None
    engine: str
    state: str
    """`done`; `time` or `nodes`: over that limit; `left out`."""


class StartMessage(Model):
    type: Literal["started"] = "started"
    id: str
    """For the addresses of charts and tables."""
    specs: list[SpecView]
    depths: list[int]
    cells: int


class RowMessage(Model):
    type: Literal["row"] = "row"
    row: RowView


class BoxesMessage(Model):
    type: Literal["boxes"] = "boxes"
    depth: int
    positions: int
    boxes: list[Box]


class EndMessage(Model):
    type: Literal["ended"] = "ended"
    stopped: bool
    finding: str | None
