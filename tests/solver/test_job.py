"""A position solved by a job has the scores of the Python engine, and what is stored is not computed again."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import call
from support.engines import needs_core

from fourcast.errors import JobError, UsageError
from fourcast.jobs import Ledger, Progress
from fourcast.native import Engine
from fourcast.rules import Position, Rules
from fourcast.solver import Solver, solve_job

LONG = "most-lines,width=5,height=5"
KILLED = f"""
import os, signal, sys
from fourcast.jobs import Ledger
from fourcast.solver import solve_job

def kill(progress):
    with Ledger(sys.argv[1]) as ledger:
        if len(ledger):
            os.kill(os.getpid(), signal.SIGKILL)

solve_job("", sys.argv[1], rules={LONG!r}, split_ply=4, workers=1, on_progress=kill)
"""


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        ("classic,width=4,height=4", "1"),
        ("most-lines,width=4,height=4,connect=3", ""),
        ("extended,width=3,height=3,connect=3,pops=1", ""),
        ("drift,width=3,height=4,connect=3", "2"),
        ("tictactoe", "5"),
    ],
)
def test_a_job_gives_the_scores_of_every_move(rules: str, moves: str, tmp_path: Path) -> None:
    position = Position(moves, rules)
    expected = Solver(position.rules, engine=Engine.PYTHON).solve_moves(position)
    job = solve_job(position, tmp_path / "ledger", moves=True, split_ply=3, workers=1)
    assert list(job.moves) == list(expected)
    for move, solution in expected.items():
        assert job.moves[move].low == pytest.approx(solution.low)
        assert job.moves[move].plies == solution.plies
        assert isinstance(job.moves[move].low, int) or position.rules.drift
    whole = solve_job(position, tmp_path / "ledger", split_ply=3, workers=1)
    assert job.solution.low == pytest.approx(max(solution.low for solution in expected.values()))
    assert whole.solution.low == pytest.approx(job.solution.low)
    progress: list[Progress] = []
    again = solve_job(position, tmp_path / "ledger", moves=True, split_ply=3, on_progress=progress.append)
    assert [solution.bounds for solution in again.moves.values()] == [one.bounds for one in job.moves.values()]
    assert progress[-1].done == 0


@pytest.mark.parametrize("moves", [True, False])
def test_a_job_of_a_finished_game_has_its_score_and_no_moves(moves: bool, tmp_path: Path) -> None:
    job = solve_job("1212121", tmp_path / "ledger", moves=moves, workers=1)
    assert (job.solution.low, dict(job.moves), job.tasks) == (-18, {}, 0)


@needs_core
def test_a_job_that_is_killed_continues_and_solves_nothing_twice(tmp_path: Path) -> None:
    def stored() -> dict[str, float]:
        with Ledger(path) as ledger:
            return dict(ledger._database.query("SELECT key, seconds FROM results"))

    path, progress = tmp_path / "job", list[Progress]()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    before = stored()
    assert (killed.returncode, len(before) > 0) == (-signal.SIGKILL, True)
    job = solve_job("", path, rules=LONG, split_ply=4, workers=1, on_progress=progress.append)
    after = stored()
    assert job.solution.score == 0
    assert (progress[-1].known, progress[-1].done) == (len(before), len(after) - len(before))
    assert {key: after[key] for key in before} == before
    assert len(before) < job.tasks == len(after) < job.positions


def test_the_command_prints_what_it_prints_without_a_job(tmp_path: Path) -> None:
    arguments = ("solve", "-r", "classic,width=4,height=4", "21", "--all")
    direct = call(*arguments).out.split()
    job = call(*arguments, "--job", "job", "--workers", "1", folder=tmp_path)
    assert job.out.split()[:5] == direct[:5]
    assert " positions at ply 5.\n" in job.err
    assert call("solve", "--workers", "1").code == call("solve", "1", "2", "--job", "job", folder=tmp_path).code == 2


def test_what_stops_a_job_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(JobError, match="was stopped"):
        solve_job("", tmp_path / "job", workers=1, on_progress=lambda _: True)
    with pytest.raises(UsageError, match="all positions at once"):
        solve_job("", tmp_path / "job", rules=Rules("popout", width=3, height=3))
