"""Longest game and most moves, against every position of many small boards as the oracle plays them."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from support import oracle
from support.to_oracle import oracle_rules

from fourcast.rules import Drift, Goal, PopRule, Rules, Shape

SHAPES = [(width, height) for width in range(1, 5) for height in range(1, 5) if width * height <= 9]


def small_games() -> list[Rules]:
    """Rules of all kinds that bear on the bounds, on boards small enough to see every position."""
    found = []
    for width, height in SHAPES:
        for connect in (2, 3, 4):
            shape = Shape(width, height, connect)
            found += [Rules.of(shape), Rules.of(shape, pop_rule=PopRule.OWN)]
            found += [Rules.of(shape, pop_rule=PopRule.LIMITED, pops_each=pops) for pops in (0, 1, 2)]
        counting = Rules.of(Shape(width, height, 3), Goal.MOST_LINES)
        found += [counting, Rules.of(counting.shape, Goal.MOST_LINES, drift=Drift(3, 1, 1))]
        found += [Rules.of(counting.shape, Goal.RUN_POINTS, pop_rule=PopRule.LIMITED, pops_each=n) for n in (0, 1, 2)]
        found += [Rules.of(counting.shape, goal, gravity=False) for goal in Goal if width * height <= 6]
    return found


class Explored(NamedTuple):
    """What a look at every position has found; with unlimited pop-outs `longest` means nothing."""

    longest: int
    most: int


def explore(rules: oracle.Rules) -> Explored:
    layer, seen = {oracle.start(rules)}, set[oracle.State]()
    longest, most = -1, 0
    while layer:
        longest += 1
        seen |= layer
        following = set()
        for state in layer:
            actions = oracle.actions(rules, state)
            most = max(most, len(actions))
            for action in actions:
                following |= {branch.state for branch in oracle.branches(rules, state, action)}
        layer = following - seen if rules.pops == "own" else following
    return Explored(longest, most)


@pytest.mark.parametrize("rules", small_games(), ids=str)
def test_the_bounds_hold_and_are_reached_where_only_the_end_of_the_board_ends_the_game(rules: Rules) -> None:
    found = explore(oracle_rules(rules))
    pops = rules.pop_rule is PopRule.LIMITED and rules.pops_each > 0
    # Two boards do not reach them: in a single column of one cell (of two) only the second player meets one disc.
    if pops and rules.shape.cells == 1:
        assert found.longest == 1
    elif rules.max_plies is not None and rules.goal is not Goal.FIRST_LINE:
        assert found.longest == rules.max_plies
    elif rules.max_plies is not None:
        assert found.longest <= rules.max_plies
    if pops and (rules.shape.width, rules.shape.height) == (1, 2):
        assert found.most == 1
    else:
        assert found.most == rules.max_moves


@pytest.mark.parametrize(
    ("spec", "longest", "most"),
    [
        ("classic", 42, 7),
        ("most-lines", 42, 7),
        ("drift", 42, 7),
        ("extended", 6 * 8 + 4 * 6, 8 + 4),  # published: m·n + 4p and n + ⌈n/2⌉
        ("extended,width=4,height=4,pops=1", 4 * 4 + 4, 4 + 2),
        ("popout", None, 7 + 6),  # six of one's own in the bottom row are the most without four in a row
        ("tictactoe", 9, 9),
    ],
)
def test_the_named_games_have_the_bounds_that_follow_from_their_rules(
    spec: str, longest: int | None, most: int
) -> None:
    rules = Rules.parse(spec)
    assert (rules.max_plies, rules.max_moves) == (longest, most)
