"""A Gymnasium environment: one player learns, any agent is the opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
from gymnasium import spaces

from fourcast.algorithms import SearchSpec
from fourcast.envs.encoding import (
    RENDER_MODES,
    action_count,
    check_render_mode,
    move_of,
    observation_space,
    observe,
    picture,
)
from fourcast.envs.rewards import SOLVER_SECONDS, Reward, exact_values, parse_reward, result_for
from fourcast.errors import UsageError
from fourcast.play import Agent, Game, as_agent
from fourcast.rules import FIRST, SECOND, Move, Player, Position, Rules

Opponent: TypeAlias = Agent | SearchSpec | str | Callable[[Position], Move | str]
"""An agent, or a function that chooses a move in a position, such as a policy in training."""

SEATS: dict[str, tuple[Player, ...]] = {"first": (FIRST,), "second": (SECOND,), "random": (FIRST, SECOND)}


def parse_opponent(opponent: Opponent, rules: Rules) -> Agent | Callable[[Position], Move | str]:
    """A function, or the agent of a text. Raises `UsageError` if the agent cannot play these rules."""
    if callable(opponent):
        return opponent
    agent = as_agent(opponent)
    agent.check(rules)
    return agent


def check_seat(seat: str) -> str:
    """The seat. Raises `UsageError` if it does not exist."""
    if seat not in SEATS:
        raise UsageError(f"Invalid seat {seat!r}: use {', '.join(SEATS)}.")
    return seat


class FourcastEnv(gymnasium.Env):
    """`gymnasium.make("fourcast.envs:Fourcast-v0", rules="popout", opponent="level3", seat="random", reward="result")`.

    A step is the move of the learner and the reply of the opponent. An illegal action loses the game, and
    `info["illegal"]` is true. `info["action_mask"]` is that of the observation. `time`: seconds for the solver to find
    the exact values of a step.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "classic",
        opponent: Opponent = "random",
        seat: str = "random",
        reward: Reward | str = Reward.RESULT,
        render_mode: str | None = None,
        time: float = SOLVER_SECONDS,
    ) -> None:
        self.rules = Rules.parse(rules)
        self.opponent = parse_opponent(opponent, self.rules)
        self.seat = check_seat(seat)
        self.reward = parse_reward(reward, self.rules)
        self.time = time
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(self.rules)
        self.action_space = spaces.Discrete(action_count(self.rules))
        self.game = Game(self.rules)
        """The game with its history."""
        self.player: Player = FIRST
        """The side of the learner in this game."""
        self._agent: Agent | Callable[[Position], Move | str] | None = None

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; `options={"position": ...}` gives the position to start from. With a seed, seats, landings and
        random opponents are the same in every run, in this game and in those that follow."""
        super().reset(seed=seed)
        landing_seed, agent_seed = (int(number) for number in self.np_random.integers(2**62, size=2))
        self.game = Game(self.rules, start=(options or {}).get("position"), seed=landing_seed)
        if self.game.is_over:
            raise UsageError("The game is over at this position. Start from another.")
        self.player = SEATS[self.seat][self.np_random.integers(len(SEATS[self.seat]))]
        self._agent = self.opponent.with_seed(agent_seed) if isinstance(self.opponent, Agent) else self.opponent
        self._reply()
        self._value = self._exact_value()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the move of the learner and the reply of the opponent. Returns observation, reward, whether the game is
        over, False (no game is cut short), and info."""
        if not self.action_space.contains(action):
            raise UsageError(f"Invalid action {action!r}: use a number from 0 to {self.action_space.n - 1}.")
        if self._agent is None or self.game.is_over:
            raise UsageError(f"{'The game is over' if self._agent else 'No game has been started'}: call reset().")
        move = move_of(self.rules, action)
        illegal = move not in self.game.legal_moves
        if illegal:
            self.game.forfeit(self.player)
        else:
            self.game.play(move)
            self._reply()
        value = self._exact_value()
        if self.reward is Reward.RESULT:
            reward = float(result_for(self.game.outcome, self.player))
        else:
            reward = (value - self._value) * (1 if self.player == FIRST else -1)
        self._value = value
        if self.render_mode == "human":
            self.render()
        info = self._info() | ({"illegal": True} if illegal else {})
        return self._observation(), reward, self.game.is_over, False, info

    def render(self) -> Any:
        """The board in the render mode: text, pixels, or printed."""
        return picture(self.position, self.render_mode)

    def _reply(self) -> None:
        if not self.game.is_over and self.game.turn != self.player:
            agent = self._agent
            assert agent is not None
            self.game.play(agent.choose(self.game).move if isinstance(agent, Agent) else agent(self.position))

    def _observation(self) -> dict[str, Any]:
        legal_moves = self.game.legal_moves if self.game.turn == self.player else ()
        return observe(self.position, self.player, legal_moves)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._observation()["action_mask"], "player": self.player}

    def _exact_value(self) -> float:
        if self.reward is Reward.RESULT:
            return 0
        return exact_values([self.position], [self.game.outcome], time=self.time)[0]
