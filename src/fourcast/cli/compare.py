"""`fourcast compare`: algorithms × depths on one position, as a table that fills in, as files and as charts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from math import floor
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live

from fourcast.algorithms import SearchSpec
from fourcast.charts import SUFFIXES, chart_unsupported_reason, save_chart, with_title
from fourcast.cli.grid import Grid
from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesArgument,
    RulesOption,
    StartOption,
    print_json,
    starting_position,
)
from fourcast.cli.progress import note, spinner
from fourcast.cli.search import EvalOption, OrderOption
from fourcast.cli.table_format import LatexOption, MarkdownOption, table_writer
from fourcast.datasets import SEED
from fourcast.environment import environment_info
from fourcast.experiments import (
    POSITIONS,
    Box,
    Report,
    Row,
    SearchGrid,
    Show,
    Table,
    boxes,
    comparison,
    default_specs,
    finding,
    live_rows,
    parse_depths,
    rows_csv,
    search_title,
    spread_grid,
    without_folder,
)
from fourcast.files import write_atomically
from fourcast.rules import Rules, position_text
from fourcast.spec import split_settings
from fourcast.text import duration


def compare(
    moves: MovesArgument = "",
    rules: RulesOption = "classic",
    start: StartOption = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            "--algorithms",
            "-a",
            metavar="A,B,…",
            help="Each ALGORITHM[/ORDER][/table or /old-bounds], such as alphabeta/centre/table. Default: every form "
            "of pruning.",
        ),
    ] = None,
    depths: Annotated[
        str, typer.Option("--depths", "-d", metavar="1-6", help="FROM-TO, or a list such as 2,4,6.")
    ] = "1-6",
    evaluation: EvalOption = None,
    order: OrderOption = None,
    time: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, max=86400.0, help="Time limit per search.")
    ] = 30.0,
    nodes: Annotated[int | None, typer.Option(min=1, metavar="N", help="Node limit per search.")] = None,
    repeats: Annotated[
        int, typer.Option(min=1, max=99, metavar="N", help="Repeat each search N times and report the least time.")
    ] = 1,
    positions: Annotated[
        int,
        typer.Option(min=0, max=1000, metavar="N", help="Number of random positions for the box plots of moves made."),
    ] = POSITIONS,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the positions.")] = SEED,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", file_okay=False, help="Write rows (CSV, JSON) and charts there."),
    ] = None,
    engine: EngineOption = None,
    markdown: MarkdownOption = False,
    latex: LatexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare algorithms on a position.

    Nodes and time at every depth, and how much each form of pruning saves. Ctrl-C stops and reports the searches that
    are done. A search over its limit is not tried at greater depths.
    """
    write = table_writer(markdown=markdown, latex=latex, as_json=as_json)
    quiet = as_json or write is not None
    position = starting_position(rules, start, moves)
    grid = comparison(
        position,
        _specs(algorithms, order, position.rules),
        parse_depths(depths),
        evaluation=evaluation,
        engine=engine,
        seconds=time,
        nodes=nodes,
        repeats=repeats,
    )
    if out:
        out.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    spread: list[Row] = []
    stopped = False
    console = Console(stderr=quiet)
    try:
        with _table_of(grid, rows, console, quiet=quiet) as update:
            for row in live_rows(grid):
                rows.append(row)
                update()
        if positions:
            second = spread_grid(grid, positions, seed=seed)
            with spinner(f"Moves made at random positions, {second.size} searches"):
                spread.extend(live_rows(second))
    except KeyboardInterrupt:
        stopped = True
    data = {
        "rules": str(position.rules),
        "position": position_text(position),
        "eval": grid.evaluations_for(position.rules)[0],
        **environment_info(),
        "finding": finding(rows),
        "rows": [asdict(row) for row in rows],
        "boxes": [asdict(box) for box in boxes(spread)],
    }
    if as_json:
        print_json(data)
    elif write:
        tables = list(Report(rows, Show(tables=("nodes", "time"))).tables()) if rows else []
        typer.echo("\n\n".join(map(write, [*tables, *_box_tables(boxes(spread))])))
        if not all(row.done for row in rows):
            note("† Searches over their limit are left out.")
    else:
        _print_end(rows, boxes(spread), grid.size // grid.repeats, stopped=stopped)
    if out:
        typer.echo(f"Written to {out}: {', '.join(write_files(out, data, rows, spread))}.", err=quiet)
    if stopped:
        raise typer.Exit(130)


def _specs(text: str | None, order: str | None, rules: Rules) -> list[SearchSpec]:
    """The specs of `--algorithms`, else the default ones; `order` is used by those that name none."""
    specs = [SearchSpec.parse(part) for part in split_settings(text)] if text else default_specs(rules)
    ordered = (spec if "order" in spec.explicit else spec.with_settings(order=order) for spec in specs)
    return list({spec.short: spec for spec in ordered}.values())


def write_files(folder: Path, data: dict[str, Any], rows: Sequence[Row], spread: Sequence[Row]) -> list[str]:
    """Write rows and charts; returns the names of the files."""
    texts = {"rows.csv": rows_csv(rows), "compare.json": json.dumps(data, ensure_ascii=False, indent=1) + "\n"}
    if spread:
        texts["moves-made.csv"] = rows_csv(spread)
    for name, text in texts.items():
        write_atomically(folder / name, text)
    if reason := chart_unsupported_reason(folder / "nodes.svg"):
        note(f"NO CHARTS: {reason}")
        return list(texts)
    names = []
    for name, table, title, some in (
        ("nodes", "nodes", "Nodes against depth", rows),
        ("time", "time", "Time against depth", rows),
        ("moves-made", "dropped", "Moves made, by pruning", spread),
    ):
        charts = Report(some, Show(tables=(table,))).charts(live=True) if some else {}
        for suffix in SUFFIXES if table in charts else ():
            names.append(f"{name}{suffix}")
            save_chart(with_title(charts[table], title), folder / names[-1])
    return [*texts, *names]


@contextmanager
def _table_of(grid: SearchGrid, rows: list[Row], console: Console, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A table that fills in on a terminal; elsewhere a line for each row; nothing if `quiet`."""
    if quiet:
        yield lambda: None
    elif console.is_terminal:
        with Live(_table(grid, rows, console.width), console=console, auto_refresh=False) as live:
            yield lambda: live.update(_table(grid, rows, console.width), refresh=True)
    else:
        typer.echo(
            f"{'algorithm':<32}{'depth':>5}{'nodes':>14}{'moves made':>14}{'cutoffs':>11}{'time':>11}  move value"
        )
        yield lambda: typer.echo(_line(rows[-1]))


def _table(grid: SearchGrid, rows: Sequence[Row], width: int) -> Group:
    """Nodes by algorithm and depth, the fewest of each depth in bold."""
    depths = grid.amounts
    headings = [f"depth {depth}" if depth == depths[0] else str(depth) for depth in depths]
    by_cell = {(row.method, row.amount): row for row in rows}
    fewest = {
        depth: min((row.nodes for row in rows if row.amount == depth and row.done), default=0) for depth in depths
    }
    lines = []
    for spec in grid.specs:
        cells = [by_cell.get((spec.short, depth)) for depth in depths]
        texts = [_cell(row, bold=bool(row and row.done and row.nodes == fewest[row.amount])) for row in cells]
        last = cells[-1]
        lines.append((search_title(spec), *texts, duration(last.seconds) if last and last.done else ""))
    title = f"Nodes visited, {len(rows)} of {grid.size // grid.repeats} searches done"
    return Group(*Grid(("Algorithm", *headings, f"time at {depths[-1]}"), lines, title).tables(width))


def _cell(row: Row | None, *, bold: bool) -> str:
    if row is None:
        return ""
    if not row.done:
        return f"[dim]> {row.nodes:,}[/dim]" if row.nodes else "[dim]–[/dim]"
    return f"[bold]{row.nodes:,}[/bold]" if bold else f"{row.nodes:,}"


def _line(row: Row) -> str:
    if not row.done:
        return f"{without_folder(row.method):<32}{row.depth:>5}  {_state_text(row)}"
    counts = f"{without_folder(row.method):<32}{row.depth:>5}{row.nodes:>14,}{row.dropped:>14,}{row.cutoffs:>11,}"
    return f"{counts}{duration(row.seconds):>11}  {row.move:<4} {row.value_text}"


def _state_text(row: Row) -> str:
    if row.state in ("time", "nodes"):
        return f"over its limit of {row.state}: stopped after {row.nodes:,} nodes and {duration(row.seconds)}"
    return "left out: a smaller depth was over the limit"


def _print_end(rows: Sequence[Row], plots: Sequence[Box], size: int, *, stopped: bool) -> None:
    if sentence := finding(rows):
        typer.echo(sentence)
    if over := [row for row in rows if row.state in ("time", "nodes")]:
        searches = ", ".join(f"{without_folder(row.method)} at depth {row.depth}" for row in over)
        typer.echo(f"Over the limit: {searches}; greater depths are left out.")
    for table in _box_tables(plots):
        console = Console(highlight=False)
        typer.echo(f"{table.title}:")
        console.print(*Grid((table.corner, *table.columns), table.rows).tables(console.width), sep="\n")
    if stopped:
        note(f"{len(rows)} of {size} searches are done.")


def _box_tables(plots: Sequence[Box]) -> Iterator[Table]:
    """The table of the box plots, where there are any."""
    if plots:
        rows = []
        for box in plots:
            figures = map(_rounded, (box.min, box.lower, box.median, box.upper, box.max))
            rows.append((box.form, *figures, " to ".join(map(_rounded, box.median_interval or ()))))
        title = f"Moves made at {plots[0].positions} random positions; interval of the median by order statistics"
        columns = ("minimum", "lower quartile", "median", "upper quartile", "maximum", "median at 95 %")
        yield Table(title, "Moves made", columns, tuple(rows))


def _rounded(figure: float) -> str:
    """Half up, as the page rounds."""
    return f"{floor(figure + 0.5):,}"
