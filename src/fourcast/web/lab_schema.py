"""What the Tree and Measure screens ask, and what they are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic.dataclasses import dataclass

from fourcast.experiments.compare.comparison import Row
from fourcast.experiments.compare.spread import Box
from fourcast.web.schema import AgentText, Model, PlaceRequest, PlayerNumber
from fourcast.web.settings import MOST_DEPTH

AlgorithmName = Annotated[str, Field(max_length=40)]
EvalName = Annotated[str, Field(max_length=60, description="One of those that /api/options lists")]
OrderText = Annotated[str, Field(max_length=100, description="ascending, centre, or columns such as 4-5-3-6-2-7-1")]
FileKind = Literal["svg", "dot", "json", "html"]
Depth = Annotated[int, Field(ge=1, le=MOST_DEPTH)]

# Trees


class TreeRequest(PlaceRequest):
    """A search whose tree is shown: from a position, by an agent's plan or by one that is put together here."""

    agent: AgentText | None = None
    algorithm: AlgorithmName | None = None
    """Without it the agent's own, or alpha-beta."""
    depth: Depth = 3
    evaluation: EvalName | None = None
    order: OrderText = "ascending"
    table: bool = False
    deepens: bool = False
    """Whether the search went to its depth move by move, as agents do."""


class PieceRequest(TreeRequest):
    """A part of a tree: what is below the node of a path, such as 0.2.1, so many levels down."""

    path: Annotated[str, Field(max_length=400)] = ""
    levels: Annotated[int, Field(ge=1, le=4)] = 2


class PieceView(Model):
    """Some nodes. A row has the numbers of its texts, then its numbers, then the number of its board."""

    indices: list[int]
    texts: list[str]
    boards: list[str]
    nodes: list[list[Any]]


class FormView(Model):
    """A form of pruning that the same search may be made with."""

    algorithm: str
    title: str


class TreeView(PieceView):
    """A tree: facts, skeleton, and the nodes that are shown first."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    title: str
    game: str
    """The rules in words, such as `Most lines 7 × 6, connect 4`."""
    findings: list[str]
    algorithm: str
    forms: list[FormView]
    depth: int
    plies: int | None
    """So many moves from the root are drawn; null if all are."""
    visited: int
    """Nodes that the search visited, drawn or not."""
    left_out: int
    """Branches that were cut, in what is drawn."""
    move: str | None
    value: str
    range: tuple[float, float]
    width: int
    height: int
    player: str
    places: str
    sizes: dict[str, Any]
    parents: list[int | None]
    flags: str
    """A digit a node: 1 where the rest was cut, 2 more where its parent's window moved when it was done, 4 more where
    its own window has a bound at which it may be cut."""
    text_fields: list[str]
    number_fields: list[str]


class ReplyView(Model):
    """An agent's reply in a game, and the search that found it."""

    ply: int
    player: PlayerNumber
    title: str
    search: TreeRequest


# Comparisons


class CompareRequest(PlaceRequest):
    """Ways × depths on a position."""

    ways: Annotated[list[Annotated[str, Field(max_length=80)]], Field(min_length=1, max_length=10)]
    """Each ALGORITHM[/ORDER][/table]."""
    depths: Annotated[list[Depth], Field(min_length=1, max_length=16)]
    evaluation: EvalName | None = None
    seconds: Annotated[float, Field(gt=0, le=30)] = 5.0
    """After which a cell is given up."""
    repeats: Annotated[int, Field(ge=1, le=9)] = 1
    positions: Annotated[int, Field(ge=0, le=100)] = 24
    """Random positions for the box plots."""


class WayView(Model):
    text: str
    title: str


class WayChoice(WayView):
    """A way that may be compared: whether it is unless somebody says otherwise, or why it need not be."""

    chosen: bool
    note: str | None


class CompareOptions(Model):
    ways: list[WayChoice]
    evaluations: list[str]
    natural_evaluation: str
    charts: str | None
    """Why no charts can be drawn here; null if they can."""


@dataclass(frozen=True)
class RowView(Row):
    """A row, and its value for people."""

    value_text: str | None


class BegunMessage(Model):
    type: Literal["begun"] = "begun"
    id: str
    """Under which charts and tables are found."""
    ways: list[WayView]
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


class EndedMessage(Model):
    type: Literal["ended"] = "ended"
    stopped: bool
    finding: str | None
