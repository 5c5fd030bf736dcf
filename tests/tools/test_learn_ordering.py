"""Learning the order of moves: what is seen, what is learned from it, and that it is the same board in the mirror."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from learn_ordering import (
    Sample,
    Sampler,
    choices,
    learn,
    load_samples,
    save_samples,
    training_solver,
    worth_of_threats,
)
from support.variant_positions import unfinished_positions

from fourcast.native import THREAT_WEIGHTS, ordering_weights_shape
from fourcast.rules import Player, Position, Rules, drop, other

RULES = Rules.parse("classic")
SMALL = Rules.parse("classic,width=6,height=5")


@pytest.mark.soak  # which compiles the training module first
def test_samples_are_open_positions_of_which_the_cheapest_move_was_found() -> None:
    """A cost is that of reaching the goal with that move alone, so a solver that tries it first needs no more."""
    sampler = Sampler(SMALL, random.Random(1))
    solver = training_solver(SMALL, 4)
    samples = [sample for _ in range(60) for sample in sampler.samples(solver)]
    assert len(samples) > 20
    cells = (1 << SMALL.shape.bits) - 1
    for sample in samples:
        taken = sample.own | sample.other
        assert sample.own & sample.other == 0
        assert taken & ~cells == 0
        full = [taken >> 6 * column + 4 & 1 for column in range(6)]  # five rows and a guard bit
        assert len(sample.costs) == 6
        assert all(cost < 0 for cost, is_full in zip(sample.costs, full, strict=True) if is_full)
        searched = [cost for cost in sample.costs if cost >= 0]
        assert len(searched) > 1
        assert max(searched) > min(searched) < sample.most


def test_what_is_cheap_in_every_sample_is_learned() -> None:
    """Wherever the third column costs least it comes to be put first, and the fifth, its mirror, with it."""
    dice = random.Random(2)
    samples = []
    for _ in range(300):
        costs = [dice.choice([-1, 500, 900]) for _ in range(7)]
        costs[2] = costs[4] = 10
        samples.append(Sample(0, 0, tuple(costs), 3000))
    lessons, _ = learn(RULES, choices(RULES, samples), np.random.default_rng(1))
    assert lessons.shape == ordering_weights_shape(RULES.shape)
    even = 0  # 42 empty cells
    worth = [int(lessons[0, even, column, 0, :, :, 0].sum()) for column in range(4)]
    assert worth[2] > max(worth[0], worth[1], worth[3]) + 32


def test_a_mirrored_position_has_mirrored_features() -> None:
    """A move right of the centre is seen in the mirror; one in the centre column as it stands."""
    own, other = RULES.start().stones
    sample = Sample(own | 1 << 21, other | 1 << 14, (5, 6, 7, 8, 9, 10, 11), 3000)
    image = Sample(1 << 21, 1 << 28, (11, 10, 9, 8, 7, 6, 5), 3000)
    one, two = (choices(RULES, [it]) for it in (sample, image))
    beside_the_centre = [0, 1, 2, 4, 5, 6]  # the centre column is not turned round
    assert np.array_equal(one.features[beside_the_centre], two.features[::-1][beside_the_centre])
    assert np.allclose(one.targets, two.targets[::-1])


def test_samples_are_kept_for_another_time(tmp_path: Path) -> None:
    samples = [Sample(1 << 48 | 5, 2, (-1, 0, 3, 99, 12, 5, 8000), 8000), Sample(0, 0, (1, 2, 3, 4, 5, 6, 7), 3000)]
    assert load_samples(tmp_path / "samples") == []
    save_samples(tmp_path / "samples", samples)
    assert load_samples(tmp_path / "samples") == samples


def threats(position: Position, player: Player) -> set[tuple[int, int]]:
    """Empty cells that would complete a line of four, found by looking along every direction from every cell."""
    shape, found = position.rules.shape, set()
    for column in range(shape.width):
        for row in range(shape.height):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + n * across, row + n * up) for n in range(4)]
                if any(c >= shape.width or not 0 <= r < shape.height for c, r in line):
                    continue
                owners = [position.owner(c, r) for c, r in line]
                if owners.count(player) == 3 and owners.count(None) == 1:
                    found.add(line[owners.index(None)])
    return found


@pytest.mark.parametrize("spec", ["classic", "classic,width=6,height=5"])
def test_threats_are_worth_what_the_solver_says(spec: str) -> None:
    """Fresh ones, by row and by how soon they can be played; nothing at or above a threat of the other side."""
    for position in unfinished_positions(spec, 60, range(10, 30), seed=8):
        shape, mover = position.rules.shape, position.turn
        heights = [sum(position.owner(c, r) is not None for r in range(shape.height)) for c in range(shape.width)]
        open_columns = [c for c in range(shape.width) if heights[c] < shape.height]
        own, theirs = (np.full(len(open_columns), position.stones[player], np.uint64) for player in (mover, 1 - mover))
        rows = np.array([heights[c] for c in open_columns])
        found = worth_of_threats(position.rules, own, theirs, np.array(open_columns), rows)
        odd_rest = (shape.cells - position.discs) % 2
        dead = {(c, r) for c, low in threats(position, other(mover)) for r in range(low, shape.height)}
        for column, worth in zip(open_columns, found, strict=True):
            after = position.play_unchecked(drop(column))
            assert isinstance(after, Position)
            fresh = threats(after, mover) - threats(position, mover) - dead
            wanted = {(c, r) for c, r in fresh if (shape.height - (r + 1)) % 2 != odd_rest}
            soon = {(c, r) for c, r in fresh if r == heights[c] + 1}
            centrality = shape.width - abs(2 * column - (shape.width - 1))
            counted = (len(wanted), len(fresh) - len(wanted), len(soon), centrality)
            assert worth == sum(weight * count for weight, count in zip(THREAT_WEIGHTS, counted, strict=True))
