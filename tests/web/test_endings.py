"""Every way a game may end has its words, on the page and in the terminal."""

from __future__ import annotations

import pytest

from fourcast.cli.words import outcome_sentence
from fourcast.play import Game
from fourcast.rules import FIRST, SECOND, Ending, parse_rules
from fourcast.web.words import detail_of, ending_title, headline_of

NAMES = ("Ada", "Bob")


def ended(how: Ending, loser: int | None) -> Game:
    game = Game(parse_rules("classic"), names=NAMES)
    if how is Ending.ADJUDICATION:
        game.adjudicate(None if loser is None else FIRST if loser == SECOND else SECOND)
    elif how is Ending.FORFEIT:
        game.forfeit(FIRST if loser == FIRST else SECOND)
    return game


@pytest.mark.parametrize(
    ("how", "loser", "title", "headline", "sentence"),
    [
        (Ending.FORFEIT, FIRST, "Forfeited", "Ada forfeited", "Ada gave no move that may be played. Bob wins."),
        (Ending.ADJUDICATION, SECOND, "Adjudicated", "Ada wins", "Ada wins: the exact solver says so."),
        (Ending.ADJUDICATION, None, "Adjudicated", "Draw", "Draw: the exact solver says so."),
    ],
)
def test_an_ending_of_the_arena_is_told(
    how: Ending, loser: int | None, title: str, headline: str, sentence: str
) -> None:
    game = ended(how, loser)
    assert game.outcome is not None
    assert ending_title(game.rules, game.outcome) == title
    assert headline_of(game.position, game.outcome, NAMES) == headline
    assert outcome_sentence(game.outcome, game.rules.goal, NAMES) == sentence
    assert detail_of(game.position, game.outcome, NAMES).endswith(".")


def test_you_win_and_others_win() -> None:
    game = ended(Ending.FORFEIT, FIRST)
    assert game.outcome is not None
    assert detail_of(game.position, game.outcome, ("Ada", "You")) == "You win after 0 discs."
    assert outcome_sentence(game.outcome, game.rules.goal, ("Ada", "You")).endswith(" You win.")
