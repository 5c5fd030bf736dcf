"""Builds the release in dist/ and tries it: `make wheel`.

    fourcast-V.tar.gz                           sources
    fourcast-V-py3-none-any.whl                 the Python engine alone, for any system
    fourcast-V-cp311-abi3-manylinux….whl        with the C++ core, for every CPython from 3.11 on

nanobind has the stable ABI from Python 3.12 on. So the last wheel has two cores: one for Python 3.11, which that Python
prefers by its name, and one with the stable ABI for all later ones. twine checks all three files, check-wheel-contents
both wheels, auditwheel the last one, and abi3audit its core with the stable ABI. Then the wheels are installed in new
environments: the last one for each Python, where it runs the examples of the README and solves published positions with
numpy alone, and starts the page with the extra `app`, with the documentation that `make docs` built; the pure one for
the newest, with the Python engine.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Final
from urllib.parse import urljoin
from urllib.request import urlopen
from zipfile import ZipFile

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
PROGRAMS: Final = Path(sys.executable).parent
PYTHONS: Final = ("3.11", "3.12", "3.13")
STABLE: Final = "3.12"
"""The Python that builds the core with the stable ABI."""
START_SECONDS: Final = 60.0
"""After this time a server that has not started is stopped."""
README: Final = """
import doctest, sys
from fourcast.native import _core
tested = doctest.testfile(sys.argv[1], module_relative=False)
assert tested.failed == 0 and tested.attempted > 10
print(f"{tested.attempted} examples of the README with {_core.__file__}")
"""
POSITIONS: Final = """
import sys
import fourcast
from fourcast.native import core_unsupported_reason
lines = [line.split() for name in sys.argv[1:] for line in open(name)]
without_core = bool(core_unsupported_reason())
if without_core:
    lines = [line for line in lines if len(line[0]) >= 35]
solutions = fourcast.solve_many([fourcast.Position(moves) for moves, _ in lines])
assert [solution.score for solution in solutions] == [int(score) for _, score in lines]
print(f"{len(lines)} published positions {'without' if without_core else 'with'} the core, all equal")
"""
PURE: Final = """
import fourcast
from fourcast.native import core_unsupported_reason
assert core_unsupported_reason()
assert fourcast.perft("", 5) == 7**5
assert fourcast.search("434343", depth=6).move == "4"
assert fourcast.solve("", rules="classic,width=4,height=4").score == 0
print("Rules, search and solver by the Python engine")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--positions",
        type=Path,
        metavar="FILE",
        nargs="*",
        default=[],
        help="positions with scores, as Pons published them",
    )
    positions = [file.resolve() for file in parser.parse_args().positions]
    shutil.rmtree(DIST, ignore_errors=True)
    with TemporaryDirectory(prefix="fourcast-wheels-") as name:
        folder = Path(name)
        wheel, pure = build(folder)
        check(wheel, folder)
        for python in PYTHONS:
            try_wheel(wheel, python, folder / python, [(README, [ROOT / "README.md"]), (POSITIONS, positions)])
        try_wheel(pure, PYTHONS[-1], folder / "pure", [(PURE, []), (POSITIONS, positions)])
    print(*(f"{file.name}  {file.stat().st_size / 1e6:.1f} MB" for file in sorted(DIST.glob("fourcast-*"))), sep="\n")


def build(folder: Path) -> tuple[Path, Path]:
    """Make the three files in dist; the wheel with the core, and the one without."""
    run("uv", "build", "--quiet", "--sdist", "--out-dir", DIST, ROOT)
    (sources,) = DIST.glob("*.tar.gz")
    make: list[str | Path] = ["uv", "build", "--quiet", "--wheel", sources]
    run(*make, "--python", PYTHONS[0], "--out-dir", DIST, "-Cwheel.cmake=false", "-Cwheel.py-api=py3")
    run(*make, "--python", PYTHONS[0], "--out-dir", folder / "own")
    run(*make, "--python", STABLE, "--out-dir", folder / "stable", f"-Cwheel.py-api=cp{STABLE.replace('.', '')}")
    (own,), (stable,) = (folder / "own").glob("*.whl"), (folder / "stable").glob("*.whl")
    run("wheel", "unpack", own, "--dest", folder / "own")
    run("wheel", "unpack", stable, "--dest", folder / "both")
    (core,) = (folder / "own").rglob("_core.*.so")
    (package,) = (folder / "both").glob("*/fourcast")
    shutil.copy2(core, package / "native")
    run("wheel", "pack", package.parent, "--dest-dir", folder / "both")
    (both,) = (folder / "both").glob("*.whl")
    run("wheel", "tags", "--remove", "--python-tag", "cp311", both)
    (both,) = (folder / "both").glob("*.whl")
    run("auditwheel", "repair", both, "--wheel-dir", DIST)
    (pure,), (wheel,) = DIST.glob("*none-any.whl"), DIST.glob("*manylinux*.whl")
    assert not any(name.endswith(".so") for name in ZipFile(pure).namelist())
    return wheel, pure


def check(wheel: Path, folder: Path) -> None:
    """Check the files in dist, and the wheel with the core, with the usual tools of packaging."""
    run("twine", "check", "--strict", *DIST.glob("fourcast-*"))
    run("check-wheel-contents", *DIST.glob("*.whl"))
    run("auditwheel", "show", wheel)
    core = ZipFile(wheel).extract("fourcast/native/_core.abi3.so", folder)
    run("abi3audit", "--verbose", "--strict", "--assume-minimum-abi3", STABLE, core)


def try_wheel(wheel: Path, python: str, folder: Path, scripts: Sequence[tuple[str, Sequence[Path]]]) -> None:
    """Install the wheel in a new environment, with numpy alone, and run scripts with their files; then with the extra
    `app`, and start the page."""
    run("uv", "venv", "--quiet", "--python", python, folder)
    interpreter = folder / "bin" / "python"
    install = ("uv", "pip", "install", "--quiet", "--python", interpreter)
    run(*install, wheel)
    installed = run("uv", "pip", "list", "--quiet", "--python", interpreter, "--format=freeze")
    assert {line.partition("==")[0] for line in installed.split()} == {"fourcast", "numpy"}, installed
    for script, files in scripts:
        if files or script == PURE:
            run(interpreter, "-c", script, *files, folder=folder)
    run(*install, f"fourcast[app] @ {wheel.as_uri()}")
    serve = [str(folder / "bin" / "fourcast"), "serve", "--port", "0", "--no-browser", "--data", str(folder / "data")]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        timer = Timer(START_SECONDS, server.kill)
        timer.start()
        try:
            assert server.stdout
            announcement = server.stdout.readline()
            address = re.search(r"http://\S+", announcement)
            assert address, announcement
            for path in ("/", "/manual/"):
                assert b"<title>" in urlopen(urljoin(address[0], path), timeout=START_SECONDS).read()
            print(f"Python {python}: {announcement.strip()}", flush=True)
        finally:
            timer.cancel()
            server.terminate()


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Run a command, programs of this environment first, and print and return its output. Exits if it fails."""
    environment = {
        **os.environ,
        "PATH": f"{PROGRAMS}{os.pathsep}{os.environ.get('PATH', '')}",
        "FOURCAST_REQUIRE_CORE": "1",
    }
    shown = [str(part) if "\n" not in str(part) else "…" for part in command]
    print("$", *shown, flush=True)
    ended = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    print(ended.stdout, end="", flush=True)
    if ended.returncode:
        sys.exit(f"{shown[0]} failed with code {ended.returncode}.")
    return ended.stdout


if __name__ == "__main__":
    main()
