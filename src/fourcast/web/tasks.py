"""The tasks of worker processes: request, progress and result types, and the time and memory that each may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar

from fourcast.algorithms import StopFlag
from fourcast.analysis import AnalysisUpdate, MoveAnalysis, analyse
from fourcast.game_review import Review, review
from fourcast.matches import ExternalAgent
from fourcast.play import Agent, Game, PerfectAgent
from fourcast.rules import Player, Position, parse_move
from fourcast.solver import shared_solver, unsupported_reason
from fourcast.store import MoveNote
from fourcast.web.agents import FALLBACK_SECONDS, agent_for, choose_in_time
from fourcast.web.analysis_view import analysis_view, hint_view
from fourcast.web.comparisons import (
    MAX_COMPARISON_SECONDS,
    ChartRequest,
    ComparisonEnd,
    Measurement,
    compare,
    draw_chart,
)
from fourcast.web.position_input import parse_position_request
from fourcast.web.problems import Problem
from fourcast.web.review_view import review_view
from fourcast.web.schema.analysis import AnalysisRequest, AnalysisView
from fourcast.web.schema.game import HintView
from fourcast.web.schema.measure import CompareRequest
from fourcast.web.schema.model import AgentText, FileContent, Model
from fourcast.web.schema.position import PositionRequest
from fourcast.web.schema.review import ReviewRequest, ReviewView
from fourcast.web.schema.tree import TreeRequest
from fourcast.web.settings import MAX_ANALYSIS_SECONDS, MAX_DEPTH, MAX_SECONDS
from fourcast.web.trees import RecordedSearch, TreeFileRequest, record_search, write_tree

Request = TypeVar("Request", bound=Model)
Progress = TypeVar("Progress", bound=Model)
Result = TypeVar("Result", bound=Model)
OnProgress: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class RequestTask(Generic[Request, Progress, Result]):
    """Work for a worker process. Requests, progress and results are models, which processes exchange as JSON.

    `run` returns or raises soon after its stop flag is set.
    """

    name: str
    run: Callable[[Request, StopFlag, OnProgress[Progress]], Result]
    request: type[Request]
    progress: type[Progress]
    result: type[Result]
    max_seconds: float
    """The worker is killed if the task runs longer."""
    max_megabytes: int
    """On top of what the worker process uses already."""
    afterwards: Callable[[Request, Result, StopFlag], None] | None = None
    """Work for the time after the result, until the worker gets its next task."""


class NoProgress(Model):
    """Of a task that reports nothing before its result."""


# Analyses

HINT_SEARCH_S: Final = 0.5
"""For a hint that the solver does not find."""


def _analyse(request: AnalysisRequest, stop: StopFlag, on_progress: OnProgress[AnalysisView]) -> AnalysisView:
    for update in _updates(request, stop):
        view = analysis_view(update)
        on_progress(view)
    return view


def _hint(request: AnalysisRequest, stop: StopFlag, _: object) -> HintView:
    """A best move: the solver's if it finds one in the time of the request, else that of a short search."""
    position = parse_position_request(request).position
    if unsupported_reason(position.rules) is None:
        best = shared_solver(position.rules).best_move(position, time=request.seconds, stop=stop)
        if best:
            return hint_view(position, MoveAnalysis(best.move, best.solution.as_score(), best.solution))
    *_, last = analyse(position, time=HINT_SEARCH_S, depth=MAX_DEPTH, stop=stop)
    if not last.best:
        raise Problem(409, "The search was stopped before it found a move. Ask again.")
    return hint_view(position, last.moves[last.best], last.depth)


def _updates(request: AnalysisRequest, stop: StopFlag) -> Iterator[AnalysisUpdate]:
    position = parse_position_request(request).position
    return analyse(position, time=request.seconds, depth=MAX_DEPTH, stop=stop)


def _game_of(request: PositionRequest) -> Game:
    ref = parse_position_request(request)
    game = Game(start=ref.start)
    for ply in ref.plies:
        game.follow(ply)
    return game


# Reviews

REPORT_S: Final = 0.2
"""Between two reports of a review, which are long."""
MAX_REVIEWS: Final = 4
_reviews: dict[PositionRequest, Review] = {}
"""The last reviews of this process, so that one that was interrupted or is opened again is continued."""


