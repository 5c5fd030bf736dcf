"""Running: what is done is kept, and nothing that was kept is made again, whoever ended the run and how."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from support.experiment_files import known, parts

from fourcast.experiments.experiment import Experiment
from fourcast.experiments.folder import keep_keys, kept_in
from fourcast.experiments.reading import read_data, read_file
from fourcast.experiments.row import Row
from fourcast.experiments.run import LEDGER, Run
from fourcast.jobs import Ledger

PATIENCE = 120.0
SMALL = {"variants": "tictactoe", "positions": ["", "5"], "algorithms": ["minimax", "alphabeta"], "depths": "1-3"}
SLOW = """
positions = { count = 30, plies = "2-8" }
algorithms = ["minimax", "alphabeta"]
depths = "1-4"
engine = "python"
"""


def small(**keys: object) -> Experiment:
    return read_data({**SMALL, **keys}, name="small", source="small")


def timeless(rows: list[Row]) -> list[Row]:
    return [replace(row, seconds=0.0, engine="") for row in rows]


def test_rows_come_in_the_order_of_the_experiment_and_a_second_run_makes_none(tmp_path: Path) -> None:
    run = Run(small(), tmp_path)
    summary = run.go_on(workers=1)
    assert (summary.done, summary.known, summary.failures) == (12, 0, ())
    rows = known(run)
    assert [(row.amount, row.moves, row.algorithm) for row in rows] == [
        (depth, moves, name) for depth in (1, 2, 3) for moves in ("", "5") for name in ("minimax", "alphabeta")
    ]
    assert [row.nodes for row in rows if row.algorithm == "minimax"] == [10, 9, 82, 65, 586, 401]
    again = run.go_on(workers=1)
    assert (again.done, again.known) == (0, 12)
    assert known(run) == rows  # to the microsecond: they are the same searches


def test_a_larger_experiment_makes_only_what_is_new(tmp_path: Path) -> None:
    Run(small(), tmp_path).go_on(workers=1)
    summary = Run(small(depths="2-4", positions=["", "5", "55"[:1]]), tmp_path).go_on(workers=1)
    assert (summary.done, summary.known) == (4, 8)


def test_parts_that_ask_for_the_same_search_share_it(tmp_path: Path) -> None:
    run = Run(small(part=[{"name": "one"}, {"name": "two", "depths": 3}]), tmp_path)
    assert run.go_on(workers=1).done == 12
    assert [row.part for row in run.rows()] == ["one"] * 12 + ["two"] * 4


def test_a_run_that_is_told_to_stop_keeps_what_it_has(tmp_path: Path) -> None:
    experiment = small(positions={"count": 40, "plies": 3})
    run = Run(experiment, tmp_path)
    stopped = run.go_on(workers=1, on_progress=lambda progress: progress.done >= 3)
    rows = run.rows()
    assert len(rows) == stopped.done
    rest = run.go_on(workers=1)
    assert rest.known == stopped.done
    assert rest.done == experiment.size - stopped.done


def test_a_folder_tells_what_was_run_in_it(tmp_path: Path) -> None:
    experiment = small(asks="Well?", times=True, show={"baseline": "alphabeta"})
    keep_keys(experiment, tmp_path)
    assert (kept_in(tmp_path).rows, kept_in(tmp_path).size) == ([], 12)
    run = Run(experiment, tmp_path, alone=False)
    run.go_on(workers=2)
    kept = kept_in(tmp_path)
    assert (kept.name, kept.asks, kept.show.baseline) == ("small", "Well?", "alphabeta")
    assert kept.rows == run.rows()
    assert not any(row.alone for row in kept.rows)


def test_where_nobody_asks_for_times_what_ran_beside_others_is_not_made_again(tmp_path: Path) -> None:
    beside = Run(small(depths="1-2"), tmp_path, alone=False)
    assert beside.go_on(workers=2).done == 8
    alone = Run(small(), tmp_path, alone=True)
    assert (summary := alone.go_on(workers=1)).known == 8
    assert summary.done == 4
    assert [row.alone for row in known(alone)] == [False] * 8 + [True] * 4
    assert known(Run(small(), tmp_path, alone=False)) == known(alone) == kept_rows(tmp_path, small())
    assert Run(small(times=True), tmp_path, alone=True).go_on(workers=1).known == 4


def kept_rows(folder: Path, experiment: Experiment) -> list[Row]:
    keep_keys(experiment, folder)
    return [row for row in kept_in(folder).rows if isinstance(row, Row)]


def results_in(folder: Path) -> int:
    if not (folder / LEDGER).exists():
        return 0
    with Ledger(folder / LEDGER) as ledger:
        return len(ledger)


def test_killed_in_the_middle_nothing_that_was_committed_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "slow.toml"
    file.write_text(SLOW)
    experiment, folder = read_file(file), tmp_path / "out"
    command = [sys.executable, "-m", "fourcast", "experiment", "run", str(file), "-o", str(folder), "--workers", "1"]
    kept_before: dict[str, Row] = {}
    for _ in range(2):
        before = results_in(folder)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        try:
            deadline = time.monotonic() + PATIENCE
            while results_in(folder) <= before and process.poll() is None:
                assert time.monotonic() < deadline, "nothing was ever committed"
                time.sleep(0.01)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        kept_before |= {cell_key(row): row for row in known(Run(experiment, folder))}
    killed = len(kept_before)
    assert 0 < killed < experiment.size, "it was not killed in the middle"

    run = Run(experiment, folder)
    summary = run.go_on(workers=2)
    assert (summary.known, summary.done) == (killed, experiment.size - killed)
    rows = known(run)
    # What had been committed still has the very times it was committed with.
    assert {key: row for key, row in ((cell_key(row), row) for row in rows) if key in kept_before} == kept_before
    # An undisturbed run, by the other engine where there is one, gives the same rows.
    other = replace(parts(experiment)[0], engine=None)
    undisturbed = Run(replace(experiment, parts=(other,)), tmp_path / "undisturbed")
    undisturbed.go_on(workers=1)
    assert timeless(rows) == timeless(known(undisturbed))
    assert results_in(folder) == experiment.size


def cell_key(row: Row) -> str:
    return f"{row.moves} {row.algorithm} {row.amount}"
