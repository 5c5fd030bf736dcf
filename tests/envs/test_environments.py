"""The environments pass the checks of PettingZoo and Gymnasium, and play the games of the rules."""

from __future__ import annotations

import copy
import os
import pickle
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import fourcast as fc
from fourcast.native import GameBatch, decode_move
from fourcast.rules import VARIANTS, Chance, Ply

PEERS = ("gymnasium", "pettingzoo")
MISSING = [peer for peer in PEERS if not find_spec(peer)]
if MISSING and os.environ.get("CI"):
    raise ModuleNotFoundError(f"{MISSING}: install the extra `envs`, as `make test` does")
for peer in PEERS:
    pytest.importorskip(peer, reason=f"{peer} is not installed: pip install 'fourcast[envs]'")

import gymnasium  # noqa: E402
import pettingzoo  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402
from support.engines import needs_core  # noqa: E402

from fourcast import envs  # noqa: E402
from fourcast.envs.encoding import observe  # noqa: E402

RULES = [variant.name for variant in VARIANTS]


@pytest.mark.parametrize("rules", RULES)
def test_the_checks_of_pettingzoo_pass(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.aec(rules), num_cycles=100)
    seed_test(lambda: envs.aec(rules), num_cycles=100)
    render_test(lambda render_mode: envs.aec(rules, render_mode=render_mode))


@pytest.mark.parametrize("rules", RULES)
def test_the_check_of_gymnasium_passes(rules: str) -> None:
    check_env(gymnasium.make("fourcast.envs:Fourcast-v0", rules=rules, opponent="greedy").unwrapped)


def play(env: Any, actions: str) -> None:
    for action in actions:
        env.step(int(action))


def test_observations_are_those_of_connect_four_v3() -> None:
    pytest.importorskip("pygame", reason="connect_four_v3 needs pygame")
    from pettingzoo.classic import connect_four_v3

    env, peer = envs.aec(), connect_four_v3.env()
    rng = np.random.default_rng(1)
    for _ in range(20):
        env.reset()
        peer.reset()
        for agent in peer.agent_iter():
            assert env.agent_selection == agent
            ours, theirs = env.last(), peer.last()
            assert ours[1:4] == theirs[1:4]
            for key in ("observation", "action_mask"):
                if not ours[2]:  # at the end their mask still has the open columns
                    np.testing.assert_array_equal(ours[0][key], theirs[0][key])
                    assert ours[0][key].dtype == theirs[0][key].dtype
            action = None if ours[2] else int(rng.choice(np.flatnonzero(ours[0]["action_mask"])))
            env.step(action)
            peer.step(action)


