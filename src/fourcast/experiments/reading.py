"""Experiments as people write them: TOML, or the same keys as options. What is wrong is said with its key.

    asks = "What does the order of moves buy?"
    variants = "classic"
    positions = { count = 10, plies = "4-12", seed = 1 }
    algorithms = ["alphabeta"]
    orders = ["ascending", "centre"]
    depths = "1-8"

Keys above the first `[[part]]` hold in every part that does not say otherwise. With `games` the methods and evaluations
play each other instead, so many games each two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from fourcast.algorithms import ALGORITHMS, MAX_DEPTH, MAX_NODES, MoveOrder, TableMode
from fourcast.errors import IllegalMove, NotationError, UsageError, quote
from fourcast.evals import TerminalValue, find_eval
from fourcast.experiments.cell import DEPTH, NODES, SECONDS
from fourcast.experiments.compare.depths import read_depths
from fourcast.experiments.compare.spread import SEED
from fourcast.experiments.compare.ways import TABLE
from fourcast.experiments.experiment import BUDGET, MOST_POSITIONS, Drawn, Experiment, Part, Show
from fourcast.experiments.games import Games
from fourcast.experiments.method import Method
from fourcast.matches import MAX_PLIES
from fourcast.native import Engine
from fourcast.rules import Rules
from fourcast.spec import did_you_mean, parse_enum

MOST_SECONDS: Final = 3600.0
MOST_REPEATS: Final = 1000
MOST_GAMES: Final = 100_000
ACROSS: Final = ("depth", "seconds", "nodes", "width", "height", "cells", "discs")


def read_file(path: Path) -> Experiment:
    """The experiment in a file, named as the file is."""
    return read_data(read_table(path, source=path.name), name=path.stem, source=path.name)


def read_text(text: str, *, name: str, source: str) -> Experiment:
    """The experiment that a TOML text describes; `source` is what messages call it."""
    return read_data(read_table(text, source=source), name=name, source=source)


def read_table(given: Path | str, *, source: str) -> dict[str, Any]:
    """The keys of a TOML file or text, not yet looked at."""
    try:
        return tomllib.loads(given if isinstance(given, str) else given.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise NotationError(f"{source} is not a text file. An experiment is written in TOML.") from None
    except tomllib.TOMLDecodeError as fault:
        raise NotationError(f"{source} is no TOML: {fault}.") from None


def read_data(data: Mapping[str, Any], *, name: str, source: str) -> Experiment:
    """The experiment of a table of keys."""
    try:
        _check_keys(data, [*_PART_KEYS, *_GAME_KEYS, *_TOP_KEYS], "")
        plays = "games" in data
        keys = _GAME_KEYS if plays else _PART_KEYS
        _check_keys(data, [*keys, *_TOP_KEYS], "where games are played, ")
        shared = {key: value for key, value in data.items() if key in keys}
        given = data.get("part", [{}])
        if not isinstance(given, list) or not given or not all(isinstance(part, dict) for part in given):
            raise UsageError("part is a list of tables. Write [[part]] above the keys of each.")
        parts: list[Any] = []
        for number, part in enumerate(given, start=1):
            place = f"part {number}: " if "part" in data else ""
            _check_keys(part, keys, place)
            try:
                parts.append((_games if plays else _part)(_overlaid(shared, part)))
                parts[-1].check()
            except (UsageError, NotationError, IllegalMove) as fault:
                raise UsageError(f"{place}{fault}") from None
        return Experiment(
            name,
            _text("asks", data.get("asks", "")),
            tuple(parts),
            _flag("times", data.get("times", False)),
            read_show(data.get("show", {})),
            dict(data),
        )
    except (UsageError, NotationError, IllegalMove) as fault:
        raise UsageError(f"{source}: {fault}") from None


def _overlaid(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Shared keys with a part's own over them. Whoever names a limit or ways of his own means no others."""
    kept = dict(shared)
    for family in (_LIMITS, _METHODS):
        if any(key in own for key in family):
            instead = family if family is _LIMITS or "ways" in own else ("ways",)
            kept = {key: value for key, value in kept.items() if key not in instead}
    return {**kept, **own}


