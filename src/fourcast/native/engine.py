"""Which engine does the work. Nothing falls back silently: a wish that cannot be met is an error."""

from __future__ import annotations

from enum import Enum

from fourcast.errors import EngineUnavailable
from fourcast.native.bridge import why_not
from fourcast.rules import Rules


class Engine(Enum):
    NATIVE = "native"
    PYTHON = "python"


def choose_engine(rules: Rules, wanted: Engine | None = None) -> Engine:
    """The engine wanted or, without a wish, the native one where it can play these rules."""
    return choose_unless(why_not(rules), wanted)


def choose_unless(reason: str | None, wanted: Engine | None) -> Engine:
    """The engine wanted or, without a wish, the native one unless there is a reason why it cannot."""
    if wanted is Engine.NATIVE and reason:
        raise EngineUnavailable(f"The native engine cannot do this: {reason}. Ask for the Python engine.")
    return wanted or (Engine.PYTHON if reason else Engine.NATIVE)
