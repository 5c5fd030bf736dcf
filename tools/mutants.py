"""Check the tests with mutants: small faults in a copy of the sources, which the tests named with each must detect.

    python tools/mutants.py                      all mutants
    python tools/mutants.py --room solver        those of one room
    python tools/mutants.py --only NAME NAME …   some of them
    python tools/mutants.py --list               print them with their tests and check the table; nothing is run

The mutants are the entries of `mutants.toml`: a name, a room, a file, a text that occurs exactly once in that file, the
text that replaces it, and the tests that fail then. Every mutant is applied alone, in a temporary folder with a copy
of `src`, `tests` and `pyproject.toml` and a virtual environment that finds the copy first: the processes that tests
start run the mutant too. The working tree is never changed. The core is not compiled again, so only Python is mutated.

Exit code: 0 if every mutant was killed, 1 if one survived, 2 if one could not be tried: its text does not occur
exactly once in its file, or its tests do not exist, do not run, or fail without it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TABLE: Final = Path(__file__).with_suffix(".toml")
COPIED: Final = ("src", "tests", "pyproject.toml")
CORE: Final = "fourcast.native._core"
TIMEOUT: Final = 180.0
"""Seconds after which the tests of a mutant are ended; the mutant counts as killed then."""
BASELINE_TIMEOUT: Final = 1800.0
PYTEST: Final = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
TESTS_PASSED: Final = 0
TESTS_FAILED: Final = 1
"""Exit codes of pytest; any other one means that tests did not run."""


@dataclass(frozen=True)
class Mutant:
    """A fault: `new` in place of `old`, and the tests that detect it."""

    name: str
    room: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def apply(self, text: str) -> str:
        """The text of the file with the fault. Raises `ValueError` unless `old` occurs there exactly once."""
        count = text.count(self.old)
        if count != 1:
            raise ValueError(f"its text occurs {count} times in {self.file}")
        return text.replace(self.old, self.new)

    def unapplicable_reason(self, root: Path) -> str | None:
        """Why the fault cannot be applied to the sources under `root`; None if it can."""
        try:
            self.apply((root / self.file).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return f"there is no {self.file}"
        except ValueError as error:
            return str(error)
        return None

    def missing_tests(self, root: Path) -> list[str]:
        """The tests whose file or function does not exist; parameters are not checked."""
        missing = []
        for test in self.tests:
            file, _, function = test.partition("[")[0].partition("::")
            path = root / file
            if not path.is_file() or f"def {function}(" not in path.read_text(encoding="utf-8"):
                missing.append(test)
        return missing


class Status(Enum):
    """The result of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    NOT_APPLICABLE = "not applicable"
    NOT_TESTED = "not tested"
    """Its tests did not run: a node id is wrong, or the fault breaks an import."""


@dataclass(frozen=True)
class Verdict:
    """A mutant and its result; `detail` is the test that failed, or the reason."""

    mutant: Mutant
    status: Status
    detail: str
    seconds: float


@dataclass(frozen=True)
class PytestRun:
    """The result of a run of pytest; no exit code if it was ended at its timeout."""

    code: int | None
    output: str

    @property
    def first_failure(self) -> str:
        """The node id of the test that failed first."""
        match = re.search(r"^(?:FAILED|ERROR) (\S+)", self.output, re.MULTILINE)
        return match[1] if match else ""

    @property
    def last_line(self) -> str:
        lines = self.output.strip().splitlines()
        return lines[-1] if lines else "no output"


