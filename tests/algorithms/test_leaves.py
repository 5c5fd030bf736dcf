"""Finished games: wins are taken at once, losses put off, and values of ends are what each way of valuing says."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from support import oracle
from support.engines import ENGINES
from support.naive_search import WIN
from support.search_cases import rules_of, unfinished
from support.strategies import play_out
from support.to_oracle import oracle_action, oracle_rules, oracle_state

from fourcast.algorithms import WIN as WIN_HERE
from fourcast.algorithms import SearchSpec, tree_searches
from fourcast.engine import make_searcher, search
from fourcast.errors import UsageError
from fourcast.evals import EVALS, TerminalValue
from fourcast.native import Engine
from fourcast.rules import Position, Rules

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


def positions_with_a_win_in_one(variant: str, count: int) -> list[Position]:
    """The first such position of so many random games."""
    found: list[Position] = []
    for seed in range(10 * count):
        played = play_out(Rules.parse(variant).start(), Random(seed), 40).positions[:-1]
        found += [position for position in played if wins_at_once(position)][:1]
    return found[:count]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("evaluation", [known.name for known in EVALS])
def test_every_algorithm_takes_a_win_in_one(evaluation: str, engine: Engine) -> None:
    for number, position in enumerate(positions_with_a_win_in_one("classic", 6)):
        for algorithm in (*(algorithm.name for algorithm in tree_searches()), "greedy"):
            depth = 1 + number % 3
            found = search(position, SearchSpec(algorithm, eval=evaluation), depth=depth, engine=engine)
            assert str(oracle_action(position.rules, found.move)) in wins_at_once(position), (algorithm, position)
            assert str(found.score.relative) == "win in 1"


@pytest.mark.parametrize("value", [10**7, -(10**12), 10**400, inf], ids=["win-chance", "loss", "too-large", "infinite"])
def test_an_evaluation_that_could_be_taken_for_a_win_is_refused(value: float) -> None:
    won = Position("414141")  # 4 wins, by the rules
    with pytest.raises(UsageError, match=r"between −10,000,000 and 10,000,000|return a finite number"):
        search(won, SearchSpec(eval=lambda *_: value), depth=1)
    largest = search(won, SearchSpec(eval=lambda *_: 10**7 - 1), depth=1)
    assert (largest.move, str(largest.score)) == ("4", "win in 1")


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


def decided_positions() -> list[tuple[Position, int, int]]:
    """Positions that are won within five moves, and the lost ones after the quickest way to win."""
    rules, found = oracle_rules(rules_of(SMALL_CLASSIC)), []
    for seed in range(40):
        position = unfinished(rules_of(SMALL_CLASSIC), seed)
        result, plies = fate(rules, oracle_state(position), 5)
        if not result:
            continue
        found.append((position, result, plies))
        for move in position.legal_moves if plies > 1 else ():
            after = position.play_unchecked(move)
            assert isinstance(after, Position)
            if fate(rules, oracle_state(after), 4) == (-result, plies - 1):
                found.append((after, -result, plies - 1))
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_wins_come_as_soon_and_losses_as_late_as_they_can(engine: Engine) -> None:
    rules, depth, lost = oracle_rules(rules_of(SMALL_CLASSIC)), 5, 0
    for position, result, plies in decided_positions():
        lost += result == -1
        for algorithm in ("minimax", "shallow", "shallow-equal", "alphabeta", "alphabeta-hard", "pvs", "star1"):
            info = make_searcher(position, SearchSpec(algorithm, eval="quadruplets"), engine).search(depth)
            assert str(info.score.relative) == f"{'win' if result == 1 else 'loss'} in {plies}"
            [branch] = oracle.branches(rules, oracle_state(position), oracle_action(position.rules, info.move))
            after, rest = fate(rules, branch.state, depth - 1)
            assert (-after, rest + 1) == (result, plies)
            assert len(info.pv) == plies
    assert lost >= 5


def test_a_win_is_worth_more_than_any_evaluation() -> None:
    assert WIN_HERE == WIN
    for known in EVALS:
        for variant in ("classic", "classic,width=16,height=15", "classic,width=15,height=15,connect=2"):
            assert known.bound
            assert max(known.bound(Rules.parse(variant))) < WIN


@pytest.mark.parametrize("variant", ["classic", "most-lines", "classic,width=8", "drift", "extended", "tictactoe"])
def test_ends_are_valued_as_the_evaluations_own_system_did_only_in_its_own_game(variant: str) -> None:
    own_way = {
        ("lines-and-potential", "most-lines"): TerminalValue.EVALUATED,
        ("lines-and-potential", "drift"): TerminalValue.EVALUATED,
        ("neighbours", "most-lines"): TerminalValue.CUT_FIRST,
        ("neighbours", "drift"): TerminalValue.CUT_FIRST,
        ("line-counts", "classic,width=8"): TerminalValue.EVALUATED,
    }
    for known in EVALS:
        assert SearchSpec(eval=known).terminal_for(Rules.parse(variant)) is own_way.get(
            (known.name, variant), TerminalValue.SOONER
        )
        assert (
            SearchSpec(eval=known, terminal=TerminalValue.DRAW_FIRST).terminal_for(Rules.parse(variant))
            is TerminalValue.DRAW_FIRST
        )
