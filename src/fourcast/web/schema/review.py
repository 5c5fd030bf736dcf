"""Reviews of games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourcast.web.schema.analysis import StepView, ValueView
from fourcast.web.schema.model import Model, PlayerNumber
from fourcast.web.schema.position import PositionRequest
from fourcast.web.settings import MAX_ANALYSIS_SECONDS


class ReviewRequest(PositionRequest):
    """A game, and the seconds for its review."""

    seconds: Annotated[float, Field(gt=0, le=MAX_ANALYSIS_SECONDS)] = 30.0


MarkName = Literal["best", "inaccuracy", "win lost", "draw lost", "not solved"]


class ReviewColumnView(Model):
    """A legal move: its value, and the text for a player who tries it."""

    text: str
    value: ValueView
    best: bool
    judgement: str


class ReviewMoveView(Model):
    """A move of a game, and what should have been played."""

    number: int
    text: str
    player: PlayerNumber
    mark: MarkName
    symbol: str
    """`??`, `?!` or nothing."""
    words: str
    """The mark in words."""
    headline: str
    played: str
    """What was played and what follows, in a sentence."""
    better: str | None
    """What should have been played, in a sentence."""
    solved: bool
    columns: list[ReviewColumnView]
    """Every legal move, once all are solved."""
    value: ValueView | None
    """Of the move, to its player."""
    best_value: ValueView | None
    height: float | None
    """The first player's share after the move, from 0 (the second player has won) to 1; null where it is not solved."""
    line: list[StepView]
    """The best move and what follows."""
    refutation: list[StepView]
    """The move that was played and what follows."""


class ReviewCountView(Model):
    """How many moves of each player have a mark."""

    mark: MarkName
    title: str
    counts: tuple[int, int]


class ReviewView(Model):
    """The review of a game, as far as it is known."""

    done: bool
    exact: bool
    """Whether every move is solved."""
    seconds: float
    summary: str
    moves: list[ReviewMoveView]
    counts: list[ReviewCountView]


class ReviewMessage(Model):
    type: Literal["review"] = "review"
    review: ReviewView
