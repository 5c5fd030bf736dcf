"""`fourcast reproduce`: the published figures of the five systems, beside ours."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from textwrap import wrap
from time import perf_counter
from typing import Annotated, Any, Final

import typer

from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.cli.progress import spinner
from fourcast.experiments.reproduce.experiment import Row
from fourcast.experiments.reproduce.false_claims import Finding, trials
from fourcast.experiments.reproduce.published import Figure
from fourcast.experiments.reproduce.run import SYSTEMS, engine_for, experiments, left_out
from fourcast.native import Engine
from fourcast.text import duration

NAMES: Final = {
    "connect-4s": "Connect-4s",
    "extended": "ExtendedConnect4",
    "smart": "Smart-Connect-4",
    "zer0lose": "zer0lose",
    "8x6": "Connect Four 8×6",
}
WHAT_WIDTH: Final = 47
FIGURE_WIDTH: Final = 10


def reproduce(
    systems: Annotated[
        list[str] | None, typer.Argument(metavar="SYSTEM", help=f"Some of {', '.join(SYSTEMS)}. Without: all.")
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="The large searches too.")] = False,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run the published experiments of the five systems again: each figure, ours, and whether they are equal.

    Where a published figure rests on a slip, the corrected one stands beside it. Columns count from 1. The exit code is
    1 if a figure is not what it should be.
    """
    begun = perf_counter()
    chosen, wanted = engine_for(engine), systems or []
    rows: list[Row] = []
    findings: list[Finding] = []
    for experiment in experiments(wanted, deep=deep, engine=chosen):
        with spinner(f"{NAMES[experiment.system]}: {experiment.about}"):
            found = list(experiment.run(chosen))
        for row in found:
            if not as_json:
                _print_row(row, rows)
            rows.append(row)
    for trial in trials(wanted):
        with spinner(f"{NAMES[trial.system]}: {trial.claim}"):
            finding = trial.run(chosen)
        if not as_json:
            _print_finding(finding, is_first=not findings)
        findings.append(finding)
    if as_json:
        print_json({"rows": [row_as_data(row) for row in rows], "claims": [asdict(finding) for finding in findings]})
    else:
        typer.echo(f"\n{closing_sentence(rows)}")
        if rest := left_out(wanted, deep=deep, engine=chosen):
            typer.echo(rest)
        typer.echo(f"engine: {engines_text(chosen, findings)}, {duration(perf_counter() - begun)}", err=True)
    if not all(row.right for row in rows):
        raise typer.Exit(1)


def row_as_data(row: Row) -> dict[str, Any]:
    """A row for a program to read; what a row does not have is left out."""
    data = asdict(row)
    if row.equal is None:
        data["ours"] = duration(row.seconds)
    return {key: value for key, value in data.items() if value is not None or key == "equal"}


def closing_sentence(rows: list[Row]) -> str:
    """How many figures are equal, and what is the matter with the others."""
    judged = [row for row in rows if row.equal is not None]
    parts = [f"{sum(bool(row.equal) for row in judged)} of {len(judged)} figures equal"]
    if slips := sum(row.right and not row.equal for row in judged):
        parts.append(f"{slips} published by a slip (ours is the corrected one)")
    if wrong := sum(not row.right for row in judged):
        parts.append(f"{wrong} NOT EQUAL")
    if times := len(rows) - len(judged):
        parts.append(f"{times} times shown and not judged")
    return f"{', '.join(parts)}."


def engines_text(chosen: Engine, findings: list[Finding]) -> str:
    """The engine that ran, and how many claims another one had to try."""
    tried = Counter(finding.engine for finding in findings if finding.engine != chosen.value)
    others = [f"{engine} for {count} claim{'' if count == 1 else 's'}" for engine, count in tried.items()]
    return ", ".join([chosen.value, *others])


def _print_row(row: Row, before: list[Row]) -> None:
    """A row in its place: a heading above the first of a system, and a note where it has not been said."""
    if not before or before[-1].system != row.system:
        heading = f"{'published':>{FIGURE_WIDTH}} {'ours':>{FIGURE_WIDTH}}"
        typer.echo(("\n" if before else "") + f"{NAMES[row.system]:<{WHAT_WIDTH + 2}} {heading}")
    published = _figure_text(row.published)
    ours = duration(row.seconds) if row.equal is None else _figure_text(row.ours)
    is_long = max(len(published), len(ours)) > FIGURE_WIDTH
    figures = ("", "") if is_long else (published, ours)
    shown = " ".join(f"{figure:>{FIGURE_WIDTH}}" for figure in figures)
    typer.echo(f"  {row.what:<{WHAT_WIDTH}} {shown}  {_verdict(row)}")
    if is_long:
        typer.echo(f"      published  {published}\n      ours       {ours}")
    if row.corrected is not None:
        typer.echo(f"      corrected  {_figure_text(row.corrected)}")
    if row.note and not any(earlier.note == row.note for earlier in before):
        _print_note(row.note)


def _print_finding(finding: Finding, *, is_first: bool) -> None:
    if is_first:
        typer.echo("\nClaims")
    typer.echo(f"  {NAMES[finding.system]}: “{finding.claim}”  {'✓ holds' if finding.holds else '✗ does not hold'}")
    _print_note(finding.found)


def _print_note(sentence: str) -> None:
    for line in wrap(sentence, width=74):
        typer.echo(f"      {line}")


def _verdict(row: Row) -> str:
    if row.equal is None:
        return "– a time"
    if row.equal:
        return "✓ equal"
    return "✗ not equal: a slip" if row.right else "✗ NOT EQUAL"


def _figure_text(figure: Figure) -> str:
    if isinstance(figure, tuple):
        return " ".join(f"{number:g}" if isinstance(number, float) else str(number) for number in figure)
    return f"{figure:.4f}" if isinstance(figure, float) else str(figure)
