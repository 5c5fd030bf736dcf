"""What is printed about an experiment: its tables, its charts, how its run ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from fourcast.charts import chart_unsupported_reason, save_chart
from fourcast.cli.grid import Grid
from fourcast.cli.progress import note
from fourcast.datasets import parquet_unsupported_reason
from fourcast.experiments import INCOMPLETE, Cell, Results, Table, amount_text
from fourcast.jobs import Summary, Task
from fourcast.text import duration

MAX_REASONS: Final = 3
"""Different failures that are printed."""


def print_tables(
    results: Results, names: Sequence[str], *, markdown: bool = False, explain_missing: bool = False
) -> None:
    """The tables of some names, by default all; with `explain_missing` also why some are not there."""
    report = results.report
    if results.asks and not markdown:
        typer.echo(results.asks)
    if results.is_partial:
        typer.echo(_partial_text(results))
    console = Console()
    printed = set()
    for table in report.tables(names):
        printed.add(table.name)
        if markdown:
            typer.echo(f"\n{table.title}:\n\n{table.markdown()}")
            continue
        console.print(f"\n[bold]{escape(table.title)}[/bold]")
        console.print(*_rich_tables(table, console.width), sep="\n")
    for name in names if explain_missing else ():
        if name not in printed:
            note(f"No table of {name}: it needs {report.why_no_table(name)}.")
    if report.given_up:
        typer.echo("† Searches over their budget are left out.")
    if markdown or (names and not {"time", "faster"} & set(names)):
        return
    if not all(row.alone for row in report.searches):
        typer.echo(
            "Times were measured while other searches ran; --times, or `times = true` in a file, runs one at a time."
        )
    if len(versions := sorted({row.version for row in report.searches})) > 1:
        typer.echo(f"Times were measured by several versions: {', '.join(versions)}.")


def _partial_text(results: Results) -> str:
    text = f"PARTIAL: {len(results.rows):,} of {results.size:,} {results.unit} are done."
    if results.planned:
        text += f" {INCOMPLETE} marks missing ones: figures there may be of other positions than those beside them."
    return text


def _rich_tables(table: Table, width: int) -> list[RichTable]:
    """The table, transposed where only that fits."""
    grids = [
        Grid((one.corner, *one.columns), [(name, *map(escape, figures)) for name, *figures in one.rows])
        for one in (table, table.transposed())
    ]
    return next((grid for grid in grids if grid.fits(width)), grids[0]).tables(width)


def print_end(results: Results, summary: Summary | None, files: list[str]) -> None:
    """How a run ended; without a summary, by Ctrl-C."""
    done = f"{len(results.rows):,} of {results.size:,} {results.unit} are done"
    if summary:
        before = len(results.rows) * summary.known // max(1, summary.known + summary.done)
        known = f", {before:,} of them before" if before else ""
        typer.echo(f"{done}{known}, in {duration(summary.seconds)}.")
        _print_failures(summary)
    else:
        note(f"{done} and stored; the same command continues.")
    typer.echo(
        f"Written to {results.folder}: {', '.join(files)}. `fourcast experiment show {results.folder}` draws charts."
    )
    if reason := parquet_unsupported_reason():
        note(f"NO PARQUET: {reason}.")


def _print_failures(summary: Summary) -> None:
    """Some reasons, each with the first task that failed for it, and how to continue."""
    first: dict[str, Task] = {}
    for failure in summary.failures:
        first.setdefault(failure.reason.splitlines()[0], failure.task)
    for reason, task in list(first.items())[:MAX_REASONS]:
        note(f"FAILED: {_task_text(task)}: {reason}")
    set_aside = sum(failure.set_aside for failure in summary.failures)
    for count, what in ((len(summary.failures) - set_aside, "failed"), (set_aside, "ended the worker repeatedly")):
        if count:
            tasks, again = ("1 task", "it") if count == 1 else (f"{count:,} tasks", "them")
            note(f"{tasks} {what}; the same command tries {again} again.")


def _task_text(task: Task) -> str:
    """What a task of an experiment computes."""
    arguments: Any = task.arguments
    if "cell" not in arguments:
        return f"the games of {' and '.join(arguments['pair']['players'])}"
    cell = Cell(**arguments["cell"])
    where = f" after {cell.moves}" if cell.moves else ""
    amount = amount_text(cell.limit, cell.amount)
    return f"{cell.spec.short} with {cell.evaluation}, {amount}, {cell.variant}{where}"


def draw_charts(results: Results, folder: Path, suffixes: list[str], *, quiet: bool) -> None:
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


def results_data(results: Results) -> dict[str, Any]:
    """Facts about results, for JSON."""
    folder = None if results.folder is None else str(results.folder)
    facts = {"experiment": results.name, "asks": results.asks, "folder": folder}
    return {**facts, "size": results.size, "done": len(results.rows)}


def end_data(summary: Summary | None) -> dict[str, Any]:
    """How a run ended, for JSON."""
    if summary is None:
        return {"stopped": True}
    failures = [{"arguments": failure.task.arguments, "reason": failure.reason} for failure in summary.failures]
    return {"stopped": False, "computed": summary.done, "known": summary.known, "failures": failures}
