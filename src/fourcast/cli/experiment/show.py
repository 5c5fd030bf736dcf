"""`fourcast experiment show`: the tables and charts of what is known."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Final

import typer

from fourcast.cli.experiment.asked import find_kept, read_names
from fourcast.cli.experiment.said import about, draw, print_tables
from fourcast.cli.options import JsonOption, print_json
from fourcast.experiments.folder import HOME
from fourcast.experiments.reading import ACROSS, read_show
from fourcast.experiments.shown import TABLES, Shown

KINDS: Final = ("svg", "png", "html")


def show(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME|DIR|FILE", help=f"What was run, or a file of rows. Without: the latest in {HOME}."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", file_okay=False, help="Charts go there.")
    ] = None,
    kinds: Annotated[
        str, typer.Option("--charts", metavar="A,B,…", help=f"Some of {', '.join(KINDS)}, json; or none.")
    ] = ",".join(KINDS),
    only: Annotated[
        str | None,
        typer.Option("--tables", metavar="A,B,…", help=f"Some of {', '.join(TABLES)}."),
    ] = None,
    across: Annotated[
        str | None, typer.Option(metavar="WHAT", help=f"What runs to the right: {', '.join(ACROSS)}.")
    ] = None,
    baseline: Annotated[str | None, typer.Option(metavar="WHAT", help="What the others are compared with.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tables as Markdown.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the tables of an experiment and draw its charts, of all that is known so far."""
    kept = find_kept(what)
    wanted = {key: value for key, value in {"across": across, "baseline": baseline}.items() if value is not None}
    if wanted:
        kept = replace(kept, show=read_show({**asdict(kept.show), **wanted}))
    named = read_names("--tables", only, list(TABLES))
    suffixes = read_names("--charts", None if kinds == "none" else kinds, [*KINDS, "json"])
    if as_json:
        print_json({**about(kept), **Shown(kept.rows, kept.show, kept.planned).as_data()})
    else:
        print_tables(kept, named, markdown=markdown, missed=True)
    folder = out or kept.folder
    if folder and suffixes:
        draw(kept, folder, suffixes, silent=as_json)
