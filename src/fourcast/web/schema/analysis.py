"""The value of every move of a position."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourcast.web.schema.model import Model, PlayerNumber
from fourcast.web.schema.position import MoveView, PositionRequest
from fourcast.web.settings import MAX_ANALYSIS_SECONDS


class AnalysisRequest(PositionRequest):
    seconds: Annotated[float, Field(gt=0, le=MAX_ANALYSIS_SECONDS)] = 2.0


class ValueView(Model):
    """The value of a move or a position to the player to move."""

    kind: Literal["win", "draw", "loss", "estimate"]
    exact: bool
    text: str
    """`+2`, `−1`, `≈4`"""
    words: str
    """`win in 23`, `slightly better`"""
    plies: int | None = None
    share: float | None = None
    """Of an estimate: how good it is for the side to move, from 0 to 1."""


class StepView(Model):
    text: str
    player: PlayerNumber


class ColumnView(Model):
    move: MoveView
    value: ValueView
    best: bool
    rank: int
    """0 for the best move, among equals the drop nearest to the centre."""
    sentence: str
    pv: list[StepView]


class AnalysisView(Model):
    """The value of every move, as far as it is known."""

    done: bool
    exact: bool
    """Whether every move is solved."""
    solved: bool
    """Whether the value of the position is known: by itself, or every move is solved, or one of them wins."""
    depth: int
    nodes: int
    seconds: float
    columns: list[ColumnView]
    """In the order of the rules."""
    value: ValueView | None
    share: float
    """The second player's part of the evaluation bar, from 0 to 1."""
    bar: str
    headline: str
    verdict: str
    how: str


class AnalysisMessage(Model):
    type: Literal["analysis"] = "analysis"
    analysis: AnalysisView
