"""One game: clocks, penalties, adjudication, and the record of it; with scripted players."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from support.engines import needs_core

from fourcast.algorithms import Score
from fourcast.errors import UsageError
from fourcast.matches.protocol import Go
from fourcast.matches.referee import Fault, GameResult, MoveReply, Referee
from fourcast.matches.settings import Adjudication, Clock, MatchSettings, Penalty, parse_time
from fourcast.play import Game
from fourcast.rules import FIRST, SECOND, Rules

CLASSIC = Rules.parse("classic")
NEVER = Adjudication.NEVER
TIMED = MatchSettings(time=0.1, margin=0.05, adjudication=NEVER)
CLAIMED = MatchSettings(adjudication=Adjudication.CLAIMED)


class Scripted:
    """A player that gives these replies, one after another."""

    def __init__(self, *replies: str | MoveReply, unfit: str | None = None) -> None:
        self._replies = list(replies)
        self._unfit = unfit
        self.times: list[float | None] = []

    def start_game(self, rules: Rules, seed: int) -> str | None:
        del rules, seed
        return self._unfit

    def choose(self, game: Game, go: Go, max_seconds: float) -> MoveReply:
        del game, max_seconds
        self.times.append(go.time)
        reply = self._replies.pop(0)
        return MoveReply(0.001, reply) if isinstance(reply, str) else reply

    def close(self) -> None:
        pass


def play(
    first: Iterable[str | MoveReply],
    second: Iterable[str | MoveReply],
    *,
    opening: str = "",
    settings: MatchSettings | None = None,
    rules: Rules = CLASSIC,
    seeds: Sequence[int] = (1, 2, 3),
) -> GameResult:
    players = [Scripted(*first), Scripted(*second)]
    referee = Referee(rules, settings or MatchSettings(adjudication=NEVER))
    return referee.play(players, opening=opening, names=("A", "B"), seeds=seeds)


def test_a_game_is_played_from_its_opening_to_its_end() -> None:
    played = play("444", "55", opening="45")
    assert (played.winner, played.ending) == (FIRST, "line")
    assert [stats.moves for stats in played.stats] == [3, 2]
    assert played.game.names == ("A", "B")


def test_an_answer_within_the_margin_costs_nothing_and_is_measured() -> None:
    late = MoveReply(0.14, "4")
    played = play([late, late, late, late], "555", settings=TIMED)
    assert (played.winner, played.ending) == (FIRST, "line")
    assert played.stats[FIRST].overruns == 0
    assert played.stats[FIRST].max_overrun == pytest.approx(0.04)
    assert played.stats[SECOND].max_overrun == 0


def test_an_answer_beyond_the_margin_loses_the_game() -> None:
    played = play(["4", MoveReply(0.16, "4")], "5", settings=TIMED)
    assert (played.winner, played.ending) == (SECOND, "time")
    assert played.stats[FIRST].overruns == 1
    assert "0.160 s" in played.detail


def test_an_answer_beyond_the_margin_may_cost_the_turn_alone() -> None:
    settings = MatchSettings(time=0.1, margin=0.05, overrun=Penalty.TURN, adjudication=NEVER)
    played = play(["4", MoveReply(0.2, "4"), "4", "4"], ["5", "5", "5", "5"], settings=settings)
    assert (played.winner, played.ending) == (SECOND, "line")  # it has had one turn more
    assert [stats.lost_turns for stats in played.stats] == [1, 0]
    assert len(played.parts) == 1


def test_an_illegal_answer_may_cost_the_turn_where_a_late_one_costs_the_game() -> None:
    settings = MatchSettings(time=0.1, illegal=Penalty.TURN, adjudication=NEVER)
    assert play(["4", "9", MoveReply(9.0, "4")], ["5", "5"], settings=settings).ending == "time"


def test_an_answer_that_is_late_because_the_machine_was_busy_costs_nothing_and_is_counted() -> None:
    waited = MoveReply(0.9, "4", cpu_seconds=0.09)
    played = play([waited, waited, waited, waited], "555", settings=TIMED)
    assert (played.winner, played.ending) == (FIRST, "line")
    assert (played.stats[FIRST].delayed, played.stats[FIRST].overruns) == (4, 0)
    assert played.stats[FIRST].max_overrun == pytest.approx(0.8)
    assert play([MoveReply(0.9, "4", cpu_seconds=0.2)], "", settings=TIMED).ending == "time"


def test_a_clock_runs_for_the_whole_game_and_gets_the_increment_after_every_move() -> None:
    settings = MatchSettings(time=Clock(1.0, 0.25), margin=0.05, adjudication=NEVER)
    players = [
        Scripted(MoveReply(0.75, "4"), MoveReply(0.53, "4"), MoveReply(0.1, "4"), "4"),
        Scripted(MoveReply(9.0, "5", cpu_seconds=0.5), "5", "5"),
    ]
    played = Referee(CLASSIC, settings).play(players, opening="", names=("A", "B"), seeds=(1, 2, 3))
    assert (played.winner, played.ending) == (FIRST, "line")
    assert players[0].times == pytest.approx([1.0, 0.5, 0.25, 0.4])  # the second move was late within the margin
    assert players[1].times == pytest.approx([1.0, 0.75, 0.999])  # CPU time
    assert played.stats[FIRST].max_overrun == pytest.approx(0.03)
    late = play(["4", MoveReply(1.4, "4")], ["5"], settings=settings)
    assert (late.winner, late.ending, late.detail) == (SECOND, "time", "It took 1.400 s of the 1.249 s on its clock.")


def test_without_a_time_only_the_hang_timeout_counts() -> None:
    played = play(["4", MoveReply(59.0, "4"), MoveReply(61.0, "4")], "55")
    assert (played.winner, played.ending) == (SECOND, "time")
    assert played.stats[FIRST].max_overrun == 0


def test_a_player_that_cannot_start_loses_as_if_it_had_crashed() -> None:
    referee = Referee(CLASSIC, MatchSettings(adjudication=NEVER))
    played = referee.play([Scripted(), Scripted(unfit="no")], opening="", names=("A", "B"), seeds=(1, 2, 3))
    assert (played.winner, played.ending, played.detail) == (FIRST, "crash", "no")


def test_luck_is_the_same_for_the_same_seed() -> None:
    rules = Rules.parse("drift,width=4,height=3")
    ours, theirs = ["1", "1", "2", "3", "4", "2"], ["2", "3", "4", "1", "2", "3"]
    lines = []
    for seed in (1, 1, 2, 3, 4, 5):
        played = play(ours, theirs, rules=rules, seeds=(0, 0, seed), settings=MatchSettings(adjudication=NEVER))
        lines.append(played.game.plies)
    assert lines[0] == lines[1]
    assert len(set(lines)) > 1


def claiming(claim: Score, *moves: str) -> list[MoveReply]:
    return [MoveReply(0.001, move, claim=claim) for move in moves]


@needs_core
def test_a_win_that_the_winner_announces_and_the_solver_confirms_is_not_played_out() -> None:
    # Three on the ground in columns 3 to 5 with both ends free: it wins with the move after the next.
    played = play(claiming(Score.win(3), "5"), [], opening="4131", settings=CLAIMED)
    assert (played.ending, played.winner) == ("adjudication", FIRST)
    assert played.stats[FIRST].moves == 1


@needs_core
@pytest.mark.parametrize("plies", [1, 2, 5])
def test_a_win_is_given_only_to_a_player_who_knows_when_it_comes(plies: int) -> None:
    # It is won with the third move from here; a player who does not know that throws it away.
    played = play(claiming(Score.win(plies), "5", "7"), "11", opening="4131", settings=CLAIMED)
    assert (played.ending, played.winner) == ("line", SECOND)


@needs_core
def test_a_player_that_made_a_false_claim_is_ignored_in_that_game() -> None:
    referee = Referee(Rules.parse("classic,width=6,height=4"), CLAIMED)
    lies, truth = claiming(Score.win(1), "4", "3"), claiming(Score.win(3), "5")
    players = [Scripted(*lies, *truth, "6"), Scripted("1", "1", "2")]
    played = referee.play(players, opening="", names=("A", "B"), seeds=(1, 2, 3))
    assert (played.ending, played.winner, played.stats[FIRST].moves) == ("line", FIRST, 4)
    players = [Scripted(*truth), Scripted()]
    assert referee.play(players, opening="4131", names=("A", "B"), seeds=(1, 2, 3)).ending == "adjudication"


@needs_core
def test_where_the_solver_does_not_count_moves_a_claim_ends_nothing() -> None:
    rules = Rules.parse("extended,goal=first-line,width=5,height=4,pops=1")
    for claim in (Score.win(1), Score.win(3), Score.exact(1)):
        played = play([*claiming(claim, "4"), "5"], "1", opening="2131", rules=rules, settings=CLAIMED)
        assert (played.ending, played.stats[FIRST].moves) == ("line", 2)


@needs_core
def test_no_player_is_awarded_a_win_that_it_has_not_claimed() -> None:
    # The first player wins by force and says nothing; the loser's word is not enough.
    played = play("56", claiming(Score.loss(2), "2"), opening="4131", settings=CLAIMED)
    assert (played.ending, played.winner) == ("line", FIRST)


@needs_core
def test_where_every_move_is_asked_about_a_known_end_is_the_end() -> None:
    played = play(["5"], [], opening="4131", settings=MatchSettings(adjudication=Adjudication.SOLVED))
    assert (played.ending, played.winner) == ("adjudication", FIRST)
    assert played.game.outcome is not None


@needs_core
def test_a_draw_is_given_only_if_both_announce_it() -> None:
    small = Rules.parse("classic,width=4,height=4")  # a draw (Tromp)
    played = play(claiming(Score.exact(0), "1"), claiming(Score.exact(0), "1"), rules=small, settings=CLAIMED)
    assert (played.ending, played.winner) == ("adjudication", None)
    assert [stats.moves for stats in played.stats] == [1, 1]


def test_settings_are_read_back_as_they_were_written() -> None:
    settings = MatchSettings(0.5, 0.01, Penalty.TURN, Penalty.GAME, Adjudication.SOLVED, 9.0)
    assert MatchSettings.from_json(settings.to_json()) == settings
    settings = MatchSettings(Clock(10.0, 0.1))
    assert MatchSettings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


@pytest.mark.parametrize(
    "terms",
    [
        {"time": 0.0},
        {"time": -1.0},
        {"margin": -0.1},
        {"hang_timeout": 0.0},
        {"time": Clock(1.0), "overrun": Penalty.TURN},
    ],
    ids=str,
)
def test_invalid_settings_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        MatchSettings(**terms)


@pytest.mark.parametrize("text", ["", "fast", "1+", "+1", "1+2+3", "0+1", "10+-1", "nan+0"])
def test_invalid_times_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_time(text)


def test_a_crash_is_no_overrun() -> None:
    crash = MoveReply(99.0, fault=Fault.CRASH, detail="gone")
    played = play([crash], [], settings=MatchSettings(time=0.1, adjudication=NEVER))
    assert (played.ending, played.detail, played.stats[FIRST].overruns) == ("crash", "gone", 0)
