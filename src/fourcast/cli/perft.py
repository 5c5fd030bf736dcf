"""`fourcast perft`: count games, or positions, by depth."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import typer

from fourcast import native
from fourcast import rules as python
from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesArgument,
    RulesOption,
    StartOption,
    print_json,
    starting_position,
)
from fourcast.cli.progress import spinner
from fourcast.native import Engine, choose_engine, core_unsupported_reason
from fourcast.rules import MAX_DEPTH


def perft(
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, metavar="N", help="Depth in plies.")],
    moves: MovesArgument = "",
    rules: RulesOption = "classic",
    start: StartOption = None,
    engine: EngineOption = None,
    chance: Annotated[bool, typer.Option("--chance", help="Count chance nodes too.")] = False,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count distinct positions instead of games.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the leaves of the game tree.

    One line `depth nodes` for each depth; a finished game is one leaf. With --distinct: the different positions after
    exactly that many moves.
    """
    position = starting_position(rules, start, moves)
    chosen = choose_engine(core_unsupported_reason(position.rules), engine)
    counts: Any = native if chosen is Engine.NATIVE else python
    rows: list[dict[str, Any]] = []

    def add(row: dict[str, Any]) -> None:
        rows.append(row)
        if not as_json:
            typer.echo(f"{row['depth']} {row['nodes']}")

    def count(function: Any, depth: int) -> Any:
        with spinner("Counting …") as remark:
            return function(position, depth, progress=remark and (lambda nodes: remark(f"{nodes:,} nodes")))

    start_time = perf_counter()
    if distinct:
        for ply, nodes in enumerate(count(counts.distinct, depth)[1:], start=1):
            add({"depth": ply, "nodes": nodes})
    else:
        for ahead in range(1, depth + 1):
            tree = count(counts.count_tree, ahead)
            leaves, nodes = tree.leaves(ahead, chance=chance), tree.nodes(ahead, chance=chance)
            add({"depth": ahead, "nodes": leaves, "tree": nodes})
    seconds = perf_counter() - start_time
    if as_json:
        answer = {"rules": str(position.rules), "moves": moves, "distinct": distinct, "chance": chance}
        print_json(answer | {"engine": chosen.value, "seconds": seconds, "depths": rows})
    else:
        typer.echo(f"engine: {chosen.value}, {seconds:.3f} s", err=True)
