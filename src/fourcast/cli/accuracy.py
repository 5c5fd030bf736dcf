"""`fourcast accuracy`: how often an agent's move keeps what a position is worth, by phase."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from fourcast.arena import parse_contestant
from fourcast.arena.seats import try_out
from fourcast.cli.arena_options import SeedOption, TimeOption
from fourcast.cli.arena_play import say
from fourcast.cli.bar import watching
from fourcast.cli.jobbing import WorkersOption, ledger_option
from fourcast.cli.options import JsonOption, RulesOption, print_json, refuse_missing_folder
from fourcast.cli.words import time_text
from fourcast.files import write_atomically
from fourcast.jobs import Ledger, Progress, Task, run_job
from fourcast.lab.accuracy import (
    COUNT,
    LADDER,
    PHASES,
    SEED,
    TIMES,
    Question,
    Share,
    questions,
    rows_of,
    shares,
    tasks_for,
)
from fourcast.lab.accuracy_chart import accuracy_chart, time_name
from fourcast.lab.charts import save_chart, why_no_chart
from fourcast.lab.machine import circumstances
from fourcast.rules import Rules, parse_rules, rules_text

HEADING = (
    f"{'agent':<42}{'time':>10}  {'phase':<8}{'positions':>9}{'value kept':>24}{'best move':>24}{'for a move':>12}"
)


def accuracy(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT]…", help="Agents, kaggle:FILE.py or program:COMMAND.")
    ] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="All levels and algorithms at 10, 100 and 1000 ms.")] = False,
    positions: Annotated[int, typer.Option(min=3, max=100_000, help="As many from each phase of the game.")] = COUNT,
    rules: RulesOption = "classic",
    time: TimeOption = None,
    seed: SeedOption = SEED,
    workers: WorkersOption = None,
    ledger: Annotated[Path | None, ledger_option("nothing is kept")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", callback=refuse_missing_folder, help="Keep the figures as data."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            callback=refuse_missing_folder,
            help="Draw them: .svg, .png or .html by its name.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare agents with the perfect player: how often a move keeps the win or the draw, how often none is better.

    Positions come from random play, and each has a move that gives something away. Intervals are Wilson's at 95 %.
    """
    if not agents and not ladder:
        raise typer.BadParameter("Name an agent, such as level4, or ask for the --ladder.")
    if out and (reason := why_no_chart(out)):
        raise typer.BadParameter(reason)
    game_rules = parse_rules(rules)
    wanted: list[tuple[str, float | None]] = [(agent, time) for agent in agents or []]
    if ladder:
        wanted += [(agent, limit) for agent in LADDER for limit in TIMES]
    for agent in dict.fromkeys(agent for agent, _ in wanted):
        try_out(parse_contestant(agent), game_rules)
    with watching(positions, "positions") as watch:
        asked = questions(game_rules, positions, seed=seed, on_found=lambda count: watch("solved", count, None))
    _say_what_is_missing(asked, positions)
    if not as_json:
        typer.echo(HEADING)
    rows: list[Share] = []

    def found(share: list[Share]) -> None:
        rows.extend(share)
        if not as_json:
            for row in share:
                typer.echo(_line(row, is_first=row is share[0]))

    stopped = not _ask(wanted, game_rules, asked, seed=seed, workers=workers, ledger=ledger, found=found)
    done = len(rows) // max(1, _phases(asked))
    kept = {
        "rules": rules_text(game_rules),
        "positions": len(asked),
        "seed": seed,
        **circumstances(),
        "load": round(os.getloadavg()[0], 1),  # of the machine: whatever else ran took its share of every time limit
        "rows": rows_of(rows),
    }
    if as_json:
        print_json(kept)
    if save:
        write_atomically(save, json.dumps(kept, ensure_ascii=False, indent=1) + "\n")
    if out and rows:
        save_chart(accuracy_chart(kept), out)
    if stopped:
        say(f"Stopped: {done} of {len(wanted)} are done.")
        raise typer.Exit(130)
    if done < len(wanted):
        raise typer.Exit(1)


def _ask(
    wanted: Sequence[tuple[str, float | None]],
    rules: Rules,
    asked: Sequence[Question],
    *,
    seed: int,
    workers: int | None,
    ledger: Path | None,
    found: Callable[[list[Share]], None],
) -> bool:
    """Ask everybody, one after another, and tell what each is worth; False if Ctrl-C ended it.

    Who could not be asked everything is left out, and the reason is said.
    """
    with TemporaryDirectory(prefix="fourcast-") as folder, Ledger(ledger or Path(folder) / "ledger.sqlite") as kept:
        kept.forget_failures()  # whoever asks again wants it tried again
        plans = [(agent, time, tasks_for(agent, time, rules, asked, seed=seed)) for agent, time in wanted]
        every = [task for _, _, tasks in plans for task in tasks]
        with watching(len(every), "tasks") as watch:
            told = 0

            def tell(progress: Progress | None) -> None:
                """All up to the first who is not done; at the end those behind him too."""
                nonlocal told
                if progress:
                    watch("", progress.finished, progress)
                while told < len(plans):
                    agent, time, tasks = plans[told]
                    given = _given(kept, tasks)
                    if given is not None:
                        found(shares(agent, time, asked, given))
                    elif progress:
                        break
                    told += 1

            try:
                summary = run_job(every, kept, workers=workers, on_progress=tell)
            except KeyboardInterrupt:
                tell(None)
                return False
            tell(None)
            reasons = {failure.task.key: failure.reason.splitlines()[0] for failure in summary.failures}
            for agent, time, tasks in plans:
                if reason := next((reasons[task.key] for task in tasks if task.key in reasons), None):
                    say(f"{agent}, {time_name(time)}, could not be asked everything: {reason}")
            return True


def _given(ledger: Ledger, tasks: Sequence[Task]) -> list[dict[str, Any]] | None:
    """All answers of an agent; None while one is missing."""
    known = [value for _, value in ledger.results(tasks)]
    return [one for chunk in known for one in chunk] if len(known) == len(tasks) else None


def _say_what_is_missing(asked: Sequence[Question], wanted: int) -> None:
    for phase in PHASES:
        count = sum(question.phase == phase for question in asked)
        if count < wanted // len(PHASES):
            say(f"Only {count} positions of phase {phase}: others take too much to solve, or ask nothing.")
    if not asked:
        raise typer.BadParameter("Every position of these rules takes too much to solve. Take a smaller board.")


def _phases(asked: Sequence[Question]) -> int:
    return len({question.phase for question in asked}) + 1


def _line(row: Share, *, is_first: bool) -> str:
    who = f"{row.agent:<42}{time_name(row.time):>10}" if is_first else " " * 52
    silent = f"   {row.silent} without an answer" if row.silent else ""
    kept = _share(row.kept, row.kept_low, row.kept_high)
    best = _share(row.optimal, row.optimal_low, row.optimal_high)
    return f"{who}  {row.phase:<8}{row.positions:>9}{kept:>24}{best:>24}{time_text(row.seconds):>12}{silent}"


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.1%} ({low:.0%} to {high:.0%})"
