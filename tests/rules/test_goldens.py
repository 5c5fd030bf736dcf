"""Both engines against the golden files, which an oracle that shares no code with them has written."""

from __future__ import annotations

from itertools import accumulate

import pytest
from support import goldens
from support.engines import BOTH, NATIVE, Calls
from support.goldens import Golden

from fourcast.rules import VARIANTS, Rules

GOLDENS = goldens.load()
every_golden = pytest.mark.parametrize("golden", GOLDENS.values(), ids=GOLDENS.keys())
both_engines = pytest.mark.parametrize("engine", BOTH)
PYTHON_LIMIT = 50_000
"""The Python engine counts this many leaves or positions, of all depths together."""


def countable(numbers: list[int], engine: Calls) -> list[int]:
    if engine is NATIVE:
        return numbers
    return [number for number, total in zip(numbers, accumulate(numbers), strict=True) if total <= PYTHON_LIMIT]


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_every_variant_has_a_golden(name: str) -> None:
    assert name in GOLDENS, f"add {name!r} to tests/support/make_goldens.py and run it"


@every_golden
@both_engines
def test_leaves_and_chance_nodes_are_as_many_as_the_golden_says(engine: Calls, golden: Golden) -> None:
    perft = countable(golden["perft"], engine)
    counted = engine.count_tree(Rules.parse(golden["rules"]).start(), len(perft))
    assert [counted.leaves(depth) for depth in range(1, len(perft) + 1)] == perft
    assert list(counted.chances[1:]) == golden.get("chance", [0] * len(golden["perft"]))[: len(perft)]


@every_golden
@both_engines
def test_as_many_positions_can_be_reached_as_the_golden_says(engine: Calls, golden: Golden) -> None:
    expected = countable(golden["distinct"], engine)
    assert list(engine.distinct(Rules.parse(golden["rules"]).start(), len(expected) - 1)) == expected


@every_golden
@both_engines
def test_every_ply_of_every_golden_game_is_seen_alike(engine: Calls, golden: Golden) -> None:
    rules = Rules.parse(golden["rules"])
    for game in golden["games"]:
        assert list(goldens.replayed(engine, rules, game)) == game["plies"]
