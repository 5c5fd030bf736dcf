"""How to search: one description for the command line, agents, the page, experiments and trees.

As text: an algorithm and settings, or the short form ALGORITHM[/ORDER][/table or /old-bounds].

    alphabeta,depth=6,order=centre,table=on
    star2,time=0.5,eval=neighbours:factor=642
    alphabeta/centre+killers/table
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any, Final, TypeAlias, TypedDict, Unpack

from fourcast.algorithms.limit import Limit
from fourcast.algorithms.ordering import MoveOrder
from fourcast.algorithms.own_algorithm import StepName, find_algorithm
from fourcast.errors import SpecError, quote
from fourcast.evals import Eval, Evaluate, TerminalValue, as_eval, find_eval
from fourcast.python_file import is_python_file, split_file
from fourcast.rules import Goal, Rules
from fourcast.spec import is_setting, parse_enum, read_settings, split_settings, whole_number

DEFAULT_ALGORITHM: Final = "alphabeta"
DEFAULT_ALGORITHM_WITH_DRIFT: Final = "star1"
_DEFAULT_EVALS: Final[Mapping[Goal, str]] = {
    Goal.FIRST_LINE: "quadruplets",
    Goal.MOST_LINES: "potential-lines",
    Goal.RUN_POINTS: "filled-runs",
}
_SHORT_TABLES: Final = {"table": "on", "old-bounds": "old-bounds"}

EvalLike: TypeAlias = Eval | Evaluate | str
"""An evaluation, a function of a position and a player, or a text such as `quadruplets` or `FILE.py:FUNCTION`."""


AlgorithmLike: TypeAlias = str | Callable[..., Any]
"""The name of an algorithm, `FILE.py:FUNCTION`, or a step: a function of a recursion, a position, a depth and a
window."""


class TableMode(Enum):
    """How values of positions are reused."""

    OFF = "off"
    ON = "on"
    """A transposition table."""
    OLD_BOUNDS = "old-bounds"
    """ExtendedConnect4's way, which is not sound: values of the last iteration taken as bounds. It always deepens."""


class Settings(TypedDict, total=False):
    """The settings of the text form, as arguments of `SearchSpec.with_settings`."""

    algorithm: AlgorithmLike | None
    eval: EvalLike | None
    order: MoveOrder | str | Sequence[int] | None
    table: TableMode | bool | str | None
    terminal: TerminalValue | str | None
    depth: int | None
    nodes: int | None
    time: float | None
    seed: int | None


def default_eval(rules: Rules) -> Eval:
    """The evaluation that fits the goal of the game."""
    return find_eval(_DEFAULT_EVALS[rules.goal])


