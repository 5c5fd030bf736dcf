"""Games of every variant and of any rules for hypothesis, played by numbers it draws and can shrink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hypothesis import strategies as st
from support.strategies import any_rules

from fourcast.play import Game
from fourcast.rules import Rules, chance_rng

SPECS: Final = (
    "classic",
    "most-lines",
    "drift",
    "extended",
    "run-points",
    "popout",
    "tictactoe",
    # small, so that games come to their end
    "classic,width=4,height=4",
    "most-lines,width=4,height=3,connect=3",
    "drift,width=4,height=3,connect=3",
    "extended,width=4,height=3,connect=3,pops=1",
    "popout,width=3,height=2,connect=3",
)


def played(rules: Rules, choices: Sequence[int], luck: int = 0) -> Game:
    """A game in which every number chooses among the legal moves, until it is over or the numbers are used up."""
    game = Game(rules, names=("Ada", "Bob"))
    source = chance_rng(luck)
    for choice in choices:
        if not (moves := game.legal_moves):
            break
        game.play(moves[choice % len(moves)], rng=source)
    return game


def games() -> st.SearchStrategy[Game]:
    """Any game, ended or not."""
    return st.builds(
        played,
        st.sampled_from(SPECS).map(Rules.parse) | any_rules(),
        st.lists(st.integers(0, 5039), max_size=60),
        luck=st.integers(0, 2**32 - 1),
    )
