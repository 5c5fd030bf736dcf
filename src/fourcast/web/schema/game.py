"""Games: commands, states, socket messages, the list of games and high scores."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourcast.store import MoveNote
from fourcast.web.schema.model import AgentText, Model, MoveText, Name, PlayerNumber, StrictModel
from fourcast.web.schema.position import PlyView, PositionRequest, PositionView, RulesView
from fourcast.web.settings import MAX_PLIES


class PlayerRequest(Model):
    """A person, or an agent."""

    name: Name | None = None
    agent: AgentText | None = None


class NewGame(PositionRequest):
    """Rules and two players. The first plays Red, unless `starts` says otherwise."""

    players: tuple[PlayerRequest, PlayerRequest]
    starts: Literal["first", "second", "random"] = "first"
    paused: Annotated[bool, Field(strict=True)] = False


class MoveRequest(StrictModel):
    move: MoveText
    after: int | None = None
    """Number of moves that the client knows of. The request is refused if there are others."""


class StepRequest(StrictModel):
    ply: Annotated[int, Field(ge=0, le=MAX_PLIES)]


class PaceRequest(StrictModel):
    """Whether agents are paused, and the seconds between the moves of two agents."""

    paused: bool | None = None
    seconds: Annotated[float, Field(ge=0, le=10)] | None = None


class GameEdit(Model):
    """A new title, or other players for the rest of the game; null leaves one as it is."""

    title: Name | None = None
    players: tuple[PlayerRequest | None, PlayerRequest | None] = (None, None)


class InvitationRequest(Model):
    """For which player, and the name of the one who invites."""

    player: PlayerNumber
    name: Name | None = None


class InvitationView(Model):
    """The key of an invitation, and the link in which it is: who opens it first can take the seat."""

    key: str
    link: str


class JoinRequest(Model):
    """The key of an invitation, and the name of the one who joins."""

    key: Annotated[str, Field(min_length=1, max_length=100)]
    name: Name | None = None


class PlayerView(Model):
    name: str
    agent: str | None
    about: str
    """`Person, plays first`, or the agent's search in a few words."""
    clock: float
    """Seconds used."""
    no_tree: str | None
    """Why the agent's replies have no tree; null if they have one."""
    owner: str | None
    """The id of the browser that may move; null: anybody may."""
    invited: bool
    """Whether there is a link by which another person can take the seat."""


class ThinkingView(Model):
    """An agent's search: its progress, or its position in the queue."""

    player: PlayerNumber
    depth: int
    nodes: int
    seconds: float
    queue_position: int | None
    limit: float | None
    """Seconds after which the perfect player lets its fallback move; null of other agents."""
    fallback: str | None
    """`a search of 3 s`: what the fallback is; null of other agents."""


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
    next: str | None
    """The id of the game that follows this one, once a player wants to play again."""
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
    result: str
    """In words."""


class HighScoresView(Model):
    """The best win of every person under some rules, those against the strongest opponents first."""

    rules: str
    title: str
    counts: Literal["lines", "points"] | None
    """What the scores count; null: discs left and one for the win."""
    order: str
    """How wins are ordered, in a sentence."""
    scores: list[HighScoreView]


class GameMessage(Model):
    type: Literal["game"] = "game"
    game: GameView


class ChangeMessage(Model):
    type: Literal["change"] = "change"
    change: GameChange


class ThinkingMessage(Model):
    type: Literal["thinking"] = "thinking"
    thinking: ThinkingView
