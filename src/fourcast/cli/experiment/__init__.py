"""`fourcast experiment`: run, show and check experiments, and list the built-in ones."""

from __future__ import annotations

import typer

from fourcast.cli.experiment.check import check
from fourcast.cli.experiment.run import run
from fourcast.cli.experiment.show import list_all, show

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run experiments: grids of searches or games.",
)
for name, command, example in (
    ("run", run, "run star2"),
    ("show", show, "show star2 --tables fewer --charts pdf"),
    ("check", check, "check zer0lose"),
    ("list", list_all, "list ordering"),
):
    app.command(name, epilog=f"Example: fourcast experiment {example}")(command)

__all__ = ["app", "check"]
