"""What every variant, evaluation and algorithm owe each other: any of them together give a legal, consistent answer."""

from __future__ import annotations

import pytest
from support.search_cases import close, playable

from fourcast.algorithms import ALGORITHMS, Bound, Limit, SearchSpec
from fourcast.engine import search
from fourcast.evals import EVALS, Eval
from fourcast.rules import VARIANTS, Variant, position_after

BEGUN = {"tictactoe": "51"}
"""Moves played before; elsewhere the first two columns."""


@pytest.mark.parametrize(
    ("algorithm", "known"),
    [
        pytest.param(name, known, id=f"{name} {known.name if known else 'none'}")
        for name, algorithm in ALGORITHMS.items()
        for known in (EVALS if algorithm.uses_eval else (None,))
    ],
)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_any_algorithm_plays_any_variant_by_any_evaluation(
    variant: Variant, known: Eval | None, algorithm: str
) -> None:
    position = position_after(variant.rules.start(), BEGUN.get(variant.name, "12"))
    limit = Limit(nodes=60) if algorithm == "mcts" else Limit(depth=2)
    info = search(position, SearchSpec(algorithm, eval=known, seed=1).with_limit(limit))
    assert info.move in position.legal_moves
    assert info.player == position.turn
    assert playable(position, info)
    assert (info.stopped is None) == (algorithm != "mcts")
    assert info.counts.leaves <= info.nodes
    assert info.value_first == (info.value if position.turn == 0 else -info.value)
    assert not info.score.relative.is_exact
    if algorithm == "random":
        return
    chosen = info.moves[info.move]
    assert close(chosen.value, info.value)
    if algorithm == "mcts":
        return
    assert chosen.bound is Bound.EXACT
    assert info.depth == (1 if algorithm == "greedy" else 2)
    assert info.moves.keys() == set(position.legal_moves)
    assert all(ranked.value <= info.value for ranked in info.moves.values())
    assert len(info.pv) <= info.depth
