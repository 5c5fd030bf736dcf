"""`fourcast export`: agents for other programs."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from fourcast.cli.options import file_option
from fourcast.files import write_atomically
from fourcast.matches import connectx_submission

_EXAMPLE = "Example: fourcast export connectx level3 -o submission.py"
app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Export agents for other programs.", epilog=_EXAMPLE
)


@app.command(epilog=_EXAMPLE)
def connectx(
    agent: Annotated[str, typer.Argument(help="Agent: level3, alphabeta,depth=5, mcts,nodes=500 ...")],
    out: Annotated[Path, file_option("--out", "-o", help="Output file, such as submission.py.")],
) -> None:
    """Write an agent as a submission to Kaggle's ConnectX.

    One Python file that needs the standard library only: the Python engine of Fourcast and the agent. It plays on
    boards of any size and moves in 80 % of the time that Kaggle gives it: it deepens, up to its own limit. The perfect
    player and evaluations from files cannot be exported.
    """
    write_atomically(out, connectx_submission(agent, version("fourcast")))
    typer.echo(f"{out}: {agent} as a ConnectX agent, {out.stat().st_size / 1000:.0f} kB.")
