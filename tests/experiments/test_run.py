"""Running: what is done is kept, and nothing that was kept is made again, whoever ended the run and how."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.experiment_files import grids_of, search_rows

from fourcast.errors import JobError, UsageError
from fourcast.experiments import Experiment, Row, Run, experiment, find_experiment, load_results, parse_experiment
from fourcast.experiments.run import LEDGER
from fourcast.jobs import Ledger

TIMEOUT = 120.0
SMALL = {"variants": "tictactoe", "positions": ["", "5"], "algorithms": ["minimax", "alphabeta"], "depths": "1-3"}
SLOW = """
positions = { count = 30, plies = "2-8" }
algorithms = ["minimax", "alphabeta"]
depths = "1-4"
engine = "python"
"""


def small(**keys: object) -> Experiment:
    return parse_experiment({**SMALL, **keys}, name="small", source="small")


def timeless(rows: list[Row]) -> list[Row]:
    return [replace(row, seconds=0.0, engine="") for row in rows]


def test_rows_come_in_the_order_of_the_experiment_and_a_second_run_makes_none(tmp_path: Path) -> None:
    run = Run(small(), tmp_path)
    summary = run.run(workers=1)
    assert (summary.done, summary.known, summary.failures) == (12, 0, ())
    rows = search_rows(run.results())
    assert [(row.amount, row.moves, row.algorithm) for row in rows] == [
        (depth, moves, name) for depth in (1, 2, 3) for moves in ("", "5") for name in ("minimax", "alphabeta")
    ]
    assert [row.nodes for row in rows if row.algorithm == "minimax"] == [10, 9, 82, 65, 586, 401]
    again = run.run(workers=1)
    assert (again.done, again.known) == (0, 12)
    assert search_rows(run.results()) == rows  # to the microsecond: they are the same searches


def test_a_larger_experiment_makes_only_what_is_new(tmp_path: Path) -> None:
    Run(small(), tmp_path).run(workers=1)
    summary = Run(small(depths="2-4", positions=["", "5", "55"[:1]]), tmp_path).run(workers=1)
    assert (summary.done, summary.known) == (4, 8)


def test_parts_that_ask_for_the_same_search_share_it(tmp_path: Path) -> None:
    run = Run(small(part=[{"name": "one"}, {"name": "two", "depths": 3}]), tmp_path)
    assert run.run(workers=1).done == 12
    assert [row.part for row in run.results().rows] == ["one"] * 12 + ["two"] * 4


def test_a_run_that_is_told_to_stop_keeps_what_it_has(tmp_path: Path) -> None:
    experiment = small(positions={"count": 40, "plies": 3})
    run = Run(experiment, tmp_path)
    stopped = run.run(workers=1, on_progress=lambda progress: progress.done >= 3)
    rows = run.results().rows
    assert len(rows) == stopped.done
    rest = run.run(workers=1)
    assert rest.known == stopped.done
    assert rest.done == experiment.size - stopped.done


def test_a_folder_has_the_experiment_and_its_results(tmp_path: Path) -> None:
    run = Run(small(question="Well?", times=True, show={"baseline": "alphabeta"}), tmp_path, alone=False)
    run.run(workers=2, on_progress=lambda _: True)
    started = load_results(tmp_path)
    assert (started.size, started.is_partial) == (12, True)
    run.run(workers=2)
    results = load_results(tmp_path)
    assert (results.name, results.question, results.show.baseline) == ("small", "Well?", "alphabeta")
    assert results.rows == run.results().rows
    assert not any(row.alone for row in results.rows)


def test_where_nobody_asks_for_times_what_ran_beside_others_is_not_made_again(tmp_path: Path) -> None:
    beside = Run(small(depths="1-2"), tmp_path, alone=False)
    assert beside.run(workers=2).done == 8
    alone = Run(small(), tmp_path, alone=True)
    assert (summary := alone.run(workers=1)).known == 8
    assert summary.done == 4
    assert [row.alone for row in search_rows(alone.results())] == [False] * 8 + [True] * 4
    beside = Run(small(), tmp_path, alone=False)
    assert search_rows(beside.results()) == search_rows(alone.results()) == search_rows(load_results(tmp_path))
    assert Run(small(times=True), tmp_path, alone=True).run(workers=1).known == 4


def results_in(folder: Path) -> int:
    if not (folder / LEDGER).exists():
        return 0
    with Ledger(folder / LEDGER) as ledger:
        return len(ledger)


def test_killed_in_the_middle_nothing_that_was_committed_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "slow.toml"
    file.write_text(SLOW)
    experiment, folder = find_experiment(file), tmp_path / "out"
    command = [sys.executable, "-m", "fourcast", "experiment", "run", str(file), "-o", str(folder), "--workers", "1"]
    kept_before: dict[str, Row] = {}
    for _ in range(2):
        before = results_in(folder)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        try:
            deadline = time.monotonic() + TIMEOUT
            while results_in(folder) <= before and process.poll() is None:
                assert time.monotonic() < deadline, "nothing was ever committed"
                time.sleep(0.01)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        kept_before |= {cell_key(row): row for row in search_rows(Run(experiment, folder).results())}
    killed = len(kept_before)
    assert 0 < killed < experiment.size, "it was not killed in the middle"

    run = Run(experiment, folder)
    summary = run.run(workers=2)
    assert (summary.known, summary.done) == (killed, experiment.size - killed)
    rows = search_rows(run.results())
    # What had been committed still has the very times it was committed with.
    assert {key: row for key, row in ((cell_key(row), row) for row in rows) if key in kept_before} == kept_before
    # An undisturbed run, by the other engine where there is one, gives the same rows.
    other = replace(grids_of(experiment)[0], engine=None)
    undisturbed = Run(replace(experiment, parts=(other,)), tmp_path / "undisturbed")
    undisturbed.run(workers=1)
    assert timeless(rows) == timeless(search_rows(undisturbed.results()))
    assert results_in(folder) == experiment.size


def cell_key(row: Row) -> str:
    return f"{row.moves} {row.algorithm} {row.amount}"


def test_from_python_an_experiment_gives_tables_and_continues_in_a_folder(tmp_path: Path) -> None:
    results = experiment(SMALL).run(workers=1)
    assert (results.folder, len(results.rows)) == (None, 12)
    # Halfway between 10 and 9, 82 and 65, 586 and 401.
    assert "| Minimax | 9.5 (9.25–9.75) | 73.5 (69.2–77.8) | 494 (447–540) |" in results.table("nodes")
    assert '<th scope="row">Minimax</th>' in results._repr_html_()
    assert repr(results) == "<Results of 'own', 12 of 12 searches>"
    assert "| Minimax | 9.5 (" in str(results)
    with pytest.raises(UsageError, match="no table 'elo' here: it needs games"):
        results.table("elo")
    first, second = (experiment(SMALL).run(tmp_path / "out", workers=1) for _ in range(2))
    assert first.rows == second.rows


def test_from_python_a_search_that_fails_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def bad(position, player):\n    raise KeyError('x')\n")
    with pytest.raises(JobError, match=r"KeyError in mine.py, line 2: 'x'"):
        experiment({**SMALL, "evaluations": f"{tmp_path}/mine.py:bad"}).run(workers=1)
