"""The two engines behind one face, so that one expectation can be held against both."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from fourcast import native
from fourcast.native import Engine
from fourcast.rules import Chance, Move, Outcome, Position, TreeCounts, count_tree, distinct


class Calls(NamedTuple):
    """What both engines can do."""

    moves: Callable[[Position], tuple[Move, ...]]
    play: Callable[[Position, Move], Position | Chance]
    outcome: Callable[[Position], Outcome | None]
    scores: Callable[[Position], tuple[int, int]]
    count_tree: Callable[[Position, int], TreeCounts]
    distinct: Callable[[Position, int], tuple[int, ...]]


PYTHON = Calls(
    lambda position: position.legal_moves,
    Position.play_unchecked,
    lambda position: position.outcome,
    lambda position: position.scores,
    lambda p, d: count_tree(p, d),
    distinct,
)
NATIVE = Calls(
    native.moves,
    native.play_unchecked,
    native.outcome,
    native.scores,
    lambda p, d: native.count_tree(p, d),
    native.distinct,
)

needs_core = pytest.mark.skipif(
    native.core_unsupported_reason() is not None, reason=f"no native engine: {native.core_unsupported_reason()}"
)
BOTH = (pytest.param(PYTHON, id="python"), pytest.param(NATIVE, id="native", marks=needs_core))
ENGINES = (Engine.PYTHON, pytest.param(Engine.NATIVE, marks=needs_core))
