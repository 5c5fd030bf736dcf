"""A drawing of a tree: nothing overlaps, nothing is left out unsaid, and large trees are drawn small."""

from __future__ import annotations

from collections import defaultdict

import pytest
from support.trees import CASES, PUBLISHED, Case

from fourcast.trace import Ended
from fourcast.trace.picture import MAX_WIDTHS, Detail, Item, What, compose

SMALL = [case for case in CASES if case.algorithm in ("alphabeta", "star2", "expectimax")]


def overlapping(one: Item, two: Item) -> bool:
    beside = abs(one.x - two.x) >= (one.width + two.width) / 2 - 1e-6
    above = one.y + one.height <= two.y + 1e-6 or two.y + two.height <= one.y + 1e-6
    return not beside and not above


@pytest.mark.parametrize("detail", Detail)
@pytest.mark.parametrize("case", SMALL, ids=str)
def test_every_node_and_every_cut_is_drawn_once_inside_and_nothing_overlaps(case: Case, detail: Detail) -> None:
    tree = case.tree()
    picture = compose(tree, max_nodes=10_000, detail=detail)
    levels: dict[int, list[Item]] = defaultdict(list)
    for item in picture.items:
        levels[item.level].append(item)
        assert item.x - item.room / 2 >= -1e-6
        assert item.x + item.room / 2 <= picture.width + 1e-6
        assert item.width <= item.room
        upper, lower = picture.levels[item.level]
        assert upper <= item.y
        assert item.y + item.height <= lower + 1e-6
    for level in levels.values():
        for place, item in enumerate(level):
            assert not any(overlapping(item, other) for other in level[place + 1 :])
    for (_, lower), (upper, _) in zip(picture.levels, picture.levels[1:], strict=False):
        assert upper - lower >= 36  # room for edges
    drawn = sorted(item.node.index for item in picture.items if item.what is What.NODE)
    assert drawn == [node.index for node in tree.nodes]
    cut = sorted(item.node.index for item in picture.items if item.what is What.CUT)
    assert cut == [node.index for node in tree.nodes if node.ended is Ended.CUT]


@pytest.mark.parametrize("max_nodes", [1, 10, 50, 400, 1000])
@pytest.mark.parametrize("recorded", [10, 100, 20_000])
def test_what_is_drawn_and_what_is_counted_add_up_to_all_that_was_visited(max_nodes: int, recorded: int) -> None:
    tree = Case("classic", "4", "alphabeta", "quadruplets", 4).tree(max_nodes=recorded)
    picture = compose(tree, max_nodes=max_nodes)
    counted = sum(item.node.nodes - 1 for item in picture.items if item.what is What.MORE)
    assert picture.drawn + counted == tree.visited
    assert picture.drawn <= max(max_nodes, 8)  # the root's children are always drawn


def test_a_small_tree_has_boards_and_a_larger_one_less_and_less() -> None:
    details = [
        compose(Case("classic", "44", "minimax", "quadruplets", depth).tree(), max_nodes=4000).detail
        for depth in (1, 2, 3)
    ]
    assert details == [Detail.BOARDS, Detail.CARDS, Detail.SHAPES]


def test_no_drawing_is_wider_than_its_limit() -> None:
    for case in (PUBLISHED, Case("classic", "44", "minimax", "quadruplets", 5)):
        picture = compose(case.tree(engine=None), max_nodes=4000)
        assert picture.width <= MAX_WIDTHS[picture.detail]


def test_a_board_of_sixty_columns_is_drawn_all_the_same() -> None:
    picture = compose(Case("classic,width=60,height=40", "", "minimax", "quadruplets", 1).tree(), max_nodes=4000)
    assert picture.drawn == 61
