"""The JSON of the API as typed models, a module for each screen; this one has what they share.

Columns and rows count from 0, row 0 at the bottom; move texts count from 1. Player 0 is the first, Red; player 1 is the
second, Yellow.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from fourcast.web.settings import MAX_DEPTH, MAX_MOVES_LENGTH


def _integer(value: object) -> object:
    """For numbers of a `Literal`, which accepts false and 0.0 as 0."""
    if isinstance(value, bool | float):
        raise ValueError("a whole number is expected")
    return value


class Model(BaseModel):
    """A frozen value. Unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StrictModel(Model):
    """Numbers and truth values are not converted into each other, nor from text."""

    model_config = ConfigDict(strict=True)


PlayerNumber = Annotated[Literal[0, 1], BeforeValidator(_integer)]
RulesText = Annotated[str, Field(max_length=200, description="NAME[,key=value…], such as classic,width=8")]
MoveText = Annotated[str, Field(min_length=1, max_length=8, description="4, p4, a cell without gravity, = for a draw")]
LineText = Annotated[str, Field(max_length=MAX_MOVES_LENGTH, description="Moves in one string, such as 4453 or 44p4")]
BoardText = Annotated[str, Field(max_length=4000, description="Rows from the top with / between, turn=x behind them")]
AgentText = Annotated[str, Field(max_length=200, description="level1 … level8, perfect, or alphabeta,depth=6 …")]
MAX_NAME_LENGTH: Final = 40
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME_LENGTH)]
AlgorithmName = Annotated[str, Field(max_length=40)]
EvalName = Annotated[str, Field(max_length=60, description="One of those that /api/options lists")]
OrderText = Annotated[
    str, Field(max_length=100, description="ascending, centre, or columns such as 4-5-3-6-2-7-1 or 4,5,3")
]
TableName = Literal["off", "on", "old-bounds"]
FileKind = Literal["svg", "dot", "json", "html"]
Depth = Annotated[int, Field(ge=1, le=MAX_DEPTH)]


class ProblemView(BaseModel):
    """An error: a status for programs, a sentence for people, and sometimes more fields, such as the queue position."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str


class PoolView(Model):
    """How many searches may run at once, how many do, and how many are queued."""

    slots: int
    running: int
    waiting: int


class HealthView(Model):
    """A server that works: what it is, the games in its memory, the searches that run and are queued."""

    status: Literal["ok"]
    version: str
    engine: Literal["native", "python"]
    games: int
    running: int
    waiting: int


class FileContent(Model):
    """A file that a worker has written."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes


class QueuedMessage(Model):
    type: Literal["queued"] = "queued"
    queue_position: int


class ProblemMessage(Model):
    type: Literal["problem"] = "problem"
    problem: ProblemView
