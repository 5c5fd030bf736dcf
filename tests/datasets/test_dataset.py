"""Datasets: different positions, as many of each ply, with labels that trying everything gives too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from support.brute_force import every_position
from support.engines import needs_core

from fourcast.datasets import plan_book
from fourcast.datasets.labels import Dataset, LabelledPosition, check, dataset, default_plies, label, random_lines
from fourcast.errors import JobError, UsageError
from fourcast.jobs import Ledger, run_job
from fourcast.rules import Position, Rules, parse_position, position_after
from fourcast.solver import Solver
from fourcast.solver.python_backend import ForwardSolver

SMALL = Rules.parse("classic,width=4,height=4")


def rows_of(dataset: Dataset, ledger: Path, *, workers: int = 1) -> list[LabelledPosition]:
    tasks = list(dataset.tasks())
    with Ledger(ledger) as kept:
        assert run_job(tasks, kept, workers=workers).complete
        return list(dataset.rows(tasks, kept))


@cache
def known_scores() -> dict[tuple[int, int], int]:
    """The score of every position of 4×4 by trying everything: by the discs of the side to move and of the other."""
    return {
        (int(own), int(other)): int(score)
        for layer in every_position(4, 4)
        for own, other, score in zip(layer.own, layer.other, layer.scores, strict=True)
    }


def score_by_trying(position: Position) -> int:
    return known_scores()[position.stones[position.turn], position.stones[1 - position.turn]]


def score_by_reading(position: Position) -> int:
    return int(ForwardSolver().value(position))


def assert_labels(row: LabelledPosition, score: Callable[[Position], int]) -> None:
    position, rules = row.position(), row.rules
    expected: list[int | None] = []
    for move in rules.start().legal_moves:
        after = position.play_unchecked(move) if move in position.legal_moves else None
        assert after is None or isinstance(after, Position)
        expected.append(None if after is None else -score(after))
    assert list(row.scores) == expected
    assert row.value == score(position)


def test_every_label_of_a_small_board_is_what_trying_everything_gives(tmp_path: Path) -> None:
    rows = rows_of(Dataset(SMALL, 400, 1, default_plies(SMALL)), tmp_path / "ledger")
    assert len(rows) == 400
    for row in rows:
        assert_labels(row, score_by_trying)


@needs_core
@pytest.mark.parametrize("spec", ["classic", "classic,width=8,height=5", "most-lines", "tictactoe"])
def test_labels_of_late_positions_are_what_the_readable_solver_gives(spec: str) -> None:
    rules = Rules.parse(spec)
    last = rules.shape.cells - min(9, rules.shape.cells - 1)
    lines = [line for ply in (last, last + 3, last + 6) for line in islice(random_lines(rules, ply, 5), 8)]
    assert len(lines) >= 20
    for line, (board, scores) in zip(lines, label(str(rules), lines), strict=True):
        row = LabelledPosition(rules, line, board, scores)
        assert parse_position(rules, board) == row.position()
        assert_labels(row, score_by_reading)


def test_no_two_positions_are_alike_up_to_mirror_and_all_plies_have_as_many(tmp_path: Path) -> None:
    rules = Rules.parse("classic")
    lines = [line for task in Dataset(rules, 1003, 3, range(10, 42)).tasks() for line in task.arguments["positions"]]  # type: ignore[union-attr]
    positions = [position_after(rules.start(), str(line)) for line in lines]
    assert not any(position.outcome for position in positions)
    assert len({frozenset((position.stones, position.mirror().stones)) for position in positions}) == 1003
    by_ply = Counter(position.discs for position in positions)
    assert set(by_ply) == set(range(10, 42))
    assert max(by_ply.values()) - min(by_ply.values()) <= 1


def test_a_board_that_has_too_few_positions_gives_all_of_its_early_ones() -> None:
    every = Dataset(SMALL, 10_000, 1, range(4))
    by_ply = Counter(
        position_after(SMALL.start(), str(line)).discs
        for task in every.tasks()
        for line in task.arguments["positions"]  # type: ignore[union-attr]
    )
    by_trying = {
        discs: len({min((own, other), (mirror(own), mirror(other))) for own, other in stones})
        for discs, stones in enumerate(
            [list(zip(map(int, layer.own), map(int, layer.other), strict=True)) for layer in every_position(4, 4)[:4]]
        )
    }
    assert by_ply == by_trying


def mirror(cells: int) -> int:
    """Of four columns of five bits."""
    return sum((cells >> 5 * column & 31) << 5 * (3 - column) for column in range(4))


def test_the_rows_do_not_depend_on_who_works_on_them(tmp_path: Path) -> None:
    dataset = Dataset(SMALL, 300, 7, range(2, 12))
    alone, together = (rows_of(dataset, tmp_path / f"{n}", workers=n) for n in (1, 3))
    assert alone == together
    others = rows_of(replace(dataset, seed=8), tmp_path / "other")
    assert {row.board for row in others} != {row.board for row in alone}


def test_a_larger_dataset_uses_what_a_smaller_one_has_labelled(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger") as ledger:
        run_job(Dataset(SMALL, 480, 1, range(6, 10)).tasks(), ledger, workers=1)
        summary = run_job(Dataset(SMALL, 800, 1, range(6, 10)).tasks(), ledger, workers=1)
    assert summary.known == 48
    assert summary.done == 32


def test_a_wrong_label_is_found(tmp_path: Path) -> None:
    rows = rows_of(Dataset(SMALL, 40, 1, range(6, 10)), tmp_path / "ledger")
    assert check(rows) == []
    at = next(n for n, score in enumerate(rows[0].scores) if score is not None)
    spoilt = [score if n != at else (score or 0) + 20 for n, score in enumerate(rows[0].scores)]
    wrong = check([replace(rows[0], scores=spoilt)])
    name = str(SMALL.start().legal_moves[at])
    assert wrong[-1] == f"{rows[0].line}: the score of move {name} is not {spoilt[at]}"


@needs_core
@pytest.mark.parametrize(
    "spec",
    [
        "drift,width=3,height=3,connect=3",
        "extended,width=4,height=2,connect=3,pops=1",
        "popout,width=3,height=3,connect=3",
        "classic,width=4,height=3,connect=3,drift=1:1:1",
    ],
)
def test_positions_of_games_with_drift_and_pop_outs_are_labelled_as_the_python_solver_does(spec: str) -> None:
    rules = Rules.parse(spec)
    solver, made = Solver(rules, engine="python"), dataset(1, rules=rules)
    lines = [line for ply in (4, 6, 7) for line in islice(random_lines(rules, ply, 5), 6)]
    assert len(lines) >= 12
    for line, (board, scores) in zip(lines, label(str(rules), lines), strict=True):
        row = LabelledPosition(rules, line, board, scores).as_data(made.moves)
        pops = f" pops={row['pops_x']},{row['pops_o']}" if "pops_x" in row else ""
        position = parse_position(rules, f"{board} turn={row['turn']}{pops}")
        assert position == position_after(rules.start(), line)
        assert row["ply"] in (4, 6, 7)
        for move, expected in solver.solve_moves(position).items():
            assert row.pop(f"score_{move}") == pytest.approx(expected.score)
        assert all(value is None for name, value in row.items() if name.startswith("score_"))
        assert row["value"] == pytest.approx(solver.solve(position).score)


@pytest.mark.parametrize(
    ("spec", "longest"),
    [
        *(("classic", 42), ("most-lines", 42), ("drift", 42), ("extended", 48 + 2 * 12), ("tictactoe", 9)),
        ("extended,pops=0,width=7", 42),
    ],
)
def test_the_default_plies_are_the_last_ones_of_a_game(spec: str, longest: int) -> None:
    plies = default_plies(Rules.parse(spec))
    assert (plies.stop, plies.start > 0) == (longest, longest > 9)
    assert default_plies(Rules.parse("popout,width=4,height=4")) == range(16)  # without an end: as many as cells


@needs_core
def test_a_game_that_cannot_be_solved_is_refused() -> None:
    with pytest.raises(UsageError, match="not supported: PopOut on 7×6 is too large to solve"):
        Dataset(Rules.parse("popout"), 10, 1, range(2, 4))


@pytest.mark.parametrize("plies", [range(5, 3), range(2, 17), range(0), (5, 3)])
def test_plies_that_no_board_has_are_refused(plies: range | tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="within 0 to 15"):
        dataset(10, plies=plies, rules=SMALL)


def test_a_dataset_without_positions_is_refused() -> None:
    with pytest.raises(UsageError, match="positions 0: use 1 or more"):
        dataset(0)


def test_a_stopped_job_writes_no_file_and_keeps_its_results(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    with pytest.raises(JobError, match=r"stopped\. Results so far are in .*x\.csv\.ledger"):
        dataset(400, rules=SMALL).write(path, workers=1, on_progress=lambda _: True)
    assert not path.exists()
    assert (tmp_path / "x.csv.ledger").exists()
    book = tmp_path / "book"
    with pytest.raises(JobError, match="stopped"):
        plan_book(SMALL, 3).write(book, workers=1, on_progress=lambda _: True)
    assert not book.exists()


def test_without_pyarrow_parquet_is_refused_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourcast.datasets.table_file.find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'fourcast\[data\]'"):
        Dataset(SMALL, 10, 1, range(2, 4)).write(tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []
