"""Every algorithm finds what plain minimax, expectiminimax and expectimax find, with every order and table."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.engines import needs_core
from support.search_cases import NAMED, SMALL, Case, case, close
from support.to_oracle import oracle_state

from fourcast.algorithms import TableMode, tree_searches
from fourcast.engine import make_searcher
from fourcast.native import Engine

SETTINGS = [
    (table, order + killers)
    for killers in ("", "+killers")
    for table in (TableMode.OFF, TableMode.ON)
    for order in ("ascending", "centre", "2,1")
]
"""Every table but the unsound one with every kind of order."""


def agree_with_plain_search(given: Case, engine: Engine, settings: list[tuple[TableMode, str]]) -> None:
    for naive in (given.naive("minimax"), given.naive("expectimax")):
        expected = naive.value(oracle_state(given.position), given.depth)
        for algorithm in tree_searches():
            if (algorithm.name == "expectimax") != naive.random_opponent:
                continue
            for table, order in settings:
                spec = given.spec(algorithm.name, order=order, table=table)
                found = make_searcher(given.position, spec, engine).search(given.depth)
                assert close(found.value, expected), (algorithm.name, table, order, given)


@pytest.mark.parametrize("variant", SMALL)
def test_python_finds_what_plain_search_finds(variant: str) -> None:
    settings = cycle(SETTINGS)
    for seed in range(24):
        given = case(variant, seed, depth=1 + seed % 3)
        agree_with_plain_search(given, Engine.PYTHON, [next(settings), next(settings), next(settings)])


@pytest.mark.parametrize("variant", NAMED)
def test_python_finds_what_plain_search_finds_on_the_boards_of_the_five_systems(variant: str) -> None:
    settings = cycle(SETTINGS)
    for seed in range(12):
        agree_with_plain_search(case(variant, seed, depth=2), Engine.PYTHON, [next(settings)])


@needs_core
@pytest.mark.parametrize("variant", SMALL)
def test_native_finds_what_plain_search_finds_deep_in_small_games(variant: str) -> None:
    for seed in range(24):
        agree_with_plain_search(case(variant, seed, depth=3 + seed % 3), Engine.NATIVE, SETTINGS[seed % 2 :: 2])


@needs_core
@pytest.mark.parametrize("variant", NAMED)
def test_native_finds_what_plain_search_finds_on_the_boards_of_the_five_systems(variant: str) -> None:
    for seed in range(5):
        agree_with_plain_search(case(variant, seed, depth=3), Engine.NATIVE, SETTINGS[seed % 2 :: 2])
