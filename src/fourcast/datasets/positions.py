"""Random positions, for experiments, datasets, accuracy and benchmarks.

Draws use `Random.random` alone, which gives the same numbers in every version of Python: a seed always names the same
positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Final, TypeVar

from fourcast.rules import Chance, Goal, Move, Ply, Position, Rules, chance_rng, drop, has_line, line_text, place

SEED: Final = 1
"""Default seed of everything drawn at random here."""
MAX_MISSES: Final = 1000
"""Random games without a new position after which the search for more ends."""

T = TypeVar("T")


def draw(items: Sequence[T], rng: Random) -> T:
    """One of the items, each with the same probability."""
    return items[int(rng.random() * len(items))]


def mirror_key(position: Position) -> Hashable:
    """A key that a position and its mirror image have in common."""
    stones = min(position.stones, position.mirror().stones) if position.rules.symmetric else position.stones
    return stones, position.turn, position.pops


def random_line(
    rules: Rules, rng: Random, *, plies: int, discs: int | None = None, chance: Random | None = None
) -> tuple[list[Ply], Position]:
    """Random moves until the game is over, `plies` moves are played or `discs` discs are on the board.

    `chance` decides where a drifting disc lands; without it every possible column has the same probability.
    """
    position, line = rules.start(), list[Ply]()
    while len(line) < plies and position.discs != discs and not position.outcome:
        move = draw(position.generate_moves(), rng)
        after, column = position.play_unchecked(move), move.column
        if isinstance(after, Chance):
            column = (after.sample(chance) if chance else draw(after.branches, rng)).column
        line.append(Ply(move, None if column == move.column else column))
        position = position.follow(line[-1])
    return line, position


def random_positions(rules: Rules, count: int, *, plies: range, seed: int = SEED) -> list[tuple[str, Position]]:
    """Up to `count` different positions of unfinished games after `plies` moves, and the moves that lead to them.

    There are fewer if random play does not find more.
    """
    rng, chance = Random(seed), chance_rng(seed)
    lines: dict[Position, str] = {}
    misses = 0
    while len(lines) < count and misses < MAX_MISSES:
        line, position = random_line(rules, rng, plies=draw(plies, rng), chance=chance)
        misses += 1
        if not position.outcome and position not in lines:
            lines[position] = line_text(rules, line)
            misses = 0
    return [(moves, position) for position, moves in lines.items()]


def random_quiet_game(rules: Rules, plies: int, rng: Random) -> list[int] | None:
    """The cells of random moves none of which completes a line; None if the game does not get to `plies` moves.

    Datasets play millions of these, so the game is played on bit sets. For rules without pop-outs and drift.
    """
    shape, line_ends_game = rules.shape, rules.goal is Goal.FIRST_LINE
    own = others = 0
    game: list[int] = []
    for _ in range(plies):
        occupied = own | others
        if rules.gravity:
            landing = shape.landing(occupied)
            cells = [cell for column in shape.columns if (cell := landing & column)]
        else:
            cells = [cell for number in range(shape.bits) if (cell := 1 << number & shape.board & ~occupied)]
        while cells:
            cell = cells.pop(int(rng.random() * len(cells)))
            if not (line_ends_game and has_line(own | cell, shape)):
                break
        else:
            return None
        game.append(cell)
        own, others = others, own | cell
    return game


def random_quiet_line(rules: Rules, plies: int, rng: Random) -> tuple[list[Ply], Position] | None:
    """Random moves none of which ends the game, and the position after them; None if the game does not get to `plies`
    moves. Of a drifting disc every landing that ends no game has the same probability."""
    position, line = rules.start(), list[Ply]()
    for _ in range(plies):
        following: list[tuple[Ply, Position]] = []
        for move in position.legal_moves:
            after = position.play_unchecked(move)
            if isinstance(after, Chance):
                landings = [(Ply(move, at if at != move.column else None), one) for _, at, one in after.branches]
                following += [landing for landing in landings if not landing[1].outcome]
            elif not after.outcome:
                following.append((Ply(move), after))
        if not following:
            return None
        ply, position = draw(following, rng)
        line.append(ply)
    return line, position


def moves_text(rules: Rules, cells: Sequence[int]) -> str:
    """The moves of a game that is given by its cells."""
    width, stride = rules.shape.width, rules.shape.stride
    places = (divmod(cell.bit_length() - 1, stride) for cell in cells)
    moves = (drop(column) if rules.gravity else place(column, row, width) for column, row in places)
    return line_text(rules, map(Ply, moves))


def winning_moves(position: Position) -> list[Move]:
    """The moves that win at once; a drop that may drift is none."""
    wins = []
    for move in position.legal_moves:
        after = position.play_unchecked(move)
        outcome = after.outcome if isinstance(after, Position) else None
        if outcome and outcome.winner == position.turn:
            wins.append(move)
    return wins