@dataclass(frozen=True, init=False)
class SearchSpec:
    """How to search. None stands for a default that depends on the rules of the game or on the algorithm.

    >>> spec = SearchSpec.parse("alphabeta,depth=6,table=on")
    >>> spec.limit, spec.table, str(spec)
    (Limit(depth=6, nodes=None, time=None), <TableMode.ON: 'on'>, 'alphabeta,depth=6,table=on')
    >>> SearchSpec.parse("alphabeta/centre/table").order
    MoveOrder(text='centre')
    """

    algorithm: str
    eval: Eval | None
    """None: the one that fits the goal of the game; random and mcts use none."""
    order: MoveOrder
    table: TableMode
    terminal: TerminalValue | None
    """How finished games are valued. None: as the evaluation's system did in its own game, else sooner is better."""
    limit: Limit | None
    """None: the default of the algorithm."""
    seed: int | None
    """Of random and mcts. None: another one every time."""
    explicit: frozenset[str]
    """The settings that were given, by their keys in the text form; the others are defaults or presets."""

    def __init__(
        self,
        algorithm: AlgorithmLike | None = None,
        *,
        eval: EvalLike | None = None,
        order: MoveOrder | str | Sequence[int] | None = None,
        table: TableMode | bool | str | None = None,
        terminal: TerminalValue | str | None = None,
        limit: Limit | None = None,
        seed: int | None = None,
        explicit: Iterable[str] | None = None,
    ) -> None:
        """`explicit` defaults to the names of the settings that are not None. Raises `SpecError` for an evaluation or a
        move order that the algorithm would not use."""
        name = algorithm or DEFAULT_ALGORITHM
        name = name if isinstance(name, str) else StepName.of(name)
        chosen = find_algorithm(name)
        evaluation = None if eval is None else as_eval(eval)
        if evaluation and not chosen.uses_eval:
            raise SpecError(
                f"{chosen.name} uses no evaluation. Leave out {quote(evaluation.name)}, or choose another algorithm."
            )
        if order is not None and _move_order(order) != MoveOrder() and not chosen.uses_order:
            raise SpecError(f"{chosen.name} does not use the move order: its step has no argument `order`.")
        settings = {"algorithm": algorithm, "eval": eval, "order": order, "table": table, "terminal": terminal}
        settings |= {"seed": seed} | (vars(limit) if limit else {})
        if explicit is None:
            explicit = (key for key, value in settings.items() if value is not None)
        fields: dict[str, Any] = {
            "algorithm": name,
            "eval": evaluation,
            "order": _move_order(order),
            "table": _table_mode(table),
            "terminal": parse_enum(TerminalValue, "terminal", terminal) if isinstance(terminal, str) else terminal,
            "limit": limit,
            "seed": seed,
            "explicit": frozenset(explicit),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str | Sequence[str], *, trusted: bool = True) -> SearchSpec:
        """Read a spec, as a text or as the parts of one, in which paths may have any characters. Raises `UsageError`.

        Without `trusted` algorithms and evaluations in Python files are refused, for reading them runs the files.
        """
        if isinstance(text, str) and "=" not in text:
            return cls._parse_short(text, trusted=trusted)
        first, *settings = split_settings(text, files=trusted)
        if is_setting(first):
            return cls().with_settings(**read_spec_settings([first, *settings], trusted=trusted))
        short = cls._parse_short(first, trusted=trusted)
        return short.with_settings(**read_spec_settings(settings, trusted=trusted))

    @classmethod
    def _parse_short(cls, text: str, *, trusted: bool) -> SearchSpec:
        file, rest = split_file(text.strip())
        algorithm, *parts = rest.split("/")
        algorithm = file + algorithm
        if is_python_file(algorithm) and not trusted:
            raise SpecError("Only built-in algorithms are allowed here, not Python files.")
        table = _SHORT_TABLES[parts.pop()] if parts and parts[-1] in _SHORT_TABLES else None
        if len(parts) > 1:
            raise SpecError(
                f"{quote(text)} names two move orders. Write ALGORITHM, ALGORITHM/ORDER or ALGORITHM/ORDER/table."
            )
        return cls(algorithm or None, order=parts[0] if parts else None, table=table)

    def __str__(self) -> str:
        """The text that `parse` reads: the settings that were given or differ from the defaults."""
        default, limit = SearchSpec(), self.limit
        texts = {
            "depth": str(limit.depth) if limit and limit.depth else "",
            "nodes": str(limit.nodes) if limit and limit.nodes else "",
            "time": f"{limit.time:.12g}" if limit and limit.time else "",
            "eval": self.eval.name if self.eval else "",
            "order": str(self.order) if "order" in self.explicit or self.order != default.order else "",
            "table": self.table.value if "table" in self.explicit or self.table != default.table else "",
            "terminal": self.terminal.value if self.terminal else "",
            "seed": "" if self.seed is None else str(self.seed),
        }
        named = "algorithm" in self.explicit or self.algorithm != default.algorithm
        return ",".join(
            [*([self.algorithm] if named else []), *(f"{key}={value}" for key, value in texts.items() if value)]
        )

    @property
    def short(self) -> str:
        """The short form, without evaluation and limit: `alphabeta/centre/table`."""
        order = [] if self.order == MoveOrder() else [str(self.order)]
        table = [short for short, mode in _SHORT_TABLES.items() if mode == self.table.value]
        return "/".join([self.algorithm, *order, *table])

    @property
    def search_limit(self) -> Limit:
        """The limit of the search: the given one, as far as the algorithm has a use for it, or its default."""
        return find_algorithm(self.algorithm).limit(self.limit)

    def eval_for(self, rules: Rules) -> Eval:
        """The evaluation under given rules."""
        return self.eval or default_eval(rules)

    def terminal_for(self, rules: Rules) -> TerminalValue:
        """How finished games are valued under given rules."""
        return self.terminal or self.eval_for(rules).terminal(rules)

    def for_rules(self, rules: Rules) -> SearchSpec:
        """The spec with the defaults of these rules filled in: evaluation, terminal values, and the algorithm, which is
        Star1 under drift unless one was given."""
        adapts = rules.drift is not None and "algorithm" not in self.explicit and self.algorithm == DEFAULT_ALGORITHM
        return replace(
            self,
            algorithm=DEFAULT_ALGORITHM_WITH_DRIFT if adapts else self.algorithm,
            eval=self.eval_for(rules) if find_algorithm(self.algorithm).uses_eval else None,
            terminal=self.terminal_for(rules),
            explicit=self.explicit | {"algorithm"},
        )

    def with_limit(self, limit: Limit | None) -> SearchSpec:
        """The same spec with another limit."""
        return replace(self, limit=limit)

    def with_settings(self, **settings: Unpack[Settings]) -> SearchSpec:
        """The same spec with some settings changed, which are explicit then; None changes nothing. Limits are added to
        those of the spec."""
        changes: dict[str, Any] = {key: value for key, value in settings.items() if value is not None}
        explicit = self.explicit | changes.keys()
        limits = {key: changes.pop(key) for key in ("depth", "nodes", "time") if key in changes}
        if limits:
            changes["limit"] = replace(self.limit, **limits) if self.limit else Limit(**limits)
        return replace(self, **changes, explicit=explicit)


