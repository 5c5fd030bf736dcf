"""`fourcast experiment run`: run the searches or games of an experiment that have no result yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from fourcast.algorithms import MAX_DEPTH
from fourcast.cli.experiment.show import print_tables, results_data
from fourcast.cli.jobs import ClusterOption, WorkersOption, stored_job
from fourcast.cli.options import EngineOption, JsonOption, print_json
from fourcast.cli.progress import job_bar, note
from fourcast.datasets import parquet_unsupported_reason
from fourcast.errors import UsageError, quote
from fourcast.experiments import FOLDER, Cell, Run, amount_text, find_experiment, parse_experiment
from fourcast.jobs import Failure, Summary, Task
from fourcast.spec import split_settings
from fourcast.text import count_of, duration

TABLES: Final = ("nodes", "depth", "fewer", "kept", "elo")
TIME_TABLES: Final = ("time", "faster")
"""The tables that are printed at the end; `experiment show` prints all."""
OWN: Final = "own"
"""The name of an experiment that options alone define."""
MAX_REASONS: Final = 3
"""Different failures that are printed."""


def run(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|NAME", help="TOML file or built-in name; omit to define the experiment by options."
        ),
    ] = None,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", "-r", metavar="SPEC", help="Variant to run; repeat for several.")
    ] = None,
    moves: Annotated[
        list[str] | None, typer.Option("--moves", "-m", metavar="MOVES", help="Position to search; repeat for several.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Number of random positions, instead of --moves.")
    ] = None,
    plies: Annotated[str | None, typer.Option(metavar="4-12", help="Moves before a random position.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed of the positions.")] = None,
    algorithms: Annotated[
        str | None,
        typer.Option("--algorithms", "-a", metavar="A,B,…", help="Each ALGORITHM[/ORDER][/table or /old-bounds]."),
    ] = None,
    evaluations: Annotated[str | None, typer.Option("--evals", metavar="A,B,…", help="Evaluations.")] = None,
    depths: Annotated[
        str | None, typer.Option("--depths", "-d", metavar="1-6", help=f"Search depths, 1 to {MAX_DEPTH}.")
    ] = None,
    seconds: Annotated[
        str | None, typer.Option(metavar="0.1,1", help="Time limits in seconds, instead of --depths.")
    ] = None,
    nodes: Annotated[str | None, typer.Option(metavar="1000,…", help="Node limits, instead of --depths.")] = None,
    games: Annotated[
        int | None, typer.Option(min=2, metavar="N", help="Play games instead: N between each two players.")
    ] = None,
    repeats: Annotated[int | None, typer.Option(min=1, metavar="N", help="Repeat each search N times.")] = None,
    budget: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Time limit per search to a depth, in seconds.")
    ] = None,
    solved: Annotated[bool, typer.Option("--solved", help="Check every move with the exact solver.")] = False,
    times: Annotated[
        bool, typer.Option("--times", help="Measure times: run one search at a time, and print the times.")
    ] = False,
    engine: EngineOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", file_okay=False, help=f"Output folder. Default: {FOLDER}/NAME."),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an experiment, or continue one.

    It is a grid of variants × positions × algorithms × evaluations × depths. Every result
    is stored as soon as it is computed; after Ctrl-C or a crash the same command continues.
    """
    random = _without_none({"count": count, "plies": plies, "seed": seed})
    if random and moves:
        raise UsageError("Use either --moves, or --count with --plies and --seed for random positions.")
    options = {
        "variants": variants,
        "positions": random or moves,
        "algorithms": algorithms and split_settings(algorithms),
        "evaluations": evaluations and evaluations.split(","),
        "depths": depths,
        "seconds": _parse_numbers("--seconds", seconds),
        "nodes": _parse_numbers("--nodes", nodes),
        "games": games,
        "repeats": repeats,
        "budget": budget,
        "solved": solved or None,
        "times": times or None,
        "engine": engine and engine.value,
    }
    options = _without_none(options)
    if what is None and not options:
        raise UsageError("There is nothing to run. Name a file or an experiment, or give options such as --depths.")
    experiment = find_experiment(what, options) if what else parse_experiment(options, name=OWN, source="the options")
    if workers is None and experiment.measures_time:
        workers = 1
    alone = workers == 1 and cluster is None
    if experiment.measures_time and not alone:
        note("Times are measured while other searches run: they are not reliable.")
    running = Run(experiment, out or FOLDER / experiment.name, alone)
    with stored_job(running.folder):
        try:
            with job_bar(experiment.name) as update:
                summary = running.run(workers=workers, cluster=cluster, on_progress=update)
        except KeyboardInterrupt:
            _print_end(running, None, as_json=as_json)
            raise
        _print_end(running, summary, as_json=as_json)
    if summary.failures:
        raise typer.Exit(1)


def _without_none(options: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}


def _parse_numbers(option: str, text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) if "." in part or "e" in part else int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"Invalid {option} {quote(text)}. Use numbers separated by commas.") from None


def _print_end(running: Run, summary: Summary | None, *, as_json: bool) -> None:
    """Write the rows and print the results and how the run ended; without a summary, by Ctrl-C."""
    results = running.results()
    if as_json:
        list(running.write(results.rows))
        end: dict[str, Any] = {"stopped": summary is None}
        if summary:
            failures = [{"arguments": failure.task.arguments, "reason": failure.reason} for failure in summary.failures]
            end |= {"computed": summary.done, "known": summary.known, "failures": failures}
        print_json({**results_data(results), **end, "rows": [asdict(row) for row in results.rows]})
        return
    if results.rows:
        usual = [*TABLES, *TIME_TABLES] if running.experiment.times else TABLES
        print_tables(results, results.show.tables or usual)
    done = f"{len(results.rows):,} of {results.size:,} {results.unit} are done"
    if summary:
        before = len(results.rows) * summary.known // max(1, summary.known + summary.done)
        known = f", {before:,} of them before" if before else ""
        typer.echo(f"{done}{known}, in {duration(summary.seconds)}.")
        _print_failures(summary.failures)
    else:
        note(f"{done}.")
    files = ", ".join(path.name for path in running.write(results.rows))
    typer.echo(f"Written to {results.folder}: {files}. `fourcast experiment show {results.folder}` draws charts.")
    if reason := parquet_unsupported_reason():
        note(f"NO PARQUET: {reason}.")


def _print_failures(failures: Sequence[Failure]) -> None:
    """Some reasons, each with the first task that failed for it, and how to continue."""
    first: dict[str, Task] = {}
    for failure in failures:
        first.setdefault(failure.reason.splitlines()[0], failure.task)
    for reason, task in list(first.items())[:MAX_REASONS]:
        note(f"FAILED: {_task_text(task)}: {reason}")
    if failures:
        again = "it" if len(failures) == 1 else "them"
        note(f"{count_of(len(failures), 'task')} failed; the same command tries {again} again.")


def _task_text(task: Task) -> str:
    """What a task of an experiment computes."""
    arguments: Any = task.arguments
    if "cell" not in arguments:
        return f"the games of {' and '.join(arguments['pair']['players'])}"
    cell = Cell(**arguments["cell"])
    where = f" after {cell.moves}" if cell.moves else ""
    amount = amount_text(cell.limit, cell.amount)
    return f"{cell.spec.short} with {cell.evaluation}, {amount}, {cell.variant}{where}"
