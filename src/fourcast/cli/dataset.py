"""`fourcast dataset`: positions with the exact score of every move, as a table in a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated

import typer

from fourcast.cli.bar import job_bar
from fourcast.cli.jobbing import ClusterOption, LedgerOption, WorkersOption, say_failures
from fourcast.cli.options import JsonOption, RulesOption, print_json, refuse_missing_folder
from fourcast.datasets.dataset import BLOCK, Dataset, Row, check, usual_plies
from fourcast.datasets.table_file import SUFFIXES, read_column, read_notes, why_no_table, write_table
from fourcast.errors import UsageError, quote
from fourcast.jobs import Ledger, Task, run_job
from fourcast.rules import parse_rules, rules_text
from fourcast.text import duration


def dataset(
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            dir_okay=False,
            callback=refuse_missing_folder,
            help=f"The file, by its ending: {', '.join(SUFFIXES)}.",
        ),
    ],
    rules: RulesOption = "classic",
    positions: Annotated[int, typer.Option("--positions", "-n", min=1, max=10**9, help="How many.")] = 10_000,
    plies: Annotated[
        str | None, typer.Option(metavar="FROM-TO", help="Discs on the board; without it where solving is quick.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed, other positions.")] = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: LedgerOption = None,
    checked: Annotated[
        int, typer.Option("--check", min=0, help="Positions whose labels are found once more, another way.")
    ] = 50,
    as_json: JsonOption = False,
) -> None:
    """Write different positions, as many of each ply, with the exact score of every move.

    What is done when this is stopped or killed is kept: the same command goes on from there.
    The same options give the same file, whoever works on it; a Parquet file that has them already is left as it is.

    A score is what a move is worth to the side that makes it. Where the first line wins it is one more than the discs
    that the winner has left: 14 is a win with 13 left, −14 such a loss, 0 a draw. Elsewhere it is the margin.
    """
    if reason := why_no_table(out):
        raise UsageError(f"{out} cannot be written: {reason}.")
    chosen = parse_rules(rules)
    wanted = Dataset(chosen, positions, seed, _read_plies(plies) if plies else usual_plies(chosen))
    notes = {
        "rules": rules_text(chosen),
        "seed": str(seed),
        "positions": str(positions),
        "plies": f"{wanted.plies[0]}-{wanted.plies[-1]}",
    }
    if read_notes(out) == notes:
        _tell_it_is_there(out, notes, as_json=as_json)
        return
    begun = perf_counter()
    tasks: list[Task] = []

    def remembered() -> Iterator[Task]:
        for task in wanted.tasks():
            tasks.append(task)
            yield task

    path = ledger or out.with_name(f"{out.name}.ledger")
    with Ledger(path) as kept:
        kept.forget_failures()  # whoever asks again wants it tried again
        try:
            with job_bar("Labelling", each=BLOCK) as tell:
                summary = run_job(
                    remembered(),
                    kept,
                    total=wanted.count_tasks(),
                    workers=workers,
                    cluster=cluster,
                    on_progress=tell,
                )
        except KeyboardInterrupt:
            typer.echo(f"What is done is kept in {path}: the same command goes on from there.", err=True)
            raise
        if summary.failures:
            say_failures(summary)
            typer.echo(f"fourcast: {out} is not written: {len(summary.failures)} blocks have no labels.", err=True)
            raise typer.Exit(1)
        by_ply: Counter[int] = Counter()
        sample = _Sample(checked, seed)
        for row in wanted.rows(tasks, kept):
            by_ply[row.ply] += 1
            sample.offer(row)
        if not by_ply:
            raise UsageError(
                f"Random play leaves no unfinished position at plies {plies or 'like these'}: name others."
            )
        if wrong := check(sample.rows):
            raise UsageError(
                f"{path} has wrong labels, so {out} is not written: {'; '.join(wrong[:5])}. Delete {path}."
            )

        columns = {"ply": int, "moves": str, "board": str, "turn": str, "value": int}
        columns |= {f"score_{move}": int for move in wanted.moves}
        rows = (row.as_data(wanted.moves) for row in wanted.rows(tasks, kept))
        count = write_table(out, columns, rows, notes=notes)
    if ledger is None:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    seconds = perf_counter() - begun
    if as_json:
        data = {"rules": rules_text(chosen), "seed": seed, "positions": count, "plies": dict(sorted(by_ply.items()))}
        told = {"file": str(out), "checked": len(sample.rows), "seconds": round(seconds, 3), "known": False}
        print_json({**data, **told})
        return
    fewest, most = min(by_ply.values()), max(by_ply.values())
    each = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    typer.echo(
        f"{out}: {count:,} positions of plies {min(by_ply)} to {max(by_ply)}, {each} of each, in {duration(seconds)}. "
        f"{len(sample.rows)} checked another way: all right."
    )
    if count < positions:
        typer.echo(f"Random play finds no more than these {count:,} here.", err=True)


def _tell_it_is_there(out: Path, notes: Mapping[str, str], *, as_json: bool) -> None:
    by_ply = Counter[int](read_column(out, "ply"))
    count = by_ply.total()
    if as_json:
        data = {"rules": notes["rules"], "seed": int(notes["seed"]), "positions": count}
        told = {"file": str(out), "checked": 0, "seconds": 0.0, "known": True}
        print_json({**data, "plies": dict(sorted(by_ply.items())), **told})
        return
    typer.echo(f"{out} is there and complete: {count:,} positions, same options. Delete it to have it made again.")


class _Sample:
    """Some rows of many, each as likely as the next."""

    def __init__(self, size: int, seed: int) -> None:
        self.rows: list[Row] = []
        self._size, self._seen, self._dice = size, 0, Random(seed)

    def offer(self, row: Row) -> None:
        self._seen += 1
        if len(self.rows) < self._size:
            self.rows.append(row)
        elif (at := int(self._dice.random() * self._seen)) < self._size:
            self.rows[at] = row


def _read_plies(text: str) -> range:
    """
    >>> _read_plies("8-41")
    range(8, 42)
    """
    found = re.fullmatch(r"\s*([0-9]{1,4})\s*[-–]\s*([0-9]{1,4})\s*", text)
    if not found:
        raise UsageError(f"{quote(text)} are no plies. Write from and to, as 8-41.")
    return range(int(found[1]), int(found[2]) + 1)
