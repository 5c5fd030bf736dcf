"""`fourcast experiment run`: make the searches of an experiment that are not yet known."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

from fourcast.algorithms import MAX_DEPTH
from fourcast.cli.experiment.asked import read_numbers, wanted_experiment, wanted_positions
from fourcast.cli.experiment.said import about, about_end, print_end, print_tables
from fourcast.cli.jobs import ClusterOption
from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.cli.progress import job_bar
from fourcast.experiments.folder import HOME, Kept, keep_keys, keep_rows
from fourcast.experiments.run import Run

SHOWN: Final = ("nodes", "depth", "fewer", "kept", "elo")
TIMES: Final = ("time", "faster")
"""The tables that are printed when all is done; `experiment show` has the others."""


def run(
    what: Annotated[
        str | None,
        typer.Argument(metavar="FILE|NAME", help="A TOML file, or one of `experiment list`. Without: options say all."),
    ] = None,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", "-r", metavar="SPEC", help="Rules, as often as there are some.")
    ] = None,
    positions: Annotated[
        list[str] | None, typer.Option("--moves", "-m", metavar="MOVES", help="A position, as often as there are some.")
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, help="So many random positions instead.")] = None,
    plies: Annotated[str | None, typer.Option(metavar="4-12", help="Moves before a random position.")] = None,
    seed: Annotated[int | None, typer.Option(help="Of the random positions.")] = None,
    ways: Annotated[
        str | None, typer.Option("--algorithms", "-a", metavar="A,B,…", help="Each ALGORITHM[/ORDER][/table].")
    ] = None,
    evaluations: Annotated[str | None, typer.Option("--evals", metavar="A,B,…", help="Evaluations.")] = None,
    depths: Annotated[str | None, typer.Option("--depths", "-d", metavar="1-6", help=f"From 1 to {MAX_DEPTH}.")] = None,
    seconds: Annotated[str | None, typer.Option(metavar="0.1,1", help="Deepen for so long, instead of depths.")] = None,
    nodes: Annotated[str | None, typer.Option(metavar="1000,…", help="Deepen for so many nodes instead.")] = None,
    games: Annotated[int | None, typer.Option(min=2, help="Let all of them play each other, so many games.")] = None,
    repeats: Annotated[int | None, typer.Option(min=1, help="Make every search so often.")] = None,
    budget: Annotated[float | None, typer.Option(metavar="SECONDS", help="Give a search up after so long.")] = None,
    solved: Annotated[bool, typer.Option("--solved", help="Have the solver judge every move.")] = False,
    times: Annotated[
        bool, typer.Option("--times", help="One search at a time, so that seconds can be relied on; show them.")
    ] = False,
    engine: EngineOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", file_okay=False, help=f"Without: {HOME}/NAME.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-w",
            min=1,
            max=1024,
            help="Processes. Without: one for each processor, one if times are asked for.",
        ),
    ] = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an experiment, or go on with one that was stopped: variants × positions × algorithms × evaluations × depths.

    Every search is kept as soon as it is done, so Ctrl-C or worse loses nothing; the same command goes on from there.
    """
    given = {
        "variants": variants,
        "positions": wanted_positions(positions, count, plies, seed),
        "ways": ways and ways.split(","),
        "evaluations": evaluations and evaluations.split(","),
        "depths": depths,
        "seconds": read_numbers("--seconds", seconds),
        "nodes": read_numbers("--nodes", nodes),
        "games": games,
        "repeats": repeats,
        "budget": budget,
        "solved": solved or None,
        "times": times or None,
        "engine": engine and engine.value,
    }
    experiment = wanted_experiment(what, {key: value for key, value in given.items() if value is not None})
    folder = out or HOME / experiment.name
    at_once = workers if workers or not experiment.wants_quiet else 1
    alone = at_once == 1 and cluster is None
    keep_keys(experiment, folder)
    going = Run(experiment, folder, alone)
    if experiment.wants_quiet and not alone:
        typer.echo("Times are asked for, and searches run beside each other: theirs are not to be relied on.", err=True)
    summary, stopped = None, False
    try:
        with job_bar(experiment.name) as tell:
            summary = going.go_on(workers=at_once, cluster=cluster, on_progress=tell)
    except KeyboardInterrupt:
        stopped = True
    rows, planned = going.look()
    written = [path.name for path in keep_rows(experiment, rows, folder)]
    kept = Kept(
        experiment.name, experiment.asks, rows, experiment.what, experiment.size, experiment.show, folder, planned
    )
    if as_json:
        print_json({**about(kept), **about_end(summary), "rows": [asdict(row) for row in rows]})
    else:
        if rows:
            print_tables(kept, [*SHOWN, *TIMES * experiment.times])
        print_end(kept, summary, written)
    if stopped:
        raise typer.Exit(130)
    if summary and summary.failures:
        raise typer.Exit(1)
