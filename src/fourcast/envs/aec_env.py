"""A PettingZoo environment: both players are agents, who move in turn."""

from __future__ import annotations

from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fourcast.envs.encoding import (
    RENDER_MODES,
    action_count,
    check_render_mode,
    move_of,
    observation_space,
    observe,
    picture,
    player_name,
)
from fourcast.envs.rewards import SOLVER_SECONDS, Reward, exact_values, parse_reward, result_for
from fourcast.play import Game
from fourcast.rules import FIRST, SECOND, Player, Position, Rules


class FourcastAEC(AECEnv):
    """The environment without wrappers: an illegal action raises `IllegalMove`.

    `copy.deepcopy` and pickle keep the game. `position` and `game` are for tree searches and analyses.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # the type of PettingZoo
        "name": "fourcast_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = "classic",
        *,
        reward: Reward | str = Reward.RESULT,
        render_mode: str | None = None,
        time: float = SOLVER_SECONDS,
    ) -> None:
        super().__init__()
        self.rules = Rules.parse(rules)
        self.reward = parse_reward(reward, self.rules)
        self.time = time
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [player_name(FIRST), player_name(SECOND)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: observation_space(self.rules) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(action_count(self.rules)) for agent in self.agents}
        self._rng = Random()
        self.game = Game(self.rules)
        """The game with its history."""

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    def observation_space(self, agent: str) -> spaces.Dict:
        """Of `observe`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """One number for every move that the rules may allow."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; `options={"position": ...}` gives the position to start from. With a seed the landings of
        drifting discs are the same in every run, in this game and in those that follow."""
        if seed is not None:
            self._rng = Random(seed)
        start = (options or {}).get("position")
        self.game = Game(self.rules, start=start, seed=self._rng.getrandbits(63))
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, self.game.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = player_name(self.game.turn)
        self._value = self._exact_value()

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as this player sees it, and the legal actions if it is this player's turn."""
        legal_moves = self.game.legal_moves if agent == self.agent_selection else ()
        return observe(self.position, self._player(agent), legal_moves)

    def step(self, action: int | None) -> None:
        """Play the move of the agent whose turn it is; `None` once the game is over."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[mover] = 0
        self.game.play(move_of(self.rules, action))
        value = self._exact_value()
        for agent in self.agents:
            if self.reward is Reward.RESULT:
                self.rewards[agent] = result_for(self.game.outcome, self._player(agent))
            else:
                self.rewards[agent] = (value - self._value) * (1 if self._player(agent) == FIRST else -1)
        self._value = value
        self.terminations = dict.fromkeys(self.agents, self.game.is_over)
        self.agent_selection = player_name(self.game.turn)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board in the render mode: text, pixels, or printed."""
        return picture(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _player(self, agent: str) -> Player:
        return FIRST if agent == player_name(FIRST) else SECOND

    def _exact_value(self) -> float:
        if self.reward is Reward.RESULT:
            return 0
        return exact_values([self.position], [self.game.outcome], time=self.time)[0]


def aec(
    rules: Rules | str = "classic",
    *,
    reward: Reward | str = Reward.RESULT,
    render_mode: str | None = None,
    time: float = SOLVER_SECONDS,
) -> AECEnv:
    """A PettingZoo AEC environment with the conventions of `connect_four_v3`, for any rules.

    `reward`: `result` or `exact`, see `Reward`. `time`: seconds for the solver to find the exact values of a step. An
    illegal action ends the game; it costs the player 1 and gives the opponent nothing, with both rewards.
    """
    env = FourcastAEC(rules, reward=reward, render_mode=render_mode, time=time)
    terminating = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))
