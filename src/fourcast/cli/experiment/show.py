"""`fourcast experiment show` and `list`: tables and charts of results, and the built-in experiments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Annotated, Final

import typer
from rich.console import Console

from fourcast.cli.experiment.inputs import find_results, parse_names
from fourcast.cli.experiment.output import draw_charts, print_tables, results_data
from fourcast.cli.options import JsonOption, print_json
from fourcast.experiments import (
    ACROSS,
    FOLDER,
    TABLE_NAMES,
    Show,
    experiment_names,
    experiment_text,
    find_experiment,
)

KINDS: Final = ("svg", "png", "html")


def show(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME|DIR|FILE", help=f"An experiment that ran, or a file of rows. Default: the latest in {FOLDER}."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR", file_okay=False, help="Folder for charts. Default: the experiment's folder."
        ),
    ] = None,
    kinds: Annotated[
        str, typer.Option("--charts", metavar="A,B,…", help=f"Kinds of files: {', '.join(KINDS)}, json; or none.")
    ] = ",".join(KINDS),
    tables: Annotated[
        str | None, typer.Option("--tables", metavar="A,B,…", help=f"Some of {', '.join(TABLE_NAMES)}.")
    ] = None,
    across: Annotated[
        str | None, typer.Option(metavar="COLUMN", help=f"Columns of tables, x axis: {', '.join(ACROSS)}.")
    ] = None,
    baseline: Annotated[str | None, typer.Option(metavar="METHOD", help="What others are compared with.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables as Markdown.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the tables of an experiment and draw its charts, from all results so far."""
    results = find_results(what)
    options = {key: value for key, value in {"across": across, "baseline": baseline}.items() if value is not None}
    if options:
        results = replace(results, show=Show.read({**results.show.model_dump(), **options}, "show"))
    names = parse_names("--tables", tables, list(TABLE_NAMES))
    suffixes = parse_names("--charts", None if kinds == "none" else kinds, [*KINDS, "json"])
    if as_json:
        print_json({**results_data(results), **results.report.as_data()})
    else:
        print_tables(results, names, markdown=markdown, explain_missing=True)
    folder = out or results.folder
    if folder and suffixes:
        draw_charts(results, folder, suffixes, quiet=as_json)


def list_all(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Print the TOML file of this one.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the built-in experiments and the question of each."""
    if name is not None:
        typer.echo(experiment_text(name), nl=False)
        return
    experiments = [find_experiment(name) for name in experiment_names()]
    if as_json:
        print_json({"experiments": [{"name": one.name, "asks": one.asks, "size": one.size} for one in experiments]})
        return
    width = Console().width
    for one in experiments:
        text = f"{one.name:<11} {one.asks} ({one.size:,} {one.unit})"
        typer.echo(fill(text, width, subsequent_indent=" " * 12, break_on_hyphens=False))
