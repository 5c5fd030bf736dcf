"""The house plan: every room looks only into the rooms before it, and only `native` touches the compiled core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "fourcast"

MAY_IMPORT = {
    "errors": set[str](),
    "files": set[str](),
    "jobs": {"errors", "files"},
    "rules": {"errors"},
    "evals": {"errors", "rules"},
    "search": {"errors", "rules"},
    "native": {"errors", "rules", "evals", "search"},
    "solve": {"errors", "rules", "evals", "search", "native", "files"},
    "trace": {"errors", "rules", "evals", "search", "native", "files"},
    "play": {"errors", "rules", "evals", "search", "native", "solve", "trace", "files"},
    "arena": {"errors", "rules", "evals", "search", "native", "solve", "trace", "play", "files", "jobs"},
    "lab": {"errors", "rules", "evals", "search", "native", "solve", "trace", "play", "arena", "files", "jobs"},
    "store": {"errors", "rules", "solve", "play"},
    "web": {"errors", "rules", "evals", "search", "native", "solve", "trace", "play", "lab", "store", "files", "jobs"},
    "cli": {
        "errors",
        "rules",
        "evals",
        "search",
        "native",
        "solve",
        "trace",
        "play",
        "arena",
        "lab",
        "web",
        "files",
        "jobs",
    },
}
"""Which rooms a room may look into, itself apart."""

MODULES = sorted(SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
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
def test_every_module_imports_only_from_rooms_before_its_own(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    for name in imports_of(path):
        imported = name.split(".")[1]
        assert imported == room or imported in MAY_IMPORT[room], f"{room} may not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_native_imports_the_compiled_core(path: Path) -> None:
    if room_of(path) != "native":
        assert not any("_core" in name.split(".") for name in imports_of(path))


def test_every_room_of_the_package_has_its_place_in_the_plan() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms | {"errors", "files"} == set(MAY_IMPORT)


def test_the_reader_of_imports_sees_what_it_should(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("import fourcast.cli\ndef f():\n    from fourcast.native import _core\n")
    assert set(imports_of(module)) == {"fourcast.cli", "fourcast.native._core"}
