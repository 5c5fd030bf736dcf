"""Every algorithm finds what plain minimax, expectiminimax and expectimax find, with every order and memory."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.engines import needs_core
from support.search_cases import NAMED, SMALL, Case, case, close
from support.to_oracle import oracle_state

from fourcast.algorithms import TableMode, tree_searches
from fourcast.engine import make_searcher
from fourcast.native import Engine

WAYS = [
    (memory, order + killers)
    for killers in ("", "+killers")
    for memory in (TableMode.OFF, TableMode.ON)
    for order in ("ascending", "centre", "2,1")
]
"""Every memory but the unsound one with every kind of order."""


def agree_with_plain_search(given: Case, engine: Engine, ways: list[tuple[TableMode, str]]) -> None:
    for naive in (given.naive("minimax"), given.naive("expectimax")):
        expected = naive.value(oracle_state(given.position), given.depth)
        for algorithm in tree_searches():
            if (algorithm.name == "expectimax") != naive.random_opponent:
                continue
            for memory, order in ways:
                plan = given.plan(algorithm.name, order=order, memory=memory)
                found = make_searcher(given.position, plan, engine).search(given.depth)
                assert close(found.value, expected), (algorithm.name, memory, order, given)


@pytest.mark.parametrize("spec", SMALL)
def test_python_finds_what_plain_search_finds(spec: str) -> None:
    ways = cycle(WAYS)
    for seed in range(24):
        given = case(spec, seed, depth=1 + seed % 3)
        agree_with_plain_search(given, Engine.PYTHON, [next(ways), next(ways), next(ways)])


@pytest.mark.parametrize("spec", NAMED)
def test_python_finds_what_plain_search_finds_on_the_boards_of_the_five_systems(spec: str) -> None:
    ways = cycle(WAYS)
    for seed in range(12):
        agree_with_plain_search(case(spec, seed, depth=2), Engine.PYTHON, [next(ways)])


@needs_core
@pytest.mark.parametrize("spec", SMALL)
def test_native_finds_what_plain_search_finds_deep_in_small_games(spec: str) -> None:
    for seed in range(24):
        agree_with_plain_search(case(spec, seed, depth=3 + seed % 3), Engine.NATIVE, WAYS[seed % 2 :: 2])


@needs_core
@pytest.mark.parametrize("spec", NAMED)
def test_native_finds_what_plain_search_finds_on_the_boards_of_the_five_systems(spec: str) -> None:
    for seed in range(5):
        agree_with_plain_search(case(spec, seed, depth=3), Engine.NATIVE, WAYS[seed % 2 :: 2])
