"""A tree in pieces: put together they are the whole, and each has all that it needs to be understood."""

from __future__ import annotations

from typing import Any

import pytest
from support.trees import CASES, PUBLISHED, Case

from fourcast.algorithms import SearchSpec, StopFlag, StopSearch
from fourcast.errors import NotationError
from fourcast.native import Engine
from fourcast.rules import Position
from fourcast.trace import Ended, NodeKind, Tree, TreeNode, record
from fourcast.trace.page_data import MAX_PIECE, first_piece, node_at, page_data, piece, tree_head

LARGE = Case("classic", "44", "alphabeta", "quadruplets", 4)


def path_of(tree: Tree, node: TreeNode) -> str:
    if node.parent is None:
        return ""
    parent = tree.nodes[node.parent]
    place = parent.children.index(node.index)
    return f"{path_of(tree, parent)}.{place}".removeprefix(".")


def read(count: int, given: dict[str, Any]) -> dict[int, list[Any]]:
    """The rows of a piece by index, with texts and boards in place of their numbers; so many fields are texts."""
    texts, boards = given["texts"], given["boards"]
    found = {}
    for index, row in zip(given["indices"], given["nodes"], strict=True):
        ghosts = [(boards[board], below) for board, below in row[-2]]
        found[index] = [*(texts[number] for number in row[:count]), *row[count:-2], ghosts, boards[row[-1]]]
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pieces_put_together_are_the_whole_tree(case: Case) -> None:
    tree = case.tree()
    count = len(tree_head(tree)["textFields"])
    found = read(count, first_piece(tree))
    for node in tree.nodes:
        found |= read(count, piece(tree, path_of(tree, node)))
    assert found == read(count, page_data(tree))


@pytest.mark.parametrize("path", ["9", "0.99", "0.", ".0", "a", "0,1", "-1", "0." * 3000 + "0", "0\n"])
def test_a_path_that_leads_nowhere_is_refused_in_a_sentence(path: str) -> None:
    with pytest.raises(NotationError, match=r"\.$"):
        node_at(PUBLISHED.tree(), path)


def test_a_piece_reaches_so_many_levels_and_no_node_comes_without_its_siblings() -> None:
    tree = LARGE.tree()
    for depth in (1, 2, 3):
        found = set(piece(tree, "0", depth)["indices"])
        assert found
        for index in found:
            parent = tree.nodes[index].parent
            assert parent is not None
            assert set(tree.nodes[parent].children) <= found
            assert path_of(tree, tree.nodes[index]).count(".") <= depth


def test_the_first_piece_of_a_large_tree_is_the_chosen_line_and_what_branches_off_it() -> None:
    tree = Case("classic", "44", "minimax", "quadruplets", 4).tree(engine=None)
    assert len(tree.nodes) > 2000
    assert len(piece(tree, "", 9)["indices"]) <= MAX_PIECE
    expected = {0} | {child for node in tree.nodes if node.chosen for child in node.children}
    assert set(first_piece(tree)["indices"]) == expected


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_skeleton_tells_parents_cuts_and_moved_windows(case: Case) -> None:
    tree = case.tree()
    head = tree_head(tree)
    assert head["parents"] == [node.parent for node in tree.nodes]
    for node, flag in zip(tree.nodes, map(int, head["flags"]), strict=True):
        assert bool(flag & 1) == (node.ended is Ended.CUT)
        if flag & 2:
            assert node.parent is not None
            parent = tree.nodes[node.parent]
            better = (
                node.value > parent.window.alpha if parent.kind is NodeKind.MAX else node.value < parent.window.beta
            )
            assert better
        if case.algorithm in ("minimax", "expectiminimax"):
            assert not flag & 4
        elif flag & 1 and node.kind in (NodeKind.MAX, NodeKind.MIN):
            assert flag & 4 or node.value in tree.nodes[0].window  # where nothing better can be
    assert head["leftOut"] == sum(len(node.cut_moves) + len(node.cut_branches) for node in tree.nodes)


@pytest.mark.parametrize("engine", [Engine.PYTHON, None], ids=["python", "natural"])
def test_recording_ends_when_it_is_told_to_or_over_its_budget(engine: Engine | None) -> None:
    position, plan = LARGE.position, LARGE.tree().spec
    with pytest.raises(StopSearch):
        record(position, plan, 6, engine=engine, budget=1000)
    with pytest.raises(StopSearch, match="nodes"):
        record(position.rules.start(), plan, 40, engine=engine, budget=10**12)  # by an estimate: it would take years
    late = Position("7521257167115561167377223325")  # 14 empty cells
    assert record(late, SearchSpec("alphabeta"), 500, engine=engine, budget=20_000).visits
    stop = StopFlag()
    stop.set()
    with pytest.raises(StopSearch):
        record(position, plan, 6, engine=engine, stop=stop)
