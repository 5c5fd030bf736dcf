"""Reviews of games, against scores by brute force and by values that people can check on the board."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

import fourcast as fc
from fourcast.game_review import MoveReview
from fourcast.rules import MoveDict

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import check_reviews
from support.brute_force import every_position

PEER_SCORES = Path(__file__).parent / "data" / "bitbully_reviews.json"
"""Four random games of `check_reviews.random_game`, with BitBully's score of every move of each of their positions."""
WIDTH, HEIGHT = 4, 4
SMALL = f"classic,width={WIDTH},height={HEIGHT}"


@cache
def brute_scores() -> dict[tuple[int, int], int]:
    """The score of every position by the discs of the side to move and of the other."""
    return {
        (int(own), int(other)): int(score)
        for layer in every_position(WIDTH, HEIGHT)
        for own, other, score in zip(layer.own, layer.other, layer.scores, strict=True)
    }


def expected_mark(move: MoveReview) -> fc.Mark:
    """By the brute-force scores of all moves."""
    scores = {}
    for other, _, after in move.position.successors():
        own, opponent = (after.stones[after.turn], after.stones[1 - after.turn])
        scores[str(other)] = -brute_scores()[own, opponent]
    return check_reviews.expected_mark(scores, str(move.move))


def random_game(rng: Random, rules: str) -> fc.Game:
    game = fc.Game(rules)
    while game.legal_moves:
        game.play(rng.choice(game.legal_moves), rng=rng)
    return game


def test_marks_are_those_of_brute_force() -> None:
    rng = Random(5)
    marks = set()
    for _ in range(60):
        result = fc.review(random_game(rng, SMALL), time=None, lines=False)
        assert result.is_solved
        for move in result.moves:
            assert move.mark is expected_mark(move), (result, move.number)
        marks |= {move.mark for move in result.moves}
    assert marks == set(fc.Mark) - {fc.Mark.UNKNOWN}


def test_a_slower_win_and_its_line() -> None:
    # Red has three in row 1 with both ends open: 3 and 7 win at once, 1 leaves both for the next move.
    game = fc.Game(start="445566")
    game.play("1")
    [move] = fc.review(game, time=None).moves
    assert move.mark is fc.Mark.INACCURACY
    assert set(move.best_moves) == {"3", "7"}
    assert move.line in (("3",), ("7",))
    assert len(move.refutation) == 3
    assert str(move.value) == "18, win in 1 ply"
    assert move.headline == "Move 1: Red wins later than necessary"
    legal = move.position.legal_moves
    assert move.judge(legal[2]) == (True, "Right: 3 is best, like 7, Red wins in 1 move.")
    assert move.judge(legal[0]) == (False, "Not the best: Red wins in 3 moves. Try another.")


@pytest.mark.parametrize(
    "rules",
    [
        "tictactoe",
        "most-lines,width=4,height=3,connect=3",
        "drift,width=3,height=3,connect=3",
        "extended,width=4,height=2,connect=3,pops=1",
        "popout,width=3,height=3,connect=3",
        "classic,width=5,height=4",
    ],
)
def test_every_kind_of_game_is_reviewed(rules: str) -> None:
    game = fc.Game(rules, seed=3)
    rng = Random(4)
    for _ in range(9):
        if game.legal_moves:
            game.play(rng.choice(game.legal_moves), rng=rng)
    result = fc.review(game, time=None)
    assert result.is_solved
    for move in result.moves:
        assert move.best_moves
        assert move.headline
        assert move.played_sentence
        assert (move.better_sentence is not None) == move.mark.is_mistake
        assert bool(move.line) == move.mark.is_mistake
        assert move.line[:1] in ((), *((best,) for best in move.best_moves))
    assert str(result).endswith("moves.")


def test_best_play_has_no_mistakes() -> None:
    line = fc.Solver(SMALL).best_line("")
    result = fc.review("".join(line), rules=SMALL, time=None)
    assert result.mistakes == ()
    assert result.counts[0][fc.Mark.BEST] + result.counts[1][fc.Mark.BEST] == len(line)


def test_what_is_not_solved_has_no_mark() -> None:
    result = fc.review("4453", rules="popout")
    assert result.problem is not None
    assert {move.mark for move in result.moves} == {fc.Mark.UNKNOWN}
    assert not fc.review("4", time=0).moves[0].is_solved


