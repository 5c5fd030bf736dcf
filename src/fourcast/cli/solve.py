"""`fourcast solve`: the exact score of positions, a line each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from fourcast.cli.options import EngineOption, JsonOption, RulesOption, print_json
from fourcast.errors import NotationError
from fourcast.rules import (
    Move,
    Ply,
    Position,
    Rules,
    drop,
    line_text,
    move_text,
    parse_rules,
    position_after,
    rules_text,
)
from fourcast.solver import BOOK, MOST_MB, MOST_THREADS, Solution, Solver, find_book

FROM_INPUT: Final = "-"
AT_ONCE: Final = 1000
"""Positions that are solved together at most, where nobody limits the time of each."""


def solve(
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MOVES… | -]", help="Positions as moves; - reads one a line from standard input."),
    ] = None,
    rules: RulesOption = "classic",
    every_move: Annotated[bool, typer.Option("--all", help="The score of every column, or - if it is full.")] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Only who wins: 1, 0 or −1 for the side to move.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Best moves of both sides to the end, behind the rest.")] = False,
    time: Annotated[float | None, typer.Option(metavar="SECONDS", min=0, help="For each position at most.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="For each position at most; with --all, each move.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=MOST_THREADS, help="All processors without it.")] = None,
    table_mb: Annotated[
        int | None, typer.Option(min=1, max=MOST_MB, help="Memory in megabytes; without it as suits the game.")
    ] = None,
    engine: EngineOption = None,
    use_book: Annotated[bool, typer.Option("--book/--no-book", help="Whether an opening book may answer.")] = True,
    as_json: JsonOption = False,
) -> None:
    """Print `moves score nodes microseconds` for each position; the score is the side to move's.

    A win is worth one more than the discs the winner has left, a draw 0; games of lines and points their margin.
    Positions that come together are solved together: their microseconds are the mean. An empty line is the start.
    With --json each position is one line of JSON; its `book` is the file of the opening book, if that knew a score.
    """
    chosen = parse_rules(rules)
    book = find_book(chosen) if use_book and engine is None else None
    solver = Solver(chosen, table_mb=table_mb, threads=threads, engine=engine, book=book)
    wanted = _Wanted(every_move, weak, line, time, nodes)
    texts = moves or [""]
    reading = _Reading(solver.rules, texts)
    asked = read = 0
    with _progress(shown=len(texts) > 1 or FROM_INPUT in texts) as count:
        for text, position, answer in _answers(solver, reading, wanted):
            count()
            asked, read = asked + 1, read + answer.from_book
            if as_json:
                head = {"rules": rules_text(position.rules), "moves": text}
                source = {
                    "engine": answer.engine or solver.engine.value,
                    "book": str(book.path) if book and answer.from_book else None,
                }
                print_json(head | answer.data | source)
            else:
                figures = (text, answer.scores, str(answer.nodes), f"{answer.seconds * 1e6:.0f}", answer.line)
                typer.echo(" ".join(figure for figure in figures if figure is not None))
    if read and book and not as_json:
        often = "" if asked == 1 else f" for {read:,} of {asked:,} positions"
        typer.echo(f"The opening book {book.path} answered{often}; --no-book searches.", err=True)
    if reading.bad:
        raise typer.Exit(1)


@dataclass(frozen=True)
class _Wanted:
    every_move: bool
    weak: bool
    line: bool
    time: float | None
    nodes: int | None

    @property
    def together(self) -> bool:
        """Whether many positions may be solved in one call."""
        return not self.every_move and not self.line and self.time is None


@dataclass(frozen=True)
class _Answer:
    scores: str
    nodes: int
    seconds: float
    line: str | None
    data: dict[str, object]
    engine: str | None
    """Who found it, if it was one alone."""
    from_book: bool
    """Whether a book knew some of it."""


def _answers(solver: Solver, reading: _Reading, wanted: _Wanted) -> Iterator[tuple[str, Position, _Answer]]:
    for batch in reading.batches():
        if wanted.together:
            solved = solver.solve_many([position for _, position in batch], weak=wanted.weak, nodes=wanted.nodes)
            for (text, position), solution in zip(batch, solved, strict=True):
                yield text, position, _answer_of(solution, wanted.weak, None)
            continue
        for text, position in batch:
            if wanted.every_move:
                of_moves = solver.solve_moves(position, time=wanted.time, nodes=wanted.nodes)
                yield text, position, _answer_of_moves(position, of_moves, wanted.weak, _line(solver, position, wanted))
            else:
                solution = solver.solve(position, weak=wanted.weak, time=wanted.time, nodes=wanted.nodes)
                yield text, position, _answer_of(solution, wanted.weak, _line(solver, position, wanted))


def _line(solver: Solver, position: Position, wanted: _Wanted) -> str | None:
    if not wanted.line:
        return None
    return line_text(position.rules, [Ply(move) for move in solver.best_line(position, time=wanted.time)])


def _answer_of(solution: Solution, weak: bool, line: str | None) -> _Answer:
    data: dict[str, object] = {
        "score": solution.score,
        "lower": solution.low if isfinite(solution.low) else None,  # None: nothing is known
        "upper": solution.high if isfinite(solution.high) else None,
        "winner": solution.winner,
        "plies": solution.plies,
        "stopped": solution.stopped.value if solution.stopped else None,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }
    if line is not None:
        data["line"] = line
    score, engine = str(_score(solution, weak)), solution.engine
    return _Answer(score, solution.nodes, solution.seconds, line, data, engine, engine == BOOK)


def _answer_of_moves(position: Position, solved: dict[Move, Solution], weak: bool, line: str | None) -> _Answer:
    """The score of each column, `-` where it cannot be played; without columns, that of each move."""
    nodes, seconds = sum(s.nodes for s in solved.values()), sum(s.seconds for s in solved.values())
    scores = {move_text(position.rules, move): _score(solution, weak) for move, solution in solved.items()}
    known = [solution.score for solution in solved.values() if solution.score is not None]
    best = max(known) if known and len(known) == len(solved) else None
    data: dict[str, object] = {"score": best, "scores": scores, "nodes": nodes, "seconds": seconds}
    if line is not None:
        data["line"] = line
    if position.rules.gravity:
        drops = [move_text(position.rules, drop(column)) for column in range(position.rules.shape.width)]
        pops = [text for text in scores if text not in drops]
        shown = [str(scores.get(text, "-")) for text in drops] + [f"{text}={scores[text]}" for text in pops]
    else:
        shown = [f"{text}={score}" for text, score in scores.items()] or ["-"]
    engines = {solution.engine for solution in solved.values()}
    engine = next(iter(engines)) if len(engines) == 1 else None
    return _Answer(" ".join(shown), nodes, seconds, line, data, engine, BOOK in engines)


class _Reading:
    """The positions of lines. A line that cannot be read gets a message, and the rest goes on."""

    def __init__(self, rules: Rules, moves: list[str]) -> None:
        self.bad = 0
        self._start, self._moves = rules.start(), moves
        self._number = 0

    def batches(self) -> Iterator[list[tuple[str, Position]]]:
        """Whatever is there to read, so that nobody waits for an answer who has asked."""
        for text in self._moves:
            for lines in _lines_of_input() if text == FROM_INPUT else [[text]]:
                for first in range(0, len(lines), AT_ONCE):
                    yield list(self._read(lines[first : first + AT_ONCE]))

    def _read(self, lines: list[str]) -> Iterator[tuple[str, Position]]:
        for text in lines:
            self._number += 1
            number = self._number
            try:
                yield text, position_after(self._start, text)
            except NotationError as fault:
                typer.echo(f"line {number}: {fault}", err=True)
                if finished := self._finished_before(text, fault):
                    yield text, finished
                else:
                    self.bad += 1

    def _finished_before(self, text: str, fault: NotationError) -> Position | None:
        """The finished game that a text contains, if it goes on after one."""
        if not fault.kept:
            return None
        position = position_after(self._start, text[: fault.at].rstrip(" ,"))
        return position if position.outcome else None


def _lines_of_input() -> Iterator[list[str]]:
    """The lines of standard input, as many at a time as have come."""
    rest = b""
    while data := sys.stdin.buffer.read1(1 << 16):  # type: ignore[union-attr]
        *lines, rest = (rest + data).split(b"\n")
        yield [_text(line) for line in lines]
    if rest:
        yield [_text(rest)]


def _text(line: bytes) -> str:
    return line.decode(errors="replace").strip("\ufeff \t\r")


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[], None]]:
    """How many positions are done, on a terminal that does not show the answers themselves."""
    console = Console(stderr=True)
    if not shown or not console.is_terminal or sys.stdout.isatty():
        yield lambda: None
        return
    with Progress(TextColumn("{task.completed:,} positions"), TimeElapsedColumn(), console=console) as bar:
        task = bar.add_task("solving", total=None)
        yield lambda: bar.advance(task)


def _score(solution: Solution, weak: bool) -> object:
    """The score as it is printed; what is not known, as its bounds."""
    if weak and solution.winner is not None:
        return solution.winner
    if solution.score is None:
        return f"{solution.low:g}..{solution.high:g}"
    return int(solution.score) if float(solution.score).is_integer() else solution.score
