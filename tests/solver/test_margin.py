"""The native solver of games that end without luck: against the readable one, known values, itself without bounds."""

from __future__ import annotations

import _thread
from functools import cache
from threading import Timer

import pytest
from support.engines import needs_core
from support.variant_positions import every_position, random_positions

from fourcast.native import NativeSolver, NativeVariantSolver, why_no_variant_solver
from fourcast.rules import Position, parse_rules
from fourcast.search import Stopped
from fourcast.solver import value_of_end
from fourcast.solver.forward import ForwardSolver

pytestmark = needs_core


@cache
def brute(position: Position) -> int:
    """The value by trying everything."""
    if outcome := position.outcome:
        return value_of_end(position, outcome)
    followers = [position.play_unchecked(move) for move in position.generate_moves()]
    return max(-brute(after) for after in followers if isinstance(after, Position))


def solved(solver: NativeVariantSolver, positions: list[Position], *, trust_bounds: bool = True) -> list[float]:
    """The values of positions, all of which must be known."""
    found = solver.solve_many(positions, trust_bounds=trust_bounds)
    assert all(stopped is None and low == high for stopped, low, high, _ in found)
    return [low for _, low, _, _ in found]


WHOLE_BOARDS = [
    "most-lines,width=4,height=3,connect=3",
    "most-lines,width=3,height=4,connect=3",
    "most-lines,width=3,height=5,connect=4",
    "most-lines,width=5,height=2,connect=2",
    "most-lines,width=2,height=6,connect=2",
    "extended,width=4,height=3,pops=0",
    "extended,width=3,height=4,connect=3,pops=0",
    "extended,width=3,height=2,connect=3,pops=1",
    "extended,width=2,height=3,connect=3,pops=2",
    "most-lines,width=3,height=3,connect=3,pops=1",
    "classic,width=3,height=3,connect=3,pops=1",
    "classic,width=4,height=2,connect=3,pops=1",
    "classic,width=3,height=4,connect=3",
    "tictactoe",
    "tictactoe,width=4,height=2,connect=2",
    "tictactoe,goal=most-lines,width=3,height=2,connect=2",
    "tictactoe,goal=run-points",
]


@pytest.mark.parametrize("spec", WHOLE_BOARDS)
def test_every_position_of_a_small_board_has_the_value_that_trying_everything_gives(spec: str) -> None:
    positions = every_position(spec)
    found = solved(NativeVariantSolver(parse_rules(spec), 1), positions)
    wrong = [position for position, value in zip(positions, found, strict=True) if value != brute(position)]
    assert not wrong
    brute.cache_clear()


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ("most-lines,width=5,height=4", 11),
        ("most-lines,width=4,height=5,connect=3", 11),
        ("most-lines,width=7,height=3,connect=3", 10),
        ("most-lines", 9),
        ("most-lines,width=9,height=8", 7),  # needs 128 bits
        ("most-lines,width=15,height=14", 5),  # needs 256 bits
        ("extended,width=5,height=4,pops=0", 11),
        ("extended,width=6,height=4,pops=1", 6),
        ("extended,width=5,height=4,pops=2", 4),
        ("extended,pops=2", 4),
        ("most-lines,width=5,height=3,connect=3,pops=1", 7),
        ("classic,width=5,height=4,pops=2", 6),
        ("classic,width=6,height=4,connect=3,pops=0", 12),
        ("tictactoe,width=4,height=4,connect=4", 10),
        ("tictactoe,width=5,height=3,connect=3", 10),
        ("tictactoe,width=9,height=8,connect=5", 7),
        ("tictactoe,width=4,height=3,goal=most-lines", 9),
        ("tictactoe,width=4,height=4,goal=run-points", 9),
    ],
)
def test_random_positions_have_the_values_of_the_readable_solver(spec: str, most: int) -> None:
    positions = list(random_positions(spec, 60, seed=11, empty=range(most + 1)))
    found = solved(NativeVariantSolver(parse_rules(spec), 1), positions)
    readable = ForwardSolver()
    assert found == [readable.value(position) for position in positions]


@pytest.mark.parametrize(
    ("spec", "empty"),
    [
        ("classic", range(15)),
        ("classic,height=5", range(15)),
        ("classic,width=5,height=5,connect=3", range(20)),
        ("classic,width=9,height=8,connect=5", range(11)),
    ],
)
def test_games_of_the_first_line_have_the_values_of_their_own_solver(spec: str, empty: range) -> None:
    positions, rules = list(random_positions(spec, 300, seed=23, empty=empty)), parse_rules(spec)
    found = solved(NativeVariantSolver(rules, 16), positions)
    assert found == [low for _, low, _, _ in NativeSolver(rules, 16).solve_many(positions)]


@pytest.mark.parametrize("spec", ["most-lines,width=4,height=4", "extended,width=4,height=3,pops=0"])
def test_following_changes_no_value_of_any_position(spec: str) -> None:
    positions, rules = every_position(spec), parse_rules(spec)
    trusting = solved(NativeVariantSolver(rules, 16), positions)
    assert trusting == solved(NativeVariantSolver(rules, 16), positions, trust_bounds=False)


