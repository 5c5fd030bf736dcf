"""How much pruning saves from position to position: discs dropped by each form of it, over random positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import quantiles
from typing import Final

from fourcast.algorithms import StopFlag
from fourcast.evals import Eval
from fourcast.experiments.compare.comparison import Comparison
from fourcast.experiments.compare.look import Budget
from fourcast.experiments.compare.ways import Way, form_name
from fourcast.native import Engine
from fourcast.rules import Chance, Ply, Position, Rules, chance_rng, line_text

POSITIONS: Final = 24
SEED: Final = 1
TRIES: Final = 1000
"""Random games in a row that find nothing new: then there are no more positions to be had."""


@dataclass(frozen=True)
class Sample:
    """What one form of pruning cost at one position."""

    form: str
    algorithm: str
    depth: int
    rules: str
    moves: str
    dropped: int


@dataclass(frozen=True)
class Box:
    """The spread of one form: the least, three quartiles, the most."""

    form: str
    positions: int
    least: float
    lower: float
    middle: float
    upper: float
    most: float


def random_positions(rules: Rules, count: int, *, depth: int, seed: int = SEED) -> list[tuple[str, Position]]:
    """Different positions of unfinished games, and the moves that lead to them; the same for the same seed. In each
    there is room for as many moves as will be looked ahead, where the board is large enough for that."""
    cells = rules.shape.cells
    most = max(1, min(cells // 2, cells - depth))
    return random_positions_after(rules, count, plies=range(1, most + 1), seed=seed)


def random_positions_after(rules: Rules, count: int, *, plies: range, seed: int = SEED) -> list[tuple[str, Position]]:
    """Different positions of unfinished games after so many moves, as far as random play finds them."""
    dice, luck = Random(seed), chance_rng(seed)
    found: dict[Position, str] = {}
    fruitless = 0
    while len(found) < count and fruitless < TRIES:
        length = plies[int(dice.random() * len(plies))]  # only `random` is the same in every version of Python
        moves, position = _random_game(rules, length, dice, luck)
        fruitless += 1
        if not position.outcome and position not in found:
            found[position] = moves
            fruitless = 0
    return [(moves, position) for position, moves in found.items()]


def samples(
    positions: Sequence[tuple[str, Position]],
    ways: Sequence[Way],
    depth: int,
    evaluation: Eval,
    *,
    engine: Engine | None = None,
    budget: Budget | None = None,
    stop: StopFlag | None = None,
) -> Iterator[Sample]:
    """What each way drops at each position, position by position. One that is over the budget of any way is left out
    whole, so that all are judged by the same positions."""
    for moves, position in positions:
        comparison = Comparison(position, ways, [depth], evaluation, engine, budget or Budget())
        rows = list(comparison.rows(stop))
        if stop and stop.is_set():
            return
        if all(row.done for row in rows):
            spec = str(position.rules)
            for way, row in zip(ways, rows, strict=True):
                yield Sample(form_name(way), str(way), depth, spec, moves, row.dropped)


def boxes(taken: Iterable[Sample]) -> list[Box]:
    """The five numbers of a box plot for each form."""
    by_form: dict[str, list[int]] = {}
    for sample in taken:
        by_form.setdefault(sample.form, []).append(sample.dropped)
    return [
        Box(form, len(dropped), min(dropped), *_quartiles(dropped), max(dropped)) for form, dropped in by_form.items()
    ]


def _quartiles(numbers: list[int]) -> tuple[float, float, float]:
    if len(numbers) == 1:
        return (float(numbers[0]),) * 3
    lower, middle, upper = quantiles(numbers, method="inclusive")
    return lower, middle, upper


def _random_game(rules: Rules, length: int, dice: Random, luck: Random) -> tuple[str, Position]:
    """So many random moves, fewer if the game ends before."""
    line: list[Ply] = []
    position = rules.start()
    while len(line) < length and not position.outcome:
        moves = position.generate_moves()
        move = moves[int(dice.random() * len(moves))]
        after = position.play_unchecked(move)
        ply = Ply(move, after.sample(luck).column if isinstance(after, Chance) else None)
        position = position.follow(ply)
        line.append(ply)
    return line_text(rules, line), position
