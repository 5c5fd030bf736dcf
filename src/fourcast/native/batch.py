"""Many games of the same rules, played together by the compiled core."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fourcast.native.bridge import core, decode_position, encode_position, encode_rules
from fourcast.rules import Position, Rules

GOES_ON: Final = -2
"""Among winners: the game is not over. A draw is −1."""


class GameBatch:
    """`count` games from the empty board. Arrays have one entry for each game; `play` and `restart` change the games
    that are marked. Pickle and `copy.deepcopy` keep everything, the random numbers too."""

    def __init__(self, rules: Rules, count: int, *, repetitions: int, seed: int) -> None:
        self.rules = rules
        self.count = count
        self._repetitions = repetitions
        self._make(seed)

    def _make(self, seed: int) -> None:
        pops = (self.rules.pops_each, self.rules.pops_each)
        self._batch = core.GameBatch(
            encode_rules(self.rules), count=self.count, pops=pops, repetitions=self._repetitions, seed=seed
        )

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_batch"} | {"state": self._batch.state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        random, games = state.pop("state")
        vars(self).update(state)
        self._make(0)
        self._batch.set_state(random, games)

    def restart(self, marked: NDArray[np.bool_]) -> None:
        """Start games again."""
        self._batch.restart(marked)

    def start_from(self, position: Position) -> None:
        """Start all games again from a position."""
        random, _ = self._batch.state()
        self._batch.set_state(random, [(encode_position(position), [])] * self.count)

    def play(self, actions: NDArray[np.int64], marked: NDArray[np.bool_], winners: NDArray[np.int8]) -> None:
        """Play an action in each marked game and write its winner: a player, −1 for a draw, or `GOES_ON`. An illegal
        action loses."""
        self._batch.play(actions, marked, winners)

    def random_actions(self) -> NDArray[np.int64]:
        """A random action for each game, −1 where there is none."""
        actions = np.empty(self.count, np.int64)
        self._batch.random_actions(actions)
        return actions

    def turns(self) -> NDArray[np.int8]:
        """The players to move."""
        turns = np.empty(self.count, np.int8)
        self._batch.turns(turns)
        return turns

    def observe(
        self,
        players: NDArray[np.int8],
        going_on: NDArray[np.bool_],
        planes: NDArray[np.int8],
        masks: NDArray[np.int8],
    ) -> None:
        """Write what players see, and a 1 for every legal action of games that go on."""
        self._batch.observe(players, going_on, planes, masks)

    def position(self, game: int) -> Position:
        """The position of a game."""
        return decode_position(self.rules, self._batch.position(game))
