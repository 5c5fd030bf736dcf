"""The contract of windows, held at every single visit: inside its window a value is true, outside it is a bound."""

from __future__ import annotations

from math import inf

import pytest
from support.naive_search import Naive
from support.search_cases import SMALL, Case, case, close
from support.to_oracle import oracle_state

from fourcast.algorithms import Edge, Layer, Node, PythonSearcher, TableMode, Variation, Visit, Window, tree_searches
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


def holding_the_contract(naive: Naive, seen: list[Window], *, hard: bool) -> Layer:
    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            line = visit(node, depth, window, edge)
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
            return line

        return answer

    return layer


def look(given: Case, algorithm: str, *, table: TableMode) -> list[Window]:
    seen: list[Window] = []
    hard = algorithm == "alphabeta-hard" and table is TableMode.OFF  # a table may know more than was asked
    layer = holding_the_contract(given.naive(), seen, hard=hard)
    spec = given.spec(algorithm, table=table, order="ascending+killers")
    PythonSearcher(given.position, spec, layers=[layer]).search(given.depth)
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
    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            windows.append(window)
            return visit(node, depth, window, edge)

        return answer

    for variant in SMALL:
        given, windows = case(variant, 1, depth=2), list[Window]()
        PythonSearcher(given.position, given.spec(algorithm), layers=[layer]).search(given.depth)
        assert set(windows[1:]) == {Window(-inf, inf)}


def test_a_hard_search_answers_with_the_end_of_a_window_that_does_not_hold_the_truth() -> None:
    clamped = 0
    for seed in range(20):
        given = case("classic,width=4,height=4,connect=3", seed, depth=3)
        naive = given.naive()

        def layer(visit: Visit, naive: Naive = naive) -> Visit:
            def answer(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
                nonlocal clamped
                line = visit(node, depth, window, edge)
                if line.moves:
                    exact = truth(naive, node, depth)
                    assert line.value == min(max(exact, window.alpha), window.beta)
                    clamped += line.value != exact
                return line

            return answer

        PythonSearcher(given.position, given.spec("alphabeta-hard"), layers=[layer]).search(given.depth)
    assert clamped
