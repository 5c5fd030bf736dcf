"""A new algorithm, evaluation or variant is one entry: it works in agents, searches and trees at once."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import fourcast
from fourcast.algorithms import ALGORITHMS, SearchSpec
from fourcast.play import Game, parse_agent
from fourcast.rules import VARIANTS, Rules, Variant
from fourcast.trace import record

FILE = """
from fourcast.algorithms import ALGORITHMS, WORST, Algorithm, try_move


def last_of_the_best(context):
    def step(visit, position, depth, window):
        best = WORST
        for move in context.order(position, depth):
            variation = try_move(visit, position, move, depth - 1, window).prepend(move)
            if variation.value >= best.value:
                best = variation
        return best

    return step


def nothing(position, player):
    return 0


ALGORITHMS["last"] = Algorithm("last", "Last", "Minimax that keeps the last of equally good moves.", last_of_the_best)
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's file, executed; what it registers is removed after the test."""
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    monkeypatch.setitem(ALGORITHMS, "last", ALGORITHMS["minimax"])
    runpy.run_path(str(path))
    return path


def test_an_algorithm_and_an_evaluation_of_a_file_search_play_and_are_drawn(file: Path) -> None:
    text = f"last,depth=2,eval={file}:nothing"
    result = fourcast.search("", text, rules="tictactoe")
    assert (result.move, result.value, result.engine, result.nodes) == ("9", 0, "python", 1 + 9 + 9 * 8)
    assert parse_agent(text).choose(Game("tictactoe")).move == "9"
    recorded = record(Rules.parse("tictactoe").start(), SearchSpec.parse(text), 2)
    assert recorded.tree().visited == result.nodes


def test_a_variant_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Variant("three", Rules.parse("classic,width=4,height=3,connect=3"), "Three in a row on a small board.")
    monkeypatch.setattr("fourcast.rules.rules.VARIANTS", (*VARIANTS, entry))
    result = fourcast.search("", rules="three", depth=12)
    assert result.score.is_exact
    assert parse_agent("level2").choose(Game("three")).move in "1234"
