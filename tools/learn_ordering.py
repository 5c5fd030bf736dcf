"""Train the move ordering weights of the exact solver.

    make training
    python tools/learn_ordering.py \\
        --minutes 60 --samples 7x6.npz --out src/fourcast/native/ordering_weights/7x6.i8

While the solver searches random positions, some of the positions it visits are sampled: every move is searched by
itself, with a node limit, and its cost is recorded. A linear model of the lines through a move's cell and through the
cell above it learns to put the cheap moves first (softmax; the target falls with the cube of the cost). It adds to the
solver's own value of threats, and weights positions by their cost. Each round starts from the weights of the round
before, since another order leads to other positions.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from fourcast.datasets import random_line
from fourcast.files import atomic_file
from fourcast.native import (
    MIN_WEIGHTED_CELLS,
    THREAT_WEIGHTS,
    OrderingWeights,
    load_ordering_weights,
    ordering_weights_shape,
)
from fourcast.rules import Position, Rules

if TYPE_CHECKING:
    from _training import TrainingSolver

SCALE: Final = 64
"""Weights are integers: this many units to the natural logarithm of a probability. So is the value of threats."""
MAX_NODES: Final = 12_000_000
"""Maximum nodes for the search of a position."""
SAMPLES_PER_LAYER: Final = 24
"""Samples in one search among positions with the same number of empty cells."""
MAX_RANDOM_MOVES: Final = 14
"""Maximum random moves before a search."""
COST_EXPONENT: Final = 0.4
"""A position is weighted by its cheapest move's cost to this power: costly ones are near the root."""
EPOCHS: Final = 8
STEP: Final = 0.1
DECAY: Final = 1e-4
BATCH: Final = 64


@dataclass(frozen=True)
class Sample:
    """The cost of proving the goal with each move of a position; −1 for a move that needs no search."""

    own: int
    other: int
    costs: tuple[int, ...]
    most: int

    def is_useful(self) -> bool:
        """Whether a move reaches the goal, and another costs more."""
        known = [cost for cost in self.costs if cost >= 0]
        return min(known) < self.most and max(known) >= max(8, 2 * min(known))


def training_solver(rules: Rules, table_mb: int, weights: OrderingWeights | None = None) -> TrainingSolver:
    """A solver that can be sampled. Default weights: those of the board, if there are any."""
    build = Path(__file__).parent.parent / "build" / "training"
    if str(build) not in sys.path:
        sys.path.append(str(build))
    try:
        import _training
    except ModuleNotFoundError:
        raise SystemExit("The training module is not compiled: run `make training`.") from None
    if weights is None:
        weights = load_ordering_weights(rules.shape)
    if weights is None:
        weights = np.zeros(ordering_weights_shape(rules.shape), np.int8)
    return _training.TrainingSolver(
        rules.shape.width,
        rules.shape.height,
        table_mb,
        threat_weights=THREAT_WEIGHTS,
        line_weights=np.ascontiguousarray(weights.reshape(-1)),
        min_weighted_cells=MIN_WEIGHTED_CELLS,
    )


def node_limit(empty_cells: int) -> int:
    """Maximum nodes for the search of a single move."""
    return 20_000 if empty_cells >= 28 else 8_000 if empty_cells >= 22 else 3_000


class Sampler:
    """Collects samples from searches of random positions."""

    def __init__(self, rules: Rules, rng: random.Random) -> None:
        self._rules, self._rng = rules, rng
        self._limits = [node_limit(cells) for cells in range(rules.shape.cells + 1)]
        self._seen = [0.0] * len(self._limits)

    def samples(self, solver: TrainingSolver) -> Iterator[Sample]:
        """The samples of the search of one position."""
        start = self._start()
        positions, all_costs, visits = solver.sample(
            (start.stones[start.turn], start.stones[1 - start.turn]),
            probabilities=[min(0.2, SAMPLES_PER_LAYER / seen) if seen > 20 else 0.0 for seen in self._seen],
            max_move_nodes=self._limits,
            seed=self._rng.getrandbits(63),
            max_nodes=MAX_NODES,
        )
        self._seen = [
            0.8 * before + 0.2 * now if cells >= MIN_WEIGHTED_CELLS else 0.0
            for cells, (before, now) in enumerate(zip(self._seen, visits, strict=True))
        ]
        for (own, other), costs in zip(positions, all_costs, strict=True):
            cells = self._rules.shape.cells - (own | other).bit_count()
            sample = Sample(own, other, tuple(costs), self._limits[cells])
            if sample.is_useful():
                yield sample

    def _start(self) -> Position:
        while True:
            _, position = random_line(self._rules, self._rng, plies=self._rng.randint(1, MAX_RANDOM_MOVES))
            if not position.outcome:
                return position


# Learning


@dataclass(frozen=True)
class Choices:
    """Samples as arrays: for each, its moves in `first[n]:first[n + 1]`, each with its features and its target."""

    first: NDArray[np.int64]
    features: NDArray[np.int32]
    targets: NDArray[np.float32]
    given: NDArray[np.float64]
    """What the solver makes of a move without lessons."""
    counts: NDArray[np.float64]
    """How much a sample counts."""


