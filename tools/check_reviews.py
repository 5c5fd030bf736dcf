"""Compare the reviews of random 7×6 games with an independent solver: `python tools/check_reviews.py --games 1000`.

Needs BitBully (`pip install bitbully`). The scores of every move and the marks that follow from them must be equal.
Moves before ply 8 are skipped unless --all: they take minutes without an opening book.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from random import Random
from typing import Any

import fourcast as fc

FIRST_PLY = 8


def random_game(rng: Random) -> fc.Game:
    """A random game; where a side can win at once it does so half of the time."""
    game = fc.Game()
    while moves := game.legal_moves:
        wins = [move for move in moves if game.position.play(move).winner is not None]
        game.play(rng.choice(wins if wins and rng.random() < 0.5 else moves))
    return game


def peer_scores(solver: Any, moves: str) -> dict[str, int]:
    """BitBully's score of every column, as we count: one more than the discs that the winner has left."""
    package = import_module("bitbully")
    board = package.Board()
    for move in moves:
        board.play(int(move) - 1)
    return {str(column + 1): score for column, score in solver.score_all_moves(board).items()}


def expected_mark(scores: dict[str, int], played: str) -> fc.Mark:
    best, after = max(scores.values()), scores[played]
    if best > 0 >= after:
        return fc.Mark.WIN_LOST
    if best == 0 > after:
        return fc.Mark.DRAW_LOST
    return fc.Mark.BEST if after == best else fc.Mark.INACCURACY


def differences(games: int, seed: int, first_ply: int = FIRST_PLY) -> list[str]:
    """Every move whose scores or mark are not those of BitBully."""
    solver = import_module("bitbully").BitBully(opening_book=None)
    rng = Random(seed)
    different, compared = [], 0
    for number in range(games):
        game = random_game(rng)
        late = fc.Game(start=game.positions[min(first_ply, len(game.plies))])
        for ply in game.plies[first_ply:]:
            late.follow(ply)
        result = fc.review(late, time=None, lines=False)
        for move in result.moves:
            moves = "".join(str(ply.move) for ply in game.plies[: first_ply + move.number - 1])
            scores = peer_scores(solver, moves)
            ours = {str(other): solution.score for other, solution in move.moves.items()}
            compared += 1
            if ours != scores or move.mark is not expected_mark(scores, str(move.move)):
                different.append(f"{moves} {move.move}: {ours} {move.mark}, BitBully {scores}")
        if (number + 1) % 50 == 0:
            print(f"{number + 1} games, {compared} moves, {len(different)} differences", flush=True)
    return different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="compare the first moves too")
    options = parser.parse_args()
    different = differences(options.games, options.seed, 0 if options.all else FIRST_PLY)
    print(*different, sep="\n")
    raise SystemExit(bool(different))


if __name__ == "__main__":
    main()
