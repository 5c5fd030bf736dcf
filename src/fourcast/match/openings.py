"""Openings: short lines of random moves, so that no two pairs of games begin alike.

A position and its mirror image count as one where the rules are symmetric, and decided ones are left out. Where there
are up to ten thousand every one is as likely as any other, and only when all have been played do they come again; where
there are more, random moves lead to different ones, to those oftener that more moves lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Final

from fourcast.errors import UsageError
from fourcast.rules import Chance, Goal, Ply, Position, Rules, follow, line_text

MOST_PLIES: Final = 20
MOST_LISTED: Final = 10_000
"""Positions of one length that are listed; of more, random walks find different ones."""
USUAL_PLIES: Final = 4


def openings(rules: Rules, plies: int, seed: int) -> Iterator[str]:
    """Openings as move strings, in the same order for the same seed, without end.

    >>> from fourcast.rules import parse_rules
    >>> from itertools import islice
    >>> list(islice(openings(parse_rules("classic"), 2, 1), 3))
    ['21', '34', '33']
    """
    if not 0 <= plies <= MOST_PLIES:
        raise UsageError(f"An opening has 0 to {MOST_PLIES} moves, not {plies}.")
    dice = Random(f"openings {seed}")
    listed = all_openings(rules, plies)
    if listed is not None and not listed:
        raise UsageError(f"Every opening of {plies} moves decides this game. Ask for fewer with --openings.")
    while True:
        if listed is None:
            yield from _walks(rules, plies, dice)
        else:
            yield from dice.sample(listed, len(listed))


def openings_for(rules: Rules, count: int, plies: int | None, seed: int) -> list[str]:
    """So many openings, of so many moves each or as many as give every pair of games its own."""
    long = usual_plies(rules, count) if plies is None else plies
    return list(islice(openings(rules, long, seed), count))


def usual_plies(rules: Rules, pairs: int) -> int:
    """How long openings are unless somebody says: four moves, or more where more pairs are played than there are such
    openings; but never more than a quarter of the board."""
    most = max(0, min(8, rules.shape.cells // 4))
    for plies in range(min(USUAL_PLIES, most), most):
        listed = all_openings(rules, plies)
        if listed is None or len(listed) >= pairs:
            return plies
    return most


@lru_cache(maxsize=16)
def all_openings(rules: Rules, plies: int) -> tuple[str, ...] | None:
    """A line to every undecided position of so many moves; None if there are very many."""
    reached: list[tuple[Position, tuple[Ply, ...]]] = [(rules.start(), ())]
    for _ in range(plies):
        following: dict[Position, tuple[Position, tuple[Ply, ...]]] = {}
        for position, line in reached:
            for ply in _plies(position):
                after = follow(position, ply)
                if after.outcome is None:
                    following.setdefault(_like(after), (after, (*line, ply)))
            if len(following) > MOST_LISTED:
                return None
        reached = list(following.values())
    return tuple(line_text(rules, line) for position, line in reached if not _wins_at_once(position))


def _walks(rules: Rules, plies: int, dice: Random) -> Iterator[str]:
    seen: set[Position] = set()
    repeated = 0
    while repeated < 1000:
        position = rules.start()
        line: list[Ply] = []
        while len(line) < plies and not position.outcome:
            ply = dice.choice(list(_plies(position)))
            position = follow(position, ply)
            line.append(ply)
        if position.outcome or _wins_at_once(position) or _like(position) in seen:
            repeated += 1
            continue
        seen.add(_like(position))
        repeated = 0
        yield line_text(rules, line)


def _plies(position: Position) -> Iterator[Ply]:
    for move in position.generate_moves():
        after = position.play_unchecked(move)
        if isinstance(after, Chance):
            yield from (Ply(move, None if b.column == move.column else b.column) for b in after.branches)
        else:
            yield Ply(move)


def _like(position: Position) -> Position:
    """The position or its mirror image, whichever comes first: the same for both."""
    return min(position, position.mirror(), key=lambda one: one.stones) if position.rules.symmetric else position


def _wins_at_once(position: Position) -> bool:
    """Whether the side to move can complete a line now: then there is nothing left to play for."""
    if position.rules.goal is not Goal.FIRST_LINE:
        return False
    for ply in _plies(position):
        outcome = follow(position, ply).outcome
        if outcome and outcome.winner == position.turn:
            return True
    return False