@pytest.mark.parametrize("copy_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_has_the_same_game_and_the_same_future(copy_of: Any) -> None:
    env = envs.aec("drift")
    env.reset(seed=3)
    play(env, "333")
    twin = copy_of(env)
    assert twin.unwrapped.position == env.unwrapped.position
    assert twin.agent_selection == env.agent_selection == "player_1"
    play(env, "000")
    assert twin.unwrapped.position != env.unwrapped.position
    play(twin, "000")
    assert twin.unwrapped.position == env.unwrapped.position


def test_an_exact_reward_is_the_change_of_the_value() -> None:
    # Tic-tac-toe is a draw; against the centre a corner keeps the draw, and the middle of a side loses.
    env = envs.aec("tictactoe", reward="exact")
    for action, lost in ((0, 0), (1, 1)):
        env.reset()
        env.step(4)
        assert set(env.rewards.values()) == {0}
        env.step(action)
        assert env.rewards == {"player_0": lost, "player_1": -lost}


def test_exact_rewards_add_up_to_the_result_less_the_value_of_the_start() -> None:
    env = gymnasium.make(
        "fourcast.envs:Fourcast-v0", rules="drift,width=3,height=3,connect=3", reward="exact", seat="first"
    )
    value = fc.solve("", rules="drift,width=3,height=3,connect=3").score
    assert value is not None
    for seed in range(5):
        observation, _ = env.reset(seed=seed)
        env.action_space.seed(seed)
        total, terminated = 0.0, False
        while not terminated:
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, terminated, _, _ = env.step(action)
            total += reward
        first, second = env.unwrapped.game.outcome.scores
        assert total == pytest.approx(first - second - value)


def test_any_agent_and_any_function_can_be_the_opponent() -> None:
    for opponent in ("level2", fc.SearchSpec("greedy"), lambda position: position.legal_moves[0]):
        env = envs.FourcastEnv("classic", opponent=opponent, seat="second")
        env.reset(seed=1)
        assert env.position.discs == 1
        assert env.step(6)[4]["player"] == 1
        assert env.position.discs == 3
    with pytest.raises(fc.UsageError, match="Did you mean 'alphabeta'"):
        envs.FourcastEnv(opponent="alfabeta")


def test_the_same_seed_gives_the_same_games() -> None:
    def games() -> list[str]:
        env = envs.FourcastEnv("drift", opponent="random")
        texts = []
        for seed in (5, None, None):
            observation, _ = env.reset(seed=seed)
            while not env.game.is_over:
                observation = env.step(int(np.flatnonzero(observation["action_mask"])[0]))[0]
            texts.append(env.game.moves)
        return texts

    assert games() == games()
    assert len(set(games())) == 3


def test_an_illegal_action_loses() -> None:
    env = envs.FourcastEnv("classic", opponent=lambda _: "1", seat="second")
    env.reset(options={"position": "111111" + "22222"})
    assert env.step(0)[1:4] == (-1.0, True, False)
    env = pettingzoo.make("aec", "Fourcast-v0", rules="tictactoe")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}  # as TerminateIllegalWrapper has it


def test_what_the_solver_does_not_finish_in_time_is_an_error() -> None:
    env = envs.aec("classic,width=9,height=9", reward="exact", time=0.05)
    with pytest.raises(fc.UsageError, match=r"in 0\.05 s\. Use reward='result'"):
        env.reset()


def test_misuse_says_what_to_do() -> None:
    env = envs.FourcastEnv("classic", opponent=lambda _: "1", seat="first")
    with pytest.raises(fc.UsageError, match=r"No game has been started: call reset\(\)"):
        env.step(0)
    env.reset(options={"position": "414141"})
    env.step(3)
    with pytest.raises(fc.UsageError, match=r"The game is over: call reset\(\)"):
        env.step(3)
    for make in (envs.FourcastEnv, envs.aec):
        with pytest.raises(fc.UsageError, match="Invalid render mode 'foo': use human, ansi, rgb_array or None"):
            make(render_mode="foo")


def test_the_package_lists_its_names() -> None:
    assert set(envs.__all__) <= set(dir(envs))
    assert all(hasattr(envs, name) for name in envs.__all__)


def test_gymnasium_can_be_used_beside_an_older_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "aec_registry")
    envs._register()


def test_limited_pop_outs_are_planes_of_the_observation() -> None:
    env = envs.aec("extended")
    env.reset()
    play(env, "00")
    env.step(8)  # the first player pops column 1
    observation = env.observe("player_0")["observation"]
    assert observation.shape == (6, 8, 4)
    assert (observation[:, :, 2] == 5).all()
    assert (observation[:, :, 3] == 6).all()
    assert observation[5, 0, :2].tolist() == [0, 1]


@needs_core
@pytest.mark.parametrize("rules", RULES)
def test_games_of_the_vector_environment_follow_the_rules(rules: str) -> None:
    env = envs.vector(rules, 8, opponent=None, seed=1)
    observation, info = env.reset(seed=1)
    games = [fc.Game(rules) for _ in range(8)]
    ended = np.zeros(8, bool)
    for _ in range(150):
        actions = env.random_actions()
        observation, rewards, terminated, _, info = env.step(actions)
        for n, game in enumerate(games):
            if ended[n]:
                games[n] = game = fc.Game(rules)
                assert rewards[n] == 0
            else:
                mover, move = game.turn, decode_move(game.rules, int(actions[n]))
                after = {child: None for one, _, child in game.position.successors() if one == move}
                assert env.position(n) in after
                landed = next(
                    (c for c in range(game.rules.shape.width) if _lands(game, move, c, env.position(n))), None
                )
                game.follow(Ply(move, landed if game.rules.drift else None))
                assert rewards[n] == (0 if game.winner is None else 1 if game.winner == mover else -1)
            assert terminated[n] == game.is_over
            assert info["turn"][n] == game.turn
            expected = observe(game.position, game.turn, game.legal_moves)
            np.testing.assert_array_equal(observation["observation"][n], expected["observation"])
            np.testing.assert_array_equal(observation["action_mask"][n], expected["action_mask"])
        ended = terminated