@pytest.mark.parametrize(
    ("spec", "number", "empty"),
    [
        ("most-lines", 400, range(6, 17)),
        ("most-lines,height=5", 400, range(6, 17)),
        ("most-lines,width=8,height=5", 200, range(6, 15)),
        ("most-lines,width=6,height=7,connect=3", 200, range(6, 15)),
        ("extended,pops=0", 200, range(6, 14)),
        ("extended,pops=0,width=7,height=5,connect=3", 200, range(6, 14)),
    ],
)
def test_following_changes_no_value_on_larger_boards(spec: str, number: int, empty: range) -> None:
    positions, rules = list(random_positions(spec, number, seed=5, empty=empty)), parse_rules(spec)
    trusting = solved(NativeVariantSolver(rules, 16), positions)
    assert trusting == solved(NativeVariantSolver(rules, 16), positions, trust_bounds=False)


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        # Double-checked by an independent program.
        ("most-lines,width=4,height=4", 0),
        ("most-lines,width=5,height=4", 0),
        ("most-lines,width=6,height=4", -1),
        ("extended,width=4,height=4,pops=0", -5),
        ("extended,width=4,height=4,pops=1", -19),
        # The centre wins 3 in a row at once on 4×4, ten cells left and a disc more; tic-tac-toe and 4 on 4×4 are draws.
        ("tictactoe", 0),
        ("tictactoe,width=4,height=4", 6),
        ("tictactoe,width=4,height=4,connect=4", 0),
        ("tictactoe,width=5,height=4,connect=4", 0),
        # Connect Four on small boards.
        ("classic,width=4,height=4", 0),
        ("classic,width=5,height=4", 0),
    ],
)
def test_empty_boards_have_their_known_values(spec: str, value: int) -> None:
    assert solved(NativeVariantSolver(parse_rules(spec), 16), [parse_rules(spec).start()]) == [value]


def test_who_wins_is_found_without_the_margin() -> None:
    spec = "most-lines,width=5,height=4"
    for position in random_positions(spec, 40, seed=2, empty=range(6, 12)):
        value = solved(NativeVariantSolver(position.rules, 1), [position])[0]
        ((stopped, low, high, _),) = NativeVariantSolver(position.rules, 1).solve_many([position], weak=True)
        assert stopped is None
        assert low <= value <= high
        assert (low > 0) == (value > 0)
        assert (high < 0) == (value < 0)


def test_late_positions_of_the_whole_board_are_solved() -> None:
    positions = list(random_positions("most-lines", 8, seed=3, empty=range(22, 27)))
    solved(NativeVariantSolver(parse_rules("most-lines"), 64), positions)


def test_a_solver_remembers_across_positions_and_forgets_when_told() -> None:
    rules = parse_rules("most-lines,width=5,height=4")
    solver = NativeVariantSolver(rules, 16)
    first, again = (solver.solve_many([rules.start()])[0] for _ in range(2))
    assert again[3] < first[3]
    solver.clear()
    assert solver.solve_many([rules.start()])[0] == first


@pytest.mark.parametrize("nodes", [1, 10, 100, 1000, 10_000])
@pytest.mark.parametrize("spec", ["most-lines,width=5,height=4", "extended,width=4,height=4,pops=1", "tictactoe"])
def test_a_limit_of_nodes_leaves_bounds_that_hold(spec: str, nodes: int) -> None:
    rules = parse_rules(spec)
    value = solved(NativeVariantSolver(rules, 16), [rules.start()])[0]
    ((stopped, low, high, visited),) = NativeVariantSolver(rules, 16).solve_many([rules.start()], nodes=nodes)
    assert low <= value <= high
    assert visited <= nodes + 1
    assert (stopped is Stopped.NODES) == (visited > nodes)
    assert stopped or low == high


def test_a_limit_of_time_leaves_bounds() -> None:
    rules = parse_rules("most-lines")
    ((stopped, low, high, _),) = NativeVariantSolver(rules, 16).solve_many([rules.start()], seconds=0.05)
    assert stopped is Stopped.TIME
    assert -69 <= low < high <= 69


def test_finished_games_are_answered_without_time() -> None:
    rules = parse_rules("tictactoe")
    over = next(p for p in every_position("tictactoe") if p.outcome and p.discs == 5)
    assert NativeVariantSolver(rules, 1).solve_many([over], seconds=0) == [(None, -3, -3, 0)]


def test_a_solver_that_is_told_to_stop_ends_what_is_under_way_and_nothing_else() -> None:
    rules = parse_rules("extended")
    solver = NativeVariantSolver(rules, 16)
    Timer(0.1, solver.stop).start()
    ((stopped, low, high, _),) = solver.solve_many([rules.start()])
    assert stopped is Stopped.ASKED
    assert low < high
    assert solver.solve_many([rules.start()], nodes=100)[0][0] is Stopped.NODES


def test_ctrl_c_ends_a_search() -> None:
    rules = parse_rules("most-lines")
    Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        NativeVariantSolver(rules, 16).solve_many([rules.start()])


def test_what_cannot_be_solved_says_why() -> None:
    assert why_no_variant_solver(parse_rules("most-lines")) is None
    assert "at most 256" in str(why_no_variant_solver(parse_rules("most-lines,width=16,height=16")))
