"""Agents: computer players, written as text.

    random,seed=1
    alphabeta,depth=6,eval=quadruplets
    expectimax,time=0.5
    level4
    perfect
    FILE.py, FILE.py:FUNCTION, kaggle:FILE.py, program:COMMAND

The first word is an algorithm, a level or `perfect`; then come settings, `key=value` each, with commas between. Without
a first word the algorithm is the default of the game: alpha-beta, under drift Star1. What a file or a command has to
be is documented in docs/own_code.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from importlib import import_module
from typing import Any, Final

from fourcast.algorithms import (
    ALGORITHMS,
    SearchSpec,
    find_algorithm,
    read_seconds,
    read_spec_settings,
    read_whole_number,
)
from fourcast.errors import UsageError, quote
from fourcast.native import Engine
from fourcast.play.agent import LEVELS, Agent, SearchAgent
from fourcast.play.perfect import PERFECT, PerfectAgent, Pick
from fourcast.python_file import is_python_file, split_file
from fourcast.spec import did_you_mean, is_setting, parse_enum, read_settings, split_settings

EXTERNAL: Final = ("program:", "kaggle:")
"""Prefixes of agents that are not ours."""


def parse_agent(text: str | Sequence[str], *, trusted: bool = True) -> Agent:
    """Read an agent, as a text or as the parts of one. Raises `UsageError`, without `trusted` also for whatever would
    run a file or a program.

    >>> parse_agent("alphabeta,depth=6,eval=quadruplets").name
    'Alphabeta,depth=6,eval=quadruplets'
    >>> parse_agent("alfabeta")
    Traceback (most recent call last):
    fourcast.errors.UsageError: There is no agent 'alfabeta'. Did you mean 'alphabeta'?
    """
    name, *settings = split_settings(text, files=trusted)
    if is_external(name):
        if not trusted:
            raise UsageError("Only built-in agents are allowed here, not files and programs.")
        # By name: `matches` is above this package, for a match needs games and agents.
        external: Agent = import_module("fourcast.matches").ExternalAgent.parse(text)
        return external
    given, text = text if isinstance(text, str) else ",".join(text), ",".join([name, *settings])
    if name == PERFECT:
        texts = read_settings(settings, _PERFECT_READERS, example="pick=random", of=" of the perfect player")
        values = {key: _PERFECT_READERS[key](key, value) for key, value in texts.items()}
        return PerfectAgent(**values, explicit=frozenset(values))
    levels = {f"level{number}": level for number, level in enumerate(LEVELS, start=1)}
    if name in levels and not settings:
        return levels[name]
    if is_setting(name):
        spec, settings = SearchSpec(), [name, *settings]
    elif name in levels:
        spec = levels[name].spec
    elif name in ALGORITHMS:
        spec = SearchSpec(name)
    elif file := next((one for one in settings if not is_setting(one) and split_file(one)[0]), None):
        path = split_file(given.partition(file)[0] + file)[0]
        raise UsageError(f"There is no file {path}. A comma is part of a path only if there is such a file.")
    else:
        known = [*ALGORITHMS, *levels, PERFECT]
        levels_text = f"The levels are level1 to level{len(LEVELS)}."
        hint = levels_text if re.fullmatch("level[0-9]*", name) else did_you_mean(name, known)
        raise UsageError(f"There is no agent {quote(name)}. {hint}")
    values = read_spec_settings(settings, trusted=trusted, of=" of an agent", others={"engine": _word(Engine)})
    default_name = levels[name].name if name in levels else name.capitalize()
    return SearchAgent(
        text.capitalize() if values.keys() - {"seed"} else default_name,
        _title(spec),
        engine=values.pop("engine", None),
        spec=spec.with_settings(**values),
    )


def is_external(text: str) -> bool:
    """Whether an agent plays in a process of its own: a function in a file, or a program."""
    first = split_settings(text)[0]
    return text.startswith(EXTERNAL) or (not is_setting(first) and bool(split_file(first)[0]))


def runs_files(text: str) -> bool:
    """Whether an agent runs a file or a program of a user: itself, or its evaluation."""
    settings = (part.partition("=") for part in split_settings(text))
    return is_external(text) or any(key.strip() == "eval" and is_python_file(value) for key, _, value in settings)


def as_agent(agent: Agent | SearchSpec | str) -> Agent:
    """An agent, the agent of a text, or the agent that searches as a spec says. Raises `UsageError`."""
    if isinstance(agent, str):
        return parse_agent(agent)
    if isinstance(agent, SearchSpec):
        return SearchAgent(str(agent), _title(agent), agent)
    if not isinstance(agent, Agent):
        raise UsageError(
            f"A player is an agent as text, such as 'level4' or 'alphabeta,depth=6', or an object, not {agent!r:.60}. "
            "A function of your own can play from a file: 'FILE.py:FUNCTION'."
        )
    return agent


def agent_of_name(text: str) -> Agent | None:
    """The agent of a text, None for a person's name. Raises `UsageError` for a misspelt agent."""
    try:
        return parse_agent(text)
    except UsageError:
        word = text.partition(",")[0].strip().lower()
        known = [*ALGORITHMS, *(f"level{number}" for number in range(1, len(LEVELS) + 1)), PERFECT]
        is_agent = (
            "=" in text
            or is_external(text)
            or re.fullmatch("level[0-9]+", word)
            or get_close_matches(word, known, cutoff=0.8)
        )
        if is_agent:
            raise
        return None


def _title(spec: SearchSpec) -> str:
    return find_algorithm(spec.algorithm).title.partition(",")[0]


def _word(kind: type[Enum]) -> Callable[[str, str], Any]:
    return lambda key, text: parse_enum(kind, key, text)


_PERFECT_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "pick": _word(Pick),
    "time": read_seconds,
    "seed": read_whole_number,
}
