"""Records of games: as objects, as the plain data in ledgers, and as files of saved games; and what is counted of them.

Every file is a saved game that `fourcast play --resume` and the page read; what only the match knows is under `match`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from fourcast.errors import UsageError
from fourcast.files import write_atomically
from fourcast.matches.pgn import pgn_text
from fourcast.play import Game, game_from_json
from fourcast.rules import Ending
from fourcast.text import count_of

if TYPE_CHECKING:
    from fourcast.matches.result import MatchResult

LINES_SUFFIX: Final = ".jsonl"
PGN_SUFFIX: Final = ".pgn"
CRASH: Final = "crash"
ILLEGAL: Final = "illegal"
"""How a game was forfeited; the other endings are values of `Ending`."""
FORMER_KEYS: Final = {
    "how": "ending",
    "sheets": "stats",
    "longest_overrun": "max_overrun",
    "stood_in": "fallback_moves",
}
"""Keys in ledgers of version 0.1.0, and those of the same values now."""
_STORED: Final = ("first", "points", "ending", "detail", "opening")
"""Fields of a record that are stored as they are."""


@dataclass
class GameStats:
    """What a player did in a game."""

    moves: int = 0
    seconds: float = 0.0
    overruns: int = 0
    """Replies later than time and margin allow."""
    delayed: int = 0
    """Replies that were as late because the machine was busy: they do not count as overruns."""
    max_overrun: float = 0.0
    """Seconds beyond the time limit, the margin not subtracted."""
    illegal: int = 0
    crashes: int = 0
    lost_turns: int = 0
    fallback_moves: int = 0
    """Moves of the perfect player's fallback."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """A field that is missing was not counted when the data were stored: it is 0."""
        return cls(**_renamed(data))


@dataclass(frozen=True)
class GameRecord:
    """A finished game between two players of a match."""

    players: tuple[str, str]
    """Their names."""
    first: int
    """Which of the two moved first."""
    points: float
    """Of the first-named player: 1 for a win, ½ for a draw."""
    ending: str
    """A value of `Ending`, `crash` or `illegal`."""
    detail: str
    opening: str
    stats: tuple[GameStats, GameStats]
    """Of the players, in the order of their names."""
    saved: dict[str, Any]
    """The game in the form of a saved game."""
    parts: list[dict[str, Any]]
    """Saved games of what was played before each lost turn."""

    @property
    def game(self) -> Game:
        """The game, to be replayed."""
        return game_from_json(self.saved)

    @property
    def moves(self) -> str:
        return str(self.saved["moves"])

    @property
    def winner(self) -> str | None:
        """The name of the winner; None after a draw."""
        return {1.0: self.players[0], 0.0: self.players[1]}.get(self.points)

    def __str__(self) -> str:
        first, second = self.players if self.first == 0 else self.players[::-1]
        return f"{first} – {second}: {self.moves} ({f'{self.winner} wins' if self.winner else 'draw'}, {self.ending})"

    def to_json(self) -> dict[str, Any]:
        """Plain data as it is stored in ledgers."""
        stats = [stats.to_json() for stats in self.stats]
        return {**{key: getattr(self, key) for key in _STORED}, "stats": stats, "game": self.saved, "parts": self.parts}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], players: tuple[str, str]) -> GameRecord:
        data = _renamed(data)
        first, second = (GameStats.from_json(stats) for stats in data["stats"])
        stored = {key: data[key] for key in _STORED}
        return cls(players=players, stats=(first, second), saved=data["game"], parts=data["parts"], **stored)


def _renamed(data: Mapping[str, Any]) -> dict[str, Any]:
    return {FORMER_KEYS.get(key, key): value for key, value in data.items()}


@dataclass(frozen=True)
class PairRecord:
    """Two games from one opening with colours swapped."""

    index: int
    """In the schedule of the match."""
    round: int
    players: tuple[int, int]
    """Indices among the players of the match."""
    games: tuple[GameRecord, GameRecord]


