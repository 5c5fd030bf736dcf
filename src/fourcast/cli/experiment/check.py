"""`fourcast experiment check`, also `fourcast reproduce`: expected figures beside ours, with their sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from textwrap import wrap
from time import perf_counter
from typing import Annotated, Any, Final

import typer

from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.cli.progress import spinner
from fourcast.errors import UsageError
from fourcast.experiments import (
    PUBLISHED,
    Checker,
    ClaimRow,
    Experiment,
    FigureRow,
    Source,
    Table,
    find_experiment,
    left_out_text,
)
from fourcast.native import Engine, choose_engine, core_unsupported_reason
from fourcast.text import count_of, duration

WHAT_WIDTH: Final = 45
FIGURE_WIDTH: Final = 10
SOURCES_TEXT: Final = (
    f"Sources: {'; '.join(f'{source}, {source.description}' for source in Source)}. A study is not published. "
    "Times were measured on different machines."
)


def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME|FILE]…", help=f"Experiments with published figures. Default: {', '.join(PUBLISHED)}."
        ),
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Include the large searches.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables as Markdown.")] = False,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run the published experiments again.

    Prints each expected figure, ours, its source, and whether they are equal. The source is the published text, the
    published program, or our study of the program; only the first two count as published. Where a published figure is a
    mistake, the corrected one is printed below it. Columns count from 1. The exit code is 1 if one of our figures is
    neither the expected nor the corrected one.
    """
    if markdown and as_json:
        raise UsageError("--markdown and --json exclude each other. Leave one out.")
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
                if not as_json and not markdown:
                    _print_row(row, rows, checker.experiment)
                rows.append(row)
    for checker in checkers:
        for claim in checker.claims:
            with spinner(f"{checker.experiment.title}: {claim.claim}"):
                tested = checker.test(claim)
            if not as_json and not markdown:
                heading = "" if claims else "\nClaims\n"
                typer.echo(f"{heading}  {checker.experiment.title}: “{claim.claim}”  {_claim_verdict(tested)}")
                _print_note(tested.result)
            claims.append(tested)
    if as_json:
        print_json({"rows": [row_data(row) for row in rows], "claims": [asdict(claim) for claim in claims]})
    elif markdown:
        typer.echo(markdown_text(rows, claims, {one.name: one.title for one in experiments}))
    else:
        typer.echo(f"\n{summary_text(rows)}")
        for line in wrap(SOURCES_TEXT, width=78):
            typer.echo(line)
        if left_out := [f"{one.experiment.name} {what}" for one in checkers for what in one.left_out]:
            typer.echo(left_out_text(left_out, used, deep=deep))
        typer.echo(f"engine: {engines_text(used, claims)}, {duration(perf_counter() - start)}", err=True)
    if not all(row.is_right for row in rows):
        raise typer.Exit(1)


def row_data(row: FigureRow) -> dict[str, Any]:
    """A row for JSON, without absent fields."""
    return {key: value for key, value in asdict(row).items() if value is not None or key == "equal"}


def summary_text(rows: Sequence[FigureRow]) -> str:
    """How many figures are equal, the published ones first, and what the others are."""
    compared = [row for row in rows if row.equal is not None]
    published = [row for row in compared if row.source.is_published]
    study = [row for row in compared if not row.source.is_published]
    parts = []
    if published:
        counts = Counter(row.source for row in published)
        sources = ", ".join(f"{counts[source]} {source}" for source in Source if counts[source])
        parts.append(f"{_equal_text(published)} published figures equal ({sources})")
    if study:
        parts.append(f"{_equal_text(study)} figures of our study equal")
    if errors := sum(row.is_right and not row.equal for row in compared):
        parts.append(f"{errors} misprinted (ours is the corrected figure)")
    if wrong := sum(not row.is_right for row in compared):
        parts.append(f"{wrong} NOT EQUAL")
    if times := len(rows) - len(compared):
        parts.append(f"{count_of(times, 'duration')} not compared")
    return f"{', '.join(parts)}."


