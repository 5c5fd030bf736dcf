"""Games: create, play, take back, step, branch, hint, resign, save; and the socket that sends every change."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Path, Query, Request, WebSocket
from fastapi.responses import JSONResponse, Response

from fourcast.play import game_to_json
from fourcast.rules import Rules, position_text
from fourcast.store import GameSummary
from fourcast.text import HIGH_SCORE_ORDER, count_of, rules_caption, rules_title, win_text
from fourcast.web.analysis_view import value_text
from fourcast.web.connections import UsePlayer, open_outbox, problem_message, received_texts, while_connected
from fourcast.web.game_session import GameSession
from fourcast.web.position_input import parse_game_request, parse_position_request
from fourcast.web.problems import Problem
from fourcast.web.schema.analysis import AnalysisRequest
from fourcast.web.schema.game import (
    GameChange,
    GameEdit,
    GameView,
    HighScoresView,
    HighScoreView,
    HintView,
    InvitationRequest,
    InvitationView,
    JoinRequest,
    MoveRequest,
    NewGame,
    PaceRequest,
    StepRequest,
    SummaryView,
)
from fourcast.web.schema.position import PositionView
from fourcast.web.services import Services, UseServices
from fourcast.web.tasks import HINT
from fourcast.web.views import position_view, rules_view

router = APIRouter(prefix="/api", tags=["games"])

Ident = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
OnlyChanges = Annotated[bool, Query(description="Whether the response is only what has changed")]
HINT_SECONDS = 2.0
MAX_UNSENT: Final = 64
"""Messages that a slow socket may be behind; then it gets the whole game in their place."""


async def _find_session(ident: Ident, services: UseServices) -> GameSession:
    return await services.games.find(ident)


Session = Annotated[GameSession, Depends(_find_session)]


async def _find_own_session(session: Session, player: UsePlayer) -> GameSession:
    session.check_member(player)
    return session


OwnSession = Annotated[GameSession, Depends(_find_own_session)]
"""A game, for those who play it."""


@router.get("/games")
async def games(
    services: UseServices,
    player: UsePlayer,
    skip: Annotated[int, Query(ge=0, le=1_000_000, description="Leave out so many")] = 0,
) -> list[SummaryView]:
    """A hundred games that have moves, the last played first. Those of others are not listed."""
    summaries = await services.games.summaries(skip=skip, owner=player)
    return [_summary_or_placeholder(summary) for summary in summaries]


@router.post("/games", status_code=201)
async def create(request: NewGame, services: UseServices, player: UsePlayer) -> GameView:
    """Start a game."""
    swap = request.starts == "second" or (request.starts == "random" and random.random() < 0.5)
    first, second = reversed(request.players) if swap else request.players
    session = await services.games.create(parse_position_request(request), (first, second), by=player)
    session.is_paused = request.paused
    return session.view()


@router.post("/games/file", status_code=201)
async def import_file(
    data: Annotated[Any, Body(description="As `…/file`, `fourcast play` and matches save it")],
    services: UseServices,
    player: UsePlayer,
) -> GameView:
    """Open a saved game, to step through it or to continue it. Its agents are paused."""
    return (await services.games.import_game(parse_game_request(data), by=player)).view()


@router.get("/games/{ident}")
async def game(session: Session) -> GameView:
    """A game and its current position."""
    return session.view()


@router.patch("/games/{ident}")
async def edit(session: OwnSession, request: GameEdit, player: UsePlayer) -> GameView:
    """Give a game a name, or change its players for the rest of the game."""
    if any(request.players):
        await session.change_players(request.players, by=player)
    if request.title is not None:
        await session.rename(request.title)
    return session.view()


@router.delete("/games/{ident}", status_code=204, responses={200: {"model": InvitationView}})
async def delete(ident: Ident, services: UseServices, player: UsePlayer) -> Response:
    """Remove a game from the list. One of two players gives up their seat instead, and the other continues: the
    response is an invitation to take it again."""
    key = await services.games.delete(ident, by=player)
    if key is None:
        return Response(status_code=204)
    return JSONResponse(_invitation(services, ident, key).model_dump())


@router.post("/games/{ident}/restore", status_code=204)
async def restore(ident: Ident, services: UseServices, player: UsePlayer) -> None:
    """Undo the deletion of a game."""
    await services.games.restore(ident, by=player)


@router.get("/games/{ident}/file")
async def file(session: Session) -> JSONResponse:
    """The game as a file that `fourcast play --resume` and this page read."""
    name = f"attachment; filename=fourcast-{session.record.id}.json"
    return JSONResponse(game_to_json(session.game), headers={"Content-Disposition": name})


@router.get("/games/{ident}/positions/{ply}")
async def position(session: Session, ply: int) -> PositionView:
    """The position after so many moves, for stepping through a game."""
    game = session.game
    if not 0 <= ply <= game.ply:
        raise Problem(404, f"This game has {count_of(game.ply, 'move')}. Choose a position from 0 to {game.ply}.")
    outcome = game.outcome if ply == game.ply else None
    return position_view(game.positions[ply], outcome=outcome, names=game.names)


@router.post("/games/{ident}/moves")
async def play(
    session: Session, request: MoveRequest, player: UsePlayer, changes: OnlyChanges = False
) -> GameView | GameChange:
    """Play a person's move. It is on disk when this returns; an agent's reply is sent over the socket."""
    await session.play(request.move, by=player, after=request.after)
    return session.change() if changes else session.view()


@router.post("/games/{ident}/undo")
async def undo(session: OwnSession, player: UsePlayer) -> GameView:
    """Take back a move, and with it the agent's reply."""
    await session.undo(by=player)
    return session.view()


