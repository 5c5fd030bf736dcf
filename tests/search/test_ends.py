"""Finished games: wins are taken at once, losses put off, and values of ends are what each way of valuing says."""

from __future__ import annotations

from random import Random

import oracle
import pytest
from bridge import oracle_action, oracle_rules, oracle_state
from engines import needs_core
from naive_search import WIN
from search_cases import rules_of, unfinished
from strategies import play_out

from fourcast.evals import EVALS, find_eval
from fourcast.native import Engine, analyse, searcher_for
from fourcast.rules import Position, parse_rules
from fourcast.rules.notation import parse_position
from fourcast.search import ALGORITHMS, Ends, Limit, Plan
from fourcast.search import WIN as WIN_HERE

ENGINES = (Engine.PYTHON, pytest.param(Engine.NATIVE, marks=needs_core))
SMALL_CLASSIC = "classic,width=4,height=4,connect=3"


def wins_at_once(position: Position) -> list[str]:
    """The actions after which the mover has a line, by the oracle."""
    rules, state = oracle_rules(position.rules), oracle_state(position)
    found = []
    for action in oracle.actions(rules, state):
        [branch] = oracle.branches(rules, state, action)
        if oracle.line_winner(rules, branch.state) == state.turn:
            found.append(str(action))
    return found


def positions_with_a_win_in_one(count: int) -> list[Position]:
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        for position in play_out(parse_rules("classic").start(), Random(seed), 40).positions[:-1]:
            if wins_at_once(position):
                found.append(position)
                break
        seed += 1
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("evaluation", [known.name for known in EVALS])
def test_every_algorithm_takes_a_win_in_one(evaluation: str, engine: Engine) -> None:
    for number, position in enumerate(positions_with_a_win_in_one(12)):
        for algorithm in (*(algorithm.name for algorithm in ALGORITHMS), "greedy"):
            depth = 1 + number % 3
            found = analyse(position, Plan(find_eval(evaluation), algorithm), Limit(depth=depth), engine=engine)
            assert str(oracle_action(position.rules, found.move)) in wins_at_once(position), (algorithm, position)
            assert str(found.info.score.score) == "win in 1"


def fate(rules: oracle.Rules, state: oracle.State, depth: int) -> tuple[int, int]:
    """1, 0, −1 for the side to move as far as so many moves show, and how many moves until the win or the loss."""
    outcome = oracle.outcome(rules, state)
    if outcome is not None and outcome.winner is not None:
        return (1 if outcome.winner == state.turn else -1), 0
    if outcome is not None or depth == 0:
        return 0, 0
    replies = []
    for action in oracle.actions(rules, state):
        [branch] = oracle.branches(rules, state, action)
        result, plies = fate(rules, branch.state, depth - 1)
        replies.append((-result, plies + 1 if result else 0))
    if any(result == 1 for result, _ in replies):
        return 1, min(plies for result, plies in replies if result == 1)
    if any(result == 0 for result, _ in replies):
        return 0, 0
    return -1, max(plies for _, plies in replies)


@pytest.mark.parametrize("engine", ENGINES)
def test_wins_come_as_soon_and_losses_as_late_as_they_can(engine: Engine) -> None:
    rules, depth, decided = oracle_rules(rules_of(SMALL_CLASSIC)), 5, {1: 0, -1: 0}
    for seed in range(40):
        position = unfinished(rules_of(SMALL_CLASSIC), seed)
        result, plies = fate(rules, oracle_state(position), depth)
        if not result:
            continue
        decided[result] += 1
        for algorithm in ("minimax", "shallow", "shallow-equal", "alphabeta", "alphabeta-hard", "pvs", "star1"):
            info = searcher_for(position, Plan(find_eval("quadruplets"), algorithm), engine).look(depth)
            assert str(info.score.score) == f"{'win' if result == 1 else 'loss'} in {plies}"
            [branch] = oracle.branches(rules, oracle_state(position), oracle_action(position.rules, info.move))
            after, rest = fate(rules, branch.state, depth - 1)
            assert (-after, rest + 1) == (result, plies)
            assert len(info.pv) == plies
    assert decided[1] > 5
    assert decided[-1] > 5


