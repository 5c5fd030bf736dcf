"""`fourcast solve` answers line by line, for people and for programs, and no bad line stops the rest."""

from __future__ import annotations

import json
import random
from importlib import import_module
from math import inf
from pathlib import Path

import pytest
from support.command import Live, call, run
from support.engines import needs_core

from fourcast.algorithms import Stopped
from fourcast.errors import NotationError
from fourcast.native import Engine
from fourcast.rules import Position, Rules, drop, position_after
from fourcast.solver import Solution, Solver, position_and_moves

DATA = Path(__file__).parents[1] / "data"


def lines(*arguments: str, typed: str = "") -> list[list[str]]:
    ended = call("solve", *arguments, typed=typed)
    assert ended.code == 0, ended.err
    return [line.split() for line in ended.out.splitlines()]


@needs_core
def test_a_position_is_answered_with_score_nodes_and_microseconds() -> None:
    (answer,) = lines("--threads", "2", "--table-mb", "1", "32164625")
    assert answer[:2] == ["32164625", "11"]
    assert int(answer[2]) > 0
    assert int(answer[3]) > 0
    assert len(answer) == 4


@needs_core
def test_every_column_is_scored_and_a_full_one_is_marked() -> None:
    (answer,) = lines("--all", "444444")
    assert answer[:1] + answer[4:5] == ["444444", "-"]
    assert len(answer) == 1 + 7 + 2


@needs_core
def test_lines_as_c4solver_prints_them() -> None:
    """The expected lines are the output of c4solver by Pascal Pons, without and with its option -a."""
    typed = "44535\n121212\n44444444\n1212121\n445a\n44٤\n444444255332\n"
    one, every = call("solve", "--pons", typed=typed), call("solve", "--pons", "--all", "-", typed=typed)
    assert one.out.splitlines() == ["44535 4", "121212 18", "444444255332 13"]
    assert every.out.splitlines() == [
        "44535 -4 -4 -4 1 4 -2 -4",
        "121212 18 -3 -18 -18 -18 -18 -18",
        "444444255332 3 -14 13 -1000 12 4 3",
    ]
    assert one.code == 1
    assert every.err == one.err
    assert one.err.splitlines() == [
        'Line 3: Invalid move 7 "44444444"',
        'Line 4: Invalid move 7 "1212121"',
        'Line 5: Invalid move 4 "445a"',
        'Line 6: Invalid move 3 "44٤"',
    ]
    assert call("solve", "--pons", "--rules", "popout").code == call("solve", "--pons", "--time", "1").code == 2


def test_a_bad_line_gets_a_message_with_its_number_and_does_not_stop_the_rest() -> None:
    small = "classic,width=4,height=4"
    ended = call("solve", "--rules", small, "-", typed="12341234\n19\n4444\n44444\n1231\n")
    assert ended.code == 1
    assert [line.split()[0] for line in ended.out.splitlines()] == ["12341234", "4444", "1231"]
    assert [line.split(":")[0] for line in ended.err.splitlines()] == ["line 2", "line 4"]
    assert "no column 9" in ended.err
    assert "full" in ended.err


@needs_core
def test_a_finished_game_has_a_score_and_a_move_after_its_end_is_an_error() -> None:
    over, beyond = call("solve", "4141414"), call("solve", "41414142")
    assert (over.code, over.out.split()[:2]) == (0, ["4141414", "-18"])
    assert (beyond.code, beyond.out) == (1, "")
    assert beyond.err.startswith("position 1: Move 8")


@needs_core
def test_bounds_of_the_winner_alone_are_between_a_loss_and_a_win() -> None:
    assert call("solve", "", "--weak", "--time", "0", "--no-book").out.split()[0] == "-1..1"


