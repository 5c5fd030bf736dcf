"""The perfect player against a clock: it answers, whatever it has solved."""

from __future__ import annotations

import pytest
from support.engines import needs_core

from fourcast.errors import UsageError
from fourcast.match import AgentBackend, MatchSettings
from fourcast.match.clocked import ClockedPerfect
from fourcast.match.local_player import LocalPlayer
from fourcast.match.protocol import Go, claim_of
from fourcast.play import Game, PerfectAgent
from fourcast.rules import parse_move, parse_rules
from fourcast.search import Info, Score, StopFlag

pytestmark = needs_core

HOPELESS = parse_rules("most-lines")
"""42 empty cells to be filled: far beyond what anybody solves in a moment."""


def test_what_is_not_solved_in_time_is_looked_ahead_at() -> None:
    game = Game(HOPELESS)
    told: list[Info] = []
    reply = ClockedPerfect(PerfectAgent(), 0.05).choose(game, on_info=told.append)
    assert reply.move in game.legal_moves
    assert reply.stood_in
    assert claim_of(reply.analysis.info.score.score) is None
    assert told


def test_what_is_solved_in_time_is_played_perfectly() -> None:
    game = Game(parse_rules("classic,width=4,height=4"))  # a draw (Tromp)
    reply = ClockedPerfect(PerfectAgent(), 600).choose(game)
    assert reply.move == PerfectAgent().choose(game).move
    assert not reply.stood_in
    assert claim_of(reply.analysis.info.score.score) == Score.exact(0)


def test_its_own_shorter_time_holds_too() -> None:
    game = Game(HOPELESS)
    reply = ClockedPerfect(PerfectAgent(time=0.01), 1.0).choose(game)
    assert reply.move in game.legal_moves


def test_who_is_told_to_stop_has_no_stand_in() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(UsageError, match="told to stop"):
        ClockedPerfect(PerfectAgent(), 600).choose(Game(HOPELESS), stop=stop)


@pytest.mark.parametrize("settings", [MatchSettings(time=0.05), MatchSettings(hang_timeout=4)], ids=["time", "hang"])
def test_in_a_match_it_replies_instead_of_losing_on_time(settings: MatchSettings) -> None:
    game = Game(HOPELESS)
    player = LocalPlayer(PerfectAgent())
    assert player.start_game(HOPELESS, 1) is None
    reply = player.choose(game, settings)
    assert (reply.fault, reply.claim, reply.is_fallback) == (None, None, True)
    assert parse_move(HOPELESS, reply.move or "") in game.legal_moves


def test_behind_the_protocol_it_answers_too() -> None:
    line = AgentBackend("perfect").choose(Game(HOPELESS), Go(movetime=0.05), stop=StopFlag(), on_info=lambda _: None)
    word, move = line.split()
    assert word == "bestmove"
    assert parse_move(HOPELESS, move) in Game(HOPELESS).legal_moves
