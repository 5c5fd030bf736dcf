"""Positions of small boards of every variant, reached by random play, for the tests of the solvers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from strategies import play_out

from fourcast.rules import Position, parse_rules


def random_positions(spec: str, number: int, seed: int, *, empty: int | None = None) -> Iterator[Position]:
    """So many positions, with at most so many empty cells; games that are over are among them."""
    dice, rules = Random(seed), parse_rules(spec)
    while number:
        played = play_out(rules.start(), dice, dice.randrange(rules.shape.cells + 6)).positions[-1]
        if empty is None or rules.shape.cells - played.discs <= empty:
            number -= 1
            yield played
