"""Foreign programs: limits, an environment of their own, and no survivors, with and without a process namespace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.waiting import wait_until

from fourcast.jobs import supervised

Run = Callable[[str], "subprocess.CompletedProcess[str]"]


@pytest.fixture(params=[True, False], ids=["namespace", "shared"])
def namespace(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def run(namespace: bool) -> Run:
    def run(script: str) -> subprocess.CompletedProcess[str]:
        command = supervised([sys.executable, "-c", script], namespace=namespace)
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def processes_with(word: str) -> list[int]:
    """Processes that have a word in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def wait_until_gone(word: str) -> None:
    wait_until(lambda: not processes_with(word), seconds=30)


def test_it_ends_as_the_program_does(run: Run) -> None:
    assert run("print(1)").stdout == "1\n"
    assert run("import sys; sys.exit(3)").returncode == 3
    assert run("import os; os.kill(os.getpid(), 11)").returncode == -signal.SIGSEGV


def test_the_users_variables_and_folder_are_not_the_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    folder, names = run("import os; print(os.getcwd()); print(*os.environ)").stdout.splitlines()
    assert "SECRET_TOKEN" not in names
    assert Path(folder) != Path.cwd()
    assert not Path(folder).exists()  # it was temporary


def test_memory_files_and_processes_are_limited(run: Run) -> None:
    assert "MemoryError" in run("bytearray(3 << 30)").stderr
    assert "Too many open files" in run("files = [open('/dev/null') for _ in range(300)]").stderr
    assert run("open('large', 'wb').write(bytes(65 << 20))").returncode != 0
    script = "import os, time\nfor _ in range(80):\n    if not os.fork(): time.sleep(600)\ntime.sleep(600)"
    assert run(script).stderr == "It had more than 64 processes.\n"
    script = "import os, resource\nprint(os.getpid(), resource.getrlimit(resource.RLIMIT_NPROC)[0])"
    number, limit = map(int, run(script).stdout.split())
    assert (limit == 512) == (number == 2), "the second process of a namespace"


def test_nothing_that_it_started_survives(run: Run) -> None:
    seconds = f"{600 + os.getpid() / 1e7:.7f}"  # a command line of this test alone
    run(
        "import subprocess\n"
        f"subprocess.Popen(['sleep', '{seconds}'], start_new_session=True, env={{}})\n"
        f"subprocess.Popen(['sh', '-c', 'sleep {seconds} & sleep {seconds}'], start_new_session=True)\n"
    )
    assert processes_with(seconds) == []


def test_nothing_survives_the_end_of_its_parent(namespace: bool) -> None:
    seconds = f"{601 + os.getpid() / 1e7:.7f}"
    script = f"import subprocess\nsubprocess.run(['sleep', '{seconds}'], start_new_session=True)"
    command = supervised([sys.executable, "-c", script], namespace=namespace)
    with subprocess.Popen(command, start_new_session=True) as outer:
        wait_until(lambda: processes_with(seconds), seconds=30)
        os.killpg(outer.pid, signal.SIGKILL)
    wait_until_gone(seconds)


def test_a_program_that_kills_its_supervisor_ends_itself(run: Run, namespace: bool) -> None:
    seconds = f"{602 + os.getpid() / 1e7:.7f}"
    ended = run(
        "import os, signal, subprocess\n"
        f"subprocess.Popen(['sleep', '{seconds}'], start_new_session=True)\n"
        "os.kill(os.getppid(), signal.SIGKILL)\n"
        "print('still here')\n"
    )
    wait_until_gone(seconds)
    if ended.returncode:  # there is no namespace
        assert ended.returncode == -signal.SIGKILL
        assert "The process that supervises it was killed by SIGKILL." in ended.stderr
    else:
        assert namespace
