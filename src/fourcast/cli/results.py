"""`fourcast results`: exact values of the empty boards of every variant, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fourcast.experiments.solver.exact_results import as_json, as_markdown, find_results
from fourcast.files import write_atomically

DATA, PAGE = "exact.json", "README.md"


def results(
    folder: Annotated[
        Path | None,
        typer.Argument(exists=True, file_okay=False, help=f"Write {DATA} and a page to read, {PAGE}, there."),
    ] = None,
    time: Annotated[float, typer.Option(metavar="SECONDS", min=0, help="For each board at most.")] = 5,
    table_mb: Annotated[int, typer.Option(min=1, max=65536, help="Memory for each board, in megabytes.")] = 128,
) -> None:
    """Solve small empty boards of every variant and print `rules value nodes` for each, to the first player."""
    found = []
    for result in find_results(seconds=time, megabytes=table_mb):
        typer.echo(str(result))
        found.append(result)
    if folder:
        command = f"fourcast results --time {time:g} --table-mb {table_mb} {folder.as_posix()}"
        write_atomically(folder / DATA, as_json(found, command))
        write_atomically(folder / PAGE, as_markdown(found, command))
