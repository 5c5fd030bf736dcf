"""`fourcast experiment show` and `list`: tables and charts of results, and the built-in experiments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.markup import escape

from fourcast.charts import SUFFIXES, chart_unsupported_reason, save_chart
from fourcast.cli.grid import Grid
from fourcast.cli.options import JsonOption, print_json
from fourcast.cli.progress import note
from fourcast.cli.table_format import LatexOption, MarkdownOption, table_writer
from fourcast.errors import UsageError, quote
from fourcast.experiments import (
    ACROSS,
    FOLDER,
    INCOMPLETE,
    TABLE_NAMES,
    Results,
    Show,
    Table,
    experiment_names,
    experiment_text,
    find_experiment,
    find_results,
)

KINDS: Final = ("svg", "png", "html")
"""Kinds of files that are written by default."""


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
        str, typer.Option("--charts", metavar="A,B,…", help="Kinds of files: svg, pdf, png, html, json; or none.")
    ] = ",".join(KINDS),
    tables: Annotated[
        str | None, typer.Option("--tables", metavar="A,B,…", help=f"Some of {', '.join(TABLE_NAMES)}.")
    ] = None,
    across: Annotated[
        str | None, typer.Option(metavar="COLUMN", help=f"Columns of tables, x axis: {', '.join(ACROSS)}.")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="METHOD", help="Algorithm or part that the others are compared with.")
    ] = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Print tables and draw charts of an experiment.

    They are of all results so far, also of a run that was stopped.
    """
    write = table_writer(markdown=markdown, latex=latex, as_json=as_json)
    results = find_results(what)
    options = {key: value for key, value in {"across": across, "baseline": baseline}.items() if value is not None}
    if options:
        results = replace(results, show=Show.read({**asdict(results.show), **options}, "show"))
    names = _parse_names("--tables", tables, TABLE_NAMES)
    suffixes = _parse_names("--charts", None if kinds == "none" else kinds, tuple(suffix[1:] for suffix in SUFFIXES))
    if as_json:
        print_json({**results_data(results), **results.report.as_data()})
    else:
        printed = print_tables(results, names, write=write)
        for name in names:
            if name not in printed:
                note(f"No table of {name}: it needs {results.report.missing_for_table(name)}.")
    if (folder := out or results.folder) and suffixes:
        _draw_charts(results, folder, suffixes, quiet=as_json)


def list_all(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Print the TOML file of this experiment.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the built-in experiments and the question of each."""
    if name is not None:
        typer.echo(experiment_text(name), nl=False)
        return
    experiments = [find_experiment(name) for name in experiment_names()]
    if as_json:
        print_json(
            {"experiments": [{"name": one.name, "question": one.question, "size": one.size} for one in experiments]}
        )
        return
    width = Console().width
    for one in experiments:
        text = f"{one.name:<11} {one.question} ({one.size:,} {one.unit})"
        typer.echo(fill(text, width, subsequent_indent=" " * 12, break_on_hyphens=False))


def print_tables(results: Results, names: Sequence[str], *, write: Callable[[Table], str] | None = None) -> set[str]:
    """Print the tables of some names, by default all; the names of those that have content. `write` makes the text of a
    table, in place of the form for a terminal, which has remarks too."""
    report = results.report
    if results.question and not write:
        typer.echo(results.question)
    if results.is_partial and write is not Table.latex:
        marks = f" {INCOMPLETE} marks missing ones: figures there may be of other positions than those beside them."
        done = f"PARTIAL: {len(results.rows):,} of {results.size:,} {results.unit} are done."
        typer.echo(done + (marks if results.planned else ""))
    console = Console()
    printed = set()
    for table in report.tables(names):
        printed.add(table.name)
        if write:
            typer.echo(f"\n{write(table)}")
            continue
        console.print(f"\n[bold]{escape(table.title)}[/bold]")
        grid = Grid((table.corner, *table.columns), [(name, *map(escape, figures)) for name, *figures in table.rows])
        console.print(*grid.tables(console.width), sep="\n")
    if report.given_up and write is not Table.latex:
        typer.echo("† Searches over their budget are left out.")
    shown = names or results.show.tables
    if write or (shown and not {"time", "faster"} & set(shown)):
        return printed
    if not all(row.alone for row in report.searches):
        typer.echo(
            "Times were measured while other searches ran; --times, or `times = true` in a file, runs one at a time."
        )
    if len(versions := sorted({row.version for row in report.searches})) > 1:
        typer.echo(f"Times were measured by several versions: {', '.join(versions)}.")
    return printed


def results_data(results: Results) -> dict[str, Any]:
    """Facts about results, for JSON."""
    folder = None if results.folder is None else str(results.folder)
    facts = {"experiment": results.name, "question": results.question, "folder": folder}
    return {**facts, "size": results.size, "done": len(results.rows)}


def _parse_names(option: str, text: str | None, known: Sequence[str]) -> list[str]:
    names = [] if text is None else text.split(",")
    for name in names:
        if name not in known:
            raise UsageError(f"Invalid {option} {quote(name, 40)}. Known: {', '.join(known)}.")
    return names


def _draw_charts(results: Results, folder: Path, suffixes: Sequence[str], *, quiet: bool) -> None:
    """Draw every chart with content."""
    if reason := chart_unsupported_reason(folder / "nodes.svg"):
        note(f"NO CHARTS: {reason}")
        return
    folder.mkdir(parents=True, exist_ok=True)
    charts = results.report.charts()
    for name, chart in charts.items():
        for suffix in suffixes:
            save_chart(chart, folder / f"{name}.{suffix}")
    if charts:
        typer.echo(f"Charts in {folder}: {', '.join(charts)}, each as {', '.join(suffixes)}.", err=quiet)