@needs_core
def test_a_terminal_has_a_heading_and_a_pipe_a_line_per_position_as_the_help_says() -> None:
    names = ["moves", *(f"column{column}" for column in range(1, 8)), "nodes", "microseconds", "pv"]
    with Live("solve", "444444", "--all", "--line", "--no-book", terminal=True) as game:
        heading, answer = game.until("444444 ").splitlines()[-2:]
    assert heading.split() == names
    assert answer.startswith("444444")
    piped = run("solve", "-", "--no-book", typed="444444\n4444441\n")
    assert [line.split()[0] for line in piped.out.splitlines()] == ["444444", "4444441"]
    assert "Piped output and files have no heading" in " ".join(call("solve", "--help").out.split())


def test_what_is_not_known_at_all_is_printed_so() -> None:
    ended = call("solve", "--rules", "classic,width=20,height=20", "--time", "0")
    assert ended.out.split()[0] == "unknown"
    assert str(Solution(-inf, inf)) == "unknown"


@needs_core
def test_advice_for_a_game_that_cannot_be_solved_can_be_followed() -> None:
    assert "Limit the pop-outs (pops=2), or omit the drift." in call("solve", "--rules", "popout,drift=3:1:1").err
    limited = call("solve", "--rules", "popout,drift=3:1:1,pops=2", "--time", "0")
    assert limited.code == 0, limited.err
    assert "Use a smaller board." in call("solve", "--rules", "popout").err


def test_json_has_everything_known() -> None:
    ended = call("solve", "--rules", "tictactoe", "51", "--line", "--json")
    answer = json.loads(ended.out)
    assert answer["score"] == answer["lower"] == answer["upper"] == 0
    assert answer["winner"] == 0
    assert answer["stopped"] is None
    assert answer["rules"] == "tictactoe"
    assert answer["moves"] == "51"
    assert len(answer["line"]) == 7
    assert answer["nodes"] > 0


@needs_core
def test_a_limit_answers_with_what_is_known() -> None:
    (answer,) = lines("--nodes", "3000", "--threads", "1", "13712")
    low, high = map(int, answer[1].split(".."))
    assert low <= 3 <= high
    ended = call("solve", "--nodes", "3000", "--json", "13712")
    assert json.loads(ended.out)["stopped"] == "nodes"


@needs_core
def test_a_limit_is_named_and_no_line_is_searched_beyond_it() -> None:
    ended = call("solve", "--nodes", "3000", "--line", "13712")
    assert "Stopped by the limit of nodes: LOW..HIGH are bounds of the score." in ended.err
    assert len(ended.out.split()) == 4  # moves, bounds, nodes and microseconds: an empty line
    assert "Stopped" not in call("solve", "--line", "444444").err
    data = json.loads(call("solve", "--nodes", "300", "--all", "--json", "13712").out)
    assert (data["score"], data["stopped"]) == (None, "nodes")
    assert data["lower"] <= 3 <= data["upper"]  # its published score


@needs_core
def test_bounds_of_a_position_and_of_its_moves_hold_and_agree() -> None:
    """The scores of every move are those of BitBully."""
    game, scores = next(iter(json.loads((DATA / "bitbully_reviews.json").read_text()).items()))
    solved = 0
    for count in range(5, 14):
        known = {str(column): score for column, score in enumerate(scores[count], start=1) if score is not None}
        ended = call("solve", game[:count], "--all", "--nodes", "30000", "--no-book", "--json")
        data = json.loads(ended.out)
        assert data["lower"] <= max(known.values()) <= data["upper"]
        for column, score in data["scores"].items():
            low, high = score_bounds(score)
            assert low <= known[column] <= high <= data["upper"]
        solved += data["score"] is not None
        assert (data["stopped"] is None) == all(isinstance(score, int) for score in data["scores"].values())
    assert solved > 0


@needs_core
def test_a_position_that_the_book_has_is_solved_even_if_its_moves_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The score is that of the full search without a book."""
    monkeypatch.delenv("FOURCAST_BOOK")
    ended = call("solve", "443", "--rules", "run-points", "--all", "--time", "0", "--json", "--line")
    data = json.loads(ended.out)
    assert (data["score"], data["stopped"], data["line"]) == (10, "time", "")
    highest = [score_bounds(score)[1] for score in data["scores"].values()]
    assert max(highest) == 10


@needs_core
@pytest.mark.parametrize("spec", ["tictactoe", "most-lines,width=4,height=4", "extended,width=4,height=4,pops=1"])
def test_a_position_that_was_solved_before_is_solved_when_the_time_is_over(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Python solver is the definition."""
    solver = Solver(spec, threads=1)
    solver.solve("1")
    monkeypatch.setattr(import_module("fourcast.cli.solve"), "Solver", lambda *_, **__: solver)
    data = json.loads(call("solve", "1", "-r", spec, "--all", "--time", "0", "--json").out)
    assert data["score"] == Solver(spec, engine=Engine.PYTHON).solve("1").score
    assert data["stopped"] == "time"


