"""`fourcast compare`: algorithms × depths on one position, as a table that fills in, as files and as charts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console, Group
from rich.live import Live

from fourcast.algorithms import SearchSpec
from fourcast.charts import save_chart, why_no_chart
from fourcast.cli.grid import Grid
from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesOption,
    RulesOption,
    StartOption,
    print_json,
    starting_position,
)
from fourcast.cli.search import EvalOption, OrderOption
from fourcast.environment import environment_info
from fourcast.experiments.compare.charts import dropped_chart, nodes_chart, time_chart
from fourcast.experiments.compare.comparison import Comparison, Row, finding, rows_as_csv
from fourcast.experiments.compare.depths import read_depths
from fourcast.experiments.compare.look import Budget
from fourcast.experiments.compare.spread import POSITIONS, SEED, Box, Sample, boxes, random_positions, samples
from fourcast.experiments.compare.ways import default_ways, parse_ways, pruning_forms
from fourcast.files import write_atomically
from fourcast.rules import position_text
from fourcast.text import duration
from fourcast.trace import number_text

SPREAD_DEPTH: Final = 6
"""How deep the box plots look, unless the table is less deep."""
CHARTS: Final = (".svg", ".png", ".html", ".json")


def compare(
    rules: RulesOption = "classic",
    moves: MovesOption = "",
    start: StartOption = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            "--algorithms",
            "-a",
            metavar="A,B,…",
            help="Each ALGORITHM[/ORDER][/table], such as alphabeta/centre/table. Without: every form of pruning.",
        ),
    ] = None,
    depths: Annotated[
        str, typer.Option("--depths", "-d", metavar="1-6", help="From-to, or some such as 2,4,6.")
    ] = "1-6",
    evaluation: EvalOption = None,
    order: OrderOption = "ascending",
    seconds: Annotated[float, typer.Option(min=0.001, max=86400.0, help="Give a cell up after so long.")] = 30.0,
    nodes: Annotated[int | None, typer.Option(min=1, help="Give a cell up after so many nodes.")] = None,
    repeats: Annotated[int, typer.Option(min=1, max=99, help="Search so often; the middle time counts.")] = 1,
    positions: Annotated[
        int, typer.Option(min=0, max=1000, help="Random positions for the box plots of discs dropped; 0 for none.")
    ] = POSITIONS,
    seed: Annotated[int, typer.Option(help="Of the random positions.")] = SEED,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", file_okay=False, help="Write rows (CSV, JSON) and charts there.")
    ] = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare algorithms on a position: nodes and time at every depth, and what each form of pruning saves.

    Ctrl-C keeps what is done. A cell that is over its budget shows where it was given up, and deeper ones are left out.
    """
    position = starting_position(rules, start, moves)
    ways = parse_ways(algorithms, order=order) if algorithms else default_ways(position.rules)
    judged = SearchSpec(eval=evaluation).eval_for(position.rules)
    budget = Budget(nodes, seconds, repeats)
    comparison = Comparison(position, ways, read_depths(depths), judged, engine, budget)
    if out:
        out.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    taken: list[Sample] = []
    stopped = False
    console = Console(stderr=as_json)
    try:
        with _filling_in(comparison, rows, console, silent=as_json) as told:
            for row in comparison.rows():
                rows.append(row)
                told()
        if positions:
            forms, deepest = pruning_forms(position.rules), min(SPREAD_DEPTH, max(comparison.depths))
            chosen = random_positions(position.rules, positions, depth=deepest, seed=seed)
            with _waiting(console, len(chosen) * len(forms)):
                for sample in samples(chosen, forms, deepest, judged, engine=engine, budget=Budget(nodes, seconds)):
                    taken.append(sample)
    except KeyboardInterrupt:
        stopped = True
    kept = {
        "rules": str(position.rules),
        "position": position_text(position),
        "eval": judged.name,
        **environment_info(),
        "finding": finding(rows),
        "rows": [asdict(row) for row in rows],
        "boxes": [asdict(box) for box in boxes(taken)],
    }
    if as_json:
        print_json(kept)
    else:
        _print_end(rows, boxes(taken), comparison.cells, stopped=stopped)
    if out:
        written = write_files(out, kept, rows, taken)
        typer.echo(f"Written to {out}: {', '.join(written)}.", err=as_json)
    if stopped:
        raise typer.Exit(130)


