"""One game: clocks, penalties, adjudication, and the record of it; with seats that do as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from support.engines import needs_core

from fourcast.errors import UsageError
from fourcast.match.answer import Answer, Fault
from fourcast.match.control import Adjudication, Control, Penalty, control_from_json
from fourcast.match.referee import GamePlayed, Referee
from fourcast.play import Game
from fourcast.rules import FIRST, SECOND, Rules, parse_rules
from fourcast.search import Score

CLASSIC = parse_rules("classic")
NEVER = Adjudication.NEVER


class Scripted:
    """A player who gives these answers, one after another."""

    def __init__(self, *answers: str | Answer, unfit: str | None = None) -> None:
        self._answers = list(answers)
        self._unfit = unfit

    def begin(self, rules: Rules, seed: int) -> str | None:
        del rules, seed
        return self._unfit

    def answer(self, game: Game, control: Control) -> Answer:
        del game, control
        answer = self._answers.pop(0)
        return Answer(0.001, answer) if isinstance(answer, str) else answer

    def close(self) -> None:
        pass


def play(
    first: Iterable[str | Answer],
    second: Iterable[str | Answer],
    *,
    opening: str = "",
    control: Control | None = None,
    rules: Rules = CLASSIC,
    seeds: Sequence[int] = (1, 2, 3),
) -> GamePlayed:
    seats = [Scripted(*first), Scripted(*second)]
    referee = Referee(rules, control or Control(adjudication=NEVER))
    return referee.play(seats, opening=opening, names=("A", "B"), seeds=seeds)


def test_a_game_is_played_from_its_opening_to_its_end() -> None:
    played = play("444", "55", opening="45")
    assert (played.winner, played.how) == (FIRST, "line")
    assert [sheet.moves for sheet in played.sheets] == [3, 2]
    assert played.game.names == ("A", "B")


def test_an_answer_within_the_margin_costs_nothing_and_is_measured() -> None:
    control = Control(time=0.1, margin=0.05, adjudication=NEVER)
    late = Answer(0.14, "4")
    played = play([late, late, late, late], "555", control=control)
    assert (played.winner, played.how) == (FIRST, "line")
    assert played.sheets[FIRST].overruns == 0
    assert played.sheets[FIRST].longest_overrun == pytest.approx(0.04)
    assert played.sheets[SECOND].longest_overrun == 0


def test_an_answer_beyond_the_margin_loses_the_game() -> None:
    control = Control(time=0.1, margin=0.05, adjudication=NEVER)
    played = play(["4", Answer(0.16, "4")], "5", control=control)
    assert (played.winner, played.how) == (SECOND, "time")
    assert played.sheets[FIRST].overruns == 1
    assert "0.160 s" in played.detail


def test_an_answer_beyond_the_margin_may_cost_the_turn_alone() -> None:
    control = Control(time=0.1, margin=0.05, overrun=Penalty.TURN, adjudication=NEVER)
    played = play(["4", Answer(0.2, "4"), "4", "4"], ["5", "5", "5", "5"], control=control)
    assert (played.winner, played.how) == (SECOND, "line")  # it has had one turn more
    assert [sheet.lost_turns for sheet in played.sheets] == [1, 0]
    assert len(played.parts) == 1


def test_an_illegal_answer_may_cost_the_turn_where_a_late_one_costs_the_game() -> None:
    control = Control(time=0.1, illegal=Penalty.TURN, adjudication=NEVER)
    assert play(["4", "9", Answer(9.0, "4")], ["5", "5"], control=control).how == "time"


def test_an_answer_that_is_late_because_the_machine_was_busy_costs_nothing_and_is_counted() -> None:
    control = Control(time=0.1, margin=0.05, adjudication=NEVER)
    waited = Answer(0.9, "4", worked=0.09)
    played = play([waited, waited, waited, waited], "555", control=control)
    assert (played.winner, played.how) == (FIRST, "line")
    assert (played.sheets[FIRST].delayed, played.sheets[FIRST].overruns) == (4, 0)
    assert played.sheets[FIRST].longest_overrun == pytest.approx(0.8)
    assert play([Answer(0.9, "4", worked=0.2)], "", control=control).how == "time"


def test_without_a_time_only_patience_ends() -> None:
    played = play(["4", Answer(59.0, "4"), Answer(61.0, "4")], "55")
    assert (played.winner, played.how) == (SECOND, "time")
    assert played.sheets[FIRST].longest_overrun == 0


def test_a_player_who_cannot_begin_loses_as_if_he_had_crashed() -> None:
    referee = Referee(CLASSIC, Control(adjudication=NEVER))
    played = referee.play([Scripted(), Scripted(unfit="no")], opening="", names=("A", "B"), seeds=(1, 2, 3))
    assert (played.winner, played.how, played.detail) == (FIRST, "crash", "no")


def test_luck_is_the_same_for_the_same_seed() -> None:
    rules = parse_rules("drift,width=4,height=3")
    ours, theirs = ["1", "1", "2", "3", "4", "2"], ["2", "3", "4", "1", "2", "3"]
    lines = []
    for seed in (1, 1, 2, 3, 4, 5):
        played = play(ours, theirs, rules=rules, seeds=(0, 0, seed), control=Control(adjudication=NEVER))
        lines.append(played.game.plies)
    assert lines[0] == lines[1]
    assert len(set(lines)) > 1


def claiming(claim: Score, *moves: str) -> list[Answer]:
    return [Answer(0.001, move, claim=claim) for move in moves]


@needs_core
def test_a_win_that_the_winner_announces_and_the_solver_confirms_is_not_played_out() -> None:
    # Three on the ground in columns 3 to 5 with both ends free: it wins with the move after the next.
    control = Control(adjudication=Adjudication.CLAIMED)
    played = play(claiming(Score.win(3), "5"), [], opening="4131", control=control)
    assert (played.how, played.winner) == ("adjudication", FIRST)
    assert played.sheets[FIRST].moves == 1


@needs_core
def test_a_false_announcement_is_not_believed() -> None:
    control = Control(adjudication=Adjudication.CLAIMED)
    # It is the second player who gets three on the ground with both ends free, and says nothing.
    played = play(claiming(Score.win(3), "7", "2"), "56", opening="1413", control=control)
    assert (played.how, played.winner) == ("line", SECOND)


@needs_core
@pytest.mark.parametrize("plies", [1, 2, 5])
def test_a_win_is_given_only_to_a_player_who_knows_when_it_comes(plies: int) -> None:
    # It is won with the third move from here; a player who does not know that throws it away.
    control = Control(adjudication=Adjudication.CLAIMED)
    played = play(claiming(Score.win(plies), "5", "7"), "11", opening="4131", control=control)
    assert (played.how, played.winner) == ("line", SECOND)


@needs_core
def test_whoever_has_claimed_what_is_not_so_is_not_listened_to_in_that_game() -> None:
    control = Control(adjudication=Adjudication.CLAIMED)
    referee = Referee(parse_rules("classic,width=6,height=4"), control)
    lies, truth = claiming(Score.win(1), "4", "3"), claiming(Score.win(3), "5")
    seats = [Scripted(*lies, *truth, "6"), Scripted("1", "1", "2")]
    played = referee.play(seats, opening="", names=("A", "B"), seeds=(1, 2, 3))
    assert (played.how, played.winner, played.sheets[FIRST].moves) == ("line", FIRST, 4)
    seats = [Scripted(*truth), Scripted()]
    assert referee.play(seats, opening="4131", names=("A", "B"), seeds=(1, 2, 3)).how == "adjudication"


@needs_core
def test_where_the_solver_does_not_count_moves_a_claim_ends_nothing() -> None:
    rules = parse_rules("extended,goal=first-line,width=5,height=4,pops=1")
    control = Control(adjudication=Adjudication.CLAIMED)
    for claim in (Score.win(1), Score.win(3), Score.exact(1)):
        played = play([*claiming(claim, "4"), "5"], "1", opening="2131", rules=rules, control=control)
        assert (played.how, played.sheets[FIRST].moves) == ("line", 2)


@needs_core
def test_nobody_is_given_a_win_that_he_has_not_announced() -> None:
    control = Control(adjudication=Adjudication.CLAIMED)
    # The first player wins by force and says nothing; the loser's word is not enough.
    played = play("56", claiming(Score.loss(2), "2"), opening="4131", control=control)
    assert (played.how, played.winner) == ("line", FIRST)


@needs_core
def test_where_every_move_is_asked_about_a_known_end_is_the_end() -> None:
    played = play(["5"], [], opening="4131", control=Control(adjudication=Adjudication.SOLVED))
    assert (played.how, played.winner) == ("adjudication", FIRST)
    assert played.game.outcome is not None


@needs_core
def test_a_draw_is_given_only_if_both_announce_it() -> None:
    small = parse_rules("classic,width=4,height=4")  # a draw (Tromp)
    control = Control(adjudication=Adjudication.CLAIMED)
    played = play(claiming(Score.exact(0), "1"), claiming(Score.exact(0), "1"), rules=small, control=control)
    assert (played.how, played.winner) == ("adjudication", None)
    assert [sheet.moves for sheet in played.sheets] == [1, 1]


def test_the_terms_are_read_back_as_they_were_written() -> None:
    control = Control(0.5, 0.01, Penalty.TURN, Penalty.GAME, Adjudication.SOLVED, 9.0)
    assert control_from_json(control.to_json()) == control


@pytest.mark.parametrize("terms", [{"time": 0.0}, {"time": -1.0}, {"margin": -0.1}, {"patience": 0.0}])
def test_terms_that_cannot_be_are_refused(terms: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Control(**terms)  # type: ignore[arg-type]


def test_a_crash_is_no_overrun() -> None:
    crash = Answer(99.0, fault=Fault.CRASH, detail="gone")
    played = play([crash], [], control=Control(time=0.1, adjudication=NEVER))
    assert (played.how, played.detail, played.sheets[FIRST].overruns) == ("crash", "gone", 0)
