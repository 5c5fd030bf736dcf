"""The laws of a tidy tree, and that the page draws by the same ones."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fourcast.trace import FOLDERS
from fourcast.trace.layout import tidy

Children = list[list[int]]
NODE = shutil.which("node")
CLOSE = 1e-6


@st.composite
def trees(draw: st.DrawFn) -> tuple[Children, list[float]]:
    """A tree whose nodes are numbered from the root down, and the width of each node."""
    size = draw(st.integers(1, 60))
    reach = draw(st.sampled_from((1, 3, 8, 60)))  # a small reach makes deep trees
    children: Children = [[] for _ in range(size)]
    for child in range(1, size):
        children[draw(st.integers(max(0, child - reach), child - 1))].append(child)
    widths = draw(st.lists(st.sampled_from((1.0, 7.0, 40.0)), min_size=size, max_size=size))
    return children, widths


def levels(children: Children) -> list[list[int]]:
    found = [[0]]
    while below := [child for node in found[-1] for child in children[node]]:
        found.append(below)
    return found


@given(trees(), st.sampled_from((0.0, 2.0)), st.sampled_from((2.0, 9.0)))
def test_nodes_of_a_level_keep_their_order_and_their_distance(
    tree: tuple[Children, list[float]], gap: float, family_gap: float
) -> None:
    children, widths = tree
    x = tidy(children, widths, gap=gap, family_gap=family_gap)
    parent = {child: node for node, below in enumerate(children) for child in below}
    for level in levels(children):
        for left, right in pairwise(level):
            wanted = gap if parent[left] == parent[right] else family_gap
            assert x[right] - widths[right] / 2 - (x[left] + widths[left] / 2) >= wanted - CLOSE


@given(trees())
def test_a_parent_stands_in_the_middle_between_its_first_and_its_last_child(tree: tuple[Children, list[float]]) -> None:
    children, widths = tree
    x = tidy(children, widths, gap=3, family_gap=5)
    for node, below in enumerate(children):
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2, abs=CLOSE)


@given(trees())
def test_a_drawing_begins_at_its_left_edge(tree: tuple[Children, list[float]]) -> None:
    children, widths = tree
    x = tidy(children, widths, gap=3)
    assert min(centre - width / 2 for centre, width in zip(x, widths, strict=True)) == pytest.approx(0, abs=CLOSE)


@given(trees())
def test_a_subtree_is_drawn_the_same_wherever_it_stands(tree: tuple[Children, list[float]]) -> None:
    children, widths = tree
    x = tidy(children, widths, gap=3, family_gap=5)
    for top in children[0]:
        inside = [top]
        for node in inside:
            inside += children[node]
        inside.sort()
        number = {node: place for place, node in enumerate(inside)}
        alone = tidy(
            [[number[child] for child in children[node]] for node in inside],
            [widths[node] for node in inside],
            gap=3,
            family_gap=5,
        )
        for node in inside:
            assert x[node] - x[top] == pytest.approx(alone[number[node]] - alone[0], abs=CLOSE)


@given(st.lists(st.sampled_from((1.0, 7.0, 40.0)), min_size=1, max_size=20))
def test_leaves_below_a_root_stand_as_close_as_they_may(widths: list[float]) -> None:
    children: Children = [list(range(1, len(widths) + 1)), *([] for _ in widths)]
    x = tidy(children, [0.0, *widths], gap=2)
    right = x[-1] + widths[-1] / 2
    assert right == pytest.approx(sum(widths) + 2 * (len(widths) - 1))


def test_a_subtree_that_could_be_anywhere_between_two_others_stands_in_the_middle() -> None:
    # 1 and 3 are wide below, 2 has nothing below it
    children: Children = [[1, 2, 3], [4, 5, 6], [], [7, 8, 9], [], [], [], [], [], []]
    x = tidy(children, [10.0] * 10, gap=0)
    assert x[2] == pytest.approx((x[1] + x[3]) / 2)


def test_a_chain_of_ten_thousand_nodes_needs_no_recursion() -> None:
    size = 10_000
    children: Children = [[node + 1] for node in range(size - 1)] + [[]]
    assert set(tidy(children, [2.0] * size)) == {1.0}


def test_no_nodes_have_no_places() -> None:
    assert tidy([], []) == []


@pytest.mark.skipif(NODE is None, reason="node is not installed: the page's layout is not compared with ours")
def test_the_layout_of_the_page_gives_the_same_places() -> None:
    found: list[tuple[Children, list[float]]] = []

    @example(([[]], [1.0]))
    @given(trees())
    def collect(tree: tuple[Children, list[float]]) -> None:
        found.append(tree)

    collect()
    script = (FOLDERS["explorer"] / "layout.js").read_text(encoding="utf-8").replace("export ", "") + (
        "const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(given.map(([children, widths]) => tidy(children, widths, 3, 5))));"
    )
    assert NODE
    answer = subprocess.run(
        [NODE, "-e", script], input=json.dumps(found), capture_output=True, text=True, check=True
    ).stdout
    for (children, widths), places in zip(found, json.loads(answer), strict=True):
        assert places == pytest.approx(tidy(children, widths, gap=3, family_gap=5), abs=CLOSE)