@router.post("/games/{ident}/redo")
async def redo(session: OwnSession, player: UsePlayer) -> GameView:
    """Play again what was taken back."""
    await session.redo(by=player)
    return session.view()


@router.post("/games/{ident}/resign")
async def resign(session: OwnSession, player: UsePlayer) -> GameView:
    """The person resigns."""
    await session.resign(by=player)
    return session.view()


@router.post("/games/{ident}/invitations", status_code=201)
async def invite(
    session: OwnSession, request: InvitationRequest, services: UseServices, player: UsePlayer
) -> InvitationView:
    """A link by which another person takes the seat of a player. The former link of the seat no longer works."""
    key = await session.invite(request.player, by=player, name=request.name)
    return _invitation(services, session.record.id, key)


def _invitation(services: Services, ident: str, key: str) -> InvitationView:
    return InvitationView(key=key, link=f"{services.settings.url or ''}/game/{ident}#join={key}")


@router.post("/games/{ident}/join")
async def join(session: Session, request: JoinRequest, player: UsePlayer) -> GameView:
    """Take the seat that an invitation is for. After that only this browser moves there."""
    await session.join(request.key, by=player, name=request.name)
    return session.view()


@router.post("/games/{ident}/again", status_code=201)
async def again(ident: Ident, services: UseServices, player: UsePlayer) -> GameView:
    """Another game of the same players in the same seats. The other player gets the same one."""
    return (await services.games.play_again(ident, by=player)).view()


@router.post("/games/{ident}/branch", status_code=201)
async def branch(ident: Ident, request: StepRequest, services: UseServices, player: UsePlayer) -> GameView:
    """A new game that continues from a move of this one."""
    return (await services.games.branch(ident, request.ply, by=player)).view()


@router.post("/games/{ident}/pace")
async def pace(session: OwnSession, request: PaceRequest) -> GameView:
    """Pause the agents, let them continue, or set how fast two of them play."""
    await session.set_pace(paused=request.paused, seconds=request.seconds)
    return session.view()


@router.post("/games/{ident}/step")
async def step(session: OwnSession, request: Request) -> GameView:
    """One reply of the agent to move. Agents are paused."""
    await while_connected(request, session.step())
    return session.view()


