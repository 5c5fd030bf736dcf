"""Errors as problem JSON (RFC 9457): a status, a title, and a sentence for people that says what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from fourcast.errors import AgentError, EngineUnavailable, IllegalMove, NotationError, UsageError
from fourcast.store import StoreConflict, StoreDamaged, StoreError, StoreFull, StoreReadOnly

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

TITLES: Final[Mapping[int, str]] = {
    400: "Bad request",
    401: "No session",
    403: "Forbidden",
    404: "Not found",
    405: "Method not allowed",
    409: "Not possible now",
    413: "Request too large",
    415: "Unsupported media type",
    422: "Invalid request",
    429: "Too many requests",
    500: "Internal error",
    503: "Server busy",
    507: "Disk full",
}
UNEXPECTED: Final = (
    "An unexpected error occurred on the server, and its output says which. Reload to see what is saved."
)
UNREADABLE_POSITION: Final = "Invalid position"


class Problem(Exception):
    """An error that is reported to the client as problem JSON, with the `extra` fields in it."""

    retry_after = 1
    """Seconds to wait before the next attempt, of the statuses 429 and 503."""

    def __init__(self, status: int, detail: str, *, title: str | None = None, **extra: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.title = title or TITLES.get(status, "Problem")
        self.extra = extra

    def as_json(self) -> dict[str, Any]:
        return {"type": "about:blank", "title": self.title, "status": self.status, "detail": self.detail, **self.extra}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Problem:
        """The problem that another process wrote by `as_json`."""
        return Problem(**{key: value for key, value in data.items() if key != "type"})


class Busy(Problem):
    """All search slots are in use. `queue_position` is the one that the request would have."""

    def __init__(self, queue_position: int) -> None:
        which = ORDINALS[queue_position - 1] if queue_position <= len(ORDINALS) else f"number {queue_position}"
        detail = f"All search slots are in use: your search would be {which} in the queue. Try again in a moment."
        super().__init__(503, detail, queue_position=queue_position)


def memory_exceeded(megabytes: int) -> Problem:
    detail = f"The search exceeded its memory limit of {megabytes:,} MB. Choose a smaller board or a smaller depth."
    return Problem(422, detail, title="Search too large")


def time_exceeded(seconds: float) -> Problem:
    detail = f"The search exceeded its time limit of {seconds:.0f} s. Choose a smaller depth or a shorter time."
    return Problem(422, detail, title="Search too long")


def not_started() -> Problem:
    return Problem(503, "The search could not be started; the server's output may say why. Try again in a moment.")


def worker_ended(how: str) -> Problem:
    """`how`: what ended the worker process, in words."""
    detail = f"The process of this search {how}. Try again; if it ran out of memory, choose a smaller board or depth."
    return Problem(503, detail, title="Search failed")


def problem_of(error: Exception) -> Problem:
    """The problem to report for an exception, also for an unexpected one."""
    match error:
        case Problem():
            return error
        case NotationError():
            return Problem(422, str(error), title=UNREADABLE_POSITION, at=error.at, valid_moves=error.valid_moves)
        case IllegalMove():
            return Problem(409, str(error), title="Illegal move")
        case StoreFull():
            return Problem(507, f"The disk is full: {error.unsaved} was not saved. Free some space and try again.")
        case StoreConflict():
            detail = f"{error}: {error.unsaved} was not saved. The game is shown as it is now; continue from there."
            return Problem(409, detail, title="Game changed")
        case StoreReadOnly():
            detail = f"The file of games is read-only: {error.unsaved} was not saved. Make it writable and try again."
            return Problem(503, detail, title="Games unavailable")
        case StoreDamaged():
            detail = (
                f"The file of games is damaged: {error.unsaved} was not saved. "
                "Restart the server: it keeps the file and recovers what it can read."
            )
            return Problem(503, detail, title="Games unavailable")
        case StoreError():
            detail = (
                f"The server cannot read or write its games: {error.unsaved} was not saved. Check the server's disk."
            )
            return Problem(503, detail, title="Games unavailable")
        case AgentError():
            return Problem(422, str(error), title="The opponent cannot move")
        case UsageError() | EngineUnavailable():
            return Problem(422, str(error), title="Invalid rules or players")
        case ValidationError():
            return invalid_request(error.errors(include_url=False, include_context=False))
        case _:
            return Problem(500, UNEXPECTED)


def invalid_request(errors: Sequence[Any]) -> Problem:
    """The first of Pydantic's validation errors as a problem."""
    first = errors[0]
    field = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return Problem(422, f"{field or 'The request'}: {first['msg']}. See the reference of the API.")
