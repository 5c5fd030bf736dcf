"""The perfect player keeps the value of every position, and says why where it cannot play."""

from __future__ import annotations

import random
import re

import pytest
from support.engines import needs_core

from fourcast.algorithms import Limit, Score, SearchResult, StopFlag
from fourcast.errors import UsageError
from fourcast.play import FALLBACK, Game, PerfectAgent, Unsolved, parse_agent
from fourcast.play.perfect import Pick
from fourcast.rules import FIRST, Position, Rules
from fourcast.solver import Solver

pytestmark = needs_core

HOPELESS = Rules.parse("most-lines,width=9,height=7")
"""63 empty cells to be filled: far more than the solver can do in seconds."""


@pytest.mark.parametrize(
    "spec", ["classic,width=5,height=4", "tictactoe", "most-lines,width=4,height=4", "popout,width=4,height=3"]
)
@pytest.mark.parametrize("text", ["perfect", "perfect,pick=random,seed=3"])
def test_it_never_does_worse_than_the_position_is_worth(spec: str, text: str) -> None:
    rules, dice = Rules.parse(spec), random.Random(5)
    solver = Solver(rules)
    agent = parse_agent(text)
    for _ in range(3):
        game = Game(rules)
        while not game.outcome and len(game.plies) < 40:
            if game.turn == FIRST:
                game.play(dice.choice(game.legal_moves))
                continue
            before = solver.solve(game.position).sign
            reply = agent.choose(game)
            game.play(reply.move)
            after = solver.solve(game.position).sign
            assert before is not None
            assert after == -before
            assert reply.result
            assert reply.result.engine == "native"


def test_it_wins_as_soon_as_it_can_and_holds_out_as_long_as_it_can() -> None:
    rules = Rules.parse("classic")
    won = Game(rules)
    for column in "4444433":
        won.play(next(move for move in won.legal_moves if move.column == int(column) - 1))
    solved = Solver(rules).solve_moves(won.position)
    reply = parse_agent("perfect").choose(won)
    assert solved[reply.move].low == max(solution.low for solution in solved.values())
    assert reply.result
    assert reply.result.value == solved[reply.move].low


def test_random_among_equals_is_random_and_repeatable() -> None:
    game = Game(Rules.parse("tictactoe"))
    moves = {parse_agent(f"perfect,pick=random,seed={seed}").choose(game).move for seed in range(12)}
    assert len(moves) > 3
    again = [parse_agent("perfect,pick=random,seed=7").choose(game).move for _ in range(3)]
    assert len(set(again)) == 1


def test_it_says_why_it_cannot_play() -> None:
    with pytest.raises(UsageError, match=r"does not support this game: PopOut on 7×6 is too large"):
        parse_agent("perfect").check(Rules.parse("popout"))
    with pytest.raises(Unsolved, match="did not solve this position"):
        PerfectAgent(time=0.05, fallback=None).choose(Game(HOPELESS))


def test_it_says_beforehand_from_where_on_it_plays_perfectly_and_what_moves_until_then() -> None:
    small = PerfectAgent(time=10).describe(Rules.parse("tictactoe"))
    assert small.startswith(
        "plays perfectly from the first move on. If it cannot solve a position in 10\u00a0s, a search "
    )
    rules = Rules.parse("classic,width=9,height=7")
    moves = [re.findall(r"about move (\d+) on", PerfectAgent(time=time).describe(rules)) for time in (60, 10, 1)]
    numbers = [int(number) for [number] in moves]
    assert numbers[0] < numbers[1] < numbers[2]
    assert "a search of 3\u00a0s moves in its place" in PerfectAgent().describe(rules)
    assert PerfectAgent().with_limit(Limit(time=1)).fallback_title == "a search of 0.5\u00a0s"
    extended = Rules.parse("extended")
    assert PerfectAgent(time=10).first_solved_move(extended) == (extended.max_plies or 0) - 20 + 1  # moves, not cells
    assert "empty cells" not in PerfectAgent().describe(extended)


