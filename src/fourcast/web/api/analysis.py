"""The value of every move of a position, and reviews of games: by one request, or live over a socket."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, WebSocket

from fourcast.web.connections import Outbox, serve_requests, while_connected
from fourcast.web.live_analysis import ANALYSIS, GAME_REVIEW, LiveRequest, LiveTask, View
from fourcast.web.position_input import parse_position_request
from fourcast.web.schema.analysis import AnalysisMessage, AnalysisRequest, AnalysisView
from fourcast.web.schema.model import Model, QueuedMessage
from fourcast.web.schema.review import ReviewMessage, ReviewRequest, ReviewView
from fourcast.web.services import Services, UseServices
from fourcast.web.settings import MAX_SECONDS

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post("/analysis")
async def analyse(request: AnalysisRequest, connection: Request, services: UseServices) -> AnalysisView:
    """The values after so many seconds, or as soon as all are exact. The search ends when the client leaves."""
    return await _respond(ANALYSIS, request, connection, services)


@router.websocket("/analysis/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every message is a position to analyse, as `AnalysisRequest`; it cancels the previous one, as `stop` does. Values
    are sent whenever they change, until `done`; a slow client gets the latest only."""
    await _serve(ANALYSIS, socket, services, lambda view: AnalysisMessage(analysis=view))


@router.post("/review")
async def review(request: ReviewRequest, connection: Request, services: UseServices) -> ReviewView:
    """What every move of a game did to its value, as far as it is solved after so many seconds."""
    return await _respond(GAME_REVIEW, request, connection, services)


@router.websocket("/review/live")
async def live_review(socket: WebSocket, services: UseServices) -> None:
    """Every message is a game to review, as `ReviewRequest`; it cancels the previous one, as `stop` does. The review is
    sent whenever more is known, until `done`; a slow client gets the latest only."""
    await _serve(GAME_REVIEW, socket, services, lambda view: ReviewMessage(review=view))


async def _respond(
    live_task: LiveTask[LiveRequest, View], request: LiveRequest, connection: Request, services: Services
) -> View:
    parse_position_request(request)  # reports errors before it starts
    bounded = request.model_copy(update={"seconds": min(request.seconds, MAX_SECONDS)})
    return await while_connected(connection, live_task.run(services.searches, bounded))


async def _serve(
    live_task: LiveTask[LiveRequest, View], socket: WebSocket, services: Services, message: Callable[[View], Model]
) -> None:
    async def run(text: str, outbox: Outbox) -> None:
        request = live_task.task.request.model_validate_json(text)
        parse_position_request(request)
        await live_task.run(
            services.searches,
            request,
            on_progress=lambda view: outbox.put(message(view)),
            on_queue_position=lambda position: outbox.put(QueuedMessage(queue_position=position)),
        )

    await serve_requests(socket, run, max_unsent=1)
