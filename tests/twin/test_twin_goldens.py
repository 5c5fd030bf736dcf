"""The native engine against the same golden files as the Python engine."""

from __future__ import annotations

import pytest
from support import goldens
from support.engines import NATIVE
from support.goldens import Golden

from fourcast.rules import Rules

GOLDENS = goldens.load()
every_golden = pytest.mark.parametrize("golden", GOLDENS.values(), ids=GOLDENS.keys())


@every_golden
def test_the_core_counts_the_goldens_leaves_and_chance_nodes(golden: Golden) -> None:
    counted = NATIVE.count_tree(Rules.parse(golden["rules"]).start(), len(golden["perft"]))
    assert [counted.leaves(depth) for depth in range(1, len(golden["perft"]) + 1)] == golden["perft"]
    assert list(counted.chances[1:]) == golden.get("chance", [0] * len(golden["perft"]))


@every_golden
def test_the_core_reaches_the_goldens_positions(golden: Golden) -> None:
    start = Rules.parse(golden["rules"]).start()
    assert list(NATIVE.distinct(start, len(golden["distinct"]) - 1)) == golden["distinct"]


@every_golden
def test_the_core_sees_every_ply_of_every_golden_game_alike(golden: Golden) -> None:
    rules = Rules.parse(golden["rules"])
    for game in golden["games"]:
        assert list(goldens.replayed(NATIVE, rules, game)) == game["plies"]
