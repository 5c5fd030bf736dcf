"""The published experiments, run again: every figure of `published` beside ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from fourcast.errors import UsageError
from fourcast.experiments.reproduce.experiment import Experiment, Row
from fourcast.experiments.reproduce.published import CONNECT_4S, EIGHT, EXTENDED, SMART, ZER0LOSE
from fourcast.experiments.reproduce.systems import connect_4s, eight, extended, smart, zer0lose
from fourcast.native import Engine, choose_engine, core_unsupported_reason
from fourcast.rules import Rules

SYSTEMS: Final[Mapping[str, Callable[[], Iterator[Experiment]]]] = {
    CONNECT_4S: connect_4s.experiments,
    EXTENDED: extended.experiments,
    SMART: smart.experiments,
    ZER0LOSE: zer0lose.experiments,
    EIGHT: eight.experiments,
}
"""What each of the five published."""

MOST_NODES: Final = {
    (Engine.NATIVE, False): 10_000_000,
    (Engine.NATIVE, True): None,
    (Engine.PYTHON, False): 60_000,
    (Engine.PYTHON, True): 1_000_000,
}
"""How large a search may be, by engine and whether all is wanted."""
MOST_NAMED: Final = 3
"""More than these are left out by their number alone."""


def reproduce(systems: Sequence[str] = (), *, deep: bool = False, engine: Engine | None = None) -> Iterator[Row]:
    """The rows of these systems (of all, if none is named) that are not too large."""
    chosen = engine_for(engine)
    for experiment in experiments(systems, deep=deep, engine=chosen):
        yield from experiment.run(chosen)


def engine_for(wanted: Engine | None) -> Engine:
    """The engine wanted or, without a wish, the native one where it is built."""
    return choose_engine(core_unsupported_reason(Rules.parse("classic")), wanted)


def experiments(systems: Sequence[str] = (), *, deep: bool, engine: Engine) -> list[Experiment]:
    """What these systems (all, if none is named) published, as far as it is not too large."""
    most = MOST_NODES[engine, deep]
    return [experiment for experiment in every_experiment(systems) if most is None or experiment.nodes <= most]


def left_out(systems: Sequence[str] = (), *, deep: bool, engine: Engine) -> str | None:
    """One sentence on what is too large; None if nothing is."""
    most = MOST_NODES[engine, deep]
    rest = [experiment for experiment in every_experiment(systems) if most is not None and experiment.nodes > most]
    if not rest:
        return None
    cure = "the native engine runs all" if deep else "--deep runs them"
    if engine is Engine.PYTHON and not deep:
        cure = f"--deep runs those of up to {MOST_NODES[engine, True]:,}, the native engine all"
    names = "; ".join(f"{experiment.system} {experiment.about}" for experiment in rest)
    named = f" ({names})" if len(rest) <= MOST_NAMED else ""
    number = f"{len(rest)} experiment{'' if len(rest) == 1 else 's'}"
    return f"Left out: {number} with more than {most:,} nodes in a search{named}; {cure}."


def every_experiment(systems: Sequence[str] = ()) -> list[Experiment]:
    """All of these systems; of all five, if none is named. Each once, in the order of `SYSTEMS`."""
    check_systems(systems)
    return [found for name, listed in SYSTEMS.items() if not systems or name in systems for found in listed()]


def check_systems(systems: Sequence[str]) -> None:
    for name in systems:
        if name not in SYSTEMS:
            raise UsageError(f"There is no published system {name!r}. Known: {', '.join(SYSTEMS)}.")
