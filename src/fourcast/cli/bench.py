"""`fourcast bench`: the signature of the searches."""

from __future__ import annotations

import typer

from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.experiments import signature
from fourcast.native import choose_engine, core_unsupported_reason


def bench(engine: EngineOption = None, as_json: JsonOption = False) -> None:
    """Print the nodes of a fixed suite of searches.

    The sum is the signature of the searches: it changes if an algorithm visits other nodes.
    """
    used = choose_engine(core_unsupported_reason(), engine)
    rows = dict(signature(used))
    if as_json:
        print_json({"signature": rows, "total": sum(rows.values()), "engine": used.value})
        return
    for name, nodes in rows.items():
        typer.echo(f"{name:<52}{nodes:>12}")
    typer.echo(f"{'total':<52}{sum(rows.values()):>12}")
    typer.echo(f"engine: {used.value}", err=True)
