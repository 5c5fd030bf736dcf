"""The search for puzzles: games of weak agents are played, and their positions solved.

What is found depends on the options and the seed alone: games are numbered, the puzzle of a game follows from its
number, and puzzles are taken in the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from fourcast.algorithms import Limit
from fourcast.datasets import (
    JSON_LINES,
    SEED,
    check_table_path,
    draw,
    finish_job,
    mirror_key,
    output_ledger,
    winning_moves,
    write_table,
)
from fourcast.environment import RESULTS_VERSION
from fourcast.errors import JobError, UsageError
from fourcast.jobs import OrderedResults, Progress, Task
from fourcast.play import LEVELS, SearchAgent
from fourcast.puzzles.puzzle import DRIFT_REASON, STARS, Puzzle, PuzzleKind, kind_of, review_of
from fourcast.rules import Goal, MoveDict, Ply, Position, Rules, line_text
from fourcast.solver import Solver, shared_solver, solver_reach, unsupported_reason
from fourcast.spec import parse_enum

DEFAULT_PLIES: Final = range(3, 22)
NODES: Final = 2_000_000
"""For a move of a level, instead of its time: the same on every machine, and about a tenth of a second."""
RANDOM_MOVES: Final = 0.25
"""The share of moves in the games that are random: the agents alone would always play the same game."""
POSITIONS: Final = 10
"""Positions of a game that are solved before it is given up."""
SLACK: Final = 2
"""Plies by which a game may have been longer than the puzzle is deep."""
MIN_MOVES: Final = 3
"""Legal moves of a puzzle."""
GAMES: Final = 10
"""Games in a task."""
MAX_MISSES: Final = 200
"""Tasks without a new puzzle after which the search ends."""
FUNCTION: Final = "fourcast.puzzles.search:puzzles_of_games"


@dataclass(frozen=True)
class PuzzleSearch:
    """Which puzzles to look for; `find` and `write` make them."""

    rules: Rules
    kind: PuzzleKind | None = None
    """None: any."""
    plies: range = DEFAULT_PLIES
    stars: range = STARS
    seed: int = SEED

    def __post_init__(self) -> None:
        reason = DRIFT_REASON if self.rules.drift else unsupported_reason(self.rules)
        if reason:
            raise UsageError(f"Puzzles of these rules are not supported: {reason}.")
        if self.kind is PuzzleKind.MARGIN and self.rules.goal is Goal.FIRST_LINE:
            raise UsageError("The first line wins this game, so it has no puzzles of kind margin: use win or defend.")
        if self.plies.step != 1 or self.stars.step != 1:
            raise UsageError("Invalid plies or stars: use a range without a step.")
        if not self.plies or self.plies[0] < 1:
            raise UsageError("Invalid plies: use a range from 1 on, the lower one first.")
        if not self.stars or self.stars[0] not in STARS or self.stars[-1] not in STARS:
            raise UsageError(f"Invalid stars: use a range within {STARS[0]} to {STARS[-1]}, the lower one first.")

    def task(self, number: int) -> Task:
        """The task of some games."""
        arguments = {
            "rules": str(self.rules),
            "kind": self.kind.value if self.kind else None,
            "plies": [self.plies[0], self.plies[-1]],
            "stars": [self.stars[0], self.stars[-1]],
            "seed": self.seed,
            "number": number,
            "version": RESULTS_VERSION,
        }
        return Task(FUNCTION, arguments)

    def find(self, count: int) -> Iterator[Puzzle]:
        """The puzzles one by one, computed in this process."""
        collection = _Collection(count)
        number = 0
        while not collection.is_done:
            arguments: Mapping[str, Any] = self.task(number).arguments
            yield from collection.add(puzzles_of_games(**arguments))
            number += 1

    def write(
        self,
        path: Path | str,
        count: int,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        ledger: Path | None = None,
        on_progress: Callable[[int], bool | None] | None = None,
    ) -> list[Puzzle]:
        """Write puzzles to a .jsonl file; the same ones as `find`.

        Results are stored in `ledger` as they come, so an interrupted call continues where it stopped; the default is a
        file beside the output, which is deleted at the end. `on_progress` gets the number of puzzles so far; True stops
        the job. Raises `JobError` if a task failed, the job was stopped, or there are no puzzles.
        """
        path = Path(path)
        check_table_path(path, (JSON_LINES,))
        collection = _Collection(count)
        tasks: list[Task] = []

        with output_ledger(path, ledger) as store:
            ordered = OrderedResults(tasks, store)

            def collect() -> bool:
                for _, puzzles in ordered.ready():
                    collection.add(puzzles or [])
                return collection.is_done

            def all_tasks() -> Iterator[Task]:
                while not collect():
                    tasks.append(self.task(len(tasks)))
                    yield tasks[-1]

            def update(_: Progress) -> bool:
                is_done = collect()
                return bool(on_progress and on_progress(len(collection.puzzles))) or is_done

            finish_job(path, all_tasks(), store, is_done=collect, workers=workers, cluster=cluster, on_progress=update)
            if not collection.puzzles:
                raise JobError(f"{path} is not written: the games have no such puzzles. Allow other plies or stars.")
            write_table(path, {}, (puzzle.as_json() for puzzle in collection.puzzles), notes={})
        return collection.puzzles


def find_puzzles(
    count: int = 10,
    *,
    rules: Rules | str = "classic",
    kind: PuzzleKind | str | None = None,
    plies: range | tuple[int, int] = DEFAULT_PLIES,
    stars: range | tuple[int, int] = STARS,
    seed: int = SEED,
) -> list[Puzzle]:
    """Find different positions in which exactly one move keeps the value, by playing games and solving their positions.

    `kind`: what the move does, `win`, `defend` or `margin`. `plies`: how far one has to look ahead, first and last.
    `stars`: how hard they are, likewise. There are fewer if the games have no more.

    >>> [(puzzle.moves, puzzle.move) for puzzle in find_puzzles(1, rules="tictactoe", kind="win")]
    [('81', '7')]
    """
    kind = kind if kind is None or isinstance(kind, PuzzleKind) else parse_enum(PuzzleKind, "kind", str(kind))
    return list(PuzzleSearch(Rules.parse(rules), kind, _inclusive(plies), _inclusive(stars), seed).find(count))


class _Collection:
    """Different puzzles, no two of which are mirror images, until there are enough or no new ones come."""

    def __init__(self, count: int) -> None:
        if type(count) is not int or count < 1:
            raise UsageError(f"Invalid number of puzzles {count!r:.60}: use a whole number from 1 on.")
        self.puzzles: list[Puzzle] = []
        self._count, self._misses = count, 0
        self._seen: set[Hashable] = set()

    @property
    def is_done(self) -> bool:
        return len(self.puzzles) == self._count or self._misses >= MAX_MISSES

    def add(self, rows: Iterable[Mapping[str, Any]]) -> list[Puzzle]:
        """The puzzles of a task that are new."""
        new = []
        for puzzle in map(Puzzle.from_json, rows):
            key = mirror_key(puzzle.position)
            if key not in self._seen and not self.is_done:
                self._seen.add(key)
                new.append(puzzle)
                self.puzzles.append(puzzle)
        self._misses = 0 if new else self._misses + 1
        return new


def puzzles_of_games(
    *, rules: str, kind: str | None, plies: Sequence[int], stars: Sequence[int], seed: int, number: int, version: str
) -> list[dict[str, Any]]:
    """The puzzles of some games, one of each game at most. A task function.

    `version` only makes different tasks of different versions, whose levels may differ.
    """
    del version
    search = PuzzleSearch(
        Rules.parse(rules), PuzzleKind(kind) if kind else None, _inclusive(plies), _inclusive(stars), seed
    )
    solver = shared_solver(search.rules, threads=1, use_book=False)
    rng = Random(f"puzzles {seed}/{number}")
    puzzles = (_puzzle_of_game(search, solver, rng) for _ in range(GAMES))
    return [puzzle.as_json() for puzzle in puzzles if puzzle]


def _puzzle_of_game(search: PuzzleSearch, solver: Solver, rng: Random) -> Puzzle | None:
    line, positions = _game(search.rules, rng)
    length, last = len(positions), search.rules.max_plies
    in_reach = 0 if last is None else last - solver_reach(search.rules).fast
    # Best play takes about as long as the game did; where the board is filled in any case, exactly as long.
    numbers = list(range(max(0, in_reach, length - search.plies[-1] - SLACK), length))
    for _ in range(min(POSITIONS, len(numbers))):
        number = numbers.pop(int(rng.random() * len(numbers)))
        if puzzle := _puzzle_at(search, solver, line_text(search.rules, line[:number]), positions[number]):
            return puzzle
    return None


def _game(rules: Rules, rng: Random) -> tuple[list[Ply], list[Position]]:
    """The moves of a game between two of the first levels, some moves of which are random, and its positions before
    each move."""
    agents = [_with_nodes(draw(LEVELS[:4], rng)) for _ in range(2)]
    position, line, positions = rules.start(), list[Ply](), list[Position]()
    while not position.outcome and len(line) < 4 * rules.shape.cells:
        is_random = rng.random() < RANDOM_MOVES or len(line) < 2
        move = draw(position.legal_moves, rng) if is_random else agents[len(line) % 2].choose(position).move
        positions.append(position)
        line.append(Ply(move))
        position = position.play(move)
    return line, positions


def _puzzle_at(search: PuzzleSearch, solver: Solver, moves: str, position: Position) -> Puzzle | None:
    """The puzzle at a position; None if it is not one that is looked for."""
    if len(position.legal_moves) < MIN_MOVES or (1 not in search.plies and winning_moves(position)):
        return None
    solutions = solver.solve_moves(position)
    scores = MoveDict({move: int(solution.low) for move, solution in solutions.items()})
    review = review_of(position, scores)
    kind = kind_of(review)
    if kind is None or (search.kind and kind is not search.kind):
        return None
    answer = review.best_moves[0]
    after = {move: position.play(move) for move in scores}
    line = (answer, *solver.best_line(after[answer]))
    others = [move for move in scores if move != answer]
    if len(line) > 1 and all(winning_moves(after[move]) for move in others):
        plies = 2
    elif kind is PuzzleKind.DEFEND and search.rules.goal is Goal.FIRST_LINE:
        best_other = max(others, key=lambda move: solutions[move].as_score())
        plies = 1 + len(solver.best_line(after[best_other]))
    else:
        plies = len(line)
    if plies not in search.plies:
        return None
    failing = tuple(
        number for number, level in enumerate(LEVELS, start=1) if _with_nodes(level).choose(position).move != answer
    )
    puzzle = Puzzle(search.rules, moves, scores, line, plies, failing)
    return puzzle if puzzle.stars in search.stars else None


def _with_nodes(level: SearchAgent) -> SearchAgent:
    """The level with a limit of nodes instead of time."""
    return level.with_limit(Limit(depth=level.spec.search_limit.depth, nodes=NODES))


def _inclusive(numbers: range | Sequence[int]) -> range:
    if isinstance(numbers, range):
        return numbers
    try:
        first, last = numbers
        return range(first, last + 1)
    except (TypeError, ValueError):
        raise UsageError(f"Invalid range {numbers!r:.60}: use two numbers, first and last, such as (3, 9).") from None
