"""`fourcast bench`: the signature of the searches, and how much faster the native engine is."""

from __future__ import annotations

from typing import Annotated

import typer

from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.experiments.signature import signature
from fourcast.experiments.speed import native_ratios
from fourcast.native import Engine, core_unsupported_reason


def bench(
    only_signature: Annotated[
        bool, typer.Option("--signature", help="Print the nodes of a fixed suite for each algorithm, and their sum.")
    ] = False,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the engines: nodes of a fixed suite, or the speed of the native engine as a ratio to the Python one."""
    used = engine or (Engine.PYTHON if core_unsupported_reason() else Engine.NATIVE)
    if only_signature:
        rows = dict(signature(used))
        if as_json:
            print_json({"signature": rows, "total": sum(rows.values()), "engine": used.value})
            return
        for name, nodes in rows.items():
            typer.echo(f"{name:<40}{nodes:>12}")
        typer.echo(f"{'total':<40}{sum(rows.values()):>12}")
        typer.echo(f"engine: {used.value}", err=True)
        return
    ratios = []
    for ratio in native_ratios():
        ratios.append(ratio)
        if not as_json:
            typer.echo(str(ratio))
    if as_json:
        print_json({"ratios": [vars(ratio) for ratio in ratios]})
