"""The contract of windows, held at every single visit: inside its window a value is true, outside it is a bound."""

from __future__ import annotations

from math import inf

import pytest
from support.naive_search import Naive
from support.search_cases import SMALL, Case, after_each_visit, case, close
from support.to_oracle import oracle_state

from fourcast.algorithms import Node, PythonSearcher, TableMode, Variation, Window, tree_searches
from fourcast.rules import Chance, other

WINDOWED = [algorithm.name for algorithm in tree_searches() if algorithm.prunes]


def truth(naive: Naive, node: Node, depth: int) -> float:
    """What a node is worth to the side to move or, at a chance, to the side whose move it was."""
    if isinstance(node, Chance):
        player_chose = other(node.branches[0].position.turn) == naive.hero
        mean = sum(
            float(branch.probability) * naive.value(oracle_state(branch.position), depth) for branch in node.branches
        )
        return mean if player_chose else -mean
    value = naive.value(oracle_state(node), depth)
    return value if node.turn == naive.hero else -value


def look(given: Case, algorithm: str, *, table: TableMode) -> list[Window]:
    """The windows of all visits, each of which has been found to keep the contract."""
    seen: list[Window] = []
    hard = algorithm == "alphabeta-hard" and table is TableMode.OFF  # a table may know more than was asked
    naive = given.naive()

    def check(node: Node, depth: int, window: Window, line: Variation) -> None:
        value, exact = line.value, truth(naive, node, depth)
        if value <= window.alpha:
            assert exact <= value or close(value, exact)
        elif value >= window.beta:
            assert exact >= value or close(value, exact)
        else:
            assert close(value, exact)
        if hard and line.moves:
            assert window.alpha <= value <= window.beta
        seen.append(window)

    spec = given.spec(algorithm, table=table, order="ascending+killers")
    PythonSearcher(given.position, spec, layers=[after_each_visit(check)]).search(given.depth)
    return seen


@pytest.mark.parametrize("table", [TableMode.OFF, TableMode.ON])
@pytest.mark.parametrize("algorithm", WINDOWED)
def test_every_visit_of_a_pruning_search_answers_truly_for_its_window(algorithm: str, table: TableMode) -> None:
    windows: list[Window] = []
    for variant in SMALL:
        for seed in range(4):
            windows += look(case(variant, seed, depth=3), algorithm, table=table)
    assert any(-inf < alpha and beta < inf for alpha, beta in windows)


@pytest.mark.parametrize("algorithm", [a.name for a in tree_searches() if not a.prunes])
def test_every_visit_of_a_search_without_pruning_but_the_first_has_the_whole_window(algorithm: str) -> None:
    windows: list[Window] = []
    layer = after_each_visit(lambda _node, _depth, window, _line: windows.append(window))
    for variant in SMALL:
        given = case(variant, 1, depth=2)
        windows.clear()
        PythonSearcher(given.position, given.spec(algorithm), layers=[layer]).search(given.depth)
        assert set(windows[:-1]) == {Window(-inf, inf)}  # the first visit ends last


def test_a_hard_search_answers_with_the_end_of_a_window_that_does_not_hold_the_truth() -> None:
    clamped = 0
    for seed in range(20):
        given = case("classic,width=4,height=4,connect=3", seed, depth=3)
        naive = given.naive()

        def check(node: Node, depth: int, window: Window, line: Variation, naive: Naive = naive) -> None:
            nonlocal clamped
            if line.moves:
                exact = truth(naive, node, depth)
                assert line.value == min(max(exact, window.alpha), window.beta)
                clamped += line.value != exact

        spec = given.spec("alphabeta-hard")
        PythonSearcher(given.position, spec, layers=[after_each_visit(check)]).search(given.depth)
    assert clamped