class Workspace:
    """A copy of the sources and tests with a Python that imports the copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, folder / name)
        core = compiled_core()
        shutil.copy2(core, folder / "src" / Path(*CORE.split(".")[:-1]) / core.name)
        environment = folder / ".venv"
        venv.EnvBuilder(symlinks=True).create(environment)
        base = {"base": str(environment), "platbase": str(environment)}
        packages = Path(sysconfig.get_path("purelib", "venv", base))
        packages.mkdir(parents=True, exist_ok=True)
        paths = [str(folder / "src"), *_installed_packages()]
        (packages / "sources.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
        self._python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"

    def run_tests(self, tests: Sequence[str], *, timeout: float) -> PytestRun:
        """Run tests in a process group of its own, which is ended with everything in it at the timeout."""
        environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
        process = subprocess.Popen(
            [str(self._python), *PYTEST, *tests],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=timeout)
            return PytestRun(process.returncode, output)
        except subprocess.TimeoutExpired:
            return PytestRun(None, "")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """Apply the fault to the copy for a while. Raises `ValueError` if that is not possible."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        faulty = mutant.apply(text)
        try:
            _write_source(path, faulty)
            yield
        finally:
            _write_source(path, text)


def _write_source(path: Path, text: str) -> None:
    """Write a module and remove its bytecode, whose age Python compares only by whole seconds and by size."""
    path.write_text(text, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def compiled_core() -> Path:
    """The file of the compiled core, which may be installed outside `src`. Raises `FileNotFoundError`."""
    spec = find_spec(CORE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError("The core is not built, and tests of it would be skipped: run `make test` first.")
    return Path(spec.origin)


def _installed_packages() -> list[str]:
    """The folders of installed packages that this Python uses."""
    return [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]


def read_mutants(path: Path) -> list[Mutant]:
    """The mutants of a TOML file. Raises `ValueError` if two have the same name, or one has no tests."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    mutants = [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in data["mutant"]]
    names = [mutant.name for mutant in mutants]
    for mutant in mutants:
        if names.count(mutant.name) > 1:
            raise ValueError(f"Two mutants are named {mutant.name!r}.")
        if not mutant.tests:
            raise ValueError(f"The mutant {mutant.name!r} has no tests.")
    return mutants


def judge(mutant: Mutant, workspace: Workspace) -> Verdict:
    """Apply a mutant and run its tests."""
    start = perf_counter()

    def verdict(status: Status, detail: str) -> Verdict:
        return Verdict(mutant, status, detail, perf_counter() - start)

    if reason := mutant.unapplicable_reason(workspace.folder):
        return verdict(Status.NOT_APPLICABLE, reason)
    with workspace.mutated(mutant):
        run = workspace.run_tests(mutant.tests, timeout=TIMEOUT)
    if run.code is None:
        return verdict(Status.KILLED, "timeout")
    if run.code == TESTS_FAILED:
        return verdict(Status.KILLED, run.first_failure)
    if run.code == TESTS_PASSED:
        return verdict(Status.SURVIVED, ", ".join(mutant.tests))
    return verdict(Status.NOT_TESTED, f"pytest ended with code {run.code}: {run.last_line}")


def judge_all(mutants: Sequence[Mutant], workspaces: Sequence[Workspace]) -> Iterator[Verdict]:
    """The verdicts in the order of the mutants, as many tried at once as there are workspaces."""
    free: SimpleQueue[Workspace] = SimpleQueue()
    for workspace in workspaces:
        free.put(workspace)

    def judge_one(mutant: Mutant) -> Verdict:
        workspace = free.get()
        try:
            return judge(mutant, workspace)
        finally:
            free.put(workspace)

    with ThreadPoolExecutor(len(workspaces)) as pool:
        yield from pool.map(judge_one, mutants)


def print_table(verdicts: Sequence[Verdict]) -> None:
    """How many mutants of each room were killed, and which were not."""
    columns = ("killed", "survived", "other", "seconds")
    print(f"\n{'room':<14}" + "".join(f"{column:>10}" for column in columns))
    rooms = list(dict.fromkeys(verdict.mutant.room for verdict in verdicts))
    for room in (*rooms, "all"):
        some = [verdict for verdict in verdicts if room in ("all", verdict.mutant.room)]
        killed, survived = (sum(verdict.status is status for verdict in some) for status in _TABLE_STATUSES)
        seconds = sum(verdict.seconds for verdict in some)
        print(f"{room:<14}{killed:>10}{survived:>10}{len(some) - killed - survived:>10}{seconds:>10.1f}")
    for verdict in verdicts:
        if verdict.status is not Status.KILLED:
            print(f"{verdict.status.value.upper()}: {verdict.mutant.name} ({verdict.mutant.file}): {verdict.detail}")


_TABLE_STATUSES: Final = (Status.KILLED, Status.SURVIVED)


def print_list(mutants: Sequence[Mutant]) -> int:
    """Print every mutant with its tests; the exit code is 2 if one cannot be applied or a test does not exist."""
    code = 0
    for mutant in mutants:
        print(f"{mutant.room:<12} {mutant.name}\n{'':<12}   {mutant.file}")
        missing = mutant.missing_tests(ROOT)
        for test in mutant.tests:
            print(f"{'':<12}   {test}{'  NOT FOUND' if test in missing else ''}")
        if missing:
            code = 2
        if reason := mutant.unapplicable_reason(ROOT):
            print(f"{'':<12}   NOT APPLICABLE: {reason}")
            code = 2
    print(f"{len(mutants)} mutants")
    return code


def run_mutants(mutants: Sequence[Mutant], *, jobs: int, baseline: bool) -> int:
    """Try every mutant; the exit code."""
    with ExitStack() as stack:
        folders = [stack.enter_context(TemporaryDirectory(prefix="mutants-")) for _ in range(min(jobs, len(mutants)))]
        workspaces = [Workspace(Path(folder)) for folder in folders]
        if baseline:
            start = perf_counter()
            tests = list(dict.fromkeys(test for mutant in mutants for test in mutant.tests))
            run = workspaces[0].run_tests(tests, timeout=BASELINE_TIMEOUT)
            if run.code != TESTS_PASSED:
                print(f"{run.output}\nThe tests do not pass without a mutant.")
                return 2
            print(f"Without a mutant all tests pass, in {perf_counter() - start:.1f} s.", flush=True)
        verdicts = []
        for verdict in judge_all(mutants, workspaces):
            verdicts.append(verdict)
            place = f"[{len(verdicts):>{len(str(len(mutants)))}}/{len(mutants)}]"
            result = f"{verdict.status.value:<15}{verdict.mutant.name:<44}{verdict.seconds:>6.1f} s"
            print(f"{place} {result}  {verdict.detail}", flush=True)
    print_table(verdicts)
    statuses = {verdict.status for verdict in verdicts}
    if statuses & {Status.NOT_APPLICABLE, Status.NOT_TESTED}:
        return 2
    return 1 if Status.SURVIVED in statuses else 0


def main() -> int:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only the mutants of these names")
    parser.add_argument("--room", metavar="ROOM", help="only the mutants of one room")
    parser.add_argument(
        "--list", action="store_true", help="print the mutants and their tests, check both, and run nothing"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants tried at once (default: 1)")
    parser.add_argument("--no-baseline", action="store_true", help="do not run the tests without a mutant first")
    options = parser.parse_args()
    mutants = read_mutants(TABLE)
    known, rooms = {mutant.name for mutant in mutants}, {mutant.room for mutant in mutants}
    if unknown := set(options.only or ()) - known:
        parser.error(f"unknown mutants: {', '.join(sorted(unknown))}. --list prints the known ones.")
    if options.room and options.room not in rooms:
        parser.error(f"unknown room {options.room!r}: use {', '.join(sorted(rooms))}.")
    if options.jobs < 1:
        parser.error(f"invalid number of jobs {options.jobs}: use 1 or more.")
    chosen = [
        mutant
        for mutant in mutants
        if (not options.only or mutant.name in options.only) and (not options.room or mutant.room == options.room)
    ]
    if not chosen:
        parser.error("no mutant has one of these names and is of that room.")
    if options.list:
        return print_list(chosen)
    try:
        compiled_core()
    except FileNotFoundError as error:
        parser.error(str(error))
    return run_mutants(chosen, jobs=options.jobs, baseline=not options.no_baseline)


if __name__ == "__main__":
    sys.exit(main())