def choices(rules: Rules, samples: list[Sample]) -> Choices:
    """What the model sees of samples."""
    width, height = rules.shape.width, rules.shape.height
    stride = height + 1
    rows = [(n, column) for n, sample in enumerate(samples) for column in range(width) if sample.costs[column] >= 0]
    of = np.array([n for n, _ in rows])
    column = np.array([column for _, column in rows])
    own, other = (np.array([getattr(s, side) for s in samples], np.uint64) for side in ("own", "other"))
    boards = np.zeros((len(samples), width, height), np.int8)
    for c in range(width):
        for r in range(height):
            bit = np.uint64(c * stride + r)
            boards[:, c, r] = (own >> bit & np.uint64(1)) + 2 * (other >> bit & np.uint64(1))
    row = (boards != 0).sum(axis=2)[of, column]
    parity = (boards == 0).sum(axis=(1, 2))[of] % 2
    mirrored = 2 * column > width - 1
    seen = np.where(mirrored[:, None, None], boards[of, ::-1], boards[of])
    left = np.where(mirrored, width - 1 - column, column)

    shape = ordering_weights_shape(rules.shape)
    nothing = int(np.prod(shape))  # a feature that is worth 0
    found = []
    for above in (0, 1):
        for direction, slope in enumerate((0, -1, 1)):
            for place in range(4):
                content = np.zeros(len(of), np.int64)
                on_board: NDArray[np.bool_] = row + above < height
                power = 1
                for offset in (n - place for n in range(4) if n != place):
                    across, up = left + offset, row + above + offset * slope
                    on_board = on_board & (across >= 0) & (across < width) & (up >= 0) & (up < height)
                    content += power * seen[np.arange(len(of)), across.clip(0, width - 1), up.clip(0, height - 1)]
                    power *= 3
                at = (np.full(len(of), above), parity, left, (row + above).clip(0, height - 1))
                index = np.ravel_multi_index((*at, direction, place, content), shape)
                found.append(np.where(on_board, index, nothing))
    first = np.searchsorted(of, np.arange(len(samples) + 1))
    return Choices(
        first,
        np.stack(found, axis=1).astype(np.int32),
        _targets(samples, first, rows),
        worth_of_threats(rules, own[of], other[of], column, row) / SCALE,
        _counts(samples),
    )


