"""Exact scores: against brute force, published positions and outcomes, and without the static bounds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from support.brute_force import every_position
from support.core_solvers import bounds_without_static_bounds, solve_first_line
from support.engines import needs_core
from support.variant_positions import unfinished_positions

from fourcast.native import Engine, first_line_solver
from fourcast.rules import Position, Rules, position_after
from fourcast.solver import FirstLineBackend, SolveOptions, Solver, plies_to_end, solve

DATA = Path(__file__).parents[3] / "shared" / "data"


@cache
def brute(position: Position) -> int:
    """The score by brute force: one more than the discs the winner has left, from the side to move."""
    outcome = position.outcome
    if outcome:
        left = position.rules.shape.cells - position.discs
        return 0 if outcome.winner is None else -(left // 2 + 1)
    return max(-brute(after) for _, _, after in position.successors())


@needs_core
@pytest.mark.parametrize(
    ("spec", "number", "empty"),
    [
        ("classic", 1500, range(8, 22)),
        ("classic,height=5", 1500, range(8, 20)),
        ("classic,width=6,height=7", 800, range(8, 20)),
        ("classic,width=5,height=5", 1500, range(6, 22)),
        ("classic,width=8,height=7,connect=5", 100, range(8, 14)),
        ("classic,width=9,height=8,connect=6", 60, range(6, 11)),
        ("classic,width=7,height=6,connect=5", 500, range(6, 16)),
        ("classic,width=5,height=5,connect=3", 500, range(6, 16)),
    ],
)
def test_the_static_bounds_change_no_score(spec: str, number: int, empty: range) -> None:
    positions = list(unfinished_positions(spec, number, empty, seed=7))
    rules = Rules.parse(spec)
    solutions = FirstLineBackend(rules, 16).solve_many(positions)
    assert [solution.bounds for solution in solutions] == bounds_without_static_bounds(rules, positions)


@needs_core
@pytest.mark.parametrize(
    ("file", "count", "threads"),
    [
        ("end-easy", None, 1),
        ("middle-easy", None, 1),
        ("middle-medium", None, 1),
        ("begin-easy", None, 1),
        ("begin-medium", 20, 1),
        ("begin-medium", 20, 2),
        ("begin-hard", 6, 2),
        *(
            pytest.param(file, None, threads, marks=pytest.mark.soak)
            for file in ("middle-medium", "begin-medium", "begin-hard")
            for threads in (1, 2)
        ),
    ],
)
def test_published_positions_have_their_published_scores(file: str, count: int | None, threads: int) -> None:
    path = DATA / f"{file}.txt"
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the project: published positions cannot be checked")
    rows = [line.split() for line in path.read_text().splitlines()[:count]]
    rules = Rules.parse("classic")
    positions = [position_after(rules.start(), moves) for moves, _ in rows]
    solved = Solver(rules, threads=threads).solve_many(positions)
    assert [solution.score for solution in solved] == [int(score) for _, score in rows]


@needs_core
@pytest.mark.parametrize(
    ("width", "height", "winner", "plies"),
    [
        (4, 4, 0, None),
        (5, 4, 0, None),
        (6, 4, -1, None),
        (7, 4, 0, None),
        (4, 5, 0, None),
        (5, 5, 0, None),
        (6, 5, 0, None),
        (4, 6, 0, None),
        (5, 6, 0, None),
        (6, 6, -1, 36),
        pytest.param(7, 5, 0, None, marks=pytest.mark.soak),
        pytest.param(8, 4, -1, None, marks=pytest.mark.soak),
        pytest.param(6, 7, 1, 41, marks=pytest.mark.soak),
        pytest.param(7, 6, 1, 41, marks=pytest.mark.soak),
        pytest.param(8, 5, 1, 39, marks=pytest.mark.soak),
    ],
)
def test_empty_boards_have_their_published_outcomes(width: int, height: int, winner: int, plies: int | None) -> None:
    solution = solve(Rules.parse(f"classic,width={width},height={height}").start())
    assert solution.sign == winner
    if plies:
        assert solution.plies == plies


@needs_core
@pytest.mark.soak
@pytest.mark.parametrize("threads", [1, 2])
def test_the_second_player_wins_on_eight_columns(threads: int) -> None:
    rules = Rules.parse("classic,width=8")
    assert Solver(rules, table_mb=1024, threads=threads).solve(rules.start(), weak=True).sign == -1


@needs_core
def test_the_score_of_a_position_is_that_of_its_best_move() -> None:
    for position in unfinished_positions("classic", 40, range(8, 18), seed=3):
        scores = [solution.score for solution in solve(position, moves=True).values()]
        assert solve(position).score == max(score for score in scores if score is not None)


@pytest.mark.parametrize("engine", Engine)
def test_the_best_move_is_the_first_of_equal_ones_from_the_centre(engine: Engine) -> None:
    rules = Rules.parse("classic,width=5,height=4")
    solver = Solver(rules, engine=engine)
    assert solver.best_move("1212121") is None  # the game is over
    for position in unfinished_positions(str(rules), 60, range(1, 11), seed=9):
        best = solver.best_move(position)
        after = {move: brute(position.play(move)) for move in position.legal_moves}
        assert best
        assert (best.move, best.solution.score) == (
            min(rules.centre_first(after), key=lambda move: after[move]),
            brute(position),
        )


def test_plies_to_end_is_the_length_of_best_play() -> None:
    for position in unfinished_positions("classic,width=4,height=4", 60, range(4, 9), seed=5):
        score, moves = brute(position), 0
        at = position
        while not at.outcome:
            at = min((after for _, _, after in at.successors()), key=brute)
            moves += 1
        expected = None if score == 0 else moves
        assert plies_to_end(score, 16 - position.discs) == expected


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("most-lines,width=4,height=4", 0),  # double-checked by an independent program, as are the others
        ("drift,width=4,height=3", -29073481 / 512000000),
        ("extended,width=4,height=4,pops=0", -5),
    ],
)
def test_the_python_solver_finds_the_known_values_of_small_boards(spec: str, value: float) -> None:
    rules = Rules.parse(spec)
    solution = Solver(rules, engine=Engine.PYTHON).solve(rules.start())
    assert solution.score == pytest.approx(value, abs=1e-12)


# Every position of small boards against brute force: the static bounds rest on this


@cache
def board(width: int, height: int, connect: int) -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
    layers = every_position(width, height, connect)
    rows = np.zeros((sum(len(layer.own) for layer in layers), 4), np.uint64)
    rows[:, 0] = np.concatenate([layer.own for layer in layers])
    rows[:, 2] = np.concatenate([layer.other for layer in layers])
    return rows, np.concatenate([layer.scores for layer in layers])


@needs_core
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("width", "height", "connect", "positions"),
    [
        (4, 4, 4, 161_029),
        pytest.param(5, 4, 4, 3_945_711, marks=pytest.mark.soak),
        (4, 5, 4, 1_706_255),
        (5, 3, 4, None),
        pytest.param(6, 3, 4, None, marks=pytest.mark.soak),
        (3, 6, 4, None),
        (5, 4, 3, None),
        (4, 4, 2, None),
        (4, 3, 3, None),
        (3, 5, 3, None),
        (3, 4, 2, None),
        (1, 6, 4, None),
        (6, 1, 4, None),
    ],
)
def test_every_position_has_its_brute_force_score(
    width: int, height: int, connect: int, positions: int | None, threads: int
) -> None:
    rows, scores = board(width, height, connect)
    assert positions in (None, len(rows))
    backend = FirstLineBackend(Rules("classic", width=width, height=height, connect=connect), 64)
    low, high, *_ = backend.solve_rows(rows, SolveOptions(threads=threads))
    assert np.array_equal(low, scores)
    assert np.array_equal(high, scores)


@needs_core
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3), (3, 6)])
def test_so_it_has_without_vector_instructions(width: int, height: int) -> None:
    rows, scores = board(width, height, 4)
    solver = first_line_solver(Rules("classic", width=width, height=height), 16, build="portable")
    solved = solve_first_line(solver, rows)
    assert [(low, high) for low, high, _ in solved] == [(score, score) for score in scores.tolist()]
