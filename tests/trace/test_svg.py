"""The SVG of a tree: well-formed, standing alone, and showing what was recorded."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from support.trees import CASES, PUBLISHED, Case

from fourcast.drawing import LIGHT
from fourcast.rules import Player, Position
from fourcast.trace import Ended, NodeKind, Tree, cut_reason
from fourcast.trace.explain import node_value_text, window_text
from fourcast.trace.picture import Detail
from fourcast.trace.svg import tree_to_svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(tree: Tree, *, detail: Detail | None = None) -> ET.Element:
    return ET.fromstring(tree_to_svg(tree, detail=detail))


def groups(document: ET.Element, name: str) -> list[ET.Element]:
    return [group for group in document.iter(f"{SVG}g") if name in (group.get("class") or "").split()]


def texts(element: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_node_is_a_group_of_its_kind_and_every_cut_has_its_reason(case: Case) -> None:
    tree = case.tree()
    document = drawn(tree)
    nodes = groups(document, "node")
    assert {int(node.get("data-index") or -1): node.get("data-kind") for node in nodes} == {
        node.index: node.kind.value for node in tree.nodes
    }
    assert len(nodes) == len(tree.nodes)
    assert len([node for node in nodes if "chosen" in (node.get("class") or "")]) == sum(n.chosen for n in tree.nodes)
    reasons = {
        int(group.get("data-index") or -1): next(text for text in texts(group) if text.startswith("cut: "))
        for group in groups(document, "cut")
    }
    assert reasons == {node.index: cut_reason(tree, node) for node in tree.nodes if node.ended is Ended.CUT}


@pytest.mark.parametrize("detail", Detail)
def test_a_drawing_stands_alone_and_runs_nothing(detail: Detail) -> None:
    text = tree_to_svg(PUBLISHED.tree(), detail=detail)
    document = ET.fromstring(text)
    tags = {element.tag.removeprefix(SVG) for element in document.iter()}
    assert tags <= {"svg", "g", "path", "rect", "circle", "text", "tspan", "title"}
    names = {name for element in document.iter() for name in element.attrib}
    assert not {name for name in names if name == "style" or "href" in name or name.startswith("on") or name == "id"}
    assert re.findall(r"\w+://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in text


def test_a_card_shows_value_and_window() -> None:
    tree = PUBLISHED.tree()
    nodes = groups(drawn(tree, detail=Detail.BOARDS), "node")
    for node, group in zip(tree.nodes, sorted(nodes, key=lambda node: int(node.get("data-index") or 0)), strict=True):
        expected = [node_value_text(tree, node)]
        if node.kind is not NodeKind.LEAF:
            expected.append(window_text(tree, node))
        assert texts(group) == expected


def test_the_drawing_of_the_readme_has_every_value_and_every_window() -> None:
    tree = Case("classic", "44", "alphabeta", "quadruplets", 3).tree()
    assert len(tree.nodes) == 183
    nodes = sorted(groups(drawn(tree), "node"), key=lambda node: int(node.get("data-index") or 0))
    for node, group in zip(tree.nodes, nodes, strict=True):
        windows = [] if node.kind is NodeKind.LEAF else [window_text(tree, node)]
        assert texts(group) == [node_value_text(tree, node), *windows]


def dots(group: ET.Element, colour: str, width: str | None = None) -> int:
    """Discs of a colour; each is a line of no length."""
    paths = [path for path in group.iter(f"{SVG}path") if path.get("stroke") == colour]
    return sum((path.get("d") or "").count("h0") for path in paths if width in (None, path.get("stroke-width")))


@pytest.mark.parametrize("case", [case for case in CASES if case.algorithm == "alphabeta"], ids=str)
def test_every_board_has_its_discs_and_only_the_second_players_carry_a_ring(case: Case) -> None:
    tree = case.tree()
    nodes = groups(drawn(tree, detail=Detail.BOARDS), "node")
    for node, group in zip(tree.nodes, sorted(nodes, key=lambda node: int(node.get("data-index") or 0)), strict=True):
        first, second = (stones.bit_count() for stones in node.position.stones)
        assert dots(group, LIGHT.p1) == first
        assert dots(group, LIGHT.p2_rim) == second
        assert dots(group, LIGHT.hole) == tree.root.rules.shape.cells - first - second


def test_the_last_disc_is_ringed_and_a_pop_is_pointed_at() -> None:
    tree = Case("extended,width=4,height=4,pops=1", "11", "minimax", "filled-runs", 1).tree()
    nodes = groups(drawn(tree, detail=Detail.BOARDS), "node")
    rings = [len(list(group.iter(f"{SVG}circle"))) for group in nodes]
    assert rings == [0, 1, 1, 1, 1, 0]  # the root, four drops, a pop
    triangles = [
        sum(
            (path.get("d") or "").endswith("z") and path.get("fill") == LIGHT.board_ink
            for path in group.iter(f"{SVG}path")
        )
        for group in nodes
    ]
    assert triangles == [0, 0, 0, 0, 0, 1]


def test_edges_carry_columns_and_chances_their_percentage() -> None:
    tree = Case("drift,width=4,height=3", "", "expectiminimax", "potential-lines", 1).tree()
    written = texts(drawn(tree))
    assert {"1", "2", "3", "4"} <= set(written)
    shares = [text for text in written if "%" in text]
    assert shares == [
        *("75% → 1", "25% → 2"),
        *("60% → 2", "20% → 1", "20% → 3"),
        *("60% → 3", "20% → 2", "20% → 4"),
        *("75% → 4", "25% → 3"),
    ]


def test_the_chosen_line_is_thicker() -> None:
    tree = PUBLISHED.tree()
    (chosen,) = [group for group in groups(drawn(tree), "chosen") if "node" not in (group.get("class") or "")]
    assert len(chosen) == tree.depth  # an edge for each move
    assert (chosen.get("stroke"), chosen.get("stroke-width")) == (LIGHT.accent, "4")


def test_the_header_says_what_was_searched_and_what_is_missing() -> None:
    tree = Case("classic", "", "minimax", "quadruplets", 4).tree(max_nodes=100)
    document = drawn(tree)
    written = " ".join(texts(document))
    for part in ("classic · minimax · quadruplets · depth 4 · python engine", "2,801 nodes visited", "57 of 2,801"):
        assert part in written
    counts = [text for text in texts(document) if re.fullmatch(r"\+[\d,]+", text)]
    assert counts == ["+56"] * 49


def test_a_drawing_of_thousands_of_nodes_stays_small() -> None:
    text = tree_to_svg(Case("classic", "44", "alphabeta", "quadruplets", 5).tree(engine=None))
    assert len(text) < 2_000_000
    assert float(ET.fromstring(text).get("width") or 0) < 10_000


def test_a_name_full_of_markup_is_only_text() -> None:
    def judge(position: Position, player: Player) -> float:
        return 0

    judge.__name__ = name = "</text><script>alert('&amp;')</script>\x00\ud800"
    tree, _ = Case("tictactoe", "5", "minimax", "", 1).searched(evaluate=judge)
    document = drawn(tree)
    assert not list(document.iter(f"{SVG}script"))
    assert name.replace("\x00", " ").replace("\ud800", " ").strip() in " ".join(texts(document))
