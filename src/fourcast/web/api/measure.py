"""Comparisons of searches: run over a socket, then available as charts and tables."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response, WebSocket

from fourcast.algorithms import SearchSpec, TableMode, default_eval, tree_searches
from fourcast.charts import chart_unsupported_reason
from fourcast.evals import EVAL_CHOICES
from fourcast.experiments import boxes, default_specs, finding, pruning_forms, rows_csv, search_title
from fourcast.rules import Rules
from fourcast.web.comparisons import Measurement
from fourcast.web.connections import Outbox, serve_requests, while_connected
from fourcast.web.position_input import parse_rules_request
from fourcast.web.problems import Problem
from fourcast.web.schema.measure import (
    BoxesMessage,
    CompareOptions,
    CompareRequest,
    EndMessage,
    RowMessage,
    RowView,
    SpecChoice,
    SpecView,
    StartMessage,
)
from fourcast.web.schema.model import QueuedMessage, RulesText
from fourcast.web.services import UseServices
from fourcast.web.tasks import COMPARE

router = APIRouter(prefix="/api/compare", tags=["measure"])

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "json": "application/json"}
MOVES_MADE: Final = "moves-made"
NEED_DRIFT: Final = ("expectiminimax", "star1", "star2")


@router.get("/options")
def options(rules: Annotated[RulesText, Query()] = "classic") -> CompareOptions:
    """What can be compared under these rules, and what is by default."""
    parsed = parse_rules_request(rules)
    return CompareOptions(
        specs=_choices(parsed),
        evaluations=list(EVAL_CHOICES),
        natural_evaluation=default_eval(parsed).name,
        charts=chart_unsupported_reason(Path("nodes.svg")),
    )


def _choices(rules: Rules) -> list[SpecChoice]:
    """The default algorithms, then all others."""
    defaults = {spec.short: spec for spec in default_specs(rules)}
    others = {algorithm.name: SearchSpec(algorithm.name) for algorithm in tree_searches()}
    strongest = pruning_forms(rules)[-2].with_settings(table=TableMode.OLD_BOUNDS)
    others[strongest.short] = strongest
    return [
        SpecChoice(
            text=text,
            title=search_title(spec),
            chosen=text in defaults,
            note="needs drift" if spec.algorithm in NEED_DRIFT and not rules.drift else None,
        )
        for text, spec in {**defaults, **others}.items()
    ]


@router.get("/{ident}/{name}.{kind}", response_class=Response)
async def result(
    ident: str,
    name: Literal["nodes", "time", "moves-made", "rows"],
    kind: Literal["svg", "png", "json", "csv"],
    connection: Request,
    services: UseServices,
    theme: Literal["light", "dark"] = "light",
    legend: bool = True,
) -> Response:
    """The results so far: a chart (nodes, time, moves-made) or a table (rows.csv, moves-made.csv)."""
    data = services.comparisons.find(ident)
    if name not in (("rows", MOVES_MADE) if kind == "csv" else ("nodes", "time", MOVES_MADE)):
        raise Problem(404, "Use a chart, nodes, time or moves-made, or a table, rows.csv or moves-made.csv.")
    if kind == "csv":
        headers = {"Content-Disposition": f'attachment; filename="fourcast-{name}.csv"'}
        table = rows_csv(data.spread if name == MOVES_MADE else data.rows)
        return Response(table, media_type="text/csv", headers=headers)
    drawing = services.comparisons.chart(
        data, "dropped" if name == MOVES_MADE else name, kind, theme=theme, legend=legend
    )
    chart = await while_connected(connection, drawing)  # a page that has newer rows drops the request
    return Response(chart, media_type=TYPES[kind], headers={"Cache-Control": "no-store"})


@router.websocket("/live")
async def live(socket: WebSocket, services: UseServices) -> None:
    """Every message is a comparison to run, as `CompareRequest`; it cancels the previous one, as `stop` does. Rows are
    sent one by one, then the boxes, then the end with a summary sentence."""

    async def compare(text: str, outbox: Outbox) -> None:
        request = CompareRequest.model_validate_json(text)
        data = services.comparisons.add(request)
        specs = [SpecView(text=spec.short, title=search_title(spec)) for spec in data.grid.specs]
        depths = [int(depth) for depth in data.grid.amounts]
        outbox.put(StartMessage(id=data.id, specs=specs, depths=depths, cells=len(specs) * len(depths)))

        def on_progress(measurement: Measurement) -> None:
            if row := data.add(measurement):
                outbox.put(RowMessage(row=RowView.model_validate(row)))

        def on_queue_position(position: int) -> None:
            outbox.put(QueuedMessage(queue_position=position))

        try:
            end = await services.measurements.run(
                COMPARE, request, on_progress=on_progress, on_queue_position=on_queue_position
            )
        except asyncio.CancelledError:  # the rows so far remain available
            outbox.put(EndMessage(stopped=True, finding=finding(data.rows)))
            await outbox.drain()
            raise
        if plots := boxes(data.spread):
            positions = max(box.positions for box in plots)
            outbox.put(BoxesMessage(depth=data.spread[0].depth, positions=positions, boxes=plots))
        outbox.put(EndMessage(stopped=not end.completed, finding=finding(data.rows)))

    await serve_requests(socket, compare)
