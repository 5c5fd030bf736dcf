"""Everything that workers do for the server, with the time and the memory that each may take."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field

from fourcast.experiments.compare.comparison import Row
from fourcast.experiments.compare.spread import Sample
from fourcast.play import game_from_json
from fourcast.rules import move_text
from fourcast.search import StopFlag
from fourcast.trace import WRITERS
from fourcast.web.analysis import analysis_view, hint_view
from fourcast.web.comparing import MOST_SECONDS as MOST_COMPARING
from fourcast.web.comparing import chart, compare, comparison_of
from fourcast.web.errand import Errand, Tell
from fourcast.web.lab_schema import CompareRequest, FileKind, TreeRequest
from fourcast.web.looking import look
from fourcast.web.places import find_place
from fourcast.web.problems import Problem
from fourcast.web.recording import Recorded, recorded, tree_of
from fourcast.web.schema import AgentText, AnalysisRequest, AnalysisView, HintView, Model
from fourcast.web.seats import STAND_IN_SECONDS, agent_for, reply_of
from fourcast.web.settings import MOST_ANALYSIS, MOST_SECONDS


class NoNews(Model):
    """Of an errand that tells nothing before it answers."""


# Looking ahead


def _look(wish: AnalysisRequest, stop: StopFlag, tell: Tell[AnalysisView]) -> AnalysisView:
    position = find_place(wish).position
    return analysis_view(look(position, wish.seconds, stop=stop, on_look=lambda seen: tell(analysis_view(seen))))


def _hint(wish: AnalysisRequest, stop: StopFlag, _: Tell[NoNews]) -> HintView:
    found = hint_view(look(find_place(wish).position, wish.seconds, stop=stop, on_look=lambda _: None))
    if not found:
        raise Problem(409, "The search was stopped before it knew a move.")
    return found


# Replying


class ReplyWish(Model):
    """A game in its file form, and the agent that is to move."""

    game: dict[str, Any]
    agent: AgentText


class Progress(Model):
    depth: int
    nodes: int


class Replied(Model):
    """An agent's move, what its search came to, and a remark where the move is not the agent's own."""

    move: str
    depth: int
    nodes: int
    value: str
    engine: str
    remark: str | None


def _reply(wish: ReplyWish, stop: StopFlag, tell: Tell[Progress]) -> Replied:
    game = game_from_json(wish.game)
    reply, remark = reply_of(
        agent_for(wish.agent, game.rules),
        game,
        stop=stop,
        on_info=lambda info: tell(Progress(depth=info.depth, nodes=info.nodes)),
    )
    info = reply.analysis.info
    return Replied(
        move=move_text(game.rules, reply.move),
        depth=info.depth,
        nodes=reply.analysis.nodes,
        value=str(info.score.score),
        engine=info.engine,
        remark=remark,
    )


# Trees and comparisons


def _record(wish: TreeRequest, stop: StopFlag, _: Tell[NoNews]) -> Recorded:
    return recorded(wish, stop)


class FileWish(TreeRequest):
    kind: FileKind


class Written(Model):
    text: str


def _write(wish: FileWish, stop: StopFlag, _: Tell[NoNews]) -> Written:
    return Written(text=WRITERS[f".{wish.kind}"](tree_of(wish, recorded(wish, stop))))


class Measured(Model):
    """The fields of a row, or of a sample."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    row: dict[str, Any] | None = None
    sample: dict[str, Any] | None = None


class Compared(Model):
    finished: bool


def _compare(wish: CompareRequest, stop: StopFlag, tell: Tell[Measured]) -> Compared:
    def tell_on(news: Row | Sample) -> None:
        tell(Measured(row=asdict(news)) if isinstance(news, Row) else Measured(sample=asdict(news)))

    return Compared(finished=compare(comparison_of(wish), wish.positions, stop=stop, tell=tell_on))


class Drawing(Model):
    """A chart that is wanted, and what it shows: the fields of rows, and of samples."""

    name: str
    kind: str
    theme: str
    legend: bool
    rows: list[dict[str, Any]]
    samples: list[dict[str, Any]]


class Picture(Model):
    content: Annotated[str, Field(description="The bytes in base 64")]


def _draw(wish: Drawing, _: StopFlag, __: Tell[NoNews]) -> Picture:
    rows, samples = [Row(**row) for row in wish.rows], [Sample(**sample) for sample in wish.samples]
    drawn = chart(wish.name, wish.kind, rows, samples, theme=wish.theme, legend=wish.legend)
    return Picture(content=base64.b64encode(drawn).decode())


# The table: seconds, then megabytes. Time is first of all kept by the searches themselves, and a tree or a comparison
# has bounds on its nodes beside. Most memory is asked for by tables: nine of 80 MB for an analysis, and the solver's.

LOOK: Final = Errand("look", _look, AnalysisRequest, AnalysisView, AnalysisView, MOST_ANALYSIS, 1536)
HINT: Final = Errand("hint", _hint, AnalysisRequest, NoNews, HintView, MOST_ANALYSIS, 1536)
REPLY: Final = Errand("reply", _reply, ReplyWish, Progress, Replied, MOST_SECONDS + STAND_IN_SECONDS, 1536)
RECORD: Final = Errand("record", _record, TreeRequest, NoNews, Recorded, 20.0, 512)
WRITE: Final = Errand("write", _write, FileWish, NoNews, Written, 30.0, 512)
COMPARE: Final = Errand("compare", _compare, CompareRequest, Measured, Compared, MOST_COMPARING + MOST_SECONDS, 1024)
DRAW: Final = Errand("draw", _draw, Drawing, NoNews, Picture, 30.0, 2048)

ERRANDS: Final[Mapping[str, Errand[Any, Any, Any]]] = {
    errand.name: errand for errand in (LOOK, HINT, REPLY, RECORD, WRITE, COMPARE, DRAW)
}
