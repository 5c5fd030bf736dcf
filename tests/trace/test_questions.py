"""Every question can be answered from what is shown: a program that reads nothing else answers all of them right."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from random import Random
from typing import Any

import pytest
from support.trees import GAMES, position_after_random_moves

from fourcast.algorithms import WIN, SearchSpec, tree_searches
from fourcast.rules import Rules, position_after
from fourcast.trace import record, tree_head, value_text
from fourcast.trace.explain import cut_texts, short_kind

Shown = dict[str, Any]
CASES = [
    (rules, moves, evaluation, algorithm.name)
    for rules, moves, evaluation in (*GAMES, ("drift,width=2,height=3,connect=2", "", "potential-lines"))
    for algorithm in tree_searches()
]


class Reader:
    """Someone who knows the algorithms and sees a question. Values are from the side to move (`sign` 1: MAX)."""

    def __init__(self, algorithm: str, depth: int, question: Shown) -> None:
        self.algorithm = algorithm
        self.depth = depth
        self.limits = self.number(question["lowest"]), self.number(question["highest"])
        self.window = self.end(question["alpha"]), self.end(question["beta"])
        self.searched: list[str] = []

    def number(self, text: str) -> float:
        text = text.replace("−", "-")
        if " in " in text:
            word, moves = text.split(" in ")
            return (1 if word == "win" else -1) * (WIN + self.depth - int(moves))
        if text in ("win", "loss"):
            return WIN + self.depth if text == "win" else -WIN - self.depth
        return float(text)

    def end(self, text: str) -> float:
        if text in ("−∞", "∞"):
            return self.limits[text == "∞"]
        if text.endswith("ε"):
            return nextafter(self.number(text[:-2]), inf if text[-2] == "+" else -inf)
        return self.number(text)

    def answer(self, question: Shown, kind: str) -> tuple[list[str], float]:
        """The replies that are not searched, and the value."""
        node = {"kind": kind, "children": question["replies"]}
        value = self.visit(node, *self.window, 1, top=True)
        if kind == "expected value":
            return [], value
        return [reply["step"] for reply in question["replies"] if reply["step"] not in self.searched], value

    def visit(self, node: Shown, alpha: float, beta: float, mover: int, *, top: bool = False) -> float:
        """The value to MAX. `mover` is the sign of the side whose move led to a chance node."""
        match node["kind"]:
            case "leaf":
                return self.number(node["value"])
            case "chance":
                low, high = (alpha, beta) if mover > 0 else (-beta, -alpha)
                return mover * self.weigh(node["children"], low, high, mover)
            case "expected value":
                values = [self.visit(child, -inf, inf, -1) for child in node["children"]]
                return sum(values) / len(values)
        sign = 1 if node["kind"] == "MAX" else -1
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        return sign * self.choose(node["children"], low, high, sign, top=top)

    def choose(self, children: list[Shown], alpha: float, beta: float, sign: int, *, top: bool) -> float:
        def look(child: Shown, low: float, high: float) -> float:
            if top:
                self.searched.append(child["step"])
            ends = (low, high) if sign > 0 else (-high, -low)
            return sign * self.visit(child, *ends, sign)

        best = alpha if self.algorithm == "alphabeta-hard" else -inf
        most = self.limits[1] if sign > 0 else -self.limits[0]
        for place, child in enumerate(children):
            match self.algorithm:
                case "minimax" | "expectiminimax" | "expectimax":
                    best = max(best, look(child, -inf, inf))
                    continue
                case "shallow" | "shallow-equal":
                    best = max(best, look(child, max(best, -most if sign > 0 else self.least(sign)), most))
                case "pvs" if place and max(alpha, best) > -inf:
                    low = max(alpha, best)
                    value = look(child, low, nextafter(low, inf))
                    if low < value < beta:
                        value = look(child, low, beta)
                    best = max(best, value)
                case _:
                    best = max(best, look(child, max(alpha, best), beta))
            if best > beta or (best == beta and self.algorithm != "shallow"):
                return beta if self.algorithm == "alphabeta-hard" else best
        return best

    def least(self, sign: int) -> float:
        return self.limits[0] if sign > 0 else -self.limits[1]

    def weigh(self, branches: list[Shown], alpha: float, beta: float, mover: int) -> float:
        """A mean to the side that moved: plain, Star1 or Star2."""
        weights = [float(Fraction(branch["weight"])) for branch in branches]
        if self.algorithm not in ("star1", "star2", "pvs"):
            values = [mover * self.visit(branch, -inf, inf, mover) for branch in branches]
            return sum(weight * value for weight, value in zip(weights, values, strict=True))
        lowest = self.least(mover)
        at_most = [-self.least(-mover)] * len(branches)
        highest = at_most[0]

        def look(node: Shown, low: float, high: float) -> float:
            return mover * self.visit(node, *((low, high) if mover > 0 else (-high, -low)), -mover)

        if self.algorithm == "star2":
            for place, branch in enumerate(branches):
                if branch["kind"] == "leaf":
                    break
                others = sum(w * v for i, (w, v) in enumerate(zip(weights, at_most, strict=True)) if i != place)
                if others + weights[place] * highest <= alpha:
                    return others + weights[place] * highest
                probe = look(branch["children"][0], (alpha - others) / weights[place], highest)
                at_most[place] = min(highest, probe)
                if others + weights[place] * at_most[place] <= alpha:
                    return others + weights[place] * at_most[place]
        known = 0.0
        for place, branch in enumerate(branches):
            rest = range(place + 1, len(branches))
            high = sum(weights[later] * at_most[later] for later in rest)
            low = sum(weights[later] for later in rest) * lowest
            value = look(branch, (alpha - known - high) / weights[place], (beta - known - low) / weights[place])
            bottom, top = (alpha - known - high) / weights[place], (beta - known - low) / weights[place]
            known += weights[place] * value
            if value <= bottom:
                return min(known + high, alpha)
            if value >= top:
                return max(known + low, beta)
        return known


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[3]}")
def test_a_program_that_sees_only_the_question_answers_it_right(case: tuple[str, str, str, str]) -> None:
    rules, moves, evaluation, algorithm = case
    random = Random(f"{rules} {algorithm}")
    for order in ("ascending", "centre+killers"):
        spec = SearchSpec(algorithm, eval=evaluation, order=order, table=order != "ascending")
        tree = record(position_after_random_moves(rules, moves, random), spec, 2 if "drift" in rules else 3).tree()
        head = tree_head(tree)
        for question in head["questions"]:
            node = tree.nodes[question["node"]]
            unsearched, value = Reader(algorithm, head["depth"], question).answer(question, short_kind(tree, node))
            assert unsearched == cut_texts(node) or set(unsearched) == set(cut_texts(node))
            assert value_text(tree, value) == value_text(tree, node.value)


@pytest.mark.parametrize("algorithm", ["pvs", "star1"])
@pytest.mark.parametrize(
    ("rules", "moves"), [("classic", "4453"), ("tictactoe", "51"), ("drift,width=4,height=4", "2")]
)
def test_there_are_questions_in_which_something_is_pruned(rules: str, moves: str, algorithm: str) -> None:
    tree = record(position_after(Rules.parse(rules).start(), moves), SearchSpec(algorithm), 3).tree()
    asked = [tree.nodes[question["node"]] for question in tree_head(tree)["questions"]]
    assert len(asked) > 5
    assert any(node.cut_moves for node in asked)
    assert any(not node.cut_moves for node in asked) or "drift" in rules
