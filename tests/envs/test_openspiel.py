"""The games of OpenSpiel: its own simulations pass, and its own searches find the values of our solver."""

from __future__ import annotations

import os
import pickle
from importlib.util import find_spec

import pytest

import fourcast as fc
from fourcast.rules import VARIANTS, random_position

if os.environ.get("CI") and not find_spec("pyspiel"):
    raise ModuleNotFoundError("install the extra `openspiel`, as `make test` does")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'fourcast[openspiel]'")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, mcts, minimax  # noqa: E402

from fourcast.envs import openspiel  # noqa: E402

openspiel.register()


@pytest.mark.parametrize("rules", [*(variant.name for variant in VARIANTS), "extended;width:5;pops:2"])
def test_simulations_pass(rules: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(f"python_fourcast(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    has_chance = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert has_chance == (rules == "drift")


def test_a_pickled_state_has_the_same_game() -> None:
    state = pyspiel.load_game("python_fourcast(rules=drift)").new_initial_state()
    for action in (3, 2, 3):  # a drop, where it lands, and a disc that is falling
        state.apply_action(action)
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state)
    assert twin.chance_outcomes() == state.chance_outcomes() == [(2, 0.2), (3, 0.6), (4, 0.2)]
    with pytest.raises(fc.IllegalMove, match="chance_outcomes"):
        state.apply_action(6)
    with pytest.raises(fc.UsageError, match="No player is to move"):
        openspiel.FourcastBot("random").step(state)


@pytest.mark.parametrize("action", [3, 7])
def test_illegal_actions_are_refused(action: int) -> None:
    state = openspiel.from_position("444444")
    with pytest.raises(fc.IllegalMove, match="legal_actions"):
        state.apply_action(action)


def test_its_alpha_beta_finds_our_result() -> None:
    rules = "classic,width=4,height=3,connect=3"
    state = openspiel.from_position(fc.Position("", rules))
    value, _ = minimax.alpha_beta_search(state.get_game(), state)
    assert value == fc.solve("", rules=rules).sign


@pytest.mark.parametrize(
    "rules",
    [
        "drift,width=2,height=3,connect=2",
        "drift,width=3,height=2,connect=2,goal=first-line",
        "extended,width=2,height=2,pops=1",
    ],
)
def test_its_expectiminimax_finds_our_values(rules: str) -> None:
    state = openspiel.from_position(fc.Position("", rules), utility="margin")
    value, _ = minimax.expectiminimax(state, 100, None, 0)
    assert value == pytest.approx(fc.solve("", rules=rules).score)


def test_its_tree_search_proves_our_results() -> None:
    rules = fc.Rules("classic", width=5, height=4)
    proved = 0
    for seed in range(15):
        position = random_position(rules, 14, seed=seed)
        random_state = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random_state)
        state = openspiel.from_position(position)
        bot = mcts.MCTSBot(state.get_game(), 2, 400, evaluator, random_state=random_state, solve=True)
        root = bot.mcts_search(state)
        if root.outcome is not None:
            proved += 1
            assert root.outcome[position.turn] == fc.solve(position).sign
    assert proved >= 12


def test_an_agent_is_a_bot() -> None:
    state = openspiel.from_position("44444326555")
    assert openspiel.FourcastBot("perfect").step(state) == 2  # column 3 wins in 3 plies
    start = pyspiel.load_game("python_fourcast(rules=tictactoe)").new_initial_state()
    bots = [openspiel.FourcastBot("perfect"), openspiel.FourcastBot("random,seed=2")]
    assert evaluate_bots.evaluate_bots(start, bots, np.random.RandomState(1))[0] >= 0
