"""The random player is fair to every move, can be repeated, and leaves the game alone."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from fourcast.play import Game, parse_agent
from fourcast.rules import Move, parse_position, parse_rules


def chi_square_bound(freedom: int) -> float:
    """What a fair source exceeds once in ten thousand times (Wilson and Hilferty's approximation)."""
    deviations = 3.719
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * sqrt(part)) ** 3


@pytest.mark.parametrize(
    ("spec", "board", "number_of_moves"),
    [
        ("classic", None, 7),
        ("tictactoe", None, 9),
        ("classic,width=3,height=2", "x../o..", 2),  # column 1 is full
        ("popout,width=4,height=2", "..../xoxo", 6),  # four drops and two pops
        ("extended,width=4,height=2,pops=1", "..../xo..", 5),  # four drops and the pop of column 1
    ],
)
def test_every_legal_move_is_as_likely_as_any_other(spec: str, board: str | None, number_of_moves: int) -> None:
    rules = parse_rules(spec)
    game = Game(rules, start=parse_position(rules, board) if board else None)
    rounds = 1000 * number_of_moves
    counts = Counter(parse_agent(f"random,seed={seed}").choose(game).move for seed in range(rounds))
    assert set(counts) == set(game.legal_moves)
    assert len(counts) == number_of_moves
    expected = rounds / number_of_moves
    distance = sum((count - expected) ** 2 / expected for count in counts.values())
    assert distance < chi_square_bound(number_of_moves - 1)


def choices(seed: int) -> list[Move]:
    game = Game(parse_rules("classic"))
    agent = parse_agent(f"random,seed={seed}")
    chosen = []
    while not game.outcome:
        chosen.append(agent.choose(game).move)
        game.play(chosen[-1])
    return chosen


def test_the_same_seed_plays_the_same_game() -> None:
    assert choices(5) == choices(5)


def test_different_seeds_play_different_games() -> None:
    assert len({tuple(choices(seed)) for seed in range(20)}) > 1


def test_choosing_does_not_change_the_game() -> None:
    game = Game(parse_rules("popout"))
    before = (game.position, game.plies, game.undone)
    parse_agent("random,seed=1").choose(game)
    assert (game.position, game.plies, game.undone) == before
