"""The text protocol: what is written is read back, and what cannot be read is answered with a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import games

from fourcast.algorithms import Limit, Score
from fourcast.errors import UsageError
from fourcast.matches.protocol import (
    Go,
    claim_in,
    go_text,
    parse_go,
    parse_position_command,
    position_command,
    score_text,
)
from fourcast.play import Game
from fourcast.rules import Rules, parse_position


@given(games())
def test_a_game_is_read_back_as_it_stands(game: Game) -> None:
    read = parse_position_command(position_command(game).split()[1:])
    assert (read.rules, read.start, read.plies, read.position) == (game.rules, game.start, game.plies, game.position)


def test_a_game_that_began_elsewhere_is_read_back_too() -> None:
    rules = Rules.parse("classic")
    start = parse_position(rules, "......./......./......./......./...o.../..xxo.. turn=x")
    read = parse_position_command(position_command(Game(rules, start=start)).split()[1:])
    assert read.position == start


@given(st.floats(0.001, 1000))
def test_a_time_is_read_back(seconds: float) -> None:
    assert parse_go(go_text(Go(movetime=seconds)).split()[1:]).movetime == pytest.approx(seconds, abs=1e-9)


def test_without_a_time_go_says_nothing_more() -> None:
    assert parse_go(go_text(Go()).split()[1:]) == Go()


@pytest.mark.parametrize("go", [Go(time=9.5, increment=0.1), Go(time=0.0), Go(movetime=2.0, time=60.0)], ids=go_text)
def test_a_clock_is_read_back(go: Go) -> None:
    assert parse_go(go_text(go).split()[1:]) == go


@given(st.floats(0, 1000), st.floats(0, 10), st.integers(0, 41))
def test_a_clock_is_never_exceeded_by_the_time_for_a_move(time: float, increment: float, plies: int) -> None:
    position = Rules().start()
    for ply in range(plies):
        position = position.play(str(ply % 7 + 1))
        if position.is_over:
            return
    for _ in range(41 - plies):
        movetime = Go(time=time, increment=increment).for_move(position).movetime
        assert movetime is not None
        assert 0.001 <= movetime <= max(0.001, 0.8 * time)
        time = max(0.0, time - movetime) + increment


@pytest.mark.parametrize(
    "score", [Score.win(3), Score.loss(4), Score.exact(0), Score.exact(-2), Score.exact(2.5)], ids=str
)
def test_a_claim_is_the_same_in_the_score_and_in_its_words(score: Score) -> None:
    assert claim_in(f"info depth 3 score {score_text(score)} nodes 12 pv 4") == score


@pytest.mark.parametrize("words", ["estimate 900", "win", "win -3", "win 1.5", "exact x", f"win {'9' * 400}"])
def test_what_is_not_certain_is_no_claim(words: str) -> None:
    assert claim_in(f"info depth 3 score {words} nodes 12 pv 4") is None


@pytest.mark.parametrize(
    ("go", "own", "limit"),
    [
        (Go(), Limit(depth=4), Limit(depth=4)),
        (Go(movetime=0.5), Limit(depth=4, time=3.0), Limit(depth=4, time=0.5)),
        (Go(movetime=5.0), Limit(time=1.0), Limit(time=1.0)),
        (Go(depth=9), Limit(depth=4, time=3.0), Limit(depth=9, time=1e9)),
        (Go(nodes=100, movetime=0.1), Limit(depth=4), Limit(nodes=100, time=0.1)),
        (Go(infinite=True), Limit(depth=4), Limit(time=1e9)),
    ],
)
def test_what_go_says_takes_the_place_of_a_players_own_limits(go: Go, own: Limit, limit: Limit) -> None:
    assert go.limit(own) == limit


@pytest.mark.parametrize(
    "words",
    [
        "depth",
        "depth x",
        "depth 0",
        "depth 100000",
        "movetime 0",
        "movetime nan",
        "fast",
        "infinite depth 3",
        "time",
        "inc 5",
        "time -1",
    ],
)
def test_a_go_that_cannot_be_read_is_refused(words: str) -> None:
    with pytest.raises(UsageError):
        parse_go(words.split())


@pytest.mark.parametrize(
    "words", ["4453", "rules nowhere", "rules classic moves 9", "rules classic start xx", "moves 4x"]
)
def test_a_position_that_cannot_be_read_is_refused(words: str) -> None:
    with pytest.raises(UsageError):
        parse_position_command(words.split())
