"""Trees as JSON: strict, complete, the same from both engines, and true to the rules and to the search's counters."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest
from support.engines import needs_core
from support.trees import CASES, Case

import fourcast as fc
from fourcast.algorithms import Variation
from fourcast.native import Engine
from fourcast.rules import Chance, Position, Rules, board_text, parse_move, parse_position
from fourcast.trace.tree_json import json_text, tree_to_json


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def through_text(data: dict[str, Any]) -> Any:
    return json.loads(json_text(data, indent=1), parse_constant=no_constant)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_tree_comes_back_from_strict_json_as_it_was(case: Case) -> None:
    data = tree_to_json(case.tree())
    assert through_text(data) == data
    assert (data["format"], data["version"]) == ("fourcast-tree", 1)


@needs_core
@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_engines_give_the_same_text_but_for_their_name(case: Case) -> None:
    python, native = (tree_to_json(case.tree(engine=engine)) for engine in (Engine.PYTHON, Engine.NATIVE))
    assert (python.pop("engine"), native.pop("engine")) == ("python", "native")
    assert json_text(python) == json_text(native)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nodes_leaves_and_cuts_are_as_many_as_the_search_counted(case: Case) -> None:
    tree, info = case.searched()
    data = tree_to_json(tree)
    assert data["visited"] == data["shown"] == len(data["nodes"]) == info.counts.nodes
    assert sum(node["kind"] == "leaf" for node in data["nodes"]) == info.counts.leaves
    cut = [node for node in data["nodes"] if node["ended"] == "cut" and node["kind"] != "chance"]
    assert len(cut) == info.counts.cutoffs
    assert data["nodes"][0]["value"] == info.value
    assert data["plies"] is None


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_board_follows_from_its_parents_by_the_move_that_is_given(case: Case) -> None:
    data = tree_to_json(case.tree())
    rules = Rules.parse(data["rules"])
    after: list[Position | Chance] = [parse_position(rules, data["position"])]
    for node in data["nodes"][1:]:
        before = after[node["parent"]]
        if isinstance(before, Position):
            after.append(before.play_unchecked(parse_move(rules, node["move"])))
        elif node["probe"]:  # a reply in one of the branches; which one shows by its board
            replies = [branch.position.play_unchecked(parse_move(rules, node["move"])) for branch in before.branches]
            boards = [reply if isinstance(reply, Position) else branch.position
                      for reply, branch in zip(replies, before.branches, strict=True)]  # fmt: skip
            after.append(replies[[board_text(board).split("\n") for board in boards].index(node["board"])])
        else:
            branch = next(branch for branch in before.branches if branch.column + 1 == node["landed"])
            assert node["probability"] == {"exact": str(branch.probability), "number": float(branch.probability)}
            after.append(branch.position)
        standing = after[-1]
        if isinstance(standing, Position):
            assert node["board"] == board_text(standing).split("\n")
            is_mean = data["algorithm"] == "expectimax" and "xo"[standing.turn] != data["max"] and node["children"]
            assert (node["kind"] == "chance") == bool(is_mean)
        else:
            assert node["kind"] == "chance"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_cut_and_what_was_tried_are_together_all_that_could_be_done(case: Case) -> None:
    data = tree_to_json(case.tree())
    rules = Rules.parse(data["rules"])
    for node in data["nodes"]:
        below = [data["nodes"][child] for child in node["children"]]
        cut = [entry["move"] for entry in node["cut"] if "move" in entry]
        if node["kind"] in ("max", "min") and below:
            position = parse_position(rules, "/".join(node["board"]) + turn_and_pops(data, node))
            tried = {child["move"] for child in below}
            assert tried.isdisjoint(cut)
            assert {parse_move(rules, move) for move in tried.union(cut)} == set(position.legal_moves)
        if node["kind"] == "chance" and not node["cut"]:
            weights = [child["probability"]["number"] for child in below if child["probability"]]
            assert sum(weights) == pytest.approx(1)
        for entry in node["cut"]:
            high = entry["by"] == "beta"
            assert entry["bound"] == node["window"][1 if high else 0]
            assert node["value"] >= entry["bound"] if high else node["value"] <= entry["bound"]


def test_an_opponent_who_plays_at_random_is_a_chance_worth_the_mean_of_his_moves() -> None:
    nodes = tree_to_json(Case("classic,width=5,height=4", "33", "expectimax", "quadruplets", 2).tree())["nodes"]
    for child in nodes[0]["children"]:
        replies = [nodes[reply] for reply in nodes[child]["children"]]
        assert nodes[child]["kind"] == "chance"
        assert [reply["probability"]["exact"] for reply in replies] == ["1/5"] * 5
        assert nodes[child]["value"] == pytest.approx(sum(reply["value"] for reply in replies) / 5)


def turn_and_pops(data: dict[str, Any], node: dict[str, Any]) -> str:
    """MAX moves at his nodes; each pop on the way has used one up."""
    is_first = (node["kind"] == "max") == (data["max"] == "x")
    text = f" turn={'x' if is_first else 'o'}"
    if "pops=" in data["position"]:
        first, second = map(int, data["position"].partition("pops=")[2].split()[0].split(","))
        at = node
        while at["parent"] is not None:
            parent = data["nodes"][at["parent"]]
            if at["move"].startswith("p"):
                was_first = (parent["kind"] == "max") == (data["max"] == "x")
                first, second = first - was_first, second - (not was_first)
            at = parent
        text += f" pops={first},{second}"
    return text


def test_endless_windows_are_null() -> None:
    data = tree_to_json(Case("tictactoe", "5", "minimax", "line-counts", 1).tree())
    assert data["nodes"][1]["window"] == [None, None]


@pytest.mark.parametrize("value", [inf, -inf])
def test_an_infinite_value_still_gives_strict_json(value: float) -> None:
    def boundless(visit: Any, position: Any, depth: int, window: Any) -> Variation:
        return Variation(value)

    data = tree_to_json(fc.tree("5", boundless, rules="tictactoe", depth=1))
    assert through_text(data) == data
    assert data["nodes"][0]["value"] is None


def test_half_of_a_character_in_a_name_can_be_written_as_utf8() -> None:
    assert json.loads(json_text({"name": "\ud800"}).encode()) == {"name": "\ud800"}


def test_a_tree_that_is_too_large_says_to_what_depth_it_is_there() -> None:
    data = tree_to_json(Case("classic", "", "minimax", "quadruplets", 4).tree(max_nodes=100))
    assert (data["visited"], data["shown"], data["plies"]) == (2801, 57, 2)
    hidden = [node["nodes"] - 1 for node in data["nodes"] if node["ended"] == "not-shown"]
    assert sum(hidden) + data["shown"] == data["visited"]
