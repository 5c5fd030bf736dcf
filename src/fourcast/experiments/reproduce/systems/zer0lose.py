"""zer0lose: tic-tac-toe to the end, and the values of quadruplets."""

from __future__ import annotations

from collections.abc import Iterator

from fourcast.evals import TerminalValue
from fourcast.experiments.reproduce import either_engine, published
from fourcast.experiments.reproduce.experiment import Experiment, Question, Search, counted, nodes_of, searched
from fourcast.experiments.reproduce.published import ZER0LOSE, Slip


def experiments() -> Iterator[Experiment]:
    yield _tic_tac_toe("minimax", "minimax", TerminalValue.SOONER, published.ZER0LOSE_MINIMAX)
    theirs, corrected = published.ZER0LOSE_DRAW_FIRST, published.ZER0LOSE_WIN_FIRST
    yield _tic_tac_toe("alpha-beta, draws first", "alphabeta", TerminalValue.DRAW_FIRST, theirs, corrected)
    yield _tic_tac_toe("alpha-beta, wins first", "alphabeta", TerminalValue.SOONER, corrected)
    for discs, value in published.ZER0LOSE_QUADRUPLETS:
        note = published.ZER0LOSE_DOCUMENTED if "o" not in discs and value else None
        yield counted(
            ZER0LOSE, f"quadruplet {discs}", value, either_engine.value_of_line(discs, "quadruplets"), note=note
        )


def _tic_tac_toe(
    name: str, algorithm: str, ends: TerminalValue, figures: published.Whole, corrected: published.Whole | None = None
) -> Experiment:
    def slip(instead: int) -> Slip | None:
        return Slip(instead, published.ZER0LOSE_SLIP) if corrected else None

    right = corrected or figures
    return searched(
        ZER0LOSE,
        f"tic-tac-toe, {name}",
        figures.nodes,
        Search("tictactoe", "", algorithm, "quadruplets", 9, ends),
        Question("nodes", figures.nodes, nodes_of, slip(right.nodes)),
        Question("leaves", figures.leaves, lambda found: found.counts.leaves, slip(right.leaves)),
    )
