"""Sets of positions of the classic game by phase and difficulty: drawn at random, or read from a file.

The phase is the number of discs, the difficulty the number of moves to the end of the game under best play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from fourcast.datasets import SEED, draw, moves_text, random_quiet_game
from fourcast.environment import cpu_count
from fourcast.errors import NotationError, quote
from fourcast.rules import Position, Rules, position_after
from fourcast.solver import FirstLineBackend, SolveOptions, plies_to_end

RULES: Final = Rules.parse("classic")

PHASES: Final[Mapping[str, range]] = {"begin": range(4, 14), "middle": range(14, 28), "end": range(28, 42)}
"""Discs played. The first few are left out: peers take minutes there, and `--empty` measures the empty board."""

DIFFICULTIES: Final[Mapping[str, range]] = {"easy": range(1, 14), "medium": range(14, 28), "hard": range(28, 43)}
"""Moves left to the end of the game."""

TRIVIAL: Final = 2
"""Positions that are won within this many moves measure nothing and are left out."""

COUNTS: Final[Mapping[str, int]] = {
    "end-easy": 1000,
    "middle-easy": 500,
    "middle-medium": 60,
    "begin-easy": 50,
    "begin-medium": 25,
    "begin-hard": 5,
}
"""The sets, and the default number of positions of each."""

EMPTY: Final = "empty"


class Scored(NamedTuple):
    """A position, the moves that lead to it, and its exact score to the side to move."""

    moves: str
    position: Position
    score: int
    moves_left: int
    """To the end of the game under best play; a draw ends with the full board."""


@dataclass(frozen=True)
class PositionSet:
    """Positions that are measured together."""

    name: str
    positions: tuple[Scored, ...]

    @property
    def is_easy(self) -> bool:
        """Whether most positions are easy; a set from a file may mix difficulties."""
        return 2 * sum(scored.moves_left in DIFFICULTIES["easy"] for scored in self.positions) > len(self.positions)


def make_set(name: str, count: int, solver: FirstLineBackend, *, seed: int = SEED) -> PositionSet:
    """The first positions of a set, which depend on the seed alone."""
    phase, difficulty = name.split("-")
    fitting = (
        _scored(moves, position, solver)
        for moves, position in random_positions(PHASES[phase], seed, solver)
        if _is_over_in(DIFFICULTIES[difficulty], position, solver)
    )
    return PositionSet(name, tuple(islice(fitting, count)))


def empty_board(solver: FirstLineBackend) -> PositionSet:
    """The set of the empty board alone."""
    return PositionSet(EMPTY, (_scored("", RULES.start(), solver),))


def read_set(path: Path, solver: FirstLineBackend) -> PositionSet:
    """Read a set from a file of lines `moves [score]`. Missing scores are computed."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file. Give one with lines `moves [score]`.") from None
    scored = []
    for number, words in enumerate(map(str.split, lines), start=1):
        if not words:
            continue
        try:
            scored.append(_read_line(words, solver))
        except NotationError as fault:
            raise NotationError(f"{path}, line {number}: {fault}") from None
    if not scored:
        raise NotationError(f"{path} has no positions. Write one a line: `moves [score]`.")
    return PositionSet(path.stem, tuple(scored))


def random_positions(discs: range, seed: int, solver: FirstLineBackend) -> Iterator[tuple[str, Position]]:
    """Different positions with this many discs, and the moves that lead to them, without end."""
    rng = Random(seed)
    seen: set[Position] = set()
    while True:
        length = draw(discs, rng)
        position = None
        while position is None or won_within(TRIVIAL, position, solver):
            cells = random_quiet_game(RULES, length, rng)
            moves = moves_text(RULES, cells or ())
            position = position_after(RULES.start(), moves) if cells else None
        if position not in seen:
            seen.add(position)
            yield moves, position


def won_within(moves: int, position: Position, solver: FirstLineBackend) -> bool:
    """Whether either side can win in this many moves. This is far cheaper to find out than the score."""
    empty_cells = RULES.shape.cells - position.discs
    most = min(moves, empty_cells)

    # The side to move wins after an odd number of moves, the other side after an even one: see `plies_to_end`.
    def score(plies: int) -> int:
        return (empty_cells - plies) // 2 + 1

    win, loss = score(most if most % 2 else most - 1), -score(most - most % 2)
    [solution] = solver.solve_many([position], SolveOptions(window=(win - 1, win)))
    if solution.low >= win:
        return True
    [solution] = solver.solve_many([position], SolveOptions(window=(loss, loss + 1)))
    return solution.high <= loss


def _is_over_in(moves: range, position: Position, solver: FirstLineBackend) -> bool:
    """Whether the game ends after this many moves under best play."""
    sooner = moves[0] > 1 and _is_over_within(moves[0] - 1, position, solver)
    return not sooner and _is_over_within(moves[-1], position, solver)


def _is_over_within(moves: int, position: Position, solver: FirstLineBackend) -> bool:
    return RULES.shape.cells - position.discs <= moves or won_within(moves, position, solver)


def _read_line(words: list[str], solver: FirstLineBackend) -> Scored:
    moves, *scores = words
    position = position_after(RULES.start(), moves)
    if position.outcome:
        raise NotationError("The game is over there. Leave out the last move.")
    scored = _scored(moves, position, solver)
    if not scores:
        return scored
    try:
        [score] = map(int, scores)
    except ValueError:
        raise NotationError(f"{quote(' '.join(scores))} is not a score. Write one number, or nothing.") from None
    return scored._replace(score=score)


def _scored(moves: str, position: Position, solver: FirstLineBackend) -> Scored:
    [solution] = solver.solve_many([position], SolveOptions(threads=cpu_count()))
    score, empty_cells = int(solution.low), RULES.shape.cells - position.discs
    return Scored(moves, position, score, plies_to_end(score, empty_cells) or empty_cells)
