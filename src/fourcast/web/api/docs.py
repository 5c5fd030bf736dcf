"""The API reference at /docs: every route and model of the OpenAPI schema, as HTML that needs no network."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse

from fourcast.web.error_responses import plain_page

router = APIRouter(include_in_schema=False)


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Every route and model. FastAPI's own pages load scripts from elsewhere."""
    return HTMLResponse(_docs(request.app))


@lru_cache(maxsize=1)
def _docs(app: FastAPI) -> str:
    schema = app.openapi()
    routes = "".join(
        f"<h3><code>{method.upper()} {escape(path)}</code></h3><p>{escape(operation.get('description', ''))}</p>"
        + _definition("Request and response", _request_and_response(operation))
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    )
    models = "".join(_definition(name, model) for name, model in sorted(schema["components"]["schemas"].items()))
    return plain_page(
        "Fourcast API",
        f"""<p>The same as a schema for programs: <a href="/openapi.json">openapi.json</a>.</p>
<p>A program starts a session with <code>GET /api/session</code> and sends the cookie that it receives with every
request; without it the status is 401. Requests must go to the address that the server printed. Errors are
<code>ProblemView</code> as <code>application/problem+json</code>.</p>
<h2>Routes</h2>
{routes}
<h2>Models</h2>
{models}""",
    )


def _request_and_response(operation: Mapping[str, Any]) -> dict[str, Any]:
    request = {key: operation[key] for key in ("parameters", "requestBody") if key in operation}
    success = {status: response for status, response in operation["responses"].items() if status.startswith("2")}
    return {**request, "responses": success}


def _definition(title: str, schema: Mapping[str, Any]) -> str:
    text = escape(json.dumps(schema, indent=2, ensure_ascii=False))
    return f"<details><summary>{escape(title)}</summary><pre>{text}</pre></details>"
