"""Algorithms of users: a step as a function or in a file, in every command, counts as the compiled core counts."""

from __future__ import annotations

import csv
import pickle
from pathlib import Path

import pytest
from support.command import call

import fourcast as fc
from fourcast.algorithms import SearchSpec, Variation, try_move
from fourcast.errors import UsageError
from fourcast.python_file import load_function
from fourcast.trace.explain import explanation, window_change

FILE = '''
from fourcast.algorithms import WORST, Variation, Window, try_move


def step(visit, position, depth, window, order):
    """Alpha-beta, fail-soft."""
    best = WORST
    for move in order(position, depth):
        variation = try_move(visit, position, move, depth - 1, Window(max(window.alpha, best.value), window.beta))
        if variation.value > best.value:
            best = variation.prepend(move)
        if best.value >= window.beta:
            break
    return best


def no_order(visit, position, depth, window):
    return step(visit, position, depth, window, lambda position, _: position.legal_moves)


def fails(visit, position, depth, window):
    return 1 / (depth - depth)


def number(visit, position, depth, window):
    return 3


def too_deep(visit, position, depth, window):
    return visit(position, depth, window, None)


def other(first, second):
    return Variation(0)


def not_a_number(visit, position, depth, window):
    return Variation(float("nan"))


def no_move(visit, position, depth, window):
    return Variation(3).prepend("9")


def leaves(visit, position, depth, window):
    raise SystemExit(0)
'''
CHANCE = (
    FILE
    + '''

def chance_step(visit, chance, depth, window):
    """The expected value, with no window."""
    full = Window(float("-inf"), float("inf"))
    values = ((one.probability, -visit(one.position, depth, full, one).value) for one in chance.branches)
    return Variation(float(sum(float(probability) * value for probability, value in values)))
'''
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


@pytest.mark.parametrize("settings", ["", "/centre", "/centre+killers/table", "/4,5,3"])
@pytest.mark.parametrize("rules", ["classic", "popout", "most-lines", "tictactoe"])
def test_a_copied_alpha_beta_visits_the_nodes_of_the_compiled_one(file: Path, rules: str, settings: str) -> None:
    if rules == "tictactoe" and settings == "/4,5,3":
        settings = ""
    own = fc.search("", f"{file}{settings}", rules=rules, depth=4)
    twin = fc.search("", f"alphabeta{settings}", rules=rules, depth=4, engine="native")
    assert (own.engine, own.counts, own.value, own.pv) == ("python", twin.counts, twin.value, twin.pv)


def test_the_value_of_chance_nodes_is_expected_or_that_of_the_file(file: Path) -> None:
    file.write_text(CHANCE)
    twin = fc.search("", "expectiminimax", rules="drift", depth=2, engine="native")
    for name in ("step", "no_order"):
        assert fc.search("", f"{file}:{name}", rules="drift", depth=2).value == pytest.approx(twin.value)


def test_a_step_is_a_function_of_this_process_too(file: Path) -> None:
    def first_move(visit, position, depth, window):  # type: ignore[no-untyped-def]
        move = position.legal_moves[0]
        return try_move(visit, position, move, depth - 1, window).prepend(move)

    result = fc.search("", first_move, depth=5)
    assert (result.pv, result.nodes) == (("1",) * 5, 6)
    assert fc.tree("", first_move, depth=3).visited == 4
    with pytest.raises(UsageError, match=r"first_move is a function of this process.*FILE\.py:FUNCTION"):
        fc.match("level1", SearchSpec(first_move))


def test_a_step_is_not_the_built_in_algorithm_of_its_name(file: Path) -> None:
    file.write_text(FILE.replace("no_order", "expectimax"))
    step = load_function(f"{file}:expectimax")
    own = SearchSpec(step)
    assert own == SearchSpec(step)
    assert own != SearchSpec("expectimax")
    drawn = fc.tree("44", own, depth=2)
    assert explanation(drawn, drawn.nodes[1]).startswith("Every move of Yellow was searched. The best is")
    with pytest.raises(UsageError, match=r"expectimax is a function of this process.*FILE\.py:FUNCTION"):
        pickle.dumps(own)


def test_a_result_is_exact_only_if_its_value_came_from_the_end_of_a_game(file: Path) -> None:
    def fixed(visit, position, depth, window):  # type: ignore[no-untyped-def]
        return Variation(5.0).prepend(position.legal_moves[0])

    assert str(fc.search("44", fixed, depth=3).score) == "≈5"
    drawn = fc.tree("44", fixed, depth=3)
    assert explanation(drawn, drawn.nodes[0]) == "The algorithm values the position itself: 5."
    end = "12354"  # four cells are left
    own, twin = (fc.search(end, algorithm, rules="tictactoe", depth=9) for algorithm in (str(file), "alphabeta"))
    assert own.score == twin.score
    assert own.score.is_exact


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":fails", r"mine.py:fails failed: ZeroDivisionError in mine.py, line 22: division by zero\.$"),
        (":number", r"returned 3\. Return a Variation"),
        (":too_deep", r"recurses too deeply\. Visit children with depth - 1"),
        (":other", r"other must take \(visit, position, depth, window\), and may take order, player, value_range"),
        (":missing", r"has no function 'missing'\. It defines step, no_order, fails"),
        (":not_a_number", r"returned Variation\(value=nan, moves=\(\)\)\. Return a Variation"),
        (":no_move", r"mine.py:no_move chose '9', not a legal move\.$"),
        (":leaves", r"mine.py:leaves failed: SystemExit in mine.py, line 46: 0\.$"),
        (":no_order/centre", r"does not use the move order: its step has no argument `order`"),
    ],
)
def test_what_is_wrong_with_a_step_is_one_sentence(file: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        fc.search("", f"{file}{text}", depth=3)


def test_a_tree_is_explained_by_the_windows_that_were_used_also_after_the_file_is_gone(file: Path) -> None:
    full = "Window(float('-inf'), float('inf'))"
    file.write_text(FILE.replace("Window(max(window.alpha, best.value), window.beta)", full))
    minimax = fc.tree("44", str(file), depth=2)
    file.write_text(FILE)
    pruning, twin = (fc.tree("44", algorithm, depth=2) for algorithm in (str(file), "alphabeta"))
    file.unlink()
    assert not any(window_change(minimax, node) for node in minimax.nodes)
    changes, same = ([window_change(one, node) for node in one.nodes] for one in (pruning, twin))
    assert changes == same
    assert minimax._repr_html_()


def test_a_chance_step_must_be_a_function(file: Path) -> None:
    file.write_text(f"{FILE}\nchance_step = 3\n")
    with pytest.raises(UsageError, match=r"has no function 'chance_step'"):
        fc.search("", str(file), depth=1)


def test_commands_take_a_step_wherever_they_take_an_algorithm(file: Path, tmp_path: Path) -> None:
    searched = call("search", "44", "-d", "3", "-a", "mine.py:step", folder=tmp_path)
    assert "nodes    183 " in searched.out
    drawn = call("tree", "44", "-d", "3", "-a", "./mine.py:step", "-o", "tree.html", folder=tmp_path)
    assert "tree.html: 183 nodes; best 3" in drawn.out
    compared = call(
        "compare", "44", "--algorithms", "alphabeta,mine.py:step", "-d", "3", "--positions", "0", folder=tmp_path
    )
    assert [line.split()[2] for line in compared.out.splitlines()[1:3]] == ["183", "183"]
    wanted = ("--algorithms", "alphabeta,mine.py:step", "-d", "3", "--moves", "44")
    ran = call("experiment", "run", *wanted, "-o", "folder", folder=tmp_path)
    assert "2 of 2 searches are done" in ran.out
    with (tmp_path / "folder" / "rows.csv").open() as rows:
        assert [row["nodes"] for row in csv.DictReader(rows)] == ["183", "183"]
    file.write_text(FILE.replace("order(position, depth):", "list(order(position, depth))[::-1]:"))
    ran = call("experiment", "run", *wanted, "-o", "folder", folder=tmp_path)
    assert "2 of 2 searches are done, 1 of them before" in ran.out  # another text is another algorithm
    file.unlink()
    shown = call("experiment", "show", "folder/rows.csv", folder=tmp_path)  # reading results runs no file
    assert "mine.py:step" in shown.out


def test_a_text_that_is_not_trusted_runs_no_file(file: Path) -> None:
    for text in (f"{file}:step", str(file), f"{file}:step,depth=3", f"{file}/centre"):
        with pytest.raises(UsageError, match="Only built-in algorithms are allowed here"):
            SearchSpec.parse(text, trusted=False)
