"""Problems as answers: every error of the app is answered as problem JSON."""

from __future__ import annotations

from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from fourcast.errors import EngineUnavailable, IllegalMove, NotationError, RulesError
from fourcast.web.problems import Problem, problem_of, what_is_invalid

MEDIA_TYPE: Final = "application/problem+json"


def response(problem: Problem) -> JSONResponse:
    headers = {"Retry-After": "1"} if problem.status == 503 else None
    return JSONResponse(problem.as_json(), problem.status, headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Answer every error of the app as problem JSON."""

    async def answer(_: Request, fault: Exception) -> JSONResponse:
        return response(_problem(fault))

    for kind in (Problem, NotationError, IllegalMove, RulesError, EngineUnavailable, RequestValidationError):
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
