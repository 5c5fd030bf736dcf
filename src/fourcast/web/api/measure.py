"""Comparisons: run live over a socket, then had as charts and tables."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response, WebSocket

from fourcast.charts import why_no_chart
from fourcast.evals import EVALS
from fourcast.experiments.compare.comparison import Row, finding
from fourcast.experiments.compare.spread import boxes
from fourcast.web.comparing import spread_depth
from fourcast.web.conversation import Say, converse
from fourcast.web.errands import COMPARE, Measured
from fourcast.web.lab_schema import (
    BegunMessage,
    BoxesMessage,
    CompareOptions,
    CompareRequest,
    EndedMessage,
    RowMessage,
    WayView,
)
from fourcast.web.measuring import choices, row_view, table_text
from fourcast.web.places import rules_within_bounds
from fourcast.web.problems import Problem
from fourcast.web.schema import QueuedMessage, RulesText
from fourcast.web.services import UseServices, while_connected
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
    connection: Request,
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
    drawing = services.results.chart(found, name, kind, theme=theme, legend=legend)
    picture = await while_connected(connection, drawing)  # a page that has new rows wants the old chart no more
    return Response(picture, media_type=TYPES[kind], headers={"Cache-Control": "no-store"})


@router.websocket("/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every text is a comparison to run, as `CompareRequest`, and ends the one before it; `stop` only ends it. Rows
    come as they are found, then the boxes, then the end with one sentence of finding."""

    async def compare(text: str, say: Say) -> None:
        request = CompareRequest.model_validate_json(text)
        result = services.results.begin(request)
        comparison = result.comparison
        ways = [WayView(text=str(way), title=way.title) for way in comparison.ways]
        await say(BegunMessage(id=result.id, ways=ways, depths=list(comparison.depths), cells=comparison.cells))
        news: asyncio.Queue[Row | int] = asyncio.Queue()

        def tell(found: Measured) -> None:
            if row := result.add(found):
                news.put_nowait(row)

        async def send_on() -> None:
            while True:
                one = await news.get()
                await say(QueuedMessage(place=one) if isinstance(one, int) else RowMessage(row=row_view(one)))
                news.task_done()

        sending = asyncio.create_task(send_on())
        try:
            done = await services.searches.run(COMPARE, request, tell=tell, on_place=news.put_nowait)
            await news.join()
        except asyncio.CancelledError:  # what was found before somebody said stop is kept
            await say(EndedMessage(stopped=True, finding=finding(result.rows)))
            raise
        finally:
            sending.cancel()
        if taken := boxes(result.samples):
            most = max(box.positions for box in taken)
            await say(BoxesMessage(depth=spread_depth(comparison), positions=most, boxes=taken))
        await say(EndedMessage(stopped=not done.finished, finding=finding(result.rows)))

    await converse(socket, compare)
