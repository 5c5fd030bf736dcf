"""The value of every move of a position, and reviews of games: by one request, or live over a socket."""

from __future__ import annotations

from fastapi import APIRouter, Request, WebSocket

from fourcast.web.connections import Outbox, serve_requests, while_connected
from fourcast.web.live_analysis import analyse_in_turns, review_in_turns
from fourcast.web.position_input import parse_position_request
from fourcast.web.schema import (
    AnalysisMessage,
    AnalysisRequest,
    AnalysisView,
    QueuedMessage,
    ReviewMessage,
    ReviewRequest,
    ReviewView,
)
from fourcast.web.services import UseServices
from fourcast.web.settings import MAX_SECONDS

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post("/analysis")
async def analyse(request: AnalysisRequest, connection: Request, services: UseServices) -> AnalysisView:
    """The values after so many seconds, or as soon as all are exact. The search ends when the client leaves."""
    parse_position_request(request)  # reports errors before it starts
    bounded = request.model_copy(update={"seconds": min(request.seconds, MAX_SECONDS)})
    return await while_connected(connection, analyse_in_turns(services.searches, bounded))


@router.websocket("/analysis/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every message is a position to analyse, as `AnalysisRequest`; it cancels the previous one, as `stop` does. Values
    are sent whenever they change, until `done`; a slow client gets the latest only."""

    async def analyse(text: str, outbox: Outbox) -> None:
        request = AnalysisRequest.model_validate_json(text)
        parse_position_request(request)
        await analyse_in_turns(
            services.searches,
            request,
            on_progress=lambda analysis: outbox.put(AnalysisMessage(analysis=analysis)),
            on_queue_position=lambda position: outbox.put(QueuedMessage(queue_position=position)),
        )

    await serve_requests(socket, analyse, max_unsent=1)


@router.post("/review")
async def review(request: ReviewRequest, connection: Request, services: UseServices) -> ReviewView:
    """What every move of a game did to its value, as far as it is solved after so many seconds."""
    parse_position_request(request)  # reports errors before it starts
    bounded = request.model_copy(update={"seconds": min(request.seconds, MAX_SECONDS)})
    return await while_connected(connection, review_in_turns(services.searches, bounded))


@router.websocket("/review/live")
async def live_review(socket: WebSocket, services: UseServices) -> None:
    """Every message is a game to review, as `ReviewRequest`; it cancels the previous one, as `stop` does. The review is
    sent whenever more is known, until `done`; a slow client gets the latest only."""

    async def review(text: str, outbox: Outbox) -> None:
        request = ReviewRequest.model_validate_json(text)
        parse_position_request(request)
        await review_in_turns(
            services.searches,
            request,
            on_progress=lambda review: outbox.put(ReviewMessage(review=review)),
            on_queue_position=lambda position: outbox.put(QueuedMessage(queue_position=position)),
        )

    await serve_requests(socket, review, max_unsent=1)
