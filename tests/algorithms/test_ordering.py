"""Move orders as text, and killer moves: the last two moves that caused a cutoff, by the depth left."""

from __future__ import annotations

import json

import pytest
from support.command import call
from support.search_cases import SMALL, case, rules_of

from fourcast.algorithms import MoveOrder, PythonSearcher, SearchSpec, Variation, Visit
from fourcast.algorithms.layers import update_killers
from fourcast.algorithms.ordering import Killers, tried_first
from fourcast.algorithms.recursion import FULL, Window
from fourcast.errors import UsageError
from fourcast.play import parse_agent
from fourcast.rules import CALL_DRAW, Chance, Move, Position, Rules, drop, parse_position, place, pop
from fourcast.spec import split_settings


def in_order(order: str, position: Position) -> list[Move]:
    return list(MoveOrder(order).order(position.rules)(position, 3))


def columns(order: str, width: int) -> list[int]:
    """Columns from 1."""
    return [move.column + 1 for move in in_order(order, Rules.parse(f"classic,width={width}").start())]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("ascending", [1, 2, 3, 4, 5, 6, 7]),
        ("centre", [4, 3, 5, 2, 6, 1, 7]),
        ("centre", [4, 5, 3, 6, 2, 7, 1, 8]),
        ("4,5,3,6,2,7,1,8", [4, 5, 3, 6, 2, 7, 1, 8]),
        ("4-5-3-6-2-7-1-8", [4, 5, 3, 6, 2, 7, 1, 8]),
        ("6,2", [6, 2, 1, 3, 4, 5, 7]),  # what is not listed follows from left to right
    ],
)
def test_columns_are_tried_in_the_written_order(order: str, expected: list[int]) -> None:
    assert columns(order, len(expected)) == expected


def test_full_columns_drop_out() -> None:
    position = parse_position(Rules.parse("classic,width=3,height=2"), ".o./.x.")
    assert in_order("centre", position) == [drop(0), drop(2)]


def test_pops_follow_all_drops_and_the_call_of_a_draw_comes_last() -> None:
    position = parse_position(Rules.parse("popout,width=3,height=2,connect=3"), "oxo/xox turn=x")
    assert in_order("centre", position) == [pop(0), pop(2), CALL_DRAW]
    assert in_order("3,1", position) == [pop(2), pop(0), CALL_DRAW]
    some_room = parse_position(Rules.parse("popout,width=3,height=2,connect=3"), "o../xxo turn=x")
    assert in_order("centre", some_room) == [drop(1), drop(2), pop(1), pop(0)]


def test_cells_are_ordered_from_the_middle_of_the_board_or_by_their_number() -> None:
    start = rules_of("tictactoe").start()
    first, *others = in_order("centre", start)
    assert first == place(1, 1, width=3)
    assert set(others[:4]) == {place(1, 0, width=3), place(0, 1, width=3), place(2, 1, width=3), place(1, 2, width=3)}
    assert in_order("9,5", start)[:3] == [place(2, 2, width=3), place(1, 1, width=3), place(0, 0, width=3)]


@pytest.mark.parametrize(
    "text",
    [
        *("", "center", "4,", ",4", "4,,5", "0,1", "1,2,1", "4 5", "a,b", "-1", "٤", "1-2-1"),
        *("ascending+", "ascending+killer", "+killers", "centre+killers+killers", "4,5+\n"),
    ],
)
def test_a_text_that_is_no_order_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        MoveOrder(text)
    [line] = str(refusal.value).splitlines()
    assert line.isprintable()
    assert line.endswith(".")


def test_a_column_that_the_board_does_not_have_is_refused_when_the_board_is_known() -> None:
    with pytest.raises(UsageError, match="Use 1 to 7"):
        MoveOrder("8,1").order(Rules.parse("classic"))
    MoveOrder("8,1").order(Rules.parse("classic,width=8"))
    with pytest.raises(UsageError, match="Use 1 to 9"):
        MoveOrder("10").order(Rules.parse("tictactoe"))


