"""`fourcast rules`: the table of variants, and one of them in detail."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from fourcast.cli.drawing import board_signs, draw_board
from fourcast.cli.options import JsonOption, complete_rules, file_option, print_json
from fourcast.errors import UsageError
from fourcast.experiments import LINES, LONGEST_GAME, MOST_MOVES, formulas_about
from fourcast.rules import SETTINGS, VARIANTS, LinePicture, Rules, lines
from fourcast.text import rules_about, rules_sheet


def rules(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", autocompletion=complete_rules, help="A variant: NAME[,key=value…]."),
    ] = None,
    draw_lines: Annotated[bool, typer.Option("--lines", help="Draw every line of the board, by direction.")] = False,
    out: Annotated[Path | None, file_option("--out", "-o", help="With --lines: FILE.svg or FILE.txt.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the variants, or show the rules of one.

    Its rules in full, its board, settings and figures; with --lines a drawing of every line.
    """
    if out and not draw_lines:
        raise UsageError("--out is the file of a drawing of lines: use it with --lines.")
    if draw_lines:
        _draw_lines(lines(name or "classic"), out, as_json)
    elif name is None:
        _list_variants(as_json)
    else:
        _show_rules(Rules.parse(name), as_json)


def _list_variants(as_json: bool) -> None:
    if as_json:
        print_json({"variants": [{"name": v.name, "about": v.about, **_settings(v.rules)} for v in VARIANTS]})
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rules", no_wrap=True)
    table.add_column("board", no_wrap=True)
    table.add_column("description")
    for variant in VARIANTS:
        shape = variant.rules.shape
        table.add_row(variant.name, f"{shape.width}×{shape.height}, {shape.connect}", variant.about)
    Console().print(table)
    typer.echo("\nEach variant accepts settings, NAME,key=value,…, such as classic,width=8 or extended,pops=1.")
    typer.echo(f"Keys: {', '.join(SETTINGS)}. `fourcast rules NAME` shows a variant in detail.")


def _show_rules(rules: Rules, as_json: bool) -> None:
    numbers = _numbers(rules)
    sections = rules_sheet(rules)
    if as_json:
        print_json(
            {
                "rules": str(rules),
                **_settings(rules),
                "symmetric": rules.symmetric,
                "numbers": numbers,
                "sections": [{"title": section.title, "text": section.text} for section in sections],
            }
        )
        return
    console = Console()
    console.print(f"[bold]{rules!s}[/bold]")
    console.print(rules_about(rules), highlight=False)
    for section in sections:
        console.print(f"\n[bold]{section.title}[/bold]\n{section.text}", highlight=False)
    console.print()
    console.print(draw_board(rules.start(), encoding=console.encoding), soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for key, value in _settings(rules).items():
        table.add_row(key, str(value))
    for number in numbers:
        table.add_row(str(number["what"]), _number_sentence(number))
    console.print(table)


def _draw_lines(picture: LinePicture, out: Path | None, as_json: bool) -> None:
    if out:
        picture.save(out)
        typer.echo(f"Written to {out}.", err=True)
    if as_json:
        groups = {
            title: [[(column + 1, row + 1) for column, row in picture.cells(line)] for line in found]
            for title, found in picture.groups.items()
        }
        print_json({"rules": str(picture.rules), "lines": groups})
    elif not out:
        console = Console()
        signs = "".join(board_signs(console.encoding)[index] for index in (0, 2))
        console.print(picture.text(console.width, signs), highlight=False, soft_wrap=True, markup=False)


def _settings(rules: Rules) -> dict[str, str | int]:
    texts = {key: setting.write(rules) for key, setting in SETTINGS.items()}
    return {key: int(text) if text.isdigit() else text for key, text in texts.items()}


def _numbers(rules: Rules) -> list[dict[str, object]]:
    """Figures of the rules, with published claims about them."""
    shape = rules.shape
    in_lines: dict[str, object] = {"what": LINES, "value": shape.line_count, "counted": sum(1 for _ in shape.lines)}
    longest: dict[str, object] = {"what": LONGEST_GAME, "value": rules.max_plies}
    most: dict[str, object] = {"what": MOST_MOVES, "value": rules.max_moves}
    numbers = [in_lines, longest, most]
    for number in numbers:
        number["published"] = [
            {"system": system, "formula": formula, "value": value, "equal": value == number["value"]}
            for system, formula, value in formulas_about(rules, str(number["what"]))
        ]
    return numbers


def _number_sentence(number: dict[str, object]) -> str:
    value = "no limit except repetition" if number["value"] is None else str(number["value"])
    parts = [f"{value} by formula, {number['counted']} by count" if "counted" in number else value]
    published = number["published"]
    assert isinstance(published, list)
    for claim in published:
        verdict = "equal" if claim["equal"] else "differs"
        parts.append(f"{claim['system']} published {claim['value']} ({claim['formula']}): {verdict}")
    return "; ".join(parts)
