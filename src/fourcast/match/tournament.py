"""A tournament: everybody against everybody, or one against the rest; a cross table and ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
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
from fourcast.match.rating import Rating, ratings
from fourcast.match.seats import try_out
from fourcast.rules import Rules, rules_text


@dataclass(frozen=True)
class Tournament:
    """Who takes part, and how many games each two play. In a gauntlet only the first meets the others."""

    players: tuple[Contestant, ...]
    rules: Rules
    games: int
    """Of each two players."""
    gauntlet: bool = False
    control: Control = field(default_factory=Control)
    plies: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise UsageError("A tournament needs two players or more.")
        if self.games < 2 or self.games % 2:
            raise UsageError(f"Games come in pairs with colours swapped: give an even number, not {self.games}.")

    @property
    def names(self) -> list[str]:
        """What the players are called, every one differently."""
        names: list[str] = []
        for contestant in self.players:
            same = sum(earlier.name == contestant.name for earlier in self.players[: len(names)])
            names.append(contestant.name if not same else f"{contestant.name} ({same + 1})")
        return names

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, by their places."""
        every = combinations(range(len(self.players)), 2)
        return [(a, b) for a, b in every if not self.gauntlet or a == 0]

    @property
    def terms(self) -> dict[str, Any]:
        """What tells its games from those of others."""
        return terms_of(self.rules, self.players, self.seed, self.plies, self.control)

    def check(self) -> None:
        """Raise if somebody cannot play these rules, or cannot be started."""
        for contestant in dict.fromkeys(self.players):
            try_out(contestant, self.rules)

    def schedule(self) -> list[tuple[int, int, int]]:
        """Round, first and second player of every pair of games: all pairings of a round before the next round."""
        return [(number, a, b) for number in range(self.games // 2) for a, b in self.pairings]

    def openings(self) -> list[str]:
        """The opening of every round: the same for all who play in it."""
        return openings_for(self.rules, self.games // 2, self.plies, self.seed)

    def tasks(self) -> list[Task]:
        lines = self.openings()
        return [
            pair_task(
                self.rules,
                (self.players[a], self.players[b]),
                lines[number],
                number=_pair_number(number, a, b),
                seed=self.seed,
                control=self.control,
            )
            for number, a, b in self.schedule()
        ]

    def play(
        self,
        *,
        ledger: Path | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        on_standing: Callable[[TournamentResult, Progress | None], None] | None = None,
        result: TournamentResult | None = None,
    ) -> TournamentResult:
        """Play it out. What is known at any time stands in `result`, also after Ctrl-C."""
        return play_out(
            result or TournamentResult(self),
            self.tasks(),
            ledger=ledger,
            workers=workers,
            cluster=cluster,
            timeout=longest_pair(self.rules, self.control),
            on_standing=on_standing,
        )


def _pair_number(number: int, a: int, b: int) -> int:
    """A number of its own for what two players, a before b, play in a round, whoever else takes part.

    Two who are the same player twice play other games than with a third: their dice are their own. Whoever joins at the
    end changes nobody else's.

    >>> [_pair_number(0, 0, 1), _pair_number(1, 0, 1), _pair_number(0, 0, 2), _pair_number(0, 1, 2)]
    [0, 1, 2, 5]
    """
    pairing = b * (b - 1) // 2 + a
    diagonal = number + pairing  # Cantor's way to count pairs of numbers, diagonal by diagonal
    return diagonal * (diagonal + 1) // 2 + pairing


@dataclass
class TournamentResult:
    """How a tournament stands."""

    tournament: Tournament
    meetings: dict[tuple[int, int], Meeting] = field(default_factory=dict)
    tallies: list[Tally] = field(default_factory=list)
    not_played: int = 0
    problem: str = ""
    """Why the first of those was not played."""
    records: list[tuple[int, int, int, dict[str, Any]]] = field(default_factory=list)
    """Round, both players and the record of every game."""

    def __post_init__(self) -> None:
        self.tallies = [Tally() for _ in self.tournament.players]
        self.meetings = {pairing: Meeting() for pairing in self.tournament.pairings}
        self._schedule = self.tournament.schedule()

    def add(self, number: int, result: dict[str, Any] | None) -> None:
        """Count the pair of games that stands there in the schedule."""
        if result is None:
            self.not_played += 2
            return
        played, a, b = self._schedule[number]
        self.meetings[a, b].count(result["games"], [self.tallies[a], self.tallies[b]])
        self.records += [(played, a, b, game) for game in result["games"]]

    def kept(self) -> Iterator[Kept]:
        """Every game as it is written to files."""
        names, agents = self.tournament.names, [player.agent_text for player in self.tournament.players]
        terms = self.tournament.terms
        for place, (_, a, b, game) in enumerate(self.records):
            yield Kept(place + 1, (names[a], names[b]), (agents[a], agents[b]), game, terms)

    @property
    def wanted(self) -> int:
        """Games that are to be played."""
        return self.tournament.games * len(self.tournament.pairings)

    @property
    def decided(self) -> bool:
        """A tournament is played out."""
        return False

    @property
    def games(self) -> int:
        return sum(meeting.games for meeting in self.meetings.values())

    def meeting(self, a: int, b: int) -> Meeting | None:
        """How a stands against b; None if they do not meet."""
        if (a, b) in self.meetings:
            return self.meetings[a, b]
        return self.meetings[b, a].turned() if (b, a) in self.meetings else None

    def points(self, place: int) -> float:
        others = range(len(self.tournament.players))
        return sum(meeting.points for b in others if (meeting := self.meeting(place, b)))

    def games_of(self, place: int) -> int:
        others = range(len(self.tournament.players))
        return sum(meeting.games for b in others if (meeting := self.meeting(place, b)))

    def ratings(self) -> list[Rating]:
        """Of each player, in the order of the tournament."""
        places = [str(place) for place in range(len(self.tournament.players))]
        keyed = {(str(a), str(b)): meeting for (a, b), meeting in self.meetings.items() if meeting.games}
        found = ratings(
            {key: meeting.points for key, meeting in keyed.items()},
            {key: meeting.games for key, meeting in keyed.items()},
            places,
            pairs={key: meeting.pairs for key, meeting in keyed.items()},
        )
        return [found[place] for place in places]

    def to_json(self) -> dict[str, Any]:
        """The result as plain data; players in the order of their ratings."""
        names, rated = self.tournament.names, self.ratings()
        order = sorted(range(len(names)), key=lambda place: -rated[place].elo)
        return {
            "rules": rules_text(self.tournament.rules),
            "seed": self.tournament.seed,
            "control": self.tournament.control.to_json(),
            "gauntlet": self.tournament.gauntlet,
            "games": self.games,
            "games_wanted": self.wanted,
            "games_not_played": self.not_played,
            "players": [
                {
                    "name": names[place],
                    "agent": self.tournament.players[place].text,
                    "elo": rated[place].elo,
                    "elo_error": rated[place].error,
                    "points": self.points(place),
                    "games": self.games_of(place),
                    **self.tallies[place].to_json(),
                }
                for place in order
            ],
            "table": [
                {"players": [names[a], names[b]], "wins": met.wins, "draws": met.draws, "losses": met.losses}
                for (a, b), met in self.meetings.items()
            ],
        }
