"""`fourcast solve`: the exact score of positions, a line each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from fourcast.cli.options import EngineOption, JsonOption, RulesOption, print_json
from fourcast.errors import NotationError
from fourcast.rules import Position, drop, parse_rules, rules_text
from fourcast.rules.notation import move_text, position_after
from fourcast.solve import Solution, Solver
from fourcast.solve.solver import TABLE_MB

FROM_INPUT = "-"


def solve(
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MOVES… | -]", help="Positions as moves; - reads one a line from standard input."),
    ] = None,
    rules: RulesOption = "classic",
    every_move: Annotated[bool, typer.Option("--all", help="The score of every column, or - if it is full.")] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Only who wins: 1, 0 or −1 for the side to move.")] = False,
    time: Annotated[float | None, typer.Option(metavar="SECONDS", help="For each position at most.")] = None,
    table_mb: Annotated[int, typer.Option(min=1, max=65536, help="Memory for bounds, in megabytes.")] = TABLE_MB,
    engine: EngineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print `moves score nodes microseconds` for each position; the score is the side to move's.

    A win is worth one more than the discs the winner has left, a draw 0; games of lines and points their margin.
    """
    solver = Solver(parse_rules(rules), table_mb=table_mb, engine=engine)
    bad = 0
    for number, text in enumerate(_lines(moves or [""]), start=1):
        try:
            position = position_after(solver.rules.start(), text)
        except NotationError as fault:
            bad += 1
            typer.echo(f"line {number}: {fault}", err=True)
            continue
        _answer(solver, text, position, every_move=every_move, weak=weak, time=time, as_json=as_json)
    if bad:
        raise typer.Exit(1)


def _lines(moves: list[str]) -> Iterator[str]:
    for text in moves:
        if text == FROM_INPUT:
            yield from (line.strip() for line in sys.stdin)
        else:
            yield text


def _answer(
    solver: Solver, text: str, position: Position, *, every_move: bool, weak: bool, time: float | None, as_json: bool
) -> None:
    if every_move:
        found = solver.solve_moves(position, time=time)
        scores = {move_text(position.rules, move): _score(solution, weak) for move, solution in found.items()}
        nodes, seconds = sum(s.nodes for s in found.values()), sum(s.seconds for s in found.values())
    else:
        solution = solver.solve(position, weak=weak, time=time)
        nodes, seconds = solution.nodes, solution.seconds
    if as_json:
        answer = {"rules": rules_text(position.rules), "moves": text, "nodes": nodes, "seconds": seconds}
        if every_move:
            print_json(answer | {"scores": scores, "engine": solver.engine.value})
        else:
            print_json(answer | _as_data(solution))
        return
    if every_move:
        places = position.rules.shape.width
        columns = [scores.get(move_text(position.rules, drop(column)), "-") for column in range(places)]
        listed = " ".join(map(str, columns if position.rules.gravity else scores.values()))
    else:
        listed = str(_score(solution, weak))
    typer.echo(f"{text} {listed} {nodes} {seconds * 1e6:.0f}")


def _score(solution: Solution, weak: bool) -> object:
    """The score as it is printed; what is not known, as its bounds."""
    if weak and solution.winner is not None:
        return solution.winner
    if solution.score is None:
        return f"{solution.low:g}..{solution.high:g}"
    return int(solution.score) if float(solution.score).is_integer() else solution.score


def _as_data(solution: Solution) -> dict[str, object]:
    return {
        "score": solution.score,
        "lower": solution.low,
        "upper": solution.high,
        "winner": solution.winner,
        "plies": solution.plies,
        "stopped": solution.stopped.value if solution.stopped else None,
        "engine": solution.engine,
    }
