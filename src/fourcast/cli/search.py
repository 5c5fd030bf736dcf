"""`fourcast search` and `fourcast tree`: look ahead from a position, and draw how that was done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from fourcast.cli.options import (
    EngineOption,
    JsonOption,
    MovesOption,
    RulesOption,
    StartOption,
    print_json,
    starting_position,
)
from fourcast.engine import analyse
from fourcast.evals import EVALS, find_eval
from fourcast.play import NATURAL_EVALS, default_limit
from fourcast.rules import Position, Rules, move_text, rules_text
from fourcast.search import MOST_DEPTH, NAMES, Analysis, Ends, Info, Limit, Memory, MoveOrder, Plan, Stopped, score_of
from fourcast.text import duration, value_text
from fourcast.trace import MOST_NODES, check_suffix, record, write_tree

DRAWN_DEPTH = 3
"""How far a tree goes when nobody says."""
LARGE_PICTURE = 100
"""Nodes from which on a picture may leave some out."""

AlgorithmOption = Annotated[str, typer.Option("--algorithm", "-a", metavar="NAME", help=f"One of {', '.join(NAMES)}.")]
EvalOption = Annotated[
    str | None,
    typer.Option(
        "--eval",
        metavar="NAME",
        help=f"One of {', '.join(known.name for known in EVALS)}, or FILE.py:FUNCTION. Without it: what fits the goal.",
    ),
]
DepthOption = Annotated[int | None, typer.Option("--depth", "-d", min=1, max=MOST_DEPTH, help="Moves to look ahead.")]
TimeOption = Annotated[float | None, typer.Option(metavar="SECONDS", help="Deepen until the time is up.")]
NodesOption = Annotated[int | None, typer.Option(min=1, help="Deepen until so many nodes are visited.")]
OrderOption = Annotated[
    str,
    typer.Option(
        metavar="ORDER", help="ascending, centre, or columns such as 4,5,3,6,2,7,1,8; with +killers if wanted."
    ),
]
TableOption = Annotated[
    Memory, typer.Option("--table", help="Remember positions; old-bounds is ExtendedConnect4's unsound way.")
]
EndsOption = Annotated[
    Ends | None,
    typer.Option(help="How finished games are valued. Without it: as the evaluation's own system did, else sooner."),
]
SeedOption = Annotated[int | None, typer.Option(help="Makes random and mcts repeatable.")]


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
    table: TableOption = Memory.OFF,
    ends: EndsOption = None,
    seed: SeedOption = None,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look ahead from a position and print the best move, what it is worth, and what it cost to find out."""
    position = starting_position(rules, start, moves)
    plan = make_plan(position.rules, algorithm, evaluation, order, table, ends, seed)
    limit = make_limit(algorithm, depth, nodes, time)
    analysis = analyse(position, plan, limit, engine=engine)
    if as_json:
        print_json(analysis_as_data(position, plan, analysis))
    else:
        _print_analysis(position, plan, analysis)
    if analysis.stopped is Stopped.INTERRUPTED:
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
    table: TableOption = Memory.OFF,
    ends: EndsOption = None,
    engine: EngineOption = None,
    most_nodes: Annotated[int, typer.Option(min=10, help="Draw at most so many nodes.")] = MOST_NODES,
    as_json: JsonOption = False,
) -> None:
    """Draw the tree of a search: what was visited, in which window, with which value, and what was cut and why."""
    position = starting_position(rules, start, moves)
    plan = make_plan(position.rules, algorithm, evaluation, order, table, ends, None)
    check_suffix(output)
    deepens = time is not None or nodes is not None
    if deepens:  # first learn how deep it comes within its limit
        limited = analyse(position, plan, make_limit(algorithm, depth, nodes, time), engine=engine)
        reached = max(1, limited.info.depth)
    else:
        reached = depth or DRAWN_DEPTH
    recorded, info = record(position, plan, reached, deepens=deepens, engine=engine, most_nodes=most_nodes)
    write_tree(recorded, output)
    if as_json:
        found = {"move": move_text(position.rules, info.move), "value": info.value, "depth": reached}
        counts = {"nodes": recorded.visited, "recorded": len(recorded.nodes), "plies": recorded.plies}
        print_json({"file": str(output), **found, **counts, "engine": recorded.engine})
        return
    part = "" if recorded.plies is None else f", recorded to {recorded.plies} plies from the root"
    best = f"best {move_text(position.rules, info.move)}, {value_text(info.score.score)}"
    typer.echo(f"{output}: {recorded.visited:,} nodes{part}; {best}; engine: {recorded.engine}")
    if output.suffix == ".svg" and len(recorded.nodes) > LARGE_PICTURE:
        typer.echo("The picture draws as much of it as can be read, and says so; as .html it opens branch by branch.")


