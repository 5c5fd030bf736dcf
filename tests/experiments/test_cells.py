"""Cells: a search comes out as it is known from elsewhere, and the solver's judgement as trying everything gives it."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

import pytest
from support.engines import needs_core
from support.experiment_files import cells_of, experiment_of, rows_of

from fourcast.experiments.cells import Cell, run_cell, solve_moves
from fourcast.rules import FIRST, Goal, Position, Rules, position_after


def cell(**keys: Any) -> Cell:
    [(_, found)] = cells_of(experiment_of(**keys))
    return found


def found(**keys: Any) -> dict[str, Any]:
    return dict(run_cell(asdict(cell(**keys))))


@pytest.mark.parametrize("engine", [pytest.param("native", marks=needs_core), "python"])
def test_minimax_visits_the_whole_tree_and_tells_what_every_move_is_worth(engine: str) -> None:
    row = found(algorithms="minimax", depths=3, engine=engine)
    assert (row["nodes"], row["leaves"], row["dropped"], row["cutoffs"]) == (1 + 7 + 49 + 343, 343, 399, 0)
    assert (row["engine"], row["state"], row["depth"]) == (engine, "done", 3)
    assert [text.partition(":")[0] for text in row["values"].split()] == [str(column) for column in range(1, 8)]
    worth = {column: float(value) for column, _, value in (text.partition(":") for text in row["values"].split())}
    assert row["value"] == worth[row["move"]] == max(worth.values())


def test_bounds_are_not_told_as_values_and_the_solver_is_asked_only_if_that_is_wanted() -> None:
    row = found(algorithms="alphabeta", depths=4)
    assert (row["values"], row["kept"]) == (None, None)
    assert found(depths=9, variants="tictactoe", positions="15", solved=True)["kept"] is True


def test_a_search_over_its_budget_says_so_and_has_found_nothing() -> None:
    row = found(algorithms="minimax", depths=40, budget=0.01, positions="44")
    assert (row["state"], row["value"], row["move"], row["depth"]) == ("time", None, None, 40)
    assert row["nodes"] > 0


def test_within_nodes_a_search_deepens_and_tells_how_far_it_came() -> None:
    row = found(algorithms="minimax", nodes=5000)
    # 8 + 57 + 400 nodes are depths 1 to 3, and depth 4 has 2801 more: depth 5 would need 19608.
    assert (row["depth"], row["state"]) == (4, "done")
    assert row["nodes"] >= 5000


def test_with_old_bounds_a_search_to_a_depth_counts_all_depths() -> None:
    rows = [found(algorithms="alphabeta/old-bounds", depths=depth) for depth in (1, 2, 3)]
    alone = [found(algorithms="alphabeta", depths=depth) for depth in (1, 2)]
    assert rows[0]["nodes"] == alone[0]["nodes"]
    assert rows[1]["nodes"] <= alone[0]["nodes"] + alone[1]["nodes"]
    assert rows[0]["nodes"] < rows[1]["nodes"] < rows[2]["nodes"]


def test_those_who_throw_dice_do_so_again_the_same_and_otherwise_in_another_repeat() -> None:
    experiment = experiment_of(algorithms="mcts", nodes=60, repeats=2)
    (first, second), (again, _) = rows_of(experiment), rows_of(experiment)
    assert (again.value, again.values) == (first.value, first.values)
    assert second.values != first.values


@cache
def worth(position: Position) -> int:
    """Of a game without luck to the side to move, by trying everything: its margin, or who wins a game for a line."""
    outcome = position.outcome
    if outcome is None:
        return max(-worth(after) for after in followers(position).values())
    if position.rules.goal is Goal.FIRST_LINE:
        won = 0 if outcome.winner is None else 1 if outcome.winner == FIRST else -1
    else:
        won = outcome.scores[0] - outcome.scores[1]
    return won if position.turn == FIRST else -won


def followers(position: Position) -> dict[Any, Position]:
    return {move: position.play(move) for move in position.legal_moves}


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        ("tictactoe", ""),
        ("tictactoe", "15"),
        ("tictactoe", "19"),
        ("classic,width=4,height=4", "1122"),
        ("most-lines,width=5,height=3", "333112"),
        ("extended,width=4,height=3,pops=1", "1234"),
    ],
)
def test_a_move_keeps_the_value_exactly_if_trying_everything_says_so(rules: str, moves: str) -> None:
    position = position_after(Rules.parse(rules).start(), moves)
    worths = {str(move): -worth(after) for move, after in followers(position).items()}
    outcome = {move: (value > 0) - (value < 0) for move, value in worths.items()}
    kept = {move: sign == max(outcome.values()) for move, sign in outcome.items()}
    solved = solve_moves(position)
    assert solved
    assert {move: solved.keeps(move) for move in kept} == kept
    assert solved.safe == sum(kept.values()) / len(kept)
