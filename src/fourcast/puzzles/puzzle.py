"""A puzzle as a value: the position, its only best move, how hard that is to find, and sentences about it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from fourcast.datasets import winning_moves
from fourcast.errors import NotationError, quote
from fourcast.files import read_limited
from fourcast.game_review import MoveReview
from fourcast.play import LEVELS
from fourcast.rules import (
    Goal,
    Move,
    MoveDict,
    MoveKind,
    Ply,
    PopRule,
    Position,
    Rules,
    line_text,
    parse_line,
    position_after,
)
from fourcast.solver import Solution, counts_discs_left, exact_terminal_value, plies_to_end
from fourcast.text import PLAYERS, count_of, join_words

STARS: Final = range(1, 6)
SHIPPED: Final = Path(__file__).with_name("puzzles.jsonl")
"""Made by tools/make_puzzles.py."""
MAX_FILE_BYTES: Final = 64 << 20
"""Of a file of puzzles: more than a kilobyte for each that `fourcast puzzles` writes at most."""
DRIFT_REASON: Final = "a disc that drifts has no line to the end"
"""Why rules with drift have no puzzles."""
_SCORES: Final = range(-(2**15), 2**15)


class PuzzleKind(Enum):
    """What the only best move does."""

    WIN = "win"
    """It wins, and no other move does."""
    DEFEND = "defend"
    """It draws, and every other move loses."""
    MARGIN = "margin"
    """It has the best margin, and others have the same result: where lines or points are counted."""


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position in which exactly one move keeps the value. `find_puzzles` makes puzzles.

    >>> puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.kind is PuzzleKind.WIN)
    >>> print(puzzle.question)
    Red to move: find the only winning move.
    >>> puzzle.scores[puzzle.move] == max(puzzle.scores.values())
    True
    """

    rules: Rules
    moves: str
    """The moves that lead to the position."""
    scores: MoveDict[int]
    """The exact score of every legal move, to the side to move."""
    line: tuple[Move, ...]
    """The only best move, then best moves of both sides to the end of the game."""
    plies: int
    """How far one has to look ahead: 1 if the move wins at once, 2 if every other move loses at once; else to the end
    of the line, or, if the move draws where the first line wins, to the end after the best of the other moves."""
    failing_levels: tuple[int, ...]
    """The levels that play another move."""

    @cached_property
    def position(self) -> Position:
        return position_after(self.rules.start(), self.moves)

    @cached_property
    def review(self) -> MoveReview:
        """The value of every move, and sentences about them."""
        return review_of(self.position, self.scores)

    @property
    def move(self) -> Move:
        """The only best move."""
        return self.line[0]

    @property
    def value(self) -> Solution:
        """The value that the only best move keeps, to the side to move."""
        return self.review.moves[self.move]

    @property
    def kind(self) -> PuzzleKind:
        kind = kind_of(self.review)
        assert kind is not None
        return kind

    @property
    def stars(self) -> int:
        """How hard it is, from 1 to 5: a star more for every two levels that fail."""
        return min(STARS[-1], 1 + len(self.failing_levels) // 2)

    @property
    def id(self) -> str:
        """A name that follows from the rules and the moves."""
        return sha256(f"{self.rules} {self.moves}".encode()).hexdigest()[:8]

    # In words

    @property
    def question(self) -> str:
        """`Red to move: find the only winning move.`"""
        by = f"{abs(self.value.low):g}"
        task = {
            PuzzleKind.WIN: "the only winning move",
            PuzzleKind.DEFEND: "the only move that does not lose",
            PuzzleKind.MARGIN: f"the only move that {'wins by' if self.value.low > 0 else 'loses by only'} {by}",
        }[self.kind]
        return f"{PLAYERS[self.position.turn]} to move: find {task}."

    @property
    def difficulty(self) -> str:
        """`Levels 1 to 4 fail it.`"""
        count = len(self.failing_levels)
        if count in (0, len(LEVELS)):
            return f"Every level {'fails' if count else 'solves'} it."
        levels = _ranges(self.failing_levels)
        return f"Level {levels} fails it." if count == 1 else f"Levels {levels} fail it."

    @property
    def hints(self) -> tuple[str, str]:
        """First the idea, then the move."""
        what = {MoveKind.POP: "Pop column", MoveKind.PLACE: "Cell", MoveKind.CALL_DRAW: "Call a draw"}
        return (
            self._idea,
            f"{what.get(self.move.kind, 'Column')} {self.move.removeprefix('p').strip('=')}".strip() + ".",
        )

    @property
    def _idea(self) -> str:
        player, opponent = (PLAYERS[side] for side in (self.position.turn, 1 - self.position.turn))
        after = self.position.play(self.move)
        if self.rules.goal is not Goal.FIRST_LINE:
            gain = _margin(after, self.position.turn) - _margin(self.position, self.position.turn)
            unit = "line" if self.rules.goal is Goal.MOST_LINES else "point"
            now = f"gains {count_of(gain, unit)}" if gain > 0 else "gains nothing"
            best, second = sorted(self.scores.values(), reverse=True)[:2]
            return f"The move {now} at once. The next best move is {count_of(best - second, unit)} worse."
        if after.outcome:
            return "The move completes a line."
        threats = len(winning_moves(after._replace(turn=self.position.turn)))
        if threats:
            how_many = "a line at once" if threats == 1 else f"a line in {threats} ways"
            return f"After the move {player} threatens to complete {how_many}."
        if self.kind is PuzzleKind.DEFEND:
            left = self.plies - 1  # without the other move
            within = " with the next one" if left <= 1 else f" within the next {left} moves of both players"
            known = within if counts_discs_left(self.rules) else ""  # elsewhere lines may be longer
            return f"After any other move {opponent} wins{known}."
        length = f" in {count_of(self.value.plies, 'move')}" if self.value.plies else ""
        return f"The move threatens nothing at once. {player} wins{length}."

    @property
    def solution(self) -> str:
        """The move and why, in a sentence."""
        return self.review.judge(self.move)[1].removeprefix("Right: ")

    def __repr__(self) -> str:
        return f"<Puzzle {self.id}: {self.question} {'★' * self.stars}>"

    def __str__(self) -> str:
        return f"{self.position}\n{self.question}"

    # Files

    def as_json(self) -> dict[str, Any]:
        """The puzzle as JSON data: a line of a file."""
        return {
            "id": self.id,
            "rules": str(self.rules),
            "moves": self.moves,
            "kind": self.kind.value,
            "stars": self.stars,
            "plies": self.plies,
            "move": str(self.move),
            "score": self.scores[self.move],
            "scores": dict(self.scores),
            "line": line_text(self.rules, map(Ply, self.line)),
            "failing_levels": list(self.failing_levels),
        }

    @classmethod
    def from_json(cls, data: Any) -> Puzzle:
        """The puzzle of a line of a file. Raises `NotationError`, also if not exactly one move is best or the line does
        not end with its score."""
        try:
            rules = Rules.parse(data["rules"])
            if rules.drift:
                raise NotationError(f"{DRIFT_REASON}.")
            position = position_after(rules.start(), data["moves"])
            scores = MoveDict({move: _integer(data["scores"][move], _SCORES) for move in position.legal_moves})
            line = tuple(ply.move for ply in parse_line(position, data["line"]))
            levels = tuple(_integer(level, range(1, len(LEVELS) + 1)) for level in data["failing_levels"])
            if list(levels) != sorted(set(levels)):
                raise NotationError("use every failing level once, in order.")
            puzzle = cls(rules, data["moves"], scores, line, _integer(data["plies"], range(1, 10_000)), levels)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise NotationError(f"This is not a puzzle: {error}") from None
        if not scores or kind_of(puzzle.review) is None or puzzle.review.best_moves != line[:1]:
            raise NotationError(f"This is not a puzzle: no single move is best after {quote(puzzle.moves)}.")
        lengths = [1 if solution.plies is None else solution.plies for solution in puzzle.review.moves.values()]
        if min(lengths) < 1 or not puzzle._ends_with_score:
            raise NotationError(f"This is not a puzzle: scores and line do not agree after {quote(puzzle.moves)}.")
        return puzzle

    @property
    def _ends_with_score(self) -> bool:
        """Whether the game ends after the line, with the score of the move; or goes on forever."""
        end = self.position
        for move in self.line:
            end = end.play(move)
        if not end.outcome:
            return self.rules.pop_rule is PopRule.OWN and self.value.sign == 0
        score = exact_terminal_value(end, end.outcome)
        return self.scores[self.move] == (score if end.turn == self.position.turn else -score)


def review_of(position: Position, scores: Mapping[Move, int]) -> MoveReview:
    """The first of the best moves of a position, reviewed."""
    empty = position.rules.shape.cells - position.discs
    counts = counts_discs_left(position.rules)
    solutions = MoveDict(
        {
            move: Solution(score, score, plies=plies_to_end(score, empty) if counts else None)
            for move, score in scores.items()
        }
    )
    return MoveReview(position.discs + 1, Ply(max(scores, key=scores.__getitem__)), position, solutions)


def kind_of(review: MoveReview) -> PuzzleKind | None:
    """The kind of the puzzle that a position makes; None if several moves keep the value."""
    value = review.value
    if value is None or len(review.best_moves) != 1:
        return None
    same = [solution for solution in review.moves.values() if solution.sign == value.sign]
    if len(same) == 1 and value.low >= 0:
        return PuzzleKind.WIN if value.low else PuzzleKind.DEFEND
    return None if review.position.rules.goal is Goal.FIRST_LINE else PuzzleKind.MARGIN


def _integer(value: Any, allowed: range) -> int:
    if type(value) is not int or value not in allowed:
        raise NotationError(f"{value!r:.60} is not a whole number from {allowed[0]} to {allowed[-1]}.")
    return value


def _margin(position: Position, player: int) -> int:
    return position.scores[player] - position.scores[1 - player]


def _ranges(numbers: Sequence[int]) -> str:
    """
    >>> _ranges([1, 2, 3, 5, 6])
    '1 to 3, 5 and 6'
    """
    words: list[str] = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [str(number) for _, number in run]
        words += [f"{members[0]} to {members[-1]}"] if len(members) > 2 else members
    return join_words(words)


def read_puzzles(path: Path | str) -> list[Puzzle]:
    """The puzzles of a JSON lines file, as `fourcast puzzles` writes it. Raises `NotationError`, with the line."""
    puzzles = []
    for number, line in enumerate(read_limited(Path(path), MAX_FILE_BYTES).splitlines(), start=1):
        try:
            puzzles.append(Puzzle.from_json(json.loads(line)))
        except (ValueError, RecursionError) as error:  # RecursionError: very deep nesting
            raise NotationError(f"{path}, line {number}: {error}") from None
    if not puzzles:
        raise NotationError(f"{path} has no puzzles: `fourcast puzzles -o FILE.jsonl` writes some.")
    return puzzles


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package: classic, most lines and run points."""
    return tuple(read_puzzles(SHIPPED))