def test_a_position_and_its_moves_bound_each_other() -> None:
    """A position is worth as much as its best move."""
    unknown = Solution(-9, 9, stopped=Stopped.NODES)
    moves = {drop(0): unknown, drop(1): Solution(-9, 2, stopped=Stopped.NODES), drop(2): Solution(1, 1)}
    for own, bounds, of_moves in (
        (Solution(-inf, inf), (1, 9), [(-9, 9), (-9, 2), (1, 1)]),
        (Solution(-4, 5), (1, 5), [(-9, 5), (-9, 2), (1, 1)]),
        (Solution(3, 5), (3, 5), [(3, 5), (-9, 2), (1, 1)]),  # nothing else can be worth 3
        (Solution(4, 4), (4, 4), [(4, 4), (-9, 2), (1, 1)]),
        (Solution(1, 1), (1, 1), [(-9, 1), (-9, 1), (1, 1)]),
    ):
        found, bounded = position_and_moves(own, moves)
        assert found == bounds
        assert [solution.bounds for solution in bounded.values()] == of_moves
        assert [solution.stopped is None for solution in bounded.values()] == [low == high for low, high in of_moves]
    assert position_and_moves(Solution(-18, -18), {}) == ((-18, -18), {})


def score_bounds(score: int | str) -> tuple[int, int]:
    """The bounds that are printed for a move."""
    low, _, high = str(score).partition("..")
    return int(low), int(high or low)


@needs_core
def test_the_best_line_is_played_to_the_end() -> None:
    (answer,) = lines("--line", "444444")
    assert set(answer[4]) <= set("1234567")
    assert len(answer[4]) > 20


@needs_core
def test_popping_and_placing_games_are_scored_move_by_move() -> None:
    (popout,) = lines("--rules", "popout,width=3,height=3,connect=3", "--all", "12")
    assert any(score.startswith("p1=") for score in popout)
    (placed,) = lines("--rules", "tictactoe", "--all", "5")
    assert "1=0" in placed
    assert "2=-2" in placed


@needs_core
def test_more_lines_than_one_batch_are_all_answered_in_order() -> None:
    """The Python solver is the definition."""
    spec = "classic,width=4,height=4"
    rng = random.Random(4)
    texts = ["".join(rng.sample("1234" * 4, k=rng.randint(10, 12))) for _ in range(3000)]
    positions = {text: at for text in texts if (at := after_or_none(spec, text))}
    assert len(positions) > 1000
    ended = call("solve", "--rules", spec, "-", typed="".join(f"{text}\n" for text in positions))
    assert ended.code == 0
    defined = Solver(Rules.parse(spec), engine=Engine.PYTHON).solve_many(list(positions.values()))
    printed = [line.split()[:2] for line in ended.out.splitlines()]
    assert printed == [[text, f"{solution.score:g}"] for text, solution in zip(positions, defined, strict=True)]


def after_or_none(spec: str, text: str) -> Position | None:
    """The position after some moves, unless one of them cannot be played."""
    try:
        return position_after(Rules.parse(spec).start(), text)
    except NotationError:
        return None


def test_a_job_that_was_done_before_says_so(tmp_path: Path) -> None:
    job = ("solve", "", "-r", "classic,width=4,height=4", "--job", str(tmp_path / "ledger"), "-w", "1")
    first, again = call(*job), call(*job)
    assert again.out == first.out
    done = "Solving: done before, all results are in the ledger.\n"
    assert (done in first.err, done in again.err) == (False, True)
