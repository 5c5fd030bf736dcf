"""Compare the reviews of random 7×6 games with an independent solver: `python tools/check_reviews.py --games 1000`.

Needs BitBully (`pip install bitbully`), which has an opening book of its own. The scores of every move and the marks
that follow from them must be equal, from the first move to the last.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from random import Random
from typing import Any

import fourcast as fc


def random_game(rng: Random) -> fc.Game:
    """A random game; where a side can win at once it does so half of the time."""
    game = fc.Game()
    while moves := game.legal_moves:
        wins = [move for move in moves if game.position.play(move).winner is not None]
        game.play(rng.choice(wins if wins and rng.random() < 0.5 else moves))
    return game


def peer_scores(solver: Any, moves: str) -> dict[str, int]:
    """BitBully's score of every column, as we count: one more than the discs that the winner has left."""
    board = import_module("bitbully").Board([int(move) - 1 for move in moves])
    return {str(column + 1): score for column, score in solver.score_all_moves(board).items()}


def expected_mark(scores: dict[str, int], played: str) -> fc.Mark:
    best, after = max(scores.values()), scores[played]
    if best > 0 >= after:
        return fc.Mark.WIN_LOST
    if best == 0 > after:
        return fc.Mark.DRAW_LOST
    return fc.Mark.BEST if after == best else fc.Mark.INACCURACY


def differences(games: int, seed: int) -> list[str]:
    """Every move whose scores or mark are not those of BitBully."""
    solver = import_module("bitbully").BitBully(opening_book="12-ply-dist")
    rng = Random(seed)
    different, compared = [], 0
    for number in range(games):
        game = random_game(rng)
        for move in fc.review(game, time=None, lines=False).moves:
            before = game.moves[: move.number - 1]
            scores = peer_scores(solver, before)
            ours = {str(other): solution.score for other, solution in move.moves.items()}
            compared += 1
            if ours != scores or move.mark is not expected_mark(scores, str(move.move)):
                different.append(f"{before} {move.move}: {ours} {move.mark}, BitBully {scores}")
        if (number + 1) % 50 == 0 or number + 1 == games:
            print(f"{number + 1} games, {compared} moves, {len(different)} differences", flush=True)
    return different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    different = differences(options.games, options.seed)
    print(*different, sep="\n")
    raise SystemExit(bool(different))


if __name__ == "__main__":
    main()
