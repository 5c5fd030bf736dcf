"""`fourcast search` and `fourcast tree`: search a position, and write the tree of the search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from fourcast.algorithms import ALGORITHMS, MAX_DEPTH, SearchResult, SearchSpec, Stopped, TableMode, default_eval
from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesArgument,
    RulesOption,
    StartOption,
    complete,
    file_option,
    print_json,
    starting_position,
)
from fourcast.cli.progress import note_if_slow
from fourcast.engine import search as search_position
from fourcast.evals import EVALS, TerminalValue
from fourcast.rules import VARIANTS, Position
from fourcast.text import duration, value_text
from fourcast.trace import MAX_NODES, check_suffix, record

DEFAULT_TREE_DEPTH = 3
TERMINAL_HELP = (
    "How finished games are valued. sooner: an earlier win is worth more, a game of lines or points its margin; "
    "evaluated: by the evaluation; cut-first: by the evaluation where no depth is left, else by the margin; "
    "draw-first: a full board is a draw even if its last disc completes a line. Default: as the system of the "
    "evaluation does in its own game, else sooner."
)
SLOW = "No result yet. Searching can take very long: --time limits it, Ctrl-C stops."
LARGE_DRAWING = 100
"""A drawing of more nodes may leave some out."""

AlgorithmOption = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        "-a",
        metavar="SPEC",
        autocompletion=complete(*ALGORITHMS),
        help=f"One of {', '.join(ALGORITHMS)}; or FILE.py:STEP; also with settings, such as alphabeta,depth=6. "
        "Default: alphabeta, under drift star1.",
    ),
]
_DEFAULT_EVALS = ", ".join(
    f"{default_eval(variant.rules).name} for {variant.name}" for variant in VARIANTS if variant.rules.gravity
)
EvalOption = Annotated[
    str | None,
    typer.Option(
        "--eval",
        metavar="NAME",
        autocompletion=complete(*(known.name for known in EVALS)),
        help=f"One of {', '.join(known.name for known in EVALS)}, or FILE.py:FUNCTION. Default: {_DEFAULT_EVALS}.",
    ),
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, metavar="N", help="Depth in plies.")
]
TimeOption = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="Time limit; the search deepens until it is reached.")
]
NodesOption = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Node limit; the search deepens until it is reached.")
]
OrderOption = Annotated[
    str | None,
    typer.Option(
        metavar="ORDER",
        help="Move order: ascending, centre, or columns such as 4-5-3-6-2-7-1 or 4,5,3, where columns that are not "
        "named follow in ascending order; +killers adds killer moves. Default: ascending.",
    ),
]
TableOption = Annotated[
    TableMode | None,
    typer.Option(
        "--table",
        help="Transposition table; old-bounds: the values of the last iteration as bounds, ExtendedConnect4's way, "
        "which is not sound. Default: off.",
    ),
]
TerminalOption = Annotated[
    TerminalValue | None,
    typer.Option("--terminal", help=TERMINAL_HELP),
]
SeedOption = Annotated[int | None, typer.Option(metavar="N", help="Random seed of the algorithms random and mcts.")]


def search(
    moves: MovesArgument = "",
    rules: RulesOption = "classic",
    start: StartOption = None,
    algorithm: AlgorithmOption = None,
    evaluation: EvalOption = None,
    depth: DepthOption = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    order: OrderOption = None,
    table: TableOption = None,
    terminal: TerminalOption = None,
    seed: SeedOption = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Search a position for the best move.

    Prints the move, its score, the principal variation (pv), and the nodes and time used.
    """
    position = starting_position(rules, start, moves)
    spec = SearchSpec.parse(algorithm or "").with_settings(
        eval=evaluation, order=order, table=table, terminal=terminal, seed=seed, depth=depth, nodes=nodes, time=time
    )
    spec = spec.for_rules(position.rules)
    with note_if_slow(SLOW):
        result = search_position(position, spec, engine=engine)
    if as_json:
        print_json(_as_data(position, spec, result))
    else:
        _print_result(spec, result)
    if result.stopped is Stopped.INTERRUPTED:
        raise typer.Exit(130)


