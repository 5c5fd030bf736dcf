"""Comparing searches on one position: an experiment of one position whose rows come one by one, in this process.

A second grid, of the same searches at random positions, shows how much each saves from position to position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isclose
from typing import Final

from fourcast.algorithms import SearchSpec, StopFlag, Stopped
from fourcast.datasets import SEED, random_positions
from fourcast.experiments.cells import Cell, measure
from fourcast.experiments.grids import SearchGrid
from fourcast.experiments.points import spread_of
from fourcast.experiments.rows import LEFT_OUT, Row
from fourcast.experiments.significance import median_interval
from fourcast.experiments.titles import pruning_name, search_phrase, search_title
from fourcast.native import Engine
from fourcast.rules import Position, Rules, position_text

POSITIONS: Final = 24
"""Default number of random positions."""
SPREAD_DEPTH: Final = 6
"""Maximum depth of the searches at random positions."""


def comparison(
    position: Position,
    specs: Sequence[SearchSpec],
    depths: Sequence[int],
    *,
    evaluation: str | None = None,
    engine: Engine | None = None,
    seconds: float = 30.0,
    nodes: int | None = None,
    repeats: int = 1,
) -> SearchGrid:
    """A grid of one position. `seconds` and `nodes` limit each search, which runs `repeats` times.

    Raises `UsageError` for a search that is not possible.
    """
    is_start = position == position.rules.start()
    return SearchGrid.read(
        {
            "variants": str(position.rules),
            "start": "" if is_start else position_text(position),
            "algorithms": [spec.short for spec in specs],
            "depths": list(depths),
            "evaluations": [evaluation] if evaluation else (),
            "engine": engine,
            "budget": float(seconds),
            "max_nodes": nodes,
            "repeats": repeats,
        }
    )


def spread_grid(grid: SearchGrid, count: int, *, seed: int = SEED, seconds: float | None = None) -> SearchGrid:
    """Every search of a comparison at random positions of its game, in each of which there is room for as many moves as
    are searched."""
    rules, depth = Rules.parse(grid.variants[0]), min(SPREAD_DEPTH, max(grid.amounts))
    cells = rules.shape.cells
    plies = range(1, max(1, min(cells // 2, cells - int(depth))) + 1)
    positions = tuple(moves for moves, _ in random_positions(rules, count, plies=plies, seed=seed))
    budget = grid.budget if seconds is None else min(grid.budget, seconds)
    return replace(grid, start="", positions=positions, depths=(int(depth),), repeats=1, budget=budget)


def default_specs(rules: Rules) -> list[SearchSpec]:
    """What is compared by default: every form of pruning, then the last one with a table."""
    forms = pruning_forms(rules)
    return [*forms, forms[-1].with_settings(table="on")]


def pruning_forms(rules: Rules) -> list[SearchSpec]:
    """No pruning, its forms from weak to strong, and the strongest with a better move order."""
    names = ("expectiminimax", "star1", "star2") if rules.drift else ("minimax", "shallow", "alphabeta")
    return [*map(SearchSpec, names), SearchSpec(names[-1], order="centre")]


def live_rows(grid: SearchGrid, stop: StopFlag | None = None) -> Iterator[Row]:
    """Run the searches of a grid one after another; every row as soon as it is known, with the least time of its
    repeats: what else the machine does can only add to it. A search over its budget is not tried at greater depths.
    Ends early when `stop` is set."""
    given_up: set[Cell] = set()
    for cell, repeats in groupby(grid.cells(alone=True), key=lambda cell: replace(cell, repeat=1)):
        search = replace(cell, amount=0)
        if search in given_up:
            yield Row.without_result(grid.name, cell, LEFT_OUT)
            continue
        row = _repeated_row(grid.name, list(repeats), stop)
        if row is None:
            return
        if not row.done:
            given_up.add(search)
        yield row


def _repeated_row(part: str, repeats: Sequence[Cell], stop: StopFlag | None) -> Row | None:
    """The row of a search that is repeated; None if it was stopped before a result."""
    times: list[float] = []
    row: Row | None = None
    for cell in repeats:
        latest = Row.of(part, cell, measure(cell, stop=stop))
        if latest.state == Stopped.ASKED.value:
            if row is None:
                return None
            break
        if row and not latest.done:  # slower than before: the first result stays
            break
        row = latest
        times.append(latest.seconds)
        if not latest.done:
            break
    assert row
    return replace(row, repeat=1, seconds=min(times))


def finding(rows: Iterable[Row]) -> str | None:
    """One sentence on the greatest depth that two searches have reached."""
    by_depth: dict[int, list[Row]] = {}
    for row in rows:
        if row.done:
            by_depth.setdefault(row.depth, []).append(row)
    depth = max((depth for depth, some in by_depth.items() if len(some) > 1), default=None)
    if depth is None:
        return None
    most = max(by_depth[depth], key=lambda row: row.nodes)
    fewest = min(by_depth[depth], key=lambda row: row.nodes)
    if fewest.nodes == most.nodes:
        return f"At depth {depth} all searches visit the same number of nodes."
    ratio = most.nodes / fewest.nodes
    times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"
    assert fewest.value is not None
    assert most.value is not None
    if isclose(fewest.value, most.value, abs_tol=1e-9):  # means are summed in another order
        value = f"finds the same value, {fewest.value_text}"
    else:
        value = f"finds another value, {fewest.value_text} instead of {most.value_text}"
    first, second = search_phrase(fewest.spec), search_phrase(most.spec)
    return f"At depth {depth}, {first} visits {times} times fewer nodes than {second} and {value}."


@dataclass(frozen=True)
class Box:
    """The moves made by one search: five numbers of a box plot, and the interval of the median at 95 %."""

    form: str
    positions: int
    min: float
    lower: float
    median: float
    upper: float
    max: float
    median_interval: tuple[float, float] | None = None
    """By order statistics; None of fewer than six positions."""


def boxes(rows: Iterable[Row]) -> list[Box]:
    """A box for each search, over the positions where none was over its budget."""
    rows = list(rows)
    unfinished = {row.position for row in rows if not row.done}
    specs = {row.spec for row in rows}
    name = pruning_name if len(set(map(pruning_name, specs))) == len(specs) else search_title
    by_form: dict[str, list[int]] = {}
    for row in rows:
        if row.position not in unfinished:
            by_form.setdefault(name(row.spec), []).append(row.dropped)
    result = []
    for form, dropped in by_form.items():
        spread = spread_of(dropped)
        assert spread
        numbers = (min(dropped), spread.lower, spread.median, spread.upper, max(dropped))
        result.append(Box(form, len(dropped), *numbers, median_interval(dropped)))
    return result
