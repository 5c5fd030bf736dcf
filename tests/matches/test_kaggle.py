"""ConnectX agents: what they are shown is what Kaggle shows, and their columns count from 0."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fourcast.algorithms import StopFlag
from fourcast.errors import UsageError
from fourcast.matches.agent_file import agent_backend
from fourcast.matches.kaggle import Fields, configuration_of, load_agent, observation_of
from fourcast.matches.protocol import Go
from fourcast.play import Game
from fourcast.rules import Rules, drop

CLASSIC = Rules.parse("classic")


def played(*columns: int) -> Game:
    game = Game(CLASSIC)
    for column in columns:
        game.play(drop(column))
    return game


def test_the_board_is_a_list_of_rows_from_the_top() -> None:
    # As in Kaggle's ConnectX: index = row * columns + column, row 0 on top; the first player's mark is 1.
    board = observation_of(played(3, 3, 0), 2.0).board
    expected = [0] * 42
    expected[5 * 7 + 3] = 1
    expected[4 * 7 + 3] = 2
    expected[5 * 7 + 0] = 1
    assert board == expected


def test_an_agent_is_told_whose_turn_it_is_and_how_large_the_board_is() -> None:
    observation, configuration = observation_of(played(3), 2.0), configuration_of(CLASSIC, 2.0)
    assert observation.mark == observation["mark"] == 2
    assert observation.step == 1
    assert (configuration.columns, configuration.rows, configuration["inarow"]) == (7, 6, 4)
    assert configuration.timeout == configuration.actTimeout == 2.0
    with pytest.raises(AttributeError):
        _ = observation.nothing


def test_fields_can_be_written_both_ways() -> None:
    fields = Fields(a=1)
    fields.b = 2
    fields["c"] = 3
    assert (fields["b"], fields.c, fields) == (2, 3, {"a": 1, "b": 2, "c": 3})


@pytest.mark.parametrize(
    "source",
    [
        "def one(o, c): return 0\ndef two(o, c): return 5\n",
        "import math\ntwo = lambda o, c: 5\n",
        "def only(o): return 5\n",
        "class Agent:\n    def __call__(self, *given): return 5\nagent = Agent()\n",
        "import numpy as np\ndef agent(o, c): return np.int64(5)\n",
    ],
)
def test_the_last_callable_of_a_file_plays(source: str, tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(source)
    backend = agent_backend(f"kaggle:{path}")
    answer = backend.choose(played(), Go(), stop=StopFlag(), on_depth=lambda _: None)
    assert answer == "bestmove 6"


@pytest.mark.parametrize("answer", ["None", "'3'", "3.5", "[3]"])
def test_an_answer_that_is_no_whole_number_is_no_move(answer: str, tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(f"def agent(o, c): return {answer}\n")
    said = agent_backend(f"kaggle:{path}").choose(played(), Go(), stop=StopFlag(), on_depth=lambda _: None)
    error, best = said.splitlines()
    assert error.startswith(f"error It returned {answer}. ")
    assert len(best.split()) == 2
    assert not best.split()[1].isdigit()


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("\ndef agent(o, c)\n    return 1\n", "SyntaxError in agent.py, line 2: expected ':'"),
        ("import math\n\nlimit = math.nothing\n", "AttributeError in agent.py, line 3: "),
        ("import broken_beside\n", "SyntaxError in broken_beside.py, line 1: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(source: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "broken_beside.py").write_text("def (\n")
    path = tmp_path / "agent.py"
    path.write_text(source)
    with pytest.raises(UsageError, match=re.escape(complaint)):
        load_agent(path)


def test_an_agent_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("FAVOURITE = 2\n")
    path = tmp_path / "agent.py"
    path.write_text("from beside_it import FAVOURITE\ndef agent(o, c): return FAVOURITE\n")
    agent: Any = load_agent(path)
    assert agent(None, None) == 2
