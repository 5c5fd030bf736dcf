"""What the tests of searching share: unfinished positions of every variant, and the naive search for each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from support.naive_evals import NAIVE_EVALS
from support.naive_search import Naive
from support.strategies import play_out
from support.to_oracle import oracle_action, oracle_rules, oracle_state

from fourcast.algorithms import Edge, Layer, Node, SearchResult, SearchSpec, TableMode, Variation, Visit, Window
from fourcast.evals import EVALS, TerminalValue
from fourcast.rules import Chance, Move, MoveKind, Position, Rules

SMALL: Final = (
    "classic,width=4,height=4,connect=3",
    "classic,width=3,height=3,connect=2",
    "classic,width=5,height=4",
    "most-lines,width=4,height=3,connect=3",
    "drift,width=4,height=3,connect=3",
    "classic,width=3,height=3,connect=3,drift=2:1:3",
    "extended,width=4,height=3,connect=3,pops=2",
    "extended,width=3,height=2,connect=2,pops=1,drift=1:1:1",
    "popout,width=3,height=3,connect=3",
    "popout,width=2,height=2,connect=3",
    "tictactoe",
    "most-lines,width=3,height=3,connect=2,gravity=off",
)
"""Boards on which games soon come to their end."""
NAMED: Final = ("classic", "most-lines", "drift", "extended", "popout", "tictactoe")


@cache
def rules_of(spec: str) -> Rules:
    return Rules.parse(spec)


def unfinished(rules: Rules, seed: int) -> Position:
    """A position of a random game of random length, with at least one move to make."""
    random = Random(f"{seed} of {rules}")
    played = play_out(rules.start(), random, random.randrange(rules.shape.cells + 4)).positions
    return next(position for position in reversed(played) if position.legal_moves)


@dataclass(frozen=True)
class Case:
    """A position with something to look ahead by. The seed chooses among evaluations and ways to value ends."""

    position: Position
    evaluation: str
    ends: TerminalValue
    depth: int

    def spec(self, algorithm: str, *, order: str = "ascending", table: TableMode = TableMode.OFF) -> SearchSpec:
        return SearchSpec(algorithm, eval=self.evaluation, order=order, table=table, terminal=self.ends)

    def naive(self, algorithm: str = "minimax") -> Naive:
        return _naive(self.position, self.evaluation, self.ends.value, algorithm == "expectimax")


@cache
def _naive(position: Position, evaluation: str, ends: str, random_opponent: bool) -> Naive:
    """One for all tests of a position, because it keeps what it computed."""
    return Naive(oracle_rules(position.rules), position.turn, NAIVE_EVALS[evaluation], ends, random_opponent)


def case(spec: str, seed: int, depth: int) -> Case:
    """A position of these rules, every evaluation and every way to value ends in their turn."""
    ends = tuple(TerminalValue)
    return Case(
        unfinished(rules_of(spec), seed),
        EVALS[seed % len(EVALS)].name,
        ends[seed // len(EVALS) % len(ends)],
        depth,
    )


def naive_moves(given: Case, naive: Naive) -> dict[Move, float]:
    """What every move of the case is worth by the naive search."""
    values = naive.moves(oracle_state(given.position), given.depth)
    rules = given.position.rules
    return {move: values[oracle_action(rules, move)] for move in given.position.legal_moves}


def close(value: float, expected: float) -> bool:
    """The same but for the rounding of means."""
    return abs(value - expected) <= 1e-9 * max(1.0, abs(expected))


def playable(position: Position, info: SearchResult) -> bool:
    """Whether the line of play can be played, up to the first drop that drifts."""
    for number, move in enumerate(info.pv):
        if move not in position.legal_moves:
            return False
        after = position.play_unchecked(move)
        if isinstance(after, Chance):
            return number == len(info.pv) - 1
        position = after
    return True


def ordered(moves: list[Move], rules: Rules, order: str) -> list[Move]:
    """The moves in a written order: drops or cells, then pops, then the call; `moves` are in the order of the rules."""
    width, height = rules.shape.width, rules.shape.height

    def from_the_centre(move: Move) -> int:
        sideways = abs(2 * move.column - (width - 1))
        return sideways + (abs(2 * move.row - (height - 1)) if move.kind is MoveKind.PLACE else 0)

    def as_listed(move: Move) -> int:
        places = [int(place) - 1 for place in order.replace("-", ",").split(",")]
        place = move.column + width * move.row if move.kind is MoveKind.PLACE else move.column
        return places.index(place) if place in places else len(places)

    found: list[Move] = []
    for kinds in ((MoveKind.DROP, MoveKind.PLACE), (MoveKind.POP,), (MoveKind.CALL_DRAW,)):
        some = [move for move in moves if move.kind in kinds]
        if order == "centre":
            some.sort(key=from_the_centre)
        elif order != "ascending":
            some.sort(key=as_listed)
        found += some
    return found


def after_each_visit(check: Callable[[Node, int, Window, Variation], None]) -> Layer:
    """A layer that passes every visit and its result to a function."""

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            variation = visit(node, depth, window, edge)
            check(node, depth, window, variation)
            return variation

        return search

    return layer
