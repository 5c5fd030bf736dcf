"""Tests of published claims that do not hold, named by `check` in experiment files.

The positions are random but always the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from fourcast.algorithms import SearchResult, SearchSpec, TableMode
from fourcast.datasets import SEED, winning_moves
from fourcast.engine import search
from fourcast.evals import TerminalValue, find_eval
from fourcast.native import Engine
from fourcast.rules import Position, Rules, random_position


@dataclass(frozen=True)
class ClaimResult:
    """The outcome of a test: a sentence, the figures behind it, and whether the claim holds."""

    sentence: str
    figures: dict[str, int]
    holds: bool


LATE: Final = (8, 9, 10)
"""Empty cells of the positions that are solved to the end."""
LATE_EACH: Final = 60


def heuristic_overestimates(engine: Engine) -> ClaimResult:
    """Solve late positions to the end and compare the margin with the heuristic value for the side to move."""
    rules, rng = Rules.parse("most-lines"), Random(SEED)
    names = ("potential-lines", "lines-and-potential")
    spec = SearchSpec("alphabeta", eval=names[0], order="centre", terminal=TerminalValue.SOONER)
    figures = {"positions": LATE_EACH * len(LATE)}
    figures |= {f"{name}, {empty} empty": 0 for name in names for empty in LATE}
    worst = 0.0
    for empty in LATE:
        for _ in range(LATE_EACH):
            position = random_position(rules, rules.shape.cells - empty, rng)
            margin = _search(position, spec, engine, depth=empty).value
            for name in names:
                estimate = find_eval(name).evaluate(position, position.turn)
                figures[f"{name}, {empty} empty"] += estimate > margin
                worst = max(worst, estimate - margin)
    totals = {name: sum(figures[f"{name}, {empty} empty"] for empty in LATE) for name in names}
    positions = figures["positions"]
    sentence = (
        f"Of {positions} positions with {LATE[0]} to {LATE[-1]} empty cells, solved to the end, the heuristic promises "
        f"the side to move more lines than it gets in {_share(totals[names[0]], positions)}, and in "
        f"{_share(totals[names[1]], positions)} with complete lines counted too; by up to {worst:g} lines."
    )
    return ClaimResult(sentence, figures | totals, not any(totals.values()))


BOUND_POSITIONS: Final = 40
BOUND_DEPTH: Final = 4
BOUND_PLIES: Final = (6, 20)


def old_bounds_hold(engine: Engine) -> ClaimResult:
    """Deepen from the same positions without a table, and with the values of the last iteration as bounds."""
    rules, rng = Rules.parse("extended"), Random(SEED)
    values = moves = with_bounds = without = 0
    for _ in range(BOUND_POSITIONS):
        position = random_position(rules, rng.randint(*BOUND_PLIES), rng)
        true, trusting = (
            _search(
                position,
                SearchSpec("alphabeta", eval="filled-runs", table=table),
                engine,
                depth=BOUND_DEPTH,
                nodes=10**9,
            )
            for table in (TableMode.OFF, TableMode.OLD_BOUNDS)
        )
        values += true.value != trusting.value
        moves += true.move != trusting.move
        without += true.nodes
        with_bounds += trusting.nodes
    saved = 1 - with_bounds / without
    sentence = (
        f"On {BOUND_POSITIONS} positions searched to depth {BOUND_DEPTH}, using the values of the last iteration as "
        f"bounds changes the value of {values} and the move of {moves}, for {saved:.0%} fewer nodes."
    )
    figures = {
        "positions": BOUND_POSITIONS,
        "values changed": values,
        "moves changed": moves,
        "nodes without": without,
        "nodes with": with_bounds,
    }
    return ClaimResult(sentence, figures, not values and not moves)


WIN_POSITIONS: Final = 40
WIN_LEVEL: Final = 4
WIN_PLIES: Final = (6, 30)
WIN_ALGORITHMS: Final = ("minimax", "shallow", "shallow-equal", "alphabeta-hard")
WIN_TERMINALS: Final = (TerminalValue.EVALUATED, TerminalValue.SOONER)


def pruning_misses_wins(engine: Engine) -> ClaimResult:
    """Count moves that do not win although one does: with and without pruning, with both values of wins."""
    rules, rng = Rules.parse("classic,width=8"), Random(SEED)
    missed = {f"{name}, {terminal.value}": 0 for terminal in WIN_TERMINALS for name in WIN_ALGORITHMS}
    positions = 0
    while positions < WIN_POSITIONS:
        position = random_position(rules, rng.randint(*WIN_PLIES), rng)
        wins = winning_moves(position)
        if not wins:
            continue
        positions += 1
        for terminal in WIN_TERMINALS:
            for name in WIN_ALGORITHMS:
                spec = SearchSpec(name, eval="line-counts", terminal=terminal)
                missed[f"{name}, {terminal.value}"] += _search(position, spec, engine, depth=WIN_LEVEL).move not in wins
    evaluated, sooner = ([missed[f"{name}, {terminal.value}"] for name in WIN_ALGORITHMS] for terminal in WIN_TERMINALS)
    same = len(set(evaluated)) == 1
    pruned = "as often with each form of pruning" if same else "not as often with pruning"
    sentence = (
        f"Of {WIN_POSITIONS} positions with a winning move, level {WIN_LEVEL} without pruning misses it in "
        f"{_share(evaluated[0], WIN_POSITIONS)}, and {pruned}: all wins have one value there, and ties keep the first "
        f"column. Where a sooner win has a higher value, {sum(sooner) or 'none'} are missed."
    )
    return ClaimResult(sentence, {"positions": WIN_POSITIONS} | missed, not same)


TESTS: Final[dict[str, Callable[[Engine], ClaimResult]]] = {
    test.__name__: test for test in (heuristic_overestimates, old_bounds_hold, pruning_misses_wins)
}
"""The tests by name."""


def _search(
    position: Position, spec: SearchSpec, engine: Engine, *, depth: int, nodes: int | None = None
) -> SearchResult:
    result = search(position, spec, depth=depth, nodes=nodes, engine=engine)
    if result.stopped:  # Ctrl-C: half a test has no verdict
        raise KeyboardInterrupt
    return result


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})"
