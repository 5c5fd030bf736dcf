"""Agents that only this server has: files and programs that whoever started it named.

A request names one by `server:NAME`; it cannot name a file. The server never runs one: a worker does, in a supervised
process (`fourcast.matches.ExternalAgent`).
"""

from __future__ import annotations

import ast
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from fourcast.errors import UsageError, quote
from fourcast.files import read_limited
from fourcast.matches import ExternalAgent
from fourcast.web.settings import MAX_SECONDS

PREFIX: Final = "server:"
FUNCTION: Final = "agent"
"""The name that makes a file of the folder an agent."""


@dataclass(frozen=True)
class ServedAgents:
    """A folder whose files are agents, and others as text, such as `program:./engine`."""

    folder: Path | None = None
    texts: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise `UsageError` if there is nothing to serve, or two agents have one name."""
        names = [_served_name(ExternalAgent.parse(text).name) for text in self.texts]
        if self.folder:
            files = [_served_name(path.stem) for path in self._files()]
            if not files:
                raise UsageError(f"{self.folder} has no Python file that defines a function `{FUNCTION}`.")
            names += files
        if twice := {name for name in names if names.count(name) > 1}:
            raise UsageError(f"Two agents have the name {quote(twice.pop())}. Rename one of the files.")

    def find(self) -> dict[str, ExternalAgent]:
        """The agents by the texts of requests. Files that were added to the folder since are among them; what was
        removed is not."""
        agents = {}
        for text in (*map(str, self._files()), *self.texts):
            with suppress(UsageError):
                agent = ExternalAgent.parse(text)
                agents[f"{PREFIX}{_served_name(agent.name)}"] = replace(agent, max_time=MAX_SECONDS)
        return agents

    def omissions(self) -> list[str]:
        """The Python files of the folder that are not served, each with the reason, as sentences."""
        return [f"{path.name} is left out: {_reason(path)}." for path in self._python_files() if not _is_agent(path)]

    def _files(self) -> list[Path]:
        return [path for path in self._python_files() if _is_agent(path)]

    def _python_files(self) -> list[Path]:
        paths = sorted(self.folder.glob("*.py")) if self.folder else []
        return [path for path in paths if not path.name.startswith(".")]


def _is_agent(path: Path) -> bool:
    try:
        return _defines_agent(path, path.stat().st_mtime_ns)
    except OSError:  # it was removed since the folder was listed, or it is a link to nothing
        return False


def _reason(path: Path) -> str:
    try:
        ast.parse(read_limited(path))
    except SyntaxError as error:
        return f"SyntaxError in line {error.lineno}, {error.msg}"
    except (OSError, ValueError, RecursionError) as error:
        return f"it cannot be read, {error}"
    return f"it defines no function `{FUNCTION}`"


def _served_name(name: str) -> str:
    """A name without commas, which separate the settings of agents."""
    return name.replace(",", " ")


@lru_cache(maxsize=256)
def _defines_agent(path: Path, modified: int) -> bool:  # noqa: ARG001
    """Whether a file defines the function, or gives its name to an object. The file is not run."""
    try:
        statements = ast.parse(read_limited(path)).body
    except (OSError, SyntaxError, ValueError, RecursionError):
        return False
    for one in statements:
        if isinstance(one, ast.FunctionDef) and one.name == FUNCTION:
            return True
        if isinstance(one, ast.Assign) and any(isinstance(to, ast.Name) and to.id == FUNCTION for to in one.targets):
            return True
    return False
