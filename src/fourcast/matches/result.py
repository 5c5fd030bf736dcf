"""The result of a match or a tournament: scores, Elo, standings, and all of it as text, HTML and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from math import inf
from typing import TYPE_CHECKING, Any

from fourcast.drawing import html_table
from fourcast.errors import UsageError
from fourcast.matches.ratings import Difference, Estimate, difference, finite
from fourcast.matches.records import GameRecord, HeadToHead, PairRecord, PlayerStats
from fourcast.matches.sprt import State
from fourcast.matches.standings import Standing, rate_players
from fourcast.rules import Ending
from fourcast.text import count_of, duration, signed

if TYPE_CHECKING:
    from fourcast.matches.tournament import Tournament


@dataclass(repr=False)
class MatchResult:
    """The result so far. In a match of two, scores are from the point of view of the first player."""

    tournament: Tournament
    pairs: list[PairRecord] = field(default_factory=list)
    """Pairs of games in the order of the schedule."""
    not_played: int = 0
    """Games of pairs that failed."""
    problem: str = ""
    """Why the first of those failed."""

    def __post_init__(self) -> None:
        self.stats = [PlayerStats() for _ in self.tournament.players]
        self._scores = {pairing: HeadToHead() for pairing in self.tournament.pairings}
        self.endings: Counter[str] = Counter()
        self._names = self.tournament.names
        self._schedule = self.tournament.schedule()

    def add(self, index: int, data: Mapping[str, Any] | None) -> None:
        """Count the pair at an index of the schedule, given as the result of its task; None: it failed."""
        if data is None:
            self.not_played += 2
            return
        number, a, b = self._schedule[index]
        first, second = (GameRecord.from_json(game, (self._names[a], self._names[b])) for game in data["games"])
        pair = PairRecord(index, number, (a, b), (first, second))
        self.pairs.append(pair)
        self._scores[a, b].add([first.points, second.points])
        for game in pair.games:
            self.endings[game.ending] += 1
            self.stats[a].add(game, 0)
            self.stats[b].add(game, 1)

    def add_until_decided(self, results: Iterable[tuple[int, Mapping[str, Any] | None]]) -> None:
        """Count pairs in the order of the schedule, up to the one that decides a sequential test."""
        for index, data in results:
            if self.is_decided:
                return
            self.add(index, data)

    @property
    def games(self) -> list[GameRecord]:
        """Every game, in the order of the schedule."""
        return [game for pair in self.pairs for game in pair.games]

    @property
    def planned_games(self) -> int:
        return 2 * len(self._schedule)

    def head_to_head(self, a: int = 0, b: int = 1) -> HeadToHead:
        """The score of player a against player b, by index; without games if they do not meet."""
        if (b, a) in self._scores:
            return self._scores[b, a].reversed()
        return self._scores.get((a, b), HeadToHead())

    @property
    def difference(self) -> Difference | None:
        """Score and Elo difference of two players, with intervals; None before the first pair. Raises `UsageError` if
        there are more players."""
        if len(self.tournament.players) > 2:
            raise UsageError("A tournament has no single score: use `standings` or `head_to_head(a, b)`.")
        return difference(self.head_to_head().pentanomial)

    @property
    def elo(self) -> Estimate:
        """How much better the first of two players is."""
        return self.difference.elo if self.difference else Estimate(0.0, -inf, inf)

    @property
    def score(self) -> float | None:
        """Mean points per game of the first of two players; None before the first pair."""
        return self.difference.score if self.difference else None

    @property
    def sprt_state(self) -> State | None:
        """The state of the sequential test; None without one."""
        sprt = self.tournament.sprt
        return sprt.state(self.head_to_head().pentanomial) if sprt else None

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended."""
        return self.sprt_state not in (None, State.RUNNING)

    @property
    def standings(self) -> list[Standing]:
        """The players with their ratings and points, the best first."""
        return sorted(rate_players(self._names, self._scores), key=lambda standing: -standing.elo)

    # For people

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Headings and rows: the figures of a match, or the cross table of a tournament."""
        if self.tournament.is_match:
            return ["", ""], [[label, text] for label, text in self._match_rows().items()]
        standings = self.standings
        players = [self._names.index(one.name) for one in standings]
        headings = ["Player", "Elo", "±", "Points", "Games", *map(str, range(1, len(standings) + 1))]
        rows = []
        for number, (player, one) in enumerate(zip(players, standings, strict=True), start=1):
            row = [f"{number} {one.name}", signed(one.elo), f"{one.error:.0f}", f"{one.points:g}", str(one.games)]
            for rival in players:
                met = self.head_to_head(player, rival)
                row.append("·" if rival == player else f"{met.points:g}/{met.games}" if met.games else "")
            rows.append(row)
        return headings, rows

    def _match_rows(self) -> dict[str, str]:
        score, diff = self.head_to_head(), self.difference
        if not diff:
            return {}
        return {
            "wins, draws, losses": f"{score.wins}, {score.draws}, {score.losses}",
            "score": f"{diff.score:.1%}",
            "Elo difference": str(diff.elo),
            "normalized Elo": str(diff.nelo),
            "likelihood of superiority": f"{diff.superiority:.1%}",
            "pairs with 0, ½, 1, 1½, 2 points (pentanomial)": ", ".join(map(str, score.pentanomial)),
            "endings": ", ".join(f"{ending} {count}" for ending, count in sorted(self.endings.items())),
            **self._sprt_rows(),
        }

    def _sprt_rows(self) -> dict[str, str]:
        """The decision of the sequential test, and the figures behind it."""
        sprt, state = self.tournament.sprt, self.sprt_state
        if sprt is None or state is None:
            return {}
        (name, rival), (lower, upper) = self._names, sprt.bounds
        low, high = signed(sprt.elo0), signed(sprt.elo1)
        decision = {
            State.ACCEPTED: f"H1 accepted: {name} is more than {low} Elo better than {rival}; {high} is more likely "
            f"(wrong in at most {sprt.alpha:.0%} of matches)",
            State.REJECTED: f"H0 accepted: {name} is not {high} Elo better than {rival}; {low} is more likely "
            f"(wrong in at most {sprt.beta:.0%} of matches)",
            State.RUNNING: f"undecided between {low} and {high} Elo: more games are needed",
        }
        llr = signed(sprt.llr(self.head_to_head().pentanomial), 2)
        bounds = f"H0 at {signed(lower, 2)}, H1 at {signed(upper, 2)}"
        return {"sequential test": decision[state], "log-likelihood ratio": f"{llr} ({bounds})"}

    @property
    def title(self) -> str:
        versus = f"{self._names[0]} against {self._names[1]}, " if self.tournament.is_match else ""
        return f"{versus}{self.tournament.rules}, {count_of(len(self.games), 'game')}"

    def notes(self) -> list[str]:
        """Sentences about what went wrong, and about the time limit."""
        notes = [] if self.pairs else ["No pair of games is finished."]
        for name, stats in zip(self._names, self.stats, strict=True):
            notes.extend(stats.notes(name))
        if self.tournament.settings.time is not None:
            overrun = max(stats.max_overrun for stats in self.stats)
            notes.append(f"Longest overrun of the time limit: {duration(overrun) if overrun > 0 else 'none'}.")
            if delayed := sum(stats.delayed for stats in self.stats):
                moves = count_of(delayed, "move was", "moves were")
                notes.append(f"{moves} late because this machine was busy, without penalty. Fewer workers may help.")
        if self.not_played:
            notes.append(f"{count_of(self.not_played, 'game')} could not be played: {self.problem}")
        return notes

    def brief(self) -> str:
        """The result so far in a few words."""
        if not self.pairs:
            return "first games"
        if not self.tournament.is_match:
            leader = self.standings[0]
            return f"{leader.name} leads with {signed(leader.elo)}"
        score, sprt = self.head_to_head(), self.tournament.sprt
        llr = f", LLR {signed(sprt.llr(score.pentanomial), 2)}" if sprt else ""
        return f"+{score.wins} ={score.draws} −{score.losses}, Elo {self.elo}{llr}"

    def __str__(self) -> str:
        headings, rows = self.table()
        lines = [headings, *rows] if any(headings) else rows
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = ["  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in lines]
        return "\n".join([self.title, *table, *self.notes()])

    def __repr__(self) -> str:
        return f"<MatchResult: {self.title}: {self.brief()}>"

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes())
        return html_table(self.title, *self.table(), has_numbers=not self.tournament.is_match) + notes

    # For programs

    def to_json(self) -> dict[str, Any]:
        """The result as plain data. Infinite Elo differences are None."""
        tournament = self.tournament
        shared = {"rules": str(tournament.rules), "seed": tournament.seed, "settings": asdict(tournament.settings)}
        games = {
            "games": len(self.games),
            "games_planned": self.planned_games,
            "games_not_played": self.not_played,
        }
        return shared | games | (self._match_json() if tournament.is_match else self._tournament_json())

    def _match_json(self) -> dict[str, Any]:
        score, diff = self.head_to_head(), self.difference
        names, players = self._names, self.tournament.players
        return {
            "players": [
                {"name": name, "agent": player.text, **stats.to_json()}
                for name, player, stats in zip(names, players, self.stats, strict=True)
            ],
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "pairs": list(score.pentanomial),
            "score": diff and diff.score,
            "elo": diff and finite(diff.elo.value),
            "elo_interval": diff and [finite(diff.elo.low), finite(diff.elo.high)],
            "nelo": diff and finite(diff.nelo.value),
            "nelo_interval": diff and [finite(diff.nelo.low), finite(diff.nelo.high)],
            "superiority": diff and diff.superiority,
            **{
                key: sum(getattr(stats, key) for stats in self.stats)
                for key in ("overruns", "delayed", "time_losses", "crashes", "illegal", "lost_turns")
            },
            "adjudicated": self.endings[Ending.ADJUDICATION.value],
            "endings": dict(sorted(self.endings.items())),
            "sprt": self._sprt_json(),
        }

    def _sprt_json(self) -> dict[str, Any] | None:
        sprt, state = self.tournament.sprt, self.sprt_state
        if sprt is None or state is None:
            return None
        llr, bounds = sprt.llr(self.head_to_head().pentanomial), list(sprt.bounds)
        return vars(sprt) | {"llr": llr, "bounds": bounds, "state": state.value, "hypothesis": state.hypothesis}

    def _tournament_json(self) -> dict[str, Any]:
        names = self._names
        players = dict(zip(names, zip(self.tournament.players, self.stats, strict=True), strict=True))
        return {
            "gauntlet": self.tournament.gauntlet,
            "players": [
                {
                    "name": one.name,
                    "agent": players[one.name][0].text,
                    "elo": one.elo,
                    "elo_error": one.error,
                    "points": one.points,
                    "games": one.games,
                    **players[one.name][1].to_json(),
                }
                for one in self.standings
            ],
            "table": [
                {"players": [names[a], names[b]], "wins": one.wins, "draws": one.draws, "losses": one.losses}
                for (a, b), one in self._scores.items()
            ],
        }
