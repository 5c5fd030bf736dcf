"""Openings: all that there are, none twice, none decided, the same for the same seed."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from fourcast.errors import UsageError
from fourcast.matches.openings import all_openings, default_plies, openings, read_openings
from fourcast.matches.tournament import match
from fourcast.rules import VARIANTS, Rules, position_after

CLASSIC = Rules.parse("classic")


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 7), (2, 49), (3, 238), (4, 1120)])
def test_openings_and_their_mirror_images_are_all_positions_of_that_length(plies: int, count: int) -> None:
    # Published numbers of positions after so many moves (OEIS A212693).
    listed = all_openings(CLASSIC, plies)
    assert listed is not None
    positions = {position_after(CLASSIC.start(), text) for text in listed}
    assert len(positions) == len(listed)
    assert all(position.mirror() not in positions - {position} for position in positions)
    assert len(positions | {position.mirror() for position in positions}) == count


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_no_opening_is_played_twice_until_all_have_been(variant: object) -> None:
    rules = variant.rules  # type: ignore[attr-defined]
    plies = 2
    listed = all_openings(rules, plies)
    assert listed is not None
    drawn = list(islice(openings(rules, plies, 5), 2 * len(listed)))
    assert sorted(drawn[: len(listed)]) == sorted(drawn[len(listed) :]) == sorted(listed)


def test_the_same_seed_gives_the_same_openings_and_another_seed_others() -> None:
    first, again, other = (list(islice(openings(CLASSIC, 4, seed), 30)) for seed in (1, 1, 2))
    assert first == again != other


def test_an_opening_leaves_something_to_play_for() -> None:
    small = Rules.parse("classic,width=4,height=4,connect=3")
    for text in islice(openings(small, 4, 1), 100):
        position = position_after(small.start(), text)
        assert position.outcome is None
        assert all(
            not position.play(move).outcome  # nobody wins with the first move
            for move in position.legal_moves
        )


def test_where_there_are_very_many_openings_walks_find_different_ones() -> None:
    rules = Rules.parse("tictactoe,width=9,height=9,connect=5")
    assert all_openings(rules, 4) is None
    drawn = [position_after(rules.start(), text) for text in islice(openings(rules, 4, 1), 100)]
    alike = {min(position, position.mirror(), key=lambda one: one.stones) for position in drawn}
    assert len(alike) == 100


def test_openings_are_as_long_as_the_number_of_pairs_asks() -> None:
    assert default_plies(CLASSIC, 10) == 4
    assert default_plies(CLASSIC, 500) == 4
    assert default_plies(CLASSIC, 600) == 5
    assert default_plies(Rules.parse("tictactoe"), 50) == 2


def test_an_opening_that_decides_the_game_is_not_asked_for() -> None:
    with pytest.raises(UsageError, match="smaller"):
        next(openings(Rules.parse("classic,width=3,height=1,connect=2"), 3, 1))


BOARD = "......./......./......./......./...o.../..xxo.. turn=x"


def test_openings_of_a_file_are_played_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"1. 4 4 2. 5 3   # Pons' numbers\n\n{BOARD}\n", encoding="utf-8-sig")  # as Windows editors do
    assert read_openings(path, CLASSIC) == ("4453", BOARD)
    result = match("greedy", "random", games=6, openings=path, workers=1)
    assert [game.opening for game in result.games] == ["4453", "4453", BOARD, BOARD, "4453", "4453"]
    assert [game.game.start.discs for game in result.games] == [0, 0, 4, 4, 0, 0]
    assert all(game.moves.startswith("4453") for game in result.games[:2])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("44\n48\n", "line 2: "),
        ("41414141\n", "line 1"),
        ("4141414\n", "line 1: The game is over after the opening '4141414'"),
        ("# nothing\n", "no openings"),
        (".../.../... turn=x", "line 1"),
    ],
)
def test_a_file_of_openings_that_cannot_be_played_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_openings(path, CLASSIC)
    assert message in str(caught.value)
