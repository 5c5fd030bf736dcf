"""Pairs of games as tasks of a job: one opening, both colours. Their results come back in the order of the tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import version as installed
from itertools import takewhile
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol, TypeVar

from fourcast.jobs import Ledger, Progress, Summary, Task, run_job
from fourcast.match.control import Control, control_from_json
from fourcast.match.players import Contestant, parse_contestant
from fourcast.match.program import GRACE, INTRODUCTION, START
from fourcast.match.referee import GamePlayed, Referee
from fourcast.match.seats import seat_for
from fourcast.play import game_to_json
from fourcast.rules import Rules, parse_rules, rules_text

FUNCTION: Final = "fourcast.match.pairs:play_pair"
ENDLESS: Final = 500
"""Moves of a game that only repetition ends, in the worst case that is waited for."""
LOOK_AHEAD: Final = 256
"""Tasks whose results are looked for at once."""

OnPair = Callable[[int, dict[str, Any] | None], bool]
"""Told the number of a task and its result, None if it has none; True ends the job."""


class Standing(Protocol):
    """How a match or a tournament stands, pair by pair."""

    problem: str
    """Why the first pair that was not played was not."""

    @property
    def decided(self) -> bool:
        """Whether nothing more need be played."""

    def add(self, number: int, result: dict[str, Any] | None) -> None:
        """Count the pair of a task; None if it could not be played."""


Stands = TypeVar("Stands", bound=Standing)


def pair_task(
    rules: Rules, players: Sequence[Contestant], opening: str, *, number: int, seed: int, control: Control
) -> Task:
    """The task of two games between two players."""
    return Task(
        FUNCTION,
        {
            "rules": rules_text(rules),
            "players": [player.text for player in players],
            "stamps": [player.stamp for player in players],
            "opening": opening,
            "number": number,
            "seed": seed,
            "control": control.to_json(),
            "version": installed("fourcast"),
        },
    )


def play_pair(
    *,
    rules: str,
    players: Sequence[str],
    stamps: Sequence[str],
    opening: str,
    number: int,
    seed: int,
    control: dict[str, Any],
    version: str = "",
) -> dict[str, Any]:
    """Both games of a pair, as plain data. In the second one the colours are swapped.

    Dice are the same for everybody who asks with the same seed: each player's, and luck, which is the same in both
    games. `stamps` and `version` are here only to make other tasks of other files and of other engines.
    """
    del stamps, version
    game_rules = parse_rules(rules)
    contestants = [parse_contestant(text) for text in players]
    referee = Referee(game_rules, control_from_json(control))
    seats = [seat_for(contestant) for contestant in contestants]
    try:
        games = []
        for first in (0, 1):
            order = (first, 1 - first)
            dice = Random(f"{seed} {number} {first}")
            luck = Random(f"{seed} {number} luck").getrandbits(32)
            played = referee.play(
                [seats[who] for who in order],
                opening=opening,
                names=[contestants[who].name for who in order],
                seeds=(dice.getrandbits(32), dice.getrandbits(32), luck),
            )
            games.append(_record(played, first, opening))
        return {"games": games}
    finally:
        for seat in seats:
            with suppress(Exception):  # the games are over: how somebody leaves is of no concern
                seat.close()


def _record(played: GamePlayed, first: int, opening: str) -> dict[str, Any]:
    """A game as it is kept: `first` is the player who moved first, `points` are those of player 0."""
    winner = played.winner
    points = 0.5 if winner is None else 1.0 if (first if winner == 0 else 1 - first) == 0 else 0.0
    sheets = [asdict(sheet) for sheet in played.sheets]
    return {
        "first": first,
        "points": points,
        "how": played.how,
        "detail": played.detail,
        "opening": opening,
        "sheets": sheets if first == 0 else sheets[::-1],
        "game": game_to_json(played.game),
        "parts": played.parts,
    }


def longest_pair(rules: Rules, control: Control) -> float:
    """Seconds after which a pair of games cannot still be under way, unless something hangs that never should."""
    return 2 * (rules.max_plies or ENDLESS) * (control.allowed + GRACE) + 4 * (INTRODUCTION + START)


def play_out(
    standing: Stands,
    tasks: Sequence[Task],
    *,
    timeout: float,
    ledger: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    on_standing: Callable[[Stands, Progress | None], None] | None = None,
) -> Stands:
    """Play all pairs, or until it is decided. What is known at any time stands in `standing`, also after Ctrl-C;
    `on_standing` is told after every pair, and with the progress of the job in between."""

    def tell(progress: Progress | None) -> None:
        if on_standing:
            on_standing(standing, progress)

    def take(number: int, record: dict[str, Any] | None) -> bool:
        standing.add(number, record)
        tell(None)
        return standing.decided

    summary = play_pairs(
        tasks, take, ledger=ledger, workers=workers, cluster=cluster, timeout=timeout, on_progress=tell
    )
    standing.problem = next((failure.reason.partition("\n")[0] for failure in summary.failures), "")
    return standing


def play_pairs(
    tasks: Sequence[Task],
    on_pair: OnPair,
    *,
    ledger: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    timeout: float | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Play all pairs, or until `on_pair` has heard enough; without a ledger what was played is forgotten at the end.

    Results are told in the order of the tasks, whichever comes first: what is concluded from them does not depend on
    how many workers there are. What failed in an earlier run is tried again; a pair that takes longer than `timeout`
    seconds is begun again. Ctrl-C is let through after all that is known has been told.
    """
    with TemporaryDirectory(prefix="fourcast-") as folder, Ledger(ledger or Path(folder) / "ledger.sqlite") as kept:
        kept.forget_failures()  # whoever asks again wants them tried again
        telling = _Telling(tasks, kept, on_pair)

        def listen(progress: Progress) -> bool:
            enough = telling.catch_up()
            if on_progress and not enough:
                on_progress(progress)
            return enough

        try:
            summary = run_job(tasks, kept, workers=workers, cluster=cluster, timeout=timeout, on_progress=listen)
        except KeyboardInterrupt:
            telling.catch_up(to_the_end=True)
            raise
        telling.catch_up(to_the_end=True)
        return summary


class _Telling:
    """Results of tasks in their order, as far as they are known."""

    def __init__(self, tasks: Sequence[Task], ledger: Ledger, on_pair: OnPair) -> None:
        self._tasks, self._ledger, self._on_pair = tasks, ledger, on_pair
        self._told = 0
        self._enough = False
        self._failed: set[str] = set()

    def catch_up(self, *, to_the_end: bool = False) -> bool:
        """Tell all up to the first that is neither known nor failed; at the end those behind gaps too."""
        while not self._enough and (ahead := self._ahead(to_the_end)):
            known = {task.key: value for task, value in self._ledger.results(ahead)}
            for task in ahead:
                self._told += 1
                if (task.key in known or task.key in self._failed) and self._on_pair(
                    self._told - 1, known.get(task.key)
                ):
                    self._enough = True
                    break
        return self._enough

    def _ahead(self, to_the_end: bool) -> Sequence[Task]:
        """The next tasks, as far as they can be told now."""
        ahead = self._tasks[self._told : self._told + LOOK_AHEAD]
        known = self._ledger.known(ahead)
        if to_the_end or len(known) < len(ahead):
            self._failed = {failure.task.key for failure in self._ledger.failures()}
        if to_the_end:
            return ahead
        return list(takewhile(lambda task: task.key in known or task.key in self._failed, ahead))
