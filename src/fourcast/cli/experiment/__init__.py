"""`fourcast experiment`: run one, look at its tables and charts, list those that come with the package."""

from __future__ import annotations

import typer

from fourcast.cli.experiment.listing import list_all
from fourcast.cli.experiment.run import run
from fourcast.cli.experiment.show import show

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Experiments: searches in numbers, as rows, tables and charts.",
)
app.command()(run)
app.command()(show)
app.command("list")(list_all)