def _part(data: Mapping[str, Any]) -> Part:
    return Part(
        **_shared(data),
        positions=_positions(data.get("positions", "")),
        repeats=_whole("repeats", data.get("repeats", 1), 1, MOST_REPEATS),
        budget=_seconds("budget", data.get("budget", BUDGET)),
        solved=_flag("solved", data.get("solved", False)),
        engine=parse_enum(Engine, "engine", _text("engine", data["engine"])) if "engine" in data else None,
    )


def _games(data: Mapping[str, Any]) -> Games:
    return Games(
        **_shared(data),
        games=_whole("games", data["games"], 2, MOST_GAMES),
        plies=_whole("openings", data["openings"], 0, MAX_PLIES) if "openings" in data else None,
        seed=_seed("seed", data.get("seed", SEED)),
    )


def _shared(data: Mapping[str, Any]) -> dict[str, Any]:
    """What searches and games have in common."""
    limits = [key for key in _LIMITS if key in data]
    if len(limits) != 1:
        found = f"There are {' and '.join(limits)}" if limits else "There is no limit"
        raise UsageError(f"{found}. Give one of depths, seconds and nodes.")
    [limit] = limits
    return {
        "name": _text("name", data.get("name", "")),
        "variants": _each("variants", data.get("variants", "classic"), _variant),
        "methods": _methods(data),
        "evaluations": _each("evaluations", data["evaluations"], _evaluation) if "evaluations" in data else (),
        "ends": parse_enum(TerminalValue, "ends", _text("ends", data["ends"])) if "ends" in data else None,
        "limit": {"depths": DEPTH, "seconds": SECONDS, "nodes": NODES}[limit],
        "amounts": _LIMITS[limit](data[limit]),
    }


def _methods(data: Mapping[str, Any]) -> tuple[Method, ...]:
    """Ways as `fourcast compare` takes them, or every algorithm × order × table."""
    if "ways" in data:
        if others := [key for key in ("algorithms", "orders", "tables") if key in data]:
            raise UsageError(f"ways says all about methods. Leave out {' and '.join(others)}, or ways.")
        return _each("ways", data["ways"], _way)
    algorithms = _each("algorithms", data.get("algorithms", "alphabeta"), _algorithm)
    orders = _each("orders", data.get("orders", "ascending"), _order)
    tables = _each("tables", data.get("tables", "off"), lambda text: parse_enum(TableMode, "tables", text).value)
    return tuple(Method(*chosen) for chosen in ((a, o, t) for a in algorithms for o in orders for t in tables))


def _way(text: str) -> Method:
    """`ALGORITHM[/ORDER][/table]`."""
    algorithm, *parts = text.split("/")
    tables = {TABLE: TableMode.ON.value, TableMode.OLD_BOUNDS.value: TableMode.OLD_BOUNDS.value}
    table = tables[parts.pop()] if parts and parts[-1] in tables else TableMode.OFF.value
    if len(parts) > 1:
        raise UsageError(f"{quote(text)} names two orders. Write ALGORITHM, ALGORITHM/ORDER or ALGORITHM/ORDER/table.")
    return Method(_algorithm(algorithm), _order(parts[0]) if parts else "ascending", table)


def _algorithm(text: str) -> str:
    if text not in ALGORITHMS:
        raise UsageError(f"There is no algorithm {quote(text)}. {did_you_mean(text, ALGORITHMS)}")
    return text


def _order(text: str) -> str:
    return MoveOrder(text).text


def _variant(text: str) -> str:
    Rules.parse(text)
    return text


def _evaluation(text: str) -> str:
    find_eval(text)
    file, colon, function = text.rpartition(":")
    return f"{Path(file).resolve()}{colon}{function}" if file.endswith(".py") else text


