"""What every move of a position is worth: once by a request, or live by a socket."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, WebSocket

from fourcast.web.conversation import Say, converse
from fourcast.web.errands import LOOK
from fourcast.web.places import find_place
from fourcast.web.schema import AnalysisMessage, AnalysisRequest, AnalysisView, QueuedMessage
from fourcast.web.services import UseServices, while_connected
from fourcast.web.settings import MOST_SECONDS

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post("/analysis")
async def analyse(request: AnalysisRequest, connection: Request, services: UseServices) -> AnalysisView:
    """What is known after so many seconds, or as soon as all is solved. The search ends when the client leaves."""
    find_place(request)  # complains now, not when its turn has come
    wish = request.model_copy(update={"seconds": min(request.seconds, MOST_SECONDS)})
    return await while_connected(connection, services.searches.run(LOOK, wish, queued=False))


@router.websocket("/analysis/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every text is a position to look at, as `AnalysisRequest`, and ends the search before it; `stop` only ends it.
    Answers come whenever something new is known, until one says that it is done."""

    async def look(text: str, say: Say) -> None:
        wish = AnalysisRequest.model_validate_json(text)
        find_place(wish)
        latest: asyncio.Queue[AnalysisView | int] = asyncio.Queue(1)

        def tell(news: AnalysisView | int) -> None:
            """A slow reader is told the latest only."""
            if latest.full():
                latest.get_nowait()
            latest.put_nowait(news)

        async def send_on() -> None:
            done = False
            while not done:
                news = await latest.get()
                await say(QueuedMessage(place=news) if isinstance(news, int) else AnalysisMessage(analysis=news))
                done = isinstance(news, AnalysisView) and news.done

        sending = asyncio.create_task(send_on())
        try:
            await services.searches.run(LOOK, wish, tell=tell, on_place=tell)
            await sending
        finally:
            sending.cancel()

    await converse(socket, look)
