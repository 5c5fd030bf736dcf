"""Bash completes commands, options and names of things, by the script that the command prints."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import TIMEOUT

ASK = """
eval "$(fourcast --show-completion bash)"
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
$(complete -p fourcast | sed 's/.*-F \\([^ ]*\\).*/\\1/') fourcast
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
"""What bash does when a user presses Tab after the words."""


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("fourcast so", ["solve"]),
        ("fourcast search --algorithm sta", ["star1", "star2"]),
        ("fourcast play --rules po", ["popout"]),
        ("fourcast match level7 perf", ["perfect"]),
        ("fourcast match level", [f"level{number}" for number in range(1, 9)]),
    ],
)
def test_bash_completes(words: str, completions: list[str]) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "--norc", "-c", ASK.format(words=words)],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert ended.stdout.split() == completions, ended.stderr
