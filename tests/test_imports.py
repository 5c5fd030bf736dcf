"""Packages import only packages below them, through their `__init__`; only `native` imports the compiled core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "fourcast"

ORDER = (
    {"errors", "environment"},
    {"system"},
    {"files", "database"},
    {"python_file"},
    {"spec", "jobs", "drawing"},
    {"charts", "rules"},
    {"evals"},
    {"algorithms"},
    {"native"},
    {"engine", "solver", "text"},
    {"analysis"},
    {"trace"},
    {"play"},
    {"envs", "game_review", "matches", "store"},
    {"datasets"},
    {"experiments", "puzzles"},
    {"web"},
    {"cli"},
)
"""Modules and packages from the bottom up: each may import only what stands in a line above its own."""

RANK = {package: rank for rank, packages in enumerate(ORDER) for package in packages}

MODULES = sorted(SOURCE.rglob("*.py"))


def package_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[str]:
    """Every module of ours that a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "fourcast")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively; write the full name"
            if node.module == "fourcast":
                yield from (f"fourcast.{alias.name}" for alias in node.names)
            elif node.module and node.module.startswith("fourcast."):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_imports_only_from_packages_before_its_own(path: Path) -> None:
    own = package_of(path)
    if own in ("__init__", "__main__"):
        return
    for name in imports_of(path):
        imported = name.split(".")[1]
        assert imported == own or RANK[imported] < RANK[own], f"{own} may not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_native_imports_the_compiled_core(path: Path) -> None:
    if package_of(path) != "native":
        assert not any("_core" in name.split(".") for name in imports_of(path))


def test_every_package_has_a_rank() -> None:
    packages = {path.stem for path in SOURCE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert packages - {"__init__", "__main__", "__pycache__", "py"} == set(RANK)


def test_the_reader_of_imports_sees_what_it_should(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("import fourcast.cli\ndef f():\n    from fourcast.native import _core\n")
    assert set(imports_of(module)) == {"fourcast.cli", "fourcast.native._core"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_other_packages_are_imported_through_their_init(path: Path) -> None:
    own = package_of(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("fourcast."):
            _, package, *module = node.module.split(".")
            assert package == own or not module, f"{own} imports {node.module}"