def _lands(game: fc.Game, move: fc.Move, column: int, after: fc.Position) -> bool:
    chance = game.position.play_unchecked(move)
    return isinstance(chance, Chance) and any(b.column == column and b.position == after for b in chance.branches)


@needs_core
def test_a_copy_of_the_vector_environment_has_the_same_future() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs.vector("drift", 16, opponent="level1", seat="second"))
    env.reset(seed=2)
    for _ in range(5):
        env.step(env.unwrapped.random_actions())
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        original = copy.deepcopy(env)
        for _ in range(30):
            actions = original.unwrapped.random_actions()
            np.testing.assert_array_equal(twin.unwrapped.random_actions(), actions)
            ours, theirs = original.step(actions), twin.step(actions)
            np.testing.assert_array_equal(ours[0]["observation"], theirs[0]["observation"])
            np.testing.assert_array_equal(ours[1], theirs[1])


@needs_core
@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_games_of_the_vector_environment_start_from_a_position(opponent: str | None) -> None:
    env = envs.vector("classic", 40, opponent=opponent)
    env.reset(seed=1, options={"position": "444"})
    positions = [env.position(game) for game in range(40)]
    start = fc.Position("444")
    if opponent is None:
        assert set(positions) == {start}
    else:  # the opponent has moved where it was to move
        assert {position.discs for position in positions} == {3, 4}
        assert set(positions) <= {start, *(child for _, _, child in start.successors())}
    with pytest.raises(fc.UsageError, match="The game is over at this position"):
        env.reset(options={"position": "4141414"})


@needs_core
@pytest.mark.parametrize("actions", [np.zeros((2, 1), int), np.zeros(3, int), np.array([1.9, 0.0])])
def test_the_vector_environment_refuses_other_arrays(actions: Any) -> None:
    env = envs.vector("classic", 2)
    with pytest.raises(fc.UsageError, match="use 2 whole numbers"):
        env.step(actions)
    with pytest.raises(fc.UsageError, match="use one number for all games"):
        env.reset(seed=[None, 2])  # type: ignore[arg-type]


@needs_core
def test_the_core_refuses_arrays_of_a_wrong_size() -> None:
    batch = GameBatch(fc.Rules("classic"), 2, repetitions=3, seed=1)
    going_on, planes, masks = np.ones(2, bool), np.empty((2, 6, 7, 2), np.int8), np.empty((2, 7), np.int8)
    players = np.zeros(2, np.int8)
    batch.observe(players, going_on, planes, masks)
    for wrong in ((players + 2, going_on, planes, masks), (players, going_on, planes[:, 1:].copy(), masks)):
        with pytest.raises(ValueError, match=r"player|shape"):
            batch.observe(*wrong)
    with pytest.raises(ValueError, match="shape"):
        batch.observe(players, going_on, planes, masks[:, 1:].copy())
    with pytest.raises(ValueError, match="at least one game"):
        GameBatch(fc.Rules("classic"), 0, repetitions=3, seed=1)


@needs_core
def test_exact_rewards_of_the_vector_environment() -> None:
    env = envs.vector("tictactoe", 3, opponent=None, reward="exact")
    env.reset()
    assert env.step(np.array([4, 4, 4]))[1].tolist() == [0, 0, 0]
    _, rewards, terminated, *_ = env.step(np.array([0, 1, 2**32]))
    assert rewards.tolist() == [0, -1, -1]  # a corner, a side, and no cell
    assert terminated.tolist() == [False, False, True]
