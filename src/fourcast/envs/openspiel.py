"""Every variant as a game of OpenSpiel, with chance nodes where discs drift, and every agent as a bot.

    register()
    game = pyspiel.load_game("python_fourcast(rules=drift)")

A parameter of OpenSpiel cannot contain commas and equals signs: write `rules=classic;width:5`. The parameter `utility`
is `result` (1, 0, −1) or `margin`, for games of lines or points. Actions are numbered as in the other environments, and
the outcomes of a chance node by the column in which the disc lands.

The extra `openspiel` installs what this module needs.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, Final

import numpy as np

from fourcast.errors import IllegalMove, UsageError, missing_packages

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(missing_packages(__name__, "open_spiel", "openspiel"), name=error.name) from None

from fourcast.algorithms import SearchSpec
from fourcast.envs.encoding import action_count, action_of, move_of, observation_shape, observe
from fourcast.evals import terminal_value
from fourcast.play import REPETITIONS, Agent, as_agent
from fourcast.rules import (
    FIRST,
    AnyPosition,
    Chance,
    Move,
    PopRule,
    Position,
    Rules,
    position_text,
)
from fourcast.spec import parse_enum

GAME_NAME: Final = "python_fourcast"
MAX_POPOUT_PLIES: Final = 10_000
"""A game with unlimited pop-outs that is not over after so many moves is a draw."""


class Utility(Enum):
    """What a game pays."""

    RESULT = "result"
    MARGIN = "margin"


def _game_type(chance_mode: Any) -> Any:
    return pyspiel.GameType(
        short_name=GAME_NAME,
        long_name="Four in a row and its variants",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "classic", "utility": "result"},
    )


class FourcastGame(pyspiel.Game):
    """A game of OpenSpiel; `pyspiel.load_game` makes one."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = _read_rules(str(params.get("rules", "classic")))
        self.utility = parse_enum(Utility, "utility", str(params.get("utility", "result")))
        modes = pyspiel.GameType.ChanceMode
        max_utility = _max_margin(self.rules) if self.utility is Utility.MARGIN else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.rules),
            max_chance_outcomes=self.rules.shape.width if self.rules.drift else 0,
            num_players=2,
            min_utility=-max_utility,
            max_utility=max_utility,
            utility_sum=0.0,
            max_game_length=self.rules.max_plies or MAX_POPOUT_PLIES,
        )
        super().__init__(
            _game_type(modes.EXPLICIT_STOCHASTIC if self.rules.drift else modes.DETERMINISTIC),
            info,
            {"rules": str(self.rules).replace(",", ";").replace("=", ":"), "utility": self.utility.value},
        )

    def new_initial_state(self) -> FourcastState:
        return FourcastState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _read_rules(text: str) -> Rules:
    return Rules.parse(re.sub(r"[;,]([a-z]+)[:=]", r",\1=", text))


def _max_margin(rules: Rules) -> float:
    """The score of a board full of one player's discs."""
    return float(Position.of(rules, (rules.shape.board, 0)).scores[FIRST])


class FourcastState(pyspiel.State):
    """A state: a position, or a disc that is falling."""

    def __init__(self, game: FourcastGame) -> None:
        super().__init__(game)
        self.position = game.rules.start()
        """The current position; while a disc is falling, the one before the move."""
        self._utility = game.utility
        self._falling: Move | None = None
        self._earlier: tuple[Position, ...] = ()  # only where positions can repeat

    def current_player(self) -> Any:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._falling else self.position.turn

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return [action_of(self.position.rules, move) for move in self.position.legal_moves]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return sorted((branch.column, float(branch.probability)) for branch in self._chance.branches)

    @property
    def _chance(self) -> Chance:
        assert self._falling is not None
        chance = self.position.play_unchecked(self._falling)
        assert isinstance(chance, Chance)
        return chance

    def _apply_action(self, action: int) -> None:
        if self._falling is not None:
            landings = {branch.column: branch.position for branch in self._chance.branches}
            if action not in landings:
                raise IllegalMove(f"The disc cannot land in column {action}. Use one of chance_outcomes().")
            self.position, self._falling = landings[action], None
            return
        if action not in self._legal_actions(self.position.turn):
            raise IllegalMove(f"Action {action} is illegal. Use one of legal_actions().")
        move = move_of(self.position.rules, action)
        after = self.position.play_unchecked(move)
        if isinstance(after, Chance):
            self._falling = move
            return
        if after.rules.pop_rule is PopRule.OWN:
            self._earlier += (self.position,)
        self.position = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f">{action + 1}"
        return str(move_of(self.position.rules, action))

    def is_terminal(self) -> bool:
        return self.position.is_over or self._is_drawn

    @property
    def _is_drawn(self) -> bool:
        if self.position.rules.pop_rule is not PopRule.OWN:
            return False
        return self._earlier.count(self.position) + 1 >= REPETITIONS or len(self._earlier) >= MAX_POPOUT_PLIES

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0, 0.0]
        if self._utility is Utility.MARGIN:
            value = float(terminal_value(self.position, outcome))
            first = value if self.position.turn == FIRST else -value
        else:
            first = 0.0 if outcome.winner is None else 1.0 if outcome.winner == FIRST else -1.0
        return [first, 0.0 - first]

    def __str__(self) -> str:
        return position_text(self.position) + (f" falling={self._falling}" if self._falling else "")


class _Observer:
    """The observation of the other environments, as OpenSpiel wants it: planes first."""

    def __init__(self, rules: Rules) -> None:
        height, width, planes = observation_shape(rules)
        self.tensor = np.zeros(planes * height * width, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes, height, width)}

    def set_from(self, state: FourcastState, player: int) -> None:
        planes = observe(state.position, FIRST if player == FIRST else 1, ())["observation"]
        self.dict["observation"][:] = planes.transpose(2, 0, 1)

    def string_from(self, state: FourcastState, player: int) -> str:  # noqa: ARG002
        return str(state)


class FourcastBot(pyspiel.Bot):
    """Any agent as a bot: `FourcastBot("level4")`."""

    def __init__(self, agent: Agent | SearchSpec | str) -> None:
        super().__init__()
        self.agent = as_agent(agent)

    def step(self, state: FourcastState) -> int:
        """The action of the agent."""
        if state.is_chance_node() or state.is_terminal():
            raise UsageError("No player is to move in this state.")
        move = self.agent.at_ply(state.move_number()).choose(to_position(state)).move
        return action_of(state.position.rules, move)

    def restart_at(self, state: FourcastState) -> None:
        """There is nothing to restart: an agent looks at the position only."""

    def inform_action(self, state: FourcastState, player_id: int, action: int) -> None:
        """There is nothing to remember."""


def to_position(state: FourcastState) -> Position:
    """The position of a state."""
    return state.position


def from_position(position: AnyPosition, *, utility: str = "result") -> FourcastState:
    """A state at a position. Its history is empty, so OpenSpiel cannot serialise it or undo the moves before."""
    position = Position(position)
    register()
    state = FourcastGame({"rules": str(position.rules), "utility": utility}).new_initial_state()
    state.position = Position.of(*position)
    return state


def register() -> None:
    """Make `python_fourcast` known to `pyspiel.load_game`."""
    if GAME_NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC), FourcastGame)
