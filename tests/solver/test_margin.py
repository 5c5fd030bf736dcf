"""The compiled solver of margins and expected margins: against brute force, the Python solver, known values, itself
without bounds."""

from __future__ import annotations

import _thread
from functools import cache
from threading import Timer

import pytest
from support.core_solvers import bounds_without_static_bounds, solve_general
from support.engines import needs_core
from support.variant_positions import every_position, random_positions

from fourcast.algorithms import Stopped
from fourcast.native import STOPPED, general_solver, general_unsupported_reason, solver_builds
from fourcast.rules import Move, Position, Rules
from fourcast.solver import FirstLineBackend, GeneralBackend, SolveOptions, exact_terminal_value
from fourcast.solver.python_backend import ForwardSolver

pytestmark = needs_core


@cache
def brute(position: Position) -> float:
    """The score by brute force."""
    if outcome := position.outcome:
        return exact_terminal_value(position, outcome)
    by_move: dict[Move, float] = {}
    for move, probability, after in position.successors():
        by_move[move] = by_move.get(move, 0) - float(probability) * brute(after)
    return max(by_move.values())


def values(backend: GeneralBackend, positions: list[Position]) -> list[float]:
    """The scores of positions, all of which must be exact."""
    solutions = backend.solve_many(positions)
    assert all(solution.stopped is None and solution.is_exact for solution in solutions)
    return [solution.low for solution in solutions]


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
    "drift,width=4,height=2,connect=2",
    "drift,width=3,height=3,connect=3",
    "drift,width=3,height=3,connect=3,drift=2:1:0",
    "drift,width=3,height=3,goal=run-points",
    "drift,width=3,height=3,connect=3,goal=first-line",
    "drift,width=3,height=2,connect=2,pops=1",
]


@pytest.mark.parametrize("spec", WHOLE_BOARDS)
def test_every_position_of_a_small_board_has_the_value_of_brute_force(spec: str) -> None:
    positions = every_position(spec)
    scores = values(GeneralBackend(Rules.parse(spec), 1), positions)
    assert scores == pytest.approx([brute(position) for position in positions], abs=1e-12)
    brute.cache_clear()


@pytest.mark.parametrize(
    ("spec", "max_empty"),
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
        ("classic,width=8,goal=run-points,connect=2", 10),  # margins beyond what a byte holds
        ("most-lines,width=20,height=2,connect=3", 9),
        ("most-lines,width=1,height=63", 20),
        ("drift", 6),
        ("drift,width=5,height=4", 11),  # more than ten: with windows
        ("drift,width=6,height=3,connect=3,drift=5:2:1", 10),
        ("drift,width=5,height=4,goal=run-points", 8),
        ("drift,width=5,height=4,goal=first-line", 10),
        ("drift,width=9,height=8", 5),  # needs 128 bits
        ("drift,width=5,height=3,connect=3,goal=run-points,pops=1", 4),
    ],
)
def test_random_positions_have_the_values_of_the_python_solver(spec: str, max_empty: int) -> None:
    positions = list(random_positions(spec, 60, seed=11, empty=range(max_empty + 1)))
    scores = values(GeneralBackend(Rules.parse(spec), 1), positions)
    forward = ForwardSolver()
    assert scores == pytest.approx([forward.value(position) for position in positions], abs=1e-12)


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
    positions, rules = list(random_positions(spec, 300, seed=23, empty=empty)), Rules.parse(spec)
    scores = values(GeneralBackend(rules, 16), positions)
    assert scores == [solution.low for solution in FirstLineBackend(rules, 16).solve_many(positions)]


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param("most-lines,width=4,height=4", marks=pytest.mark.soak),
        "most-lines,width=3,height=4,connect=3",
        "most-lines,width=5,height=3,connect=3",
        "extended,width=4,height=3,pops=0",
        "extended,width=3,height=3,pops=1",
        "extended,width=4,height=2,pops=2",
        "most-lines,width=3,height=2,connect=2,pops=3",
        "classic,width=4,height=3,connect=3,pops=1",
    ],
)
def test_static_bounds_change_no_score_of_any_position(spec: str) -> None:
    positions, rules = every_position(spec), Rules.parse(spec)
    solutions = GeneralBackend(rules, 16).solve_many(positions)
    assert [solution.bounds for solution in solutions] == bounds_without_static_bounds(rules, positions)


