"""What is said about a search is true of it, and said in the words of the page."""

from __future__ import annotations

import re
from math import inf

import pytest
from support.trees import CASES, PUBLISHED, Case

import fourcast as fc
from fourcast.algorithms import TableMode
from fourcast.rules import random_position
from fourcast.trace import Ended, NodeKind, Tree, TreeNode, cut_reason, value_text
from fourcast.trace.explain import (
    cut_sentence,
    explanation,
    findings,
    headline,
    node_name,
    node_value_text,
    window_text,
)


def named(tree: Tree, *moves: str) -> TreeNode:
    """The last visit that a line of moves led to."""

    node = tree.nodes[0]
    for move in moves:
        below = [tree.nodes[child] for child in node.children]
        node = [child for child in below if child.move and str(child.move) == move][-1]
    return node


def best_above(tree: Tree, node: TreeNode, kind: NodeKind, *, parent_only: bool) -> float:
    """What a side has got already at its nodes above, from the branches that were finished before."""
    best = -inf if kind is NodeKind.MAX else inf
    while node.parent is not None:
        above = tree.nodes[node.parent]
        if above.kind is kind:
            done = [tree.nodes[child].value for child in above.children if child < node.index]
            best = max([best, *done]) if kind is NodeKind.MAX else min([best, *done])
        if parent_only:
            return best
        node = above
    return best


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_node_is_explained_and_every_cut_has_a_sentence_with_its_reason(case: Case) -> None:
    tree = case.tree()
    for node in tree.nodes:
        reason, sentence = cut_reason(tree, node), cut_sentence(tree, node)
        assert (sentence is None) == (reason is None) == (node.ended is not Ended.CUT)
        if sentence:
            assert re.fullmatch(rf"{re.escape(reason or '')}, .*\.", sentence)
        assert re.fullmatch(r"[A-Z].*\.", explanation(tree, node))


@pytest.mark.parametrize("case", [case for case in CASES if "drift" not in case.rules], ids=str)
def test_what_a_cut_sentence_says_somebody_has_is_the_best_he_has_found(case: Case) -> None:
    if case.algorithm in ("pvs", "alphabeta-hard") or case.memory is not TableMode.OFF:
        return  # whose values below need not be what was found there
    tree = case.tree()
    for node in tree.nodes:
        sentence = cut_sentence(tree, node)
        if sentence and (said := re.search(r"(MAX|MIN) above already has (a )?(.+?)( for MAX)?\.$", sentence)):
            kind = NodeKind.MAX if said[1] == "MAX" else NodeKind.MIN
            best = best_above(tree, node, kind, parent_only="shallow" in case.algorithm)
            assert said[3] == value_text(tree, best)
            assert node.value <= best if kind is NodeKind.MAX else node.value >= best


def test_a_cut_at_min_is_told_in_the_words_of_the_page() -> None:
    tree = Case("most-lines", "4", "alphabeta", "potential-lines", 2).tree()
    node = named(tree, "5")
    assert cut_sentence(tree, node) == "cut: −11 ≤ α −9, MAX above already has −9."
    assert explanation(tree, node) == (
        "Red can hold Yellow to −11 here. Yellow gets −9 by playing 4, so this branch cannot matter. "
        "Its exact value is not known: at most −11."
    )


def test_a_cut_at_max_is_told_in_the_words_of_the_page() -> None:
    tree = PUBLISHED.tree()
    node = named(tree, "1", "2")
    assert cut_sentence(tree, node) == "cut: 4 ≥ β 2, MIN above already has 2."
    assert explanation(tree, node) == (
        "Yellow can get at least 4 here. Red can hold Yellow to 2 by playing 1 higher up, so will not allow this. "
        "Its exact value is not known: at least 4."
    )


def test_principal_variation_search_says_what_it_asked() -> None:
    tree = Case("classic", "44", "pvs", "quadruplets", 3).tree()
    sentences = [sentence for node in tree.nodes if (sentence := cut_sentence(tree, node))]
    assert any(sentence.endswith("MAX above asks only whether it is more.") for sentence in sentences)


