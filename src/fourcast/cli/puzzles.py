"""`fourcast puzzles`: positions in which exactly one move keeps the value."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fourcast.cli.jobs import ClusterOption, LedgerOption, WorkersOption, stored_job
from fourcast.cli.options import JsonOption, RulesOption, file_option, parse_range, print_json
from fourcast.cli.progress import count_bar, note, note_if_slow
from fourcast.datasets import SEED, ledger_beside
from fourcast.errors import UsageError
from fourcast.puzzles import DEFAULT_PLIES, STARS, Puzzle, PuzzleKind, PuzzleSearch
from fourcast.rules import Rules
from fourcast.text import count_of


def puzzles(
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, max=50_000, metavar="N", help="Number of puzzles.")
    ] = 10,
    rules: RulesOption = "classic",
    kind: Annotated[
        PuzzleKind | None,
        typer.Option(help="What the only move does: win, draw, or get the best margin. Default: any."),
    ] = None,
    plies: Annotated[
        str, typer.Option(metavar="FROM-TO", help="How far one has to look ahead, in moves of both sides.")
    ] = f"{DEFAULT_PLIES[0]}-{DEFAULT_PLIES[-1]}",
    stars: Annotated[
        str, typer.Option(metavar="FROM-TO", help="How hard: one star, and one more for every two levels that fail.")
    ] = f"{STARS[0]}-{STARS[-1]}",
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = SEED,
    out: Annotated[
        Path | None, file_option("--out", "-o", metavar="FILE.jsonl", help="Output file. Default: print the puzzles.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find positions in which exactly one move is right.

    The move wins and no other does (win), it draws and every other loses (defend), or, where lines or points are
    counted, it has the best margin (margin). Positions come from games between levels 1 to 4 with some random moves and
    are solved exactly. --plies counts the moves of both sides: a win at once has 1, a forced block 2. Difficulty is
    measured: which of the eight levels play another move, each with its depth and at most 2,000,000 nodes.

    With -o results are stored as they come: an interrupted command continues where it stopped. The same options give
    the same puzzles.
    """
    if not out and (workers or cluster or ledger):
        raise UsageError("--workers, --cluster and --ledger need an output file: give it by -o too.")
    search = PuzzleSearch(
        Rules.parse(rules),
        kind,
        parse_range(plies, "ply range", "3-11"),
        parse_range(stars, "range of stars", "2-4"),
        seed,
    )
    if out:
        with stored_job(ledger or ledger_beside(out)), count_bar(count, "puzzles") as show:
            puzzles = search.write(
                out, count, workers=workers, cluster=cluster, ledger=ledger, on_progress=lambda n: show("", n, None)
            )
        if as_json:
            print_json({"rules": str(search.rules), "seed": seed, "puzzles": len(puzzles), "file": str(out)})
        else:
            typer.echo(f"{out}: {count_of(len(puzzles), 'puzzle')}.")
    else:
        puzzles = []
        with note_if_slow(
            "Puzzles are printed as they are found. With -o the search uses all CPUs and can be continued."
        ):
            for puzzle in search.find(count):
                puzzles.append(puzzle)
                if as_json:
                    print_json(puzzle.as_json())
                else:
                    typer.echo(_text(puzzle))
    if len(puzzles) < count:
        note(f"The games have only {count_of(len(puzzles), 'puzzle')} of this kind: allow other plies or stars.")
    if not puzzles:
        raise typer.Exit(1)


def _text(puzzle: Puzzle) -> str:
    stars = "★" * puzzle.stars
    line = " ".join(puzzle.line)
    return f"{puzzle}\n{stars} {puzzle.difficulty}\nMoves: {puzzle.moves}\nSolution: {puzzle.solution} {line}\n"
