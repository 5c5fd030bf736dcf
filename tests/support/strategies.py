"""Random rules of every kind the family knows, and random games under them, for hypothesis."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from fourcast.rules import Chance, Drift, Goal, Ply, PopRule, Position, Rules, Shape

LONGEST = 90
"""Plies; enough to fill most of the boards below, and shrunk from the end when a law fails."""


@st.composite
def any_rules(draw: st.DrawFn, *, widest: int = 12, highest: int = 8) -> Rules:
    """Rules of any kind on a board of any small size."""
    shape = Shape(draw(_evenly(1, widest)), draw(_evenly(1, highest)), draw(_evenly(2, 6)))
    goal = draw(st.sampled_from(Goal))
    if not draw(st.sampled_from((True, True, True, False))):
        return Rules.of(shape, goal, gravity=False)
    pop_rules = list(PopRule) if goal is Goal.FIRST_LINE else [PopRule.NONE, PopRule.LIMITED]
    pop_rule = draw(st.sampled_from(pop_rules))
    pops_each = draw(st.integers(0, 6)) if pop_rule is PopRule.LIMITED else 0
    weights = st.builds(Drift, st.integers(1, 9), st.integers(0, 9), st.integers(0, 9))
    drift = draw(st.none() | st.just(Drift(3, 1, 1)) | weights)
    return Rules.of(shape, goal, pop_rule=pop_rule, pops_each=pops_each, drift=drift)


class Played(NamedTuple):
    """A game that was played: every position from the start on, and the plies between them."""

    positions: tuple[Position, ...]
    plies: tuple[Ply, ...]


def play_out(start: Position, random: Random, length: int) -> Played:
    """A game of at most so many plies in which every move, and every way it may turn out, is as likely as another."""
    positions, plies = [start], list[Ply]()
    while len(plies) < length and (moves := positions[-1].legal_moves):
        move = random.choice(moves)
        following = positions[-1].play_unchecked(move)
        landed = None
        if isinstance(following, Chance):
            branch = random.choice(following.branches)
            following = branch.position
            landed = None if branch.column == move.column else branch.column
        positions.append(following)
        plies.append(Ply(move, landed))
    return Played(tuple(positions), tuple(plies))


def games(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Played]:
    """Games from the empty board."""
    return st.builds(
        lambda chosen, seed, length: play_out(chosen.start(), Random(seed), length),
        any_rules() if rules is None else rules,
        st.integers(0, 10**9),
        _evenly(0, LONGEST),
    )


def positions(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Position]:
    """Positions that can be reached."""
    return games(rules).map(lambda played: played.positions[-1])


def _evenly(least: int, most: int) -> st.SearchStrategy[int]:
    """Every number as likely as another, where `integers` would prefer the ends."""
    return st.sampled_from(range(least, most + 1))
