"""The JSON of the API: requests, responses and socket messages as typed models.

Columns and rows count from 0, row 0 at the bottom; move texts count from 1. Player 0 is the first, Red; player 1 is the
second, Yellow.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from fourcast.experiments import Box
from fourcast.store import MoveNote
from fourcast.web.settings import MAX_ANALYSIS_SECONDS, MAX_BODY_BYTES, MAX_DEPTH, MAX_MOVES_LENGTH, MAX_PLIES


class Model(BaseModel):
    """A frozen value. Unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


PlayerNumber = Literal[0, 1]
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


# Options


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


class RuleSectionView(Model):
    """One rule, with an example to be drawn small."""

    title: str
    text: str
    picture: PositionView | None
    """Its `moves` are those to point out."""


class RulesSheetView(Model):
    """All rules of a game, for people."""

    rules: RulesView
    about: str
    sections: list[RuleSectionView]


class VariantView(Model):
    name: str
    title: str
    about: str
    rules: RulesView
    picture: PositionView
    """A position of this game, to be drawn small."""


class ChoiceView(Model):
    """A named option: a level, an algorithm, an evaluation."""

    name: str
    title: str
    about: str
    depth: int | None = None
    """Search depth, where the option fixes it."""
    settings: list[Literal["evaluation", "order", "table", "depth", "time", "nodes"]] = []
    """Of an algorithm: what can be set."""


class BoundsView(Model):
    pops: int
    side: int
    depth: int
    seconds: float


class OptionsView(Model):
    variants: list[VariantView]
    levels: list[ChoiceView]
    algorithms: list[ChoiceView]
    evaluations: list[ChoiceView]
    tables: list[ChoiceView]
    pops: list[ChoiceView]
    drifts: list[ChoiceView]
    bounds: BoundsView


class PoolView(Model):
    """How many searches may run at once, how many do, and how many are queued."""

    slots: int
    running: int
    waiting: int


class RulesCheck(Model):
    """What rules mean, and which agents, pop-outs and drifts do not go with them: name and reason."""

    rules: RulesView
    excluded: dict[str, str]
    natural_evaluation: str


# Positions


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


# Games


class PlayerRequest(Model):
    """A person, or an agent."""

    name: Name | None = None
    agent: AgentText | None = None


class NewGame(PositionRequest):
    """Rules and two players. The first plays Red, unless `starts` says otherwise."""

    players: tuple[PlayerRequest, PlayerRequest]
    starts: Literal["first", "second", "random"] = "first"
    paused: bool = False


class MoveRequest(Model):
    move: MoveText
    after: int | None = None
    """Number of moves that the client knows of. The request is refused if there are others."""


class StepRequest(Model):
    ply: Annotated[int, Field(ge=0, le=MAX_PLIES)]


class PaceRequest(Model):
    """Whether agents are paused, and the seconds between the moves of two agents."""

    paused: bool | None = None
    seconds: Annotated[float, Field(ge=0, le=10)] | None = None


class GameEdit(Model):
    """A new title, or other players for the rest of the game; null leaves one as it is."""

    title: Name | None = None
    players: tuple[PlayerRequest | None, PlayerRequest | None] = (None, None)


class PlayerView(Model):
    name: str
    agent: str | None
    about: str
    """`Person, plays first`, or the agent's search in a few words."""
    clock: float
    """Seconds used."""
    no_tree: str | None
    """Why the agent's replies have no tree; null if they have one."""


class ThinkingView(Model):
    """An agent's search: its progress, or its position in the queue."""

    player: PlayerNumber
    depth: int
    nodes: int
    seconds: float
    queue_position: int | None
    limit: float | None
    """Seconds after which the perfect player lets its fallback move."""


class GameState(Model):
    """A game and its current position, without its moves."""

    id: str
    version: int
    """Counts the changes of the game."""
    title: str | None
    rules: RulesView
    players: tuple[PlayerView, PlayerView]
    start: str | None
    undone: int
    position: PositionView
    headline: str
    detail: str
    announcement: str
    """The last change in a sentence, for screen readers."""
    running: bool
    """Whether the clock of the player to move is running."""
    paused: bool
    pace: float
    thinking: ThinkingView | None


class GameView(GameState):
    """A game and its current position."""

    moves: str
    plies: list[PlyView]
    notes: list[MoveNote]
    link: str


class GameChange(GameState):
    """A change of a game: its first moves stay, and others follow. A client that does not have the version `base`
    requests the whole game."""

    base: int
    first: int
    """Number of moves that stay."""
    plies: list[PlyView]
    """The moves that follow."""
    notes: list[MoveNote]
    """Of the moves that follow."""


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
    game: str
    """The id of the game."""
    name: str
    score: str
    against: str
    discs: int
    plies: int


class HighScoresView(Model):
    """The best win of every person under some rules, those against the strongest opponents first."""

    rules: str
    title: str
    counts: Literal["lines", "points"] | None
    """What the scores count; null: discs left and one for the win."""
    scores: list[HighScoreView]


# Analysis


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
    """Whether the value of the position is known: every move is solved, or one of them wins."""
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


# Reviews


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


# Trees


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


# Comparisons


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

    algorithm: str
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


# Socket messages


class GameMessage(Model):
    type: Literal["game"] = "game"
    game: GameView


class ChangeMessage(Model):
    type: Literal["change"] = "change"
    change: GameChange


class ThinkingMessage(Model):
    type: Literal["thinking"] = "thinking"
    thinking: ThinkingView


class AnalysisMessage(Model):
    type: Literal["analysis"] = "analysis"
    analysis: AnalysisView


class ReviewMessage(Model):
    type: Literal["review"] = "review"
    review: ReviewView


class QueuedMessage(Model):
    type: Literal["queued"] = "queued"
    queue_position: int


class ProblemMessage(Model):
    type: Literal["problem"] = "problem"
    problem: ProblemView


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
