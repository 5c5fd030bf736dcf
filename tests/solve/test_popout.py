"""Official PopOut, which may go on for ever: the two solvers against each other, against reason and known values."""

from __future__ import annotations

from threading import Timer

import pytest
from engines import needs_core
from variant_positions import every_position

from fourcast.errors import EngineUnavailable, RulesError
from fourcast.native.variants import NativeVariantSolver, why_no_variant_solver
from fourcast.rules import Position, parse_rules
from fourcast.search.limit import Stopped, StopSearch
from fourcast.solve import Solver
from fourcast.solve.retrograde import RetrogradeSolver

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
    if outcome := position.outcome():
        return (value == 0) == (outcome.winner is None) and plies in (None, 0)
    followers = [after for move in position.moves() if isinstance(after := position.play_unchecked(move), Position)]
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


@pytest.mark.parametrize("spec", ["popout,width=3,height=3,connect=3", "popout,width=3,height=4,connect=3"])
def test_a_win_can_be_played_out_against_everything(spec: str) -> None:
    # Values that follow from each other might still go round in a circle: a win must come nearer with every move.
    solver = RetrogradeSolver()
    for position in every_position(spec):
        if solver.value(position) > 0 and not position.outcome():
            plies = solver.plies(position)
            followers = [position.play_unchecked(move) for move in position.moves()]
            nearer = [
                after
                for after in followers
                if isinstance(after, Position)
                and solver.value(after) < 0
                and plies is not None
                and solver.plies(after) == plies - 1
            ]
            assert nearer


@needs_core
def test_the_best_move_wins_as_soon_and_loses_as_late_as_it_can() -> None:
    spec = "popout,width=3,height=3,connect=3"
    readable, solver = RetrogradeSolver(), Solver(parse_rules(spec))
    for position in every_position(spec)[::5]:
        if not position.outcome():
            [best] = solver.best_move(position)
            after = position.play_unchecked(best)
            assert isinstance(after, Position)
            value, plies = readable.value(position), readable.plies(position)
            assert readable.value(after) == -value
            assert plies is None or readable.plies(after) == plies - 1


def test_no_other_value_would_do_for_a_draw() -> None:
    # Of a draw at least one move is a draw, and none wins: nobody who is careful ever loses there.
    solver = RetrogradeSolver()
    for position in every_position("popout,width=3,height=2,connect=3"):
        if solver.value(position) == 0 and not position.outcome():
            after = [a for move in position.moves() if isinstance(a := position.play_unchecked(move), Position)]
            assert min(map(solver.value, after)) == 0


@needs_core
@pytest.mark.parametrize("spec", [*SMALL, "popout,width=4,height=3"])
def test_the_native_solver_agrees_on_every_position(spec: str) -> None:
    rules, positions = parse_rules(spec), every_position(spec)
    readable, native = RetrogradeSolver(), NativeVariantSolver(rules, 1)
    for position, (stopped, low, high, _) in zip(positions, native.solve_many(positions), strict=True):
        assert stopped is None
        assert low == high == readable.value(position)
        assert native.plies(position) == readable.plies(position)


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
    rules = parse_rules(f"popout,width={width},height={height}")
    ((stopped, low, high, _),) = NativeVariantSolver(rules, 16, calls=calls).solve_many([rules.start()])
    assert (stopped, low, high) == (None, value, value)


@needs_core
def test_work_that_was_stopped_goes_on_where_it_was() -> None:
    rules = parse_rules("popout,width=3,height=3,connect=3")
    solver, stops = NativeVariantSolver(rules, 1), 0
    while (found := solver.solve_many([rules.start()], nodes=1)[0])[0]:
        assert found[:3] == (Stopped.NODES, -1, 1)
        stops += 1
    assert stops > 1
    assert found[1:3] == (-1, -1)
    assert solver.plies(rules.start()) == 16


@needs_core
def test_a_solver_can_be_stopped_from_another_thread() -> None:
    rules = parse_rules("popout,width=5,height=4")
    solver = NativeVariantSolver(rules, 64)
    Timer(0.05, solver.stop).start()
    assert solver.solve_many([rules.start()])[0][:3] == (Stopped.ASKED, -1, 1)


@needs_core
def test_a_board_that_does_not_fit_says_how_much_it_takes() -> None:
    assert why_no_variant_solver(parse_rules("popout,width=4,height=4"), 2) is None
    assert why_no_variant_solver(parse_rules("popout,width=5,height=4"), 16) == (
        "all positions at once take 55 megabytes, and 16 are allowed"
    )
    with pytest.raises(EngineUnavailable, match="55 megabytes"):
        NativeVariantSolver(parse_rules("popout,width=5,height=4"), 16)
    assert "megabytes" in str(why_no_variant_solver(parse_rules("popout")))
    assert "luck" in str(why_no_variant_solver(parse_rules("popout,drift=3:1:1")))


def test_the_readable_solver_keeps_its_limit() -> None:
    with pytest.raises(StopSearch):
        RetrogradeSolver().value(parse_rules("popout").start(), nodes=1000)


def test_luck_is_not_solved_backwards() -> None:
    with pytest.raises(RulesError, match="luck"):
        RetrogradeSolver().value(parse_rules("popout,drift=3:1:1").start())
