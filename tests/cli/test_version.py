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
    assert "Exit codes" in call().out
    commands = _commands(call().out) + [f"experiment {name}" for name in _commands(call("experiment").out)]
    assert {"play", "tree", "reproduce", "experiment run"} < set(commands)
    for command in set(commands) - {"experiment"}:
        text = call(*command.split(), "--help").out
        assert f"fourcast {command} [OPTIONS]" in text
        assert f"Example: fourcast {command} " in text


def _commands(text: str) -> list[str]:
    return [
        line.split()[0]
        for line in text.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
        if line[:3].strip()
    ]
