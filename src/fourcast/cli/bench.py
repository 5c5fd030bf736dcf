"""`fourcast bench`: the signature of the searches, and how much faster the native engine is."""

from __future__ import annotations

from typing import Annotated

import typer

from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.experiments import native_ratios, signature
from fourcast.native import Engine, core_unsupported_reason


def bench(
    only_signature: Annotated[
        bool, typer.Option("--signature", help="Print the nodes of a fixed suite for each algorithm, and their sum.")
    ] = False,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the engines: nodes of a fixed suite, or how many times faster the native one searches."""
    if only_signature:
        _print_signature(engine or (Engine.PYTHON if core_unsupported_reason() else Engine.NATIVE), as_json)
        return
    ratios = []
    for ratio in native_ratios():
        ratios.append(ratio)
        if not as_json:
            typer.echo(str(ratio))
    if as_json:
        print_json({"ratios": [vars(ratio) for ratio in ratios]})


def _print_signature(engine: Engine, as_json: bool) -> None:
    rows = dict(signature(engine))
    if as_json:
        print_json({"signature": rows, "total": sum(rows.values()), "engine": engine.value})
        return
    for name, nodes in rows.items():
        typer.echo(f"{name:<40}{nodes:>12}")
    typer.echo(f"{'total':<40}{sum(rows.values()):>12}")
    typer.echo(f"engine: {engine.value}", err=True)
