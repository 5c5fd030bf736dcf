"""Matches and tournaments: who plays whom, from which openings, and playing it on worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from fourcast.errors import UsageError, suggest_arguments
from fourcast.jobs import Ledger, OrderedResults, Progress, Task, run_job
from fourcast.matches.external_player import turn_of
from fourcast.matches.openings import Openings, check_opening, openings_for, read_openings
from fourcast.matches.pairs import forfeited_pair, max_pair_seconds, pair_task
from fourcast.matches.players import Participant, PlayerLike
from fourcast.matches.result import MatchResult
from fourcast.matches.settings import MatchSettings, parse_time
from fourcast.matches.sprt import Sprt
from fourcast.rules import Rules

MATCH_GAMES: Final = 100
TOURNAMENT_GAMES: Final = 20
"""Default numbers of games: of a match, and of each pairing of a tournament."""

OnResult: TypeAlias = Callable[[MatchResult, Progress], None]
"""Called regularly with the result so far and the progress of the job."""


@dataclass(frozen=True)
class Tournament:
    """Players and the games between them: a round robin, a gauntlet, or a match of two."""

    players: tuple[Participant, ...]
    rules: Rules
    games: int
    """Of each pairing."""
    settings: MatchSettings = field(default_factory=MatchSettings)
    openings: Openings = None
    """Random openings of so many moves, by default as many as give every pair of games its own; or a list, from which
    all pairings play in turn."""
    seed: int = 1
    gauntlet: bool = False
    """Whether only the first player meets the others."""
    sprt: Sprt | None = None
    """A test that ends a match early."""
    shared_openings: bool = False
    """Whether all pairings play the same openings, for comparisons; else every pairing has its own."""
    is_match: bool = False
    """A match of two. Its pairs are numbered 0, 1, 2 …; those of a tournament so that more players can be added."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise UsageError("A tournament needs two players or more.")
        if self.games < 2 or self.games % 2:
            raise UsageError(f"Invalid number of games: {self.games}. Use an even number: games come in pairs.")
        if self.is_match and len(self.players) != 2:
            raise UsageError("A match has two players.")
        if self.sprt and not self.is_match:
            raise UsageError("A sequential test needs a match of two players.")

    @property
    def names(self) -> list[str]:
        """The players' names, all different."""
        names: list[str] = []
        for player in self.players:
            same = sum(earlier.name == player.name for earlier in self.players[: len(names)])
            names.append(player.name if not same else f"{player.name} ({same + 1})")
        return names

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The indices of players that meet."""
        return [(a, b) for a, b in combinations(range(len(self.players)), 2) if not self.gauntlet or a == 0]

    @property
    def terms(self) -> dict[str, Any]:
        """What distinguishes its games from those of other matches, however many are played."""
        return {
            "rules": str(self.rules),
            "players": [player.text for player in self.players],
            "seed": self.seed,
            "openings": _openings_term(self.openings),
            "control": self.settings.to_json(),
        }

    def check(self) -> None:
        """Raise `UsageError` if a player cannot play these rules, or cannot be started."""
        for player in dict.fromkeys(self.players):
            player.check(self.rules)

    def start_problems(self) -> dict[int, str]:
        """The external players that cannot be started, by index, with the reason, such as a syntax error. Raises
        `UsageError` if these rules are not for a player."""
        problems = {player: player.start_problem(self.rules) for player in dict.fromkeys(self.players)}
        return {index: text for index, player in enumerate(self.players) if (text := problems[player])}

    def schedule(self) -> list[tuple[int, int, int]]:
        """Round, first and second player of every pair of games: all pairings of a round before the next round."""
        return [(number, a, b) for number in range(self.games // 2) for a, b in self.pairings]

    def opening_lines(self, a: int = 0, b: int = 1) -> list[str]:
        """The opening of every round for players a < b."""
        pairing = 0 if self.is_match or self.shared_openings else _pairing_number(a, b)
        return openings_for(self.rules, self.games // 2, self.openings, self.seed, pairing)

    def tasks(self) -> list[Task]:
        """A task for each pair of games in the schedule."""
        lines = {(a, b): self.opening_lines(a, b) for a, b in self.pairings}
        return [
            pair_task(
                self.rules,
                (self.players[a], self.players[b]),
                lines[a, b][number],
                number=number if self.is_match else _pair_number(number, a, b),
                seed=self.seed,
                settings=self.settings,
            )
            for number, a, b in self.schedule()
        ]

    def max_seconds(self, workers: int) -> float | None:
        """An upper bound of the duration: all games as long as games can be, and all moves in the whole time limit.
        None without a time limit."""
        plies = self.rules.max_plies
        seconds = None if plies is None else self.settings.max_game_seconds(plies)
        return None if seconds is None else self.games * len(self.pairings) * seconds / workers

    def play(
        self,
        *,
        ledger: Path | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        on_progress: OnResult | None = None,
        result: MatchResult | None = None,
        start_problems: Mapping[int, str] | None = None,
    ) -> MatchResult:
        """Play all games, or until a sequential test is decided.

        Games in the ledger are not played again; without one, games are forgotten at the end. Results are counted in
        the order of the schedule, so that the number of workers changes nothing. `result` has what was counted even if
        this raises, such as `KeyboardInterrupt`. A pair that takes impossibly long is started again.

        Players in `start_problems` lose their games without playing, which is not stored: they may be repaired. So does
        a player that ends the worker in which it plays.
        """
        result = MatchResult(self) if result is None else result
        result.add_until_decided(self._forfeits(start_problems or {}))
        planned = [
            (index, task)
            for index, (task, (_, a, b)) in enumerate(zip(self.tasks(), self.schedule(), strict=True))
            if not {a, b} & (start_problems or {}).keys()
        ]
        tasks = [task for _, task in planned]
        with (
            TemporaryDirectory(prefix="fourcast-") as folder,
            Ledger(ledger or Path(folder) / "ledger.sqlite") as results,
        ):
            ordered = OrderedResults(tasks, results)

            def ready(*, skip: bool = False) -> Iterator[tuple[int, dict[str, Any] | None]]:
                for number, data in ordered.ready(skip=skip):
                    index, task = planned[number]
                    yield index, data or self._forfeit_of_culprit(index, task, results)

            def update(progress: Progress) -> bool:
                result.add_until_decided(ready())
                if on_progress:
                    on_progress(result, progress)
                return result.is_decided

            try:
                run_job(
                    tasks,
                    results,
                    workers=workers,
                    cluster=cluster,
                    timeout=max_pair_seconds(self.rules, self.settings),
                    retry_failed=True,
                    on_progress=update,
                )
            finally:
                result.add_until_decided(ready(skip=True))
                result.pairs.sort(key=lambda pair: pair.index)
                failures = results.failures(tasks)
                first = next((failures[task.key].reason for task in tasks if task.key in failures), "")
                result.problem = first.partition("\n")[0]
        return result

    def _forfeits(self, problems: Mapping[int, str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Index and result of the pairs that are lost because a player cannot be started."""
        if not problems:
            return
        for index, (task, (_, *pair)) in enumerate(zip(self.tasks(), self.schedule(), strict=True)):
            if losers := [side for side, player in enumerate(pair) if player in problems]:
                yield index, forfeited_pair(task, losers, [problems.get(player, "") for player in pair])

    def _forfeit_of_culprit(self, index: int, task: Task, ledger: Ledger) -> dict[str, Any] | None:
        """The result of a pair that was set aside because its worker died, if a player is to blame: the only external
        one, or the one whose turn it was every time."""
        failure = ledger.failures([task]).get(task.key)
        if not failure or not failure.set_aside:
            return None
        players = [self.players[player] for player in self.schedule()[index][1:]]
        external = [side for side, player in enumerate(players) if player.command]
        if len(external) > 1:
            external = [side for side in external if f"{turn_of(side, players[side].name)}." in failure.reason]
        if len(external) != 1:
            return None
        return forfeited_pair(task, external, [failure.reason, failure.reason])


