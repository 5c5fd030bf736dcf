"""Games: begin, play, take back, step, branch, hint, resign, keep; and the socket that tells of every change."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, WebSocket
from fastapi.responses import JSONResponse

from fourcast.errors import UsageError
from fourcast.play import game_to_json
from fourcast.rules import parse_rules, position_text, rules_text
from fourcast.store import Summary
from fourcast.text import rules_caption, rules_title
from fourcast.web.analysis import signed
from fourcast.web.conversation import say, say_problem, texts
from fourcast.web.errands import HINT
from fourcast.web.live_games import seated
from fourcast.web.places import find_place, game_within_bounds
from fourcast.web.problems import Problem
from fourcast.web.schema import (
    AnalysisRequest,
    GameView,
    HighScoresView,
    HighScoreView,
    HintView,
    MoveRequest,
    NewGame,
    Pace,
    PositionView,
    StepRequest,
    SummaryView,
    TitleRequest,
)
from fourcast.web.services import Services, UseServices, while_connected
from fourcast.web.views import position_view

router = APIRouter(prefix="/api", tags=["games"])

Ident = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
HINT_SECONDS = 2.0


@router.get("/games")
async def games(
    services: UseServices, skip: Annotated[int, Query(ge=0, le=1_000_000, description="So many of the latest")] = 0
) -> list[SummaryView]:
    """A hundred games that have moves, the last played first."""
    return [_summary_or_excuse(kept) for kept in await services.games.ask(lambda store: store.summaries(skip=skip))]


@router.post("/games", status_code=201)
async def begin(request: NewGame, services: UseServices) -> GameView:
    """Begin a game."""
    place = find_place(request)
    live = await services.games.begin(place.start, place.plies, seated(request.seats, request.starts))
    live.paused = request.paused
    return live.view()


@router.post("/games/file", status_code=201)
async def read_file(
    data: Annotated[Any, Body(description="What `…/file` answers, `fourcast play` and matches save")],
    services: UseServices,
) -> GameView:
    """Read a saved game, to step through it or to go on in it: agents wait until they are told to."""
    return (await services.games.take(game_within_bounds(data))).view()


@router.get("/games/{ident}")
async def game(ident: Ident, services: UseServices) -> GameView:
    """A game as it stands."""
    return (await services.games.find(ident)).view()


@router.patch("/games/{ident}")
async def rename(ident: Ident, request: TitleRequest, services: UseServices) -> GameView:
    """Give a game a name."""
    return await (await services.games.find(ident)).rename(request.title)


@router.delete("/games/{ident}", status_code=204)
async def delete(ident: Ident, services: UseServices) -> None:
    """Take a game out of the list."""
    await services.games.delete(ident)


@router.post("/games/{ident}/restore", status_code=204)
async def restore(ident: Ident, services: UseServices) -> None:
    """Bring a deleted game back."""
    await services.games.restore(ident)


@router.get("/games/{ident}/file")
async def file(ident: Ident, services: UseServices) -> JSONResponse:
    """The game as a file that `fourcast play --resume` and this page read."""
    live = await services.games.find(ident)
    name = f"attachment; filename=fourcast-{ident}.json"
    return JSONResponse(game_to_json(live.game), headers={"Content-Disposition": name})


@router.get("/games/{ident}/positions/{ply}")
async def position(ident: Ident, ply: int, services: UseServices) -> PositionView:
    """The position after so many moves, for stepping through a game."""
    played = (await services.games.find(ident)).game
    if not 0 <= ply <= len(played.plies):
        raise Problem(404, f"That game has {len(played.plies)} moves.")
    is_last = ply == len(played.plies)
    return position_view(played.positions[ply], outcome=played.outcome if is_last else None, names=played.names)


@router.post("/games/{ident}/moves")
async def play(ident: Ident, request: MoveRequest, services: UseServices) -> GameView:
    """A person's move. When this answers, the move is on the disk; an agent's reply comes over the socket."""
    return await (await services.games.find(ident)).play(request.move, after=request.after)


@router.post("/games/{ident}/undo")
async def undo(ident: Ident, services: UseServices) -> GameView:
    """Take back: with the agent's reply the move that it answered."""
    return await (await services.games.find(ident)).undo()


@router.post("/games/{ident}/redo")
async def redo(ident: Ident, services: UseServices) -> GameView:
    """Play again what was taken back."""
    return await (await services.games.find(ident)).redo()


