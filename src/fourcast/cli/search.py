"""`fourcast search` and `fourcast tree`: search a position, and write the tree of the search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from fourcast.algorithms import ALGORITHMS, MAX_DEPTH, SearchResult, SearchSpec, Stopped, TableMode
from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesOption,
    RulesOption,
    StartOption,
    print_json,
    starting_position,
)
from fourcast.engine import search as search_position
from fourcast.evals import EVALS, TerminalValue
from fourcast.rules import Position
from fourcast.text import duration, value_text
from fourcast.trace import MAX_NODES, check_suffix, record

DEFAULT_TREE_DEPTH = 3
LARGE_DRAWING = 100
"""A drawing of more nodes may leave some out."""

AlgorithmOption = Annotated[
    str, typer.Option("--algorithm", "-a", metavar="NAME", help=f"One of {', '.join(ALGORITHMS)}.")
]
EvalOption = Annotated[
    str | None,
    typer.Option(
        "--eval",
        metavar="NAME",
        help=f"One of {', '.join(known.name for known in EVALS)}, or FILE.py:FUNCTION. Default: the one for the goal.",
    ),
]
DepthOption = Annotated[int | None, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, help="Depth in moves.")]
TimeOption = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="Time limit in seconds; the search deepens until then.")
]
NodesOption = Annotated[int | None, typer.Option(min=1, help="Node limit; the search deepens until then.")]
OrderOption = Annotated[
    str,
    typer.Option(
        metavar="ORDER", help="ascending, centre, or columns such as 4,5,3,6,2,7,1,8; +killers adds killer moves."
    ),
]
TableOption = Annotated[
    TableMode, typer.Option("--table", help="Transposition table; old-bounds is ExtendedConnect4's unsound variant.")
]
TerminalOption = Annotated[
    TerminalValue | None,
    typer.Option(
        "--terminal",
        "--ends",
        help="Terminal values. Default: those of the evaluation's own system in its game, else sooner.",
    ),
]
SeedOption = Annotated[int | None, typer.Option(help="Random seed of random and mcts.")]


def search(
    rules: RulesOption = "classic",
    moves: MovesOption = "",
    start: StartOption = None,
    algorithm: AlgorithmOption = "alphabeta",
    evaluation: EvalOption = None,
    depth: DepthOption = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    order: OrderOption = "ascending",
    table: TableOption = TableMode.OFF,
    terminal: TerminalOption = None,
    seed: SeedOption = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Search a position and print the best move, its score, and the nodes and time used."""
    position = starting_position(rules, start, moves)
    spec = SearchSpec(algorithm, eval=evaluation, order=order, table=table, terminal=terminal, seed=seed)
    spec = spec.with_settings(depth=depth, nodes=nodes, time=time).for_rules(position.rules)
    result = search_position(position, spec, engine=engine)
    if as_json:
        print_json(_as_data(position, spec, result))
    else:
        _print_result(position, spec, result)
    if result.stopped is Stopped.INTERRUPTED:
        raise typer.Exit(130)


def tree(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="FILE.svg, .dot, .json or .html.")],
    rules: RulesOption = "classic",
    moves: MovesOption = "",
    start: StartOption = None,
    algorithm: AlgorithmOption = "alphabeta",
    evaluation: EvalOption = None,
    depth: DepthOption = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    order: OrderOption = "ascending",
    table: TableOption = TableMode.OFF,
    terminal: TerminalOption = None,
    engine: EngineOption = None,
    max_nodes: Annotated[int, typer.Option(min=10, help="Maximum number of nodes to record.")] = MAX_NODES,
    as_json: JsonOption = False,
) -> None:
    """Write the tree of a search: every node with its window and value, what was cut and why."""
    position = starting_position(rules, start, moves)
    spec = SearchSpec(algorithm, eval=evaluation, order=order, table=table, terminal=terminal)
    check_suffix(output)
    deepens = time is not None or nodes is not None
    if deepens:  # a first search finds the depth that it reaches within the limit
        reached = max(1, search_position(position, spec, depth=depth, nodes=nodes, time=time, engine=engine).depth)
    else:
        reached = depth or DEFAULT_TREE_DEPTH
    search = record(position, spec, reached, deepens=deepens, engine=engine, max_nodes=max_nodes)
    recorded, result = search.tree(), search.result
    assert result
    recorded.save(output)
    if as_json:
        found = {"move": str(result.move), "value": result.value, "depth": reached}
        counts = {"nodes": recorded.visited, "recorded": len(recorded.nodes), "plies": recorded.plies}
        print_json({"file": str(output), **found, **counts, "engine": recorded.engine})
        return
    part = "" if recorded.plies is None else f", recorded to {recorded.plies} plies from the root"
    best = f"best {result.move!s}, {value_text(result.score.relative)}"
    typer.echo(f"{output}: {recorded.visited:,} nodes{part}; {best}; engine: {recorded.engine}")
    if output.suffix == ".svg" and len(recorded.nodes) > LARGE_DRAWING:
        typer.echo("The drawing may leave out nodes. Write an .html file to open the tree branch by branch.")


def _as_data(position: Position, spec: SearchSpec, result: SearchResult) -> dict[str, Any]:
    rules = position.rules
    return {
        "rules": str(rules),
        "algorithm": spec.algorithm,
        "eval": spec.eval_for(rules).name,
        "order": spec.order.text,
        "table": spec.table.value,
        "ends": spec.terminal_for(rules).value,
        "move": str(result.move),
        "value": result.value,
        "value_first": result.value_first,
        "score": str(result.score),
        "exact": result.score.is_exact,
        "nodes": result.counts.nodes,
        "leaves": result.counts.leaves,
        "cutoffs": result.counts.cutoffs,
        "dropped": result.counts.dropped,
        "depth": result.depth,
        "pv": [str(move) for move in result.pv],
        "moves": {str(move): value.value for move, value in result.moves.items()},
        "bounds": {str(move): value.bound.value for move, value in result.moves.items()},
        "seconds": result.seconds,
        "stopped": result.stopped.value if result.stopped else None,
        "engine": result.engine,
    }


def _print_result(position: Position, spec: SearchSpec, result: SearchResult) -> None:
    rules, counts = position.rules, result.counts
    signs = {"exact": "", "lower": "≥ ", "upper": "≤ ", "mean": ""}
    line = " ".join(str(move) for move in result.pv)
    speed = f", {counts.nodes / result.seconds:,.0f} a second" if result.seconds else ""
    typer.echo(f"move     {result.move!s}")
    typer.echo(f"value    {value_text(result.score.relative)} for the side to move")
    typer.echo(f"line     {line}")
    if result.moves:
        values = [
            f"{move}: {signs[value.bound.value]}{str(value.score).lstrip('≈')}" for move, value in result.moves.items()
        ]
        typer.echo(f"moves    {'  '.join(values)}")
    typer.echo(f"depth    {result.depth}" + (f", then stopped by {result.stopped.value}" if result.stopped else ""))
    typer.echo(f"nodes    {counts.nodes:,} ({counts.leaves:,} leaves, {counts.cutoffs:,} cut-offs){speed}")
    typer.echo(f"dropped  {counts.dropped:,}")
    typer.echo(f"time     {duration(result.seconds)}")
    typer.echo(f"engine   {result.engine} ({spec.algorithm}, {spec.eval_for(rules).name})")
