"""`fourcast bench solver`: small sets measured, told as a table and as data; wrong scores end with an error code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import call
from support.engines import needs_core
from support.peer_solvers import Rival

COMMAND = ("bench", "solver")


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourcast.experiments.solver.contenders.find_spec", lambda _: None)


def with_rival(monkeypatch: pytest.MonkeyPatch, *, wrong: int) -> None:
    monkeypatch.setattr("fourcast.cli.bench_solver.missing_peers", list)
    monkeypatch.setattr("fourcast.cli.bench_solver.peers", lambda: [Rival("rival", wrong=wrong)])


@needs_core
def test_sets_are_measured_and_kept_as_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_rival(monkeypatch, wrong=0)
    ended = call(*COMMAND, "end-easy=5", "middle-medium=2", "--json", "--save", str(tmp_path / "kept.json"))
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
    assert set(data["rows"][0]["ratio"]) == {"middle", "least", "most"}
    assert all(row["seconds"] > 0 for row in data["rows"])
    assert data["baseline"] == "rival"
    assert data["disagreements"] == 0
    assert {"date", "processor", "cores", "python", "fourcast", "peers", "seed"} <= set(data)


@needs_core
def test_people_see_a_row_for_each_solver_and_how_many_scores_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    with_rival(monkeypatch, wrong=3)
    ended = call(*COMMAND, "end-easy=5")
    assert ended.code == 1
    heading, ours, batch, rival, closing = ended.out.splitlines()
    assert heading.endswith("times rival")
    assert ours.startswith("end-easy        fourcast  ")
    assert batch.split()[:2] == ["fourcast", "batch"]
    assert rival.split()[0] == "rival"
    assert rival.endswith("3 WRONG")
    assert closing == "3 disagreements about scores."


@needs_core
def test_a_peer_that_is_missing_is_said_loudly_and_the_rest_goes_on(no_peers: None) -> None:
    ended = call(*COMMAND, "middle-easy=3")
    assert ended.code == 0
    assert ended.err.splitlines() == [
        "NO COMPARISON with bitbully: it is not installed. `pip install bitbully` for that."
    ]
    assert "0 disagreements" in ended.out


@needs_core
def test_the_scores_of_a_file_are_checked(no_peers: None, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("112233 18\n776655 18\n112233 17\n")  # column 4 wins at once: the last line is wrong
    ended = call(*COMMAND, "--positions", str(file), "--json")
    assert ended.code == 1
    data = json.loads(ended.out)
    assert {(row["set"], row["disagreements"]) for row in data["rows"]} == {("mine", 1)}


@needs_core
def test_the_same_seed_gives_the_same_nodes_and_another_seed_others(no_peers: None) -> None:
    seen = [call(*COMMAND, "middle-medium=2", "--json", "--seed", seed).out for seed in ("1", "1", "2")]
    first, again, other = (json.loads(out)["rows"][0]["nodes"] for out in seen)
    assert first == again != other


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["late-easy"], "no set 'late-easy'"),
        (["end-easy="], "end-easy=20"),
        (["end-easy=0"], "end-easy=20"),
        (["end-easy=-3"], "end-easy=20"),
        (["--positions", "/nowhere"], "/nowhere"),
        (["--save", "/nowhere/kept.json"], "/nowhere"),
        (["--chart", "chart.gif"], "chart.gif"),
    ],
)
def test_what_cannot_be_done_is_said_at_once(arguments: list[str], complaint: str) -> None:
    ended = call(*COMMAND, *arguments)
    assert ended.code == 2
    assert ended.out == ""
    [line] = ended.err.splitlines()
    assert complaint in line


def test_a_chart_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fourcast.charts.find_spec", lambda _: None)
    ended = call(*COMMAND, "end-easy=2", "--chart", str(tmp_path / "chart.svg"))
    assert ended.code == 2
    assert "pip install altair vl-convert-python" in ended.err
