"""`fourcast solve`: the exact scores of positions, one per line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from math import inf, isfinite
from pathlib import Path
from string import digits
from typing import Annotated, Any, Final

import typer

from fourcast.cli.jobs import ClusterOption, WorkersOption, stored_job
from fourcast.cli.options import EngineOption, JsonOption, RulesOption, ThreadsOption, file_option, print_json
from fourcast.cli.progress import job_bar, note, note_if_slow, spinner
from fourcast.errors import NotationError
from fourcast.rules import Move, Ply, Position, Rules, drop, line_text, position_after
from fourcast.solver import (
    BOOK,
    MAX_TABLE_MB,
    Solution,
    Solver,
    counts_discs_left,
    find_book,
    position_and_moves,
    shipped_book_path,
    solve_job,
)

FROM_INPUT: Final = "-"
SLOW: Final = "No result yet. Solving can take very long: --time limits it, Ctrl-C stops."
PONS_FULL: Final = "-1000"
"""How c4solver writes the score of a full column."""
LOOKUP_NODES: Final = 100
"""Enough to find the score of a position in the table: comparing it with a number takes a node."""
MAX_BATCH: Final = 1000
"""Positions that are solved in one call, where there is no time limit for each."""


def solve(
    moves: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MOVES… | -]",
            help="Positions as moves; - reads one per line from standard input. Default: the empty board.",
        ),
    ] = None,
    rules: RulesOption = "classic",
    every_move: Annotated[
        bool, typer.Option("--all", help="Print the score of every column, - if it is full.")
    ] = False,
    weak: Annotated[
        bool,
        typer.Option(
            "--weak", help="Solve only for the winner: 1, 0 or −1, a win, a draw or a loss of the side to move."
        ),
    ] = False,
    pons: Annotated[
        bool,
        typer.Option(
            "--pons", help="Print lines as Pascal Pons' c4solver does: MOVES SCORE, with --all −1000 for a full column."
        ),
    ] = False,
    line: Annotated[bool, typer.Option("--line", help="Add the principal variation to the end of the game.")] = False,
    time: Annotated[float | None, typer.Option(metavar="SECONDS", min=0, help="Time limit per position.")] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Node limit per position, to within a few hundred; with --all, also for each of its moves.",
        ),
    ] = None,
    threads: ThreadsOption = None,
    table_mb: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_TABLE_MB, metavar="N", help="Table size in MB. Default: depends on the rules."),
    ] = None,
    engine: EngineOption = None,
    use_book: Annotated[
        bool,
        typer.Option(
            "--book/--no-book",
            help="Whether to look scores up in an opening book (7×6 has some).",
        ),
    ] = True,
    job: Annotated[
        Path | None,
        file_option(
            "--job",
            help="Solve one position by worker processes, and store results in this file: the same command continues.",
        ),
    ] = None,
    split_ply: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="With --job: plies below the position at which it is split. Default: 200 positions.",
        ),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the exact scores of positions.

    Each position is a line `MOVES SCORE NODES MICROSECONDS`, then with --line the principal variation; with --all there
    is a score for each column in place of SCORE, then MOVE=SCORE for other moves. On a terminal there is a heading.
    Piped output and files have no heading, so that scripts get a line per position, as from other solvers.

    A score is from the point of view of the side to move: 0 for a draw, for a win one more than the discs that the
    winner has left (1 with pop-outs), for a loss the same with a minus; games of lines and points score their margin.
    Under drift it is an expected value. LOW..HIGH are bounds of the score if a limit was reached first, `unknown` if
    there are none.

    Positions that are available together are solved together: their microseconds are the mean. An empty line is the
    empty board. With --json each position is one line of JSON; `book` is the opening book, if a score comes from it.
    With --pons lines and messages are those of c4solver, with --all as by its option -a, and without MOVES it reads
    standard input. --job is for what takes hours: it survives kill -9, and nodes and microseconds are those of all
    workers.
    """
    if pons and (as_json or line or weak or time is not None or nodes is not None):
        raise typer.BadParameter(
            "--pons excludes --json, --line, --weak, --time and --nodes: it has exact scores only."
        )
    parsed = Rules.parse(rules)
    if job is None and (split_ply or workers or cluster):
        raise typer.BadParameter("--split-ply, --workers and --cluster are for --job FILE.")
    if job and (pons or weak or line or time is not None or nodes or threads or engine or len(moves or []) > 1):
        raise typer.BadParameter(
            "--job solves one position, without --pons, --weak, --line, --time, --nodes, --threads and --engine."
        )
    if pons and not (counts_discs_left(parsed) and parsed.gravity):
        raise typer.BadParameter("--pons is for first-line games with gravity, without pop-outs and drift.")
    if job:
        _solve_job(
            parsed,
            "".join(moves or []),
            as_json,
            ledger=job,
            moves=every_move,
            split_ply=split_ply,
            table_mb=table_mb,
            workers=workers,
            cluster=cluster,
        )
        return
    book = find_book(parsed) if use_book and engine is None else None
    solver = Solver(parsed, table_mb=table_mb, threads=threads, engine=engine, book=book)
    texts = moves or [FROM_INPUT if pons else ""]
    read = invalid = answered = from_book = 0
    stopped = set[str]()
    from_input = FROM_INPUT in texts
    is_long = len(texts) > 1 or from_input
    if sys.stdout.isatty() and not as_json and not pons:
        typer.echo(_heading(parsed, every_move=every_move, line=line))
    with ExitStack() as until_the_end, ExitStack() as until_a_result:
        remark = until_the_end.enter_context(spinner("Solving …")) if is_long and not sys.stdout.isatty() else None
        if not from_input and time is None:
            until_a_result.enter_context(note_if_slow(SLOW))
        for lines in _batches(texts):
            what = "line" if from_input else "position"
            read_positions = _read_positions_of_pons if pons else _read_positions
            positions = read_positions(parsed.start(), lines, first=read + 1, what=what)
            read, invalid = read + len(lines), invalid + len(lines) - len(positions)
            together = not (every_move or line or time is not None)
            solved = iter(solver.solve_many([at for _, at in positions], weak=weak, nodes=nodes) if together else ())
            for text, position in positions:
                if every_move:
                    of_moves = solver.solve_moves(position, time=time, nodes=nodes)
                    own = _own_bounds(solver, position, of_moves, time=time, nodes=nodes)
                    scores, data = _moves_result(position, own, of_moves, weak, full=PONS_FULL if pons else "-")
                else:
                    solution = next(solved) if together else solver.solve(position, weak=weak, time=time, nodes=nodes)
                    scores, data = _result(solution, weak)
                if line:
                    is_solved = data["score"] is not None and not data["stopped"]
                    best_line = solver.best_line(position, time=time) if is_solved else ()
                    data["line"] = line_text(parsed, map(Ply, best_line))
                if data["stopped"]:
                    stopped.add(data["stopped"])
                until_a_result.close()
                engines = data.pop("engines")
                data["engine"] = min(engines) if len(engines) == 1 else solver.engine.value
                data["book"] = str(book.path) if book and BOOK in engines else None
                answered, from_book = answered + 1, from_book + (BOOK in engines)
                if remark:
                    remark(f"{answered:,} positions")
                if pons:
                    typer.echo(f"{text} {scores}")
                else:
                    _print_result(parsed, text, scores, data, as_json)
    if stopped and not as_json:
        limits = " and ".join(sorted(stopped))
        typer.echo(f"Stopped by the limit of {limits}: LOW..HIGH are bounds of the score.", err=True)
    if from_book and book and not as_json and not pons:
        share = "" if answered == 1 else f" for {from_book:,} of {answered:,} positions"
        name = "shipped opening book" if book.path == shipped_book_path(parsed) else f"opening book {book.path}"
        typer.echo(f"Scores of the {name} were used{share}; --no-book searches for all.", err=True)
    if invalid:
        raise typer.Exit(1)


