"""Pairs of games as tasks of a job: one opening, both colours."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

from fourcast.environment import RESULTS_VERSION
from fourcast.jobs import Task
from fourcast.matches.external_player import HELLO_TIMEOUT, READY_TIMEOUT, STOP_TIMEOUT
from fourcast.matches.players import Participant
from fourcast.matches.records import GameRecord
from fourcast.matches.referee import GameResult, Referee
from fourcast.matches.settings import MatchSettings
from fourcast.play import game_to_json
from fourcast.rules import FIRST, SECOND, Rules

FUNCTION: Final = "fourcast.matches.pairs:play_pair"
MAX_ENDLESS_MOVES: Final = 500
"""Moves of the longest game that is waited for where only repetition ends games."""


def pair_task(
    rules: Rules, players: Sequence[Participant], opening: str, *, number: int, seed: int, settings: MatchSettings
) -> Task:
    """The task of two games between two players. Its arguments identify the games in ledgers."""
    return Task(
        FUNCTION,
        {
            "rules": str(rules),
            "players": [player.text for player in players],
            "stamps": [player.stamp for player in players],
            "opening": opening,
            "number": number,
            "seed": seed,
            "control": settings.to_json(),
            "version": RESULTS_VERSION,
        },
    )


def play_pair(
    *,
    rules: str,
    players: Sequence[str],
    opening: str,
    number: int,
    seed: int,
    control: dict[str, Any],
    **_: Any,
) -> dict[str, Any]:
    """Both games of a pair, as plain data. In the second game the colours are swapped.

    The players' seeds, and those of drift, which are the same in both games, follow from `seed` and `number`. `stamps`
    and `version` only identify the task: other files and other engines play other games.
    """
    game_rules = Rules.parse(rules)
    participants = [Participant.parse(text) for text in players]
    names = (participants[0].name, participants[1].name)
    referee = Referee(game_rules, MatchSettings.from_json(control))
    sides = [participant.player(side) for side, participant in enumerate(participants)]
    try:
        games = []
        for first in (0, 1):
            order = (first, 1 - first)
            rng = Random(f"{seed} {number} {first}")
            drift_seed = Random(f"{seed} {number} luck").getrandbits(32)
            result = referee.play(
                [sides[player] for player in order],
                opening=opening,
                names=[names[player] for player in order],
                seeds=(rng.getrandbits(32), rng.getrandbits(32), drift_seed),
            )
            games.append(_record(result, names, first, opening).to_json())
        return {"games": games}
    finally:
        for side in sides:
            with suppress(Exception):  # the games are over
                side.close()


def forfeited_pair(task: Task, losers: Sequence[int], reason: Sequence[str]) -> dict[str, Any]:
    """The result of a task whose games are lost without being played, in the form of `play_pair`: by the one of its two
    players in `losers`, or if both are, each by who has the first move. `reason` has a sentence for each player."""
    arguments: Any = task.arguments
    names = [Participant.parse(text).name for text in arguments["players"]]
    referee = Referee(Rules.parse(arguments["rules"]), MatchSettings.from_json(arguments["control"]))
    games = []
    for first in (0, 1):
        order = (first, 1 - first)
        side = FIRST if order[0] in losers else SECOND
        result = referee.forfeit(
            side, reason[order[side]], opening=arguments["opening"], names=[names[player] for player in order]
        )
        games.append(_record(result, (names[0], names[1]), first, arguments["opening"]).to_json())
    return {"games": games}


def _record(result: GameResult, names: tuple[str, str], first: int, opening: str) -> GameRecord:
    """The record of a game in which one of two players had the first move."""
    winner = None if result.winner is None else (first, 1 - first)[result.winner]
    return GameRecord(
        players=names,
        first=first,
        points=0.5 if winner is None else 1.0 - winner,
        ending=result.ending,
        detail=result.detail,
        opening=opening,
        stats=(result.stats[first], result.stats[1 - first]),
        saved=game_to_json(result.game),
        parts=result.parts,
    )


def max_pair_seconds(rules: Rules, settings: MatchSettings) -> float:
    """Seconds after which a pair of games is considered hung."""
    plies = rules.max_plies or MAX_ENDLESS_MOVES
    seconds = settings.max_game_seconds(plies) or plies * settings.hang_timeout
    return 2 * (seconds + plies * (settings.margin + STOP_TIMEOUT)) + 4 * (HELLO_TIMEOUT + READY_TIMEOUT)
