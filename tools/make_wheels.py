"""Builds the release in dist/ and tries it: `make wheel`.

    fourcast-V.tar.gz                           sources
    fourcast-V-py3-none-any.whl                 the Python engine alone, for any system
    fourcast-V-cp311-abi3-manylinux….whl        with the C++ core, for every CPython from 3.11 on

nanobind has the stable ABI from Python 3.12 on. So the last wheel has two cores: one for Python 3.11, which that Python
prefers by its name, and one with the stable ABI for all later ones. Then every wheel is checked by twine,
check-wheel-contents, abi3audit and auditwheel, and the last one is installed in new environments of each Python: with
numpy alone it runs the examples of the README and solves published positions; with the extra `app` it starts the page,
which has the documentation that `make docs` built before.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
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
lines = [line.split() for line in open(sys.argv[1])]
solutions = fourcast.solve_many([fourcast.Position(moves) for moves, _ in lines])
assert [solution.score for solution in solutions] == [int(score) for _, score in lines]
print(f"{len(lines)} published positions of {sys.argv[1]}, all equal")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=Path, metavar="FILE", help="positions with scores, as Pons published them")
    positions = parser.parse_args().positions
    shutil.rmtree(DIST, ignore_errors=True)
    with TemporaryDirectory(prefix="fourcast-wheels-") as name:
        folder = Path(name)
        wheel = build(folder)
        check(wheel, folder)
        for python in PYTHONS:
            try_wheel(wheel, python, folder / python, positions)
    print(*(f"{file.name}  {file.stat().st_size / 1e6:.1f} MB" for file in sorted(DIST.glob("fourcast-*"))), sep="\n")


def build(folder: Path) -> Path:
    """Make the three files in dist; the wheel with the core."""
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
    return wheel


def check(wheel: Path, folder: Path) -> None:
    """Check the files in dist, and the wheel with the core, with the usual tools of packaging."""
    run("twine", "check", "--strict", *DIST.glob("fourcast-*"))
    run("check-wheel-contents", *DIST.glob("*.whl"))
    run("auditwheel", "show", wheel)
    core = ZipFile(wheel).extract("fourcast/native/_core.abi3.so", folder)
    run("abi3audit", "--verbose", "--strict", "--assume-minimum-abi3", STABLE, core)


def try_wheel(wheel: Path, python: str, folder: Path, positions: Path | None) -> None:
    """Install the wheel in a new environment, first with numpy alone, and use it."""
    run("uv", "venv", "--quiet", "--python", python, folder)
    interpreter = folder / "bin" / "python"
    install = ("uv", "pip", "install", "--quiet", "--python", interpreter)
    run(*install, wheel)
    installed = run("uv", "pip", "list", "--quiet", "--python", interpreter, "--format=freeze")
    assert {line.partition("==")[0] for line in installed.split()} == {"fourcast", "numpy"}, installed
    run(interpreter, "-c", README, ROOT / "README.md", folder=folder)
    if positions:
        run(interpreter, "-c", POSITIONS, positions.resolve(), folder=folder)
    run(*install, f"fourcast[app] @ {wheel.as_uri()}")
    serve = [str(folder / "bin" / "fourcast"), "serve", "--port", "0", "--no-browser", "--data", str(folder / "data")]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            announcement = server.stdout.readline()
            address = re.search(r"http://\S+", announcement)
            assert address, announcement
            for path in ("/", "/manual/"):
                assert b"<title>" in urlopen(urljoin(address[0], path)).read()
            print(f"Python {python}: {announcement.strip()}", flush=True)
        finally:
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
