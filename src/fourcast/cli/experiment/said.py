"""What is said of an experiment: its tables, its charts, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fourcast.charts import save_chart, why_no_chart
from fourcast.cli.grid import Grid
from fourcast.experiments import tables
from fourcast.experiments.cell import Cell
from fourcast.experiments.files import why_no_parquet
from fourcast.experiments.folder import Kept
from fourcast.experiments.method import Method
from fourcast.experiments.shown import Shown
from fourcast.experiments.view import amount_text
from fourcast.jobs import Summary, Task
from fourcast.text import duration


def print_tables(kept: Kept, named: Sequence[str], *, markdown: bool = False, missed: bool = False) -> None:
    """The tables named, all without names; if `missed`, also why there are none of some."""
    shown = Shown(kept.rows, kept.show, kept.planned)
    if kept.asks and not markdown:
        typer.echo(kept.asks)
    if kept.partial:
        typer.echo(_partly(kept))
    console = Console()
    printed = set()
    for table in shown.tables(named):
        printed.add(table.name)
        if markdown:
            typer.echo(f"\n{table.title}:\n\n{table.markdown()}")
            continue
        console.print(f"\n[bold]{escape(table.title)}[/bold]")
        console.print(*_drawn(table, console.width), sep="\n")
    for name in named if missed else ():
        if name not in printed:
            typer.echo(f"No table of {name}: it needs {shown.why_no_table(name)}.", err=True)
    if shown.given_up:
        typer.echo("† some searches were over their budget and are left out.")
    if markdown or (named and not {"time", "faster"} & set(named)):
        return
    if not all(row.alone for row in shown.searches):
        typer.echo(
            "Times were taken while other searches ran; --times, or `times = true` in a file, has them run one by one."
        )


def _partly(kept: Kept) -> str:
    """That this is not all, and what to think of it."""
    said = f"PARTIAL: {len(kept.rows):,} of {kept.size:,} {kept.what} are in."
    if kept.planned:
        said += (
            f" Where {tables.LACKS} stands some are missing, and what is there may be of other positions than what "
            "stands beside it."
        )
    return said


def _drawn(table: tables.Table, width: int) -> list[Table]:
    """With rows for columns where only that fits: long names of lines become headings, which can be parted."""
    grids = [
        Grid((one.corner, *one.columns), [(name, *map(escape, figures)) for name, *figures in one.rows])
        for one in (table, table.turned())
    ]
    return next((grid for grid in grids if grid.fits(width)), grids[0]).drawn(width)


def print_end(kept: Kept, summary: Summary | None, written: list[str]) -> None:
    done = f"{len(kept.rows):,} of {kept.size:,} {kept.what} are done"
    if summary:
        before = len(kept.rows) * summary.known // max(1, summary.known + summary.done)
        known = f", {before:,} of them before" if before else ""
        typer.echo(f"{done}{known}, in {duration(summary.seconds)}.")
        _say_failures(summary)
    else:
        typer.echo(f"{done} and kept; the same command goes on.", err=True)
    typer.echo(
        f"Written to {kept.folder}: {', '.join(written)}. `fourcast experiment show {kept.folder}` draws charts."
    )
    if reason := why_no_parquet():
        typer.echo(f"NO PARQUET: {reason}", err=True)


def _say_failures(summary: Summary) -> None:
    """A few reasons, each with the first search it stopped, and how to go on."""
    first: dict[str, Task] = {}
    for failure in summary.failures:
        first.setdefault(failure.reason.splitlines()[0], failure.task)
    for reason, task in list(first.items())[:3]:
        typer.echo(f"FAILED: {_in_words(task)}: {reason}", err=True)
    aside = sum(failure.set_aside for failure in summary.failures)
    if failed := len(summary.failures) - aside:
        said = (
            "1 task failed; the same command tries it"
            if failed == 1
            else f"{failed:,} tasks failed; the same command tries them"
        )
        typer.echo(f"{said} again.", err=True)
    if aside:
        said = "1 task ended its workers" if aside == 1 else f"{aside:,} tasks ended their workers"
        typer.echo(f"{said} again and again; the same command tries {'it' if aside == 1 else 'them'} again.", err=True)


def _in_words(task: Task) -> str:
    """What a task of an experiment is of."""
    given: Any = task.arguments
    if "cell" not in given:
        return f"the games of {' and '.join(given['pair']['players'])}"
    cell = Cell(**given["cell"])
    method, where = Method(cell.algorithm, cell.order, cell.table), f" after {cell.moves}" if cell.moves else ""
    return f"{method} with {cell.evaluation}, {amount_text(cell.limit, cell.amount)}, {cell.variant}{where}"


def draw(kept: Kept, folder: Path, suffixes: list[str], *, silent: bool) -> None:
    if reason := why_no_chart(folder / "nodes.svg"):
        typer.echo(f"NO CHARTS: {reason}", err=True)
        return
    folder.mkdir(parents=True, exist_ok=True)
    drawn = Shown(kept.rows, kept.show, kept.planned).charts()
    for name, chart in drawn.items():
        for suffix in suffixes:
            save_chart(chart, folder / f"{name}.{suffix}")
    if drawn:
        typer.echo(f"Drawn in {folder}: {', '.join(drawn)}, each as {', '.join(suffixes)}.", err=silent)


def about(kept: Kept) -> dict[str, Any]:
    folder = None if kept.folder is None else str(kept.folder)
    return {"experiment": kept.name, "asks": kept.asks, "folder": folder, "size": kept.size, "done": len(kept.rows)}


def about_end(summary: Summary | None) -> dict[str, Any]:
    if summary is None:
        return {"stopped": True}
    failures = [{"arguments": failure.task.arguments, "reason": failure.reason} for failure in summary.failures]
    return {"stopped": False, "computed": summary.done, "known": summary.known, "failures": failures}
