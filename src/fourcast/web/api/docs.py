"""The API reference at /docs: every route and model of the OpenAPI schema, as HTML that needs no network."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from fastapi.routing import APIWebSocketRoute
from pydantic.json_schema import models_json_schema

from fourcast.web.api import analysis, games, measure
from fourcast.web.error_responses import plain_page
from fourcast.web.schema.analysis import AnalysisMessage, AnalysisRequest
from fourcast.web.schema.game import ChangeMessage, GameMessage, ThinkingMessage
from fourcast.web.schema.measure import BoxesMessage, CompareRequest, EndMessage, RowMessage, StartMessage
from fourcast.web.schema.model import Model, ProblemMessage, QueuedMessage
from fourcast.web.schema.review import ReviewMessage, ReviewRequest

router = APIRouter(include_in_schema=False)

_COMPARE_MESSAGES: Final = (QueuedMessage, StartMessage, RowMessage, BoxesMessage, EndMessage, ProblemMessage)
_SOCKETS: Final[Mapping[Any, tuple[type[Model] | None, tuple[type[Model], ...]]]] = {
    games.live: (None, (GameMessage, ChangeMessage, ThinkingMessage, ProblemMessage)),
    analysis.live: (AnalysisRequest, (QueuedMessage, AnalysisMessage, ProblemMessage)),
    analysis.live_review: (ReviewRequest, (QueuedMessage, ReviewMessage, ProblemMessage)),
    measure.live: (CompareRequest, _COMPARE_MESSAGES),
}
"""The endpoints of the sockets, the message that each receives, and those that it sends."""


def add_sockets(app: FastAPI) -> None:
    """Add the sockets, which OpenAPI does not know, to the schema of the app, as `x-sockets`."""
    openapi = app.openapi

    def with_sockets() -> dict[str, Any]:
        schema = openapi()
        if "x-sockets" not in schema:
            reference = "#/components/schemas/{model}"
            models = {model for request, sent in _SOCKETS.values() for model in (request, *sent) if model}
            named, definitions = models_json_schema(
                [(model, "serialization") for model in models], ref_template=reference
            )
            references = {model: named[model, "serialization"] for model in models}
            schema["components"]["schemas"] |= definitions["$defs"]
            schema["x-sockets"] = {
                route.path: {
                    "description": inspect.cleandoc(route.endpoint.__doc__ or ""),
                    "receives": (request := _SOCKETS[route.endpoint][0]) and references[request],
                    "sends": [references[model] for model in _SOCKETS[route.endpoint][1]],
                }
                for part in (games, analysis, measure)
                for route in part.router.routes
                if isinstance(route, APIWebSocketRoute)
            }
        return schema

    app.openapi = with_sockets  # type: ignore[method-assign]


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Every route and model. FastAPI's own pages load scripts from elsewhere."""
    return HTMLResponse(_docs(request.app))


@lru_cache(maxsize=1)
def _docs(app: FastAPI) -> str:
    schema, base = app.openapi(), app.state.services.settings.base
    routes = "".join(
        _route(f"{method.upper()} {path}", operation)
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    )
    sockets = "".join(_socket(f"WebSocket {path}", socket) for path, socket in schema["x-sockets"].items())
    models = "".join(_model(name, model) for name, model in sorted(schema["components"]["schemas"].items()))
    return plain_page(
        "Fourcast API",
        f"""<p>The same as a schema for programs: <a href="{base}/openapi.json">openapi.json</a>.</p>
<p>A program starts a session with <code>GET /api/session</code> and sends the cookie that it receives with every
request; without it the status is 401. Requests must go to the address that the server printed. Errors are
<a href="#ProblemView">problem JSON</a>.</p>
<h2>Routes</h2>
{routes}
<h2>Sockets</h2>
{sockets}
<h2>Models</h2>
{models}""",
        base,
    )


def _route(title: str, operation: Mapping[str, Any]) -> str:
    success = [response for status, response in operation["responses"].items() if status.startswith("2")]
    parts = {
        "Parameters": [f"<code>{escape(one['name'])}</code>" for one in operation.get("parameters", ())],
        "Request": _links(operation.get("requestBody")),
        "Response": _links(success),
    }
    types = " ".join(f"{part}: {', '.join(names)}." for part, names in parts.items() if names)
    return f"<h3><code>{escape(title)}</code></h3><p>{escape(operation.get('description', ''))}</p><p>{types}</p>"


def _socket(title: str, socket: Mapping[str, Any]) -> str:
    parts = {"Receives": _links(socket["receives"]), "Sends": _links(socket["sends"])}
    types = " ".join(f"{part}: {', '.join(names)}." for part, names in parts.items() if names)
    return f"<h3><code>{escape(title)}</code></h3><p>{escape(socket['description'])}</p><p>{types}</p>"


def _links(schema: object) -> list[str]:
    """Links to the models that a schema refers to."""
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema))
    return [f'<a href="#{name}">{name}</a>' for name in names]


def _model(name: str, model: Mapping[str, Any]) -> str:
    fields = [f"{field}: {json.dumps(schema)}" for field, schema in model.get("properties", {}).items()]
    about, definition = escape(model.get("description", "")), escape("\n".join(fields))
    return f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{about}</p><pre>{definition}</pre>'
