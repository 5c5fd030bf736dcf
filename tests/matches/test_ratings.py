"""Elo differences and ratings against closed forms and textbook values."""

from __future__ import annotations

from itertools import combinations
from math import inf, log, log10, sqrt
from random import Random

import pytest

from fourcast.matches.ratings import Pentanomial, bradley_terry, difference, elo_of, expected_score, wilson

ELO_PER_LOG = 400 / log(10)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    # Wilson's interval at 95 %, as printed in tables (Newcombe 1998, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_the_one_in_the_tables(hits: int, trials: int, low: float, high: float) -> None:
    found = wilson(hits / trials, trials)
    assert [round(end, 4) for end in found] == [low, high]


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.64), (200, 0.76), (400, 0.91), (-200, 0.24)])
def test_the_expected_score_is_the_one_of_the_elo_table(elo: float, score: float) -> None:
    assert round(expected_score(elo), 2) == score
    assert elo_of(expected_score(elo)) == pytest.approx(elo)


def test_pairs_that_are_won_or_lost_whole_have_wilsons_interval() -> None:
    found = difference((15, 0, 0, 0, 133))
    assert found is not None
    assert found.elo.high == pytest.approx(400 * log10((1 - 0.0624) / 0.0624), abs=1)
    assert found.elo.low == pytest.approx(400 * log10((1 - 0.1605) / 0.1605), abs=1)


def test_of_many_pairs_the_interval_is_that_of_the_normal_distribution() -> None:
    pairs: Pentanomial = (800, 1700, 4600, 1900, 1000)
    scores = [0.0, 0.25, 0.5, 0.75, 1.0]
    mean = sum(n * s for n, s in zip(pairs, scores, strict=True)) / 10_000
    error = sqrt(sum(n * (s - mean) ** 2 for n, s in zip(pairs, scores, strict=True)) / 10_000 / 10_000)
    found = difference(pairs)
    assert found is not None
    assert found.elo.value == pytest.approx(400 * log10(mean / (1 - mean)))
    assert found.low == pytest.approx(mean - 1.95996 * error, abs=2e-5)
    assert found.high == pytest.approx(mean + 1.95996 * error, abs=2e-5)


def test_winning_everything_is_no_proof_of_infinite_strength() -> None:
    found = difference((0, 0, 0, 0, 10))
    assert found is not None
    assert found.elo.value == found.elo.high == inf
    assert found.elo.low == pytest.approx(elo_of(0.7225), abs=1)  # Wilson, 10 of 10: from 0.7225
    assert 0.5 < found.superiority < 1


