"""Monte-Carlo tree search: wins at once are found, seeds repeat it, limits hold, and more playouts play better."""

from __future__ import annotations

import pytest
from support import oracle
from support.engines import ENGINES
from support.naive_evals import NAIVE_EVALS
from support.naive_search import Naive
from support.search_cases import NAMED, SMALL, playable, rules_of, unfinished
from support.to_oracle import oracle_action, oracle_rules, oracle_state

from fourcast.algorithms import SearchResult, SearchSpec, Stopped
from fourcast.engine import search
from fourcast.errors import SpecError
from fourcast.native import Engine
from fourcast.rules import Move, Player, Position, Rules, position_after

TICTACTOE = Rules.parse("tictactoe")


def mcts(position: Position, seed: int, playouts: int, engine: Engine | None = None) -> SearchResult:
    return search(position, SearchSpec("mcts", seed=seed), nodes=playouts, engine=engine)


def best_moves(naive: Naive, position: Position) -> list[Move]:
    values = naive.moves(oracle_state(position), 9)
    return [m for m in position.legal_moves if values[oracle_action(position.rules, m)] == max(values.values())]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("variant", "moves", "winning"),
    [("classic", "414142", "4"), ("classic", "112233", "4"), ("tictactoe", "1425", "3"), ("popout", "112233", "4")],
)
def test_a_win_in_one_is_found(variant: str, moves: str, winning: str, seed: int, engine: Engine) -> None:
    position = position_after(Rules.parse(variant).start(), moves)
    found = mcts(position, seed, 300, engine)
    assert found.move.column + found.move.row * position.rules.shape.width == int(winning) - 1
    assert found.value > 0.5


@pytest.mark.parametrize("variant", NAMED)
def test_the_same_seed_searches_the_same_and_another_differently(variant: str) -> None:
    position = rules_of(variant).start()
    one, same, another = mcts(position, 1, 60), mcts(position, 1, 60), mcts(position, 2, 60)
    assert (one.moves, one.pv, one.counts) == (same.moves, same.pv, same.counts)
    assert one.moves != another.moves


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("playouts", [1, 7, 499, 500, 501, 2600])
def test_a_node_is_a_playout_and_their_number_is_that_of_the_limit(playouts: int, engine: Engine) -> None:
    found = mcts(position_after(TICTACTOE.start(), "51"), 3, playouts, engine)
    assert found.nodes == playouts
    assert found.stopped is Stopped.NODES


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", ["random", "mcts"])
def test_a_result_names_the_seed_that_repeats_it_whether_it_was_given_or_not(algorithm: str, engine: Engine) -> None:
    if algorithm == "random" and engine is Engine.NATIVE:
        return
    one, other = (search("44", algorithm, nodes=80, engine=engine) for _ in range(2))
    assert one.seed is not None
    assert one.seed != other.seed
    assert str(one).endswith(f", seed {one.seed}")
    again = search("44", algorithm, nodes=80, seed=one.seed, engine=engine)
    assert (again.pv, again.moves, again.seed) == (one.pv, one.moves, one.seed)
    assert search("44", "alphabeta", depth=1).seed is None


def test_an_evaluation_that_would_not_be_used_is_an_error() -> None:
    message = r"^mcts uses no evaluation\. Leave out 'filled-runs', or choose another algorithm\.$"
    with pytest.raises(SpecError, match=message):
        SearchSpec.parse("mcts,eval=filled-runs")
    with pytest.raises(SpecError, match=message):
        SearchSpec.parse("eval=filled-runs").with_settings(algorithm="mcts")
    with pytest.raises(SpecError, match=r"^random uses no evaluation\."):
        search("44", "random", eval="quadruplets")
    assert SearchSpec("mcts").for_rules(TICTACTOE).eval is None


@pytest.mark.parametrize("variant", SMALL)
def test_the_answer_is_a_legal_move_with_a_playable_line_and_a_mean_result(variant: str) -> None:
    for seed in range(4):
        position = unfinished(rules_of(variant), seed)
        found = mcts(position, seed, 40)
        assert playable(position, found)
        assert -1 <= found.value <= 1
        assert found.moves.keys() <= set(position.legal_moves)
        assert found.moves[found.move].value == found.value


def test_it_never_loses_tictactoe_to_best_play() -> None:
    for seed, hero in enumerate((0, 1, 0, 1)):
        naive = Naive(oracle_rules(TICTACTOE), 1 - hero, NAIVE_EVALS["quadruplets"])
        assert play_against_best(naive, 1 if hero else 0, seed) is None, seed


def play_against_best(naive: Naive, hero: Player, seed: int) -> int | None:
    """Who wins: the hero searches by playouts, the other plays best and always the last of the best moves."""
    position = TICTACTOE.start()
    while not (outcome := oracle.outcome(naive.rules, oracle_state(position))):
        if position.turn == hero:
            move = mcts(position, seed + 10 * position.discs, 1000).move
        else:
            move = best_moves(naive, position)[-1]
        after = position.play_unchecked(move)
        assert isinstance(after, Position)
        position = after
    return outcome.winner


def test_more_playouts_find_more_of_the_best_moves() -> None:
    found = {10: 0, 400: 0}
    for seed in range(30):
        position = unfinished(TICTACTOE, seed)
        best = best_moves(Naive(oracle_rules(TICTACTOE), position.turn, NAIVE_EVALS["quadruplets"]), position)
        for playouts in found:
            found[playouts] += mcts(position, seed, playouts).move in best
    assert found[10] < found[400]
    assert found[400] >= 28
