"""Everything that goes over the wire, typed.

Columns and rows count from 0 here, row 0 at the bottom; texts count from 1, as people do. Player 0 is the first, Red;
player 1 is the second, Yellow.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from fourcast.web.settings import LARGEST_BODY, LONGEST_LINE, MOST_ANALYSIS, MOST_PLIES


class Model(BaseModel):
    """A frozen value without fields that nobody knows."""

    model_config = ConfigDict(frozen=True, extra="forbid")


PlayerNumber = Literal[0, 1]
RulesText = Annotated[str, Field(max_length=200, description="NAME[,key=value…], such as classic,width=8")]
MoveText = Annotated[str, Field(min_length=1, max_length=8, description="4, p4, a cell without gravity, = for a draw")]
LineText = Annotated[str, Field(max_length=LONGEST_LINE, description="Moves in one string, such as 4453 or 44p4")]
BoardText = Annotated[str, Field(max_length=4000, description="Rows from the top with / between, turn=x behind them")]
AgentText = Annotated[str, Field(max_length=200, description="level1 … level8, perfect, or alphabeta,depth=6 …")]
LONGEST_NAME: Final = 40
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME)]


class ProblemView(BaseModel):
    """What went wrong, for programs by its status and for people by its sentence; with more where that helps, such as
    the place in the queue."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str


# What the page may choose from


class RulesView(Model):
    """A game of the family, with the words for it."""

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
    """What stands between moves in a line of them."""


class VariantView(Model):
    name: str
    title: str
    about: str
    rules: RulesView
    picture: PositionView
    """A position of this game, to be drawn small."""


class ChoiceView(Model):
    """Something with a name to choose: a level, an algorithm, an evaluation."""

    name: str
    title: str
    about: str
    depth: int | None = None
    """How far it looks, where the choice itself says."""


class BoundsView(Model):
    side: int
    depth: int
    seconds: float


class OptionsView(Model):
    variants: list[VariantView]
    levels: list[ChoiceView]
    algorithms: list[ChoiceView]
    evaluations: list[ChoiceView]
    pops: list[ChoiceView]
    drifts: list[ChoiceView]
    bounds: BoundsView


class SearchesView(Model):
    """How many searches run at once at most, how many do, and how many wait for that."""

    places: int
    running: int
    waiting: int


class RulesCheck(Model):
    """Rules that somebody put together: what they mean, and by their names the agents that cannot play them and the
    pop-outs and drifts that cannot be added, with the reason."""

    rules: RulesView
    excluded: dict[str, str]
    natural_evaluation: str


# Positions


class Landing(Model):
    """Where a disc may come to lie, and how likely."""

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


class OutcomeView(Model):
    winner: PlayerNumber | None
    ending: str
    title: str
    headline: str
    detail: str


class PositionView(Model):
    """All that the page draws of a position."""

    rows: list[str]
    """From the top; `.` empty, `x` first player, `o` second."""
    turn: PlayerNumber
    discs: int
    moves: list[MoveView]
    scores: tuple[int, int] | None
    """Lines or points of both sides, where the goal counts them."""
    pops: tuple[int, int] | None
    """Pop-outs left to both sides, where the rules limit them."""
    lines: list[LineView]
    outcome: OutcomeView | None


class PlaceRequest(Model):
    """A position as the address of a page has it: rules, then a start unless it is the empty board, then moves."""

    rules: RulesText = "classic"
    start: BoardText | None = None
    moves: LineText = ""


class ReadRequest(Model):
    """A text in any notation, and the rules it is meant for unless it says otherwise."""

    rules: RulesText = "classic"
    text: Annotated[str, Field(max_length=LARGEST_BODY)]


class Forms(Model):
    """A position in every notation that can hold it."""

    moves: str | None
    board: str
    packed: str | None
    start_file: str | None
    link: str


class PlyView(Model):
    """A move as it was played."""

    text: str
    player: PlayerNumber
    kind: Literal["drop", "pop", "place", "call-draw"]
    column: int
    """Where it was aimed."""
    landed: int
    row: int
    """Of the disc, where there is a new one."""
    said: str
    """The move as it is read out."""


