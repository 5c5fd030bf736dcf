"""`fourcast evals` and `fourcast algorithms`: what there is, with a sentence each."""

from __future__ import annotations

import typer

from fourcast.algorithms import ALGORITHMS, default_eval
from fourcast.cli.options import JsonOption, print_json
from fourcast.evals import EVALS
from fourcast.rules import VARIANTS


def evals(as_json: JsonOption = False) -> None:
    """List the evaluations.

    An evaluation says what an unfinished position is worth. One of your own is a function of a position and a player in
    a Python file: `--eval FILE.py:FUNCTION`; `fourcast new evaluation NAME` writes one.
    """
    defaults = {one.name: [v.name for v in VARIANTS if default_eval(v.rules) == one] for one in EVALS}
    if as_json:
        rows = [{"name": one.name, "description": one.description, "default": defaults[one.name]} for one in EVALS]
        print_json({"evals": rows})
        return
    for one in EVALS:
        default = f" Default for {', '.join(defaults[one.name])}." if defaults[one.name] else ""
        typer.echo(f"{one.name:<21}{one.description}{default}")
    typer.echo(f"{'FILE.py:FUNCTION':<21}Your own: def FUNCTION(position, player). `fourcast new evaluation NAME`.")


def algorithms(as_json: JsonOption = False) -> None:
    """List the search algorithms.

    One of your own is a step in a Python file: `--algorithm FILE.py:STEP`; `fourcast new algorithm NAME` writes one.
    """
    if as_json:
        rows = [
            {"name": one.name, "title": one.title, "description": one.description, "native": one.native is not None}
            for one in ALGORITHMS.values()
        ]
        print_json({"algorithms": rows})
        return
    for one in ALGORITHMS.values():
        typer.echo(f"{one.name:<21}{one.description}")
    typer.echo(
        f"{'FILE.py:STEP':<21}Your own: def STEP(visit, position, depth, window). `fourcast new algorithm NAME`."
    )
