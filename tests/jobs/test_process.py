"""Child processes that exchange lines: deadlines, floods, deaths, and no survivors."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest
from support.process_control import is_alive
from support.waiting import wait_until

from fourcast.jobs import LineProcess, ProcessEnded, ProcessTimeout, process, python_command

ECHO = """
from fourcast.jobs import ParentLines
def main(*arguments):
    parent = ParentLines()
    parent.send(" ".join(arguments))
    print("printed")
    for line in parent:
        parent.send(f"{line} {input() if line == 'input' else ''}")
"""


@contextmanager
def started(*command: str, max_line: int = sys.maxsize) -> Iterator[LineProcess]:
    child = LineProcess(command, max_line=max_line, capture_stderr=True)
    try:
        yield child
    finally:
        child.end()


@contextmanager
def shell(script: str) -> Iterator[LineProcess]:
    with started("sh", "-c", script, max_line=1000) as child:
        yield child


@pytest.fixture
def echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    (tmp_path / "echo_module.py").write_text(ECHO)
    monkeypatch.syspath_prepend(str(tmp_path))
    return python_command("echo_module", "a", "b")


def soon(seconds: float = 30.0) -> float:
    return monotonic() + seconds


def test_a_module_is_started_and_answers_line_by_line(echo: list[str]) -> None:
    with started(*echo) as child:
        assert child.receive(soon()) == "a b"
        for line in ("one", "two ½"):
            child.send(line)
            assert child.receive(soon()).strip() == line
        assert child.is_running


def test_neither_printing_nor_reading_disturbs_the_lines(echo: list[str]) -> None:
    with started(*echo) as child:
        child.send("input")  # finds the end of its standard input
        assert child.receive(soon()) == "a b"
        with pytest.raises(ProcessEnded):
            child.receive(soon())
        assert child.end(10) == "exited with code 1"
        assert child.error_lines[-1] == "EOFError: EOF when reading a line"


def test_lines_are_received_whole_however_they_were_written() -> None:
    with shell("printf 'on'; sleep 0.1; printf 'e\\ntwo\\n\\nfo'; sleep 0.1; printf 'ur\\n'; sleep 60") as child:
        assert [child.receive(soon()) for _ in range(4)] == ["one", "two", "", "four"]


def test_a_line_that_is_too_long_is_dropped() -> None:
    with shell("head -c 3000000 /dev/zero; echo end; head -c 1001 /dev/zero; printf '\\nnext\\n'; sleep 60") as child:
        assert child.receive(soon()) == "next"


def test_nothing_in_time_is_a_timeout_and_the_next_line_still_comes() -> None:
    with shell("read x; echo $x") as child:
        with pytest.raises(ProcessTimeout):
            child.receive(soon(0.05))
        child.send("late")
        assert child.receive(soon()) == "late"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("exit 3", "exited with code 3"),
        ("kill -SEGV $$", "was killed by SIGSEGV"),
        ("exec >&-; sleep 60", "closed its output"),
    ],
)
def test_the_end_of_a_process_is_told_in_words(script: str, words: str) -> None:
    with shell(f"echo why >&2; {script}") as child:
        with pytest.raises(ProcessEnded):
            child.receive(soon())
        assert child.end(0.5 if "closed" in words else 10) == words
        assert child.error_lines[-1] == "why"


def test_a_process_that_does_not_read_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "SEND_TIMEOUT", 0.2)
    with shell("sleep 60") as child:
        with pytest.raises(ProcessEnded):
            child.send("x" * 1_000_000)
        assert child.end(10) == "was killed by SIGKILL"


def test_what_it_started_is_killed_with_it() -> None:
    with shell("sleep 60 & echo $!; wait") as child:
        grandchild = int(child.receive(soon()))
    wait_for_the_end_of(grandchild)


def test_it_dies_with_a_parent_that_is_killed(echo: list[str]) -> None:
    script = (
        "import sys, time; from fourcast.jobs import LineProcess\n"
        f"print(LineProcess({echo!r}).pid, flush=True)\n"
        "time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.kill()
    wait_for_the_end_of(child)


def wait_for_the_end_of(pid: int) -> None:
    wait_until(lambda: not is_alive(pid))
