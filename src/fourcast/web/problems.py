"""What went wrong, as problem JSON (RFC 9457): a status, a title, and a sentence that a person understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from fourcast.errors import EngineUnavailable, IllegalMove, NotationError, RulesError

MEDIA_TYPE: Final = "application/problem+json"
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

TITLES: Final[Mapping[int, str]] = {
    400: "That request cannot be read",
    401: "No session",
    403: "Not from here",
    404: "Not found",
    405: "Not possible here",
    409: "Not now",
    413: "Too much",
    422: "That cannot be understood",
    500: "Something broke",
    503: "All search places are taken",
}


class Problem(Exception):
    """Raised by a route; answered as problem JSON."""

    def __init__(self, status: int, detail: str, *, title: str | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.title = title or TITLES.get(status, "Problem")
        self.more = more

    def as_json(self) -> dict[str, Any]:
        return {"type": "about:blank", "title": self.title, "status": self.status, "detail": self.detail, **self.more}

    def response(self) -> JSONResponse:
        headers = {"Retry-After": "1"} if self.status == 503 else None
        return JSONResponse(self.as_json(), self.status, headers, MEDIA_TYPE)


class Busy(Problem):
    """No search place is free, and none is kept for this one. `place` is where in the queue it would stand."""

    def __init__(self, place: int) -> None:
        which = ORDINALS[place - 1] if place <= len(ORDINALS) else f"number {place}"
        super().__init__(503, f"All search places are taken. You are {which} in the queue.", place=place)


def problem_of(fault: Exception) -> Problem:
    """What is said of an error of ours, or of one that nobody expected."""
    match fault:
        case Problem():
            return fault
        case NotationError():
            return Problem(422, str(fault), title="That position cannot be read", at=fault.at, kept=fault.kept)
        case IllegalMove():
            return Problem(409, str(fault), title="That move cannot be played")
        case RulesError() | EngineUnavailable():
            return Problem(422, str(fault), title="Those rules or players cannot be")
        case RequestValidationError():
            return Problem(422, _what_is_invalid(fault.errors()))
        case HTTPException():
            return Problem(fault.status_code, _plain(fault))
        case _:
            return Problem(500, "The server made a mistake. Your last move is safe; try again.")


def install(app: FastAPI) -> None:
    """Answer every error of the app as problem JSON."""

    async def answer(_: Request, fault: Exception) -> JSONResponse:
        return problem_of(fault).response()

    for kind in (Problem, NotationError, IllegalMove, RulesError, EngineUnavailable, RequestValidationError):
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(HTTPException, answer)
    app.add_exception_handler(Exception, answer)


def _plain(fault: HTTPException) -> str:
    if fault.status_code == 404:
        return "There is nothing at this address. Begin at the start page."
    if fault.status_code == 405:
        return "This address exists, but not for this method."
    return f"{fault.detail}."


def _what_is_invalid(errors: Sequence[Any]) -> str:
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return f"{where or 'The request'}: {first['msg']}."
