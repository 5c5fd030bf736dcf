"""`fourcast bench solver`: exact scores, by ours and by every peer that is installed, on sets of positions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from fourcast.charts import why_no_chart
from fourcast.cli.busy import busy
from fourcast.cli.options import JsonOption, print_json
from fourcast.cli.words import time_text
from fourcast.environment import environment_info
from fourcast.errors import EngineUnavailable, quote
from fourcast.experiments.solver.charts import write_chart
from fourcast.experiments.solver.contenders import missing_peers, peer_versions, peers
from fourcast.experiments.solver.positions import (
    COUNTS,
    EMPTY,
    RULES,
    SEED,
    PositionSet,
    empty_board,
    make_set,
    read_set,
)
from fourcast.experiments.solver.speed import Row, measure
from fourcast.files import write_atomically
from fourcast.native import first_line_unsupported_reason
from fourcast.solver import FIRST_LINE_TABLE_MB, FirstLineBackend

HEADING: Final = f"{'set':<16}{'engine':<22}{'positions':>9}{'mean':>11}{'nodes':>14}{'positions/s':>13}"

SetMaker = Callable[[FirstLineBackend], PositionSet]


def solver(
    sets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SET[=COUNT]]…", help=f"Some of {', '.join(COUNTS)}. Without: all, or the files."),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option(
            "--positions", exists=True, dir_okay=False, metavar="FILE", help="A set: a line `moves [score]` a position."
        ),
    ] = None,
    empty: Annotated[bool, typer.Option("--empty", help="The empty board too: peers take minutes.")] = False,
    seed: Annotated[int, typer.Option(help="Of the random play that makes the sets.")] = SEED,
    save: Annotated[Path | None, typer.Option(metavar="FILE.json", help="Keep the figures as data.")] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the figures: .svg, .png or .html by its name.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how fast exact scores are found: ours and every installed peer in one run, taking turns, in one thread.

    Sets are named by phase and difficulty. The last column tells how many times as fast as the first peer, and between
    which bounds nine of ten ratios lie when the positions are drawn again. The exit code is 1 if scores disagree.
    """
    makers = dict(_makers(sets or [], files or [], empty, seed))
    _refuse_early(save, chart)
    if reason := first_line_unsupported_reason(RULES):
        raise EngineUnavailable(f"There is nothing to measure: {reason}.")
    for package in missing_peers():
        typer.echo(f"NO COMPARISON with {package}: it is not installed. `pip install {package}` for that.", err=True)
    rivals, sorter = peers(), FirstLineBackend(RULES, FIRST_LINE_TABLE_MB)
    baseline = rivals[0].name if rivals else None
    if not as_json:
        typer.echo(HEADING + (f"   times {baseline}" if baseline else ""))
    rows: list[Row] = []
    for name, make in makers.items():
        with busy(f"{name}: looking for positions"):
            positions = make(sorter)
        with busy(f"{name}: solving"):
            found = measure(positions, rivals)
        rows += found
        if not as_json:
            for row in found:
                typer.echo(_row_text(row, is_first=row is found[0]))
    disagreements = sum(row.disagreements for row in rows)
    kept = {
        **environment_info(),
        "peers": peer_versions(),
        "baseline": baseline,
        "seed": seed,
        "disagreements": disagreements,
        "rows": [asdict(row) for row in rows],
    }
    if save:
        write_atomically(save, json.dumps(kept, ensure_ascii=False, indent=1) + "\n")
    if chart:
        write_chart(kept, chart)
    if as_json:
        print_json(kept)
    else:
        typer.echo(f"{disagreements} disagreement{'' if disagreements == 1 else 's'} about scores.")
    if disagreements:
        raise typer.Exit(1)


def _makers(sets: list[str], files: list[Path], empty: bool, seed: int) -> Iterator[tuple[str, SetMaker]]:
    """The sets that are wanted, by name, and how each is had."""
    counts = dict(map(_set_and_count, sets)) if sets or files or empty else COUNTS
    for name, count in counts.items():
        yield name, partial(make_set, name, count, seed=seed)
    for path in files:
        yield path.stem, partial(read_set, path)
    if empty:
        yield EMPTY, empty_board


def _set_and_count(text: str) -> tuple[str, int]:
    name, counted, count = text.partition("=")
    if name not in COUNTS:
        raise typer.BadParameter(f"There is no set {quote(name)}. Take some of {', '.join(COUNTS)}.")
    if not counted:
        return name, COUNTS[name]
    if not re.fullmatch("[1-9][0-9]{0,5}", count):
        raise typer.BadParameter(f"{quote(text)} has no count behind the =. Write {name}=20, or {name} alone.")
    return name, int(count)


def _refuse_early(save: Path | None, chart: Path | None) -> None:
    """What cannot be written is said before minutes are spent on it."""
    for path in (save, chart):
        if path and not path.parent.is_dir():
            raise typer.BadParameter(f"There is no folder {path.parent}. Make it first.")
    if chart and (reason := why_no_chart(chart)):
        raise typer.BadParameter(reason)


def _row_text(row: Row, *, is_first: bool) -> str:
    nodes = "–" if row.nodes is None else f"{row.nodes:,.1f}" if row.nodes < 1000 else f"{row.nodes:,.0f}"
    a_second = 1 / row.seconds
    figures = f"{row.positions:>9}{time_text(row.seconds):>11}{nodes:>14}"
    figures += f"{a_second:>13,.0f}" if a_second >= 10 else f"{a_second:>13.2g}"
    wrong = f"   {row.disagreements} WRONG" if row.disagreements else ""
    return f"{row.set if is_first else '':<16}{row.engine:<22}{figures}   {row.ratio or ''}{wrong}".rstrip()
