"""`fourcast book`: an opening book of a first-line game, made or shown."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from fourcast.cli.bar import job_bar
from fourcast.cli.busy import busy
from fourcast.cli.jobbing import ClusterOption, LedgerOption, WorkersOption, say_failures
from fourcast.cli.options import JsonOption, RulesOption, print_json, refuse_missing_folder
from fourcast.cli.words import time_text
from fourcast.datasets.make_book import BLOCK, plan_book
from fourcast.errors import UsageError
from fourcast.jobs import Ledger, run_job
from fourcast.native import first_line_unsupported_reason
from fourcast.rules import parse_rules, rules_text
from fourcast.solver import Book, default_book_path, write_book


def book(
    rules: RulesOption = "classic",
    ply: Annotated[int | None, typer.Option(min=0, max=128, help="Up to so many discs on the board.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            dir_okay=False,
            callback=refuse_missing_folder,
            help="Without it where solver, agents and page find it.",
        ),
    ] = None,
    show: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Check a book and say what is in it.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make an opening book: the exact score of every position up to a ply, mirror images once.

    What is done when this is stopped or killed is kept: the same command goes on from there.
    The book is used from then on, unless it was written elsewhere: FOURCAST_BOOK names another file or folder.
    """
    if show:
        _report(Book(show), as_json, {})
        return
    if ply is None:
        raise UsageError("To which ply? Write --ply 4, for example; --show FILE shows a book.")
    chosen = parse_rules(rules)
    if reason := first_line_unsupported_reason(chosen):
        raise UsageError(f"There is no opening book of these rules: {reason}.")
    path = out or default_book_path(chosen)
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = perf_counter()
    with busy(f"Finding the positions of {rules_text(chosen)} up to ply {ply}"):
        plan = plan_book(chosen, ply)
    where = ledger or path.with_name(f"{path.name}.ledger")
    with Ledger(where) as kept:
        kept.forget_failures()  # whoever asks again wants it tried again
        try:
            with job_bar(f"Solving ply {plan.ply}", each=BLOCK) as tell:
                summary = run_job(plan.tasks(), kept, workers=workers, cluster=cluster, on_progress=tell)
        except KeyboardInterrupt:
            typer.echo(f"What is done is kept in {where}: the same command goes on from there.", err=True)
            raise
        if summary.failures:
            say_failures(summary)
            typer.echo(f"fourcast: {path} is not written: some positions could not be solved.", err=True)
            raise typer.Exit(1)
        write_book(path, chosen, plan.ply, plan.scores(kept))
    if ledger is None:
        for suffix in ("", "-wal", "-shm"):
            where.with_name(where.name + suffix).unlink(missing_ok=True)
    _report(Book(path), as_json, {"seconds": round(perf_counter() - begun, 3)})


def _report(made: Book, as_json: bool, more: dict[str, Any]) -> None:
    size = made.path.stat().st_size
    if as_json:
        facts = {"rules": rules_text(made.rules), "ply": made.ply, "positions": len(made), "bytes": size}
        print_json({"file": str(made.path), **facts, **more})
        return
    taken = f", made in {time_text(more['seconds'])}" if more else ""
    typer.echo(
        f"{made.path}: {rules_text(made.rules)} up to ply {made.ply}, {len(made):,} positions, {size:,} bytes{taken}. "
        "Its checksum is right."
    )
