"""`fourcast accuracy`: how often an agent's move keeps the theoretical result of a position, by phase of the game."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from fourcast.charts import chart_unsupported_reason, save_chart
from fourcast.cli.jobs import WorkersOption, data_ledger, ledger_option, stored_job
from fourcast.cli.match_options import MoveTimeOption, SeedOption
from fourcast.cli.options import JsonOption, RulesOption, file_option, print_json
from fourcast.cli.progress import count_bar, note
from fourcast.datasets import (
    COUNT,
    LADDER,
    PHASES,
    SEED,
    TIMES,
    Accuracy,
    SolvedPosition,
    accuracies,
    accuracy_chart,
    find_positions,
    phase_name,
    results,
    tasks_for,
    time_name,
)
from fourcast.environment import environment_info
from fourcast.files import write_atomically
from fourcast.jobs import Json, Ledger, Progress, Task, delete_ledger, run_job
from fourcast.matches import Participant
from fourcast.play import FALLBACK
from fourcast.rules import Rules
from fourcast.system import file_lock
from fourcast.text import count_of, duration

HEADING: Final = f"{'':<10}{'positions':>9}{'keeps result':>16}{'best move':>16}{'time/move':>11}"


def accuracy(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT]…", help="Agents, FILE.py, kaggle:FILE.py or program:COMMAND.")
    ] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="All levels and algorithms at 10, 100 and 1000 ms.")] = False,
    positions: Annotated[
        int,
        typer.Option(
            min=3, max=100_000, metavar="N", help="Number of positions, a third of them from each phase of the game."
        ),
    ] = COUNT,
    rules: RulesOption = "classic",
    time: MoveTimeOption = None,
    seed: SeedOption = SEED,
    workers: WorkersOption = None,
    ledger: Annotated[Path | None, ledger_option("in your data folder, until all results are there")] = None,
    save: Annotated[Path | None, file_option("--save", metavar="FILE.json", help="Write the results as JSON.")] = None,
    out: Annotated[Path | None, file_option("--out", "-o", help="Draw a chart: .svg, .pdf, .png or .html.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare agents with perfect play.

    How often a move keeps the win or the draw, and how often it is the best one, by phase of the game. Positions come
    from random play; in each of them at least one legal move loses a win or a draw. Intervals are Wilson score
    intervals at 95 %. Results are stored as they come: after Ctrl-C the same command continues.
    """
    if not agents and not ladder:
        raise typer.BadParameter("Name an agent, such as level4, or use --ladder.")
    if out and (reason := chart_unsupported_reason(out)):
        raise typer.BadParameter(reason)
    game_rules = Rules.parse(rules)
    entries: list[tuple[str, float | None]] = [(agent, time) for agent in agents or []]
    if ladder:
        entries += [(agent, limit) for agent in LADDER for limit in TIMES]
    for agent in dict.fromkeys(agent for agent, _ in entries):
        Participant.parse(agent).check(game_rules)
    solved = _find_positions(game_rules, positions, seed)
    _note_missing(solved, positions)
    candidates = [_Candidate(*entry, tasks_for(*entry, game_rules, solved, seed=seed)) for entry in entries]
    report = _Report(len(candidates), list(candidates), solved, print_rows=not as_json)
    if not as_json:
        typer.echo(HEADING)

    def write(*, stopped: bool) -> None:
        data = {
            "rules": str(game_rules),
            "positions": len(solved),
            "seed": seed,
            **environment_info(),
            "load": round(os.getloadavg()[0], 1),  # other processes took their share of every time limit
            "rows": [asdict(row) for row in report.rows],
            "stopped": stopped,
            "partial": [asdict(row) for row in report.partial],  # agents with some results when it was stopped
        }
        if as_json:
            print_json(data)
        if save and report.rows:  # an earlier file is not overwritten without new results
            write_atomically(save, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        if out and report.rows:
            save_chart(accuracy_chart(data), out)

    try:
        with _open_ledger(ledger, [str(game_rules), entries, positions, seed], report) as store:
            _run(candidates, report, store, workers)
    except KeyboardInterrupt:
        write(stopped=True)
        agents_done = f"{report.complete} of {len(candidates)} agents are done"
        note(f"{report.answered:,} of {len(candidates) * len(solved):,} positions played; {agents_done}.")
        raise
    write(stopped=False)
    if not report.is_complete:
        raise typer.Exit(1)


@dataclass(frozen=True)
class _Candidate:
    """An agent with a time limit, and its tasks."""

    agent: str
    time: float | None
    tasks: Sequence[Task]

    @property
    def name(self) -> str:
        return f"{self.agent}, {time_name(self.time)}"


@dataclass
class _Report:
    """The results so far. Candidates are printed in order, each as soon as it and all before it are complete."""

    candidates: int
    waiting: list[_Candidate]
    positions: Sequence[SolvedPosition]
    print_rows: bool
    rows: list[Accuracy] = field(default_factory=list)
    partial: list[Accuracy] = field(default_factory=list)
    answered: int = 0
    complete: int = 0

    @property
    def is_complete(self) -> bool:
        return self.complete == self.candidates

    def update(self, ledger: Ledger, *, at_end: bool = False, stopped: bool = False) -> None:
        """Add the next candidates, up to the first one that is not complete; `at_end` all that are complete, and those
        with some results if it was `stopped`."""
        while self.waiting and (self._add(self.waiting[0], ledger, partially=stopped) or at_end):
            self.waiting.pop(0)

    def _add(self, candidate: _Candidate, ledger: Ledger, *, partially: bool) -> bool:
        played, moves = results(ledger, candidate.tasks, self.positions)
        is_complete = len(played) == len(self.positions)
        if not is_complete and not (partially and played):
            return False
        rows = accuracies(candidate.agent, candidate.time, played, moves)
        if is_complete:
            self.rows += rows
            self.complete += 1
        else:
            rows = [row for row in rows if row.phase in PHASES]  # phases come one after another: no sum over all yet
            self.partial += rows
        self.answered += len(played)
        if self.print_rows:
            state = "" if is_complete else f": PARTIAL, {len(played):,} of {len(self.positions):,} positions"
            typer.echo("\n".join([candidate.name + state, *map(_row_text, rows)]))
        return is_complete


def _run(candidates: Sequence[_Candidate], report: _Report, ledger: Ledger, workers: int | None) -> None:
    """Run all tasks. Candidates with failed tasks are left out, with a remark."""
    tasks = [task for candidate in candidates for task in candidate.tasks]
    with count_bar(len(tasks), "tasks") as show:

        def update(progress: Progress) -> None:
            show("", progress.finished, progress)
            report.update(ledger)

        try:
            summary = run_job(tasks, ledger, workers=workers, retry_failed=True, on_progress=update)
        except KeyboardInterrupt:
            report.update(ledger, at_end=True, stopped=True)
            raise
        report.update(ledger, at_end=True)
    reasons = {failure.task.key: failure.reason.splitlines()[0] for failure in summary.failures}
    for candidate in candidates:
        if reason := next((reasons[task.key] for task in candidate.tasks if task.key in reasons), None):
            note(f"{candidate.name}, did not play every position: {reason}")


def _find_positions(rules: Rules, count: int, seed: int) -> list[SolvedPosition]:
    if not sys.stderr.isatty():  # where there is no progress bar
        note("Searching for test positions …")
    try:
        with count_bar(count, "positions") as show:
            return find_positions(rules, count, seed=seed, on_position=lambda number: show("solved", number, None))
    except KeyboardInterrupt:
        note("Stopped during the search for test positions: no agent has played yet.")
        raise


FOLDER: Final = "accuracy"
"""In the user's data folder: ledgers of unfinished commands."""


@contextmanager
def _open_ledger(path: Path | None, subject: Json, report: _Report) -> Iterator[Ledger]:
    """The ledger of `--ledger`, else one in the user's data folder, else a temporary one: if the data folder cannot be
    written, or another process runs the same command and will delete it. The one in the data folder is deleted when the
    report is complete: a new command measures again."""
    default = None if path else data_ledger(FOLDER, subject, without="Results are not stored on the way")
    lock = file_lock(default.with_suffix(".lock")) if default else nullcontext(False)
    with TemporaryDirectory(prefix="fourcast-") as temporary, lock as is_ours:
        if default and not is_ours:
            note("Another process runs the same command: the results of this one are not stored on the way.")
        stored = default if is_ours else path
        with stored_job(stored), Ledger(stored or Path(temporary) / "ledger.sqlite") as ledger:
            yield ledger
        if default and is_ours and report.is_complete:
            delete_ledger(default)


def _note_missing(positions: Sequence[SolvedPosition], count: int) -> None:
    for phase in PHASES:
        number = sum(position.phase == phase for position in positions)
        if number < count // len(PHASES):
            usable = f"Only {count_of(number, 'usable position')}" if number else "No usable positions"
            note(f'{usable} in phase "{phase_name(phase)}": too hard to solve, or every move is equally good.')
    if not positions:
        raise typer.BadParameter("Positions of these rules take too long to solve. Use a smaller board.")


def _row_text(row: Accuracy) -> str:
    kept = _share_text(row.keeps_value, row.keeps_value_low, row.keeps_value_high)
    best = _share_text(row.optimal, row.optimal_low, row.optimal_high)
    text = f"  {phase_name(row.phase):<8}{row.positions:>9}{kept:>16}{best:>16}{duration(row.seconds):>11}"
    if row.missing_moves:
        text += f"\n{'':<10}{row.missing_moves:>9} without a move"
    if row.fallback_moves:
        text += f"\n{'':<10}{row.fallback_moves:>9} not solved in time: {FALLBACK.name.lower()} moved"
    return text


def _share_text(share: float, low: float, high: float) -> str:
    return f"{share:.1%} ({100 * low:.0f}–{100 * high:.0f})"
