"""`solve`, `solve_many` and `scores`: every form of a position, and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.engines import needs_core

import fourcast
from fourcast import Position, Solution, scores, solve, solve_many
from fourcast.errors import NotationError, UsageError

pytestmark = needs_core

# A position with the scores of its moves as a drawing of the analysis screen shows them.
MOVES = "17654142513672255"
SCORES = (2, 2, 0, -1, -1, 2, -3)

ANYTHING: Any = 3.5


def test_scores_are_to_the_side_to_move_by_column() -> None:
    assert scores(MOVES) == SCORES
    solutions = solve(MOVES, moves=True)
    assert tuple(solution.score for solution in solutions.values()) == SCORES
    assert solutions["4"] is solutions[Position(MOVES).legal_moves[3]]
    assert str(solutions["4"]) == "−1, loss in 24 plies"
    [first, second] = solve_many([MOVES, "414141"], moves=True)
    assert tuple(solution.score for solution in first.values()) == SCORES
    assert str(second["4"]) == "18, win in 1 ply"


def test_a_full_column_has_no_score() -> None:
    position = "4444442"
    assert [score is None for score in scores(position)] == [column == 3 for column in range(7)]
    assert scores("4141414") == (None,) * 7  # the game is over


def test_scores_that_are_not_solved_in_time_are_none() -> None:
    assert scores("", rules="classic,width=9,height=9", time=0) == (None,) * 9
    assert scores(MOVES, time=60) == SCORES


def test_a_position_may_be_moves_board_text_an_array_or_an_object() -> None:
    text = ".../oo./xx."
    rules = "classic,width=3,height=3,connect=3"
    board = np.array([[0, 0, 0], [2, 2, 0], [1, 1, 0]])
    position = Position("1122", rules)
    forms = (position, "1122", text, board)
    assert [solve(form, rules=rules).score for form in forms] == [3] * 4  # x wins in column 3, with two discs left
    assert [solution.score for solution in solve_many(forms, rules=rules)] == [3] * 4


def test_arrays_of_boards_give_arrays_of_scores() -> None:
    boards = np.zeros((3, 6, 7), np.int8)
    boards[1, 5, :3], boards[1, 4, :3] = 1, 2  # wins at once in column 4
    boards[2, 5, :4], boards[2, 4, :3] = 1, 2  # has been won
    boards[0] = boards[1]
    of_boards = solve_many(boards)
    assert (of_boards.dtype, of_boards.tolist()) == (np.dtype(np.int16), [18, 18, -18])
    by_column = solve_many(boards[1:], moves=True)
    assert isinstance(by_column, np.ma.MaskedArray)
    assert (by_column.dtype, by_column.shape) == (np.dtype(np.int16), (2, 7))
    assert by_column[0, 3] == 18
    assert by_column.mask.tolist() == [[False] * 7, [True] * 7]
    assert solve_many(boards[:0]).tolist() == []
    assert solve_many([]) == []


def test_other_rules_can_be_named() -> None:
    assert solve("", rules="most-lines,width=6,height=4").score == -1
    assert solve_many(np.zeros((1, 4, 6), np.int8), rules="most-lines,width=6,height=4").tolist() == [-1]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: solve(ANYTHING), NotationError, "not as float"),
        (lambda: solve_many("4453"), TypeError, "use solve for a single position"),
        (lambda: solve_many(ANYTHING), TypeError, "an array of boards or a list of positions, not float"),
        (lambda: solve_many(np.zeros((6, 7), int)), UsageError, r"shape \(6, 7\): use \(n, rows, columns\)"),
        (lambda: scores("", rules="tictactoe"), UsageError, "no columns"),
        (lambda: solve("44444444"), NotationError, "full"),
    ],
)
def test_wrong_arguments_are_refused_with_what_is_expected(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()


def test_a_solution_prints_as_people_say_it() -> None:
    assert fourcast.Solution is Solution
    unknown = Solution(-3, 2)
    assert (unknown.score, unknown.bounds, unknown.is_exact, unknown.sign) == (None, (-3, 2), False, None)
    assert str(Solution(-0.5, -0.5)) == "−0.5"
    assert Solution(1, 1, plies=41)._repr_html_() == "<p>1, win in 41 plies</p>"