@dataclass
class HeadToHead:
    """The score between two players, from the point of view of the first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)
    """The numbers of pairs with 0, ½, 1, 1½ and 2 points."""

    def add(self, points: Sequence[float]) -> None:
        """Count the games of a pair, given by the points of the first player. Only two make a complete pair."""
        if len(points) == 2:
            self.pentanomial[round(2 * sum(points))] += 1
        self.wins += points.count(1)
        self.draws += points.count(0.5)
        self.losses += points.count(0)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def reversed(self) -> HeadToHead:
        """The same from the point of view of the second player."""
        return HeadToHead(self.losses, self.draws, self.wins, self.pentanomial[::-1])


@dataclass
class PlayerStats(GameStats):
    """What a player did in all games, and what that cost."""

    time_losses: int = 0
    crash_losses: int = 0
    illegal_losses: int = 0
    first_problem: str = ""
    """What went wrong in the first game that was lost otherwise than on the board."""

    def add(self, game: GameRecord, player: int) -> None:
        """Count a game of this player, one of the two."""
        stats = game.stats[player]
        for name in ("moves", "seconds", "overruns", "delayed", "illegal", "crashes", "lost_turns", "fallback_moves"):
            setattr(self, name, getattr(self, name) + getattr(stats, name))
        self.max_overrun = max(self.max_overrun, stats.max_overrun)
        if game.points == (0 if player == 0 else 1):
            self.time_losses += game.ending == Ending.TIME.value
            self.crash_losses += game.ending == CRASH
            self.illegal_losses += game.ending == ILLEGAL
            self.first_problem = self.first_problem or game.detail

    def notes(self, name: str) -> list[str]:
        """Sentences about late moves, crashes, illegal moves and moves of the fallback."""
        notes = []
        problems = [
            (self.overruns, count_of(self.overruns, "late move"), self.time_losses),
            (self.crashes, count_of(self.crashes, "crash", "crashes"), self.crash_losses),
            (self.illegal, count_of(self.illegal, "illegal move"), self.illegal_losses),
        ]
        parts = [f"{text} (lost {count_of(lost, 'game')})" for count, text, lost in problems if count]
        if self.lost_turns:
            parts.append(count_of(self.lost_turns, "lost turn"))
        if parts:
            first = f" First: {self.first_problem}" if self.first_problem else ""
            notes.append(f"{name}: {'; '.join(parts)}.{first}")
        if self.fallback_moves:
            moves = f"{self.fallback_moves} of {count_of(self.moves, 'move')}"
            notes.append(f"{name}: {moves} were not solved in time and made by a search.")
        return notes


def check_folder(path: Path, terms: Mapping[str, Any]) -> None:
    """Raise `UsageError` if a folder has games of another match: they would be mixed with these, or overwritten."""
    if path.suffix in (LINES_SUFFIX, PGN_SUFFIX):
        return
    for file in sorted(path.glob("[0-9][0-9][0-9][0-9][0-9]-*.json")):
        match = _match_data(file)
        if match is not None and match.get("terms") != terms:
            raise UsageError(f"{path} has games of another match, such as {file.name}. Name another folder.")


def _match_data(file: Path) -> dict[str, Any] | None:
    """The `match` of a saved game; None if the file has none."""
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    match = data.get("match") if isinstance(data, dict) else None
    return match if isinstance(match, dict) else None


def saved_games(result: MatchResult) -> Iterator[dict[str, Any]]:
    """Every game of a match as a saved game, with what only the match knows."""
    terms, players = result.tournament.terms, result.tournament.players
    for pair in result.pairs:
        agents = [players[index].agent_text for index in pair.players]
        for number, record in enumerate(pair.games, start=2 * pair.index + 1):
            order = (record.first, 1 - record.first)
            sides = {"names": [record.players[one] for one in order], "agents": [agents[one] for one in order]}
            data = record.to_json()
            match = {
                "number": number,
                "players": list(record.players),
                "terms": terms,
                **{key: data[key] for key in (*_STORED, "stats")},
                "parts": [{**part, **sides} for part in record.parts],
            }
            yield {**record.saved, **sides, "match": match}


def write_games(path: Path, result: MatchResult) -> int:
    """Write all games, to a file with a line each if its name ends with `.jsonl`, in the form of PGN if it ends with
    `.pgn`, else to a folder with a file each; returns their number.

    In a folder the part of a game before a lost turn is a file of its own.
    """
    if path.suffix == PGN_SUFFIX:
        write_atomically(path, pgn_text(result))
        return len(result.games)
    games = list(saved_games(result))
    if path.suffix == LINES_SUFFIX:
        write_atomically(path, "".join(json.dumps(game, ensure_ascii=False) + "\n" for game in games))
        return len(games)
    path.mkdir(parents=True, exist_ok=True)
    for game in games:
        number, terms = game["match"]["number"], game["match"]["terms"]
        names = "-".join(re.sub(r"[^A-Za-z0-9=.]+", "-", name).strip("-")[:30] for name in game["names"])
        _write(path / f"{number:05d}-{names}.json", game)
        for index, part in enumerate(game["match"]["parts"], start=1):
            match = {"number": number, "part": index, "terms": terms}
            view = {**part, "agents": [None, None], "match": match}  # it is not to be continued
            _write(path / f"{number:05d}-{names}-part{index}.json", view)
    return len(games)


def _write(path: Path, game: dict[str, Any]) -> None:
    write_atomically(path, json.dumps(game, ensure_ascii=False, indent=1) + "\n")
