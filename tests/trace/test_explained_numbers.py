"""Every number in the text about a node is recomputed from the recorded data, for random positions of every variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest
from support.trees import GAMES, position_after_random_moves

from fourcast.algorithms import SearchSpec, tree_searches
from fourcast.trace import Tree, record, value_text
from fourcast.trace.explain import (
    cut_sentence,
    explanation,
    findings,
    progress_after,
    window_change,
    window_ends,
    window_sources,
)
from fourcast.trace.tree_json import tree_to_json

MORE_GAMES = (
    ("classic,width=4,height=4,connect=3,drift=3:1:1", "", "quadruplets"),  # means of wins and losses
    ("drift,width=3,height=3,connect=3", "", "potential-lines"),
    ("drift,width=4,height=4", "", "potential-lines"),
    ("classic,width=4,height=4,connect=3", "", "quadruplets"),
)
CASES = [
    (rules, moves, evaluation, algorithm.name)
    for rules, moves, evaluation in (*GAMES, *MORE_GAMES)
    for algorithm in tree_searches()
]


@cache
def recorded(rules: str, moves: str, evaluation: str, algorithm: str) -> tuple[Tree, list[dict[str, Any]]]:
    random = Random(f"{rules} {algorithm}")
    depth = 2 if "drift" in rules or "pop" in rules or "width=11" in rules else 3
    spec = SearchSpec(algorithm, eval=evaluation)
    tree = record(position_after_random_moves(rules, moves, random), spec, depth).tree()
    return tree, tree_to_json(tree)["nodes"]


def window_of(node: dict[str, Any]) -> tuple[float, float]:
    alpha, beta = node["window"]
    return -inf if alpha is None else alpha, inf if beta is None else beta


def operand(tree: Tree, value: float) -> str:
    text = value_text(tree, value)
    return text if text[0].isdigit() else f"({text})"


def branch_terms(
    tree: Tree, nodes: list[dict[str, Any]], chance: dict[str, Any], upper: bool, before: int
) -> dict[int, tuple[float, float, str]]:
    """Probability, number and origin of every branch of a chance node, before a child was visited: its value, the reply
    that was probed, or the end of the range of values."""
    limit = window_of(nodes[0])[0 if not upper else 1]
    node = tree.nodes[chance["index"]]
    assert node.move
    after = {
        branch.column + 1: float(branch.probability) for branch in node.position.play_unchecked(node.move).branches
    }
    mover_is_max = node.position.turn == tree.max_player
    terms = {}
    for column, weight in after.items():
        number, origin = limit, "limit"
        for child in (nodes[index] for index in chance["children"] if index < before):
            if child["landed"] == column:
                number, origin = child["value"], "value"
                break
            if child["probed"] == column and upper == mover_is_max:
                closer = min(limit, child["value"]) if upper else max(limit, child["value"])
                number, origin = closer, "probe" if closer != limit else "limit"
        terms[column] = (weight, number, origin)
    return terms


def written(tree: Tree, terms: Iterator[tuple[float, float, str]], sign: str) -> str:
    return f" {sign} ".join(f"{weight:.4g} · {operand(tree, number)}" for weight, number, _ in terms)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[3]}")
def test_the_numbers_at_chance_nodes_are_those_of_the_recorded_branches(case: tuple[str, str, str, str]) -> None:
    tree, nodes = recorded(*case)
    for node, data in zip(tree.nodes, nodes, strict=True):
        text = explanation(tree, node)
        if (
            data["kind"] == "chance"
            and data["ended"] in ("searched", "cut")
            and node.move
            and node.kind.value == "chance"
        ):
            upper = data["value"] < window_of(data)[1]
            terms = branch_terms(tree, nodes, data, upper, len(nodes))
            total = sum(weight * number for weight, number, _ in terms.values())
            assert f"{written(tree, iter(terms.values()), '+')} = {value_text(tree, total)}" in text
            assert value_text(tree, total) == value_text(tree, data["value"])
            if data["ended"] == "cut":
                assert total >= window_of(data)[1] - 1e-9 if not upper else total <= window_of(data)[0] + 1e-9
                end = (
                    f"≤ α {value_text(tree, window_of(data)[0])}"
                    if upper
                    else f"≥ β {value_text(tree, window_of(data)[1])}"
                )
                assert f" {end}, where " in text
            is_bound = any(nodes[child]["bound"] != "exact" for child in data["children"])
            if is_bound and data["text"][0] in "≤≥":
                word = "most" if data["text"][0] == "≤" else "least"
                assert f"at {word} " in text  # a bound is worded as one
            if any(origin == "limit" for _, _, origin in terms.values()):
                limit = window_of(nodes[0])[1 if upper else 0]
                assert f"{'U' if upper else 'L'} = {value_text(tree, limit)}" in text
        elif data["kind"] == "chance" and data["ended"] == "searched":
            values = [nodes[child]["value"] for child in data["children"]]
            equation = f"({' + '.join(operand(tree, value) for value in values)}) / {len(values)}"
            assert f"{equation} = {value_text(tree, sum(values) / len(values))}." in text


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[3]}")
def test_the_window_of_a_branch_is_derived_from_that_of_its_chance_node(case: tuple[str, str, str, str]) -> None:
    tree, nodes = recorded(*case)
    for node, data in zip(tree.nodes, nodes, strict=True):
        text = window_sources(tree, node)
        parent = None if data["parent"] is None else nodes[data["parent"]]
        if parent is None or tree.nodes[parent["index"]].kind.value != "chance":
            assert text == ""
            continue
        column = data["landed"] or data["probed"]
        for upper, shown in zip((True, False), window_ends(tree, node), strict=True):
            name, place = ("α", 0) if upper else ("β", 1)
            terms = branch_terms(tree, nodes, parent, upper, data["index"])
            weight, _, _ = terms.pop(column)
            end = window_of(parent)[place]
            value = (end - sum(other * number for other, number, _ in terms.values())) / weight
            if "∞" in shown or "ε" in shown or not terms:
                continue
            line = f"({value_text(tree, end)} − {written(tree, iter(terms.values()), '−')}) / {weight:.4g}"
            assert f"{name} {value_text(tree, value)} = {line}, where {value_text(tree, end)} is {name} of the" in text
            assert value_text(tree, value) == shown


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[3]}")
def test_cuts_bounds_and_counts_are_those_of_the_recorded_nodes(case: tuple[str, str, str, str]) -> None:
    tree, nodes = recorded(*case)
    cutoffs = [data for data in nodes if data["ended"] == "cut"]
    pruned = sum(len(data["cut"]) for data in cutoffs)
    counts = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?= )", findings(tree)[1])]
    assert counts[:1] == [tree.visited]
    assert counts[1:2] == [len(cutoffs)][: len(cutoffs)]
    assert sum(counts[2:]) == pruned
    for node, data in zip(tree.nodes, nodes, strict=True):
        sentence = cut_sentence(tree, node)
        alpha, beta = window_of(data)
        if sentence:
            found = re.match(r"cut: (.+?) (≥ β|≤ α) ([^,]+?)([+−]ε)?, ", sentence)
            assert found
            assert found[1] == value_text(tree, data["value"])
            assert data["value"] >= beta if found[2] == "≥ β" else data["value"] <= alpha
            ends = (alpha, beta) if found[4] else (beta,) if found[2] == "≥ β" else (alpha,)
            assert found[3] in [value_text(tree, end) for end in ends]
            assert f"at {'least' if found[2] == '≥ β' else 'most'} " in explanation(tree, node) or (
                "No value is beyond" in explanation(tree, node)
            )
        if case[3] == "pvs" and 0 < beta - alpha < 1e-6 and abs(alpha) < 1e9:
            assert [end.count("ε") for end in window_ends(tree, node)] in ([0, 1], [1, 0])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[3]}")
def test_a_node_has_the_best_of_what_was_found_so_far(case: tuple[str, str, str, str]) -> None:
    tree, nodes = recorded(*case)
    for node, data in zip(tree.nodes, nodes, strict=True):
        if data["parent"] is None:
            continue
        parent = nodes[data["parent"]]
        children = [nodes[child] for child in parent["children"]]
        again = {one["index"] for one, two in pairwise(children) if one["move"] == two["move"]}
        again = {index for index in again if nodes[index]["move"]}
        done = [child for child in children if child["index"] <= data["index"] and child["index"] not in again]
        now = progress_after(tree, node)
        change = window_change(tree, node)
        if parent["kind"] == "chance":
            share = 1 / len(children)
            weights = [child["probability"]["number"] if child["probability"] else 0 for child in done]
            if tree.nodes[parent["index"]].kind.value != "chance":
                weights = [share] * len(done)
            total = sum(weight * child["value"] for weight, child in zip(weights, done, strict=True))
            assert now.value == f"{value_text(tree, total)} + …"
            assert change == ""
            continue
        if not done:
            assert now.value == "…"
            continue
        pick = max if parent["kind"] == "max" else min
        best = pick(child["value"] for child in done)
        assert now.value.lstrip("≤≥") == f"{value_text(tree, best)}…"
        if case[3] in ("minimax", "expectiminimax", "expectimax"):
            assert change == ""
            continue
        found = re.match(
            r"(α rises|β falls) from (.+?) to (.+?): (MAX|MIN) has found (.+?)(, not (below β|above α) .+)?\.$", change
        )
        assert bool(change) == bool(found)
        if found:
            assert found[3] == found[5] == value_text(tree, best) == (now.alpha if found[4] == "MAX" else now.beta)
            assert found[4] == parent["kind"].upper()
            low, high = window_of(parent)
            assert bool(found[6]) == (best >= high if found[4] == "MAX" else best <= low)