def write_files(folder: Path, kept: dict[str, Any], rows: Sequence[Row], taken: Sequence[Sample]) -> list[str]:
    """Everything that was found, as files; their names. Without Altair there are no charts, and that is said."""
    texts = {"rows.csv": rows_as_csv(rows), "compare.json": json.dumps(kept, ensure_ascii=False, indent=1) + "\n"}
    if taken:
        texts["dropped.csv"] = rows_as_csv(taken)
    for name, text in texts.items():
        write_atomically(folder / name, text)
    if reason := why_no_chart(folder / "nodes.svg"):
        typer.echo(f"NO CHARTS: {reason}", err=True)
        return list(texts)
    charts: dict[str, Any] = {}
    if any(row.done for row in rows):
        charts["nodes"] = nodes_chart(rows, title="Nodes against depth")
        charts["time"] = time_chart(rows, title="Time against depth")
    if taken:
        charts["dropped"] = dropped_chart(taken, title="Discs dropped, by pruning")
    for name, chart in charts.items():
        for suffix in CHARTS:
            save_chart(chart, folder / f"{name}{suffix}")
    return [*texts, *(f"{name}{suffix}" for name in charts for suffix in CHARTS)]


@contextmanager
def _filling_in(comparison: Comparison, rows: list[Row], console: Console, *, silent: bool) -> Iterator[Any]:
    """A table that fills in where somebody looks, a line a row where a file is written, nothing where JSON will be."""
    if silent:
        yield lambda: None
    elif console.is_terminal:
        with Live(_table(comparison, rows, console.width), console=console, auto_refresh=False) as live:
            yield lambda: live.update(_table(comparison, rows, console.width), refresh=True)
    else:
        typer.echo(f"{'algorithm':<32}{'depth':>5}{'nodes':>14}{'dropped':>14}{'cut-offs':>11}{'time':>11}  value move")
        yield lambda: typer.echo(_line(rows[-1]))


@contextmanager
def _waiting(console: Console, searches: int) -> Iterator[None]:
    if not console.is_terminal:
        yield
        return
    with console.status(f"Discs dropped at random positions, {searches} searches"):
        yield


def _table(comparison: Comparison, rows: Sequence[Row], width: int) -> Group:
    """Nodes by algorithm and depth, the fewest of each depth in bold."""
    depths = sorted(set(comparison.depths))
    headings = [f"depth {depth}" if depth == depths[0] else str(depth) for depth in depths]
    lines = []
    known = {(row.algorithm, row.depth): row for row in rows}
    least = {depth: min((row.nodes for row in rows if row.depth == depth and row.done), default=0) for depth in depths}
    for way in comparison.ways:
        mine = [known.get((str(way), depth)) for depth in depths]
        cells = [_cell(row, bold=bool(row and row.done and row.nodes == least[row.depth])) for row in mine]
        last = mine[-1]
        lines.append((way.title, *cells, duration(last.seconds) if last and last.done else ""))
    title = f"Positions looked at, {len(rows)} of {comparison.cells} done"
    return Group(*Grid(("Algorithm", *headings, f"time at {depths[-1]}"), lines, title).drawn(width))


def _cell(row: Row | None, *, bold: bool) -> str:
    if row is None:
        return ""
    if not row.done:
        return f"[dim]> {row.nodes:,}[/dim]" if row.nodes else "[dim]–[/dim]"
    return f"[bold]{row.nodes:,}[/bold]" if bold else f"{row.nodes:,}"


def _line(row: Row) -> str:
    told = f"{row.algorithm:<32}{row.depth:>5}{row.nodes:>14,}{row.dropped:>14,}{row.cutoffs:>11,}"
    if not row.done:
        return f"{row.algorithm:<32}{row.depth:>5}  {_why_not_done(row)}"
    assert row.value is not None
    return f"{told}{duration(row.seconds):>11}  {number_text(row.value)} {row.move}"


def _why_not_done(row: Row) -> str:
    if row.state in ("time", "nodes"):
        return f"given up after {row.nodes:,} nodes and {duration(row.seconds)}: over its budget of {row.state}"
    return "left out: a smaller depth was over the budget"


def _print_end(rows: Sequence[Row], found: Sequence[Box], cells: int, *, stopped: bool) -> None:
    if sentence := finding(rows):
        typer.echo(sentence)
    if over := [row for row in rows if row.state in ("time", "nodes")]:
        given_up = ", ".join(f"{row.algorithm} at depth {row.depth}" for row in over)
        typer.echo(f"Over the budget: {given_up}; deeper cells of it are left out.")
    if found:
        lines = [
            (box.form, *(f"{figure:,.0f}" for figure in (box.least, box.lower, box.middle, box.upper, box.most)))
            for box in found
        ]
        console = Console(highlight=False)
        headings = ("Discs dropped", "least", "quarter", "middle", "3 quarters", "most")
        console.print(*Grid(headings, lines).drawn(console.width), sep="\n")
    if stopped:
        typer.echo(f"{len(rows)} of {cells} cells are done.", err=True)