def test_a_review_can_be_continued_from_the_end_of_the_game() -> None:
    seen: list[int] = []
    stop = fc.StopFlag()

    def stop_after_three(update: fc.Review) -> None:
        seen.append(next(move.number for move in update.moves if move.is_solved))
        if len(seen) == 3:
            stop.set()

    first = fc.review("12341234", rules=SMALL, time=None, stop=stop, on_update=stop_after_three)
    assert seen == [8, 7, 6]
    whole = fc.review(first, time=None)
    assert whole.is_solved
    assert [move.moves for move in whole.moves[5:]] == [move.moves for move in first.moves[5:]]


def test_bitbully_gives_the_same_scores_and_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURCAST_BOOK")
    for moves, scores in json.loads(PEER_SCORES.read_text()).items():
        review = fc.review(moves, time=None, lines=False, threads=3)  # a solver with the book
        assert [[move.moves[other].score for other in move.moves] for move in review.moves] == scores
        for move, known in zip(review.moves, scores, strict=True):
            by_column = dict(zip(map(str, move.moves), known, strict=True))
            assert move.mark is check_reviews.expected_mark(by_column, str(move.move))


def test_values_of_the_positions_before_and_after_a_move_give_its_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    # The book of run points has the positions up to 3 discs; there is no time to solve anything else.
    monkeypatch.delenv("FOURCAST_BOOK")
    review = fc.review("4435", rules="extended,pops=0,width=7", time=0, threads=3)
    best, draw_lost, unknown = fc.Mark.BEST, fc.Mark.DRAW_LOST, fc.Mark.UNKNOWN
    assert [move.mark for move in review.moves] == [best, best, draw_lost, unknown]
    assert [move.is_solved for move in review.moves] == [True, True, True, False]
    assert review.moves[2].better_sentence == "4 was the only move that draws."
    value = review.moves[3].value
    assert value is not None
    assert value.score == 10  # by `solve` without a book
    assert str(review).splitlines()[-3:] == [
        "Red: kept the value 1, gave the draw away 1.",
        "Yellow: kept the value 1, no mark 1.",
        "Solved exactly: 3 of 4 moves.",
    ]


def test_the_table_has_what_is_known_of_a_move() -> None:
    review = fc.review("333", rules="most-lines,width=5,height=4", time=0)
    solutions = (fc.Solution(0, 0), fc.Solution(-4, -1), fc.Solution(1, 1))
    moves = [
        replace(move, known_value=fc.Solution(2, 2), moves=MoveDict(move.moves | {move.move: solution}))
        for move, solution in zip(review.moves, solutions, strict=True)
    ]
    text = str(replace(review, moves=tuple(moves)))
    assert [line.split(maxsplit=3)[3:] for line in text.splitlines() if line[:1].isdigit()] == [
        ["??  draws                     a move that wins by 2"],
        ["??  loses (margin not known)  a move that wins by 2"],
        ["?!  wins by 1                 a move that wins by 2"],
    ]
    assert "Solved exactly: 2 of 3 moves." in text


@pytest.mark.parametrize("rules", ["classic", "popout,pops=1"])
def test_where_only_the_winner_is_known_the_table_says_that_the_number_of_moves_is_not(rules: str) -> None:
    # With pop-outs a win is worth 1, however long it takes, and is no margin.
    review = fc.review("333", rules=rules, time=0)
    solutions = (fc.Solution(2, 9), fc.Solution(-4, -1), fc.Solution(1, 1, plies=39))
    if rules != "classic":
        solutions = (fc.Solution(1, 1), fc.Solution(-1, -1), fc.Solution(1, 1, plies=39))
    moves = [
        replace(move, moves=MoveDict(move.moves | {move.move: solution}))
        for move, solution in zip(review.moves, solutions, strict=True)
    ]
    rows = [line.split(maxsplit=3)[3] for line in str(replace(review, moves=tuple(moves))).splitlines()[5:8]]
    assert rows == ["wins (number of moves not known)", "loses (number of moves not known)", "wins in 39"]


def test_marks_are_known_before_every_move_is_solved() -> None:
    stop = fc.StopFlag()

    def stop_at_the_last_mark(update: fc.Review) -> None:
        if all(move.mark is not fc.Mark.UNKNOWN for move in update.moves):
            stop.set()

    rules = "most-lines,width=5,height=4"
    first = fc.review("33112", rules=rules, time=None, stop=stop, on_update=stop_at_the_last_mark)
    assert not any(move.is_solved for move in first.moves)
    assert [move.mark for move in first.moves] == [move.mark for move in fc.review("33112", rules=rules).moves]
