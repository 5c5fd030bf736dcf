"""Experiment files: a file gives the searches it describes, and an error names the key and what it needs."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from support.experiment_files import cells_of, grids_of

from fourcast.errors import NotationError, UsageError
from fourcast.experiments import Cell, Experiment, find_experiment, parse_experiment
from fourcast.experiments.grids import RandomPositions, random_moves
from fourcast.experiments.spec import read_toml
from fourcast.rules import Rules, position_after


def read(text: str) -> Experiment:
    return parse_experiment(read_toml(dedent(text), source="mine.toml"), name="mine", source="mine.toml")


def cells(text: str) -> list[Cell]:
    return [cell for _, cell in cells_of(read(text))]


def test_a_grid_is_every_combination_once() -> None:
    experiment = read("""
        variants = ["classic", "most-lines"]
        positions = ["4", "44", "4"]
        algorithms = ["minimax", "alphabeta"]
        orders = ["ascending", "centre"]
        tables = ["off", "on"]
        evaluations = ["quadruplets", "line-counts", "potential-lines"]
        depths = "1-3,5"
        repeats = 2
    """)
    found = [cell for _, cell in cells_of(experiment)]
    assert experiment.size == len(found) == len(set(found)) == 2 * 2 * 2 * 2 * 2 * 3 * 4 * 2
    assert {cell.amount for cell in found} == {1, 2, 3, 5}
    assert {(cell.algorithm, cell.order, cell.table) for cell in found} >= {("minimax", "ascending", "off")}


def test_an_algorithm_may_name_its_order_and_table() -> None:
    found = cells('algorithms = ["minimax", "alphabeta/centre", "pvs/4-3-5/table", "alphabeta/old-bounds"]\ndepths = 2')
    assert [(cell.algorithm, cell.order, cell.table) for cell in found] == [
        ("minimax", "ascending", "off"),
        ("alphabeta", "centre", "off"),
        ("pvs", "4-3-5", "on"),
        ("alphabeta", "ascending", "old-bounds"),
    ]


def test_an_algorithm_without_an_evaluation_is_measured_once_whatever_the_evaluations() -> None:
    found = cells('algorithms = ["mcts", "minimax"]\nevaluations = ["quadruplets", "line-counts"]\nnodes = 9')
    assert [(cell.algorithm, cell.evaluation) for cell in found] == [
        ("mcts", ""),
        ("minimax", "quadruplets"),
        ("minimax", "line-counts"),
    ]


def test_the_small_searches_come_first() -> None:
    amounts = [cell.amount for cell in cells('positions = ["4", "44"]\ndepths = [3, 1, 2]')]
    assert amounts == sorted(amounts)


def test_random_positions_are_the_same_for_the_same_seed_and_have_as_many_discs_as_asked() -> None:
    rules = Rules.parse("classic")
    found, other = (
        random_moves(RandomPositions.read({"count": 20, "plies": "6-8", "seed": seed}), rules) for seed in (5, 6)
    )
    assert found != other
    positions = [position_after(rules.start(), moves) for moves in found]
    assert len(set(positions)) == 20
    assert {position.discs for position in positions} <= {6, 7, 8}
    assert not any(position.outcome for position in positions)


def test_former_keys_are_still_read() -> None:
    [cell] = cells('ways = "alphabeta/centre/table"\nends = "evaluated"\ndepths = 1')
    assert (cell.algorithm, cell.order, cell.table, cell.ends) == ("alphabeta", "centre", "on", "evaluated")


def test_keys_above_the_parts_hold_in_all_and_a_part_has_the_last_word() -> None:
    experiment = read("""
        variants = "most-lines"
        ways = ["minimax", "alphabeta"]
        depths = "1-3"
        [[part]]
        name = "one"
        [[part]]
        name = "two"
        algorithms = "pvs"
        seconds = 0.5
    """)
    one, two = grids_of(experiment)
    assert [spec.short for spec in one.specs] == ["minimax", "alphabeta"]
    assert (one.limit, one.amounts) == ("depth", (1, 2, 3))
    assert [spec.short for spec in two.specs] == ["pvs"]
    assert (two.limit, two.amounts, two.variants) == ("seconds", (0.5,), ("most-lines",))


def test_only_a_part_that_names_the_order_gets_another_one() -> None:
    experiment = read("""
        algorithms = ["minimax", "alphabeta"]
        depths = 2
        [[part]]
        [[part]]
        orders = "centre"
    """)
    assert [[spec.short for spec in part.specs] for part in experiment.parts] == [
        ["minimax", "alphabeta"],
        ["minimax/centre", "alphabeta/centre"],
    ]


@pytest.mark.parametrize(("keys", "measured"), [("depths = 1", False), ("seconds = 1", True), ("nodes = 5", False)])
def test_searches_within_seconds_want_to_run_alone(keys: str, measured: bool) -> None:
    assert read(keys).measures_time is measured
    assert read(f"times = true\n{keys}").measures_time


def test_a_time_that_was_measured_beside_others_is_another_result() -> None:
    experiment = read("times = true\ndepths = 1")
    [[_, alone]], [[_, beside]] = (list(experiment.cells(alone=alone)) for alone in (True, False))
    assert alone.task.key != beside.task.key


def test_an_evaluation_of_ones_own_is_another_when_its_file_changes(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = f'evaluations = "{file}:judge"\ndepths = 1'
    file.write_text("def judge(position, player):\n    return 1\n")
    [before] = cells(text)
    file.write_text("def judge(position, player):\n    return 2\n")
    [after] = cells(text)
    assert before.task.key != after.task.key


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('algoritms = "minimax"\ndepths = 1', "mine.toml: There is no key 'algoritms'. Did you mean 'algorithms'?"),
        ('algorithms = "alfabeta"\ndepths = 1', "algorithms: There is no algorithm 'alfabeta'. Did you mean 'alph"),
        ('variants = "clasic"\ndepths = 1', "variants: .*'clasic'"),
        ('evaluations = "nothing"\ndepths = 1', "evaluations: There is no evaluation 'nothing'. Known: "),
        ('orders = "left"\ndepths = 1', "orders: Invalid move order 'left'"),
        ('tables = "maybe"\ndepths = 1', "tables='maybe' is unknown. Known: off, on, old-bounds"),
        ('terminal = "soon"\ndepths = 1', "terminal='soon' is unknown. Did you mean 'sooner'"),
        (
            'algorithms = "minimax/centre"\norders = "centre"\ndepths = 1',
            "'minimax/centre' names its order. Leave out orders, or write minimax",
        ),
        ('algorithms = "pvs"\nways = "pvs"\ndepths = 1', "ways and algorithms are the same. Leave out ways"),
        ("", "There is no limit. Give one of depths, seconds and nodes"),
        ("depths = 1\nseconds = 1", "There are depths and seconds. Give one of"),
        ("depths = true", 'depths needs numbers from 1 to 500, or a text such as "1-8", not True'),
        ('depths = "8-1"', r"depths: Invalid depths '8-1'. Use e.g. 1-6 or 2,4,6 \(1 to 500\)"),
        ("depths = 0", "depths needs numbers from 1 to 500, .*, not 0"),
        ("seconds = -1", "seconds needs numbers of seconds, more than 0"),
        (f"seconds = 1{'0' * 400}", "seconds needs numbers of seconds, more than 0"),
        ("nodes = 0.5", "nodes needs whole numbers"),
        ("depths = 1\nrepeats = 0", "repeats needs a whole number from 1 to"),
        ("depths = 1\nbudget = 0", "budget needs seconds"),
        ('depths = 1\nsolved = "yes"', "solved needs true or false, not 'yes'"),
        ("depths = 1\nasks = 3", "question needs a text, not 3"),
        ("depths = 1\npositions = 44", "positions needs a text, a list of texts, or a table with a count, not 44"),
        ('depths = 1\npositions = "4x"', "column|move"),
        ('depths = 1\npositions = "4141414"', "After '4141414' the game is over. Leave out the last move"),
        ("depths = 1\npositions = { plies = 3 }", "positions.count is required"),
        ("depths = 1\npositions = { count = 3, sed = 3 }", "positions: There is no key 'sed'. Did you mean 'seed'"),
        ("depths = 1\npositions = { count = 0 }", "positions.count needs a whole number from 1"),
        ("depths = 1\npositions = { count = 9, plies = 1 }", "finds only 7 of 9 unfinished positions after 1 to 1"),
        ('depths = 1\n[show]\nacros = "width"', "show: There is no key 'acros'. Did you mean 'across'"),
        ('depths = 1\n[show]\nacross = "length"', "show.across needs one of depth, plies, .*, not 'length'"),
        ('algorithms = "mcts"\ndepths = 1', "mcts does not search to a given depth. Use a tree search"),
        ('depths = 1\n[[part]]\n[[part]]\nalgorithm = "pvs"', "part 2: There is no key 'algorithm'"),
        ("part = 3\ndepths = 1", "part needs a list of tables"),
        ('depths = "1-500"\nrepeats = 1000\npositions = ["", "1", "2"]', "1,500,000 searches; the maximum is 1,000"),
        ("depths = 1\n[[expected]]\nnodes = 3", "expected 1: figures needs a list of tables"),
        ("depths = 1\n[[expected]]\nfigures = [{ nodes = 3 }]", "expected 1.what is required"),
    ],
)
def test_what_is_wrong_is_said_with_its_key(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said.replace("?", r"\?") if said.endswith("?") else said):
        read(text)


def test_what_is_no_toml_is_said_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"mine\.toml is not valid TOML: .*line 1"):
        read("x = = 1")
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match=r"binary\.toml is not a text file"):
        find_experiment(path)


@pytest.mark.parametrize("text", ["nodes = " + "9" * 5000, "a = " + "[" * 100_000])
def test_numbers_and_nesting_beyond_all_limits_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"mine\.toml is not valid TOML: "):
        read_toml(text, source="mine.toml")
