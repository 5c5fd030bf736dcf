"""How solvers are measured against each other: who is asked when, what is counted, that no wrong score goes unseen."""

from __future__ import annotations

from functools import cache

import pytest
from support.engines import needs_core
from support.peer_solvers import Rival

from fourcast.environment import environment_info
from fourcast.experiments.solver.contenders import BitBully, Contender, board_of, missing_peers, peer_versions, peers
from fourcast.experiments.solver.positions import RULES, PositionSet, make_set
from fourcast.experiments.solver.speed import Ratio, measure, ratio_of
from fourcast.rules import position_after
from fourcast.solver import FirstLineBackend


@cache
def easy() -> PositionSet:
    return make_set("middle-easy", 12, FirstLineBackend(RULES, 16))


@cache
def medium() -> PositionSet:
    return make_set("middle-medium", 4, FirstLineBackend(RULES, 16))


@needs_core
def test_wrong_scores_of_a_peer_are_counted_once_each_however_many_rounds() -> None:
    rows = measure(easy(), [Rival("peer", wrong=2), Rival("other")], rounds=3)
    assert {row.engine: row.disagreements for row in rows} == {
        "fourcast": 0,
        "fourcast batch": 0,
        "peer": 2,
        "other": 0,
    }


@needs_core
def test_our_own_wrong_scores_are_counted_too() -> None:
    false = PositionSet("false", tuple(scored._replace(score=scored.score + 1) for scored in easy().positions))
    rows = measure(false, [], rounds=1)
    assert {row.engine: row.disagreements for row in rows} == {"fourcast": 12, "fourcast batch": 12}


@needs_core
def test_an_easy_set_is_one_block_a_round_and_any_other_a_block_a_position() -> None:
    whole, single = Rival("peer"), Rival("peer")
    measure(easy(), [whole], rounds=3)
    measure(medium(), [single], rounds=3)
    assert whole.blocks == [12, 12, 12]
    assert single.blocks == [1, 1, 1, 1]


@needs_core
def test_the_order_of_the_solvers_is_turned_round_before_every_block() -> None:
    log: list[str] = []
    measure(medium(), [Rival("a", log=log), Rival("b", log=log)])
    assert log == ["a", "b", "b", "a", "a", "b", "b", "a"]


@needs_core
def test_all_are_compared_with_the_first_peer_and_nodes_are_told_for_a_position() -> None:
    rows = {row.engine: row for row in measure(medium(), [Rival("first"), Rival("second")])}
    assert list(rows) == ["fourcast", "first", "second"]
    assert [row.ratio is None for row in rows.values()] == [False, True, False]
    assert rows["first"].nodes == 10
    assert {row.positions for row in rows.values()} == {4}
    solver = FirstLineBackend(RULES, 64)
    nodes = []
    for scored in medium().positions:
        solver.clear()
        nodes.append(solver.solve_many([scored.position])[0].nodes)
    assert rows["fourcast"].nodes == sum(nodes) / 4


@needs_core
def test_without_a_peer_nothing_is_compared() -> None:
    assert [row.ratio for row in measure(easy(), [], rounds=1)] == [None, None]


def test_a_ratio_is_of_whole_times_and_its_spread_covers_what_blocks_differ_by() -> None:
    ratio = ratio_of([4.0, 2.0, 6.0], [1.0, 1.0, 1.0])
    assert ratio.middle == 4
    assert 2 <= ratio.least < 4 < ratio.most <= 6
    assert ratio_of([3.0], [1.5]) == Ratio(2, 2, 2)
    assert str(Ratio(2, 2, 2)) == "2 ×"
    assert str(Ratio(3.456, 1.2, 12.34)) == "3.46 × (1.2 to 12.3)"


def test_a_board_has_its_top_row_first() -> None:
    board = board_of(position_after(RULES.start(), "4417"))
    assert board.shape == (6, 7)
    assert board[5].tolist() == [1, 0, 0, 1, 0, 0, 2]
    assert board[4].tolist() == [0, 0, 0, 2, 0, 0, 0]
    assert not board[:4].any()


def test_circumstances_tell_what_figures_depend_on() -> None:
    assert set(environment_info()) == {"date", "processor", "cores", "system", "python", "fourcast"}
    assert all(environment_info().values())


def test_peers_that_are_not_installed_are_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourcast.experiments.solver.contenders.PEERS", ("bitbully", "no_such_peer"))
    assert "no_such_peer" in missing_peers()
    assert "no_such_peer" not in peer_versions()
    monkeypatch.setattr("fourcast.experiments.solver.contenders.find_spec", lambda _: None)
    assert peers() == []


@needs_core
@pytest.mark.parametrize("method", ["mtdf", "null_window"])
def test_bitbully_has_the_scores_that_we_have(method: str) -> None:
    pytest.importorskip("bitbully", reason="bitbully is not installed: its scores cannot be compared")
    peer: Contender = BitBully("bitbully", method)
    for positions in (make_set("end-easy", 200, FirstLineBackend(RULES, 16)), easy(), medium()):
        assert [row.disagreements for row in measure(positions, [peer], rounds=1)] == [0] * (
            3 if positions.is_easy else 2
        )
