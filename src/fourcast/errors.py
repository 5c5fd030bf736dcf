"""What can go wrong, in few and small kinds. Every message says what was wrong and what to do."""

from __future__ import annotations


class RulesError(ValueError):
    """Rules that cannot be, or a rules text that cannot be read."""


class IllegalMove(ValueError):
    """A move that may not be played in this position."""


class NotationError(ValueError):
    """A text, number or file that does not describe what it should.

    `at` is the offset (in characters) of the fault in what was read, where there is one;
    `kept` is how many moves before the fault were good.
    """

    def __init__(self, message: str, *, at: int | None = None, kept: int = 0) -> None:
        super().__init__(message)
        self.at = at
        self.kept = kept


class EngineUnavailable(RuntimeError):
    """The engine that was asked for cannot do this here; the message says why."""


class JobError(RuntimeError):
    """Much work that cannot be begun or cannot go on; what was done is kept."""


def shown(text: str, most: int = 60) -> str:
    """What somebody wrote, as it is repeated in a message: quoted, and not without end.

    >>> shown("z" * 100, most=5)
    "'zzzzz…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")
