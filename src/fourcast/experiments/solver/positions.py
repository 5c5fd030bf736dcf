"""Sets of positions of the classic game by phase and difficulty: made by random play, or read from a file.

The phase is told by the discs played, the difficulty by the moves left to the end of the game under best play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from fourcast.environment import cpu_count
from fourcast.errors import NotationError, quote
from fourcast.rules import Move, Ply, Position, has_line, line_text, parse_rules, position_after
from fourcast.solver import FirstLineBackend, SolveOptions, plies_to_end

RULES: Final = parse_rules("classic")
SEED: Final = 1

PHASES: Final[Mapping[str, range]] = {"begin": range(4, 14), "middle": range(14, 28), "end": range(28, 42)}
"""Discs played. The beginning leaves out the first few: peers take minutes there, and for that is the empty board."""

DIFFICULTIES: Final[Mapping[str, range]] = {"easy": range(1, 14), "medium": range(14, 28), "hard": range(28, 43)}
"""Moves left to the end of the game."""

TRIVIAL: Final = 2
"""A position that is won within so many moves, because of what stands there already, measures nothing."""

COUNTS: Final[Mapping[str, int]] = {
    "end-easy": 1000,
    "middle-easy": 500,
    "middle-medium": 60,
    "begin-easy": 50,
    "begin-medium": 25,
    "begin-hard": 5,
}
"""The sets, and how many positions of each are measured unasked."""

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
        """Whether most positions are: the bounds of a set that somebody else made need not be ours."""
        return 2 * sum(scored.moves_left in DIFFICULTIES["easy"] for scored in self.positions) > len(self.positions)


def make_set(name: str, count: int, solver: FirstLineBackend, *, seed: int = SEED) -> PositionSet:
    """The first positions of a set: the same for everybody who asks with the same seed."""
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
    """The set in a file of lines `moves [score]`. A score that is not given is found by the solver."""
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
    """Different positions with so many discs, and the moves that lead to them, without end."""
    dice = Random(seed)
    seen: set[Position] = set()
    while True:
        length = discs[_below(len(discs), dice)]
        position = None
        while position is None or won_within(TRIVIAL, position, solver):
            line, position = _random_line(length, dice)
        if position not in seen:
            seen.add(position)
            yield line_text(RULES, line), position


def won_within(moves: int, position: Position, solver: FirstLineBackend) -> bool:
    """Whether either side can win in so many moves. Asking this costs far less than asking for the score."""
    empty_cells = RULES.shape.cells - position.discs
    most = min(moves, empty_cells)

    # The side to move wins after an odd number of moves, the other side after an even one: see `plies_to_end`.
    def worth(plies: int) -> int:
        return (empty_cells - plies) // 2 + 1

    win, loss = worth(most if most % 2 else most - 1), -worth(most - most % 2)
    [found] = solver.solve_many([position], SolveOptions(window=(win - 1, win)))
    if found.low >= win:
        return True
    [found] = solver.solve_many([position], SolveOptions(window=(loss, loss + 1)))
    return found.high <= loss


def _is_over_in(moves: range, position: Position, solver: FirstLineBackend) -> bool:
    """Whether under best play the game, which is not over yet, ends after as many moves."""
    sooner = moves[0] > 1 and _is_over_within(moves[0] - 1, position, solver)
    return not sooner and _is_over_within(moves[-1], position, solver)


def _is_over_within(moves: int, position: Position, solver: FirstLineBackend) -> bool:
    return RULES.shape.cells - position.discs <= moves or won_within(moves, position, solver)


def _random_line(length: int, dice: Random) -> tuple[list[Ply], Position | None]:
    """So many random moves that complete no line, and where they lead to; None if they do not get so far."""
    line: list[Ply] = []
    position: Position | None = RULES.start()
    while position and len(line) < length:
        move, position = _random_step(position, dice)
        line.append(Ply(move))
    return line, position


def _random_step(position: Position, dice: Random) -> tuple[Move, Position | None]:
    """A random move that completes no line, and what follows; None if every move does."""
    moves = list(position.generate_moves())
    while True:
        move = moves.pop(_below(len(moves), dice))
        after = position.play_unchecked(move)
        assert isinstance(after, Position)
        if not has_line(after.stones[position.turn], RULES.shape):
            return move, after
        if not moves:
            return move, None


def _below(number: int, dice: Random) -> int:
    # Not `randrange`: only `random` gives the same numbers in every version of Python.
    return int(dice.random() * number)


def _read_line(words: list[str], solver: FirstLineBackend) -> Scored:
    moves, *given = words
    position = position_after(RULES.start(), moves)
    if position.outcome:
        raise NotationError("The game is over there. Leave out the last move.")
    scored = _scored(moves, position, solver)
    if not given:
        return scored
    try:
        [score] = map(int, given)
    except ValueError:
        raise NotationError(f"{quote(' '.join(given))} is not a score. Write one number, or none.") from None
    return scored._replace(score=score)


def _scored(moves: str, position: Position, solver: FirstLineBackend) -> Scored:
    [found] = solver.solve_many([position], SolveOptions(threads=cpu_count()))
    score, empty_cells = int(found.low), RULES.shape.cells - position.discs
    return Scored(moves, position, score, plies_to_end(score, empty_cells) or empty_cells)
