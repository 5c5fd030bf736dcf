"""The solver benchmark: who is measured when, what is counted, that no wrong score goes unseen; and its script."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from bench_solver import (
    BitBully,
    Contender,
    Ratio,
    main,
    measure,
    ratio_of,
)
from solver_positions import RULES, PositionSet, make_set
from support.engines import needs_core
from support.peer_solvers import Rival

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


def test_a_ratio_is_of_whole_times_and_its_spread_covers_what_blocks_differ_by() -> None:
    ratio = ratio_of([4.0, 2.0, 6.0], [1.0, 1.0, 1.0])
    assert ratio.mean == 4
    assert 2 <= ratio.low < 4 < ratio.high <= 6
    assert ratio_of([3.0], [1.5]) == Ratio(2, 2, 2)
    assert str(Ratio(2, 2, 2)) == "2 ×"
    assert str(Ratio(3.456, 1.2, 12.34)) == "3.46 × (1.2 to 12.3)"


@needs_core
@pytest.mark.parametrize("method", ["mtdf", "null_window"])
def test_bitbully_has_the_scores_that_we_have(method: str) -> None:
    pytest.importorskip("bitbully", reason="bitbully is not installed: its scores cannot be compared")
    peer: Contender = BitBully("bitbully", method)
    for positions in (make_set("end-easy", 200, FirstLineBackend(RULES, 16)), easy(), medium()):
        assert [row.disagreements for row in measure(positions, [peer], rounds=1)] == [0] * (
            3 if positions.is_easy else 2
        )


# The script


@dataclass(frozen=True)
class Ended:
    code: object
    out: str
    err: str


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Run the script in this process."""

    def run(*arguments: str) -> Ended:
        try:
            code: object = main(arguments)
        except SystemExit as end:
            code = end.code
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench_solver.find_spec", lambda _: None)


def with_rival(monkeypatch: pytest.MonkeyPatch, *, wrong: int) -> None:
    monkeypatch.setattr("bench_solver.missing_peers", list)
    monkeypatch.setattr("bench_solver.peer_versions", lambda: {"rival": "1"})
    monkeypatch.setattr("bench_solver.peers", lambda: [Rival("rival", wrong=wrong)])


@needs_core
def test_sets_are_measured_and_kept_as_data(
    bench: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_rival(monkeypatch, wrong=0)
    ended = bench("end-easy=5", "middle-medium=2", "--json", "--save", str(tmp_path / "kept.json"))
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert data == json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    assert [(row["set"], row["engine"], row["positions"]) for row in data["rows"]] == [
        ("end-easy", "fourcast", 5),
        ("end-easy", "fourcast batch", 5),
        ("end-easy", "rival", 5),
        ("middle-medium", "fourcast", 2),
        ("middle-medium", "rival", 2),
    ]
    assert set(data["rows"][0]["ratio"]) == {"mean", "low", "high"}
    assert all(row["seconds"] > 0 for row in data["rows"])
    assert data["baseline"] == "rival"
    assert data["disagreements"] == 0
    assert {"date", "processor", "cores", "python", "fourcast", "peers", "seed"} <= set(data)


@needs_core
def test_a_peer_that_is_missing_is_said_loudly_and_the_rest_goes_on(
    bench: Callable[..., Ended], no_peers: None
) -> None:
    ended = bench("middle-easy=3")
    assert ended.code == 0
    assert ended.err.splitlines() == ["NO COMPARISON with bitbully: not installed (`pip install bitbully`)."]
    assert "Scores that disagree: 0" in ended.out


@needs_core
def test_the_scores_of_a_file_are_checked(bench: Callable[..., Ended], no_peers: None, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("112233 18\n776655 18\n112233 17\n")  # column 4 wins at once: the last line is wrong
    ended = bench("--positions", str(file), "--json")
    assert ended.code == 1
    data = json.loads(ended.out)
    assert {(row["set"], row["disagreements"]) for row in data["rows"]} == {("mine", 1)}