@router.post("/games/{ident}/now", status_code=204)
async def move_now(session: OwnSession) -> None:
    """Let the agent that is thinking play the best move that it has found so far. The move is sent over the socket."""
    await session.move_now()


@router.post("/games/{ident}/hint")
async def hint(session: OwnSession, request: Request, services: UseServices) -> HintView:
    """A best move, in a sentence. The search ends when the client leaves."""
    game = session.game
    if game.outcome:
        raise Problem(409, "The game is over. Take back a move or start a new game.")
    analysis = AnalysisRequest(rules=str(game.rules), start=position_text(game.position), seconds=HINT_SECONDS)
    view = await while_connected(request, services.replies.run(HINT, analysis))
    await services.games.query(lambda store: store.mark_assisted(session.record.id))
    return view


@router.websocket("/games/{ident}/live")
async def live(socket: WebSocket, ident: str, services: UseServices, player: UsePlayer, changes: bool = False) -> None:
    """Sends the game, and the whole game after every change or, with `?changes=true`, only what changes. Agents think
    while this is open."""
    await socket.accept()
    async with open_outbox(socket, MAX_UNSENT) as outbox:
        try:
            session = await services.games.find(ident)
        except Exception as error:
            outbox.put(problem_message(error))
            await outbox.drain()
            with suppress(RuntimeError):
                await socket.close(4404)
            return
        session.watch(outbox, by=player, changes=changes)
        try:
            async for _ in received_texts(socket):
                pass  # commands are HTTP requests
        finally:
            session.unwatch(outbox)


@router.get("/scores")
async def scores(services: UseServices) -> list[HighScoresView]:
    """The best win of every person, by variant."""
    by_rules: dict[str, list[HighScoreView]] = {}
    for best in await services.games.query(lambda store: store.high_scores()):
        view = HighScoreView(
            game=best.game,
            name=best.name,
            score=value_text(best.score),
            against=best.against,
            discs=best.discs,
            plies=best.plies,
            result=win_text(Rules.parse(best.rules), best.score, best.plies),
        )
        by_rules.setdefault(best.rules, []).append(view)
    return [
        HighScoresView(
            rules=text,
            title=rules_caption(rules),
            counts=rules_view(rules).counts,
            order=HIGH_SCORE_ORDER,
            scores=views,
        )
        for rules, text, views in ((Rules.parse(text), text, views) for text, views in by_rules.items())
    ]


def _summary_or_placeholder(entry: GameSummary) -> SummaryView:
    """A game that cannot be read does not hide the others, and can still be deleted."""
    try:
        summary = _summary(entry)
        summary.model_dump_json()  # fails if a name has a lone surrogate
    except (LookupError, TypeError, ValueError, AttributeError):
        return SummaryView(
            id=entry.id,
            title="Unreadable game",
            state="its data are damaged",
            variant="",
            changed=entry.changed,
            rows=entry.board.split("\n"),
            over=False,
        )
    return summary


def _summary(entry: GameSummary) -> SummaryView:
    game = json.loads(entry.game)
    names, agents, outcome = game["names"], game["agents"], game["outcome"]
    rules = Rules.parse(game["rules"])
    variant = f"{rules_title(rules)} {rules.shape.width} × {rules.shape.height}"
    moves = "1 move" if entry.plies == 1 else f"{entry.plies} moves"
    if outcome is None:
        first = 1 if "turn=o" in (game["start"] or "") else 0
        turn = (first + entry.plies) % 2
        is_only_person = agents[turn] is None and agents[1 - turn] is not None
        state = "your turn" if is_only_person else f"{names[turn]} to move"
    elif outcome["winner"] is None:
        state = "draw"
    else:
        state = f"{names['xo'.index(outcome['winner'])]} won"
    return SummaryView(
        id=entry.id,
        title=entry.title or " vs ".join(names),
        state=f"{variant}, {moves}, {state}",
        variant=variant,
        changed=entry.changed,
        rows=entry.board.split("\n"),
        over=outcome is not None,
    )