def tree(
    out: Annotated[Path, file_option("--out", "-o", help="FILE.svg, .pdf, .png, .dot, .json or .html.")],
    moves: MovesArgument = "",
    rules: RulesOption = "classic",
    start: StartOption = None,
    algorithm: AlgorithmOption = None,
    evaluation: EvalOption = None,
    depth: DepthOption = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    order: OrderOption = None,
    table: TableOption = None,
    terminal: TerminalOption = None,
    engine: EngineOption = None,
    max_nodes: Annotated[int, typer.Option(min=10, metavar="N", help="Maximum number of nodes to record.")] = MAX_NODES,
    as_json: JsonOption = False,
) -> None:
    """Write the tree of a search to a file.

    Every node with its window and value, what was cut and why.
    """
    position = starting_position(rules, start, moves)
    spec = SearchSpec.parse(algorithm or "").with_settings(
        eval=evaluation, order=order, table=table, terminal=terminal, depth=depth, nodes=nodes, time=time
    )
    spec = spec.for_rules(position.rules)
    check_suffix(out)
    deepens = spec.limit is not None and spec.limit.deepens
    reached = (spec.limit and spec.limit.depth) or DEFAULT_TREE_DEPTH
    with note_if_slow(SLOW):
        if deepens:  # a first search finds the depth that it reaches within the limit
            reached = max(1, search_position(position, spec, engine=engine).depth)
        search = record(position, spec.with_limit(None), reached, deepens=deepens, engine=engine, max_nodes=max_nodes)
    recorded, result = search.tree(), search.result
    assert result
    recorded.save(out)
    if as_json:
        found = {"move": str(result.move), "value": result.value, "depth": reached}
        counts = {"nodes": recorded.visited, "recorded": len(recorded.nodes), "plies": recorded.plies}
        print_json({"file": str(out), **found, **counts, "engine": recorded.engine})
        return
    part = "" if recorded.plies is None else f", recorded to {recorded.plies} plies from the root"
    best = f"best {result.move!s}, {value_text(result.score.relative)}"
    typer.echo(f"{out}: {recorded.visited:,} nodes{part}; {best}; engine: {recorded.engine}")
    if out.suffix.lower() in (".svg", ".pdf", ".png") and len(recorded.nodes) > LARGE_DRAWING:
        typer.echo("The drawing may leave out nodes. Write an .html file to open the tree branch by branch.")


def _as_data(position: Position, spec: SearchSpec, result: SearchResult) -> dict[str, Any]:
    rules = position.rules
    return {
        "rules": str(rules),
        "algorithm": spec.algorithm,
        "eval": spec.eval.name if spec.eval else None,
        "order": str(spec.order),
        "table": spec.table.value,
        "terminal": spec.terminal_for(rules).value,
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
        "seed": result.seed,
    }


def _print_result(spec: SearchSpec, result: SearchResult) -> None:
    counts = result.counts
    signs = {"exact": "", "lower": "≥ ", "upper": "≤ ", "mean": ""}
    line = " ".join(str(move) for move in result.pv)
    speed = f", {counts.nodes / result.seconds:,.0f} per second" if result.seconds else ""
    typer.echo(f"move     {result.move!s}")
    typer.echo(f"value    {value_text(result.score.relative)} for the side to move")
    typer.echo(f"pv       {line}")
    if result.moves:
        values = [
            f"{move}: {signs[value.bound.value]}{str(value.score).lstrip('≈')}" for move, value in result.moves.items()
        ]
        typer.echo(f"moves    {'  '.join(values)}")
    typer.echo(f"depth    {result.depth}" + (f", then stopped by {result.stopped.value}" if result.stopped else ""))
    typer.echo(f"nodes    {counts.nodes:,} ({counts.leaves:,} leaves, {counts.cutoffs:,} cutoffs){speed}")
    typer.echo(f"made     {counts.dropped:,} moves")
    typer.echo(f"time     {duration(result.seconds)}")
    if result.seed is not None:
        repeat = f": repeat with --seed {result.seed} --nodes {counts.nodes}" if spec.seed is None else ""
        typer.echo(f"seed     {result.seed}{repeat}")
    typer.echo(f"engine   {result.engine} ({', '.join([spec.algorithm, *([spec.eval.name] if spec.eval else [])])})")
