"""`fourcast book`: make an opening book, or show one."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from fourcast.cli.jobs import ClusterOption, LedgerOption, WorkersOption, stored_job
from fourcast.cli.options import JsonOption, RulesOption, file_option, print_json
from fourcast.cli.progress import job_bar, spinner
from fourcast.datasets import BLOCK, ledger_beside, plan_book
from fourcast.errors import UsageError
from fourcast.rules import Rules
from fourcast.solver import Book, default_book_path
from fourcast.text import duration


def book(
    rules: RulesOption = "classic",
    ply: Annotated[
        int | None, typer.Option(min=0, max=128, metavar="N", help="Last ply with all positions, in discs.")
    ] = None,
    repertoire: Annotated[
        int | None,
        typer.Option(min=1, max=128, metavar="N", help="Also a best move against every reply, up to this ply."),
    ] = None,
    out: Annotated[
        Path | None,
        file_option("--out", "-o", help="Output file. Default: your book folder, where it is picked up automatically."),
    ] = None,
    show: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Verify a book and print what it contains.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make an opening book.

    The exact score of every position up to a ply (--ply), mirror images once; with --repertoire also, for either side,
    one best move against every reply. Results are stored as they
    come: an interrupted command continues where it stopped. A book in the default folder is used from then on in place
    of that of the package if it has all positions up to a later ply or, up to the same ply, more positions;
    FOURCAST_BOOK names another file or folder, and FOURCAST_BOOK=/dev/null no book. The package has books of 7×6:
    classic up to ply 8, most lines and run points up to ply 3 with a repertoire up to ply 11.
    """
    if show:
        _print_book(Book(show), as_json, {})
        return
    if ply is None:
        raise UsageError(
            "Missing --ply, up to which all positions are solved: for example --ply 4. --show FILE prints a book."
        )
    if repertoire is not None and repertoire <= ply:
        raise UsageError(f"--repertoire {repertoire} adds nothing to --ply {ply}: use a larger number.")
    game_rules = Rules.parse(rules)
    start = perf_counter()
    with spinner(f"Listing the positions of {game_rules} up to ply {ply}"):
        plan = plan_book(game_rules, ply, last_ply=repertoire or 0)
    path = out or default_book_path(game_rules)
    title = "Solving ply by ply" if repertoire else f"Solving ply {plan.ply}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with stored_job(ledger or ledger_beside(path)), job_bar(title, units_per_task=BLOCK) as update:
        plan.write(path, ledger=ledger, workers=workers, cluster=cluster, on_progress=update)
    _print_book(Book(path), as_json, {"seconds": round(perf_counter() - start, 3)})


def _print_book(book: Book, as_json: bool, more: dict[str, Any]) -> None:
    size = book.path.stat().st_size
    if as_json:
        plies = {"ply": book.ply, "last_ply": book.last_ply}
        facts = {"rules": str(book.rules), **plies, "positions": len(book), "bytes": size}
        print_json({"file": str(book.path), **facts, **more})
        return
    made_in = f", made in {duration(more['seconds'])}" if more else ""
    repertoire = f", repertoire up to ply {book.last_ply}" if book.last_ply > book.ply else ""
    typer.echo(
        f"{book.path}: {book.rules} up to ply {book.ply}{repertoire}, "
        f"{len(book):,} positions, {size:,} bytes{made_in}. Checksum verified."
    )
