"""Players from outside, good and bad, as files: ConnectX agents, and programs that speak the text protocol."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

AGENTS: Final[Mapping[str, str]] = {
    "hangs": "import time\ndef agent(observation, configuration):\n    time.sleep(3600)\n",
    "exits": "import os\ndef agent(observation, configuration):\n    os._exit(3)\n",
    "raises": "def agent(observation, configuration):\n    return 1 // 0\n",
    "leaves": "import sys\ndef agent(observation, configuration):\n    sys.exit()\n",
    "breaks": "import ctypes\ndef agent(observation, configuration):\n    ctypes.string_at(0)\n",
    "talks": "def agent(observation, configuration):\n    print('bestmove 1')\n    return 'the middle'\n",
    "misses": "def agent(observation, configuration):\n    return configuration.columns\n",
    "nothing": "def agent(observation, configuration):\n    pass\n",
    "syntax": "def agent(observation, configuration)\n    return 0\n",
    "kills": (
        "import os, signal\ndef agent(observation, configuration):\n    os.kill(os.getppid(), signal.SIGKILL)\n"
        "    os._exit(0)\n"
    ),
    "leftmost": (
        "def best(board, columns):\n    return min(c for c in range(columns) if not board[c])\n"
        "def agent(observation, configuration):\n    return best(observation['board'], configuration['columns'])\n"
    ),
}
"""By what they do."""

PROGRAM: Final = """
import sys
rules, moves = "", ""
for line in sys.stdin:
    words = line.split()
    if words[0] == "fourcast":
        print("id name stranger", "fourcastok", sep="\\n", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        {go}
    elif words[0] == "quit":
        break
"""

SEEDED: Final = """
import sys
seed = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "fourcast":
        print("option name seed type spin default 1 min 1 max {most}", "fourcastok", sep="\\n", flush=True)
    elif words[0] == "setoption":
        seed = int(words[4])
        print("error I do not like this seed.", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        print("bestmove", seed, flush=True)
    elif words[0] == "quit":
        break
"""
"""Complains of every seed, and answers with it."""

PROGRAMS: Final[Mapping[str, str]] = {
    "floods": "while True: print('info depth 1', flush=True)",
    "long": "print('x' * 3_000_000, 'bestmove 1', sep='\\n', flush=True)",
    "babbles": "print('bestmove', flush=True)",
    "binary": "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); print('bestmove \\u2603', flush=True)",
    "closes": "import os; os.close(1)",
    "grumbles": "sys.stderr.write('no ' * 1_000_000); sys.exit('enough')",
}


def agent_file(folder: Path, what: str) -> str:
    """The text of a player: a ConnectX agent that does this."""
    path = folder / f"{what}.py"
    path.write_text(AGENTS[what])
    return f"kaggle:{path}"


def engine(folder: Path, name: str) -> str:
    """The text of a player: an engine of `tests/engines`, which were written from docs/protocol.md alone."""
    source = Path(__file__).parents[1] / "engines" / name
    if source.suffix == ".py":
        return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(source))}"
    if source.suffix == ".c":
        compiled = folder / source.stem
        subprocess.run(["cc", "-O2", "-o", compiled, source], check=True)
        return f"program:{shlex.quote(str(compiled))}"
    return f"program:{shlex.quote(str(source))}"


def program_file(folder: Path, what: str) -> str:
    """The text of a player: a program that answers `go` so."""
    return python_program(folder, PROGRAM.format(go=PROGRAMS[what]), what)


def python_program(folder: Path, source: str, name: str = "program") -> str:
    """The text of a player: a program in Python."""
    path = folder / f"{name}.py"
    path.write_text(source)
    return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
