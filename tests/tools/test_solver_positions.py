"""The sets of positions: the same every time, and each position of the phase and difficulty its set is named by."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from solver_positions import (
    RULES,
    TRIVIAL,
    PositionSet,
    make_set,
    random_positions,
    read_set,
    won_within,
)
from support.engines import needs_core

from fourcast.errors import NotationError
from fourcast.rules import Position, position_after
from fourcast.solver import FirstLineBackend, Solver, plies_to_end

SMALL = {"end-easy": 40, "middle-easy": 20, "middle-medium": 6, "begin-easy": 6, "begin-medium": 2, "begin-hard": 1}

DISCS = {"begin": (0, 13), "middle": (14, 27), "end": (28, 41)}
MOVES_LEFT = {"easy": (1, 13), "medium": (14, 27), "hard": (28, 42)}

WIN = 1000
"""More than any number of moves."""


@cache
def solver() -> FirstLineBackend:
    return FirstLineBackend(RULES, 16)


@cache
def made(name: str) -> PositionSet:
    return make_set(name, SMALL[name], solver())


def followers(position: Position) -> list[Position]:
    after = [position.play_unchecked(move) for move in position.legal_moves]
    return [one for one in after if isinstance(one, Position)]


@cache
def brute(position: Position) -> int:
    """By trying everything: WIN less the moves to the win if the mover wins, its negative if he loses, 0 for a draw."""
    if outcome := position.outcome:
        return 0 if outcome.winner is None else -WIN
    best = max(-brute(after) for after in followers(position))
    return best - (best > 0) + (best < 0)


def moves_left_by_brute_force(position: Position) -> int:
    value = brute(position)
    return WIN - abs(value) if value else position.rules.shape.cells - position.discs


@needs_core
@pytest.mark.parametrize("name", SMALL)
def test_every_position_is_of_the_phase_and_difficulty_of_its_set(name: str) -> None:
    phase, difficulty = name.split("-")
    (fewest, most), (soonest, latest) = DISCS[phase], MOVES_LEFT[difficulty]
    positions = made(name).positions
    assert len({scored.position for scored in positions}) == SMALL[name]
    for scored in positions:
        assert position_after(RULES.start(), scored.moves) == scored.position
        assert fewest <= scored.position.discs == len(scored.moves) <= most
        assert soonest <= scored.moves_left <= latest
    assert made(name).is_easy == (difficulty == "easy")


@needs_core
def test_moves_left_are_what_trying_everything_says() -> None:
    late = [scored for scored in made("end-easy").positions if scored.position.discs >= 33]
    assert len(late) >= 10
    assert [scored.moves_left for scored in late] == [moves_left_by_brute_force(scored.position) for scored in late]


@needs_core
def test_won_within_so_many_moves_is_what_the_exact_score_says() -> None:
    stream = random_positions(range(20, 42), 3, solver())
    for _, position in (next(stream) for _ in range(60)):
        empty = RULES.shape.cells - position.discs
        score = Solver(RULES, table_mb=16).solve(position).score
        assert score is not None
        plies = plies_to_end(int(score), empty)
        for moves in range(1, empty + 3):
            assert won_within(moves, position, solver()) == (plies is not None and plies <= moves)


@needs_core
@pytest.mark.parametrize("name", SMALL)
def test_no_position_is_won_by_what_stands_there_already(name: str) -> None:
    assert TRIVIAL == 2
    for scored in made(name).positions:
        after = followers(scored.position)
        assert not any(outcome.winner is not None for one in after if (outcome := one.outcome))
        assert any(
            all(outcome is None or outcome.winner is None for outcome in (two.outcome for two in followers(one)))
            for one in after
        )


@needs_core
def test_a_set_is_the_same_every_time_and_begins_as_a_smaller_one_does() -> None:
    fresh = FirstLineBackend(RULES, 16)
    assert make_set("middle-easy", 20, fresh) == made("middle-easy")
    assert make_set("middle-easy", 5, fresh).positions == made("middle-easy").positions[:5]
    assert make_set("middle-easy", 20, fresh, seed=2) != made("middle-easy")


@needs_core
def test_the_sets_are_those_that_kept_figures_were_measured_on() -> None:
    assert made("begin-easy").positions[0].moves == "6116461462"
    assert made("end-easy").positions[0].moves == "66244561164614627711473231342"


@needs_core
def test_a_file_of_positions_keeps_its_scores_and_gets_those_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("4444443222266\n\n112233 5\n")
    read = read_set(file, solver())
    assert read.name == "mine"
    assert [scored.moves for scored in read.positions] == ["4444443222266", "112233"]
    found = Solver(RULES, table_mb=16).solve(read.positions[0].position)
    assert [scored.score for scored in read.positions] == [found.score, 5]  # 5 is wrong, and for the measuring to say
    assert [scored.moves_left for scored in read.positions] == [found.plies, 1]


@needs_core
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"112233\n48\n", "line 2: "),
        (b"112233 18 18\n", "line 1: '18 18' is not a score"),
        (b"\n", "has no positions"),
    ],
)
def test_a_file_that_is_no_set_is_refused_with_the_line(tmp_path: Path, text: bytes, complaint: str) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(text)
    with pytest.raises(NotationError, match=complaint):
        read_set(file, solver())
