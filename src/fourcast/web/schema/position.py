"""Rules and positions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourcast.web.schema.model import BoardText, LineText, Model, PlayerNumber, RulesText
from fourcast.web.settings import MAX_BODY_BYTES


class RulesView(Model):
    """Rules, in settings and in words."""

    text: str
    variant: str
    title: str
    size: str
    width: int
    height: int
    connect: int
    gravity: bool
    goal: Literal["first-line", "most-lines", "run-points"]
    counts: Literal["lines", "points"] | None
    pops: str
    drift: str
    how_won: str
    separator: str
    """Between moves in a move list."""


class Landing(Model):
    """Where a disc may land, and how likely."""

    column: int
    row: int
    chance: float


class MoveView(Model):
    """A legal move."""

    text: str
    kind: Literal["drop", "pop", "place", "call-draw"]
    column: int
    row: int
    lands: list[Landing]


class LineView(Model):
    """Discs of one side in a row, from end to end."""

    player: PlayerNumber
    ends: tuple[tuple[int, int], tuple[int, int]]
    points: int | None = None
    """Of a run, where runs score points."""


class OutcomeView(Model):
    winner: PlayerNumber | None
    ending: str
    title: str
    headline: str
    detail: str


class PositionView(Model):
    """A position as the page draws it."""

    rows: list[str]
    """From the top; `.` empty, `x` first player, `o` second."""
    turn: PlayerNumber
    discs: int
    moves: list[MoveView]
    scores: tuple[int, int] | None
    """Lines or points of both players, where the goal counts them."""
    pops: tuple[int, int] | None
    """Pop-outs left to both players, where the rules limit them."""
    lines: list[LineView]
    outcome: OutcomeView | None


class PositionRequest(Model):
    """A position: rules, a start unless it is the empty board, and moves."""

    rules: RulesText = "classic"
    start: BoardText | None = None
    moves: LineText = ""


class ReadRequest(Model):
    """A text in any notation, and the rules for notations that do not name them."""

    rules: RulesText = "classic"
    text: Annotated[str, Field(max_length=MAX_BODY_BYTES)]


class NotationsView(Model):
    """A position in every notation that can express it."""

    moves: str | None
    board: str
    packed: str | None
    start_file: str | None
    link: str


class PlyView(Model):
    """A move that was played."""

    text: str
    player: PlayerNumber
    kind: Literal["drop", "pop", "place", "call-draw"]
    column: int
    """The column that was chosen; the disc may have drifted."""
    landed: int
    row: int
    """Of the new disc, if there is one."""
    description: str
    """The move in words."""
    gain: str | None
    """What it changed in the player's points, such as `+5`, where runs score points."""


class PositionInfo(Model):
    """A position, the moves that led to it, and its notations."""

    rules: RulesView
    start: str | None
    moves: str
    plies: list[PlyView]
    position: PositionView
    notations: NotationsView
    notation: str | None = None
    """Of the text that it was read from."""
