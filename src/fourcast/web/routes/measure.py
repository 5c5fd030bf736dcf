"""Comparisons: run live over a socket, then had as charts and tables."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Response, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from fourcast.evals import EVALS
from fourcast.lab.charts import why_no_chart
from fourcast.lab.compare.comparison import Row, finding
from fourcast.lab.compare.spread import boxes
from fourcast.web.lab_schema import (
    BegunMessage,
    BoxesMessage,
    BoxView,
    CompareOptions,
    CompareRequest,
    EndedMessage,
    RowMessage,
    WayView,
)
from fourcast.web.measuring import choices, row_view, table_text
from fourcast.web.places import rules_within_bounds
from fourcast.web.problems import Problem, problem_of
from fourcast.web.schema import Model, ProblemMessage, ProblemView, QueuedMessage, RulesText
from fourcast.web.services import Services, UseServices
from fourcast.web.settings import LARGEST_BODY
from fourcast.web.words import evaluation_for

router = APIRouter(prefix="/api/compare", tags=["measure"])

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "json": "application/json"}


@router.get("/options")
def options(rules: Annotated[RulesText, Query()] = "classic") -> CompareOptions:
    """What can be compared under these rules, and what is unless somebody says otherwise."""
    found = rules_within_bounds(rules)
    return CompareOptions(
        ways=choices(found),
        evaluations=[known.name for known in EVALS],
        natural_evaluation=evaluation_for(found),
        charts=why_no_chart(Path("nodes.svg")),
    )


@router.get("/{ident}/{name}.{kind}", response_class=Response)
async def result(
    ident: str,
    name: Literal["nodes", "time", "dropped", "rows"],
    kind: Literal["svg", "png", "json", "csv"],
    services: UseServices,
    theme: Literal["light", "dark"] = "light",
    legend: bool = True,
) -> Response:
    """What a comparison has found by now: a chart (nodes, time, dropped), or a table (rows.csv, dropped.csv)."""
    found = services.results.find(ident)
    if name not in (("rows", "dropped") if kind == "csv" else ("nodes", "time", "dropped")):
        raise Problem(404, "There are the charts nodes, time and dropped, and the tables rows.csv and dropped.csv.")
    if kind == "csv":
        named = {"Content-Disposition": f'attachment; filename="fourcast-{name}.csv"'}
        return Response(table_text(found, name), media_type="text/csv", headers=named)
    picture = await asyncio.to_thread(services.results.chart, found, name, kind, theme=theme, legend=legend)
    return Response(picture, media_type=TYPES[kind], headers={"Cache-Control": "no-store"})


@router.websocket("/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every text is a comparison to run, as `CompareRequest`, and ends the one before it; `stop` only ends it. Rows
    come as they are found, then the boxes, then the end with one sentence of finding."""
    await socket.accept()
    running: asyncio.Task[None] | None = None
    try:
        while True:
            text = await socket.receive_text()
            if running:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running
                running = None
            if text != "stop":
                running = asyncio.create_task(_run(socket, text, services))
    except WebSocketDisconnect:
        pass
    finally:
        if running:
            running.cancel()


async def _run(socket: WebSocket, text: str, services: Services) -> None:
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[Row | int] = asyncio.Queue()
    found = None
    sending: asyncio.Task[None] | None = None

    def tell(row: Row) -> None:
        loop.call_soon_threadsafe(news.put_nowait, row)

    async def send_on() -> None:
        while True:
            one = await news.get()
            await _send(socket, QueuedMessage(place=one) if isinstance(one, int) else RowMessage(row=row_view(one)))
            news.task_done()

    try:
        if len(text) > LARGEST_BODY:
            raise Problem(413, "That is too long to be a comparison.")
        found = services.results.begin(CompareRequest.model_validate_json(text))
        running = found
        ways = [WayView(text=str(way), title=way.title) for way in found.comparison.ways]
        depths = list(found.comparison.depths)
        await _send(socket, BegunMessage(id=found.id, ways=ways, depths=depths, cells=found.comparison.cells))
        sending = asyncio.create_task(send_on())
        finished = await services.searches.run(lambda stop: running.run(stop, tell), on_place=news.put_nowait)
        await news.join()
        taken = [BoxView(**vars(box)) for box in boxes(found.samples)]
        if taken:
            most = max(box.positions for box in taken)
            await _send(socket, BoxesMessage(depth=found.spread_depth, positions=most, boxes=taken))
        await _send(socket, EndedMessage(stopped=not finished, finding=finding(found.rows)))
    except asyncio.CancelledError:
        if found:  # what was found before somebody said stop is kept
            await _send(socket, EndedMessage(stopped=True, finding=finding(list(found.rows))))
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


async def _send_problem(socket: WebSocket, problem: Problem) -> None:
    await _send(socket, ProblemMessage(problem=ProblemView(**problem.as_json())))


async def _send(socket: WebSocket, message: Model) -> None:
    with suppress(RuntimeError):  # the socket was closed while this was on its way
        await socket.send_text(message.model_dump_json())