@pytest.mark.parametrize("rules", ["extended,pops=0,width=7", "run-points"])
def test_it_says_that_the_first_moves_are_from_the_opening_book(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURCAST_BOOK")  # with the shipped book, whose repertoire has positions up to 11 discs
    assert PerfectAgent(time=1).describe(Rules.parse(rules)).startswith("plays perfectly from the first move on.")
    for time, pick, moves, first in ((0.05, Pick.FASTEST, 11, 13), (0.05, Pick.RANDOM, 3, 13)):
        described = PerfectAgent(time=time, pick=pick).describe(Rules.parse(rules))
        assert described.startswith(
            f"plays perfectly the first {moves} moves, from the opening book, and from about move "
        )
        assert f"about move {first} on" in described


def test_many_empty_cells_do_not_keep_it_from_solving_a_position() -> None:
    """Two discs in the bottom row with room on both sides: a third one is an open three, and wins with the next."""
    rules = Rules.parse("classic,width=12,height=10")
    agent = PerfectAgent(time=10)
    assert agent.first_solved_move(rules) > 50  # most positions of this board
    reply = agent.choose(Game(start="5,5,6,6", rules=rules))
    assert (reply.remark, reply.move in {"4", "7"}) == (None, True)
    assert reply.result
    assert reply.result.score.relative == Score.win(3)


def test_what_it_has_pondered_it_need_not_search() -> None:
    position = Position("33", "most-lines,width=5,height=5")
    nodes = []
    for pondering in (False, True):
        agent = PerfectAgent(solver=Solver(position.rules))
        if pondering:
            agent.ponder(position)
        replies = [agent.choose(position.play(move)) for move in position.legal_moves]
        nodes.append(sum(reply.result.nodes for reply in replies if reply.result))
    assert nodes[1] < nodes[0] / 10


def test_one_that_is_stopped_does_not_move_and_its_fallback_neither() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(UsageError, match="was stopped"):
        parse_agent("perfect").choose(Game(HOPELESS), stop=stop)


def test_where_it_does_not_solve_in_time_its_fallback_moves_and_the_reply_says_so() -> None:
    game, depths = Game(HOPELESS), list[SearchResult]()
    fallback = FALLBACK.with_limit(Limit(depth=4))
    reply = PerfectAgent(time=0.05, fallback=fallback).choose(game, on_depth=depths.append)
    assert reply.move in game.legal_moves
    assert reply.remark == "Not solved in 0.05 s: a search moved in its place."
    assert depths
    assert reply.result
    assert not reply.result.score.is_exact


def test_within_a_limit_of_time_it_solves_what_it_can_and_leaves_time_for_its_fallback() -> None:
    assert PerfectAgent().solving_time == 60
    assert PerfectAgent().with_limit(Limit(time=1)).solving_time == 0.5
    assert PerfectAgent().with_limit(Limit(time=10)).solving_time == 7
    assert PerfectAgent(time=0.01).with_limit(Limit(time=10)).solving_time == 0.01
    game = Game(HOPELESS)
    reply = PerfectAgent().with_limit(Limit(time=0.05)).choose(game)
    assert reply.remark
    assert reply.move in game.legal_moves
    solved = PerfectAgent().with_limit(Limit(time=600)).choose(Game(Rules.parse("classic,width=4,height=4")))
    assert solved.result
    assert (solved.remark, solved.result.score.relative) == (None, Score.exact(0))  # a draw (Tromp)


def test_random_among_equals_takes_only_the_best_mean_in_games_of_luck() -> None:
    game = Game(Rules.parse("drift,width=4,height=3"))
    columns = {parse_agent(f"perfect,pick=random,seed={seed}").choose(game).move.column for seed in range(20)}
    assert columns == {0, 3}  # −0.0568; the inner columns are worth −0.0661


def test_its_settings_are_read() -> None:
    agent = parse_agent("perfect,pick=random,time=2.5,seed=4")
    assert isinstance(agent, PerfectAgent)
    assert (agent.time, agent.seed, agent.name) == (2.5, 4, "Perfect")
