"""The two simplest ways to choose: any legal move, and the best one a single move ahead."""

from __future__ import annotations

import pytest
from support.engines import ENGINES
from support.naive_evals import NAIVE_EVALS
from support.search_cases import SMALL, case, close, naive_moves, rules_of, unfinished
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import Limit, SearchSpec
from fourcast.engine import search
from fourcast.native import Engine


def test_the_value_of_random_is_the_evaluation_of_where_it_stands() -> None:
    for seed, (name, naive) in enumerate(NAIVE_EVALS.items()):
        position = unfinished(rules_of("extended"), seed)
        result = search(position, SearchSpec("random", eval=name, seed=1), depth=1)
        assert result.value == naive(oracle_rules(position.rules), oracle_state(position), position.turn)
        assert (result.nodes, result.stopped, result.score.is_exact) == (1, None, False)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", SMALL)
@pytest.mark.parametrize("limit", [Limit(depth=5), Limit(time=9), Limit(nodes=1)])
def test_greedy_is_minimax_one_move_ahead_whatever_it_is_allowed(variant: str, limit: Limit, engine: Engine) -> None:
    for seed in range(3):
        given = case(variant, seed, depth=1)
        values = naive_moves(given, given.naive())
        result = search(given.position, given.spec("greedy").with_limit(limit), engine=engine)
        assert result.depth == 1
        assert close(result.value, max(values.values()))
        assert close(values[result.move], result.value)