def _equal_text(rows: Sequence[FigureRow]) -> str:
    return f"{sum(bool(row.equal) for row in rows)} of {len(rows)}"


def markdown_text(rows: Sequence[FigureRow], claims: Sequence[ClaimRow], titles: Mapping[str, str]) -> str:
    """The rows and claims of every system as Markdown."""
    parts = ["# Published figures", f"{summary_text(rows)} {SOURCES_TEXT}"]
    for system, title in titles.items():
        figures = [row for row in rows if row.system == system]
        lines = tuple(
            (row.what, row.source.value, _expected_text(row), _figure_text(row.ours), _verdict(row)) for row in figures
        )
        parts.append(f"## {title}")
        if lines:
            parts.append(Table("", "figure", ("source", "expected", "ours", "equal"), lines).markdown())
        parts += dict.fromkeys(row.note for row in figures if row.note)
        tested = [claim for claim in claims if claim.system == system]
        parts += [f"“{claim.claim}” {_claim_verdict(claim)}: {claim.result}" for claim in tested]
    return "\n\n".join(parts)


def _expected_text(row: FigureRow) -> str:
    expected = _figure_text(row.expected)
    return expected if row.corrected is None else f"{expected} (corrected {_figure_text(row.corrected)})"


def engines_text(engine: Engine, claims: Sequence[ClaimRow]) -> str:
    """The engine, and how many claims were tested by another one."""
    others = Counter(claim.engine for claim in claims if claim.engine != engine.value)
    texts = [f"{name} for {count_of(count, 'claim')}" for name, count in others.items()]
    return ", ".join([engine.value, *texts])


def _print_row(row: FigureRow, earlier: Sequence[FigureRow], experiment: Experiment) -> None:
    """A heading above the first row of a system; the figures; a note that no earlier row has."""
    if not earlier or earlier[-1].system != row.system:
        heading = f"{'expected':>{FIGURE_WIDTH}} {'ours':>{FIGURE_WIDTH}}  source"
        typer.echo(("\n" if earlier else "") + f"{experiment.title:<{WHAT_WIDTH + 2}} {heading}")
    expected, ours = _figure_text(row.expected), _figure_text(row.ours)
    is_long = max(len(expected), len(ours)) > FIGURE_WIDTH
    figures = " ".join(f"{text:>{FIGURE_WIDTH}}" for text in (("", "") if is_long else (expected, ours)))
    typer.echo(f"  {row.what:<{WHAT_WIDTH}} {figures}  {row.source:<7} {_verdict(row)}")
    if is_long:
        typer.echo(f"      expected   {expected}\n      ours       {ours}")
    if row.corrected is not None:
        typer.echo(f"      corrected  {_figure_text(row.corrected)}")
    if row.note and not any(one.note == row.note for one in earlier):
        _print_note(row.note)


def _print_note(text: str) -> None:
    for line in wrap(text, width=74):
        typer.echo(f"      {line}")


def _verdict(row: FigureRow) -> str:
    if row.equal is None:
        return "– time" if row.ratio is None else _speed_text(row.ratio)
    if row.equal:
        return "✓"
    return "✗ misprint" if row.is_right else "✗ NOT EQUAL"


def _speed_text(ratio: float) -> str:
    """Our speed beside the published one."""
    times, word = (ratio, "fast") if ratio >= 1 else (1 / ratio, "slow")
    return f"{times:,.0f} times as {word}" if times >= 9.5 else f"{times:.1f} times as {word}"


def _claim_verdict(claim: ClaimRow) -> str:
    return "✓ holds" if claim.holds else "✗ does not hold"


def _figure_text(figure: object) -> str:
    if isinstance(figure, tuple):
        return " ".join(f"{number:g}" if isinstance(number, float) else str(number) for number in figure)
    return f"{figure:.4f}".rstrip("0").rstrip(".") if isinstance(figure, float) else str(figure)
