"""A game never forgets: what is taken back can be played again, and comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import SPECS, games

from fourcast.errors import IllegalMove, UsageError
from fourcast.play import Game, Verdict
from fourcast.rules import (
    CALL_DRAW,
    FIRST,
    SECOND,
    VARIANTS,
    Ending,
    Outcome,
    Player,
    Ply,
    Rules,
    chance_rng,
    drop,
    parse_position,
    pop,
)


def classic(*columns: int) -> Game:
    """A game of classic after drops into columns counted from 1."""
    game = Game(Rules.parse("classic"))
    for column in columns:
        game.play(drop(column - 1))
    return game


def columns(plies: tuple[Ply, ...]) -> list[int]:
    """The columns of drops, counted from 1."""
    return [ply.move.column + 1 for ply in plies]


def test_every_variant_of_the_table_is_among_the_games_tried_here() -> None:
    assert {variant.name for variant in VARIANTS} <= set(SPECS)


def test_an_illegal_move_forgets_nothing() -> None:
    game = classic(1, 1, 1, 1, 1, 1, 2)
    game.undo()
    before = (game.position, game.plies, game.undone)
    with pytest.raises(IllegalMove, match="Column 1 is full"):
        game.play(drop(0))
    assert (game.position, game.plies, game.undone) == before


def test_a_new_game_has_nothing_to_take_back_or_play_again() -> None:
    with pytest.raises(IllegalMove, match="no move to take back"):
        classic().undo()
    with pytest.raises(IllegalMove, match="no move to replay"):
        classic().redo()


# Verdicts


def test_who_resigns_loses_and_keeps_the_score_of_the_board() -> None:
    game = Game(Rules.parse("most-lines,width=4,height=2,connect=2"))
    game.play(drop(0))
    game.play(drop(3))
    game.play(drop(1))  # the first player has one line of two
    game.resign()
    assert game.outcome == Outcome(FIRST, Ending.RESIGNATION, (1, 0))
    assert game.verdict == Verdict(Ending.RESIGNATION, SECOND)
    assert game.legal_moves == ()


@pytest.mark.parametrize("ending", [Ending.RESIGNATION, Ending.TIME, Ending.FORFEIT])
def test_the_player_to_move_loses_unless_another_is_named(ending: Ending) -> None:
    for named, winner in ((None, FIRST), (FIRST, SECOND)):
        game = classic(4)
        {Ending.RESIGNATION: game.resign, Ending.TIME: game.lose_on_time, Ending.FORFEIT: game.forfeit}[ending](named)
        assert game.outcome == Outcome(winner, ending, (0, 0))


@pytest.mark.parametrize("winner", [FIRST, SECOND, None])
def test_an_adjudicated_game_is_over_with_the_result_it_was_given(winner: Player | None) -> None:
    game = Game(Rules.parse("classic"))
    game.adjudicate(winner)
    assert game.outcome == Outcome(winner, Ending.ADJUDICATION, (0, 0))
    assert game.legal_moves == ()


def test_a_resignation_keeps_what_was_undone_for_when_it_is_taken_back() -> None:
    game = classic(4, 3)
    game.undo()
    game.resign()
    with pytest.raises(IllegalMove, match="no move to replay"):
        game.redo()
    game.undo()
    assert (game.outcome, columns(game.plies)) == (None, [4])
    game.redo()
    assert columns(game.plies) == [4, 3]


def test_a_game_that_is_over_cannot_be_given_up_or_lost_on_time() -> None:
    game = classic(1, 2, 1, 2, 1, 2, 1)
    for end in (game.resign, game.lose_on_time):
        with pytest.raises(IllegalMove, match="over already"):
            end()
    assert game.outcome == Outcome(FIRST, Ending.LINE, (1, 0))


# Repetition: drop, drop, pop, pop brings the empty board back every four moves

ROUND = (drop(0), drop(1), pop(0), pop(1))


def test_popout_is_a_draw_when_a_position_stands_for_the_third_time() -> None:
    game = Game(Rules.parse("popout"))
    for move in ROUND + ROUND:
        assert game.outcome is None
        game.play(move)
    assert game.outcome == Outcome(None, Ending.REPETITION, (0, 0))
    assert game.position.outcome is None, "the position itself knows no history"
    assert game.legal_moves == ()
    with pytest.raises(IllegalMove, match="over"):
        game.play(drop(3))
    for _ in range(3):  # a position that is taken back and played again does not count twice
        game.undo()
        assert game.outcome is None
        game.redo()
    game.undo()
    game.play(drop(6))
    assert game.outcome is None


def test_the_start_of_a_game_that_did_not_begin_empty_counts_as_its_first_standing() -> None:
    rules = Rules.parse("popout,width=4")
    start = parse_position(rules, "..../..../..../..../..../xo..")
    game = Game(rules, start=start)
    for move in (pop(0), pop(1), drop(0), drop(1)) * 2:
        assert game.outcome is None
        game.play(move)
    assert game.outcome == Outcome(None, Ending.REPETITION, (0, 0))


def test_a_draw_may_be_called_on_a_full_board_of_popout_and_taken_back() -> None:
    rules = Rules.parse("popout,width=3,height=2,connect=3")
    game = Game(rules, start=parse_position(rules, "xoo/xox"))
    assert game.legal_moves == (pop(0), pop(2), CALL_DRAW)
    game.play(CALL_DRAW)
    assert game.outcome == Outcome(None, Ending.FULL_BOARD, (0, 0))
    game.undo()
    assert game.outcome is None
    assert game.legal_moves == (pop(0), pop(2), CALL_DRAW)


# Drift


def test_a_seed_makes_the_landings_repeatable() -> None:
    def landings(seed: int) -> list[int | None]:
        game = Game("drift", seed=seed)
        for _ in range(20):
            game.play("4" if "4" in game.legal_moves else game.legal_moves[0])
        return [ply.landed for ply in game.plies]

    assert landings(1) == landings(1)
    assert landings(1) != landings(2)


def test_people_and_agents_are_players_by_name_and_an_agent_replies() -> None:
    game = Game(players=("Ada", "level1"))
    assert game.names == ("Ada", "Level 1")
    assert game.agents == (None, "level1")
    with pytest.raises(UsageError, match="Ada is not an agent"):
        game.reply()
    game.play("4")
    reply = game.reply()
    assert game.plies[-1].move == reply.move
    with pytest.raises(UsageError, match="two players"):
        Game(players=("Ada",))


def test_a_reply_is_that_of_the_evaluation_as_its_file_is_now(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    replies = []
    for column in (0, 6):
        file.write_text(f"def evaluate(position, player):\n    return position.owner({column}, 0) == player\n")
        game = Game(players=("Ada", f"greedy,eval={file}"))
        game.play("4")
        replies.append(game.reply().move)
    assert replies == ["1", "7"]


# Laws


@given(games())
def test_undoing_everything_gives_the_start_and_redoing_everything_the_end(game: Game) -> None:
    end = (game.position, game.positions, game.plies, game.outcome, game.legal_moves)
    standings = [(game.position, game.outcome)]
    for _ in range(len(game.plies)):
        game.undo()
        standings.append((game.position, game.outcome))
    assert game.position == game.start == game.rules.start()
    assert game.plies == ()
    assert game.undone == end[2]
    while game.undone:
        assert (game.position, game.outcome) == standings.pop()
        game.redo()
    assert (game.position, game.positions, game.plies, game.outcome, game.legal_moves) == end


@given(games())
def test_every_position_of_a_game_follows_from_the_one_before_and_only_the_last_can_be_the_end(game: Game) -> None:
    again = Game(game.rules)
    for ply, position in zip(game.plies, game.positions[1:], strict=True):
        assert again.outcome is None
        assert ply.move in again.legal_moves
        assert again.follow(ply) == position
    assert again.outcome == game.outcome


@given(games(), st.data())
def test_playing_after_an_undo_leaves_the_moves_before_and_the_one_played(game: Game, data: st.DataObject) -> None:
    plies = game.plies
    kept = data.draw(st.integers(0, len(plies)))
    for _ in range(len(plies) - kept):
        game.undo()
    if not (moves := game.legal_moves):
        return
    move = data.draw(st.sampled_from(moves))
    game.play(move, rng=chance_rng(0))
    assert game.plies[:-1] == plies[:kept]
    assert game.plies[-1].move == move
    assert game.undone == ()


def test_a_copy_drifts_like_the_game_and_does_not_change_it() -> None:
    game, alone = Game("drift", seed=3), Game("drift", seed=3)
    twin = game.copy()
    for column in "44444":
        alone.play(column)
        twin.play(column)
    for column in "44444":
        game.play(column)
    assert game.moves == twin.moves == alone.moves


# What is refused


def test_a_game_has_two_players_and_a_start_of_its_rules() -> None:
    classic = Rules.parse("classic")
    with pytest.raises(UsageError, match="has the rules popout, not classic"):
        Game(classic, start=Rules.parse("popout").start())
    with pytest.raises(UsageError, match="two"):
        Game(classic, names=("Ada", "Bob", "Cem"))
    for end in (Game(classic).adjudicate, Game(classic).resign):
        with pytest.raises(UsageError, match="2: use 0 for the first"):
            end(2)  # type: ignore[arg-type]
