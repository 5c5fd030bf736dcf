"""A landing is drawn as often as its probability says, and the same seed gives the same landings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from fourcast.rules import Chance, Rules, chance_rng, drop

DRAWS = 60_000


def chance_of(drift: str) -> Chance:
    chance = Rules.parse(f"classic,drift={drift}").start().play_unchecked(drop(3))
    assert isinstance(chance, Chance)
    return chance


@pytest.mark.parametrize(
    ("drift", "shares"),
    [
        ("3:1:1", (Fraction(3, 5), Fraction(1, 5), Fraction(1, 5))),
        ("1:1:0", (Fraction(1, 2), Fraction(1, 2))),
        ("5:9:16", (Fraction(1, 6), Fraction(3, 10), Fraction(8, 15))),  # 30 is no denominator of any of them
        ("999:1:0", (Fraction(999, 1000), Fraction(1, 1000))),
    ],
)
def test_every_branch_comes_as_often_as_its_share(drift: str, shares: tuple[Fraction, ...]) -> None:
    chance = chance_of(drift)
    assert tuple(branch.probability for branch in chance.branches) == shares
    rng = chance_rng(2024)
    seen = Counter(chance.sample(rng).column for _ in range(DRAWS))
    for branch, share in zip(chance.branches, shares, strict=True):
        spread = float(DRAWS * share * (1 - share)) ** 0.5
        assert abs(seen[branch.column] - float(DRAWS * share)) <= 4 * spread + 1


def test_the_same_seed_gives_the_same_landings() -> None:
    chance = chance_of("3:1:1")
    one, same, another = chance_rng(7), chance_rng(7), chance_rng(8)
    picked = [chance.sample(one) for _ in range(50)]
    assert picked == [chance.sample(same) for _ in range(50)]
    assert picked != [chance.sample(another) for _ in range(50)]