class PlaceView(Model):
    """A position with how it came about."""

    rules: RulesView
    start: str | None
    moves: str
    plies: list[PlyView]
    position: PositionView
    forms: Forms
    notation: str | None = None
    """Which notation a text was read as."""


# Games


class Seat(Model):
    """Who plays a side: a person, or an agent."""

    name: Name | None = None
    agent: AgentText | None = None


class NewGame(PlaceRequest):
    """Two players, whose first is Red unless `starts` says otherwise."""

    seats: tuple[Seat, Seat]
    starts: Literal["first", "second", "lot"] = "first"
    paused: bool = False


class MoveRequest(Model):
    move: MoveText
    after: int | None = None
    """How many moves the page believes to have been played; the server refuses if that is not so."""


class StepRequest(Model):
    ply: Annotated[int, Field(ge=0, le=MOST_PLIES)]


class Pace(Model):
    """Whether agents may think, and how long two of them wait between moves."""

    paused: bool | None = None
    seconds: Annotated[float, Field(ge=0, le=10)] | None = None


class TitleRequest(Model):
    title: Name


class NoteView(Model):
    """What a move took, and what an agent's search found."""

    seconds: float
    nodes: int | None
    depth: int | None
    value: str | None
    engine: str | None
    remark: str | None


class SeatView(Model):
    name: str
    agent: str | None
    about: str
    """`Person, plays first`, or how the agent looks ahead."""
    clock: float
    """Seconds used."""
    no_tree: str | None
    """Why the agent's replies have no tree to be looked at; null if they have."""


class ThinkingView(Model):
    """An agent at work, or waiting for a search place."""

    player: PlayerNumber
    depth: int
    nodes: int
    seconds: float
    place: int | None


class GameView(Model):
    """A game as it stands."""

    id: str
    version: int
    title: str | None
    rules: RulesView
    seats: tuple[SeatView, SeatView]
    start: str | None
    moves: str
    plies: list[PlyView]
    notes: list[NoteView]
    undone: int
    position: PositionView
    headline: str
    detail: str
    news: str
    """What has just happened, to be read out."""
    running: bool
    """Whether the clock of the side to move runs."""
    paused: bool
    pace: float
    thinking: ThinkingView | None
    link: str


class HintView(Model):
    move: str
    column: int
    row: int
    sentence: str


class SummaryView(Model):
    """A saved game in the list."""

    id: str
    title: str
    state: str
    variant: str
    changed: float
    rows: list[str]
    over: bool


class HighScoreView(Model):
    name: str
    score: str
    against: str
    discs: int
    plies: int


class HighScoresView(Model):
    rules: str
    title: str
    scores: list[HighScoreView]


# Analysis


class AnalysisRequest(PlaceRequest):
    seconds: Annotated[float, Field(gt=0, le=MOST_ANALYSIS)] = 2.0


class ValueView(Model):
    """What a move or a position is worth to the side to move."""

    kind: Literal["win", "draw", "loss", "estimate"]
    exact: bool
    text: str
    """`+2`, `−1`, `≈4`"""
    words: str
    """`win in 23`"""
    plies: int | None = None


class StepView(Model):
    text: str
    player: PlayerNumber


class ColumnView(Model):
    move: MoveView
    value: ValueView
    best: bool
    rank: int
    """0 for the best, of equals for the drop nearest to the middle."""
    sentence: str
    line: list[StepView]


class AnalysisView(Model):
    """What is known of a position by now."""

    done: bool
    exact: bool
    stage: Literal["searching", "solving", "done"]
    depth: int
    nodes: int
    seconds: float
    columns: list[ColumnView]
    """In the order of the rules."""
    value: ValueView | None
    share: float
    """Of the second player in the evaluation bar, from 0 to 1."""
    bar: str
    headline: str
    verdict: str
    how: str


# What the sockets say


class GameMessage(Model):
    type: Literal["game"] = "game"
    game: GameView


class ThinkingMessage(Model):
    type: Literal["thinking"] = "thinking"
    thinking: ThinkingView


class AnalysisMessage(Model):
    type: Literal["analysis"] = "analysis"
    analysis: AnalysisView


class QueuedMessage(Model):
    type: Literal["queued"] = "queued"
    place: int


class ProblemMessage(Model):
    type: Literal["problem"] = "problem"
    problem: ProblemView
