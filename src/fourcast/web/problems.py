"""What went wrong, as problem JSON (RFC 9457) has it: a status, a title, and a sentence that a person understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from fourcast.errors import EngineUnavailable, IllegalMove, NotationError, UsageError

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
    503: "No search now",
}


class Problem(Exception):
    """Raised by whoever meets it; answered as problem JSON."""

    def __init__(self, status: int, detail: str, *, title: str | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.title = title or TITLES.get(status, "Problem")
        self.more = more

    def as_json(self) -> dict[str, Any]:
        return {"type": "about:blank", "title": self.title, "status": self.status, "detail": self.detail, **self.more}


class Busy(Problem):
    """No search place is free, and none is kept for this one. `place` is where in the queue it would stand."""

    def __init__(self, place: int) -> None:
        which = ORDINALS[place - 1] if place <= len(ORDINALS) else f"number {place}"
        super().__init__(503, f"All search places are taken. You would be {which} in the queue.", place=place)


def too_much_memory(megabytes: int) -> Problem:
    return Problem(
        422,
        f"That search broke off: it needed more than the {megabytes:,} megabytes that this page gives to one. "
        "Choose a smaller board or a smaller depth.",
        title="Too large a search",
    )


def too_much_time(seconds: float) -> Problem:
    return Problem(
        422,
        f"That search took longer than {seconds:.0f} seconds and was ended. Choose a smaller depth or a shorter time.",
        title="Too long a search",
    )


def problem_of(fault: Exception) -> Problem:
    """What is said of an error of ours, or of one that nobody expected."""
    match fault:
        case Problem():
            return fault
        case NotationError():
            return Problem(422, str(fault), title="That position cannot be read", at=fault.at, kept=fault.kept)
        case IllegalMove():
            return Problem(409, str(fault), title="That move cannot be played")
        case UsageError() | EngineUnavailable():
            return Problem(422, str(fault), title="Those rules or players cannot be")
        case ValidationError():
            return Problem(422, what_is_invalid(fault.errors(include_url=False, include_context=False)))
        case _:
            return Problem(500, "The server made a mistake. Your last move is safe; try again.")


def what_is_invalid(errors: Sequence[Any]) -> str:
    """The first of the errors that Pydantic found, in words."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return f"{where or 'The request'}: {first['msg']}."
