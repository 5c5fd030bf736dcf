"""Killers: the last two moves that cut off, by the depth left."""

from __future__ import annotations

from support.search_cases import SMALL, case

from fourcast.algorithms import PythonSearcher, Variation, Visit
from fourcast.algorithms.layers import update_killers
from fourcast.algorithms.ordering import Killers
from fourcast.algorithms.recursion import FULL, Window
from fourcast.rules import Chance, Rules, drop


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


def test_depths_have_killers_of_their_own() -> None:
    killers = Killers()
    killers.note(3, drop(1))
    killers.note(4, drop(2))
    assert (killers.at(3), killers.at(4), killers.at(5)) == ((drop(1),), (drop(2),), ())


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
    for spec in SMALL:
        for seed in range(6):
            given = case(spec, seed, depth=4)
            if "drift" in spec:
                continue
            plain = PythonSearcher(given.position, given.plan("alphabeta")).search(given.depth)
            killing = PythonSearcher(given.position, given.plan("alphabeta", order="ascending+killers")).search(
                given.depth
            )
            assert killing.value == plain.value
            saved += plain.nodes - killing.nodes
    assert saved > 0
    given = case("classic", 1, depth=3)
    nodes = {
        PythonSearcher(given.position, given.plan("minimax", order=order)).search(3).nodes
        for order in ("ascending", "ascending+killers")
    }
    assert len(nodes) == 1
