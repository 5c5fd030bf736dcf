"""Threads, arrays, limits, stopping, best lines and rules of the solver."""

from __future__ import annotations

import math
import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.core_solvers import solve_first_line
from support.engines import needs_core
from support.variant_positions import boards_of, random_positions, unfinished_positions

from fourcast.algorithms import StopFlag, Stopped
from fourcast.errors import EngineUnavailable, NotationError, UsageError
from fourcast.native import (
    Engine,
    board_reader,
    encode_rows,
    first_line_solver,
    load_ordering_weights,
    ordering_weights_shape,
    solver_builds,
)
from fourcast.rules import Position, Rules, Shape, position_after, random_position
from fourcast.solver import FirstLineBackend, Solver, boards_after, exact_terminal_value, shared_solver
from fourcast.solver.boards import encode_boards

CLASSIC = Rules.parse("classic")
HARD = position_after(CLASSIC.start(), "13712")

pytestmark = needs_core


# Threads


WORK_PER_THREAD = 1 << 10
"""Nodes of a search after which a thread is started to help (`core/solver/first_line/thread_pool.hpp`)."""


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize(
    ("spec", "empty"), [("classic", range(31, 34)), ("classic,width=5,height=13", range(37, 41))], ids=["64", "128"]
)
def test_threads_do_not_change_a_score(spec: str, empty: range, threads: int) -> None:
    rules = Rules.parse(spec)
    alone = Solver(rules, threads=1)
    solved = [(position, alone.solve(position)) for position in unfinished_positions(spec, 20, empty, seed=1)]
    hard = {position: solution.score for position, solution in solved if solution.nodes > 8 * WORK_PER_THREAD}
    assert len(hard) >= 4
    together = Solver(rules, threads=threads)
    assert {position: together.solve(position).score for position in hard} == hard
    together.clear()
    assert [solution.score for solution in together.solve_many(list(hard))] == list(hard.values())


def test_threads_without_a_question_help_with_the_last_one() -> None:
    """Alone a search takes the same nodes every time, beside questions that take none too."""
    won_at_once = position_after(CLASSIC.start(), "414141")
    batch = [HARD, won_at_once, won_at_once.mirror()]
    alone, together = (Solver(CLASSIC, threads=threads).solve_many(batch) for threads in (1, 2))
    assert [solution.score for solution in together] == [solution.score for solution in alone]
    assert [solution.nodes for solution in alone[1:]] == [0, 0]
    assert together[0].nodes != alone[0].nodes


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc: threads are not counted")
def test_all_threads_help_with_the_last_question_even_if_the_first_thread_had_an_easy_one() -> None:
    easy = position_after(CLASSIC.start(), "77543346522533525")  # ends before the third other thread is started
    solver = Solver(CLASSIC, threads=6)
    tasks = Path("/proc/self/task")
    before = len(list(tasks.iterdir()))
    with ThreadPoolExecutor(1) as pool:
        solved = pool.submit(solver.solve_many, [easy, CLASSIC.start()])
        counts = list[int]()
        while not solved.done():
            counts.append(len(list(tasks.iterdir())) - before)
            time.sleep(0.01)
    assert [solution.score for solution in solved.result()][1] == 1
    assert max(counts) == 6  # the thread of the call and five others


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("batch", [1, 3])
def test_threads_that_were_stopped_solve_the_next_positions(batch: int, threads: int) -> None:
    """Wherever they were in a node that they searched together, and whatever stopped them."""
    positions = [HARD, *unfinished_positions("classic", batch - 1, range(31, 33), seed=5)]
    expected = [solution.score for solution in Solver(CLASSIC, threads=1).solve_many(positions)]
    solver = Solver(CLASSIC, threads=threads)
    for nodes in range(2_000, 200_000, 18_000):
        solver.clear()
        assert solver.solve(HARD, nodes=nodes).nodes >= nodes
        solver.clear()
        for solution, score in zip(solver.solve_many(positions, time=nodes / 5e6), expected, strict=True):
            assert score is not None
            assert solution.low <= score <= solution.high
    assert [solution.score for solution in solver.solve_many(positions)] == expected


