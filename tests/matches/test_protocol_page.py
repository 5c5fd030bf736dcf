"""docs/protocol.md says what is so: its conversation takes place, and its small program plays."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from support.command import call
from support.engines import needs_core
from support.external_players import engine, python_program

from fourcast.matches import AgentBackend, Clock, MatchSettings, TextEngine, play_pair

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    [found] = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@needs_core
def test_the_conversation_of_the_page_takes_place() -> None:
    told: list[list[str]] = []
    for line in re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0].splitlines():
        if line.startswith("> "):
            told.append([line])
        else:
            told[-1].append(line)
    said: list[str] = []
    engine = TextEngine(said.append, AgentBackend("level3"))
    for command, *expected in told:
        said.clear()
        engine.run([command.removeprefix("> ")])
        assert [re.sub(r" time \d+", "", line) for line in said] == [
            re.sub(r" time \d+", "", line) for line in expected
        ], command


def test_the_small_program_of_the_page_passes_the_check_of_the_page(tmp_path: Path) -> None:
    ended = call("engine", "--check", python_program(tmp_path, block("python")))
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "All 22 steps passed."), ended.out


@needs_core
def test_a_false_claim_is_found_by_the_check(tmp_path: Path) -> None:
    liar = block("python").replace('print("bestmove"', 'print("info score exact 0\\nbestmove"')
    ended = call("engine", "--check", python_program(tmp_path, liar))
    assert ended.code == 1
    assert "19 FAILED  exact scores are right" in ended.out
    assert "It claimed `exact 0`" in ended.out


@pytest.mark.parametrize(("first", "second"), [("fourfold.c", "rollouts.py"), ("fourfold.c", "dice.sh")])
def test_engines_that_were_written_from_the_page_play(first: str, second: str, tmp_path: Path) -> None:
    players = [engine(tmp_path, first), engine(tmp_path, second)]
    settings = MatchSettings(time=Clock(0.5, 0.01), margin=30.0)  # the machine may be busy
    games = play_pair(rules="classic", players=players, opening="44", number=0, seed=1, control=settings.to_json())[
        "games"
    ]
    assert {game["ending"] for game in games} <= {"line", "full-board", "adjudication"}
    assert [game["detail"] for game in games] == ["", ""]


@needs_core
def test_an_engine_around_a_solver_that_prints_scores_is_perfect(tmp_path: Path) -> None:
    solver = f"{shlex.quote(sys.executable)} -m fourcast solve - --pons --all"
    players = ["perfect", f"{engine(tmp_path, 'bridge.py')} {solver}"]
    opening = "3575316255751336464276636772271112"  # the side to move loses (Pons, Test_L3_R1: −3)
    games = play_pair(
        rules="classic", players=players, opening=opening, number=0, seed=1, control=MatchSettings().to_json()
    )["games"]
    assert [(game["points"], game["ending"]) for game in games] == [(0.0, "adjudication"), (1.0, "adjudication")]
