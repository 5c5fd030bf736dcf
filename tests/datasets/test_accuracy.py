"""Accuracy: what questions are, that the perfect player answers all of them, and how shares are told."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.command import Live, call
from support.engines import needs_core
from support.waiting import wait_until

from fourcast.datasets.accuracy import (
    SolvedPosition,
    accuracies,
    examine,
    find_positions,
    move_values,
    phases_of,
    tasks_for,
)
from fourcast.datasets.accuracy_chart import accuracy_chart
from fourcast.rules import Position, Rules, parse_move, position_after
from fourcast.solver import Solver

SMALL = Rules.parse("classic,width=4,height=4")
pytestmark = needs_core


@pytest.fixture(scope="module")
def asked() -> list[SolvedPosition]:
    return find_positions(SMALL, 15, seed=3)


def answers(agent: str, asked: list[SolvedPosition], time: float | None = None) -> list[dict[str, Any]]:
    tasks = tasks_for(agent, time, SMALL, asked, seed=1)
    return [one for task in tasks for one in examine(**json.loads(task.text))]


@cache
def result(position: Position) -> int:
    """Who wins under best play, by trying everything: 1 the side to move, −1 the other, 0 nobody."""
    outcome = position.outcome
    if outcome:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    return max(-result(position.play(move)) for move in position.legal_moves)


def test_the_worth_of_every_move_has_the_sign_that_trying_everything_finds(asked: list[SolvedPosition]) -> None:
    for question in asked:
        position = position_after(SMALL.start(), question.moves)
        assert len(question.values) == len(position.legal_moves)
        for text, worth in question.values.items():
            after = position.play(parse_move(SMALL, text))
            assert isinstance(after, Position)
            assert (worth > 0) - (worth < 0) == -result(after)


def test_there_are_as_many_questions_of_each_phase_each_with_a_wrong_answer_and_none_that_wins_at_once(
    asked: list[SolvedPosition],
) -> None:
    assert [sum(question.phase == phase for question in asked) for phase in ("begin", "middle", "end")] == [5, 5, 5]
    positions = [position_after(SMALL.start(), question.moves) for question in asked]
    assert len(set(positions)) == 15
    for question, position in zip(asked, positions, strict=True):
        assert position.discs in phases_of(SMALL)[question.phase]
        assert any(not question.keeps(move) for move in question.values)
        assert all(not position.play(move).outcome for move in position.legal_moves)


def test_the_same_seed_asks_the_same(asked: list[SolvedPosition]) -> None:
    assert find_positions(SMALL, 15, seed=3) == asked != find_positions(SMALL, 15, seed=4)


def test_which_positions_are_solved_depends_on_no_clock_and_on_no_other_position() -> None:
    rules = Rules.parse("classic")
    lines = ("4444453", "12233445", "2252576253462244111563365343671351441")
    positions = [position_after(rules.start(), line) for line in lines]
    fresh = [move_values(Solver(rules, threads=1), one, nodes=20_000) for one in positions]
    used = Solver(rules, threads=1)
    again = [move_values(used, one, nodes=20_000) for one in reversed(positions)][::-1]
    assert fresh == again
    assert fresh[0] is None
    assert fresh[2] is not None


def test_dice_make_mistakes_and_the_perfect_player_and_a_search_to_the_end_make_none(
    asked: list[SolvedPosition],
) -> None:
    [*_, dice] = accuracies("random", None, asked, answers("random", asked))
    assert dice.keeps_value < 1
    assert all(
        one.keeps_value == one.optimal == 1 for one in accuracies("perfect", None, asked, answers("perfect", asked))
    )
    [*_, deep] = accuracies("deep", None, asked, answers("alphabeta,depth=16,table=on", asked))
    assert (deep.keeps_value, deep.phase, deep.positions) == (1, "all", 15)


def test_shares_have_wilsons_intervals_and_silence_is_a_mistake() -> None:
    asked = [SolvedPosition("end", "", {"1": 1.0, "2": 0.0})] * 10
    given = [{"move": "1", "keeps_value": True, "optimal": True, "seconds": 1.0}] * 8
    given += [{"move": "", "keeps_value": False, "optimal": False, "seconds": 2.0}] * 2
    end, whole = accuracies("a", 0.1, asked, given)
    assert (end.phase, whole.phase, end.positions) == ("end", "all", 10)
    assert (end.keeps_value, round(end.keeps_value_low, 4), round(end.keeps_value_high, 4)) == (0.8, 0.4902, 0.9433)
    assert end.missing_moves == 2
    assert end.seconds == pytest.approx(1.2)


def test_an_answer_that_would_lose_on_time_is_none(asked: list[SolvedPosition], tmp_path: Path) -> None:
    path = tmp_path / "sleeps.py"
    path.write_text("import time\ndef agent(observation, configuration):\n    time.sleep(0.5)\n    return 0\n")
    given = answers(f"kaggle:{path}", asked[:2], time=0.01)
    assert [(one["move"], one["keeps_value"]) for one in given] == [("", False)] * 2
    assert all("late" in one["problem"] for one in given)


def test_a_margin_counts_by_its_sign_and_the_best_move_by_its_size() -> None:
    question = SolvedPosition("end", "", {"1": 3.0, "2": 1.0, "3": 0.0, "4": -2.0})
    assert [question.keeps(move) for move in "1234x"] == [True, True, False, False, False]
    assert [question.is_optimal(move) for move in "1234x"] == [True, False, False, False, False]


def test_the_command_tells_data_and_draws(tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="altair is not installed: charts cannot be drawn")
    rules = ("--rules", "classic,width=4,height=4")
    out, save = tmp_path / "a.svg", tmp_path / "a.json"
    ended = call(
        "accuracy", "level1", "random", "--positions", "6", *rules, "-o", str(out), "--save", str(save), "--json"
    )
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert data == json.loads(save.read_text(encoding="utf-8"))
    assert [(row["agent"], row["phase"], row["positions"]) for row in data["rows"]] == [
        (agent, phase, count)
        for agent in ("level1", "random")
        for phase, count in (("begin", 2), ("middle", 2), ("end", 2), ("all", 6))
    ]
    drawn = out.read_text(encoding="utf-8")
    for text in ("level1", "random", "opening", "middle", "keeps result", "own limits", data["processor"]):
        assert text in drawn
    rows = [{**row, "time": time} for row in data["rows"] for time in (0.01, 1.0)]
    assert all(text in json.dumps(accuracy_chart({**data, "rows": rows}).to_dict()) for text in ("10 ms", "1 s"))


def test_one_who_fails_hides_nobody_and_the_reason_is_said(tmp_path: Path) -> None:
    path = tmp_path / "once.py"  # can be started once, when it is tried out
    path.write_text(
        f"open({str(tmp_path / 'begun')!r}, 'x').close()\ndef agent(observation, configuration):\n    return 0\n"
    )
    rules = ("--rules", "classic,width=4,height=4")
    ended = call("accuracy", f"kaggle:{path}", "random", "level1", "--positions", "3", *rules, "-w", "1", "--json")
    assert ended.code == 1
    assert {row["agent"] for row in json.loads(ended.out)["rows"]} == {"random", "level1"}
    assert "once.py, own limits, did not play every position" in ended.err
    assert "FileExistsError" in ended.err
    assert "Stopped" not in ended.err


def test_ctrl_c_tells_what_is_known_and_the_same_command_goes_on(tmp_path: Path) -> None:
    gate, diary = tmp_path / "gate", tmp_path / "diary"
    path = tmp_path / "slow.py"  # in its second task, of five positions each, it waits to be let through
    path.write_text(
        "import os, time\n"
        "def agent(observation, configuration):\n"
        f"    with open({str(diary)!r}, 'a') as file:\n"
        "        file.write('.')\n"
        f"    while os.path.getsize({str(diary)!r}) > 8 and not os.path.exists({str(gate)!r}):\n"
        "        time.sleep(0.05)\n"
        "    return next(n for n in range(5) if not observation.board[n])\n"
    )
    wanted = ("accuracy", "level1", f"kaggle:{path}", "--positions", "30", "-r", "classic,width=5,height=4", "-w", "1")
    with Live(*wanted) as live:
        live.until("level1, own limits")
        wait_until(lambda: diary.exists() and diary.stat().st_size > 8)
        live.interrupt()
        assert live.ended() == 130
    assert "slow.py, own limits: PARTIAL, 5 of 30 positions" in live.seen
    assert "35 of 60 positions played; 1 of 2 agents are done." in live.seen
    kept = re.search(r"Results so far are in (.*): the same command continues from there", live.seen)
    assert kept
    assert Path(kept[1]).exists()
    gate.touch()
    before = diary.stat().st_size
    data = json.loads(call(*wanted, "--json").out)
    assert (data["stopped"], data["partial"]) == (False, [])
    assert [row["positions"] for row in data["rows"] if row["phase"] == "all"] == [30, 30]
    assert diary.stat().st_size - before == 25  # what was answered is not asked again
    assert not Path(kept[1]).exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "--ladder"),
        (["levle"], "level"),
        (["random", "-o", "x.gif"], "x.gif"),
        (["random", "-r", "popout"], "PopOut"),
    ],
)
def test_what_cannot_be_asked_is_said_at_once(arguments: list[str], complaint: str) -> None:
    ended = call("accuracy", *arguments)
    assert ended.code == 2
    assert complaint in ended.err


def test_who_asks_what_another_process_asks_already_leaves_its_answers_alone(tmp_path: Path) -> None:
    path, gate, begun = tmp_path / "slow.py", tmp_path / "gate", tmp_path / "begun"
    path.write_text(
        "import os, time\n"
        "def agent(observation, configuration):\n"
        f"    open({str(begun)!r}, 'a').close()\n"
        f"    while not os.path.exists({str(gate)!r}):\n"
        "        time.sleep(0.05)\n"
        "    return next(n for n in range(5) if not observation.board[n])\n"
    )
    wanted = ("accuracy", f"kaggle:{path}", "--positions", "3", "-r", "classic,width=5,height=4", "-w", "1")
    with Live(*wanted) as first:
        wait_until(begun.exists)
        with Live(*wanted) as second:
            second.until("Another process runs the same command")
            gate.touch()
            assert (first.ended(), second.ended()) == (0, 0)


def test_a_phase_that_takes_too_much_is_left_out_soon_and_said() -> None:
    ended = call("accuracy", "random", "--positions", "3", "-r", "drift,width=6,height=5", "-w", "1", "--json")
    assert ended.code == 0, ended.err
    assert {row["phase"] for row in json.loads(ended.out)["rows"]} == {"middle", "end", "all"}
    assert 'No usable positions in phase "opening"' in ended.err


def test_ctrl_c_while_positions_are_looked_for_says_that_nothing_was_asked() -> None:
    with Live("accuracy", "random", "--positions", "3", "-r", "drift", terminal=True) as live:
        live.until("0 of 3 positions")
        live.interrupt()
        assert live.ended() == 130
    assert "no agent has played yet" in live.seen
