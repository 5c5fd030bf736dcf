"""`fourcast experiment run`: run the searches or games of an experiment that have no result yet."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

from fourcast.algorithms import MAX_DEPTH
from fourcast.cli.experiment.inputs import experiment_from, parse_numbers, positions_from
from fourcast.cli.experiment.output import end_data, print_end, print_tables, results_data
from fourcast.cli.jobs import ClusterOption
from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.cli.progress import job_bar, note
from fourcast.experiments import FOLDER, Experiment, Run
from fourcast.jobs import Summary

TABLES: Final = ("nodes", "depth", "fewer", "kept", "elo")
TIME_TABLES: Final = ("time", "faster")
"""The tables that are printed at the end; `experiment show` prints all."""

WhatArgument = Annotated[
    str | None,
    typer.Argument(metavar="FILE|NAME", help="TOML file or built-in name; omit to define the experiment by options."),
]
VariantOption = Annotated[
    list[str] | None, typer.Option("--variant", "-r", metavar="SPEC", help="Variant to run; repeat for several.")
]
MovesOption = Annotated[
    list[str] | None, typer.Option("--moves", "-m", metavar="MOVES", help="Position to search; repeat for several.")
]
CountOption = Annotated[int | None, typer.Option(min=1, help="Number of random positions, instead of --moves.")]
PliesOption = Annotated[str | None, typer.Option(metavar="4-12", help="Moves before a random position.")]
SeedOption = Annotated[int | None, typer.Option(help="Random seed of the positions.")]
AlgorithmsOption = Annotated[
    str | None, typer.Option("--algorithms", "-a", metavar="A,B,…", help="Each ALGORITHM[/ORDER][/table].")
]
EvalsOption = Annotated[str | None, typer.Option("--evals", metavar="A,B,…", help="Evaluations.")]
DepthsOption = Annotated[
    str | None, typer.Option("--depths", "-d", metavar="1-6", help=f"Search depths, 1 to {MAX_DEPTH}.")
]
SecondsOption = Annotated[
    str | None, typer.Option(metavar="0.1,1", help="Time limits in seconds, instead of --depths.")
]
NodesOption = Annotated[str | None, typer.Option(metavar="1000,…", help="Node limits, instead of --depths.")]
GamesOption = Annotated[int | None, typer.Option(min=2, help="Play games instead: the number for each two players.")]
RepeatsOption = Annotated[int | None, typer.Option(min=1, help="Repeat each search N times.")]
BudgetOption = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="Time limit per search to a depth, in seconds.")
]
SolvedOption = Annotated[bool, typer.Option("--solved", help="Check every move with the exact solver.")]
TimesOption = Annotated[
    bool, typer.Option("--times", help="Measure times: run one search at a time, and print the times.")
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", file_okay=False, help=f"Output folder. Default: {FOLDER}/NAME."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", "-w", min=1, max=1024, help="Worker processes. Default: all CPUs; one if times are measured."
    ),
]


def run(
    what: WhatArgument = None,
    variants: VariantOption = None,
    moves: MovesOption = None,
    count: CountOption = None,
    plies: PliesOption = None,
    seed: SeedOption = None,
    algorithms: AlgorithmsOption = None,
    evaluations: EvalsOption = None,
    depths: DepthsOption = None,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    games: GamesOption = None,
    repeats: RepeatsOption = None,
    budget: BudgetOption = None,
    solved: SolvedOption = False,
    times: TimesOption = False,
    engine: EngineOption = None,
    out: OutOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an experiment, or continue one: variants × positions × algorithms × evaluations × depths.

    Every result is stored as soon as it is there, however the run ends; the same command continues.
    """
    options = {
        "variants": variants,
        "positions": positions_from(moves, count, plies, seed),
        "algorithms": algorithms and algorithms.split(","),
        "evaluations": evaluations and evaluations.split(","),
        "depths": depths,
        "seconds": parse_numbers("--seconds", seconds),
        "nodes": parse_numbers("--nodes", nodes),
        "games": games,
        "repeats": repeats,
        "budget": budget,
        "solved": solved or None,
        "times": times or None,
        "engine": engine and engine.value,
    }
    experiment = experiment_from(what, {key: value for key, value in options.items() if value is not None})
    _run(experiment, out or FOLDER / experiment.name, workers, cluster, as_json=as_json)


def _run(experiment: Experiment, folder: Path, workers: int | None, cluster: str | None, *, as_json: bool) -> None:
    if workers is None and experiment.measures_time:
        workers = 1
    alone = workers == 1 and cluster is None
    if experiment.measures_time and not alone:
        note("Times are measured while other searches run: they are not reliable.")
    running = Run(experiment, folder, alone)
    summary: Summary | None = None
    try:
        with job_bar(experiment.name) as update:
            summary = running.run(workers=workers, cluster=cluster, on_progress=update)
    except KeyboardInterrupt:
        pass
    results = running.results()
    files = [path.name for path in running.write(results.rows)]
    if as_json:
        rows = [asdict(row) for row in results.rows]
        print_json({**results_data(results), **end_data(summary), "rows": rows})
    else:
        if results.rows:
            print_tables(results, [*TABLES, *TIME_TABLES] if experiment.times else TABLES)
        print_end(results, summary, files)
    if summary is None:
        raise typer.Exit(130)
    if summary.failures:
        raise typer.Exit(1)