def _openings_term(chosen: Openings) -> int | str | None:
    """What identifies openings: a hash, if they are listed."""
    return sha256("\n".join(chosen).encode()).hexdigest()[:16] if isinstance(chosen, tuple) else chosen


def _pair_number(number: int, a: int, b: int) -> int:
    """A number for what players a < b play in a round that does not depend on the other players.

    Pairings of equal players play different games, and players that are added at the end change no other games.

    >>> [_pair_number(0, 0, 1), _pair_number(1, 0, 1), _pair_number(0, 0, 2), _pair_number(0, 1, 2)]
    [0, 1, 2, 5]
    """
    pairing = _pairing_number(a, b)
    diagonal = number + pairing  # Cantor's pairing function
    return diagonal * (diagonal + 1) // 2 + pairing


def _pairing_number(a: int, b: int) -> int:
    """A number for players a < b, whatever other players there are."""
    return b * (b - 1) // 2 + a


@suggest_arguments
def match(
    *players: PlayerLike,
    games: int | None = None,
    rules: Rules | str = "classic",
    time: float | str | None = None,
    openings: int | str | Path | Sequence[str] | None = None,
    seed: int = 1,
    sprt: Sprt | tuple[float, float] | bool = False,
    gauntlet: bool = False,
    settings: MatchSettings | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    ledger: Path | str | None = None,
    on_progress: OnResult | None = None,
) -> MatchResult:
    """Let players play each other: random openings, each twice with colours swapped, on all CPUs.

    Players are texts such as `level4`, `alphabeta,depth=6`, `kaggle:FILE.py` or `program:COMMAND`, agents, or a
    `SearchSpec`. Two play a match of `games` games (default 100), whose result has `elo` and `score`; more play a
    tournament, `games` for each pairing (default 20), whose result has `standings`. `time` is in seconds for a move, or
    for the game and for every move (`"10+0.1"`), instead of the players' own limits; `openings` is the length of
    random openings in moves, a list of openings such as `["44", "4453"]`, or a file with one on each line. `sprt` stops
    a match when a sequential test between two Elo differences is decided: `(0, 20)`, or True for that. With a `ledger`
    file games are stored, and continued from.

    A player whose file cannot be imported, or whose program cannot be started, loses its games. Raises `UsageError` if
    a player cannot be read, or play these rules.
    """
    if settings is None:
        settings = MatchSettings(time=parse_time(time) if isinstance(time, str) else time)
    elif time is not None:
        raise UsageError("Give the time in settings, or without settings.")
    is_match = len(players) == 2
    rules = Rules.parse(rules)
    if isinstance(openings, str | Path):
        openings = read_openings(Path(openings), rules)
    elif isinstance(openings, Sequence):
        openings = tuple(check_opening(rules, text) for text in openings)
    tournament = Tournament(
        tuple(map(Participant.of, players)),
        rules,
        (MATCH_GAMES if is_match else TOURNAMENT_GAMES) if games is None else games,
        settings,
        openings,
        seed,
        gauntlet,
        _sprt(sprt),
        is_match=is_match,
    )
    return tournament.play(
        ledger=None if ledger is None else Path(ledger),
        workers=workers,
        cluster=cluster,
        on_progress=on_progress,
        start_problems=tournament.start_problems(),
    )


def _sprt(value: Sprt | tuple[float, float] | bool) -> Sprt | None:
    if isinstance(value, bool):
        return Sprt() if value else None
    return value if isinstance(value, Sprt) else Sprt(*value)