def _solve_job(rules: Rules, text: str, as_json: bool, *, ledger: Path, **options: Any) -> None:
    """Print the result of a job; `options` are those of `solve_job`."""
    position = position_after(rules.start(), text)
    with stored_job(ledger), job_bar("Solving") as update:
        solved = solve_job(position, ledger, on_progress=update, **options)
    scores, data = _result(solved.solution, weak=False)
    if options["moves"]:
        scores, of_moves = _moves_result(position, solved.solution, solved.moves, weak=False, full="-")
        data["scores"] = of_moves["scores"]
    data |= {"engine": min(data.pop("engines")), "book": None, "split_ply": solved.split_ply}
    data |= {"positions": solved.positions, "tasks": solved.tasks}
    _print_result(rules, text, scores, data, as_json)
    note(f"{solved.tasks:,} searches of {solved.positions:,} positions at ply {solved.split_ply}.")


def _print_result(rules: Rules, moves: str, scores: str, data: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json({"rules": str(rules), "moves": moves, **data})
        return
    figures = (moves, scores, str(data["nodes"]), f"{data['seconds'] * 1e6:.0f}", data.get("line"))
    typer.echo(" ".join(figure for figure in figures if figure is not None))


def _heading(rules: Rules, *, every_move: bool, line: bool) -> str:
    columns = range(1, rules.shape.width + 1) if rules.gravity else ()
    scores = [*(f"column{column}" for column in columns), *(() if columns else ("MOVE=score…",))]
    return " ".join(["moves", *(scores if every_move else ("score",)), "nodes", "microseconds", *(["pv"] * line)])


def _batches(texts: list[str]) -> Iterator[list[str]]:
    """The arguments, and the lines of standard input as they become available."""
    for text in texts:
        for lines in _input_lines() if text == FROM_INPUT else [[text]]:
            for first in range(0, len(lines), MAX_BATCH):
                yield lines[first : first + MAX_BATCH]


def _input_lines() -> Iterator[list[str]]:
    rest = b""
    while data := sys.stdin.buffer.read1(1 << 16):  # type: ignore[union-attr]
        *lines, rest = (rest + data).split(b"\n")
        yield [line.decode(errors="replace").strip("\ufeff \t\r") for line in lines]
    if rest:
        yield [rest.decode(errors="replace").strip("\ufeff \t\r")]


def _read_positions(start: Position, lines: list[str], *, first: int, what: str) -> list[tuple[str, Position]]:
    """The positions of the valid lines. For others an error message with their number is printed."""
    positions = []
    for number, text in enumerate(lines, start=first):
        try:
            positions.append((text, position_after(start, text)))
        except NotationError as fault:
            typer.echo(f"{what} {number}: {fault}", err=True)
    return positions


def _read_positions_of_pons(start: Position, lines: list[str], *, first: int, what: str) -> list[tuple[str, Position]]:
    """As `_read_positions`, with the messages of c4solver, which takes a won game as invalid too."""
    positions = []
    for number, text in enumerate(lines, start=first):
        position, valid_moves = start, 0
        for character in text:
            if character not in digits:
                break
            try:
                following = position_after(position, character)
            except NotationError:
                break
            if following == position or (following.outcome and following.outcome.winner is not None):
                break
            position, valid_moves = following, valid_moves + 1
        if valid_moves == len(text):
            positions.append((text, position))
        else:
            typer.echo(f'{what.capitalize()} {number}: Invalid move {valid_moves + 1} "{text}"', err=True)
    return positions


def _result(solution: Solution, weak: bool) -> tuple[str, dict[str, Any]]:
    """The score as text, and everything that is known as data."""
    return str(_score(solution, weak)), {
        "score": solution.score,
        "lower": solution.low if isfinite(solution.low) else None,
        "upper": solution.high if isfinite(solution.high) else None,
        "winner": solution.sign,
        "plies": solution.plies,
        "stopped": solution.stopped.value if solution.stopped else None,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "engines": {solution.engine},
    }


def _own_bounds(
    solver: Solver, position: Position, of_moves: Mapping[Move, Solution], *, time: float | None, nodes: int | None
) -> Solution:
    """What is known of a position besides its moves. A limit of nodes is for the position, too. When the time is over:
    what is known without a search, from the opening book, earlier searches and the board."""
    if of_moves and all(solution.is_exact for solution in of_moves.values()):
        return Solution(-inf, inf)  # no more is to be known
    return solver.solve(position, nodes=nodes if time is None else LOOKUP_NODES)


def _moves_result(
    position: Position, own: Solution, solutions: Mapping[Move, Solution], weak: bool, *, full: str
) -> tuple[str, dict[str, Any]]:
    """The score of each column, `full` where it is full, then of other moves, as text; and as data. `own`: what is
    known of the position besides."""
    (low, high), solutions = position_and_moves(own, solutions)
    scores = {str(move): _score(solution, weak) for move, solution in solutions.items()}
    stopped = {solution.stopped.value for solution in solutions.values() if solution.stopped}
    data = {
        "score": low if low == high else None,
        "lower": low if isfinite(low) else None,
        "upper": high if isfinite(high) else None,
        "scores": scores,
        "stopped": min(stopped, default=None),
        "nodes": own.nodes + sum(solution.nodes for solution in solutions.values()),
        "seconds": own.seconds + sum(solution.seconds for solution in solutions.values()),
        "engines": {solution.engine for solution in (own, *solutions.values()) if solution.engine},
    }
    drops = [str(drop(column)) for column in range(position.rules.shape.width)] if position.rules.gravity else []
    others = [f"{move}={score}" for move, score in scores.items() if move not in drops]
    return " ".join([*(str(scores.get(move, full)) for move in drops), *others]) or "-", data


def _score(solution: Solution, weak: bool) -> object:
    """The score as it is printed; the bounds if it is not known."""
    if weak and solution.sign is not None:
        return solution.sign
    if solution.score is None and not weak and solution.bounds == (-inf, inf):
        return "unknown"
    if solution.score is None:
        low, high = (max(-1, solution.low), min(1, solution.high)) if weak else solution.bounds
        return f"{low:g}..{high:g}"
    return int(solution.score) if float(solution.score).is_integer() else solution.score
