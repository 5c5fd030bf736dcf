"""Positions of every variant for the tests of the solvers: by random play, and all that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray
from support.strategies import play_out

from fourcast.rules import Position, Rules


def random_positions(spec: str, number: int, *, seed: int, empty: range | None = None) -> Iterator[Position]:
    """So many positions with so many empty cells; finished games are among them."""
    rng, rules = Random(seed), Rules.parse(spec)
    longest = rules.max_plies or 3 * rules.shape.cells
    while number:
        played = play_out(rules.start(), rng, longest).positions
        fitting = [at for at in played if empty is None or rules.shape.cells - at.discs in empty]
        if fitting:
            number -= 1
            yield rng.choice(fitting)


def unfinished_positions(spec: str, number: int, empty: range, seed: int) -> Iterator[Position]:
    """So many positions with so many empty cells, in none of which the game is over."""
    for position in random_positions(spec, 1000 * number, seed=seed, empty=empty):
        if not position.outcome:
            number -= 1
            yield position
        if not number:
            return


def every_position(spec: str) -> list[Position]:
    """All that can be reached."""
    start = Rules.parse(spec).start()
    positions, unvisited = {start}, [start]
    while unvisited:
        position = unvisited.pop()
        for successor in position.successors():
            if successor.position not in positions:
                positions.add(successor.position)
                unvisited.append(successor.position)
    return list(positions)


def boards_of(positions: Sequence[Position]) -> NDArray[np.int64]:
    """As an array, cell by cell: top row first, 0 empty, 1 first player, 2 second."""
    shape, signs = positions[0].rules.shape, {None: 0, 0: 1, 1: 2}
    rows, columns = reversed(range(shape.height)), range(shape.width)
    cells = [(column, row) for row in rows for column in columns]
    flat = [[signs[position.owner(*cell)] for cell in cells] for position in positions]
    return np.array(flat, np.int64).reshape(-1, shape.height, shape.width)
