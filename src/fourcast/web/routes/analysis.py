"""What every move of a position is worth: once by a request, or live by a socket."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from fourcast.web.analysis import analysis_view
from fourcast.web.looking import Look, look
from fourcast.web.places import find_place
from fourcast.web.problems import Problem, problem_of
from fourcast.web.schema import (
    AnalysisMessage,
    AnalysisRequest,
    AnalysisView,
    Model,
    ProblemMessage,
    ProblemView,
    QueuedMessage,
)
from fourcast.web.services import Services, UseServices, while_connected
from fourcast.web.settings import LARGEST_BODY, MOST_SECONDS

router = APIRouter(prefix="/api", tags=["analysis"])


@router.post("/analysis")
async def analyse(request: AnalysisRequest, connection: Request, services: UseServices) -> AnalysisView:
    """What is known after so many seconds, or as soon as all is solved. The search ends when the client leaves."""
    position = find_place(request).position
    seconds = min(request.seconds, MOST_SECONDS)
    found = await while_connected(
        connection,
        services.searches.run(
            lambda stop: look(position, seconds, stop=stop, solvers=services.solvers, on_look=lambda _: None),
            queued=False,
        ),
    )
    return analysis_view(found)


@router.websocket("/analysis/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every text is a position to look at, as `AnalysisRequest`, and ends the search before it; `stop` only ends it.
    Answers come whenever something new is known, until one says that it is done."""
    await socket.accept()
    looking: asyncio.Task[None] | None = None
    try:
        while True:
            text = await socket.receive_text()
            if looking:
                looking.cancel()
                with suppress(asyncio.CancelledError):
                    await looking
                looking = None
            if text != "stop":
                looking = asyncio.create_task(_look(socket, text, services))
    except WebSocketDisconnect:
        pass
    finally:
        if looking:
            looking.cancel()


async def _look(socket: WebSocket, text: str, services: Services) -> None:
    """One position, told as it gets better known. A slow reader is told the latest only."""
    loop = asyncio.get_running_loop()
    latest: asyncio.Queue[Look | int] = asyncio.Queue(1)

    def tell(news: Look | int) -> None:
        if latest.full():
            latest.get_nowait()
        latest.put_nowait(news)

    def tell_from_thread(news: Look) -> None:
        loop.call_soon_threadsafe(tell, news)

    async def send_on() -> None:
        while True:
            news = await latest.get()
            await _send(socket, QueuedMessage(place=news) if isinstance(news, int) else _message(news))
            if isinstance(news, Look) and news.done:
                return

    sending: asyncio.Task[None] | None = None
    try:
        if len(text) > LARGEST_BODY:
            raise Problem(413, "That is too long to be a position.")
        request = AnalysisRequest.model_validate_json(text)
        position = find_place(request).position
        sending = asyncio.create_task(send_on())
        await services.searches.run(
            lambda stop: look(
                position,
                request.seconds,
                stop=stop,
                solvers=services.solvers,
                on_look=tell_from_thread,
            ),
            on_place=tell,
        )
        await sending
    except asyncio.CancelledError:
        raise
    except ValidationError as fault:
        await _send_problem(socket, Problem(422, f"{fault.errors()[0]['msg']}."))
    except WebSocketDisconnect:
        pass
    except Exception as fault:
        await _send_problem(socket, problem_of(fault))
    finally:
        if sending:
            sending.cancel()


def _message(news: Look) -> AnalysisMessage:
    return AnalysisMessage(analysis=analysis_view(news))


async def _send_problem(socket: WebSocket, problem: Problem) -> None:
    await _send(socket, ProblemMessage(problem=ProblemView(**problem.as_json())))


async def _send(socket: WebSocket, message: Model) -> None:
    with suppress(RuntimeError):  # the socket was closed while this was on its way
        await socket.send_text(message.model_dump_json())