@pytest.mark.parametrize(
    ("spec", "number", "empty"),
    [
        ("most-lines", 400, range(6, 17)),
        ("most-lines", 15, range(21, 25)),  # by proof numbers
        ("most-lines,width=6,height=4", 40, range(21, 25)),
        ("most-lines,width=9,height=8", 4, range(21, 23)),  # needs 128 bits
        ("most-lines,height=5", 400, range(6, 17)),
        ("most-lines,width=8,height=5", 200, range(6, 15)),
        ("most-lines,width=6,height=7,connect=3", 200, range(6, 15)),
        ("extended,pops=0", 200, range(6, 14)),
        ("extended,pops=0,width=7,height=5,connect=3", 200, range(6, 14)),
        ("extended,pops=1,width=6,height=4", 100, range(2, 9)),
        ("most-lines,pops=2,width=5,height=5,connect=3", 50, range(2, 7)),
        ("classic,pops=2,width=5,height=5", 50, range(2, 9)),
    ],
)
def test_static_bounds_change_no_score_on_larger_boards(spec: str, number: int, empty: range) -> None:
    positions, rules = list(random_positions(spec, number, seed=5, empty=empty)), Rules.parse(spec)
    solutions = GeneralBackend(rules, 16).solve_many(positions)
    assert [solution.bounds for solution in solutions] == bounds_without_static_bounds(rules, positions)


@pytest.mark.parametrize("spec", ["most-lines,width=6,height=5", "most-lines,width=7,height=4"])
def test_two_searches_in_turns_find_the_values_of_alpha_beta(spec: str) -> None:
    """Turns so short that both searches are interrupted many times, on a board of odd and one of even height."""
    positions, rules = list(random_positions(spec, 12, seed=9, empty=range(22, 24))), Rules.parse(spec)
    alone = solve_general(general_solver(rules, 16), positions, static_bounds=False, turn_nodes=0)
    in_turns = solve_general(general_solver(rules, 16), positions, turn_nodes=3)
    assert [result[:3] for result in in_turns] == [result[:3] for result in alone]


@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("most-lines,height=5", "44754"),  # proof numbers answer what takes the fixed order a hundred times as long
        ("most-lines", "35226457544672"),  # each finds what the other lacks
    ],
)
def test_turns_take_less_than_half_of_the_nodes_of_either_first_search(spec: str, moves: str) -> None:
    position = Position(moves, rules=spec)
    nodes = {
        turn: solve_general(general_solver(position.rules, 16), [position], turn_nodes=turn)[0][3]
        for turn in (0, 128, 1 << 40)  # alpha-beta alone, turns, and the first search of the board alone
    }
    assert 2 * nodes[128] < min(nodes[0], nodes[1 << 40])


def test_a_node_limit_holds_over_all_turns() -> None:
    [position] = random_positions("most-lines,height=5", 1, seed=1, empty=range(30, 31))
    solver = general_solver(position.rules, 16)
    [(stopped, low, high, nodes, _)] = solve_general(solver, [position], turn_nodes=100, max_nodes=1000)
    assert STOPPED[stopped] is Stopped.NODES
    assert low < high
    assert nodes == 1001  # the node that is one too many is counted


@pytest.mark.parametrize(
    ("spec", "number", "empty"),
    [
        ("drift", 60, range(11, 16)),
        ("drift,drift=3:2:0", 30, range(11, 15)),
        ("drift,goal=first-line", 60, range(10, 16)),
        ("drift,width=6,height=5,connect=3,drift=1:1:4,goal=first-line", 60, range(10, 20)),
        ("drift,width=5,height=5,connect=3,drift=2:1:3", 30, range(11, 15)),
        ("drift,width=6,height=4,goal=run-points", 30, range(11, 13)),
        ("drift,width=4,height=4,connect=3,pops=1", 10, range(11, 12)),
        ("drift,width=4,height=4,goal=first-line,pops=1", 30, range(10, 12)),
        ("drift,width=9,height=8", 20, range(11, 13)),  # needs 128 bits
    ],
)
def test_windows_change_no_expected_value(spec: str, number: int, empty: range) -> None:
    """With up to ten empty cells, which the tests above have, the search uses no windows."""
    positions, rules = list(random_positions(spec, number, seed=7, empty=empty)), Rules.parse(spec)
    exact = bounds_without_static_bounds(rules, positions)
    assert values(GeneralBackend(rules, 16), positions) == pytest.approx([low for low, _ in exact], abs=1e-12)


