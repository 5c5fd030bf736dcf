"""Many games at once: a Gymnasium vector environment whose games are played by the compiled core."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fourcast.envs.encoding import action_count, action_of, observation_shape, observation_space
from fourcast.envs.rewards import SOLVER_SECONDS, Reward, exact_values, parse_reward
from fourcast.envs.single_env import SEATS, Opponent, check_seat, parse_opponent
from fourcast.errors import UsageError
from fourcast.native import GOES_ON, Engine, GameBatch, choose_engine, core_unsupported_reason
from fourcast.play import REPETITIONS, Agent, Game
from fourcast.rules import FIRST, SECOND, AnyPosition, Ending, Outcome, Position, Rules, read_ply


class FourcastVectorEnv(VectorEnv):
    """A Gymnasium vector environment of `count` games, as NumPy arrays.

    The opponent `random` moves in the compiled core, and so do both sides without an opponent (`None`); other agents
    and functions choose game by game in Python.

    With an opponent, a step is a move of the learner and the reply; without one, `None`, it is one move of the side to
    move, who gets the reward, and `info["turn"]` says who is to move next. A game that has ended starts again with the
    next step, whose action is ignored (`AutoresetMode.NEXT_STEP`). An illegal action loses the game. `time`: seconds
    for the solver to find the exact values of a step.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "classic",
        count: int = 1024,
        *,
        opponent: Opponent | None = "random",
        seat: str = "random",
        reward: Reward | str = Reward.RESULT,
        seed: int | None = None,
        time: float = SOLVER_SECONDS,
    ) -> None:
        self.rules = Rules.parse(rules)
        choose_engine(core_unsupported_reason(self.rules), Engine.NATIVE)
        if count < 1:
            raise UsageError(f"Invalid number of games {count}: use 1 or more.")
        self.num_envs = count
        self.opponent = None if opponent is None else parse_opponent(opponent, self.rules)
        self.seat = check_seat(seat)
        self.reward = parse_reward(reward, self.rules)
        self.time = time
        self.single_observation_space = observation_space(self.rules)
        self.single_action_space = spaces.Discrete(action_count(self.rules))
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        self._all = np.ones(count, bool)
        self._restart_all(seed)

    def _restart_all(self, seed: int | None, start: AnyPosition | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self._batch = GameBatch(self.rules, self.num_envs, repetitions=REPETITIONS, seed=int(self._rng.integers(2**63)))
        self._players = np.zeros(self.num_envs, np.int8)
        self._winners = np.full(self.num_envs, GOES_ON, np.int8)
        self._agents = [self.opponent] * self.num_envs
        self._begin(self._all, start)
        self._values = self._exact_values()

    def position(self, game: int) -> Position:
        """The current position of a game."""
        return self._batch.position(game)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
        return self._batch.random_actions()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, Any]]:
        """Start all games; `options={"position": ...}` gives the position that they start from, this time. With a seed
        they are the same in every run, with the same actions."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise UsageError(f"Invalid seed {seed!r}: use one number for all games.")
        start = (options or {}).get("position")
        self._restart_all(int(self._rng.integers(2**63)) if seed is None else int(seed), start)
        return self._observe(), {"turn": self._batch.turns()}

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[dict[str, NDArray[np.int8]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action in each game. Returns observations, rewards, which games are over, an array of False (no game
        is cut short), and info."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise UsageError(
                f"Invalid actions, an array {actions.shape} of {actions.dtype}: use {self.num_envs} whole numbers."
            )
        going_on = self._winners == GOES_ON
        ended = ~going_on
        if self.opponent is None:
            self._players = self._batch.turns()
        self._batch.play(np.ascontiguousarray(actions, np.int64), going_on, self._winners)
        if self.opponent is not None:
            self._reply(going_on & (self._winners == GOES_ON))
        rewards = self._rewards(going_on)
        if ended.any():
            self._begin(ended)
            if self.reward is Reward.EXACT:
                self._values[ended] = self._exact_values()[ended]
        terminated = self._winners != GOES_ON
        return self._observe(), rewards, terminated, np.zeros(self.num_envs, bool), {"turn": self._batch.turns()}

    def _begin(self, marked: NDArray[np.bool_], start: AnyPosition | None = None) -> None:
        """Start the marked games from the empty board, or all games from a position; the opponent moves where it is its
        turn."""
        if start is None:
            self._batch.restart(marked)
        else:
            first = Game(self.rules, start=start)
            if first.is_over:
                raise UsageError("The game is over at this position. Start from another.")
            self._batch.start_from(first.position)
        self._winners[marked] = GOES_ON
        if self.opponent is None:
            return
        seats = SEATS[self.seat]
        self._players[marked] = seats[0] if len(seats) == 1 else self._rng.integers(2, size=int(marked.sum()))
        if isinstance(self.opponent, Agent) and not self._is_random:
            for game in np.flatnonzero(marked):
                self._agents[game] = self.opponent.with_seed(int(self._rng.integers(2**62)))
        self._reply(marked & (self._players != self._batch.turns()))

    @property
    def _is_random(self) -> bool:
        return isinstance(self.opponent, Agent) and self.opponent.algorithm == "random"

    def _reply(self, marked: NDArray[np.bool_]) -> None:
        """The opponent moves in the marked games."""
        if self._is_random:
            actions = self._batch.random_actions()
        else:
            actions = np.zeros(self.num_envs, np.int64)
            for game in np.flatnonzero(marked):
                position, agent = self._batch.position(int(game)), self._agents[game]
                if isinstance(agent, Agent):
                    move = agent.at_ply(position.discs).choose(position).move
                else:
                    assert callable(agent)
                    move = read_ply(self.rules, agent(position)).move
                actions[game] = action_of(self.rules, move)
        self._batch.play(actions, marked, self._winners)

    def _rewards(self, moved: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Of the games in which a move was made."""
        if self.reward is Reward.RESULT:
            decided = moved & (self._winners >= FIRST)
            return np.where(decided, np.where(self._winners == self._players, 1.0, -1.0), 0.0)
        values = self._exact_values()
        change, self._values = values - self._values, values
        return np.where(moved, np.where(self._players == FIRST, change, -change), 0.0)

    def _exact_values(self) -> NDArray[np.float64]:
        if self.reward is Reward.RESULT:
            return np.zeros(self.num_envs)
        positions = [self._batch.position(game) for game in range(self.num_envs)]
        outcomes = [_outcome(position, int(winner)) for position, winner in zip(positions, self._winners, strict=True)]
        return np.array(exact_values(positions, outcomes, time=self.time))

    def _observe(self) -> dict[str, NDArray[np.int8]]:
        planes = np.empty((self.num_envs, *observation_shape(self.rules)), np.int8)
        masks = np.empty((self.num_envs, action_count(self.rules)), np.int8)
        players = self._batch.turns() if self.opponent is None else self._players
        self._batch.observe(players, self._winners == GOES_ON, planes, masks)
        return {"observation": planes, "action_mask": masks}


def _outcome(position: Position, winner: int) -> Outcome | None:
    if winner == GOES_ON or position.outcome:
        return position.outcome
    if winner < FIRST:
        return Outcome(None, Ending.REPETITION, position.scores)
    return Outcome(FIRST if winner == FIRST else SECOND, Ending.FORFEIT, position.scores)


vector = FourcastVectorEnv
"""As `aec` is called."""
