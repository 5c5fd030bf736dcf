"""Puzzles."""

from __future__ import annotations

from typing import Literal

from fourcast.web.schema.analysis import StepView
from fourcast.web.schema.model import Model, MoveText
from fourcast.web.schema.position import PositionInfo


class PuzzleSummary(Model):
    id: str
    rules: str
    stars: int


class PuzzleGameView(Model):
    """A game that has puzzles."""

    rules: str
    title: str
    count: int


class PuzzleListView(Model):
    games: list[PuzzleGameView]
    puzzles: list[PuzzleSummary]
    """Those of a game one after another, the easier ones first."""


class PuzzleView(Model):
    """A puzzle without its solution."""

    id: str
    kind: Literal["win", "defend", "margin"]
    question: str
    stars: int
    difficulty: str
    """Which levels fail it, in a sentence."""
    position: PositionInfo


class PuzzleAnswerRequest(Model):
    move: MoveText


class PuzzleSolutionView(Model):
    sentence: str
    line: list[StepView]
    """The only best move, and best moves of both sides after it."""


class PuzzleAnswerView(Model):
    right: bool
    sentence: str
    """What the move does; it does not name the right one if it is another."""


class PuzzleHintView(Model):
    sentence: str
    move: str | None
    """The right move, in the second hint."""