@pytest.mark.parametrize("engine", ENGINES)
def test_without_sooner_is_better_the_first_of_two_wins_is_taken_be_it_slow(engine: Engine) -> None:
    # The second player's mistake of Connect Four 8×6: all wins have one value, and ties keep the first column.
    rules = parse_rules("classic,width=8")
    position = parse_position(rules, "......../......../......../......../.xxx..../ooo.xxx. turn=x")
    assert len(wins_at_once(position)) == 2  # column 4 stops the row of o, column 8 completes the row of x
    plan = Plan(find_eval("line-counts"), "minimax")
    slow = searcher_for(position, plan, engine).look(3)
    assert slow.value == 2**31 - 1
    found = searcher_for(position, Plan(find_eval("line-counts"), "minimax", ends=Ends.SOONER), engine).look(3)
    assert str(found.score.score) == "win in 1"


def test_a_win_is_worth_more_than_any_evaluation() -> None:
    assert WIN_HERE == WIN
    for known in EVALS:
        for spec in ("classic", "classic,width=16,height=15", "classic,width=15,height=15,connect=2"):
            assert known.bound
            assert max(known.bound(parse_rules(spec))) < WIN


HERO_WINS_ON_THE_LAST_CELL = "xox/oxo/.xo turn=x"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("ends", "depth", "value"),
    [
        ("sooner", 1, WIN),
        ("sooner", 3, WIN + 2),
        ("draw-first", 1, 0),
        ("cut-first", 2, WIN + 1),
        ("cut-first", 1, 2**31 - 1),
        ("evaluated", 2, 2**31 - 1),
    ],
)
def test_a_win_that_fills_the_board_is_valued_as_each_way_says(
    ends: str, depth: int, value: float, engine: Engine
) -> None:
    position = parse_position(parse_rules("tictactoe"), HERO_WINS_ON_THE_LAST_CELL)
    plan = Plan(find_eval("line-counts"), "minimax", ends=Ends(ends))
    assert searcher_for(position, plan, engine).look(depth).value == value


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("ends", list(Ends))
def test_an_end_in_a_counting_game_is_worth_its_margin_and_no_bonus(ends: Ends, engine: Engine) -> None:
    position = parse_position(parse_rules("most-lines,width=3,height=2,connect=2"), "xo./xox turn=o")
    # Four windows of two are x's: upright in column 1, slanting from column 3 when o fills it? By the oracle:
    rules, state = oracle_rules(position.rules), oracle_state(position)
    [action] = oracle.actions(rules, state)
    [branch] = oracle.branches(rules, state, action)
    first, second = oracle.lines(rules, branch.state)
    for depth in (2, 5):
        info = searcher_for(position, Plan(find_eval("neighbours"), "minimax", ends=ends), engine).look(depth)
        if ends is not Ends.EVALUATED:
            assert info.value == second - first
            assert info.score.score.is_exact


@pytest.mark.parametrize("spec", ["classic", "most-lines", "classic,width=8", "drift", "extended", "tictactoe"])
def test_ends_are_valued_as_the_evaluations_own_system_did_only_in_its_own_game(spec: str) -> None:
    own_way = {
        ("lines-and-potential", "most-lines"): Ends.EVALUATED,
        ("lines-and-potential", "drift"): Ends.EVALUATED,
        ("neighbours", "most-lines"): Ends.CUT_FIRST,
        ("neighbours", "drift"): Ends.CUT_FIRST,
        ("line-counts", "classic,width=8"): Ends.EVALUATED,
    }
    for known in EVALS:
        assert Plan(known).ends_under(parse_rules(spec)) is own_way.get((known.name, spec), Ends.SOONER)
        assert Plan(known, ends=Ends.DRAW_FIRST).ends_under(parse_rules(spec)) is Ends.DRAW_FIRST
