"""`fourcast experiment check`, also `fourcast reproduce`: published figures beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from textwrap import wrap
from time import perf_counter
from typing import Annotated, Any, Final

import typer

from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.cli.progress import spinner
from fourcast.experiments import PUBLISHED, Checker, ClaimRow, Experiment, FigureRow, find_experiment, left_out_text
from fourcast.native import Engine, choose_engine, core_unsupported_reason
from fourcast.text import count_of, duration

WHAT_WIDTH: Final = 47
FIGURE_WIDTH: Final = 10


def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME|FILE]…", help=f"Experiments with published figures. Default: {', '.join(PUBLISHED)}."
        ),
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Include the large searches.")] = False,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run published experiments again: each published figure, ours, and whether they are equal.

    Where a published figure is a mistake, the corrected one is printed below it. Columns count from 1. The exit code is
    1 if one of our figures is neither the published nor the corrected one.
    """
    start = perf_counter()
    used = choose_engine(core_unsupported_reason(), engine)
    experiments = [find_experiment(name) for name in dict.fromkeys(names or PUBLISHED)]
    checkers = [Checker(experiment, used, deep=deep) for experiment in experiments]
    rows: list[FigureRow] = []
    claims: list[ClaimRow] = []
    for checker in checkers:
        for figure in checker.figures:
            with spinner(f"{checker.experiment.title}: {figure.what}"):
                new = list(checker.check(figure))
            for row in new:
                if not as_json:
                    _print_row(row, rows, checker.experiment)
                rows.append(row)
    for checker in checkers:
        for claim in checker.experiment.claims:
            with spinner(f"{checker.experiment.title}: {claim.claim}"):
                tested = checker.test(claim)
            if not as_json:
                verdict = "✓ holds" if tested.holds else "✗ does not hold"
                heading = "" if claims else "\nClaims\n"
                typer.echo(f"{heading}  {checker.experiment.title}: “{claim.claim}”  {verdict}")
                _print_note(tested.result)
            claims.append(tested)
    if as_json:
        print_json({"rows": [row_data(row) for row in rows], "claims": [asdict(claim) for claim in claims]})
    else:
        typer.echo(f"\n{summary_text(rows)}")
        if left_out := [f"{one.experiment.name} {what}" for one in checkers for what in one.left_out]:
            typer.echo(left_out_text(left_out, used, deep=deep))
        typer.echo(f"engine: {engines_text(used, claims)}, {duration(perf_counter() - start)}", err=True)
    if not all(row.is_right for row in rows):
        raise typer.Exit(1)


def row_data(row: FigureRow) -> dict[str, Any]:
    """A row for JSON, without absent fields."""
    data = asdict(row)
    if row.equal is None:
        data["ours"] = duration(row.seconds)
    return {key: value for key, value in data.items() if value is not None or key == "equal"}


def summary_text(rows: Sequence[FigureRow]) -> str:
    """How many figures are equal, and what the others are."""
    compared = [row for row in rows if row.equal is not None]
    parts = [f"{sum(bool(row.equal) for row in compared)} of {len(compared)} figures equal"]
    if slips := sum(row.is_right and not row.equal for row in compared):
        parts.append(f"{slips} published by a slip (ours is the corrected one)")
    if wrong := sum(not row.is_right for row in compared):
        parts.append(f"{wrong} NOT EQUAL")
    if times := len(rows) - len(compared):
        parts.append(f"{times} times not compared")
    return f"{', '.join(parts)}."


def engines_text(engine: Engine, claims: Sequence[ClaimRow]) -> str:
    """The engine, and how many claims were tested by another one."""
    others = Counter(claim.engine for claim in claims if claim.engine != engine.value)
    texts = [f"{name} for {count_of(count, 'claim')}" for name, count in others.items()]
    return ", ".join([engine.value, *texts])


def _print_row(row: FigureRow, earlier: Sequence[FigureRow], experiment: Experiment) -> None:
    """A heading above the first row of a system; the figures; a note that no earlier row has."""
    if not earlier or earlier[-1].system != row.system:
        heading = f"{'published':>{FIGURE_WIDTH}} {'ours':>{FIGURE_WIDTH}}"
        typer.echo(("\n" if earlier else "") + f"{experiment.title:<{WHAT_WIDTH + 2}} {heading}")
    published = _figure_text(row.published)
    ours = duration(row.seconds) if row.equal is None else _figure_text(row.ours)
    is_long = max(len(published), len(ours)) > FIGURE_WIDTH
    figures = " ".join(f"{text:>{FIGURE_WIDTH}}" for text in (("", "") if is_long else (published, ours)))
    typer.echo(f"  {row.what:<{WHAT_WIDTH}} {figures}  {_verdict(row)}")
    if is_long:
        typer.echo(f"      published  {published}\n      ours       {ours}")
    if row.corrected is not None:
        typer.echo(f"      corrected  {_figure_text(row.corrected)}")
    if row.note and not any(one.note == row.note for one in earlier):
        _print_note(row.note)


def _print_note(text: str) -> None:
    for line in wrap(text, width=74):
        typer.echo(f"      {line}")


def _verdict(row: FigureRow) -> str:
    if row.equal is None:
        return "– a time"
    if row.equal:
        return "✓ equal"
    return "✗ not equal: a slip" if row.is_right else "✗ NOT EQUAL"


def _figure_text(figure: object) -> str:
    if isinstance(figure, tuple):
        return " ".join(f"{number:g}" if isinstance(number, float) else str(number) for number in figure)
    return f"{figure:.4f}" if isinstance(figure, float) else str(figure)