def worth_of_threats(
    rules: Rules, own: NDArray[np.uint64], other: NDArray[np.uint64], column: NDArray[np.int64], row: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The priority of moves without line weights, as `MoveOrdering` in `core/solver/first_line/ordering.hpp` has it."""
    width, height, stride = rules.shape.width, rules.shape.height, rules.shape.height + 1
    one = np.uint64(1)
    bottom = np.uint64(sum(1 << c * stride for c in range(width)))
    cells = bottom * np.uint64((1 << height) - 1)

    def threats(stones: NDArray[np.uint64], taken: NDArray[np.uint64]) -> NDArray[np.uint64]:
        found = np.zeros_like(stones)
        for step in (1, stride, stride - 1, stride + 1):
            single, double, triple = (np.uint64(n * step) for n in (1, 2, 3))
            found |= (stones << single) & (stones << double) & (stones >> single | stones << triple)
            found |= (stones >> single) & (stones >> double) & (stones << single | stones >> triple)
        return found & cells & ~taken

    taken = own | other
    dead = threats(other, taken)
    for _ in range(height - 1):
        dead |= dead << one & cells
    cell = one << (column * stride + row).astype(np.uint64)
    fresh = threats(own | cell, taken | cell) & ~threats(own, taken) & ~dead
    good_rows = np.uint64(sum(1 << bit for bit in range(rules.shape.bits) if (bit % stride + 1 - height) % 2 == 0))
    even_rest = (rules.shape.cells - np.bitwise_count(taken)) % 2 == 0
    wanted = fresh & np.where(even_rest, ~good_rows, good_rows)
    soon = fresh & ((taken + bottom) & cells) << one
    centrality = width - np.abs(2 * column - (width - 1))
    counted = [np.bitwise_count(some).astype(np.float64) for some in (wanted, fresh & ~wanted, soon)]
    return sum(
        (weight * count for weight, count in zip(THREAT_WEIGHTS, [*counted, centrality], strict=True)), np.zeros(1)
    )


def _counts(samples: list[Sample]) -> NDArray[np.float64]:
    cheapest = np.array([1 + min(cost for cost in sample.costs if cost >= 0) for sample in samples], np.float64)
    counts: NDArray[np.float64] = ((cheapest / np.median(cheapest)) ** COST_EXPONENT).clip(0.1, 5)
    return counts


def _targets(samples: list[Sample], first: NDArray[np.int64], rows: list[tuple[int, int]]) -> NDArray[np.float32]:
    """For each move its share: by the cube of how cheap it is. What was not shown counts as twice the limit."""
    costs = np.array(
        [2 * samples[n].most if samples[n].costs[c] >= samples[n].most else samples[n].costs[c] + 1 for n, c in rows],
        np.float64,
    )
    shares = (np.minimum.reduceat(costs, first[:-1]).repeat(np.diff(first)) / costs) ** 3
    return (shares / np.add.reduceat(shares, first[:-1]).repeat(np.diff(first))).astype(np.float32)


def learn(rules: Rules, data: Choices, rng: np.random.Generator) -> tuple[OrderingWeights, float]:
    """Lessons from choices, by gradient descent with shrinking steps (Adagrad), and the loss on a tenth kept apart."""
    nothing = int(np.prod(ordering_weights_shape(rules.shape)))
    weights = np.zeros(nothing + 1)
    seen = np.full_like(weights, 1e-6)
    apart, taught = np.split(rng.permutation(len(data.counts)), [len(data.counts) // 10])
    for epoch in range(EPOCHS):
        step = STEP * (1 - epoch / EPOCHS) + 0.005
        for batch in np.array_split(rng.permutation(taught), max(1, len(taught) // BATCH)):
            moves, starts = _moves_of(data, batch)
            lengths = np.diff(np.append(starts, len(moves)))
            each = (_chances(weights, data, moves, starts) - data.targets[moves]) * data.counts[batch].repeat(lengths)
            features = data.features[moves]
            slope = DECAY * weights + np.bincount(features.ravel(), each.repeat(features.shape[1]), len(weights))
            slope[nothing] = 0
            seen += slope**2
            weights -= step * slope / np.sqrt(seen)
    moves, starts = _moves_of(data, apart)
    loss = float(-(data.targets[moves] * np.log(_chances(weights, data, moves, starts))).sum() / max(1, len(apart)))
    lessons = np.clip(np.round(SCALE * weights[:-1]), -127, 127).astype(np.int8)
    return lessons.reshape(ordering_weights_shape(rules.shape)), loss


def _moves_of(data: Choices, samples: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The moves of some samples, and where those of each begin among them."""
    lengths = data.first[samples + 1] - data.first[samples]
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    return np.arange(lengths.sum()) + (data.first[samples] - starts).repeat(lengths), starts


def _chances(
    weights: NDArray[np.float64], data: Choices, moves: NDArray[np.int64], starts: NDArray[np.int64]
) -> NDArray[np.float64]:
    worth = weights[data.features[moves]].sum(axis=1) + data.given[moves]
    lengths = np.diff(np.append(starts, len(worth)))
    worth = np.exp(worth - np.maximum.reduceat(worth, starts).repeat(lengths))
    shares: NDArray[np.float64] = worth / np.add.reduceat(worth, starts).repeat(lengths)
    return shares


def save_samples(path: Path, samples: list[Sample]) -> None:
    """Write samples to a file."""
    boards = np.array([(sample.own, sample.other) for sample in samples], np.uint64)
    costs = np.array([sample.costs for sample in samples], np.int32)
    most = np.array([sample.most for sample in samples], np.int32)
    with atomic_file(path) as part, part.open("wb") as file:
        np.savez_compressed(file, boards=boards, costs=costs, most=most)


def load_samples(path: Path) -> list[Sample]:
    """The samples of a file; none if there is no file."""
    if not path.exists():
        return []
    with np.load(path) as data:
        rows = zip(data["boards"].tolist(), data["costs"].tolist(), data["most"].tolist(), strict=True)
        return [Sample(own, other, tuple(costs), most) for (own, other), costs, most in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the move ordering weights of the exact solver.")
    parser.add_argument("--rules", default="classic", help="a first-line game with lines of four")
    parser.add_argument("--minutes", type=float, default=10, help="processor time for sampling, all rounds together")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--afresh",
        action="store_true",
        help="start from zero, not from the weights that the solver uses for this board",
    )
    parser.add_argument("--samples", type=Path, metavar="FILE.npz", help="load samples from there, and save all there")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rules, rng = Rules.parse(options.rules), random.Random(options.seed)
    known = None if options.afresh else load_ordering_weights(rules.shape)
    lessons = np.zeros(ordering_weights_shape(rules.shape), np.int8) if known is None else known
    sampler, samples = Sampler(rules, rng), load_samples(options.samples) if options.samples else []
    for number in range(1, options.rounds + 1):
        solver = training_solver(rules, 8, lessons)
        end = process_time() + 60 * options.minutes / options.rounds
        while process_time() < end:
            samples.extend(sampler.samples(solver))
        if options.samples:
            save_samples(options.samples, samples)
        if len(samples) < BATCH:
            parser.error(f"{len(samples)} samples in round {number} are too few to learn from: give it more --minutes")
        lessons, loss = learn(rules, choices(rules, samples), np.random.default_rng(options.seed))
        with atomic_file(options.out) as part:
            part.write_bytes(lessons.tobytes())
        print(f"round {number}: {len(samples)} samples, loss {loss:.4f}", flush=True)


if __name__ == "__main__":
    main()