def read_spec_settings(
    settings: Iterable[str],
    *,
    trusted: bool = True,
    of: str = " of a search",
    others: Mapping[str, Callable[[str, str], Any]] | None = None,
) -> dict[str, Any]:
    """The arguments of `SearchSpec.with_settings` that texts `key=value` stand for, and those of `others`."""
    readers = {**_READERS, **(others or {})}
    current = [f"terminal{setting.strip()[4:]}" if _is_old_key(setting) else setting for setting in settings]
    texts = read_settings(current, readers, example="depth=6", of=of)
    if not trusted and is_python_file(texts.get("eval", "")):
        raise SpecError("Only built-in evaluations are allowed here, not Python files.")
    return {key: readers[key](key, value) for key, value in texts.items()}


def _is_old_key(setting: str) -> bool:
    """Whether a setting is written with the former key `ends` of `terminal`."""
    return setting.partition("=")[0].strip() == "ends"


def as_spec(spec: SearchSpec | AlgorithmLike | None) -> SearchSpec:
    """A spec, or that of a text or of a step; None is the default."""
    if isinstance(spec, str):
        return SearchSpec.parse(spec)
    if callable(spec):
        return SearchSpec(spec)
    if spec is None or isinstance(spec, SearchSpec):
        return spec or SearchSpec()
    depth = f" Write depth={spec}." if isinstance(spec, int) else ""
    raise SpecError(f"How to search is an algorithm, such as 'alphabeta', or a SearchSpec, not {spec!r:.60}.{depth}")


def _move_order(order: MoveOrder | str | Sequence[int] | None) -> MoveOrder:
    if isinstance(order, MoveOrder):
        return order
    if order is None or isinstance(order, str):
        return MoveOrder() if order is None else MoveOrder(order)
    return MoveOrder("-".join(map(str, order)))


def _table_mode(table: TableMode | bool | str | None) -> TableMode:
    if isinstance(table, TableMode):
        return table
    if isinstance(table, str):
        return parse_enum(TableMode, "table", table)
    return TableMode.ON if table else TableMode.OFF


def read_whole_number(key: str, text: str) -> int:
    return whole_number(key, text, digits=19)


def read_seconds(key: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = float("nan")
    if not 0 < seconds < inf:
        raise SpecError(f"{key} needs a number of seconds above 0, such as 0.5, not {quote(text)}.")
    return seconds


_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "depth": read_whole_number,
    "nodes": read_whole_number,
    "time": read_seconds,
    "eval": lambda _, text: find_eval(text),
    "order": lambda _, text: MoveOrder(text),
    "table": lambda key, text: parse_enum(TableMode, key, text),
    "terminal": lambda key, text: parse_enum(TerminalValue, key, text),
    "seed": read_whole_number,
}
"""The settings of the text form."""
