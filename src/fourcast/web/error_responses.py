"""Error responses: problem JSON for programs, a plain HTML page for a browser that navigates."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match

from fourcast.errors import EngineUnavailable, UsageError
from fourcast.store import StoreError
from fourcast.web.problems import Problem, invalid_request, problem_of

MEDIA_TYPE: Final = "application/problem+json"
REFUSALS: Final = (409, 422)
"""The page asks to get these with status 200 (`Prefer: refusals=200`): a browser prints others in its console, and it
is nothing unusual that a column is full. The problem itself has its own status."""
_DETAILS: Final = {
    404: "There is nothing at this address. Go to the start page.",
    405: "This address does not support this method. The reference of the API lists those that it does.",
}


def problem_response(problem: Problem, request_headers: Headers, base: str = "") -> Response:
    """`base`: what all paths begin with."""
    headers = retry_header(problem)
    if "text/html" in request_headers.get("accept", ""):
        content = f'<p>{escape(problem.detail)}</p><p><a href="{base}/">To the start page</a></p>'
        return HTMLResponse(plain_page(problem.title, content, base), problem.status, headers)
    is_plain = problem.status in REFUSALS and request_headers.get("prefer") == "refusals=200"
    return JSONResponse(problem.as_json(), 200 if is_plain else problem.status, headers, MEDIA_TYPE)


def retry_header(problem: Problem) -> dict[str, str]:
    return {"Retry-After": str(problem.retry_after)} if problem.status in (429, 503) else {}


def install_error_handlers(
    app: FastAPI, *, pages: bool = True, details: Mapping[int, str] = _DETAILS, base: str = ""
) -> None:
    """`pages`: whether a browser that navigates gets a page; otherwise everybody gets problem JSON. `details`: what to
    say about the errors of a status that is not the app's own. `base`: what all paths begin with."""

    async def respond(request: Request, error: Exception) -> Response:
        problem = _problem_of(error)
        if problem is not error and problem.status in details:
            problem = Problem(problem.status, details[problem.status])
        response = problem_response(problem, request.headers if pages else Headers(), base)
        if problem.status == 405:
            routes = [route for route in app.routes if route.matches(request.scope)[0] is not Match.NONE]
            methods = {method for route in routes for method in getattr(route, "methods", None) or ()}
            response.headers["Allow"] = ", ".join(sorted(methods))
        return response

    ours = (Problem, UsageError, EngineUnavailable, StoreError)
    for kind in (*ours, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, respond)


def _problem_of(error: Exception) -> Problem:
    match error:
        case RequestValidationError():
            return invalid_request(error.errors())
        case HTTPException():
            return Problem(error.status_code, f"{error.detail}.")
        case _:
            return problem_of(error)


def plain_page(title: str, content: str, base: str = "") -> str:
    """A page without JavaScript around some HTML, in the style of the others."""
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<link rel="icon" href="{base}/static/icon.svg">
<link rel="stylesheet" href="{base}/static/lib/colours.css">
<link rel="stylesheet" href="{base}/static/lib/tokens.css">
<link rel="stylesheet" href="{base}/static/lib/base.css">
<link rel="stylesheet" href="{base}/static/docs.css">
<main>
<h1>{escape(title)}</h1>
{content}
</main>
</html>
"""
