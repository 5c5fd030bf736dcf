"""Laws that hold in every game of the family, tried on random rules and random play."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import oracle
from support.strategies import Played, any_rules, games, play_out, positions
from support.to_oracle import oracle_action, oracle_outcome, oracle_rules, oracle_state

from fourcast.errors import IllegalMove
from fourcast.rules import (
    CALL_DRAW,
    Chance,
    Ending,
    Move,
    MoveKind,
    Ply,
    Position,
    Rules,
    drop,
    other,
    parse_position,
    place,
    pop,
    position_text,
)
from fourcast.rules.scoring import points_of_run

symmetric_rules = any_rules().filter(lambda rules: rules.symmetric)


def mirror_move(rules: Rules, move: Move) -> Move:
    return move.mirror(rules.shape.width)


def ways(after: Position | Chance) -> set[tuple[Fraction, Position]]:
    """What a move may lead to, with its probabilities and without its order."""
    if isinstance(after, Position):
        return {(Fraction(1), after)}
    return {(branch.probability, branch.position) for branch in after.branches}


def mirrored(found: Iterable[tuple[Fraction, Position]]) -> set[tuple[Fraction, Position]]:
    return {(probability, position.mirror()) for probability, position in found}


# Mirrors


@given(positions(symmetric_rules))
def test_the_mirror_of_a_play_is_the_play_of_the_mirror(position: Position) -> None:
    image = position.mirror()
    assert set(image.legal_moves) == {mirror_move(position.rules, move) for move in position.legal_moves}
    for move in position.legal_moves:
        assert ways(image.play_unchecked(mirror_move(position.rules, move))) == mirrored(
            ways(position.play_unchecked(move))
        )
    assert image.outcome == position.outcome


@given(positions())
def test_a_mirror_swaps_columns_and_nothing_else(position: Position) -> None:
    image = position.mirror()
    assert oracle_state(image) == oracle_state(position)._replace(columns=oracle_state(position).columns[::-1])
    assert image.mirror() == position


@pytest.mark.parametrize("spec", ["extended", "extended,width=2,pops=1", "drift,drift=3:1:2"])
def test_rules_that_tell_left_from_right_are_not_symmetric(spec: str) -> None:
    rules = Rules.parse(spec)
    assert not rules.symmetric
    position = rules.start().follow(Ply(drop(1)))
    image = rules.start().follow(Ply(drop(rules.shape.width - 2)))
    assert image == position.mirror()
    differ = [
        move
        for move in position.legal_moves
        if (reflected := mirror_move(rules, move)) not in image.legal_moves
        or ways(image.play_unchecked(reflected)) != mirrored(ways(position.play_unchecked(move)))
    ]
    assert differ


# Values


@given(games())
def test_play_never_changes_the_position_it_came_from(played: Played) -> None:
    start = played.positions[0].rules.start()
    replayed = [start]
    for ply in played.plies:
        replayed.append(replayed[-1].follow(ply))
    assert tuple(replayed) == played.positions  # every one as it was when first reached
    for position in played.positions:
        text = position_text(position)
        for move in position.legal_moves:
            position.play_unchecked(move)
        assert position_text(position) == text


@given(positions())
def test_nobody_can_write_into_a_position(position: Position) -> None:
    for field in position._fields:
        with pytest.raises(AttributeError):
            setattr(position, field, None)


@given(games())
def test_equal_positions_have_equal_hashes_wherever_they_come_from(played: Played) -> None:
    for position in played.positions:
        same = parse_position(position.rules, position_text(position))
        assert same is not position
        assert same == position
        assert hash(same) == hash(position)
        assert len({same, position}) == 1


@given(games())
def test_positions_are_equal_exactly_if_the_oracle_tells_no_difference(played: Played) -> None:
    states = [oracle_state(position) for position in played.positions]
    for position, state in zip(played.positions, states, strict=True):
        assert [position == seen for seen in played.positions] == [state == seen for seen in states]
    assert len(set(played.positions)) == len(set(states))


@given(positions())
def test_what_the_discs_do_not_show_makes_positions_differ(position: Position) -> None:
    assert position != position._replace(turn=other(position.turn))
    assert position != position._replace(pops=(position.pops[0] + 1, position.pops[1]))
    assert position != position._replace(drawn=not position.drawn)


# Moves


@given(games())
def test_moves_are_the_oracles_in_the_oracles_order(played: Played) -> None:
    for position in played.positions:
        found = [oracle_action(position.rules, move) for move in position.legal_moves]
        assert found == oracle.actions(oracle_rules(position.rules), oracle_state(position))


@given(positions())
def test_actions_are_the_moves_unless_somebody_has_won_or_called_a_draw(position: Position) -> None:
    outcome = position.outcome
    if not position.drawn and (outcome is None or outcome.ending is not Ending.LINE):
        assert position.generate_moves() == position.legal_moves


@given(positions())
def test_what_is_not_among_the_moves_is_refused(position: Position) -> None:
    width, height = position.rules.shape.width, position.rules.shape.height
    columns = range(-1, width + 1)
    every = [CALL_DRAW, *(make(column) for make in (drop, pop) for column in columns)]
    every += [place(column, row, width) for column in columns for row in range(-1, height + 1)]
    legal = position.legal_moves
    for move in every:
        if move not in legal:
            with pytest.raises(IllegalMove):
                position.play(move)
    assert set(legal) <= set(every)


@given(positions())
def test_every_way_a_move_can_turn_out_is_the_oracles(position: Position) -> None:
    rules, state = oracle_rules(position.rules), oracle_state(position)
    for move in position.legal_moves:
        expected = oracle.branches(rules, state, oracle_action(position.rules, move))
        after = position.play_unchecked(move)
        if isinstance(after, Position):
            assert [(oracle_state(after), Fraction(1))] == [(way.state, way.probability) for way in expected]
        else:
            found = [(branch.column, branch.probability, oracle_state(branch.position)) for branch in after.branches]
            assert found == [(way.landing, way.probability, way.state) for way in expected]


@given(positions(any_rules().filter(lambda rules: rules.drift is not None)))
def test_a_drop_is_a_chance_of_probability_one_where_discs_drift_and_aims_first(position: Position) -> None:
    for move in position.legal_moves:
        after = position.play_unchecked(move)
        if move.kind is not MoveKind.DROP:
            assert isinstance(after, Position)
            continue
        assert isinstance(after, Chance)
        assert sum(branch.probability for branch in after.branches) == 1
        assert all(branch.probability > 0 for branch in after.branches)
        steps = [branch.column - move.column for branch in after.branches]
        assert steps in ([0], [0, -1], [0, 1], [0, -1, 1])


@given(positions(any_rules().filter(lambda rules: rules.drift is None)))
def test_nothing_is_left_to_chance_where_nothing_drifts(position: Position) -> None:
    assert all(isinstance(position.play_unchecked(move), Position) for move in position.legal_moves)


# Scores and ends


@given(games())
def test_scores_are_what_the_oracle_counts_on_the_board_alone(played: Played) -> None:
    for position in played.positions:
        rules, state = oracle_rules(position.rules), oracle_state(position)
        board = oracle.state_from_text(rules, oracle.board_text(state), position.turn)
        assert position.scores == oracle.scores(rules, board)


@given(games())
def test_a_game_ends_when_and_as_the_oracle_says(played: Played) -> None:
    for position in played.positions:
        outcome = position.outcome
        assert oracle_outcome(outcome) == oracle.outcome(oracle_rules(position.rules), oracle_state(position))
        if outcome:
            assert outcome.scores == position.scores


@given(any_rules(widest=6, highest=5), st.integers(0, 10**9))
def test_no_game_is_longer_and_no_position_richer_than_the_rules_say(rules: Rules, seed: int) -> None:
    bound = rules.max_plies
    played = play_out(rules.start(), Random(seed), 100 if bound is None else bound + 1)
    assert all(len(position.legal_moves) <= rules.max_moves for position in played.positions)
    if bound is not None:
        assert len(played.plies) <= bound
        assert played.positions[-1].outcome


@given(positions())
def test_the_cells_that_stand_in_lines_are_those_of_every_window_wholly_one_players(position: Position) -> None:
    shape = position.rules.shape
    state = oracle_state(position)
    expected = set[oracle.Cell]()
    for window in oracle.windows(shape.width, shape.height, shape.connect):
        stones = {oracle.stone_at(state, cell) for cell in window}
        if len(stones) == 1 and stones != {oracle.EMPTY}:
            expected |= set(window)
    found = position.line_cells()
    cells = [(column, row) for column in range(shape.width) for row in range(shape.height)]
    assert {cell for cell in cells if found >> cell[0] * (shape.height + 1) + cell[1] & 1} == expected
    assert found.bit_count() == len(expected)


@given(any_rules())
def test_the_lines_of_any_board_are_as_many_by_formula_as_by_walking(rules: Rules) -> None:
    shape = rules.shape
    windows = oracle.windows(shape.width, shape.height, shape.connect)
    bits = {sum(1 << column * (shape.height + 1) + row for column, row in window) for window in windows}
    assert set(shape.lines) == bits
    assert shape.line_count == len(list(shape.lines)) == len(bits)


@given(positions())
def test_owner_height_discs_and_fullness_are_what_the_board_shows(position: Position) -> None:
    state = oracle_state(position)
    signs = {None: oracle.EMPTY, 0: "x", 1: "o"}
    for column, stones in enumerate(state.columns):
        assert "".join(signs[position.owner(column, row)] for row in range(len(stones))) == stones
        assert position.height(column) == len(stones) - stones.count(oracle.EMPTY)
    board = "".join(state.columns)
    assert position.discs == len(board) - board.count(oracle.EMPTY)
    assert position.is_full == (oracle.EMPTY not in board)


@pytest.mark.parametrize("connect", range(2, 12))
def test_a_disc_between_two_runs_never_takes_points_away(connect: int) -> None:
    """The solver's bounds of margins use it."""
    lengths = range(30)
    points = [points_of_run(length, connect) for length in range(60)]
    assert all(points[left + 1 + right] >= points[left] + points[right] for left in lengths for right in lengths)
