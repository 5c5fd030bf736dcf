"""PopOut, which can go on for ever: the two solvers against each other, consistency, and known values."""

from __future__ import annotations

import re
from math import inf
from threading import Timer

import pytest
from support.engines import needs_core
from support.variant_positions import every_position

from fourcast.algorithms import Stopped, StopSearch
from fourcast.errors import EngineUnavailable, UsageError
from fourcast.native import NO_NODE_LIMIT, Engine, encode_position, general_solver, general_unsupported_reason
from fourcast.rules import Position, Rules
from fourcast.solver import GeneralBackend, SolveOptions, Solver
from fourcast.solver.python_backend import Budget, RetrogradeSolver

SMALL = [
    "popout,width=1,height=4,connect=3",
    "popout,width=2,height=3,connect=2",
    "popout,width=3,height=2,connect=3",
    "popout,width=3,height=3,connect=3",
    "popout,width=4,height=2,connect=3",
    "popout,width=3,height=4,connect=3",
    "popout,width=2,height=5,connect=3",
]


def consistent(solver: RetrogradeSolver, position: Position) -> bool:
    """Whether a value follows from those of the moves, and the plies with it."""
    value, plies = solver.value(position), solver.plies(position)
    if outcome := position.outcome:
        return (value == 0) == (outcome.winner is None) and plies in (None, 0)
    followers = [successor.position for successor in position.successors()]
    if value != max(-solver.value(after) for after in followers):
        return False
    best = [solver.plies(after) for after in followers if solver.value(after) == -value]
    if value == 0:
        return plies is None
    known = [count for count in best if count is not None]
    return len(known) == len(best) and plies == 1 + (min(known) if value > 0 else max(known))


@pytest.mark.parametrize("spec", SMALL)
def test_a_value_follows_from_those_of_the_moves(spec: str) -> None:
    solver = RetrogradeSolver()
    assert all(consistent(solver, position) for position in every_position(spec))


@needs_core
def test_the_best_move_wins_as_soon_and_loses_as_late_as_it_can() -> None:
    spec = "popout,width=3,height=3,connect=3"
    retrograde, solver = RetrogradeSolver(), Solver(Rules.parse(spec))
    for position in every_position(spec)[::5]:
        if not position.outcome:
            best = solver.best_move(position)
            assert best
            after = position.play(best.move)
            value, plies = retrograde.value(position), retrograde.plies(position)
            assert retrograde.value(after) == -value
            assert plies is None or retrograde.plies(after) == plies - 1


@needs_core
@pytest.mark.parametrize("spec", [*SMALL, "popout,width=4,height=3"])
def test_the_compiled_solver_agrees_on_every_position(spec: str) -> None:
    positions, retrograde = every_position(spec), RetrogradeSolver()
    for position, solution in zip(positions, GeneralBackend(Rules.parse(spec), 1).solve_many(positions), strict=True):
        assert solution.score == retrograde.value(position)
        assert solution.plies == (retrograde.plies(position) or None)


@needs_core
@pytest.mark.parametrize(
    ("width", "height", "calls", "value"),
    [
        # Double-checked by an independent program, which has no call of a draw on a full board.
        (4, 3, False, 0),
        (4, 4, False, -1),
        # With it the second player cannot make the first pop from a full board.
        (4, 3, True, 0),
        (4, 4, True, 0),
    ],
)
def test_empty_boards_have_their_known_values(width: int, height: int, calls: bool, value: int) -> None:
    rules = Rules.parse(f"popout,width={width},height={height}")
    [(_, low, high, _, _)] = general_solver(rules, 16, draw_calls=calls).solve_many(
        [encode_position(rules.start())],
        weak=False,
        static_bounds=True,
        turn_nodes=0,
        threads=1,
        window=None,
        seconds=inf,
        max_nodes=NO_NODE_LIMIT,
        progress=None,
    )
    assert (low, high) == (value, value)


@needs_core
def test_a_stopped_search_continues_where_it_was() -> None:
    rules = Rules.parse("popout,width=3,height=3,connect=3")
    backend, stops = GeneralBackend(rules, 1), 0
    while (solution := backend.solve_many([rules.start()], SolveOptions(nodes=1))[0]).stopped:
        assert (solution.stopped, solution.bounds) == (Stopped.NODES, (-1, 1))
        stops += 1
    assert stops > 1
    assert (solution.score, solution.plies) == (-1, 16)


@needs_core
def test_a_solver_can_be_stopped_from_another_thread() -> None:
    rules = Rules.parse("popout,width=5,height=4")
    backend = GeneralBackend(rules, 64)
    Timer(0.05, backend.stop).start()
    [solution] = backend.solve_many([rules.start()])
    assert (solution.stopped, solution.bounds) == (Stopped.ASKED, (-1, 1))


@needs_core
def test_a_board_that_is_too_large_has_a_reason() -> None:
    assert general_unsupported_reason(Rules.parse("popout,width=4,height=4"), 2) is None
    reason = "PopOut on 5×4 is too large to solve (it takes 55 MB, the limit is 16 MB)"
    assert general_unsupported_reason(Rules.parse("popout,width=5,height=4"), 16) == reason
    with pytest.raises(EngineUnavailable, match=re.escape(reason)):
        Solver("popout,width=5,height=4", table_mb=16)
    assert "drift" in str(general_unsupported_reason(Rules.parse("popout,drift=3:1:1"), 16))


def test_the_python_solver_respects_its_node_limit() -> None:
    with pytest.raises(StopSearch):
        RetrogradeSolver().value(Rules.parse("popout").start(), Budget(1000))


def test_unlimited_pop_outs_with_drift_are_refused() -> None:
    with pytest.raises(UsageError, match="drift"):
        RetrogradeSolver().value(Rules.parse("popout,drift=3:1:1").start())
    with pytest.raises(EngineUnavailable, match="drift"):
        Solver("popout,drift=3:1:1", engine=Engine.PYTHON)
