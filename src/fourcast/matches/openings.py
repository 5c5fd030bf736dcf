"""Openings: short random lines of play, so that no two pairs of games start alike, or those of a file.

A position and its mirror image count as one where the rules are symmetric, and decided ones are left out. Up to ten
thousand positions of one length are listed: all are equally likely, and none is repeated before all were used. If there
are more, random walks find different ones; those that more lines lead to are more likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from fourcast.errors import UsageError, quote
from fourcast.files import read_limited
from fourcast.play import Game
from fourcast.rules import (
    Chance,
    Goal,
    Ply,
    Position,
    Rules,
    line_text,
    parse_line,
    parse_position,
    position_text,
)

Openings: TypeAlias = "int | tuple[str, ...] | None"
"""A length in moves of random openings, the openings themselves, or None for random ones of the default length."""

MAX_PLIES: Final = 20
MAX_LISTED: Final = 10_000
"""Positions of one length that are listed."""
DEFAULT_PLIES: Final = 4
MAX_DEFAULT_PLIES: Final = 8


def openings(rules: Rules, plies: int, seed: int, pairing: int = 0) -> Iterator[str]:
    """Openings as move strings, without end; the same seed gives the same order, and every pairing of a tournament has
    an order of its own.

    >>> from itertools import islice
    >>> list(islice(openings(Rules(), 2, 1), 3))
    ['21', '34', '33']
    """
    if not 0 <= plies <= MAX_PLIES:
        raise UsageError(f"Invalid length of openings: {plies}. Use 0 to {MAX_PLIES} moves.")
    rng = Random(f"openings {seed} {pairing}" if pairing else f"openings {seed}")
    listed = all_openings(rules, plies)
    if listed is not None and not listed:
        raise UsageError(f"Every opening of {plies} moves decides this game. Use a smaller --openings.")
    while True:
        if listed is None:
            yield from _walks(rules, plies, rng)
        else:
            yield from rng.sample(listed, len(listed))


def openings_for(rules: Rules, count: int, chosen: Openings, seed: int, pairing: int = 0) -> list[str]:
    """`count` openings: those given, again and again; or random ones of a given length, or by default of the length
    that gives every pair of games its own."""
    if isinstance(chosen, tuple):
        return list(islice(cycle(chosen), count))
    length = default_plies(rules, count) if chosen is None else chosen
    return list(islice(openings(rules, length, seed, pairing), count))


def read_openings(path: Path, rules: Rules) -> tuple[str, ...]:
    """The openings of a file: a line each, moves such as `4453` or a board as `position_text` writes it. Empty lines
    and what follows a `#` are left out. Raises `UsageError`."""
    try:
        lines = read_limited(path).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"The openings {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"The openings {path} are not a text file in UTF-8.") from None
    texts = {number: line.partition("#")[0].strip() for number, line in enumerate(lines, start=1)}
    listed = []
    for number, text in texts.items():
        try:
            if text:
                listed.append(check_opening(rules, text))
        except UsageError as error:
            raise UsageError(f"{path}, line {number}: {error}") from None
    if not listed:
        raise UsageError(f"There are no openings in {path}. Write one on each line, such as 4453.")
    return tuple(listed)


def check_opening(rules: Rules, text: str) -> str:
    """An opening in its usual form. Raises `UsageError` if it cannot be played, or ends the game."""
    game = opening_game(rules, text)
    if game.outcome:
        raise UsageError(f"The game is over after the opening {quote(text)}.")
    return line_text(rules, game.plies) if game.start == rules.start() else position_text(game.start)


def opening_game(rules: Rules, opening: str, names: Sequence[str] = ("", "")) -> Game:
    """A game that starts with an opening: moves, or a board."""
    if "/" in opening or "turn=" in opening:
        return Game(rules, start=parse_position(rules, opening), names=names)
    game = Game(rules, names=names)
    for ply in parse_line(game.start, opening):
        game.follow(ply)
    return game


def default_plies(rules: Rules, count: int) -> int:
    """The default length of openings: four moves, or more if there are fewer than `count` such openings; at most a
    quarter of the board."""
    longest = min(MAX_DEFAULT_PLIES, rules.shape.cells // 4)
    for plies in range(min(DEFAULT_PLIES, longest), longest):
        listed = all_openings(rules, plies)
        if listed is None or len(listed) >= count:
            return plies
    return longest


@lru_cache(maxsize=16)
def all_openings(rules: Rules, plies: int) -> tuple[str, ...] | None:
    """A line to every undecided position after `plies` moves; None if there are more than `MAX_LISTED`."""
    reached: list[tuple[Position, tuple[Ply, ...]]] = [(rules.start(), ())]
    for _ in range(plies):
        following: dict[Position, tuple[Position, tuple[Ply, ...]]] = {}
        for position, line in reached:
            for ply in _plies(position):
                after = position.follow(ply)
                if after.outcome is None:
                    following.setdefault(_canonical(after), (after, (*line, ply)))
            if len(following) > MAX_LISTED:
                return None
        reached = list(following.values())
    return tuple(line_text(rules, line) for position, line in reached if not _wins_next(position))


def _walks(rules: Rules, plies: int, rng: Random) -> Iterator[str]:
    seen: set[Position] = set()
    repeated = 0
    while repeated < 1000:
        position = rules.start()
        line: list[Ply] = []
        while len(line) < plies and not position.outcome:
            ply = rng.choice(list(_plies(position)))
            position = position.follow(ply)
            line.append(ply)
        if position.outcome or _wins_next(position) or _canonical(position) in seen:
            repeated += 1
            continue
        seen.add(_canonical(position))
        repeated = 0
        yield line_text(rules, line)


def _plies(position: Position) -> Iterator[Ply]:
    for move in position.generate_moves():
        after = position.play_unchecked(move)
        if isinstance(after, Chance):
            yield from (Ply(move, None if b.column == move.column else b.column) for b in after.branches)
        else:
            yield Ply(move)


def _canonical(position: Position) -> Position:
    """The position or its mirror image: the same for both, where the rules are symmetric."""
    return min(position, position.mirror(), key=lambda one: one.stones) if position.rules.symmetric else position


def _wins_next(position: Position) -> bool:
    """Whether the side to move can complete a line now, which decides the game."""
    if position.rules.goal is not Goal.FIRST_LINE:
        return False
    return any(successor.position.winner == position.turn for successor in position.successors())
