"""Where luck comes from: a seeded source that picks among the branches of a chance."""

from __future__ import annotations

from math import lcm
from random import Random

from fourcast.rules.position import Branch, Chance


class Luck:
    """Picks branches by their exact probabilities; the same seed gives the same luck."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(None if seed is None else f"luck {seed}")  # not the stream of an agent with the same seed

    def branch(self, chance: Chance) -> Branch:
        """One of the branches."""
        parts = [branch.probability for branch in chance.branches]
        common = lcm(*(part.denominator for part in parts))
        return self._random.choices(chance.branches, [int(part * common) for part in parts])[0]