def make_limit(algorithm: str, depth: int | None, nodes: int | None, time: float | None) -> Limit:
    """The limit that the options describe, or a natural one."""
    if depth is None and nodes is None and time is None:
        return default_limit(algorithm)
    return Limit(depth, nodes, time)


def make_plan(
    rules: Rules,
    algorithm: str,
    evaluation: str | None,
    order: str,
    table: Memory,
    ends: Ends | None,
    seed: int | None,
) -> Plan:
    """The plan that the options describe."""
    return Plan(
        find_eval(evaluation or NATURAL_EVALS[rules.goal]),
        algorithm,
        order=MoveOrder(order),
        memory=table,
        ends=ends,
        seed=seed,
    )


def analysis_as_data(position: Position, plan: Plan, analysis: Analysis) -> dict[str, Any]:
    """An analysis for a program to read."""
    rules, info = position.rules, analysis.info
    return {
        "rules": rules_text(rules),
        "algorithm": plan.algorithm,
        "eval": plan.evaluation.name,
        "order": plan.order.text,
        "table": plan.memory.value,
        "ends": plan.ends_under(rules).value,
        "move": move_text(rules, info.move),
        "value": info.value,
        "value_first": info.value_first,
        "score": str(info.score.score),
        "exact": info.score.score.is_exact,
        "nodes": analysis.counts.nodes,
        "leaves": analysis.counts.leaves,
        "cutoffs": analysis.counts.cutoffs,
        "dropped": analysis.counts.dropped,
        "depth": info.depth,
        "pv": [move_text(rules, move) for move in info.pv],
        "moves": {move_text(rules, ranked.move): ranked.value for ranked in info.moves},
        "bounds": {move_text(rules, ranked.move): ranked.bound.value for ranked in info.moves},
        "seconds": analysis.seconds,
        "stopped": analysis.stopped.value if analysis.stopped else None,
        "engine": info.engine,
    }


def _plain(value: float, info: Info, plan: Plan, rules: Rules) -> str:
    """A value of a move as people say it, in a row of such values."""
    exact = info.score.score.is_exact
    return str(score_of(value, rules=rules, depth=info.depth, exact=exact, plan=plan)).lstrip("≈")


def _print_analysis(position: Position, plan: Plan, analysis: Analysis) -> None:
    rules, info, counts = position.rules, analysis.info, analysis.counts
    signs = {"exact": "", "lower": "≥ ", "upper": "≤ ", "mean": ""}
    line = " ".join(move_text(rules, move) for move in info.pv)
    speed = f", {counts.nodes / analysis.seconds:,.0f} a second" if analysis.seconds else ""
    typer.echo(f"move     {move_text(rules, info.move)}")
    typer.echo(f"value    {value_text(info.score.score)} for the side to move")
    typer.echo(f"line     {line}")
    if info.moves:
        values = [
            f"{move_text(rules, ranked.move)}: {signs[ranked.bound.value]}{_plain(ranked.value, info, plan, rules)}"
            for ranked in info.moves
        ]
        typer.echo(f"moves    {'  '.join(values)}")
    typer.echo(f"depth    {info.depth}" + (f", then stopped by {analysis.stopped.value}" if analysis.stopped else ""))
    typer.echo(f"nodes    {counts.nodes:,} ({counts.leaves:,} leaves, {counts.cutoffs:,} cut-offs){speed}")
    typer.echo(f"dropped  {counts.dropped:,}")
    typer.echo(f"time     {duration(analysis.seconds)}")
    typer.echo(f"engine   {info.engine} ({plan.algorithm}, {plan.evaluation.name})")
