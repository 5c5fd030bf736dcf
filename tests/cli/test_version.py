"""The command says which version it is and which engine works, however it was started."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from support.command import TIMEOUT, call, run

from fourcast import native


def test_the_version_is_that_of_the_package_and_the_engine_is_named() -> None:
    ended = call("--version")
    assert ended.code == 0
    first, second = ended.out.splitlines()
    assert first == f"fourcast {version('fourcast')}"
    assert second.startswith("engine: python (" if native.core_unsupported_reason() else "engine: native")


def test_without_the_core_the_version_says_that_python_works_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "core_unsupported_reason", lambda: "the compiled core is missing")
    assert call("--version").out.splitlines()[1] == "engine: python (the compiled core is missing)"


def test_the_installed_command_and_the_module_are_the_same() -> None:
    script = Path(sys.executable).with_name("fourcast")
    done = subprocess.run([str(script), "--version"], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.stdout == run("--version").out


def test_without_a_command_it_lists_the_commands_and_each_explains_itself() -> None:
    out = call().out
    for command in ("play", "show", "perft", "rules", "search", "solve", "analyse", "tree"):
        assert command in out
        assert f"fourcast {command}" in call(command, "--help").out
