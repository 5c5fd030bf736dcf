"""A match: two players, pairs of games, the difference of their strength, and when that is known well enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fourcast.errors import UsageError
from fourcast.jobs import Progress, Task
from fourcast.match.control import Control
from fourcast.match.gamelist import Kept, terms_of
from fourcast.match.meeting import Meeting, Tally
from fourcast.match.openings import openings_for
from fourcast.match.pairs import longest_pair, pair_task, play_out
from fourcast.match.players import Contestant
from fourcast.match.rating import Difference, difference, finite
from fourcast.match.seats import try_out
from fourcast.match.sprt import Sprt, State
from fourcast.rules import Ending, Rules, rules_text


@dataclass(frozen=True)
class Match:
    """Who plays whom, how many games, from which openings, under which terms."""

    first: Contestant
    second: Contestant
    rules: Rules
    games: int
    control: Control = field(default_factory=Control)
    plies: int | None = None
    """Moves of an opening. None: as many as give every pair its own."""
    seed: int = 1
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise UsageError(f"Games come in pairs with colours swapped: give an even number, not {self.games}.")

    @property
    def players(self) -> tuple[Contestant, Contestant]:
        return self.first, self.second

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called: differently, even if they are the same."""
        first, second = self.first.name, self.second.name
        return (first, second) if first != second else (first, f"{second} (2)")

    @property
    def terms(self) -> dict[str, Any]:
        """What tells its games from those of others."""
        return terms_of(self.rules, self.players, self.seed, self.plies, self.control)

    def check(self) -> None:
        """Raise if a player cannot play these rules, or cannot be started."""
        for player in self.players:
            try_out(player, self.rules)

    def openings(self) -> list[str]:
        """The opening of each pair."""
        return openings_for(self.rules, self.games // 2, self.plies, self.seed)

    def tasks(self) -> list[Task]:
        return [
            pair_task(self.rules, self.players, opening, number=number, seed=self.seed, control=self.control)
            for number, opening in enumerate(self.openings())
        ]

    def play(
        self,
        *,
        ledger: Path | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        on_standing: Callable[[MatchResult, Progress | None], None] | None = None,
        result: MatchResult | None = None,
    ) -> MatchResult:
        """Play the match. What is known at any time stands in `result`, also after Ctrl-C."""
        return play_out(
            result or MatchResult(self),
            self.tasks(),
            ledger=ledger,
            workers=workers,
            cluster=cluster,
            timeout=longest_pair(self.rules, self.control),
            on_standing=on_standing,
        )


@dataclass
class MatchResult(Meeting):
    """How a match stands: everything from the first player's side."""

    match: Match
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    adjudicated: int = 0
    not_played: int = 0
    """Games of pairs that have no result."""
    problem: str = ""
    """Why the first of those was not played."""
    endings: dict[str, int] = field(default_factory=dict)
    records: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Every game, with the number of its pair."""

    def add(self, number: int, result: dict[str, Any] | None) -> None:
        """Count a pair."""
        if result is None:
            self.not_played += 2
            return
        self.count(result["games"], self.tallies)
        for game in result["games"]:
            self.records.append((number, game))
            self.adjudicated += game["how"] == Ending.ADJUDICATION.value
            self.endings[game["how"]] = self.endings.get(game["how"], 0) + 1

    def kept(self) -> Iterator[Kept]:
        """Every game as it is written to files."""
        agents = [player.agent_text for player in self.match.players]
        terms = self.match.terms
        for place, (_, game) in enumerate(self.records):
            yield Kept(place + 1, self.match.names, (agents[0], agents[1]), game, terms)

    @property
    def wanted(self) -> int:
        """Games that are to be played."""
        return self.match.games

    @property
    def decided(self) -> bool:
        """Whether the test has heard enough."""
        return self.state not in (None, State.RUNNING)

    @property
    def difference(self) -> Difference | None:
        return difference(self.pairs)

    @property
    def state(self) -> State | None:
        """What the test says; None without one."""
        return self.match.sprt.state(self.pairs) if self.match.sprt else None

    def to_json(self) -> dict[str, Any]:
        """The result as plain data. An Elo difference without end is null."""
        found = self.difference
        sprt = self.match.sprt
        names = self.match.names
        return {
            "rules": rules_text(self.match.rules),
            "players": [
                {"name": name, "agent": player.text, **tally.to_json()}
                for name, player, tally in zip(names, self.match.players, self.tallies, strict=True)
            ],
            "seed": self.match.seed,
            "control": self.match.control.to_json(),
            "games": self.games,
            "games_wanted": self.wanted,
            "games_not_played": self.not_played,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.counts),
            "score": found and found.score,
            "elo": found and finite(found.elo),
            "elo_interval": found and [finite(end) for end in found.interval],
            "superiority": found and found.superiority,
            "overruns": sum(tally.overruns for tally in self.tallies),
            "delayed": sum(tally.delayed for tally in self.tallies),
            "time_losses": sum(tally.time_losses for tally in self.tallies),
            "crashes": sum(tally.crashes for tally in self.tallies),
            "illegal": sum(tally.illegal for tally in self.tallies),
            "lost_turns": sum(tally.lost_turns for tally in self.tallies),
            "adjudicated": self.adjudicated,
            "endings": dict(sorted(self.endings.items())),
            "sprt": sprt
            and self.state
            and {
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "alpha": sprt.alpha,
                "beta": sprt.beta,
                "llr": sprt.llr(self.pairs),
                "bounds": list(sprt.bounds),
                "state": self.state.value,
                "hypothesis": self.state.hypothesis,
            },
        }
