"""Experiments of games: a round robin of specs and evaluations for every variant and amount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version as installed_version
from itertools import product
from typing import Annotated, Any, Final

from fourcast.algorithms import SearchSpec
from fourcast.datasets import SEED
from fourcast.environment import RESULTS_VERSION
from fourcast.errors import UsageError
from fourcast.experiments.cells import DEPTH, NODES, SECONDS
from fourcast.experiments.grids import CellGrid
from fourcast.experiments.models import within
from fourcast.experiments.rows import GameRow
from fourcast.experiments.titles import search_title
from fourcast.jobs import Json, Task
from fourcast.matches import (
    MAX_PLIES,
    GameRecord,
    HeadToHead,
    MatchSettings,
    Participant,
    Standing,
    Tournament,
    play_pair,
    rate_players,
)
from fourcast.rules import Rules

MAX_GAMES: Final = 100_000
MARGIN: Final = 1.0
"""Seconds beyond its time after which a move loses the game. These players keep their limits to the millisecond: a
later move means that the machine was busy, which must not decide a game."""
_SETTINGS: Final = {DEPTH: "depth", NODES: "nodes", SECONDS: "time"}


@dataclass(frozen=True)
class Pair:
    """Two games between two players, as a task."""

    variant: str
    limit: str
    amount: float
    number: int
    players: tuple[str, str]
    """Their names in rows."""
    pair: Task
    """The task of `fourcast.match`."""
    alone: bool

    @cached_property
    def task(self) -> Task:
        arguments: dict[str, Json] = {"pair": self.pair.arguments, "alone": self.alone, "version": RESULTS_VERSION}
        return Task("fourcast.experiments.games:run_pair", arguments)

    def rows(self, part: str, result: Mapping[str, Any]) -> Iterator[GameRow]:
        """The rows of the result of `run_pair`."""
        for data in result["games"]:
            game = GameRecord.from_json(data, self.players)
            one, other = game.first, 1 - game.first
            yield GameRow(
                part=part,
                variant=self.variant,
                limit=self.limit,
                amount=self.amount,
                number=self.number,
                opening=game.opening,
                first=self.players[one],
                second=self.players[other],
                points=game.points if one == 0 else 1 - game.points,
                how=game.ending,
                plies=sum(stats.moves for stats in game.stats),
                first_seconds=game.stats[one].seconds,
                second_seconds=game.stats[other].seconds,
                overruns=sum(stats.overruns for stats in game.stats),
                alone=self.alone,
                version=result.get("version", RESULTS_VERSION),
            )


def run_pair(pair: Mapping[str, Any], alone: bool, version: str) -> Json:
    """Play both games of a pair. A task function; `alone` and `version` only make different tasks."""
    del alone, version
    return {**play_pair(**pair), "version": installed_version("fourcast")}


@dataclass(frozen=True, kw_only=True)
class GameGrid(CellGrid):
    """Games: every spec with every evaluation plays every other."""

    games: Annotated[int, within(2, MAX_GAMES, of=f"a whole number from 2 to {MAX_GAMES:,}")]
    """Games of each two players."""
    openings: Annotated[int | None, within(0, MAX_PLIES, of=f"a whole number from 0 to {MAX_PLIES}")] = None
    """Moves of the random openings."""
    seed: int = SEED

    def validate(self) -> None:
        """Raise errors now that would otherwise stop the experiment half-way."""
        super().validate()
        if self._players < 2:
            raise UsageError(
                "games need two players or more: give several algorithms or evaluations (mcts and random use none)."
            )
        for variant, amount in product(self.variants, self.amounts):
            tournament = self._tournament(Rules.parse(variant), amount)
            tournament.check()
            tournament.opening_lines()

    @property
    def _players(self) -> int:
        return len(self.entries(Rules.parse(self.variants[0])))

    @property
    def size(self) -> int:
        """The number of rows."""
        pairings = self._players * (self._players - 1) // 2
        return self.games * pairings * len(self.variants) * len(self.amounts)

    def cells(self, *, alone: bool) -> Iterator[Pair]:
        for amount, variant in product(self.amounts, self.variants):
            rules = Rules.parse(variant)
            names = self.players(rules)
            tournament = self._tournament(rules, amount)
            for (number, a, b), task in zip(tournament.schedule(), tournament.tasks(), strict=True):
                yield Pair(variant, self.limit, amount, number, (names[a], names[b]), task, alone)

    def players(self, rules: Rules) -> list[str]:
        """The names of the players: what they differ in."""
        names = []
        for spec, evaluation in self.entries(rules):
            parts = [search_title(spec)] if len(self.specs) > 1 else []
            names.append(", ".join([*parts, evaluation] if evaluation and len(self.evaluations) > 1 else parts))
        return names

    def _tournament(self, rules: Rules, amount: float) -> Tournament:
        players = tuple(Participant.parse(self._agent(*entry, amount)) for entry in self.entries(rules))
        settings = MatchSettings(time=amount if self.limit == SECONDS else None, margin=MARGIN)
        return Tournament(players, rules, self.games, settings, self.openings, self.seed, shared_openings=True)

    def _agent(self, spec: SearchSpec, evaluation: str, amount: float) -> str:
        """The text of an agent, which is part of its tasks: ledgers know the games by it."""
        settings = {
            **({"eval": evaluation} if evaluation else {}),
            "order": str(spec.order),
            "table": spec.table.value,
            _SETTINGS[self.limit]: f"{amount:.12g}",
        }
        if self.terminal:
            settings["ends"] = self.terminal.value
        return ",".join([spec.algorithm, *(f"{key}={value}" for key, value in settings.items())])


@dataclass(frozen=True)
class PanelStanding(Standing):
    """The standing of a player in one round robin of an experiment."""

    panel: str
    amount: float


def standings(rows: Sequence[GameRow]) -> list[PanelStanding]:
    """The standings of every round robin, in the order of the rows."""
    groups: dict[tuple[str, str, float], list[GameRow]] = {}
    for row in rows:
        groups.setdefault((row.part, row.variant, row.amount), []).append(row)
    several = len({(part, variant) for part, variant, _ in groups}) > 1
    result = []
    for (part, variant, amount), games in groups.items():
        panel = ", ".join(word for word in (part, variant) if word) if several else ""
        result += [PanelStanding(**vars(standing), panel=panel, amount=amount) for standing in _rate(games)]
    return result


def _rate(rows: Sequence[GameRow]) -> list[Standing]:
    """The standings of one round robin."""
    names = list(dict.fromkeys(name for row in rows for name in (row.first, row.second)))
    pairs: dict[tuple[int, int, int], list[float]] = {}
    for row in rows:
        first, second = names.index(row.first), names.index(row.second)
        points = row.points if first < second else 1 - row.points
        pairs.setdefault((min(first, second), max(first, second), row.number), []).append(points)
    scores: dict[tuple[int, int], HeadToHead] = {}
    for (first, second, _), pair in pairs.items():
        scores.setdefault((first, second), HeadToHead()).add(pair)
    return rate_players(names, scores)