def _review(request: ReviewRequest, stop: StopFlag, on_progress: OnProgress[ReviewView]) -> ReviewView:
    started = reported = monotonic()

    def report(update: Review) -> None:
        nonlocal reported
        if monotonic() - reported >= REPORT_S:
            on_progress(review_view(update, done=False, seconds=monotonic() - started))
            reported = monotonic()

    game = _game_of(request)
    key = PositionRequest(rules=request.rules, start=request.start, moves=request.moves)
    known = _reviews.pop(key, game)
    result = _reviews[key] = review(known, time=request.seconds, stop=stop, on_update=report)
    if len(_reviews) > MAX_REVIEWS:
        del _reviews[next(iter(_reviews))]
    view = review_view(result, done=True, seconds=monotonic() - started)
    on_progress(view)
    return view


# Replies of agents


class ReplyRequest(PositionRequest):
    """A game or a position of one, the number of moves before it, and the agent that is to move."""

    ply: int
    agent: AgentText
    external: str | None = None
    """The file or the program of an agent that only this server has. The server writes it, never a client."""


class ReplyProgress(Model):
    depth: int
    nodes: int


class ReplyResult(Model):
    """An agent's move, and a note on its search without the seconds of the clock."""

    move: str
    note: MoveNote


@lru_cache(maxsize=2)
def _external_agent(text: str, player: Player) -> Agent:  # noqa: ARG001
    """An agent of the server, with a process for each side that is kept from move to move."""
    return replace(ExternalAgent.parse(text), max_time=MAX_SECONDS)


def _reply(request: ReplyRequest, stop: StopFlag, on_progress: OnProgress[ReplyProgress]) -> ReplyResult:
    game = _game_of(request)
    if request.external is None:
        agent = agent_for(request.agent, game.rules).at_ply(request.ply)
    else:
        agent = _external_agent(request.external, game.turn)
    reply = choose_in_time(
        agent,
        game,
        stop=stop,
        on_depth=lambda result: on_progress(ReplyProgress(depth=result.depth, nodes=result.nodes)),
    )
    return ReplyResult(move=str(reply.move), note=MoveNote.of(reply.result, remark=reply.remark))


def _ponder(request: ReplyRequest, result: ReplyResult, stop: StopFlag) -> None:
    """Let the perfect player solve its next replies during the opponent's turn, where it has solved this one."""
    agent = None if request.external else agent_for(request.agent, _game_of(request).rules)
    if isinstance(agent, PerfectAgent) and not result.note.remark:
        position = _game_of(request).position
        after = position.play_unchecked(parse_move(position.rules, result.move))
        if isinstance(after, Position):  # no disc that drifts
            agent.ponder(after, stop=stop)


# All tasks, with seconds and megabytes. Searches keep to their own time limits, and trees and comparisons to limits on
# nodes; these are a second line of defence. Transposition tables need most memory: an analysis has nine of 80 MB.

COMPARE_SECONDS: Final = MAX_COMPARISON_SECONDS + MAX_SECONDS
REPLY_SECONDS: Final = MAX_SECONDS + FALLBACK_SECONDS

ANALYSE: Final = RequestTask(
    "analyse", _analyse, AnalysisRequest, AnalysisView, AnalysisView, MAX_ANALYSIS_SECONDS, 1536
)
HINT: Final = RequestTask("hint", _hint, AnalysisRequest, NoProgress, HintView, MAX_ANALYSIS_SECONDS, 1536)
REPLY: Final = RequestTask(
    "reply", _reply, ReplyRequest, ReplyProgress, ReplyResult, REPLY_SECONDS, 1536, afterwards=_ponder
)
REVIEW: Final = RequestTask("review", _review, ReviewRequest, ReviewView, ReviewView, MAX_ANALYSIS_SECONDS + 5.0, 1536)
RECORD_TREE: Final = RequestTask("record-tree", record_search, TreeRequest, NoProgress, RecordedSearch, 20.0, 512)
WRITE_TREE: Final = RequestTask("write-tree", write_tree, TreeFileRequest, NoProgress, FileContent, 30.0, 512)
COMPARE: Final = RequestTask("compare", compare, CompareRequest, Measurement, ComparisonEnd, COMPARE_SECONDS, 1024)
DRAW_CHART: Final = RequestTask("draw-chart", draw_chart, ChartRequest, NoProgress, FileContent, 30.0, 2048)

TASKS: Final[Mapping[str, RequestTask[Any, Any, Any]]] = {
    task.name: task for task in (ANALYSE, HINT, REPLY, REVIEW, RECORD_TREE, WRITE_TREE, COMPARE, DRAW_CHART)
}
