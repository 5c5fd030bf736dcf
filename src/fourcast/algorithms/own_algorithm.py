"""Algorithms by name, and algorithms of users: a step as a function, or in a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from inspect import Parameter
from numbers import Real
from typing import Any, Final, NoReturn

from fourcast.algorithms.algorithms import ALGORITHMS, Algorithm, SearchContext
from fourcast.algorithms.chance import expectation
from fourcast.algorithms.limit import StopSearch
from fourcast.algorithms.recursion import Edge, Node, Step, Variation, Visit, Window
from fourcast.errors import UsageError, quote
from fourcast.python_file import arguments_of, error_text, is_python_file, load_file, load_function, split_function
from fourcast.rules import Chance
from fourcast.spec import did_you_mean

_STEP: Final = ("visit", "position", "depth", "window")
_DESCRIPTION: Final = "A user-defined algorithm."
_CONTEXT: Final = ("order", "player", "value_range")


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name, of a step in a file (`FILE.py:FUNCTION`), or of a `StepName`. Raises `UsageError` if
    there is none."""
    if isinstance(name, StepName):
        return name.algorithm
    if is_python_file(name):
        path, _ = split_function(name)
        chance = None if load_file(path).get("chance_step") is None else load_function(f"{path}:chance_step")
        return _own_in_file(load_function(name, "step"), name, chance)
    if name not in ALGORITHMS:
        raise UsageError(f"There is no algorithm {quote(name)}. {did_you_mean(name, ALGORITHMS)}")
    return ALGORITHMS[name]


class StepName(str):
    """The name of an algorithm that is a function of this process, with the algorithm. It differs from the same name of
    another function, and of a built-in algorithm."""

    __slots__ = ("algorithm", "function")
    algorithm: Algorithm
    function: Callable[..., Any] | None

    @classmethod
    def of(cls, step: Callable[..., Any]) -> StepName:
        """Raises `UsageError` if the function has not the arguments of a step."""
        name = cls(getattr(step, "__name__", "step"))
        name.algorithm, name.function = _own(step, str(name)), step
        return name

    @classmethod
    def without_code(cls, text: str) -> StepName:
        """The name of an algorithm in a file that is not to be run, for rows of its results."""
        name = cls(text)
        name.algorithm, name.function = Algorithm(text, _title(text), _DESCRIPTION, _no_step), None
        return name

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True and self.function == getattr(other, "function", None)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __deepcopy__(self, _: object) -> StepName:
        return self

    def __reduce__(self) -> NoReturn:
        raise UsageError(
            f"The algorithm {self} is a function of this process. Write it to a file and use 'FILE.py:FUNCTION'."
        )


def _no_step(_: SearchContext) -> Step:
    raise UsageError("This algorithm is known by its results only.")


def is_step(function: Callable[..., Any]) -> bool:
    """Whether a function has the arguments of a step: a recursion, a node, the depth and the window, and after these
    any fields of a `SearchContext`."""
    arguments = arguments_of(function) or []
    more = {one.name for one in arguments[len(_STEP) :] if one.default is Parameter.empty}
    return len(arguments) >= len(_STEP) and more <= set(_CONTEXT)


def _own(function: Callable[..., Any], name: str, chance_step: Callable[..., Any] | None = None) -> Algorithm:
    for one in (function, *([chance_step] if chance_step else [])):
        if not is_step(one):
            raise UsageError(
                f"The algorithm {name} has other arguments: {getattr(one, '__name__', 'it')} must take "
                f"({', '.join(_STEP)}), and may take {', '.join(_CONTEXT)} after these."
            )
    return Algorithm(
        name,
        _title(name),
        _DESCRIPTION,
        lambda context: _checked(function, name, context),
        (lambda context: _checked(chance_step, name, context)) if chance_step else lambda _: expectation,
        prunes=None,
        uses_order="order" in _context_arguments(function),
    )


def _title(name: str) -> str:
    path, function = split_function(name)
    return ":".join(filter(None, (path.name, function)))


_own_in_file: Final = lru_cache(maxsize=64)(_own)


def _context_arguments(function: Callable[..., Any]) -> set[str]:
    return {one.name for one in (arguments_of(function) or [])[len(_STEP) :]} & set(_CONTEXT)


def _checked(function: Callable[..., Any], name: str, context: SearchContext) -> Any:
    """A user's step with what it takes of the context. Errors in it are reported with its name. A value that it did not
    get from a visit counts as an estimate."""
    call = partial(function, **{key: getattr(context, key) for key in _context_arguments(function)})

    def step(visit: Visit, node: Node, depth: int, window: Window) -> Variation:
        values: set[float] = set()

        def visit_child(child: Node, depth: int, window: Window, edge: Edge) -> Variation:
            variation = visit(child, depth, window, edge)
            values.add(abs(variation.value))
            return variation

        try:
            variation = call(visit_child, node, depth, window)
        except (StopSearch, UsageError):
            raise
        except RecursionError as fault:
            raise UsageError(f"The algorithm {name} recurses too deeply. Visit children with depth - 1.") from fault
        except (Exception, SystemExit) as fault:
            raise UsageError(f"The algorithm {name} failed: {error_text(fault, function)}.") from fault
        value = getattr(variation, "value", None)
        if not isinstance(variation, Variation) or not isinstance(value, Real) or value != value:
            raise UsageError(
                f"The algorithm {name} returned {variation!r:.60}. Return a Variation: Variation(number), or what "
                "try_move returned, with prepend(move)."
            )
        is_from_visit = isinstance(node, Chance) or abs(variation.value) in values or variation.value in window
        context.counts.estimated += not (values and is_from_visit)
        return variation

    return step