@pytest.mark.parametrize("static_bounds", [True, False])
@pytest.mark.parametrize(
    ("spec", "number", "empty"),
    [
        ("drift", 60, range(1, 15)),
        ("drift,drift=3:2:0", 60, range(1, 14)),
        ("drift,drift=2:1:5", 60, range(1, 14)),
        ("drift,goal=first-line", 60, range(1, 15)),
        ("drift,width=8,height=6", 60, range(1, 14)),
        ("drift,width=8,height=7", 30, range(1, 13)),
        ("drift,width=8,height=6,connect=5,drift=1:1:4", 60, range(1, 13)),
        ("drift,width=5,height=6,connect=3", 60, range(1, 14)),
        ("drift,width=5,height=5,connect=3,goal=first-line", 60, range(1, 16)),
        ("drift,width=6,height=8,connect=2", 60, range(1, 11)),
        ("drift,width=5,height=4", 1, range(20, 21)),  # the empty board, which has mirror images
        ("drift,width=4,height=4,connect=3,pops=1", 60, range(1, 10)),
        ("drift,width=3,height=20", 30, range(1, 14)),  # three steps of a diagonal are longer than the word
        ("drift,width=1,height=63", 10, range(1, 20)),
        ("drift,width=16,height=3,connect=3", 10, range(1, 10)),  # more columns than lanes
        ("drift,width=9,height=8", 20, range(1, 11)),  # needs 128 bits
        ("drift,width=15,height=15", 5, range(1, 8)),  # needs 256 bits
    ],
)
def test_all_builds_have_the_same_expected_values_and_nodes(
    spec: str, number: int, empty: range, static_bounds: bool
) -> None:
    """To the last bit. With a small table, so that entries are replaced, too."""
    positions, rules = list(random_positions(spec, number, seed=11, empty=empty)), Rules.parse(spec)
    portable, *others = (
        solve_general(general_solver(rules, 1, build=build), positions, static_bounds=static_bounds)
        for build in solver_builds()
    )
    if not others:
        pytest.skip("this machine can run the portable build only")
    assert all(other == portable for other in others)


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        # Double-checked by an independent program.
        ("most-lines,width=4,height=4", 0),
        ("most-lines,width=5,height=4", 0),
        ("most-lines,width=6,height=4", -1),
        ("extended,width=4,height=4,pops=0", -5),
        ("extended,width=4,height=4,pops=1", -19),
        # Double-checked without the static bounds of games with pop-outs left.
        ("extended,width=5,height=5,pops=1", 4),
        pytest.param("extended,width=6,height=4,pops=1", -11, marks=pytest.mark.soak),
        # The centre wins 3 in a row at once on 4×4, ten cells left and a disc more; tic-tac-toe and 4 on 4×4 are draws.
        ("tictactoe", 0),
        ("tictactoe,width=4,height=4", 6),
        ("tictactoe,width=4,height=4,connect=4", 0),
        ("tictactoe,width=5,height=4,connect=4", 0),
        # Connect Four on small boards.
        ("classic,width=4,height=4", 0),
        ("classic,width=5,height=4", 0),
        # Double-checked by an independent program.
        ("drift,width=4,height=3", -29073481 / 512000000),
        ("drift,width=4,height=4", -0.098960980),
    ],
)
def test_empty_boards_have_their_known_values(spec: str, value: float) -> None:
    for megabytes in (1, 16):  # a table that is too small changes no value
        backend = GeneralBackend(Rules.parse(spec), megabytes)
        assert values(backend, [Rules.parse(spec).start()]) == [pytest.approx(value, abs=5e-10)]


