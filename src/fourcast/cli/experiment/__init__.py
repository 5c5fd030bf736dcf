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
app.command()(run)
app.command()(show)
app.command()(check)
app.command("list")(list_all)

__all__ = ["app", "check"]
