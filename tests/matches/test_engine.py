"""`fourcast engine`: a conversation over pipes, and in a match the same moves as the agent in this process."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from queue import Queue
from threading import Event

import pytest
from support.command import TIMEOUT, Live, run
from support.engines import needs_core

from fourcast.algorithms import Limit
from fourcast.matches import MatchSettings, play_pair
from fourcast.matches.engine import AgentBackend, TextEngine, directed
from fourcast.matches.protocol import Go
from fourcast.play import parse_agent


def talk(*lines: str, agent: str = "level2") -> list[str]:
    """What the engine says to these lines."""
    said: list[str] = []
    TextEngine(said.append, AgentBackend(agent)).run(lines, end_timeout=TIMEOUT)
    return said


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "go depth",
        "position rules nowhere",
        "newgame rules classic,width=99999",
        "setoption",
        "setoption name agent value levle4",
        "setoption name colour value red",
        "setoption name seed value x",
        "position rules classic moves 1212121\ngo",
        "\x00\xff",
        "isready" + " " * (1 << 20),
    ],
)
def test_a_wrong_line_is_answered_with_a_sentence_and_ends_nothing(line: str) -> None:
    said = talk(*line.split("\n"), "isready")
    assert len(said) == 2
    assert said[0].startswith("error ")
    assert said[0].endswith((".", "?"))
    assert said[1] == "readyok"


def test_empty_lines_and_a_stop_without_a_search_say_nothing() -> None:
    assert talk("", "   ", "stop", "isready") == ["readyok"]


def test_the_same_seed_gives_the_same_dice() -> None:
    lines = (
        "setoption name agent value random",
        "setoption name seed value 7",
        "position rules classic moves 123",
        "go",
    )
    assert talk(*lines)[-1] == talk(*lines)[-1]


def test_whoever_reads_an_answer_may_ask_again_at_once() -> None:
    said: Queue[str] = Queue()
    asked_again = Event()

    def say(line: str) -> None:
        said.put(line)
        if line.startswith("bestmove "):
            asked_again.wait(5)  # the thread that searched is still alive while it is asked again

    engine = TextEngine(say, AgentBackend("random"))
    engine.handle("go")
    assert said.get(timeout=TIMEOUT).startswith("info ")
    assert said.get(timeout=TIMEOUT).startswith("bestmove ")
    engine.handle("go")
    asked_again.set()
    assert said.get(timeout=TIMEOUT).startswith("info ")


def test_an_agent_that_fails_gives_an_error_and_no_move(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text("def fail(position, player):\n    raise ValueError('no idea')\n")
    said = talk("position rules classic", "go depth 1", agent=f"alphabeta,eval={file}:fail")
    assert said[-1] == "bestmove none"
    assert said[-2].startswith("error The evaluation ")


@needs_core
def test_a_search_without_end_ends_when_it_is_told_to() -> None:
    with Live("engine") as engine:
        engine.type("position rules classic moves 44")
        engine.type("go infinite")
        engine.until("info depth 3")
        engine.type("go depth 2")
        engine.until("error A search is running. Stop it first.")
        engine.type("isready")
        engine.until("readyok")
        engine.type("stop")
        engine.until("bestmove ")
        engine.type("quit")
        assert engine.ended() == 0


def test_a_search_without_end_waits_for_the_stop_even_when_all_is_known() -> None:
    with Live("engine") as engine:
        engine.type("position rules tictactoe moves 123456")
        engine.type("go infinite")
        engine.type("isready")
        assert "bestmove" not in engine.until("readyok")
        engine.type("stop")
        engine.until("bestmove ")


def test_the_end_of_the_input_lets_a_search_with_an_end_finish_and_stops_another() -> None:
    assert "bestmove 4" in run("engine", typed="position rules classic moves 414141\ngo depth 4\n").out
    assert "bestmove 4" in run("engine", typed="position rules classic moves 414141\ngo infinite\n").out


@needs_core
def test_a_search_that_would_take_hours_is_stopped_soon_after_the_end_of_the_input() -> None:
    said: list[str] = []
    TextEngine(said.append, AgentBackend()).run(["go depth 40"], end_timeout=0.1)
    assert said[-1].startswith("bestmove ")
    assert not any(line.startswith("info depth 40 ") for line in said)


def test_bytes_that_are_no_text_end_nothing() -> None:
    ended = run("engine", typed=b"\xff\xfe\nisready\n")
    assert ended.code == 0
    assert ended.out.splitlines()[-1] == "readyok"


def test_a_time_replaces_a_default_depth_and_no_other() -> None:
    def limit(text: str) -> Limit:
        agent = directed(parse_agent(text), Go(movetime=0.5))
        assert agent.spec
        return agent.spec.search_limit

    assert limit("alphabeta") == limit("alphabeta,table=on") == Limit(time=0.5)
    assert limit("alphabeta,depth=5") == Limit(depth=5, time=0.5)
    assert limit("level3") == Limit(depth=4, time=0.5)
    assert limit("mcts") == Limit(time=0.5)
    assert limit("mcts,nodes=50") == Limit(nodes=50, time=0.5)


@pytest.mark.parametrize(
    "rules", ["classic,width=5,height=5", "extended,width=4,height=4,pops=1", "drift,width=4,height=4"]
)
def test_our_engine_as_a_program_plays_the_games_of_the_agent_in_this_process(rules: str, tmp_path: Path) -> None:
    program = f"program:{shlex.quote(sys.executable)} -m fourcast engine --agent level3"
    played = [
        play_pair(
            rules=rules,
            players=[player, "mcts,nodes=20"],
            opening="12",
            number=4,
            seed=9,
            control=MatchSettings().to_json(),
        )["games"]
        for player in ("level3", program)
    ]
    ours, theirs = ([(game["game"]["moves"], game["points"], game["ending"]) for game in one] for one in played)
    assert ours == theirs
