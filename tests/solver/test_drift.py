"""The compiled solver of games with drift: against the Python solver and known values."""

from __future__ import annotations

import pytest
from support.engines import needs_core
from support.variant_positions import every_position, random_positions

from fourcast.algorithms import Stopped
from fourcast.rules import Rules
from fourcast.solver import GeneralBackend, SolveOptions, Solver
from fourcast.solver.python_backend import ForwardSolver

pytestmark = needs_core


@pytest.mark.parametrize(
    "spec",
    [
        "drift,width=4,height=2,connect=2",
        "drift,width=3,height=3,connect=3",
        "drift,width=3,height=3,connect=3,drift=2:1:0",
        "drift,width=3,height=3,goal=run-points",
        "drift,width=3,height=3,connect=3,goal=first-line",
        "drift,width=3,height=2,connect=2,pops=1",
    ],
)
def test_every_position_of_a_small_board_has_the_value_of_the_python_solver(spec: str) -> None:
    positions = every_position(spec)
    solutions, forward = GeneralBackend(Rules.parse(spec), 1).solve_many(positions), ForwardSolver()
    for position, solution in zip(positions, solutions, strict=True):
        assert solution.score == pytest.approx(forward.value(position), abs=1e-12)


@pytest.mark.parametrize(
    ("spec", "max_empty"),
    [
        ("drift", 6),
        ("drift,width=5,height=4", 8),
        ("drift,width=6,height=3,connect=3,drift=5:2:1", 8),
        ("drift,width=5,height=4,goal=run-points", 8),
        ("drift,width=5,height=4,goal=first-line", 8),
        ("drift,width=9,height=8", 5),  # needs 128 bits
        ("drift,width=5,height=3,connect=3,goal=run-points,pops=1", 4),
    ],
)
def test_random_positions_have_the_values_of_the_python_solver(spec: str, max_empty: int) -> None:
    positions = list(random_positions(spec, 40, seed=17, empty=range(max_empty + 1)))
    solutions, forward = GeneralBackend(Rules.parse(spec), 1).solve_many(positions), ForwardSolver()
    for position, solution in zip(positions, solutions, strict=True):
        assert solution.score == pytest.approx(forward.value(position), abs=1e-12)


@pytest.mark.parametrize(
    ("spec", "value"),
    [  # double-checked by an independent program
        ("drift,width=4,height=3", pytest.approx(-29073481 / 512000000, abs=1e-15)),
        ("drift,width=4,height=4", pytest.approx(-0.098960980, abs=5e-10)),
    ],
)
def test_empty_boards_have_their_known_values(spec: str, value: object) -> None:
    rules = Rules.parse(spec)
    assert GeneralBackend(rules, 16).solve_many([rules.start()])[0].score == value


@pytest.mark.parametrize("megabytes", [1, 16])
def test_a_table_that_is_too_small_changes_no_value(megabytes: int) -> None:
    rules = Rules.parse("drift,width=4,height=5")
    small, large = (GeneralBackend(rules, size).solve_many([rules.start()])[0] for size in (megabytes, 64))
    assert small.score == large.score is not None


def test_a_best_line_ends_at_the_first_chance() -> None:
    rules = Rules.parse("drift,width=3,height=3,connect=3")
    best = Solver(rules).best_move(rules.start())
    assert best
    assert Solver(rules).best_line(rules.start()) == [best.move]


@pytest.mark.parametrize("nodes", [1, 300, 3000, 10_000])
def test_a_limit_of_nodes_leaves_bounds_that_hold(nodes: int) -> None:
    rules = Rules.parse("drift,width=4,height=4")
    [solution] = GeneralBackend(rules, 16).solve_many([rules.start()], SolveOptions(nodes=nodes))
    assert solution.stopped is Stopped.NODES
    assert solution.nodes == nodes + 1
    assert solution.low <= -0.098960980 <= solution.high


def test_a_limit_of_time_leaves_bounds() -> None:
    rules = Rules.parse("drift")
    [solution] = GeneralBackend(rules, 16).solve_many([rules.start()], SolveOptions(time=0.05))
    assert solution.stopped is Stopped.TIME
    assert solution.low < solution.high