def _positions(value: Any) -> tuple[str, ...] | Drawn:
    if not isinstance(value, dict):
        return _each("positions", value, str)
    _check_keys(value, ("count", "plies", "seed"), "positions: ")
    if "count" not in value:
        raise UsageError("positions needs a count, as in { count = 20, plies = 10, seed = 1 }.")
    plies = None
    if "plies" in value:
        given = [int(amount) for amount in _depths(value["plies"], "plies")]
        plies = range(given[0], given[-1] + 1)
    seed = _seed("positions.seed", value.get("seed", SEED))
    return Drawn(_whole("positions.count", value["count"], 1, MOST_POSITIONS), plies, seed)


def read_show(value: Any) -> Show:
    """How somebody wants to look at rows."""
    if not isinstance(value, dict):
        raise UsageError("show is a table. Write [show] above its keys.")
    _check_keys(value, ("across", "baseline"), "show: ")
    across = value.get("across")
    if across is not None and across not in ACROSS:
        raise UsageError(f"show.across cannot be {_shown(across)}. {did_you_mean(str(across), ACROSS)}")
    baseline = value.get("baseline")
    return Show(across, None if baseline is None else _text("show.baseline", baseline))


# Values of keys


def _check_keys(data: Mapping[str, Any], known: Any, place: str) -> None:
    for key in data:
        if key not in known:
            meant = did_you_mean(_ELSEWHERE.get(key, key), known)
            raise UsageError(f"{place}There is no key {quote(key)}. {meant}")


def _each(key: str, value: Any, read: Callable[[str], Any]) -> tuple[Any, ...]:
    """One text or a list of texts, each read and kept once."""
    listed = value if isinstance(value, list) else [value]
    if not listed or not all(isinstance(text, str) for text in listed):
        raise UsageError(f"{key} needs a text or a list of texts, not {_shown(value)}.")
    try:
        return tuple(dict.fromkeys(read(text) for text in listed))
    except (UsageError, NotationError) as fault:
        raise UsageError(f"{key}: {fault}") from None


def _depths(value: Any, key: str = "depths") -> tuple[float, ...]:
    if isinstance(value, str):
        return tuple(read_depths(value))
    return _numbers(key, value, lambda number: _whole(key, number, 1, MAX_DEPTH), 'a text such as "1-8", ')


def _numbers(key: str, value: Any, read: Callable[[Any], float], also: str = "") -> tuple[float, ...]:
    listed = value if isinstance(value, list) else [value]
    if not listed or not all(isinstance(number, int | float) and not isinstance(number, bool) for number in listed):
        raise UsageError(f"{key} needs {also}a number or a list of numbers, not {_shown(value)}.")
    return tuple(sorted({read(number) for number in listed}))


def _whole(key: str, value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise UsageError(f"{key} needs a whole number from {least} to {most:,}, not {_shown(value)}.")
    return value


def _seed(key: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"{key} needs a whole number, not {_shown(value)}.")
    return value


def _seconds(key: str, value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_SECONDS:
        raise UsageError(f"{key} needs seconds, more than 0 and at most {MOST_SECONDS:,.0f}, not {_shown(value)}.")
    return float(value)


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{key} needs a text, not {_shown(value)}.")
    return value


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{key} is true or false, not {_shown(value)}.")
    return value


def _shown(value: Any) -> str:
    return quote(value) if isinstance(value, str) else f"{value!r:.60}"


_ELSEWHERE: Final = {"moves": "positions", "evals": "evaluations", "variant": "variants", "rules": "variants"}
"""What keys are called as options, here or in other commands."""
_LIMITS: Final[Mapping[str, Callable[[Any], tuple[float, ...]]]] = {
    "depths": _depths,
    "seconds": lambda value: _numbers("seconds", value, lambda number: _seconds("seconds", number)),
    "nodes": lambda value: _numbers("nodes", value, lambda number: _whole("nodes", number, 1, MAX_NODES)),
}
_METHODS: Final = ("ways", "algorithms", "orders", "tables")
_SHARED_KEYS: Final = ("name", "variants", *_METHODS, "evaluations", "ends", *_LIMITS)
_PART_KEYS: Final = (*_SHARED_KEYS, "positions", "repeats", "budget", "solved", "engine")
_GAME_KEYS: Final = (*_SHARED_KEYS, "games", "openings", "seed")
_TOP_KEYS: Final = ("asks", "times", "show", "part")
