"""The native playouts are those of the Python engine: with a seed every visit and every result is the same."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.search_cases import NAMED, SMALL, playable, rules_of, unfinished
from support.strategies import any_rules, positions

from fourcast.algorithms import Limit, MctsSearcher, SearchSpec, StopFlag, Stopped, run_search
from fourcast.native import NativeMctsSearcher
from fourcast.rules import Position, Rules

WIDE = ("drift,width=11,height=9", "popout,width=9,height=8,connect=5", "most-lines,width=16,height=15")
LONG = Limit(nodes=10**9)
ODD = ("classic,width=5,height=4,drift=2:3:0", "extended,width=5,height=3,pops=2,drift=4:2:6", "tictactoe,width=9")


def agree(position: Position, spec: SearchSpec, playouts: int) -> None:
    """Whether both engines make the same playouts."""
    python, native = MctsSearcher(position, spec), NativeMctsSearcher(position, spec)
    one, two = (run_search(searcher, Limit(nodes=playouts)) for searcher in (python, native))
    assert list(native.root_statistics().items()) == list(python.root_statistics().items()), position
    assert sum(edge.visits for edge in native.root_statistics().values()) == playouts
    assert (two.counts, two.pv, two.moves, two.value) == (one.counts, one.pv, one.moves, one.value)
    assert (two.depth, two.stopped, two.seed) == (one.depth, one.stopped, one.seed)


@pytest.mark.parametrize("variant", [*SMALL, *NAMED, *ODD, *WIDE])
def test_both_engines_make_the_same_playouts(variant: str) -> None:
    for seed in (0, 2**70, -5):
        agree(unfinished(rules_of(variant), seed), SearchSpec("mcts", seed=seed), 30 if variant in WIDE else 150)


@settings(max_examples=40)
@given(
    position=positions(any_rules(widest=5, highest=4)).filter(lambda position: bool(position.legal_moves)),
    seed=st.integers(),
    depth=st.sampled_from((None, 1, 3)),
)
def test_both_engines_make_the_same_playouts_under_any_rules(position: Position, seed: int, depth: int | None) -> None:
    agree(position, SearchSpec("mcts", seed=seed, limit=Limit(depth=depth) if depth else None), 40)


def test_a_full_tree_grows_no_more_and_playouts_go_on() -> None:
    position, spec = Rules.parse("classic").start(), SearchSpec("mcts", seed=1)
    small, large = (NativeMctsSearcher(position, spec, max_edges=edges) for edges in (8, 10**6))
    one, two = (run_search(searcher, Limit(nodes=5000)) for searcher in (small, large))
    assert one.depth == 2 < two.depth  # the edges of the root, and of one of its children
    assert one.nodes == sum(edge.visits for edge in small.root_statistics().values()) == 5000
    assert playable(position, one)


def test_playouts_end_on_request_and_at_a_deadline() -> None:
    position, spec, stop = Rules.parse("classic").start(), SearchSpec("mcts", seed=1), StopFlag()
    results = []
    thread = Thread(target=lambda: results.append(run_search(NativeMctsSearcher(position, spec), LONG, stop=stop)))
    thread.start()
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    assert results[0].stopped is Stopped.ASKED
    assert results[0].nodes >= 1
    assert run_search(NativeMctsSearcher(position, spec), Limit(time=0.01)).stopped is Stopped.TIME
