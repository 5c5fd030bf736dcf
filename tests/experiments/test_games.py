"""Experiments that are played: everybody meets everybody with either colour, and ratings follow the points."""

from __future__ import annotations

from collections import Counter
from math import log10
from pathlib import Path
from typing import Any

import pytest
from support.experiment_files import experiment_of

from fourcast.datasets import parquet_unsupported_reason
from fourcast.errors import UsageError
from fourcast.experiments import Experiment, Report, Run, Show
from fourcast.experiments.games import Pair, standings
from fourcast.experiments.rows import SUFFIXES, GameRow, read_rows, write_rows
from fourcast.rules import FIRST, Rules, position_after

KEYS: dict[str, Any] = {
    "variants": "tictactoe",
    "algorithms": ["minimax", "random"],
    "evaluations": ["quadruplets", "line-counts"],
    "nodes": [20, 200],
    "games": 4,
    "openings": 2,
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    run = Run(experiment_of(**KEYS), tmp_path_factory.mktemp("games"))
    summary = run.run(workers=1)
    assert summary.complete
    return run


@pytest.fixture(scope="module")
def rows(run: Run) -> list[GameRow]:
    return [row for row in run.results().rows if isinstance(row, GameRow)]


def test_each_two_play_as_many_games_as_asked_half_of_them_with_either_colour(run: Run, rows: list[GameRow]) -> None:
    assert len(rows) == run.experiment.size == 4 * 3 * 2
    meetings = Counter((row.first, row.second, row.amount) for row in rows)
    assert len(meetings) == 3 * 2 * 2
    assert set(meetings.values()) == {2}
    assert {row.first for row in rows} == {"Minimax, quadruplets", "Minimax, line-counts", "random"}


def test_both_games_of_a_pair_begin_alike(rows: list[GameRow]) -> None:
    pairs = Counter((frozenset((row.first, row.second)), row.amount, row.number, row.opening) for row in rows)
    assert set(pairs.values()) == {2}
    for row in rows:
        position = position_after(Rules.parse("tictactoe").start(), row.opening)
        assert (position.discs, position.turn) == (2, FIRST)
        assert (row.points, row.plies >= 1) in ((0, True), (0.5, True), (1, True))


def test_who_looks_ahead_beats_who_does_not(rows: list[GameRow]) -> None:
    elos = {(standing.name, standing.amount): standing.elo for standing in standings(rows)}
    assert elos["Minimax, line-counts", 200] > elos["random", 200]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_games_are_written_and_read_back(suffix: str, rows: list[GameRow], tmp_path: Path) -> None:
    if suffix == ".parquet" and (reason := parquet_unsupported_reason()):
        pytest.skip(reason)
    path = tmp_path / f"rows{suffix}"
    write_rows(rows, path, {})
    assert read_rows(path) == rows


def game(first: str, second: str, points: float, **other: Any) -> GameRow:
    kept = {"part": "", "variant": "classic", "limit": "seconds", "amount": 0.1, "number": 0, "opening": "44"}
    ending = {"how": "line", "plies": 9, "first_seconds": 0.1, "second_seconds": 0.1, "overruns": 0, "alone": True}
    return GameRow(**{**kept, **ending, "first": first, "second": second, "points": points, "version": "1", **other})


def test_the_elo_difference_of_two_is_that_of_their_score() -> None:
    # 300 of 400 points: 400·log10(3) = 191 between them, so each is half of that from their average.
    played = [game("a", "b", 1)] * 150 + [game("b", "a", 0)] * 150 + [game("a", "b", 0)] * 50 + [game("b", "a", 1)] * 50
    found = {standing.name: standing for standing in standings(played)}
    assert found["a"].elo == pytest.approx(200 * log10(3), abs=1)
    assert found["b"].elo == pytest.approx(-found["a"].elo)
    assert (found["a"].points, found["a"].games) == (300, 400)
    assert 0 < found["a"].error < 30


def test_a_table_has_the_best_first_and_a_chart_names_all(tmp_path: Path) -> None:
    played = [game("weak", "strong", 0, amount=amount) for amount in (0.1, 1) for _ in range(8)]
    report = Report(played, Show())
    [table] = report.tables()
    assert [row[0] for row in table.rows] == ["strong", "weak"]
    assert table.columns == ("0.1 s", "1 s", "points")
    assert table.title.endswith("for 2 comparisons")  # two matches, whatever the number of players
    assert table.rows[0][-1] == "16 of 16"
    assert list(report.tables(["nodes"])) == []
    pytest.importorskip("altair", reason="altair is not installed: charts cannot be drawn")
    drawn = str(report.charts()["elo"].to_dict())
    for text in ("strong", "weak", "0.1 s", "Elo above the average"):
        assert text in drawn


def test_by_the_clock_everybody_has_the_same_time_and_nobody_plays_beside_him() -> None:
    experiment = experiment_of(evaluations=["quadruplets", "line-counts"], seconds=0.25, games=2)
    assert experiment.measures_time
    [(_, pair)] = experiment.cells(alone=True)
    assert isinstance(pair, Pair)
    arguments: Any = pair.task.arguments["pair"]
    assert arguments["control"]["time"] == 0.25
    assert all("depth" not in text for text in arguments["players"])


def read(**keys: Any) -> Experiment:
    return experiment_of(**{"evaluations": ["quadruplets", "line-counts"], "nodes": 10, "games": 2, **keys})


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"games": 3}, "even number"),
        ({"evaluations": "quadruplets"}, "games need two players or more"),
        ({"positions": "44"}, "There is no key 'positions'"),
        ({"openings": 99}, "openings needs a whole number from 0 to 20"),
        ({"variants": "tictactoe", "openings": 9}, "Every opening of 9 moves"),
    ],
)
def test_what_cannot_be_played_is_said(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read(**keys)
