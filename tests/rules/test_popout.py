"""PopOut by its official rules: pop your own, both lines win for the popper, a full board may be called a draw."""

from __future__ import annotations

import pytest

from fourcast.errors import IllegalMove
from fourcast.rules import (
    CALL_DRAW,
    FIRST,
    SECOND,
    Ending,
    Move,
    Outcome,
    Player,
    Position,
    Rules,
    board_text,
    drop,
    parse_position,
    pop,
    position_after,
)

POPOUT = Rules.parse("popout")
CHECKED = "xoxo/oxox"
"""A full board four wide and two high on which nobody has a line."""


def small(board: str) -> Position:
    rows = board.split(" ")[0].split("/")
    return parse_position(Rules.parse(f"popout,width={len(rows[0])},height={len(rows)}"), board)


def bottom_left(rows: str, mover: str) -> Position:
    """A position on the official board: the rows in its lower left corner, `m` the side to move, `y` the other."""
    you = "o" if mover == "x" else "x"
    below = [row.ljust(7, ".") for row in rows.replace("m", mover).replace("y", you).split("/")]
    above = ["......."] * (6 - len(below))
    return parse_position(POPOUT, "/".join([*above, *below]) + f" turn={mover}")


def after(position: Position, move: Move) -> Position:
    following = position.play(move)
    assert isinstance(following, Position)
    return following


def winner_by_line(position: Position) -> Player | None:
    outcome = position.outcome
    assert outcome
    assert outcome.ending is Ending.LINE
    assert outcome.scores == ((1, 0) if outcome.winner == FIRST else (0, 1)) == position.scores
    assert position.legal_moves == ()
    return outcome.winner


both_sides = pytest.mark.parametrize(("mover", "player"), [("x", FIRST), ("o", SECOND)])


# Popping


def test_a_pop_takes_the_bottom_disc_and_lets_the_column_fall() -> None:
    before = position_after(POPOUT.start(), "44554437")
    assert board_text(before).split("\n")[-4:] == ["...o...", "...x...", "...oo..", "..xxx.o"]
    popped = after(before, pop(3))
    assert board_text(popped).split("\n")[-4:] == [".......", "...o...", "...xo..", "..xox.o"]
    assert popped.turn == SECOND


@both_sides
def test_only_ones_own_discs_can_be_popped(mover: str, player: Player) -> None:
    position = bottom_left("ym/myym.y", mover)
    own = [0, 3]
    assert position.legal_moves == (*map(drop, range(7)), *map(pop, own))
    for column in {*range(7)} - {*own}:
        with pytest.raises(IllegalMove):
            position.play(pop(column))


def test_pop_outs_never_run_out() -> None:
    assert position_after(POPOUT.start(), "12p1p2" * 250) == POPOUT.start()


# Lines


@both_sides
def test_a_pop_that_makes_both_lines_wins_for_the_popper(mover: str, player: Player) -> None:
    position = bottom_left("m/ymmm/myyy", mover)
    assert position.outcome is None
    popped = after(position, pop(0))
    assert board_text(popped).replace("x", "?").replace("o", "?").split("\n")[-2:] == ["????...", "????..."]
    assert winner_by_line(popped) == player


@both_sides
@pytest.mark.parametrize(
    ("rows", "move", "mover_wins"),
    [("y/myyy", pop(0), False), ("m/ymmm/mymy", pop(0), True), ("yyy/mmm", drop(3), True)],
)
def test_a_single_line_wins_for_its_side(mover: str, player: Player, rows: str, move: Move, mover_wins: bool) -> None:
    position = bottom_left(rows, mover)
    assert position.outcome is None
    assert winner_by_line(after(position, move)) == (player if mover_wins else 1 - player)


# The full board


def test_on_a_full_board_one_pops_or_calls_a_draw() -> None:
    assert small(CHECKED).legal_moves == (pop(1), pop(3), CALL_DRAW)


def test_a_called_draw_ends_the_game() -> None:
    called = after(small(CHECKED), CALL_DRAW)
    assert called.outcome == Outcome(None, Ending.FULL_BOARD, (0, 0))
    assert called.legal_moves == ()
    with pytest.raises(IllegalMove, match="The game is over"):
        called.play(pop(0))


def test_popping_on_a_full_board_goes_on_with_the_game() -> None:
    popped = after(small(CHECKED), pop(1))
    assert board_text(popped) == "x.xo\nooox"
    assert popped.outcome is None
    assert popped.legal_moves == (drop(1), pop(0), pop(1), pop(2))


@pytest.mark.parametrize("board", ["..../....", "xox./oxox", "x.xo/ooox", ".oxo/oxox"])
def test_a_draw_can_be_called_only_on_a_full_board(board: str) -> None:
    position = small(board)
    assert CALL_DRAW not in position.legal_moves
    with pytest.raises(IllegalMove, match="on a full board"):
        position.play(CALL_DRAW)


def test_a_full_board_with_nothing_to_pop_is_a_draw_at_once() -> None:
    assert small("xxx/ooo turn=x").outcome == Outcome(None, Ending.FULL_BOARD, (0, 0))
    assert small("xxx/ooo turn=x").legal_moves == ()
    assert small("xxx/ooo turn=o").legal_moves == (pop(0), pop(1), pop(2), CALL_DRAW)


def test_a_line_on_a_full_board_wins_and_is_no_draw() -> None:
    assert winner_by_line(small("xxxx/oxoo")) == FIRST