def test_who_wins_is_found_without_the_margin() -> None:
    spec = "most-lines,width=5,height=4"
    for position in random_positions(spec, 40, seed=2, empty=range(6, 12)):
        value = values(GeneralBackend(position.rules, 1), [position])[0]
        [solution] = GeneralBackend(position.rules, 1).solve_many([position], SolveOptions(weak=True))
        assert solution.stopped is None
        assert solution.low <= value <= solution.high
        assert solution.sign == (value > 0) - (value < 0)


def test_a_solver_remembers_across_positions_and_forgets_when_told() -> None:
    rules = Rules.parse("most-lines,width=5,height=4")
    backend = GeneralBackend(rules, 16)
    first, again = (backend.solve_many([rules.start()])[0].nodes for _ in range(2))
    assert again < first
    backend.clear()
    assert backend.solve_many([rules.start()])[0].nodes == first


@pytest.mark.parametrize("nodes", [1, 10, 100, 1000, 10_000])
@pytest.mark.parametrize(
    "spec", ["most-lines,width=5,height=4", "extended,width=4,height=4,pops=1", "drift,width=4,height=4"]
)
def test_a_limit_of_nodes_leaves_bounds_that_hold(spec: str, nodes: int) -> None:
    rules = Rules.parse(spec)
    value = values(GeneralBackend(rules, 16), [rules.start()])[0]
    [solution] = GeneralBackend(rules, 16).solve_many([rules.start()], SolveOptions(nodes=nodes))
    assert solution.low <= value <= solution.high
    assert solution.nodes <= nodes + 1
    assert (solution.stopped is Stopped.NODES) == (solution.nodes > nodes)
    assert solution.stopped or solution.is_exact


@pytest.mark.parametrize(
    ("spec", "number", "empty"),
    [
        ("most-lines", 8, range(25, 29)),
        ("most-lines,height=5", 8, range(24, 27)),
        ("extended,pops=0", 6, range(19, 23)),
        ("most-lines,width=9,height=8", 3, range(24, 26)),  # needs 128 bits
        ("extended,width=6,height=4,pops=1", 3, range(18, 20)),
    ],
)
def test_threads_change_no_score(spec: str, number: int, empty: range) -> None:
    positions, rules = list(random_positions(spec, number, seed=11, empty=empty)), Rules.parse(spec)
    alone = GeneralBackend(rules, 16).solve_many(positions)
    assert max(solution.nodes for solution in alone) > 8192  # so that threads are started
    for threads in (2, 4):
        together = GeneralBackend(rules, 16).solve_many(positions, SolveOptions(threads=threads))
        assert [solution.bounds for solution in together] == [solution.bounds for solution in alone]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spec", ["most-lines,width=8", "drift"])
def test_a_limit_of_time_leaves_bounds(spec: str, threads: int) -> None:
    rules = Rules.parse(spec)
    options = SolveOptions(time=0.05, threads=threads)
    [solution] = GeneralBackend(rules, 16).solve_many([rules.start()], options)
    assert solution.stopped is Stopped.TIME
    assert -92 <= solution.low < solution.high <= 92


def test_finished_games_are_answered_without_time() -> None:
    rules = Rules.parse("tictactoe")
    over = next(p for p in every_position("tictactoe") if p.outcome and p.discs == 5)
    [solution] = GeneralBackend(rules, 1).solve_many([over], SolveOptions(time=0))
    assert (solution.score, solution.nodes, solution.plies, solution.stopped) == (-3, 0, None, None)


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_the_running_call_only(threads: int) -> None:
    rules = Rules.parse("extended")
    backend = GeneralBackend(rules, 16)
    Timer(0.1, backend.stop).start()
    [solution] = backend.solve_many([rules.start()], SolveOptions(threads=threads))
    assert solution.stopped is Stopped.ASKED
    assert solution.low < solution.high
    assert backend.solve_many([rules.start()], SolveOptions(nodes=100))[0].stopped is Stopped.NODES


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search(threads: int) -> None:
    rules = Rules.parse("most-lines,width=8")
    Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        GeneralBackend(rules, 16).solve_many([rules.start()], SolveOptions(threads=threads))


def test_unsupported_boards_have_a_reason() -> None:
    assert general_unsupported_reason(Rules.parse("most-lines"), 128) is None
    assert "maximum is 256" in str(general_unsupported_reason(Rules.parse("most-lines,width=16,height=16"), 128))
