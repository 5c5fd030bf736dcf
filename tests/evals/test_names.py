"""Evaluations by name: what can be written, and what is said when it cannot be read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fourcast.errors import UsageError
from fourcast.evals import EVALS, as_eval, find_eval, has_name
from fourcast.rules import FIRST, SECOND, Player, Position, Rules, position_after

NAMES = (
    *("potential-lines", "lines-and-potential", "filled-runs", "neighbours", "quadruplets", "line-counts"),
    "quadruplets-program",
)


def discs_of_the_first(position: Position, player: Player) -> float:
    return position.stones[FIRST].bit_count() * (1.5 if player == FIRST else -1.5)


def test_the_evaluations_of_the_five_systems_are_there_under_their_names() -> None:
    assert tuple(known.name for known in EVALS) == NAMES
    assert [find_eval(name) for name in NAMES] == list(EVALS)
    assert all(known.description.endswith(".") for known in EVALS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quadruplet",
        "Quadruplets",
        "neighbours:",
        "neighbours:factor",
        "neighbours:factor=",
        "neighbours:factor=-1",
        "neighbours:factor=1.5",
        "neighbours:factor=²",
        "neighbours:factor=1000000000",
        "neighbours:strength=1",
        "quadruplets:factor=3",
        "/nowhere.py:f",
        "/nowhere.py",
        "/nowhere:f:g",
        "/:f:g",
    ],
)
def test_a_text_that_names_no_evaluation_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        find_eval(text)
    [line] = str(refusal.value).splitlines()
    assert line.isprintable()
    assert line.endswith(".")


def test_an_unknown_name_is_answered_by_the_known_ones() -> None:
    with pytest.raises(UsageError, match=", ".join(NAMES)):
        find_eval("clever")


def test_a_file_without_the_function_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("number = 3\n")
    for function in ("missing", "number", ""):
        with pytest.raises(UsageError, match="has no function"):
            find_eval(f"{file}:{function}")


@pytest.mark.parametrize("name", ["mine", "mine.txt"])
def test_a_file_that_is_not_python_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "with:colon"
    folder.mkdir()
    (folder / name).write_text("def zero(position, player):\n    return 0\n")
    with pytest.raises(UsageError):
        find_eval(f"{folder / name}:zero")


@pytest.mark.parametrize("source", ["def zero(:\n", "import nowhere_at_all\n", "1 / 0\n", "\0"])
def test_a_file_that_python_cannot_run_is_refused(tmp_path: Path, source: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source)
    with pytest.raises(UsageError):
        find_eval(f"{file}:zero")


def test_a_function_in_a_file_is_found_and_nothing_is_assumed_about_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def two(position, player):\n    return 2 + player\n")
    found = find_eval(f"{file}:two")
    assert found.name == f"{file}:two"
    assert found.evaluate(Rules.parse("classic").start(), SECOND) == 3
    assert not found.mirrors
    assert found.bound is None


@pytest.mark.parametrize("value", [3, 2.5, np.int64(3), np.float32(2.5)], ids=lambda value: type(value).__name__)
def test_a_number_of_any_kind_is_a_value(value: float) -> None:
    own = as_eval(lambda *_: value)
    assert own.evaluate(Rules.parse("classic").start(), FIRST) == value


def test_an_evaluation_is_taken_by_name_as_it_stands_or_as_a_function() -> None:
    assert as_eval("quadruplets") is find_eval("quadruplets")
    assert as_eval(EVALS[0]) is EVALS[0]
    own = as_eval(discs_of_the_first)
    assert own.name == "discs_of_the_first"
    position = position_after(Rules.parse("classic").start(), "123")
    assert [own.evaluate(position, player) for player in (FIRST, SECOND)] == [3, -3]
    assert not own.mirrors
    assert own.bound is None


def test_a_file_needs_no_function_name_where_it_is_clear_which_one_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    start = Rules.parse("classic").start()
    file.write_text("from math import sqrt\ndef fair(position, player):\n    return sqrt(4)\n")
    assert find_eval(f"{tmp_path}/./mine.py").evaluate(start, FIRST) == 2
    file.write_text("def f(position, player):\n    return 1\ndef evaluate(position, player):\n    return 3\n")
    assert find_eval(str(file)).evaluate(start, FIRST) == 3  # a file that was changed is run again


def test_each_file_imports_the_modules_beside_it(tmp_path: Path) -> None:
    start = Rules.parse("classic").start()
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "one_helper.py").write_text(f"WEIGHT = {number}\n")
        for name in ("a.py", "b.py"):
            (folder / name).write_text("from one_helper import WEIGHT\ndef f(position, player):\n    return WEIGHT\n")
    for name, value in (("1/a.py", 1), ("2/a.py", 2), ("1/b.py", 1), ("2/b.py", 2)):
        assert find_eval(f"{tmp_path}/{name}").evaluate(start, FIRST) == value


def test_an_object_that_cannot_be_hashed_is_a_function_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = "from dataclasses import dataclass\n@dataclass\nclass Weights:\n    weight: int\n"
    file.write_text(
        f"{source}    def __call__(self, position, player):\n        return self.weight\nevaluate = Weights(3)\n"
    )
    evaluation = find_eval(str(file))
    assert evaluation.evaluate(Rules.parse("classic").start(), FIRST) == 3
    assert has_name(evaluation)


def test_a_function_of_a_board_gets_an_array_and_the_number_of_the_player() -> None:
    def own_discs(board: np.ndarray, player: int) -> int:
        assert board.shape == (6, 7)
        assert board[-1, 3] == 1  # the bottom row is the last one
        return int((board == player).sum())

    position = position_after(Rules.parse("classic").start(), "445")
    assert [as_eval(own_discs).evaluate(position, player) for player in (FIRST, SECOND)] == [2, 1]