@router.post("/games/{ident}/resign")
async def resign(ident: Ident, services: UseServices) -> GameView:
    """The person gives up."""
    return await (await services.games.find(ident)).resign()


@router.post("/games/{ident}/branch", status_code=201)
async def branch(ident: Ident, request: StepRequest, services: UseServices) -> GameView:
    """A new game that goes on from a move of this one."""
    return (await services.games.branch(ident, request.ply)).view()


@router.post("/games/{ident}/pace")
async def pace(ident: Ident, request: Pace, services: UseServices) -> GameView:
    """Stop the agents at once, let them go on, or set how fast two of them play."""
    live = await services.games.find(ident)
    return await live.set_pace(paused=request.paused, seconds=request.seconds)


@router.post("/games/{ident}/step")
async def step(ident: Ident, request: Request, services: UseServices) -> GameView:
    """One reply of the agent to move; then agents pause."""
    live = await services.games.find(ident)
    return await while_connected(request, live.step())


@router.post("/games/{ident}/hint")
async def hint(ident: Ident, request: Request, services: UseServices) -> HintView:
    """A best move, in a sentence. The search ends when the client leaves."""
    now = (await services.games.find(ident)).game
    if now.outcome:
        raise Problem(409, "The game is over. Take back a move or start a new game.")
    wish = AnalysisRequest(rules=rules_text(now.rules), start=position_text(now.position), seconds=HINT_SECONDS)
    return await while_connected(request, services.searches.run(HINT, wish, queued=False))


@router.websocket("/games/{ident}/live")
async def live(socket: WebSocket, ident: str, services: UseServices) -> None:
    """Tells the game as it stands, then every change; agents think while this is open."""
    await socket.accept()
    try:
        watched = await services.games.find(ident)
    except Exception as fault:
        await say_problem(socket, fault)
        with suppress(RuntimeError):
            await socket.close(4404)
        return
    watcher = watched.watch()

    async def tell() -> None:
        while True:
            message = await watcher.get()
            await say(socket, message)

    telling = asyncio.create_task(tell())
    try:
        async for _ in texts(socket):
            pass  # the page has nothing to say here: it speaks by requests
    finally:
        watched.leave(watcher)
        telling.cancel()


@router.get("/scores")
async def scores(services: UseServices) -> list[HighScoresView]:
    """The best win of every person, by variant."""
    return await _high_scores(services)


async def _high_scores(services: Services) -> list[HighScoresView]:
    by_rules: dict[str, list[HighScoreView]] = {}
    for found in await services.games.ask(lambda store: store.high_scores()):
        by_rules.setdefault(found.rules, []).append(
            HighScoreView(
                name=found.name,
                score=signed(found.score),
                against=found.against,
                discs=found.discs,
                plies=found.plies,
            )
        )
    views = []
    for text, best in by_rules.items():
        rules = parse_rules(text)
        views.append(HighScoresView(rules=text, title=rules_caption(rules), scores=best))
    return views


def _summary_or_excuse(kept: Summary) -> SummaryView:
    """One game that cannot be read does not hide the others, and can still be deleted."""
    try:
        summary = _summary(kept)
        summary.model_dump_json()  # fails where a name has half a character
    except (LookupError, TypeError, ValueError, AttributeError, UsageError):
        return SummaryView(
            id=kept.id,
            title="A game that cannot be read",
            state="its data are damaged",
            variant="",
            changed=kept.changed,
            rows=kept.board.split("\n"),
            over=False,
        )
    return summary


def _summary(kept: Summary) -> SummaryView:
    names = kept.game["names"]
    outcome = kept.game["outcome"]
    rules = parse_rules(kept.game["rules"])
    title = rules_title(rules)
    moves = f"{kept.plies} move{'s'[: kept.plies != 1]}"
    if outcome is None:
        turn = _turn(kept)
        person = kept.game["agents"][turn] is None and kept.game["agents"][1 - turn] is not None
        state = "your turn" if person else f"{names[turn]} to move"
    elif outcome["winner"] is None:
        state = "draw"
    else:
        state = f"{names['xo'.index(outcome['winner'])]} won"
    return SummaryView(
        id=kept.id,
        title=kept.title or " and ".join(names),
        state=f"{title}, {moves}, {state}",
        variant=title,
        changed=kept.changed,
        rows=kept.board.split("\n"),
        over=outcome is not None,
    )


def _turn(kept: Summary) -> int:
    start = kept.game["start"]
    first = 1 if start and "turn=o" in start else 0
    return (first + kept.plies) % 2