@pytest.mark.parametrize("threads", [2, 4])
def test_an_exception_of_the_progress_function_ends_all_threads(threads: int) -> None:
    solver = Solver(CLASSIC, threads=threads, table_mb=16)
    calls = 0

    def fail_late(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise ZeroDivisionError

    for _ in range(5):
        calls = 0
        solver.clear()
        with pytest.raises(ZeroDivisionError):
            solver.solve_many([CLASSIC.start(), HARD], progress=fail_late)
    assert solver.solve(HARD).score == Solver(CLASSIC, threads=1).solve(HARD).score


def test_one_solver_serves_many_threads_at_once() -> None:
    positions = list(unfinished_positions("classic", 200, range(14, 22), seed=9))
    expected = [Solver(CLASSIC, threads=1).solve(position).score for position in positions]
    solver = Solver(CLASSIC, threads=1)
    with ThreadPoolExecutor(4) as pool:
        assert [solution.score for solution in pool.map(solver.solve, positions)] == expected


# Builds and ordering weights


@pytest.mark.parametrize("board", [(7, 6), (8, 6), (6, 7), (5, 5)])
def test_all_builds_visit_the_same_nodes(board: tuple[int, int]) -> None:
    rules = Rules("classic", width=board[0], height=board[1])
    positions = list(unfinished_positions(str(rules), 300, range(8, 26), seed=3))  # in both tables
    portable, *others = (
        solve_first_line(first_line_solver(rules, 16, build=build), positions) for build in solver_builds()
    )
    assert all(other == portable for other in others)


@pytest.mark.parametrize("build", solver_builds())
@pytest.mark.parametrize(
    "spec",
    [
        *("classic,width=1,height=63", "classic,width=1,height=62,connect=5", "classic,width=2,height=31"),
        *("classic,width=3,height=20", "classic,width=1,height=127", "classic,width=1,height=126,connect=3"),
        *("classic,width=2,height=30", "classic,width=16,height=2", "classic,width=31,height=1,connect=3"),
    ],
)
def test_boards_of_odd_shapes_are_solved_right(spec: str, build: str) -> None:
    """High boards, whose neighbours lie further apart than a word is long, and boards of many columns."""
    positions = list(unfinished_positions(spec, 20, range(2, 7), seed=2))
    rules = Rules.parse(spec)
    expected = Solver(rules, engine=Engine.PYTHON).solve_many(positions)
    solved = solve_first_line(first_line_solver(rules, 4, build=build), positions)
    assert [low for low, _, _ in solved] == [solution.score for solution in expected]


@pytest.mark.parametrize(
    ("spec", "empty"),
    [
        ("classic", range(27, 30)),
        ("classic,width=8,height=7", range(33, 36)),  # by the weights of 8×6, as the next one
        ("classic,width=8,height=5", range(29, 32)),
        ("classic,width=6,height=7", range(28, 31)),  # 7×7
        ("classic,width=6", range(25, 28)),  # 7×6
    ],
)
def test_ordering_weights_change_node_counts_and_no_score(spec: str, empty: range) -> None:
    rules, positions = Rules.parse(spec), list(unfinished_positions(spec, 40, empty, seed=4))
    learned = load_ordering_weights(rules.shape)
    assert learned is not None
    noise = np.random.default_rng(1).integers(-90, 90, ordering_weights_shape(rules.shape)).astype(np.int8)
    with_learned, with_zeros, with_noise = (
        solve_first_line(first_line_solver(rules, 16, ordering_weights=weights), positions)
        for weights in (learned, np.zeros_like(learned), noise)
    )
    scores = [[bounds[:2] for bounds in solved] for solved in (with_learned, with_zeros, with_noise)]
    assert scores[0] == scores[1] == scores[2]
    assert sum(nodes for *_, nodes in with_learned) < sum(nodes for *_, nodes in with_zeros)


@pytest.mark.parametrize(
    ("board", "trained_board"),
    [((8, 7), (8, 6)), ((9, 5), (8, 6)), ((12, 4), (8, 6)), ((5, 5), (7, 6)), ((6, 7), (7, 7))],
)
def test_ordering_weights_of_a_similar_board_are_counted_from_the_top_and_from_the_edge(
    board: tuple[int, int], trained_board: tuple[int, int]
) -> None:
    """A threat in the top row means the same on every board, and so does the edge. The lowest row of a higher board has
    the weights of the row two above it."""
    trained, borrowed = (load_ordering_weights(Shape(*each, 4)) for each in (trained_board, board))
    assert trained is not None
    assert borrowed is not None
    (width, height), trained_height = board, trained_board[1]
    for column in range((width + 1) // 2):
        of_column = trained[:, :, min(column, trained.shape[2] - 1)]
        for below_top in range(min(trained_height, height)):
            row = borrowed[:, :, column, height - 1 - below_top]
            assert (row == of_column[:, :, trained_height - 1 - below_top]).all()
        if height > trained_height:
            assert (borrowed[:, :, column, 0] == of_column[:, :, 1]).all()


@pytest.mark.parametrize("board", [Shape(4, 6, 4), Shape(7, 8, 4), Shape(9, 7, 4), Shape(7, 6, 3)], ids=str)
def test_some_boards_have_no_ordering_weights(board: Shape) -> None:
    """Few columns, many rows, more than 64 bits, other lines."""
    assert load_ordering_weights(board) is None


def test_ordering_weights_of_another_board_are_refused() -> None:
    with pytest.raises(ValueError, match="another board"):
        first_line_solver(Rules.parse("classic,width=5"), 16, ordering_weights=load_ordering_weights(CLASSIC.shape))


def test_a_mirrored_position_has_the_same_score() -> None:
    """The ordering weights of the right half of the board are those of the left, mirrored."""
    for position in unfinished_positions("classic", 40, range(18, 26), seed=8):
        one, two = (FirstLineBackend(CLASSIC, 4).solve_many([it])[0] for it in (position, position.mirror()))
        assert one.score == two.score is not None


# Arrays


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize(
    "spec",
    ["classic,width=5,height=4", "classic,width=9,height=8,connect=7", "most-lines,width=4,height=3", "tictactoe"],
)
def test_boards_have_the_scores_of_their_positions_by_column_too(spec: str, engine: Engine) -> None:
    """Full columns, finished games among them."""
    positions = [*random_positions(spec, 40, seed=4, empty=range(9))]
    boards = boards_of(positions)
    solver = Solver(spec, engine=engine)
    if solver.rules.gravity:
        for reader in (None, board_reader(solver.rules)):
            assert np.array_equal(encode_boards(solver.rules, boards, reader), encode_rows(positions))
    assert solver.solve_boards(boards).tolist() == [solution.score for solution in solver.solve_many(positions)]
    swapped = boards.astype(">i2")
    assert (solver.solve_boards(swapped) == solver.solve_boards(boards)).all()
    assert solver.read(swapped[0]) == positions[0]
    if not solver.rules.gravity:
        with pytest.raises(UsageError, match="gravity"):
            solver.solve_boards(boards, moves=True)
        return
    by_column = solver.solve_boards(boards, moves=True)
    assert (by_column.shape, by_column.dtype) == ((40, solver.rules.shape.width), np.dtype(np.int16))
    for position, scores in zip(positions, by_column.tolist(), strict=True):
        expected = {move.column: solution.score for move, solution in solver.solve_moves(position).items()}
        assert scores == [expected.get(column) for column in range(solver.rules.shape.width)]


@pytest.mark.parametrize("spec", ["classic,width=4,height=4,connect=3", "classic,width=9,height=8,connect=5"])
@pytest.mark.parametrize("weak", [False, True])
def test_every_move_has_the_solution_of_the_python_engine(spec: str, weak: bool) -> None:
    """Finished games among them."""
    native, python = Solver(spec, threads=2), Solver(spec, engine=Engine.PYTHON)
    for position in random_positions(spec, 40, seed=7, empty=range(8)):
        by_move = native.solve_moves(position, weak=weak)
        expected = python.solve_moves(position)
        assert list(by_move) == list(expected)
        for move, solution in by_move.items():
            assert solution.sign == expected[move].sign
            assert weak or (solution.score, solution.plies) == (expected[move].score, expected[move].plies)


@pytest.mark.parametrize("spec", ["classic,width=5,height=4", "most-lines,width=4,height=4", "tictactoe"])
def test_a_score_is_compared_with_a_number(spec: str) -> None:
    native, python = Solver(spec, threads=1), Solver(spec, engine=Engine.PYTHON)
    for position in random_positions(spec, 40, seed=8, empty=range(10)):
        exact = python.solve(position).low
        for number in range(-3, 4):
            for solution in (native.test_score(position, number), python.test_score(position, number)):
                assert (solution.low > number, solution.high > number) == (exact > number,) * 2
                assert solution.low <= exact <= solution.high


@pytest.mark.parametrize("spec", ["classic", "classic,width=9,height=8", "most-lines,width=4,height=3"])
def test_moves_of_many_games_are_read_as_those_of_one(spec: str) -> None:
    """Full columns, columns that do not exist, moves after the end of the game among them."""
    chance, rules = random.Random(5), Rules.parse(spec)
    width, cells = rules.shape.width, rules.shape.cells
    texts = ["", "x", "1 2", "٣", "0", "1" * (cells + 1)]
    for _ in range(300):
        texts.append("".join(str(chance.randint(1, width)) for _ in range(chance.randint(0, cells // 2))))
    boards, is_read = boards_after(rules, texts)
    assert 100 < is_read.sum() < 300
    solver = Solver(rules)
    for text, board, read in zip(texts, boards, is_read.tolist(), strict=True):
        try:
            position = position_after(rules.start(), text)
        except NotationError:
            assert not read
            with pytest.raises(NotationError):
                solver.read(text)
        else:
            assert read == (text.isdigit() or not text)
            assert not read or np.array_equal(board, position.to_array())
            assert solver.read(text) == position


@pytest.mark.parametrize("spec", ["classic,width=4,height=4,connect=3", "classic,width=9,height=8", "tictactoe"])
def test_an_array_is_read_as_a_position_reads_it(spec: str) -> None:
    """Boards with a cell that was changed among them, as numbers of several sizes, in several orders."""
    chance, solver, invalid = random.Random(6), Solver(spec), 0
    for position in random_positions(spec, 200, seed=6):
        board = position.to_array()
        if chance.random() < 0.5:
            board[chance.randrange(len(board)), chance.randrange(len(board[0]))] = chance.choice((-1, 0, 1, 2, 3))
        array = board.astype(chance.choice((np.int8, np.int16, np.uint8, np.int32, np.int64)))
        array = chance.choice((array, np.asfortranarray(array), array.repeat(2, axis=1)[:, ::2]))
        try:
            expected = Position(array, solver.rules)
        except NotationError as error:
            invalid += 1
            with pytest.raises(NotationError, match=re.escape(str(error))):
                solver.read(array)
        else:
            assert solver.read(array) == expected
    assert 30 < invalid < 150


def test_bounds_of_every_column_meet_where_it_is_solved() -> None:
    boards: NDArray[np.int8] = np.zeros((1, 6, 7), np.int8)
    boards[0, 5, :3], boards[0, 4, :3] = 1, 2
    solver = Solver(CLASSIC)
    low, high = solver.bound_boards(boards)
    assert low.tolist() == high.tolist() == solver.solve_boards(boards, moves=True).tolist()
    solver.clear()
    low, high = solver.bound_boards(np.zeros((1, 6, 7), np.int8), time=0.01)
    assert (low <= np.array([-2, -1, 0, 1, 0, -1, -2])).all()
    assert (high >= np.array([-2, -1, 0, 1, 0, -1, -2])).all()
    with pytest.raises(EngineUnavailable):
        Solver("classic,width=4,height=4", engine="python").bound_boards(np.zeros((1, 4, 4), np.int8))


def test_scores_that_a_limit_left_unknown_are_masked() -> None:
    boards: NDArray[np.int8] = np.zeros((2, 6, 7), np.int8)
    boards[1, 5, :3], boards[1, 4, :3] = 1, 2
    scores = Solver(CLASSIC, threads=1).solve_boards(boards, nodes=2000)
    assert np.ma.getmaskarray(scores).tolist() == [True, False]
    assert scores[1] == 18


def test_boards_that_no_game_shows_are_refused_with_their_number() -> None:
    solver = Solver(CLASSIC)
    good = np.zeros((3, 6, 7), np.int8)
    cases = {
        "Board 2 has a disc above an empty cell": (2, 4, 3, 1),
        "Board 1 has numbers other than 0, 1 and 2": (1, 5, 0, 3),
        "Board 0 has discs that were not dropped in turn": (0, 5, 0, 2),
    }
    for message, (board, row, column, value) in cases.items():
        bad = good.copy()
        bad[board, row, column] = value
        with pytest.raises(ValueError, match=message):
            solver.solve_boards(bad)
    over = good.copy()
    over[1, 5, :4], over[1, 4, :3], over[1, 5, 6] = 1, 2, 2
    with pytest.raises(ValueError, match="Board 1 has a line of the side to move"):
        solver.solve_boards(over)
    with pytest.raises(ValueError, match=r"use \(n, 6, 7\)"):
        solver.solve_boards(np.zeros((3, 7, 6), np.int8))
    with pytest.raises(UsageError, match="type float64: use integers"):
        solver.solve_boards(np.zeros((3, 6, 7)))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="without pop-outs"):
        Solver("popout,width=3,height=3").solve_boards(good)


def test_positions_of_other_rules_are_refused() -> None:
    with pytest.raises(UsageError, match="of rules classic,width=8, the solver of classic"):
        Solver(CLASSIC).solve(Rules.parse("classic,width=8").start())


def test_progress_tells_how_many_are_done() -> None:
    counts: list[int] = []
    positions = list(unfinished_positions("classic", 40, range(24, 26), seed=6))
    Solver(CLASSIC, threads=1).solve_many(positions, progress=counts.append)
    assert all(before <= after for before, after in pairwise(counts))
    assert counts[-1] == len(positions)


# Limits


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_leaves_bounds_that_hold(threads: int) -> None:
    solver = Solver(CLASSIC, threads=threads)
    exact = solver.solve(HARD).score
    assert exact is not None
    for limit, reason in (({"nodes": 30_000}, Stopped.NODES), ({"time": 0.02}, Stopped.TIME)):
        solver.clear()
        known = solver.solve(HARD, **limit)
        assert known.stopped is reason
        assert known.score is None
        assert known.low <= exact <= known.high
        solver.clear()
        moves = solver.solve_moves(HARD, **limit).values()
        assert max(move.low for move in moves) <= exact <= max(move.high for move in moves)
        assert all(move.low <= move.high for move in moves)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_nodes_is_for_each_position_of_a_batch(threads: int) -> None:
    """The easy ones behind a hard one are solved all the same."""
    easy = list(unfinished_positions("classic", 20, range(6, 9), seed=1))
    solved = Solver(CLASSIC, threads=threads).solve_many([HARD, *easy[:10], HARD.mirror(), *easy[10:]], nodes=5000)
    unsolved = [n for n, solution in enumerate(solved) if solution.score is None]
    assert unsolved == [0, 11]
    assert all(solved[n].stopped is Stopped.NODES for n in unsolved)


def test_a_stop_reaches_the_last_position_of_a_batch_in_another_thread() -> None:
    """Of two positions each thread takes one; whichever is left over must hear the stop."""
    easy = position_after(CLASSIC.start(), "4444412")
    for batch in ([CLASSIC.start(), easy], [easy, CLASSIC.start()]):
        stop = StopFlag()
        timer = threading.Timer(0.2, stop.set)
        timer.start()
        solver = Solver(CLASSIC, threads=2)
        solved = solver.solve_many(batch, stop=stop)
        assert {solution.stopped for solution in solved} <= {None, Stopped.ASKED}
        assert any(solution.stopped is Stopped.ASKED for solution in solved)
        timer.join()
        assert solver.solve(easy).is_exact  # the next call is not stopped


def test_a_stopped_test_of_a_score_has_no_bounds() -> None:
    solver = Solver(CLASSIC, threads=1)
    timer = threading.Timer(0.1, solver.stop)
    timer.start()
    solution = solver.test_score(CLASSIC.start(), -1)
    timer.join()
    assert (solution.bounds, solution.stopped) == ((-math.inf, math.inf), Stopped.ASKED)


def test_a_stop_is_for_one_call_and_no_other() -> None:
    """Two calls of one solver at once: the other one goes on to its end."""
    solver, stop = Solver(CLASSIC, threads=1), StopFlag()
    with ThreadPoolExecutor(2) as pool:
        stopped = pool.submit(solver.solve, CLASSIC.start(), stop=stop)
        other = pool.submit(solver.solve, HARD)
        time.sleep(0.05)
        stop.set()
        assert stopped.result().stopped is Stopped.ASKED
        assert other.result().score == 3


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("spec", ["classic", "most-lines"])
def test_a_stop_that_came_before_still_ends_the_search(spec: str, engine: Engine) -> None:
    stop, start = StopFlag(), Rules.parse(spec).start()
    stop.set()
    assert Solver(start.rules, engine=engine).solve(start, stop=stop, time=60).stopped is Stopped.ASKED


@pytest.mark.parametrize(
    ("settings", "limits", "message"),
    [
        ({"threads": 0}, {}, "Invalid number of threads 0: use 1 to 256"),
        ({"threads": 10_000}, {}, "Invalid number of threads"),
        ({"table_mb": 0}, {}, "Invalid table size 0: use 1 to 65536 MB"),
        ({"table_mb": 2**43}, {}, "Invalid table size"),
        ({}, {"time": float("nan")}, "Invalid time limit"),
        ({}, {"time": -1.0}, "Invalid time limit"),
        ({}, {"nodes": 0}, "Invalid node limit 0: use 1 or more"),
    ],
)
def test_invalid_settings_and_limits_are_refused(
    settings: dict[str, Any], limits: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        Solver(CLASSIC, **settings).solve(HARD, **limits)


def test_who_wins_takes_less_than_the_score() -> None:
    solver = Solver(CLASSIC, threads=1)
    whole = solver.solve(HARD)
    solver.clear()
    weak = solver.solve(HARD, weak=True)
    assert weak.sign == whole.sign
    assert weak.nodes < whole.nodes


# Best lines


@pytest.mark.parametrize("spec", ["classic", "classic,width=5,height=5", "most-lines,width=5,height=4", "tictactoe"])
def test_a_best_line_ends_with_the_score_it_promises(spec: str) -> None:
    solver = Solver(Rules.parse(spec))
    rng = random.Random(3)
    for _ in range(4):
        position = random_position(solver.rules, solver.rules.shape.cells // 2, rng, undecided=False)
        solution = solver.solve(position)
        line = solver.best_line(position)
        end = position
        for move in line:
            end = end.play(move)
        outcome = end.outcome
        assert outcome
        value = exact_terminal_value(end, outcome)
        assert solution.score == (value if end.turn == position.turn else -value)
        if solution.plies:
            assert len(line) == solution.plies


def test_a_win_at_once_is_best_where_other_wins_have_no_plies() -> None:
    rules = Rules("classic", width=4, height=4, connect=3, pops=1)
    best = Solver(rules).best_move(Position.parse("..../..../x.../x.oo turn=x pops=1,0", rules))
    assert best
    assert (best.move, best.solution.plies) == ("1", 1)  # 2 and p3 win later


def test_a_best_line_ends_at_the_first_chance() -> None:
    rules = Rules.parse("drift,width=3,height=3,connect=3")
    best = Solver(rules).best_move(rules.start())
    assert best
    assert Solver(rules).best_line(rules.start()) == [best.move]


# Every game


def test_a_game_that_is_too_large_says_so() -> None:
    for engine in (Engine.NATIVE, None):
        with pytest.raises(EngineUnavailable, match="PopOut on 7×6 is too large to solve"):
            Solver("popout", engine=engine)
    with pytest.raises(EngineUnavailable, match="maximum is 256"):
        Solver(Rules.parse("classic,width=20,height=20"), engine=Engine.NATIVE)


@pytest.mark.parametrize(
    "spec",
    [
        "most-lines,width=4,height=3,connect=3",
        "extended,width=4,height=3,connect=3,pops=1",
        "popout,width=3,height=3,connect=3",
        "drift,width=4,height=2,connect=3",
        "tictactoe",
        "classic,width=4,height=3,connect=3",
    ],
)
def test_moves_are_worth_the_same_to_both_engines(spec: str) -> None:
    rules = Rules.parse(spec)
    native, python = (
        Solver(rules, engine=engine).solve_moves(rules.start()) for engine in (Engine.NATIVE, Engine.PYTHON)
    )
    assert native.keys() == python.keys() == set(rules.start().legal_moves)
    for move, solution in native.items():
        assert solution.score == pytest.approx(python[move].score, abs=1e-12)
        assert solution.plies == python[move].plies


def test_the_shared_solver_is_the_same_however_it_is_asked_for() -> None:
    assert shared_solver(CLASSIC) is shared_solver(CLASSIC, threads=None) is shared_solver(CLASSIC, use_book=True)
    assert shared_solver(CLASSIC, threads=1) is not shared_solver(CLASSIC, threads=2)
