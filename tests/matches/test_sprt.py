"""The sequential test: against Wald's own for wins and losses, and over a thousand simulated matches."""

from __future__ import annotations

from itertools import accumulate
from math import log, sqrt
from pathlib import Path
from random import Random

import pytest

from fourcast.errors import UsageError
from fourcast.matches import Sprt, State, parse_sprt
from fourcast.matches.ratings import PAIR_SCORES, Pentanomial, expected_score


def simulate(test: Sprt, weights: list[float], matches: int, seed: int) -> dict[State, int]:
    """So many matches played until each is decided, with pairs drawn by weight."""
    dice, bounds = Random(seed), list(accumulate(weights))
    ended = dict.fromkeys(State, 0)
    for _ in range(matches):
        counts, state = [0] * 5, State.RUNNING
        while state is State.RUNNING:
            drawn = dice.random() * bounds[-1]
            counts[next(place for place, bound in enumerate(bounds) if drawn < bound)] += 1
            state = test.state(counts)
        ended[state] += 1
    return ended


def tilted(weights: list[float], elo: float) -> list[float]:
    """The distribution with other odds of winning, whose mean is that of a player so much better."""
    low, high = -5.0, 5.0
    for _ in range(100):
        middle = (low + high) / 2
        shifted = [weight * 2 ** (middle * place) for place, weight in enumerate(weights)]
        mean = sum(w * s for w, s in zip(shifted, PAIR_SCORES, strict=True)) / sum(shifted)
        low, high = (middle, high) if mean < expected_score(elo) else (low, middle)
    return shifted


EVEN = [0.1, 0.1, 0.6, 0.1, 0.1]


def test_of_pairs_won_or_lost_whole_the_ratio_is_walds() -> None:
    # One more of each is counted than was played: 61 and 41.
    test = Sprt(10, 70)
    p0, p1 = expected_score(10), expected_score(70)
    wald = 61 * log(p1 / p0) + 41 * log((1 - p1) / (1 - p0))
    assert test.llr((40, 0, 0, 0, 60)) == pytest.approx(wald, abs=1e-9)


def test_of_many_pairs_the_ratio_is_that_of_normal_distributions() -> None:
    pairs: Pentanomial = (900, 1500, 5000, 1700, 902)
    count = sum(pairs)
    mean = sum(n * s for n, s in zip(pairs, PAIR_SCORES, strict=True)) / count
    variance = sum(n * (s - mean) ** 2 for n, s in zip(pairs, PAIR_SCORES, strict=True)) / count
    s0, s1 = expected_score(0), expected_score(5)
    normal = count * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 5).llr(pairs) == pytest.approx(normal, rel=0.01)


def test_swapping_the_players_and_the_hypotheses_turns_the_ratio_round() -> None:
    pairs: Pentanomial = (3, 5, 20, 9, 8)
    assert Sprt(0, 30).llr(pairs) == pytest.approx(-Sprt(-30, 0).llr((8, 9, 20, 5, 3)))


def test_before_the_first_pair_nothing_is_known() -> None:
    assert Sprt(-10, 10).llr((0, 0, 0, 0, 0)) == pytest.approx(0)
    assert Sprt().state((0, 0, 0, 0, 0)) is State.RUNNING


def test_of_1000_matches_between_equals_at_most_5_in_100_are_taken_for_better() -> None:
    # The promise is 5 %. The bounds let 3.5 % happen (Ville's inequality), from which 5 % of 1000 are 2.6 standard
    # deviations away; were it 7 %, more than 50 would be accepted with a chance of 99 %. The seed is fixed.
    ended = simulate(Sprt(0, 50), EVEN, 1000, seed=1)
    assert ended[State.ACCEPTED] <= 50
    assert ended[State.ACCEPTED] + ended[State.REJECTED] == 1000


def test_who_is_better_by_the_larger_difference_is_found_out() -> None:
    # Power: H1 holds, and is missed in at most 5 of 100; 300 matches, three standard deviations are 11.
    ended = simulate(Sprt(0, 50), tilted(EVEN, 50), 300, seed=2)
    assert ended[State.REJECTED] <= 300 * 0.05 + 3 * sqrt(300 * 0.05 * 0.95)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("weights", [EVEN, [0.25, 0.0, 0.5, 0.0, 0.25], [0.02, 0.2, 0.56, 0.2, 0.02]])
def test_the_usual_test_takes_at_most_5_in_100_equals_for_better(weights: list[float]) -> None:
    ended = simulate(Sprt(), weights, 1000, seed=3)
    assert ended[State.ACCEPTED] <= 50


@pytest.mark.parametrize("text", ["20", "a,b", "20,0", "5,5", "0,20,40", "0,99999"])
def test_a_test_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_sprt(text)


def test_the_page_of_matches_names_the_bounds_and_the_usual_ones() -> None:
    page = (Path(__file__).parents[2] / "docs" / "matches.md").read_text(encoding="utf-8")
    assert f"which is ±{log(1 / (0.7 * 0.05)):.2f} for α = β = 0.05" in page
    assert f"are ±{log(0.95 / 0.05):.2f} and hold only" in page
    assert Sprt().bounds == pytest.approx((-log(1 / (0.7 * 0.05)), log(1 / (0.7 * 0.05))))
