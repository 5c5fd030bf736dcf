"""`fourcast engine --check`: engines that were written from the page pass, others fail in the step that says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import call
from support.engines import needs_core
from support.external_players import PROGRAM, engine, python_program

from fourcast.matches import compliance


@needs_core  # exact scores are compared with the solver
@pytest.mark.parametrize("name", ["fourfold.c", "rollouts.py", "dice.sh"])
def test_engines_that_were_written_from_the_page_pass(name: str, tmp_path: Path) -> None:
    ended = call("engine", "--check", engine(tmp_path, name))
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "All 22 steps passed."), ended.out


def test_what_was_not_checked_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "MAX_GAMES", 1)
    monkeypatch.setattr(compliance, "INFINITE_TIME", 60.0)
    out = call("engine", "--check", engine(tmp_path, "dice.sh")).out
    assert " 9 skipped the only legal move (no such position in 1 random game)" in out
    assert "one `bestmove` within a second (before `stop`: it does not search until then)" in out


@pytest.mark.parametrize(
    ("go", "line", "reason"),
    [
        (
            "print('bestmove 8', flush=True)",
            " 6 FAILED  a legal move on the empty board",
            "`bestmove 8` is not a legal",
        ),
        ("print('bestmove', flush=True)", " 6 FAILED", "is not a legal move"),
        ("print('info depth x', 'bestmove 4', sep='\\n', flush=True)", " 6 FAILED", "after `depth` there is no number"),
        ("print('info score 5', 'bestmove 4', sep='\\n', flush=True)", " 6 FAILED", "a score is `win 5`"),
        ("print('info pv 9', 'bestmove 4', sep='\\n', flush=True)", " 6 FAILED", "'9' is not a legal move"),
        ("print('error no', 'bestmove none', sep='\\n', flush=True)", " 6 FAILED", "It answered `error no`."),
        ("sys.exit('Where is my book?')", " 6 FAILED", "It exited with code 1 before `bestmove`."),
        ("import time; time.sleep(60)", " 6 FAILED", "There was no `bestmove` within 0.3 s. Does it flush"),
        ("while True: print('info depth 1\\a', flush=True)", " 6 FAILED", "It sent 10,000 lines before `bestmove`."),
        ("print('bestmove 4', flush=True)", " 8 FAILED  a legal move in the middle", "Column 4 is full"),
    ],
)
def test_a_program_fails_in_the_step_that_says_why(
    go: str, line: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "sleep" in go:
        monkeypatch.setattr(compliance, "HANG_TIMEOUT", 0.3)
    ended = call("engine", "--check", python_program(tmp_path, PROGRAM.format(go=go)))
    assert ended.code == 1
    assert [step for step in ended.out.splitlines() if step.startswith(line)], ended.out
    assert reason in ended.out
    assert "\a" not in ended.out
    assert "> go movetime 100" in ended.out or "while" in go
    assert ("     Where is my book?" in ended.out) == ("book" in go)
