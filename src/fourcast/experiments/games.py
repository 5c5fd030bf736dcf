"""Experiments that let methods and evaluations play each other: a round robin for every variant and amount."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from importlib.metadata import version
from itertools import product
from typing import Any, Final

from fourcast.algorithms import default_eval
from fourcast.errors import UsageError
from fourcast.evals import TerminalValue
from fourcast.experiments.cell import DEPTH, NODES, SECONDS
from fourcast.experiments.method import Method
from fourcast.jobs import Json, Task
from fourcast.matches import MatchSettings, Participant, Pentanomial, Tournament, bradley_terry, play_pair
from fourcast.rules import Rules

MARGIN: Final = 1.0
"""Seconds beyond its time after which an answer loses the game. These players hold their limits to the millisecond:
later than that is a machine that was busy with something else, which must not decide a game."""
_SETTINGS: Final = {DEPTH: "depth", NODES: "nodes", SECONDS: "time"}


@dataclass(frozen=True)
class GameRow:
    """One game: who played it under which limit, and how it ended."""

    part: str
    variant: str
    limit: str
    amount: float
    number: int
    """Of the pair of games that it is one of: one opening, colours swapped."""
    opening: str
    first: str
    second: str
    points: float
    """Of who moved first: 1 for a win, ½ for a draw."""
    how: str
    plies: int
    first_seconds: float
    second_seconds: float
    overruns: int
    alone: bool
    version: str


GAME_NAMES: Final = tuple(field.name for field in fields(GameRow))


@dataclass(frozen=True)
class Pair:
    """Two games between two players, as a task."""

    variant: str
    limit: str
    amount: float
    number: int
    players: tuple[str, str]
    """What rows call them."""
    wanted: Task
    """As the arena has it."""
    alone: bool
    version: str

    @cached_property
    def task(self) -> Task:
        arguments: dict[str, Json] = {"pair": self.wanted.arguments, "alone": self.alone, "version": self.version}
        return Task("fourcast.experiments.games:run_pair", arguments)

    def rows(self, part: str, found: Mapping[str, Any]) -> Iterator[GameRow]:
        for game in found["games"]:
            one, other = game["first"], 1 - game["first"]
            seconds = [sheet["seconds"] for sheet in game["sheets"]]
            yield GameRow(
                part,
                self.variant,
                self.limit,
                self.amount,
                self.number,
                game["opening"],
                self.players[one],
                self.players[other],
                game["points"] if one == 0 else 1 - game["points"],
                game["how"],
                sum(sheet["moves"] for sheet in game["sheets"]),
                seconds[one],
                seconds[other],
                sum(sheet["overruns"] for sheet in game["sheets"]),
                self.alone,
                self.version,
            )


def run_pair(pair: Mapping[str, Any], alone: bool, version: str) -> Json:
    """Both games of a pair. A result is of a version, and of a machine that was at rest or not: both are asked for."""
    del alone, version
    return play_pair(**pair)


@dataclass(frozen=True)
class Games:
    """A part in which every method with every evaluation plays every other, so many games each two."""

    name: str
    variants: tuple[str, ...]
    methods: tuple[Method, ...]
    evaluations: tuple[str, ...]
    ends: TerminalValue | None
    limit: str
    amounts: tuple[float, ...]
    games: int
    plies: int | None = None
    seed: int = 1

    def check(self) -> None:
        """Raise what would go wrong in the middle of it."""
        if len(self.methods) * max(1, len(self.evaluations)) < 2:
            raise UsageError("games need two players or more: name several ways or evaluations.")
        for variant, amount in product(self.variants, self.amounts):
            tournament = self._tournament(Rules.parse(variant), amount)
            tournament.check()
            tournament.opening_lines()

    @property
    def size(self) -> int:
        players = len(self.methods) * max(1, len(self.evaluations))
        return self.games * players * (players - 1) // 2 * len(self.variants) * len(self.amounts)

    def cells(self, *, alone: bool) -> Iterator[Pair]:
        now = version("fourcast")
        for amount, variant in product(self.amounts, self.variants):
            rules = Rules.parse(variant)
            names = self.players(rules)
            tournament = self._tournament(rules, amount)
            for (number, a, b), task in zip(tournament.schedule(), tournament.tasks(), strict=True):
                yield Pair(variant, self.limit, amount, number, (names[a], names[b]), task, alone, now)

    def players(self, rules: Rules) -> list[str]:
        """What the players are called: what they differ in."""
        several = len(self.methods) > 1, len(self.evaluations) > 1
        return [
            ", ".join(word for word, named in zip((method.title, evaluation), several, strict=True) if named)
            for method, evaluation in self._fields(rules)
        ]

    def _fields(self, rules: Rules) -> list[tuple[Method, str]]:
        return list(product(self.methods, self.evaluations or (default_eval(rules).name,)))

    def _tournament(self, rules: Rules, amount: float) -> Tournament:
        players = tuple(
            Participant.parse(self._agent(method, evaluation, amount)) for method, evaluation in self._fields(rules)
        )
        settings = MatchSettings(time=amount if self.limit == SECONDS else None, margin=MARGIN)
        return Tournament(players, rules, self.games, settings, self.plies, self.seed)

    def _agent(self, method: Method, evaluation: str, amount: float) -> str:
        settings = {
            "eval": evaluation,
            "order": method.order.replace(",", "-"),
            "table": method.table,
            _SETTINGS[self.limit]: f"{amount:.12g}",
        }
        if self.ends:
            settings["ends"] = self.ends.value
        return ",".join([method.algorithm, *(f"{key}={value}" for key, value in settings.items())])


# What games say together


@dataclass(frozen=True)
class Standing:
    """How strong a player is among those he met: Elo above their average, and its error at 95 %."""

    panel: str
    player: str
    amount: float
    elo: float
    error: float
    points: float
    games: int


def standings(rows: Sequence[GameRow]) -> list[Standing]:
    """Of every player in every round robin, in the order of the rows."""
    fields: dict[tuple[str, str, float], list[GameRow]] = {}
    for row in rows:
        fields.setdefault((row.part, row.variant, row.amount), []).append(row)
    several = len({(part, variant) for part, variant, _ in fields}) > 1
    found = []
    for (part, variant, amount), mine in fields.items():
        panel = ", ".join(word for word in (part, variant) if word) if several else ""
        found += [Standing(panel, player, amount, *stands) for player, stands in _rated(mine).items()]
    return found


def _rated(rows: Sequence[GameRow]) -> dict[str, tuple[float, float, float, int]]:
    """Elo, error, points and games of each player."""
    players = list(dict.fromkeys(name for row in rows for name in (row.first, row.second)))
    points: dict[tuple[str, str], float] = {}
    games: dict[tuple[str, str], int] = {}
    halves: dict[tuple[str, str], dict[int, list[float]]] = {}
    scored = dict.fromkeys(players, 0.0)
    played = dict.fromkeys(players, 0)
    for row in rows:
        key = (
            (row.first, row.second) if players.index(row.first) < players.index(row.second) else (row.second, row.first)
        )
        mine = row.points if key[0] == row.first else 1 - row.points
        points[key] = points.get(key, 0.0) + mine
        halves.setdefault(key, {}).setdefault(row.number, []).append(mine)
        games[key] = games.get(key, 0) + 1
        for name, got in ((row.first, row.points), (row.second, 1 - row.points)):
            scored[name] += got
            played[name] += 1
    pairs = {key: _pentanomial(mine.values()) for key, mine in halves.items()}
    found = bradley_terry(points, games, players, pairs=pairs)
    return {name: (found[name].elo, found[name].error, scored[name], played[name]) for name in players}


def _pentanomial(pairs: Iterable[Sequence[float]]) -> Pentanomial:
    """How many pairs brought 0, ½, 1, 1½ and 2 points; one of which a game is missing is none."""
    counts = Counter(round(2 * sum(pair)) for pair in pairs if len(pair) == 2)
    return counts[0], counts[1], counts[2], counts[3], counts[4]
