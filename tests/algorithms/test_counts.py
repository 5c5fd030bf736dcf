"""What is counted: by brute force for minimax, by a layer of our own and by textbook alpha-beta for the others."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import pytest
from support import oracle
from support.engines import ENGINES
from support.naive_evals import NAIVE_EVALS
from support.naive_search import Naive
from support.search_cases import NAMED, SMALL, case
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import (
    Counts,
    Edge,
    MoveOrder,
    Node,
    PythonSearcher,
    SearchSpec,
    Variation,
    Visit,
    Window,
    tree_searches,
)
from fourcast.engine import make_searcher
from fourcast.evals import as_eval, find_eval
from fourcast.native import Engine
from fourcast.rules import Position


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", ["minimax", "expectiminimax", "expectimax"])
@pytest.mark.parametrize("variant", [*SMALL, *NAMED])
def test_a_search_without_pruning_visits_every_node_once(variant: str, algorithm: str, engine: Engine) -> None:
    for seed in range(4):
        given = case(variant, 1 + 6 * seed, depth=2 if variant in NAMED else 3)
        tree = oracle.nodes_by_ply(oracle_rules(given.position.rules), given.depth, oracle_state(given.position))
        counts = make_searcher(given.position, given.spec(algorithm), engine).search(given.depth).counts
        assert counts.nodes == sum(tree.positions) + sum(tree.chance)
        assert counts.leaves == sum(tree.ended[:-1]) + tree.positions[-1]
        assert counts.dropped == sum(tree.positions) - 1
        assert counts.cutoffs == 0


@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in tree_searches()])
@pytest.mark.parametrize("order", ["centre", "ascending+killers"])
def test_the_counts_are_those_of_the_visits_that_were_made(algorithm: str, order: str) -> None:
    for variant in SMALL:
        for seed in range(3):
            given, own = case(variant, seed, depth=3), Counts()
            below: list[list[Node]] = [[]]

            def layer(visit: Visit, own: Counts = own, below: list[list[Node]] = below) -> Visit:
                def answer(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
                    below[-1].append(node)
                    below.append([])
                    line = visit(node, depth, window, edge)
                    children = below.pop()
                    own.nodes += 1
                    if isinstance(node, Position):
                        own.dropped += len(below) > 1
                        own.leaves += not children
                        moves = len(oracle.actions(oracle_rules(node.rules), oracle_state(node)))
                        own.cutoffs += 0 < len(set(children)) < moves
                    return line

                return answer

            searcher = PythonSearcher(given.position, given.spec(algorithm, order=order), layers=[layer])
            counts = searcher.search(given.depth).counts
            assert (counts.nodes, counts.leaves, counts.cutoffs, counts.dropped) == (
                own.nodes,
                own.leaves,
                own.cutoffs,
                own.dropped,
            ), (variant, seed)


@dataclass
class Textbook:
    """Alpha-beta as the systems wrote it: a maximising and a minimising half, counting as they go.

    Deep, both ends of the window are passed down; else a child sees only its parent's best so far. It stops when beyond
    the bound, or also when equal to it.
    """

    naive: Naive
    deep: bool
    stops_when_equal: bool
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0

    def search(self, state: oracle.State, depth: int, alpha: float, beta: float) -> float:
        self.nodes += 1
        if depth == 0 or oracle.outcome(self.naive.rules, state) is not None:
            self.leaves += 1
            return self.naive.value(state, depth)
        actions = oracle.actions(self.naive.rules, state)
        best = -inf if state.turn == self.naive.hero else inf
        for tried, action in enumerate(actions, start=1):
            [branch] = oracle.branches(self.naive.rules, state, action)
            if state.turn == self.naive.hero:
                window = (max(alpha, best), beta) if self.deep else (best, inf)
                best = max(best, self.search(branch.state, depth - 1, *window))
                stops = best > beta or (best == beta and self.stops_when_equal)
            else:
                window = (alpha, min(beta, best)) if self.deep else (-inf, best)
                best = min(best, self.search(branch.state, depth - 1, *window))
                stops = best < alpha or (best == alpha and self.stops_when_equal)
            if stops:
                self.cutoffs += tried < len(actions)
                break
        return best


@pytest.mark.parametrize(
    ("algorithm", "deep", "stops_when_equal"),
    [
        ("alphabeta", True, True),
        ("alphabeta-hard", True, True),
        ("shallow", False, False),
        ("shallow-equal", False, True),
    ],
)
def test_pruning_visits_what_the_textbook_visits(algorithm: str, deep: bool, stops_when_equal: bool) -> None:
    cutoffs = 0
    for variant in (*SMALL, *NAMED):
        if "drift" in variant:
            continue
        for seed in range(6):
            given = case(variant, seed, depth=3)
            state = oracle_state(given.position)
            naive = Naive(oracle_rules(given.position.rules), state.turn, NAIVE_EVALS[given.evaluation])
            book = Textbook(naive, deep, stops_when_equal)
            value = book.search(state, given.depth, -inf, inf)
            unbounded = as_eval(
                find_eval(given.evaluation).evaluate
            )  # as nobody knows its bounds, windows begin infinite
            info = PythonSearcher(given.position, SearchSpec(algorithm, eval=unbounded, order=MoveOrder())).search(
                given.depth
            )
            counts = info.counts
            assert (info.value, counts.nodes, counts.leaves, counts.cutoffs, counts.dropped) == (
                value,
                book.nodes,
                book.leaves,
                book.cutoffs,
                book.nodes - 1,
            ), (variant, seed)
            cutoffs += book.cutoffs
    assert cutoffs > 300


@pytest.mark.parametrize("engine", ENGINES)
def test_counts_of_one_searcher_add_up_over_its_looks(engine: Engine) -> None:
    given = case("classic", 1, depth=3)
    apart = [make_searcher(given.position, given.spec("alphabeta"), engine).search(depth).counts for depth in (1, 2, 3)]
    searcher = make_searcher(given.position, given.spec("alphabeta"), engine)
    together = [searcher.search(depth).counts for depth in (1, 2, 3)]
    assert [counts.nodes for counts in together] == [sum(c.nodes for c in apart[: n + 1]) for n in range(3)]
    assert [counts.cutoffs for counts in together] == [sum(c.cutoffs for c in apart[: n + 1]) for n in range(3)]


@pytest.mark.parametrize("engine", ENGINES)
def test_both_forms_of_quadruplets_take_the_nodes_that_were_counted_in_zer0lose(engine: Engine) -> None:
    """Alpha-beta from the empty board at depth 1 and more: as documented, and as its program has it."""
    for evaluation, counts in {"quadruplets": (8, 42, 209, 979), "quadruplets-program": (8, 41, 168, 911)}.items():
        spec = SearchSpec("alphabeta", eval=evaluation)
        searches = [make_searcher(Position(), spec, engine).search(depth) for depth in range(1, 5)]
        assert tuple(result.counts.nodes for result in searches) == counts
