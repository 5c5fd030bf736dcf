"""Trees of searches."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from fourcast.web.schema.model import (
    AgentText,
    AlgorithmName,
    Depth,
    EvalName,
    Model,
    OrderText,
    PlayerNumber,
    TableName,
)
from fourcast.web.schema.position import PositionRequest


class TreeRequest(PositionRequest):
    """A search whose tree is shown: an agent's, or one with these settings."""

    agent: AgentText | None = None
    algorithm: AlgorithmName | None = None
    """Default: the agent's own, or alpha-beta."""
    depth: Depth = 3
    evaluation: EvalName | None = None
    order: OrderText = "ascending"
    table: bool | TableName = False
    deepens: bool = False
    """Whether the search uses iterative deepening, as agents do."""


class PieceRequest(TreeRequest):
    """A part of a tree: some levels below the node at a path, such as 0.2.1."""

    path: Annotated[str, Field(max_length=400)] = ""
    levels: Annotated[int, Field(ge=1, le=4)] = 2


class PieceView(Model):
    """Some nodes. Each row holds indices into `texts`, then numbers, then an index into `boards`."""

    indices: list[int]
    texts: list[str]
    boards: list[str]
    nodes: list[list[Any]]


class FormView(Model):
    """A form of pruning that the same search can use."""

    algorithm: str
    title: str


class TreeView(PieceView):
    """A tree: its result, its shape, and the nodes that are shown first."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    title: str
    game: str
    """The rules in words, such as `Most lines 7 × 6, connect 4`."""
    findings: list[str]
    algorithm: str
    forms: list[FormView]
    evaluation: str
    order: str
    table: bool
    algorithms: list[FormView]
    """Every algorithm that has a tree."""
    evaluations: list[str]
    orders: list[str]
    """Move orders to choose from, that of the search among them."""
    depth: int
    plies: int | None
    """Plies below the root that were recorded; null if all were."""
    visited: int
    """Nodes that the search visited, recorded or not."""
    cutoffs: int
    """Nodes at which the rest was cut off, in the recorded part."""
    left_out: int
    """Moves and branches that cutoffs pruned, in the recorded part."""
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
    """One digit per node, the sum of 1: a cutoff happened here, 2: it narrowed its parent's window, 4: its own window
    has a bound at which a cutoff can happen."""
    questions: list[dict[str, Any]]
    """Nodes to predict, each with the values of all leaves below it."""
    text_fields: list[str]
    number_fields: list[str]


class ReplyView(Model):
    """An agent's reply in a game, and the search that found it."""

    ply: int
    player: PlayerNumber
    title: str
    search: TreeRequest
