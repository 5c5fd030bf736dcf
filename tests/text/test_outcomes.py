"""Every way a game may end has its words, on the page and in the terminal."""

from __future__ import annotations

import pytest

from fourcast.play import Game
from fourcast.rules import FIRST, SECOND, Ending, Rules, position_after
from fourcast.text import ending_title, outcome_detail, outcome_headline, outcome_sentence

NAMES = ("Ada", "Bob")


def ended(how: Ending, loser: int | None) -> Game:
    game = Game(Rules.parse("classic"), names=NAMES)
    if how is Ending.ADJUDICATION:
        game.adjudicate(None if loser is None else FIRST if loser == SECOND else SECOND)
    elif how is Ending.FORFEIT:
        game.forfeit(FIRST if loser == FIRST else SECOND)
    return game


@pytest.mark.parametrize(
    ("how", "loser", "title", "headline", "sentence"),
    [
        (Ending.FORFEIT, FIRST, "Forfeited", "Ada forfeited", "Ada made no legal move. Bob wins."),
        (Ending.ADJUDICATION, SECOND, "Adjudicated", "Ada wins", "Ada wins, decided by the exact solver."),
        (Ending.ADJUDICATION, None, "Adjudicated", "Draw", "Draw, decided by the exact solver."),
    ],
)
def test_an_ending_outside_the_board_is_described(
    how: Ending, loser: int | None, title: str, headline: str, sentence: str
) -> None:
    game = ended(how, loser)
    assert game.outcome is not None
    assert ending_title(game.rules.shape.connect, game.outcome.ending) == title
    assert outcome_headline(game.position, game.outcome, NAMES) == headline
    assert outcome_sentence(game.outcome, game.rules.goal, NAMES) == sentence
    assert outcome_detail(game.position, game.outcome, NAMES).endswith(".")


def test_you_win_and_others_win() -> None:
    game = ended(Ending.FORFEIT, FIRST)
    assert game.outcome is not None
    assert outcome_detail(game.position, game.outcome, ("Ada", "You")) == "You win after 0 discs."
    assert outcome_sentence(game.outcome, game.rules.goal, ("Ada", "You")).endswith(" You win.")


def test_a_drawn_board_says_who_has_no_line_and_not_twice_that_it_is_full() -> None:
    position = position_after(Rules.parse("classic,width=4,height=4").start(), "1212343421214343")
    assert position.outcome is not None
    assert ending_title(4, position.outcome.ending) == "Full board"
    assert outcome_detail(position, position.outcome, NAMES) == "No player has four in a row."
