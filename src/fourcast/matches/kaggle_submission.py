"""An agent as a submission to Kaggle's ConnectX: one Python file that needs the standard library only.

The file contains the Python sources of the rules, evaluations and algorithms as they are, and a function that calls
them.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fourcast.algorithms import SearchSpec
from fourcast.errors import UsageError, quote
from fourcast.evals import EVALS
from fourcast.native import Engine
from fourcast.play import SEED_STEP, Agent, SearchAgent, as_agent

PACKAGE: Final = "fourcast_submission"
"""The name of the package in the file, so that an installed fourcast is not mixed with it."""
PARTS: Final = ("errors.py", "spec.py", "python_file.py", "rules", "evals", "algorithms")
ABSENT: Final = ("drawing", "files")
"""Modules that the parts import and a submission does not use."""
TIME_SHARE: Final = 0.8
"""Of Kaggle's seconds for a move."""

_TEMPLATE: Final = '''\
"""A ConnectX agent: __NAME__. Written by Fourcast __VERSION__ (MIT licence).

SOURCES has the modules of Fourcast that it uses; `agent`, at the end, is what Kaggle calls.
"""

import sys
from dataclasses import replace
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec

SOURCES = {
__SOURCES__
}


class SourceImporter(MetaPathFinder, Loader):
    """Imports the modules of SOURCES."""

    def find_spec(self, name, path=None, target=None):
        if name in SOURCES:
            return ModuleSpec(name, self, is_package=any(other.startswith(name + ".") for other in SOURCES))
        return None

    def exec_module(self, module):
        name = module.__name__
        exec(compile(SOURCES[name], f"<{name}>", "exec", dont_inherit=True), vars(module))


sys.meta_path.insert(0, SourceImporter())

from __PACKAGE__.algorithms import PythonSearcher, SearchSpec, find_algorithm, run_search
from __PACKAGE__.rules import Position, Rules

SPEC = SearchSpec.parse(__SPEC__)


def agent(observation, configuration):
    rules = Rules(
        "classic", width=configuration.columns, height=configuration.rows, connect=configuration.inarow
    )
    stones = [0, 0]
    for index, mark in enumerate(observation.board):
        if mark:
            row, column = divmod(index, configuration.columns)
            stones[mark - 1] |= rules.shape.cell(column, configuration.rows - 1 - row)
    position = Position.of(rules, tuple(stones), observation.mark - 1)
    seconds = __SHARE__ * getattr(configuration, "actTimeout", 2)
    limit = SPEC.search_limit
    seed = None if SPEC.seed is None else SPEC.seed + __STEP__ * position.discs
    spec = replace(SPEC.with_limit(replace(limit, time=min(limit.time or seconds, seconds))), seed=seed)
    spec = spec.for_rules(rules)
    searcher = (find_algorithm(spec.algorithm).searcher or PythonSearcher)(position, spec)
    return run_search(searcher, spec.search_limit).move.column
'''


def connectx_submission(agent: Agent | SearchSpec | str, version: str) -> str:
    """The text of the file. Raises `UsageError` for an agent that needs more than the Python sources.

    The agent plays on boards of any size and moves in 80 % of the time that Kaggle gives it: it deepens, up to its own
    limit.
    """
    agent = as_agent(agent)
    if not isinstance(agent, SearchAgent):
        raise UsageError(
            "Only levels and searches can be exported, such as level4: the perfect player needs the compiled solver, "
            "and a file or program of your own stays as it is."
        )
    if agent.engine is Engine.NATIVE:
        raise UsageError("A submission has no compiled core: leave out engine=native.")
    if agent.spec.eval and agent.spec.eval not in EVALS:
        raise UsageError(
            f"The evaluation {quote(agent.spec.eval.name)} is not one of Fourcast's, so a submission would lack it. "
            f"Use {', '.join(evaluation.name for evaluation in EVALS)}."
        )
    texts = {
        "__NAME__": agent.text,
        "__VERSION__": version,
        "__SOURCES__": "\n".join(f'    "{name}": """{_escaped(text)}""",' for name, text in _sources().items()),
        "__PACKAGE__": PACKAGE,
        "__SPEC__": repr(str(agent.spec) or agent.spec.algorithm),
        "__SHARE__": str(TIME_SHARE),
        "__STEP__": str(SEED_STEP),
    }
    submission = _TEMPLATE
    for name, text in texts.items():
        submission = submission.replace(name, text)
    return submission


def _sources() -> dict[str, str]:
    root = files("fourcast")
    sources = {PACKAGE: ""} | {f"{PACKAGE}.{name}": "def __getattr__(name): return None\n" for name in ABSENT}
    for part in PARTS:
        for name, file in _modules(root / part, part):
            text = file.read_text(encoding="utf-8")
            sources[f"{PACKAGE}.{name}"] = text.replace("from fourcast.", f"from {PACKAGE}.")
    return sources


def _modules(place: Traversable, name: str) -> list[tuple[str, Traversable]]:
    if place.is_file():
        return [(name.removesuffix(".py"), place)]
    modules = sorted((file for file in place.iterdir() if file.name.endswith(".py")), key=lambda file: file.name)
    return [(f"{name}.{file.name}".removesuffix(".py").removesuffix(".__init__"), file) for file in modules]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
