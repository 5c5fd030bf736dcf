"""Analysis of every move: exact scores against published ones, updates, limits, and what is printed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support.command import call
from support.engines import needs_core

from fourcast.algorithms import Score, StopFlag
from fourcast.analysis import AnalysisUpdate, analyse
from fourcast.errors import UsageError
from fourcast.rules import Position

# A position with the scores of its moves as a drawing of the analysis screen shows them.
MOVES = "17654142513672255"
SCORES = ["win in 23", "win in 23", "0", "loss in 24", "loss in 24", "win in 23", "loss in 20"]


@needs_core
def test_scores_are_exact_where_the_solver_finds_them() -> None:
    *updates, last = analyse(MOVES, time=60)
    assert [str(move.score) for move in last.moves.values()] == SCORES
    assert last.is_exact
    assert last.is_done
    assert (last.best, last.best_moves) == ("2", ("2", "6", "1"))
    assert last.score == last.moves["2"].score == Score.win(23)
    assert not any(update.is_done for update in updates)
    assert [update.depth for update in updates] == sorted(update.depth for update in updates)
    end = Position(MOVES + "".join(last.moves["2"].pv))
    assert (len(last.moves["2"].pv), end.winner) == (23, 1)


@needs_core
def test_solved_moves_are_reported_one_by_one() -> None:
    updates = analyse(MOVES, time=60, threads=8)
    solved = [sum(move.solution is not None for move in update.moves.values()) for update in updates]
    assert solved == sorted(solved)
    assert set(solved) == set(range(8))


@needs_core
def test_a_move_that_ends_the_game_wins_in_one() -> None:
    """Also where the solver knows no plies: with limited pop-outs."""
    for rules, moves in (("classic", "414141"), ("classic,width=4,height=4,connect=3,pops=1", "1212")):
        *_, last = analyse(moves, rules=rules, time=10)
        assert last.is_exact
        assert last.score == Score.win(1)


@pytest.mark.parametrize("rules", ["classic", "most-lines", "popout", "drift", "tictactoe"])
def test_every_move_has_a_score_without_any_time(rules: str) -> None:
    updates = list(analyse("", rules=rules, time=0))
    assert list(updates[-1].moves) == list(Position("", rules).legal_moves)


def test_an_analysis_ends_at_its_depth_or_when_it_is_stopped() -> None:
    *_, last = analyse("", rules="popout", depth=3)
    assert last.depth == 3
    stop = StopFlag()
    for update in analyse("", rules="popout", stop=stop):
        if update.depth == 2:
            stop.set()
    assert update.is_done
    assert update.depth <= 3


def test_a_column_of_a_symmetric_position_has_the_score_of_its_mirror_image() -> None:
    for update in analyse("44", depth=5):
        for move, known in update.moves.items():
            image = update.moves[move.mirror(7)]
            assert image.score == known.score
            assert image.pv == known.pv if move == "4" else image.pv == tuple(step.mirror(7) for step in known.pv)
    assert list(update.moves) == list(Position("44").legal_moves)


@needs_core
def test_the_value_of_a_position_in_the_book_is_known_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURCAST_BOOK")
    update = next(iter(analyse("334", rules="extended,pops=0,width=7", threads=3)))
    assert (update.score, update.is_exact) == (Score.exact(9), False)  # 9 by `solve` without a book
    assert update.summary.startswith("Value 9. Depth 1, ")


def test_a_finished_game_has_no_moves() -> None:
    [update] = analyse("4455667")
    assert (update.is_done, update.best, update.score, update.best_moves, dict(update.moves)) == (
        *(True, None, None, ()),
        {},
    )
    assert str(update).endswith("x wins.\nThe game is over.")


@pytest.mark.parametrize(("limit", "message"), [({"time": -1.0}, "Invalid time"), ({"depth": 0}, "Invalid depth 0")])
def test_invalid_limits_are_refused_at_once(limit: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        analyse("", **limit)  # type: ignore[arg-type]


@needs_core
def test_principal_variations_of_exact_scores_end_the_game() -> None:
    *_, last = analyse(MOVES, time=60)
    for known in last.moves.values():
        position = Position(MOVES)
        for move in known.pv:
            position = position.play(move)
        assert position.outcome
        assert f"in {len(known.pv)}" in str(known.score) or known.score.number == 0


def test_estimates_name_their_evaluation() -> None:
    *_, last = analyse("4453", depth=2, spec="alphabeta,eval=quadruplets")
    assert "estimates by quadruplets" in last.summary


@needs_core
def test_an_update_prints_as_a_table_for_people_programs_and_notebooks() -> None:
    *_, last = analyse(MOVES, time=60)
    board, summary, *rows = str(last).rsplit("\n", 8)
    assert board == str(Position(MOVES))
    assert "7 of 7 moves exact" in summary
    assert [row.split()[0] for row in rows] == list(last.ranking)
    assert ">loss in 20</td>" in last._repr_html_()


def test_ctrl_c_before_the_first_score_prints_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[AnalysisUpdate]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("fourcast.cli.analyse.analyse_position", interrupted)
    ended = call("analyse", MOVES)
    assert (ended.code, ended.out) == (130, "")
    assert ended.err == "Stopped.\n"


@needs_core
def test_the_command_prints_the_last_update() -> None:
    ended = call("analyse", MOVES, "--time", "60", "--json")
    data = json.loads(ended.out)
    assert [move["score"] for move in data["moves"].values()] == SCORES
    assert (data["best"], data["exact"]) == (["2", "6", "1"], True)
    assert "2  win in 23   2 " in call("analyse", MOVES, "--time", "60").out
