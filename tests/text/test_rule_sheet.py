"""What the rules sheets say is what the games do. Expected values are counted by hand or from the published rules."""

from __future__ import annotations

import pytest

from fourcast.rules import FIRST, VARIANTS, Position, Rules
from fourcast.text import RuleSection, how_won, rules_about, rules_sheet, rules_title


def section(rules: str, title: str) -> RuleSection:
    [found] = [part for part in rules_sheet(Rules(rules)) if part.title == title]
    return found


def example(rules: str, title: str) -> Position:
    position = section(rules, title).example
    assert position is not None
    return position


@pytest.mark.parametrize(
    "rules", [*(variant.name for variant in VARIANTS), "classic,pops=2", "most-lines,pops=1", "drift,drift=8:1:2"]
)
def test_every_move_that_an_example_points_out_is_legal(rules: str) -> None:
    for part in rules_sheet(Rules(rules)):
        assert part.example or not part.moves
        for move in part.moves:
            assert part.example
            assert move in part.example.legal_moves


@pytest.mark.parametrize("rules", ["classic,connect=5", "extended,pops=0,connect=6", "tictactoe,width=5,connect=4"])
def test_rules_with_other_lines_have_a_text_without_examples(rules: str) -> None:
    assert all(part.text and part.example is None for part in rules_sheet(Rules(rules)))


def test_five_in_a_row_count_twice() -> None:
    assert example("most-lines", "Five in a row count twice").scores == (2, 1)


def test_runs_score_what_is_said() -> None:
    assert "A run of 4 scores 20, of 3 scores 5, of 2 scores 2." in section("extended", "Runs score").text
    assert example("extended", "Runs score").scores == (20, 5)
    assert "of 6 scores 22" in section("extended", "Longer runs").text
    assert example("extended", "Longer runs").scores == (22, 20)


def test_the_columns_of_pops_are_named() -> None:
    assert "Red pops in columns 1, 3, 5 and 7, Yellow in columns 2, 4, 6 and 8." in section("extended", "Pop").text
    assert section("extended", "Pop").moves == ("p1", "p3", "p5", "p7")


def test_rules_without_pop_outs_do_not_name_them() -> None:
    rules = Rules("extended", pops=0)
    texts = [how_won(rules), rules_about(rules), rules_title(rules), *(part.text for part in rules_sheet(rules))]
    assert "pop" not in " ".join([*texts, str(rules.start())]).lower()


def test_a_variant_on_another_board_has_its_introduction() -> None:
    assert rules_about(Rules("most-lines", width=8)) == rules_about(Rules("most-lines"))
    assert "five in a row" in rules_about(Rules("most-lines", width=8, connect=5)).lower()
    assert "once" in rules_about(Rules("extended", pops=1))


def test_a_pop_that_makes_two_fours_wins_for_the_player_who_popped() -> None:
    before = example("popout", "Two fours at once")
    after = before.play("p3")
    assert (before.turn, after.winner) == (FIRST, FIRST)
    assert after.line_cells().bit_count() == 8


def test_a_draw_can_be_called_on_a_full_board() -> None:
    assert "=" in map(str, example("popout", "Full board").legal_moves)


@pytest.mark.parametrize(
    ("title", "words", "aimed"),
    [
        ("Drift", "3 times in 5", 0.6),
        ("At an edge", "3 times in 4", 0.75),
        ("Beside a full column", "4, bet", 0.75),
    ],
)
def test_odds_are_those_of_the_example(title: str, words: str, aimed: float) -> None:
    part = section("drift", title)
    assert words in part.text
    [move] = part.moves
    position = example("drift", title)
    assert max(float(chance) for played, chance, _ in position.successors() if played == move) == aimed
