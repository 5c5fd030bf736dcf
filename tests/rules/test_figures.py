"""Figures that are known in this field; those of the five systems are in `experiments/test_published.py`."""

from __future__ import annotations

import pytest
from support.engines import BOTH, NATIVE, Calls

from fourcast.rules import Rules


@pytest.mark.parametrize("engine", BOTH)
def test_boards_have_their_known_numbers_of_positions(engine: Calls) -> None:
    # The classic board as Tromp counted it (OEIS A212693).
    by_ply = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)[: 9 if engine is NATIVE else 6]
    assert engine.distinct(Rules.parse("classic").start(), len(by_ply) - 1) == by_ply
    assert sum(engine.distinct(Rules.parse("tictactoe").start(), 9)) == 5478
    if engine is NATIVE:
        assert sum(engine.distinct(Rules.parse("classic,width=4,height=4").start(), 16)) == 161029
        assert sum(engine.distinct(Rules.parse("classic,width=5,height=4").start(), 20)) == 3945711