def test_pairs_that_are_all_even_leave_some_doubt_that_more_of_them_make_smaller() -> None:
    widths = []
    for count in (1, 10, 100, 1000):
        found = difference((0, 0, count, 0, 0))
        assert found is not None
        assert found.elo.value == 0
        assert found.superiority == pytest.approx(0.5)
        widths.append(found.elo.high - found.elo.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 300
    assert 0 < widths[-1] < 5


def test_the_interval_covers_the_truth_in_95_of_100_matches() -> None:
    # 2000 matches of 50 pairs: with a coverage of 95 %, 93.5 to 96.5 are three standard deviations.
    dice, weights = Random(1), [10, 15, 40, 20, 15]
    truth = sum(w * s for w, s in zip(weights, [0.0, 0.25, 0.5, 0.75, 1.0], strict=True)) / 100
    covered = 0
    for _ in range(2000):
        drawn = dice.choices(range(5), weights, k=50)
        found = difference([drawn.count(place) for place in range(5)])
        assert found is not None
        covered += found.low <= truth <= found.high
    assert 0.935 <= covered / 2000 <= 0.965


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    found = bradley_terry({("a", "b"): 75.0}, {("a", "b"): 100}, ["a", "b"], prior=0)
    assert found["a"].elo - found["b"].elo == pytest.approx(400 * log10(3))
    assert found["a"].elo == pytest.approx(-found["b"].elo)
    # The difference has the variance 1 / (n p q) on the scale of logarithms; each is half of it from the average.
    assert found["a"].error == pytest.approx(1.95996 * ELO_PER_LOG / sqrt(100 * 0.75 * 0.25) / 2, rel=1e-4)


def test_in_a_chain_every_link_is_rated_as_if_it_were_alone() -> None:
    points = {("a", "b"): 30.0, ("b", "c"): 36.0}
    games = {("a", "b"): 40, ("b", "c"): 40}
    found = bradley_terry(points, games, ["c", "b", "a"], prior=0)
    assert found["a"].elo - found["b"].elo == pytest.approx(400 * log10(3))
    assert found["b"].elo - found["c"].elo == pytest.approx(400 * log10(9))
    assert sum(rating.elo for rating in found.values()) == pytest.approx(0)


def test_players_that_beat_each_other_in_a_circle_are_equal() -> None:
    points = {("a", "b"): 8.0, ("b", "c"): 8.0, ("a", "c"): 2.0}
    found = bradley_terry(points, dict.fromkeys(points, 10), ["a", "b", "c"])
    assert [rating.elo for rating in found.values()] == pytest.approx([0, 0, 0])


def test_the_prior_is_so_many_draws_against_the_average() -> None:
    found = bradley_terry({("a", "b"): 10.0}, {("a", "b"): 10}, ["a", "b"], prior=1.0)
    strength = (found["a"].elo - found["b"].elo) / 2 / ELO_PER_LOG
    # 10 points of 10 against b, half a point of 1 against the average: as many as are expected.
    expected = 10 / (1 + 10 ** (-4 * strength * ELO_PER_LOG / 2 / 400)) + 1 / (
        1 + 10 ** (-strength * ELO_PER_LOG / 400)
    )
    assert expected == pytest.approx(10.5, abs=1e-6)


def test_more_games_make_the_error_smaller_by_their_root() -> None:
    few, many = (
        bradley_terry({("a", "b"): 0.6 * games}, {("a", "b"): games}, ["a", "b"], prior=0)["a"].error
        for games in (100, 400)
    )
    assert few == pytest.approx(2 * many)


def test_a_player_that_never_played_is_average_and_unknown() -> None:
    found = bradley_terry({("a", "b"): 6.0}, {("a", "b"): 10}, ["a", "b", "c"])
    assert found["c"].elo == pytest.approx(0, abs=1e-6)
    assert found["c"].error > 400


@pytest.mark.parametrize("whole", [pytest.param(1.0, id="pairs won whole"), pytest.param(0.0, id="games on their own")])
def test_the_interval_covers_the_truth_however_the_games_of_a_pair_depend_on_each_other(whole: float) -> None:
    """Four players of known strength, 30 pairs each two; the second game of a pair repeats the first so often."""
    dice, truth = Random(9), {"a": 90.0, "b": 30.0, "c": -30.0, "d": -90.0}
    covered = 0
    for _ in range(300):
        points: dict[tuple[str, str], float] = {}
        pairs: dict[tuple[str, str], Pentanomial] = {}
        for first, second in combinations(truth, 2):
            chance = 1 / (1 + 10 ** ((truth[second] - truth[first]) / 400))
            scores = []
            for _ in range(30):
                one = dice.random() < chance
                scores.append(one + (one if dice.random() < whole else dice.random() < chance))
            points[first, second] = float(sum(scores))
            pairs[first, second] = scores.count(0), 0, scores.count(1), 0, scores.count(2)
        found = bradley_terry(points, dict.fromkeys(points, 60), list(truth), pairs=pairs)
        covered += sum(abs(found[name].elo - elo) <= found[name].error for name, elo in truth.items())
    assert 0.93 <= covered / 1200 <= 0.975


@pytest.mark.parametrize(
    ("pairs", "nelo", "error"),
    [  # from the tests of fastchess, app/tests/elo_test.cpp
        ((34, 54, 63, 64, 75), 57.94, 28.28),
        ((332, 433, 498, 333, 334), -9.17, 10.96),
        ((7895, 8757, 5685, 568, 9999), -19.01, 2.65),
    ],
)
def test_normalized_elo_is_that_of_fastchess(pairs: Pentanomial, nelo: float, error: float) -> None:
    found = difference(pairs)
    assert found is not None
    assert found.nelo.value == pytest.approx(nelo, abs=0.005)
    assert (found.nelo.high - found.nelo.low) / 2 == pytest.approx(error, rel=0.03)


def test_normalized_elo_of_equal_pairs_is_nothing_or_infinite() -> None:
    even, won = difference((0, 0, 10, 0, 0)), difference((0, 0, 0, 0, 10))
    assert even is not None
    assert won is not None
    assert (even.nelo.value, won.nelo.value, won.nelo.high) == (0.0, inf, inf)
    assert 0 < won.nelo.low < inf


def test_ratings_are_those_of_ordo() -> None:
    # A tournament of 900 games (`tools/check_ratings.py`), rated by Ordo 1.2.6 with -a 0 -z 200.24.
    rated = {"level3": 359.78, "level2": 319.17, "mcts": 172.01, "greedy": 27.86, "level1": -6.17, "random": -872.64}
    points = {
        ("random", "greedy"): 0,
        ("random", "level1"): 1,
        ("random", "level2"): 0,
        ("random", "level3"): 0,
        ("random", "mcts"): 0,
        ("greedy", "level1"): 30,
        ("greedy", "level2"): 9.5,
        ("greedy", "level3"): 10.5,
        ("greedy", "mcts"): 18,
        ("level1", "level2"): 5,
        ("level1", "level3"): 6,
        ("level1", "mcts"): 17,
        ("level2", "level3"): 23.5,
        ("level2", "mcts"): 42,
        ("level3", "mcts"): 44,
    }
    found = bradley_terry(points, dict.fromkeys(points, 60), list(rated), prior=0.0)
    assert {name: rating.elo for name, rating in found.items()} == pytest.approx(rated, abs=0.01)
    printed = bradley_terry(points, dict.fromkeys(points, 60), list(rated))
    assert all(abs(rating.elo - rated[name]) < rating.error for name, rating in printed.items())
