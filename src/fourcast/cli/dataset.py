"""`fourcast dataset`: positions with the exact score of every move, as a table in a file."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from fourcast.cli.jobs import ClusterOption, LedgerOption, WorkersOption, stored_job
from fourcast.cli.options import JsonOption, RulesOption, file_option, parse_range, print_json
from fourcast.cli.progress import job_bar, note
from fourcast.datasets import BLOCK, CHECKS, SEED, SUFFIXES, DatasetFile, ledger_beside
from fourcast.datasets import dataset as make_dataset
from fourcast.text import duration


def dataset(
    out: Annotated[Path, file_option("--out", "-o", help=f"Output file: {', '.join(SUFFIXES)}.")],
    rules: RulesOption = "classic",
    positions: Annotated[
        int, typer.Option("--positions", "-n", min=1, max=10**9, metavar="N", help="Number of positions.")
    ] = 10_000,
    plies: Annotated[
        str | None, typer.Option(metavar="FROM-TO", help="Moves played (default: where solving is fast).")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = SEED,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: LedgerOption = None,
    checks: Annotated[
        int,
        typer.Option("--check", min=0, metavar="N", help="Number of positions to verify with an independent solve."),
    ] = CHECKS,
    as_json: JsonOption = False,
) -> None:
    """Write positions with the exact score of every move.

    The positions are different, equally many of each ply; fewer positions than plies are of the first plies. Results
    are stored as they come: an interrupted command continues where it stopped. The same options give the same file; a
    Parquet file that was made with the same options is left as it is.

    A score is from the point of view of the side to move. Where the first line wins, it is 1 plus the number of discs
    that the winner has left: 14 is a win with 13 discs left, −14 a loss to an opponent with 13 left, 0 a draw.
    Elsewhere it is the margin, under drift its mean, under PopOut 1, 0 or −1.
    """
    spec = make_dataset(positions, plies=parse_range(plies, "ply range") if plies else None, rules=rules, seed=seed)
    start = perf_counter()
    with stored_job(ledger or ledger_beside(out)), job_bar("Labelling", units_per_task=BLOCK) as update:
        file = spec.write(out, workers=workers, cluster=cluster, ledger=ledger, checks=checks, on_progress=update)
    seconds = perf_counter() - start
    if as_json:
        print_json(
            {
                "rules": spec.notes["rules"],
                "seed": seed,
                "positions": file.positions,
                "plies": dict(sorted(file.plies.items())),
                "file": str(out),
                "checked": file.checked,
                "seconds": round(seconds, 3),
                "known": file.existed,
            }
        )
    else:
        _print_summary(file, seconds)
    if file.positions < positions and not file.existed:
        note(f"Random play finds only {file.positions:,} positions here.")


def _print_summary(file: DatasetFile, seconds: float) -> None:
    if file.existed:
        typer.echo(
            f"{file.path} exists and is complete: {file.positions:,} positions, same options. Delete it to rerun."
        )
        return
    fewest, most = min(file.plies.values()), max(file.plies.values())
    each = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    typer.echo(
        f"{file.path}: {file.positions:,} positions of plies {min(file.plies)} to {max(file.plies)}, {each} of each, "
        f"in {duration(seconds)}. Labels of {file.checked} positions verified."
    )
