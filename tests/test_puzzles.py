"""Puzzles, against the readable solver on small boards and alpha-beta to the end on large ones."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.command import call
from support.engines import needs_core

import fourcast as fc
from fourcast.puzzles import STARS, Puzzle, PuzzleKind, PuzzleSearch, shipped_puzzles
from fourcast.puzzles.puzzle import SHIPPED
from fourcast.solver.python_backend import ForwardSolver

pytestmark = needs_core

SMALL = {
    "classic,width=4,height=4": 12,
    "most-lines,width=4,height=4": 12,
    "extended,pops=1,width=4,height=3": 12,
    "tictactoe": 12,
}


def assert_puzzle(puzzle: Puzzle, scores: dict[fc.Move, float]) -> None:
    """What a puzzle is, from the scores of an independent source."""
    best = max(scores.values())
    assert dict(puzzle.scores) == scores
    assert [move for move in scores if scores[move] == best] == [puzzle.move]
    results = Counter((score > 0) - (score < 0) for score in scores.values())
    if results[1] == 1:
        assert puzzle.kind is PuzzleKind.WIN
    elif not results[1] and results[0] == 1:
        assert puzzle.kind is PuzzleKind.DEFEND
    else:
        assert puzzle.kind is PuzzleKind.MARGIN
        assert puzzle.rules.goal is not fc.Goal.FIRST_LINE
    end = puzzle.position
    for move in puzzle.line:
        end = end.play(move)
    assert end.outcome
    turn = puzzle.position.turn
    if puzzle.rules.goal is fc.Goal.FIRST_LINE:
        assert end.outcome.winner == (None if best == 0 else turn)
    else:
        assert end.scores[turn] - end.scores[1 - turn] == best


@pytest.mark.parametrize("rules", SMALL)
def test_exactly_one_move_keeps_the_value_that_the_readable_solver_finds(rules: str) -> None:
    puzzles = fc.find_puzzles(SMALL[rules], rules=rules, seed=3)
    assert len({puzzle.id for puzzle in puzzles}) == SMALL[rules]
    reader = ForwardSolver()
    for puzzle in puzzles:
        position = puzzle.position
        assert_puzzle(puzzle, {move: -reader.value(position.play(move)) for move in position.legal_moves})
        assert puzzle.plies >= 3
        assert not any(position.play(move).winner == position.turn for move in position.legal_moves)
        levels = range(1, len(fc.LEVELS) + 1)
        moves = {level: fc.parse_agent(f"level{level}").choose(position).move for level in levels}
        assert puzzle.failing_levels == tuple(level for level in levels if moves[level] != puzzle.move)


def end_score(position: fc.Position, move: fc.Move) -> int:
    """The score of a move by alpha-beta to the end of the game, as `solve` counts it."""
    after = position.play(move)
    cells = after.rules.shape.cells
    if after.outcome:
        winner, length = after.outcome.winner, 0
        value = after.scores[after.turn] - after.scores[1 - after.turn]
    else:
        depth = cells - after.discs
        score = fc.search(after, "alphabeta", depth=depth, order="centre+killers", table=True).score.relative
        value = length = int(score.number)
        winner = {"win": after.turn, "loss": position.turn}.get(score.kind.value)
    if position.rules.goal is not fc.Goal.FIRST_LINE:
        return -value
    if winner is None:
        return 0
    discs = (after.discs + length + 1) // 2  # of the winner, who places the last one
    return (cells // 2 - discs + 1) * (1 if winner == position.turn else -1)


def test_shipped_puzzles_are_puzzles_by_alpha_beta_to_the_end() -> None:
    puzzles = shipped_puzzles()
    assert SHIPPED.stat().st_size < 60_000
    counts = Counter((str(puzzle.rules), puzzle.stars) for puzzle in puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) == 120
    assert counts == {
        (rules, stars): count
        for rules, count in (("classic", 12), ("most-lines", 6), ("extended,pops=0", 6))
        for stars in STARS
    }
    checked = [puzzle for puzzle in puzzles if puzzle.rules.shape.cells - puzzle.position.discs <= 24]
    assert len(checked) > 100
    for puzzle in checked:
        assert_puzzle(puzzle, {move: end_score(puzzle.position, move) for move in puzzle.position.legal_moves})


def test_a_win_at_once_and_a_forced_block_have_one_star() -> None:
    puzzles = fc.find_puzzles(20, plies=(1, 2), seed=2)
    assert {puzzle.plies for puzzle in puzzles} == {1, 2}
    assert all(puzzle.stars == 1 for puzzle in puzzles)


def test_the_hint_of_a_forced_block_that_wins_has_the_length_of_the_line() -> None:
    puzzles = fc.find_puzzles(4, kind="win", plies=(2, 2))
    quiet = [puzzle for puzzle in puzzles if puzzle.hints[0].startswith("The move threatens nothing at once.")]
    assert quiet
    for puzzle in quiet:
        assert puzzle.hints[0].endswith(f" wins in {len(puzzle.line)} moves.")


def test_the_hint_of_a_defence_counts_the_moves_after_the_other_move() -> None:
    """By a search of so many moves."""
    lengths = Counter[int]()
    for puzzle in (*fc.find_puzzles(2, kind="defend", plies=(2, 2)), *shipped_puzzles()):
        hint = re.search(r"wins (with the next one|within the next (\d+) moves of both players)\.$", puzzle.hints[0])
        length = int(hint[2] or 1) if hint else 99
        if length < 8:
            others = (puzzle.position.play(move) for move in puzzle.scores if move != puzzle.move)
            scores = [fc.search(after, "alphabeta", depth=length).score.relative for after in others]
            assert {score.kind.value for score in scores} == {"win"}
            assert max(score.number for score in scores) == length
            lengths[length] += 1
    assert lengths.keys() >= {1, 3, 5}


SCORES = {"1": -2, "2": 0, "3": 18, "4": 0, "5": -1, "6": 0, "7": 0}
DATA: dict[str, Any] = {
    "rules": "classic",
    "moves": "4455",
    "line": "362",
    "plies": 3,
    "scores": SCORES,
    "failing_levels": [1, 2, 3, 5],
}


def test_sentences() -> None:
    puzzle = Puzzle.from_json(DATA)
    assert puzzle.question == "Red to move: find the only winning move."
    assert puzzle.solution == "3 is the only move that wins, Red wins in 3 moves."
    assert puzzle.hints == ("After the move Red threatens to complete a line in 2 ways.", "Column 3.")
    assert (puzzle.stars, puzzle.difficulty) == (3, "Levels 1 to 3 and 5 fail it.")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scores": SCORES | {"2": 2}}, "no single move is best after '4455'"),
        ({"scores": SCORES | {"1": float("inf")}}, "inf is not a whole number"),
        ({"scores": SCORES | {"1": -0.4}}, "-0.4 is not a whole number"),
        ({"scores": SCORES | {"1": -40}}, "scores and line do not agree"),
        ({"scores": SCORES | {"3": 17}}, "scores and line do not agree"),
        ({"line": "3"}, "scores and line do not agree"),
        ({"line": "36112"}, "scores and line do not agree"),
        ({"plies": -3}, "-3 is not a whole number from 1"),
        ({"failing_levels": [29]}, "29 is not a whole number from 1 to 8"),
        ({"failing_levels": [2, 1]}, "use every failing level once, in order"),
        ({"rules": "drift"}, "a disc that drifts has no line to the end"),
    ],
)
def test_data_that_make_no_puzzle_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(fc.NotationError, match=f"This is not a puzzle: {message}"):
        Puzzle.from_json(DATA | change)


def test_a_file_has_the_same_puzzles_with_any_number_of_workers_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = PuzzleSearch(fc.Rules("most-lines,width=5,height=4"), PuzzleKind.WIN, range(3, 9))
    expected = list(search.find(30))
    path = tmp_path / "puzzles.jsonl"
    with pytest.raises(fc.JobError, match="the job was stopped"):
        search.write(path, 10_000, workers=1, on_progress=lambda count: count > 3)
    assert not path.exists()
    assert search.write(path, 30, workers=2) == expected
    assert fc.read_puzzles(path) == expected
    assert [entry.name for entry in tmp_path.iterdir()] == ["puzzles.jsonl"]
    monkeypatch.setattr("fourcast.puzzles.search.MAX_MISSES", 2)
    with pytest.raises(fc.JobError, match="the games have no such puzzles"):
        PuzzleSearch(fc.Rules("tictactoe"), plies=range(20, 22)).write(path, 1, workers=1)
    assert fc.read_puzzles(path) == expected
    path.write_text(path.read_text() + path.read_text().splitlines()[0].replace('"scores":{"', '"scores":{"x'))
    with pytest.raises(fc.NotationError, match=r"puzzles.jsonl, line 31: This is not a puzzle"):
        fc.read_puzzles(path)
    path.write_text("[" * 100_000)
    with pytest.raises(fc.NotationError, match=r"puzzles.jsonl, line 1: "):
        fc.read_puzzles(path)


def test_the_command_writes_the_puzzles_of_the_library_or_prints_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--rules", "tictactoe", "--kind", "defend", "--plies", "3-4", "--seed", "5")
    expected = fc.find_puzzles(2, rules="tictactoe", kind="defend", plies=(3, 4), seed=5)
    ended = call("puzzles", "-n", "2", *options, "-w", "1", "-o", "p.jsonl", folder=tmp_path)
    assert (ended.code, ended.out) == (0, "p.jsonl: 2 puzzles.\n")
    assert fc.read_puzzles(tmp_path / "p.jsonl") == expected
    printed = call("puzzles", "-n", "2", *options).out
    assert all(puzzle.question in printed and puzzle.solution in printed for puzzle in expected)
    monkeypatch.setattr("fourcast.puzzles.search.MAX_MISSES", 2)
    few = call("puzzles", "-n", "9", "--rules", "tictactoe", "--stars", "5-5")
    assert few.code == 1
    assert "The games have only 0 puzzles of this kind: allow other plies or stars." in few.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--rules", "drift"), "Puzzles of these rules are not supported: a disc that drifts has no line to the end."),
        (("--kind", "margin"), "it has no puzzles of kind margin: use win or defend."),
        (("--plies", "0-3"), "Invalid plies: use a range from 1 on, the lower one first."),
        (("--stars", "4"), "Invalid range of stars '4'. Use FROM-TO, for example 2-4."),
        (("--ledger", "results"), "--workers, --cluster and --ledger need an output file: give it by -o too."),
        (("-o", "puzzles.csv"), "Cannot write puzzles.csv: use one of the suffixes .jsonl."),
    ],
)
def test_what_cannot_be_made_is_said_at_once(options: tuple[str, ...], message: str) -> None:
    ended = call("puzzles", *options)
    assert ended.code == 2
    assert message in ended.err


@pytest.mark.parametrize(
    "options",
    [{"plies": 5}, {"plies": ()}, {"plies": range(3, 12, 2)}, {"rules": 5}, {"kind": 5}, {"count": 2.5}],
)
def test_arguments_of_another_type_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(fc.UsageError):
        fc.find_puzzles(**options)
