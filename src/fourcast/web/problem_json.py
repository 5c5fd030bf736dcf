"""Problems as answers: every error of the app is answered as problem JSON, or as a page to who asked for a page."""

from __future__ import annotations

from html import escape
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from fourcast.errors import EngineUnavailable, IllegalMove, NotationError, UsageError
from fourcast.web.plain_page import plain_page
from fourcast.web.problems import Problem, problem_of, what_is_invalid

MEDIA_TYPE: Final = "application/problem+json"


def response(problem: Problem, asked: Headers) -> Response:
    """The answer to whoever asked with these headers: a browser that was sent to an address wants something to read."""
    headers = {"Retry-After": "1"} if problem.status == 503 else None
    if "text/html" in asked.get("accept", ""):
        content = f'<p>{escape(problem.detail)}</p><p><a href="/">To the start page</a></p>'
        return HTMLResponse(plain_page(problem.title, content), problem.status, headers)
    return JSONResponse(problem.as_json(), problem.status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Answer every error of the app."""

    async def answer(request: Request, fault: Exception) -> Response:
        return response(_problem(fault), request.headers)

    for kind in (Problem, NotationError, IllegalMove, UsageError, EngineUnavailable, RequestValidationError):
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(HTTPException, answer)
    app.add_exception_handler(Exception, answer)


def _problem(fault: Exception) -> Problem:
    match fault:
        case RequestValidationError():
            return Problem(422, what_is_invalid(fault.errors()))
        case HTTPException():
            return Problem(fault.status_code, _plain(fault))
        case _:
            return problem_of(fault)


def _plain(fault: HTTPException) -> str:
    if fault.status_code == 404:
        return "There is nothing at this address. Begin at the start page."
    if fault.status_code == 405:
        return "This address exists, but not for this method."
    return f"{fault.detail}."