def test_favourites_come_first_in_their_order_where_they_are_legal_and_once() -> None:
    position = Rules.parse("classic").start()
    order = tried_first(
        MoveOrder().order(position.rules), lambda *_: [drop(4), pop(1)], lambda *_: [drop(2), drop(4), drop(9)]
    )
    assert [move.column for move in order(position, 1)] == [4, 2, 0, 1, 3, 5, 6]


# Killer moves


def answering(line: Variation) -> Visit:
    """A recursion that always finds the same."""
    return lambda *_: line


def test_the_last_two_different_moves_of_a_depth_are_kept_the_latest_first() -> None:
    killers = Killers()
    assert killers.at(3) == ()
    for column in (1, 2, 2, 1, 5):
        killers.note(3, drop(column))
    assert killers.at(3) == (drop(5), drop(1))
    killers.note(3, drop(1))
    assert killers.at(3) == (drop(1), drop(5))
    assert killers.at(4) == ()


def test_a_move_is_noted_when_its_value_reaches_beta_and_only_then() -> None:
    position = Rules.parse("classic").start()
    for value, beta, noted in ((5, 5, (drop(2),)), (6, 5, (drop(2),)), (4, 5, ())):
        killers = Killers()
        line = Variation(value, (drop(2), drop(3)))
        assert update_killers(killers)(answering(line))(position, 7, Window(0, beta), None) == line
        assert killers.at(7) == noted


def test_neither_chances_nor_answers_without_a_move_are_noted() -> None:
    killers = Killers()
    chance = Rules.parse("drift").start().play_unchecked(drop(3))
    assert isinstance(chance, Chance)
    update_killers(killers)(answering(Variation(9, (drop(1),))))(chance, 2, Window(0, 1), drop(3))
    update_killers(killers)(answering(Variation(9)))(Rules.parse("drift").start(), 2, Window(0, 1), None)
    update_killers(killers)(answering(Variation(9, (drop(1),))))(Rules.parse("drift").start(), 2, FULL, None)
    assert killers.at(2) == ()


def test_killers_save_nodes_on_the_whole_and_none_without_pruning() -> None:
    saved = 0
    for variant in SMALL:
        for seed in range(6):
            given = case(variant, seed, depth=4)
            if "drift" in variant:
                continue
            plain = PythonSearcher(given.position, given.spec("alphabeta")).search(given.depth)
            killing = PythonSearcher(given.position, given.spec("alphabeta", order="ascending+killers")).search(
                given.depth
            )
            assert killing.value == plain.value
            saved += plain.nodes - killing.nodes
    assert saved > 0
    given = case("classic", 1, depth=3)
    nodes = {
        PythonSearcher(given.position, given.spec("minimax", order=order)).search(3).nodes
        for order in ("ascending", "ascending+killers")
    }
    assert len(nodes) == 1


@pytest.mark.parametrize("written", ["4,5,3", "4-5-3", "4, 5, 3"])
def test_an_order_is_written_with_commas_or_hyphens_wherever_one_is_read(written: str) -> None:
    spec = SearchSpec("alphabeta", order="4-5-3").with_settings(depth=2)
    assert SearchSpec.parse(f"alphabeta,order={written},depth=2") == spec
    assert SearchSpec.parse(f"alphabeta/{written},depth=2") == spec
    agent = parse_agent(f"alphabeta,order={written},depth=2")
    assert (agent.spec, agent.text, agent.name) == (spec, str(spec), "Alphabeta,order=4-5-3,depth=2")
    searched = call("search", "-a", "alphabeta", "--order", written, "-d", "2", "--json")
    assert json.loads(searched.out)["order"] == "4-5-3"
    assert split_settings(f"alphabeta/{written}/table,minimax") == ["alphabeta/4-5-3/table", "minimax"]
