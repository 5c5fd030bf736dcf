"""The Graphviz source of a tree, read by Graphviz itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from xml.etree import ElementTree as ET

import pytest
from support.trees import CASES, PUBLISHED, Case

from fourcast.rules import Player, Position
from fourcast.trace import Ended, cut_reason
from fourcast.trace.write import tree_to_dot

DOT = shutil.which("dot")
needs_dot = pytest.mark.skipif(DOT is None, reason="Graphviz is not installed: its reading of our source is not tested")


def read_by_dot(source: str) -> str:
    """The source as Graphviz understood it, with places."""
    assert DOT
    ran = subprocess.run([DOT, "-Tdot"], input=source, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "rror" not in ran.stderr
    return ran.stdout


@needs_dot
@pytest.mark.parametrize("case", [case for case in CASES if case.algorithm in ("alphabeta", "star2", "pvs")], ids=str)
def test_graphviz_finds_every_node_every_edge_and_every_cut(case: Case) -> None:
    tree = case.tree()
    understood = read_by_dot(tree_to_dot(tree))
    assert len(re.findall(r"^\tn\d+\t", understood, re.MULTILINE)) == len(tree.nodes)
    assert len(re.findall(r"^\tn\d+ -> n\d+", understood, re.MULTILINE)) == len(tree.nodes) - 1
    cut = [node for node in tree.nodes if node.ended is Ended.CUT]
    assert len(re.findall(r"^\tc\d+\t", understood, re.MULTILINE)) == len(cut)
    untried = sum(len(node.cut_moves) + len(node.cut_branches) for node in cut)
    assert len(re.findall(r"^\tn\d+ -> c\d+", understood, re.MULTILINE)) == untried


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_reasons_of_the_cuts_are_those_of_the_tree(case: Case) -> None:
    tree = case.tree()
    reasons = re.findall(r'^  c(\d+) \[.*label="(.*)"\];$', tree_to_dot(tree), re.MULTILINE)
    assert {int(index): reason for index, reason in reasons} == {
        node.index: cut_reason(tree, node) for node in tree.nodes if node.ended is Ended.CUT
    }


def test_a_node_has_its_kind_depth_value_window_and_board() -> None:
    tree = Case("tictactoe", "5", "minimax", "line-counts", 1).tree()
    assert r'n0 [shape=house, label="Maximize, depth 1\nvalue 0\nwindow −∞, ∞\n...\n.x.\n...", penwidth=3' in (
        tree_to_dot(tree).replace(f"value {int(tree.nodes[0].value)}".replace("-", "−"), "value 0")
    )


@needs_dot
def test_a_wide_tree_is_drawn_from_left_to_right_and_stays_printable() -> None:
    assert DOT
    source = tree_to_dot(Case("classic", "44", "alphabeta", "quadruplets", 3).tree())
    picture = subprocess.run([DOT, "-Tsvg"], input=source, capture_output=True, text=True, check=True).stdout
    width, height = (int(side) for side in re.findall(r'(?:width|height)="(\d+)pt"', picture)[:2])
    assert width < 1200
    assert height < 6000  # 24,972 points wide with a board in every node of one row


@pytest.mark.parametrize(
    ("algorithm", "shapes"),
    [
        ("expectiminimax", {"Maximize": "house", "Minimize": "invhouse", "Chance": "ellipse", "Leaf": "box"}),
        ("expectimax", {"Maximize": "house", "Chance": "ellipse", "Expected value": "ellipse", "Leaf": "box"}),
    ],
)
def test_kinds_are_told_by_their_shape(algorithm: str, shapes: dict[str, str]) -> None:
    source = tree_to_dot(Case("drift,width=4,height=3", "", algorithm, "potential-lines", 2).tree())
    assert {word: shape for shape, word in re.findall(r'shape=(\w+), label="([\w ]+), depth', source)} == shapes


def test_the_chosen_line_is_thick() -> None:
    assert len(re.findall(r"n\d+ -> n\d+ \[.*penwidth=4", tree_to_dot(PUBLISHED.tree()))) == 3


def test_what_is_not_shown_is_counted() -> None:
    source = tree_to_dot(Case("classic", "", "minimax", "quadruplets", 4).tree(max_nodes=100))
    assert source.count('label="+56"') == 49
    assert "57 of 2,801 nodes are shown" in source


@needs_dot
def test_a_name_full_of_signs_reaches_the_picture_as_it_is() -> None:
    def judge(position: Position, player: Player) -> float:
        return 0

    judge.__name__ = name = 'C:\\new"];x->y[label="<b>&lt;&amp;\\N\\'
    tree, _ = Case("tictactoe", "5", "minimax", "", 1).searched(evaluate=judge)
    assert DOT
    picture = subprocess.run([DOT, "-Tsvg"], input=tree_to_dot(tree), capture_output=True, text=True, check=True).stdout
    texts = ["".join(text.itertext()) for text in ET.fromstring(picture).iter() if text.tag.endswith("text")]
    assert any(name in text.replace("\xa0", " ") for text in texts)
    assert not any(text in ("x", "y") for text in texts)
