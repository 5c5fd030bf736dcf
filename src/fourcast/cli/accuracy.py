"""`fourcast accuracy`: how often an agent's move keeps what a position is worth, by phase."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Annotated

import typer

from fourcast.charts import save_chart, why_no_chart
from fourcast.cli.bar import watching
from fourcast.cli.jobbing import WorkersOption, ledger_option, usual_ledger
from fourcast.cli.match_options import SeedOption, TimeOption
from fourcast.cli.options import JsonOption, RulesOption, print_json, refuse_missing_folder
from fourcast.cli.progress import note as say
from fourcast.cli.words import time_text
from fourcast.datasets.accuracy import (
    COUNT,
    LADDER,
    PHASES,
    SEED,
    TIMES,
    Question,
    Share,
    answers,
    questions,
    rows_of,
    shares,
    tasks_for,
)
from fourcast.datasets.accuracy_chart import accuracy_chart, time_name
from fourcast.environment import environment_info
from fourcast.files import file_lock, write_atomically
from fourcast.jobs import Json, Ledger, Progress, run_job
from fourcast.match import Participant
from fourcast.play import STAND_IN
from fourcast.rules import Rules, parse_rules, rules_text

HEADING = f"{'':<8}{'positions':>9}{'value kept':>16}{'best move':>16}{'for a move':>11}"

SILENT = 3.0
"""Seconds until whoever has no bar to look at is told what takes so long."""


def accuracy(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT]…", help="Agents, kaggle:FILE.py or program:COMMAND.")
    ] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="All levels and algorithms at 10, 100 and 1000 ms.")] = False,
    positions: Annotated[
        int, typer.Option(min=3, max=100_000, help="How many in all, a third of them from each phase of the game.")
    ] = COUNT,
    rules: RulesOption = "classic",
    time: TimeOption = None,
    seed: SeedOption = SEED,
    workers: WorkersOption = None,
    ledger: Annotated[Path | None, ledger_option("answers are kept in your data folder until all are there")] = None,
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
    Answers are kept until all are there: after Ctrl-C the same command goes on.
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
        Participant.parse(agent).check(game_rules)
    asked = _look_for(game_rules, positions, seed)
    _say_what_is_missing(asked, positions)
    if not as_json:
        typer.echo(HEADING)
    rows: list[Share] = []
    partial: list[Share] = []
    answered = 0

    def found(who: str, share: list[Share], count: int) -> None:
        nonlocal answered
        answered += count
        whole = count == len(asked)
        (rows if whole else partial).extend(share)
        if not as_json:
            typer.echo(who if whole else f"{who}: PARTIAL, {count:,} of {len(asked):,} positions")
            for row in share:
                typer.echo(_line(row))

    usual = _kept_until_done([rules_text(game_rules), wanted, positions, seed])
    with nullcontext(ledger) if ledger else usual as path:
        stopped = not _ask(wanted, game_rules, asked, seed=seed, workers=workers, ledger=path, found=found)
        done = len(rows) // max(1, _phases(asked))
        if path and not ledger and done == len(wanted):  # whoever asks again wants it measured again
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
    kept = {
        "rules": rules_text(game_rules),
        "positions": len(asked),
        "seed": seed,
        **environment_info(),
        "load": round(os.getloadavg()[0], 1),  # of the machine: whatever else ran took its share of every time limit
        "rows": rows_of(rows),
        "stopped": stopped,
        "partial": rows_of(partial),  # of those who have answered some when it was stopped
    }
    if as_json:
        print_json(kept)
    if save and rows:  # what an earlier run has found is not lost for nothing
        write_atomically(save, json.dumps(kept, ensure_ascii=False, indent=1) + "\n")
    if out and rows:
        save_chart(accuracy_chart(kept), out)
    if stopped:
        say(f"{answered:,} of {len(wanted) * len(asked):,} positions are answered; {done} of {len(wanted)} are done.")
        if path:
            say(f"What is answered is kept in {path}: the same command goes on from there.")
        raise typer.Exit(130)
    if done < len(wanted):
        raise typer.Exit(1)


def _look_for(rules: Rules, positions: int, seed: int) -> list[Question]:
    """The questions. Where nobody looks at a bar a line says that they are looked for, if that takes a while."""
    late = Timer(SILENT, say, ["Looking for positions that ask something …"])
    late.daemon = True
    if not sys.stderr.isatty():
        late.start()
    try:
        with watching(positions, "positions") as watch:
            return questions(rules, positions, seed=seed, on_found=lambda count: watch("solved", count, None))
    except KeyboardInterrupt:
        say("Stopped while positions were looked for: nothing was asked yet.")
        raise typer.Exit(130) from None
    finally:
        late.cancel()


def _ask(
    wanted: Sequence[tuple[str, float | None]],
    rules: Rules,
    asked: Sequence[Question],
    *,
    seed: int,
    workers: int | None,
    ledger: Path | None,
    found: Callable[[str, list[Share], int], None],
) -> bool:
    """Ask everybody, one after another, and tell what each is worth; False if Ctrl-C ended it: then also what is known
    of those who have answered some, phase by phase.

    Who could not be asked everything is left out, and the reason is said.
    """
    with TemporaryDirectory(prefix="fourcast-") as folder, Ledger(ledger or Path(folder) / "ledger.sqlite") as kept:
        kept.forget_failures()  # whoever asks again wants it tried again
        plans = [(agent, time, tasks_for(agent, time, rules, asked, seed=seed)) for agent, time in wanted]
        every = [task for _, _, tasks in plans for task in tasks]
        with watching(len(every), "tasks") as watch:
            told = 0

            def tell(progress: Progress | None, *, stopped: bool = False) -> None:
                """All up to the first who is not done; at the end those behind him too."""
                nonlocal told
                if progress:
                    watch("", progress.finished, progress)
                while told < len(plans):
                    agent, time, tasks = plans[told]
                    some, given = answers(kept, tasks, asked)
                    if len(some) == len(asked):
                        found(_who(agent, time), shares(agent, time, some, given), len(some))
                    elif stopped and some:
                        # Phases are asked one after another: all together they say nothing yet.
                        by_phase = [share for share in shares(agent, time, some, given) if share.phase in PHASES]
                        found(_who(agent, time), by_phase, len(some))
                    elif progress:
                        break
                    told += 1

            try:
                summary = run_job(every, kept, workers=workers, on_progress=tell)
            except KeyboardInterrupt:
                tell(None, stopped=True)
                return False
            tell(None)
            reasons = {failure.task.key: failure.reason.splitlines()[0] for failure in summary.failures}
            for agent, time, tasks in plans:
                if reason := next((reasons[task.key] for task in tasks if task.key in reasons), None):
                    say(f"{_who(agent, time)}, could not be asked everything: {reason}")
            return True


@contextmanager
def _kept_until_done(what: Json) -> Iterator[Path | None]:
    """Where answers are kept until all are there, by what is asked; None if the user has no folder for it, or somebody
    asks the same at this moment, who will clear it away."""
    try:
        path = usual_ledger("accuracy", what)
        Ledger(path).close()
    except (OSError, RuntimeError, sqlite3.Error) as fault:  # a home that cannot be written, or none at all
        say(f"Answers are not kept on the way: {fault}. Name a file with --ledger.")
        yield None
        return
    with file_lock(path.with_suffix(".lock")) as alone:
        if not alone:
            say("The same is being asked by another process: the answers to this one are not kept on the way.")
        yield path if alone else None


def _say_what_is_missing(asked: Sequence[Question], wanted: int) -> None:
    for phase in PHASES:
        count = sum(question.phase == phase for question in asked)
        if count < wanted // len(PHASES):
            found = f"Only {count} positions" if count > 1 else "Only one position" if count else "No position"
            say(f"{found} of phase {phase}: others take too much to solve, or ask nothing.")
    if not asked:
        raise typer.BadParameter("Every position of these rules takes too much to solve. Take a smaller board.")


def _phases(asked: Sequence[Question]) -> int:
    return len({question.phase for question in asked}) + 1


def _who(agent: str, time: float | None) -> str:
    return f"{agent}, {time_name(time)}"


def _line(row: Share) -> str:
    kept = _share(row.kept, row.kept_low, row.kept_high)
    best = _share(row.optimal, row.optimal_low, row.optimal_high)
    told = f"  {row.phase:<6}{row.positions:>9}{kept:>16}{best:>16}{time_text(row.seconds):>11}"
    if row.silent:
        told += f"\n{'':<8}{row.silent:>9} without an answer"
    if row.stood_in:
        told += f"\n{'':<8}{row.stood_in:>9} not solved in time: {STAND_IN.name.lower()} answered"
    return told


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.1%} ({100 * low:.0f}–{100 * high:.0f})"
