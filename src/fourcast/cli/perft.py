"""`fourcast perft`: count games, or positions, by depth."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console

from fourcast import native
from fourcast import rules as python
from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesOption,
    RulesOption,
    StartOption,
    print_json,
    starting_position,
)
from fourcast.native import Engine, choose_engine, core_unsupported_reason
from fourcast.rules import MAX_DEPTH, Progress


def perft(
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, help="Depth in moves.")],
    rules: RulesOption = "classic",
    moves: MovesOption = "",
    start: StartOption = None,
    engine: EngineOption = None,
    chance: Annotated[bool, typer.Option("--chance", help="Count chance nodes too.")] = False,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count distinct positions instead of games.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the leaves of the game tree for each depth, a line `depth nodes` each; an ended game is one leaf.

    With --distinct: the different positions that can stand after exactly that many moves.
    """
    position = starting_position(rules, start, moves)
    chosen = choose_engine(core_unsupported_reason(position.rules), engine)
    counts: Any = native if chosen is Engine.NATIVE else python
    rows: list[dict[str, Any]] = []
    begun = perf_counter()
    if distinct:
        with _progress_on_terminal() as progress:
            by_ply = counts.distinct(position, depth, progress=progress)
        rows = [{"depth": ply, "nodes": count} for ply, count in enumerate(by_ply)][1:]
        if not as_json:
            for row in rows:
                typer.echo(f"{row['depth']} {row['nodes']}")
    else:
        for ahead in range(1, depth + 1):
            with _progress_on_terminal() as progress:
                count_tree = counts.count_tree(position, ahead, progress=progress)
            nodes = count_tree.leaves(ahead, chance=chance)
            rows.append({"depth": ahead, "nodes": nodes, "tree": count_tree.nodes(ahead, chance=chance)})
            if not as_json:
                typer.echo(f"{ahead} {nodes}")
    seconds = perf_counter() - begun
    if as_json:
        answer = {"rules": str(position.rules), "moves": moves, "distinct": distinct, "chance": chance}
        print_json(answer | {"engine": chosen.value, "seconds": seconds, "depths": rows})
    else:
        typer.echo(f"engine: {chosen.value}, {seconds:.3f} s", err=True)


@contextmanager
def _progress_on_terminal() -> Iterator[Progress | None]:
    """A running count on standard error, on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with Console(stderr=True).status("Counting …") as status:
        yield lambda nodes: status.update(f"Counting … {nodes:,} nodes")