def test_a_cut_below_luck_does_not_claim_that_somebody_has_the_bound() -> None:
    tree = Case("drift,width=4,height=3", "", "star1", "potential-lines", 2).tree()
    below_chance = [
        node
        for node in tree.nodes
        if node.ended is Ended.CUT and node.parent is not None and tree.nodes[node.parent].kind is NodeKind.CHANCE
    ]
    assert below_chance
    for node in below_chance:
        needed = r"the (chance node above needs|probe asks whether landing in \d can be worth) (more|less) than \S+"
        assert re.search(needed + r"( from this branch)?\.$", cut_sentence(tree, node) or "")


def test_where_all_values_are_equal_a_cut_says_that_none_can_be_higher() -> None:
    tree = Case("most-lines,width=3,height=3", "", "alphabeta", "potential-lines", 1).tree()
    assert cut_sentence(tree, tree.nodes[0]) == "cut: 0 ≥ β 0, no value can be higher."
    assert node_value_text(tree, tree.nodes[0]) == "0"


def test_a_bound_is_written_as_one() -> None:
    tree = PUBLISHED.tree()
    assert node_value_text(tree, named(tree, "1", "2")) == "≥4"
    assert node_value_text(tree, named(tree, "2")) == "≤0"
    assert node_value_text(tree, tree.nodes[0]) == "2"


def test_an_end_beyond_which_there_are_no_values_is_infinite() -> None:
    tree = PUBLISHED.tree()
    assert window_text(tree, tree.nodes[0]) == "−∞, ∞"
    assert window_text(tree, named(tree, "4", "4")) == "1, 12"


def test_names_are_fit_for_ears() -> None:
    tree = PUBLISHED.tree()
    assert node_name(tree, named(tree, "2")) == (
        "MIN after Yellow 2, window 0 to infinity, value at most 0, cut: 0 ≤ α 0"
    )
    assert node_name(tree, tree.nodes[0]) == (
        "MAX at the root, window minus infinity to infinity, value 2, on the principal variation"
    )


def test_a_win_is_told_as_one() -> None:
    tree = Case("classic", "414243", "alphabeta", "quadruplets", 2).tree()
    assert findings(tree)[0] == "Red chooses 4, worth a win in 1."
    assert (
        explanation(tree, named(tree, "4"))
        == "The game is over: Red has a line. Value a win in 1, counted from the root."
    )


def test_the_header_names_the_settings_and_the_result() -> None:
    tree = PUBLISHED.tree()
    assert headline(tree) == ["most-lines", "alphabeta", "potential-lines", "depth 3", "python engine"]
    assert findings(tree) == [
        "Yellow chooses 4, worth 2.",
        "224 nodes visited, 26 cutoffs, 92 moves pruned.",
    ]


def test_cuts_are_counted_where_they_are_shown() -> None:
    tree = Case("classic", "", "alphabeta", "quadruplets", 5).tree(max_nodes=60)
    cut = [len(node.cut_moves) for node in tree.nodes if node.cut_moves]
    assert tree.plies
    assert f", {len(cut)} cutoffs, {sum(cut)} moves pruned in the first {tree.plies} of 5 plies." in findings(tree)[1]


def test_what_is_not_shown_is_said() -> None:
    tree = Case("classic", "", "minimax", "quadruplets", 4).tree(max_nodes=100)
    assert findings(tree)[1] == "2,801 nodes visited."
    assert findings(tree)[-1] == "57 of 2,801 nodes are shown; a number such as +48 counts what is below a node."


def test_a_cut_by_an_old_bound_is_said_to_be_one_and_no_node_is_named_that_set_it() -> None:
    sentences = set()
    for seed in range(4):
        position = random_position("classic,width=4,height=4,connect=3", 4, seed=seed)
        recorded = fc.tree(position, "shallow/old-bounds", depth=4)
        for node in recorded.nodes:
            if node.ended is not Ended.CUT:
                continue
            sentence = cut_sentence(recorded, node)
            assert sentence
            is_inside = node.window.alpha < node.value < node.window.beta
            assert sentence.endswith(" meets an old bound.") == is_inside
            assert "above" not in sentence
            assert "last iteration" in explanation(recorded, node)
            sentences.add(is_inside)
    assert sentences == {True, False}
