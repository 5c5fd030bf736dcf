"""Positions and moves as arrays and numbers, as all environments have them.

The observation of a player has the shape (height, width, planes), top row first: the own discs, the discs of the
opponent and, where pop-outs are limited, the own pop-outs left and those of the opponent, at most 127, in every cell.

The number of an action is, with gravity, that of the column of a drop, from 0; then `width` plus the column of a pop,
where there are pop-outs; then `2 * width` for the call of a draw, where they are unlimited. Without gravity it is
`row * width + column`, from the bottom row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from fourcast.drawing import BOARD, LIGHT
from fourcast.errors import UsageError
from fourcast.native import decode_move, encode_move
from fourcast.rules import FIRST, Move, Player, PopRule, Position, Rules, other

if TYPE_CHECKING:
    from gymnasium import spaces

MAX_PLANE_VALUE: Final = 127
CELL_PIXELS: Final = 40
RENDER_MODES: Final = ("human", "ansi", "rgb_array")


def action_count(rules: Rules) -> int:
    """The number of actions, legal or not."""
    if not rules.gravity:
        return rules.shape.cells
    return {
        PopRule.NONE: rules.shape.width,
        PopRule.LIMITED: 2 * rules.shape.width,
        PopRule.OWN: 2 * rules.shape.width + 1,
    }[rules.pop_rule]


def action_of(rules: Rules, move: Move) -> int:
    """The number of a move."""
    return encode_move(rules, move)


def move_of(rules: Rules, action: int) -> Move:
    """The move with a number."""
    return decode_move(rules, int(action))


def observation_shape(rules: Rules) -> tuple[int, int, int]:
    """Height, width and planes."""
    planes = 4 if rules.pop_rule is PopRule.LIMITED else 2
    return rules.shape.height, rules.shape.width, planes


def observation_space(rules: Rules) -> spaces.Dict:
    """The space of observations with their action masks."""
    from gymnasium import spaces

    high = np.ones(observation_shape(rules), np.int8)
    high[:, :, 2:] = min(rules.pops_each, MAX_PLANE_VALUE)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (action_count(rules),), np.int8),
        }
    )


def observe(position: Position, player: Player, legal_moves: tuple[Move, ...]) -> dict[str, NDArray[np.int8]]:
    """What a player sees, and a 1 for every legal move."""
    rules = position.rules
    board = position.to_array()
    observation = np.empty(observation_shape(rules), np.int8)
    for plane, side in enumerate((player, other(player))):
        observation[:, :, plane] = board == side + 1
        if rules.pop_rule is PopRule.LIMITED:
            observation[:, :, 2 + plane] = min(position.pops[side], MAX_PLANE_VALUE)
    mask = np.zeros(action_count(rules), np.int8)
    mask[[action_of(rules, move) for move in legal_moves]] = 1
    return {"observation": observation, "action_mask": mask}


def board_pixels(position: Position) -> NDArray[np.uint8]:
    """The board as an RGB picture, in the colours of all drawings."""
    height, width, _ = observation_shape(position.rules)
    centres = np.arange(CELL_PIXELS) - (CELL_PIXELS - 1) / 2
    distance = np.hypot(centres[:, None], centres[None, :]) / CELL_PIXELS
    cells = {number: np.full((CELL_PIXELS, CELL_PIXELS, 3), _rgb(LIGHT.board), np.uint8) for number in range(3)}
    for number, discs in {
        0: ((BOARD.hole, LIGHT.hole),),
        1: ((BOARD.disc, LIGHT.p1),),
        2: ((BOARD.disc, LIGHT.p2), (BOARD.ring, LIGHT.p2_rim), (BOARD.centre, LIGHT.p2)),
    }.items():
        for diameter, colour in discs:
            cells[number][distance <= diameter / 2] = _rgb(colour)
    board = position.to_array()
    return np.block([[[cells[int(board[row, column])]] for column in range(width)] for row in range(height)])


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def check_render_mode(mode: str | None) -> str | None:
    """The mode. Raises `UsageError` if it does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"Invalid render mode {mode!r}: use {', '.join(RENDER_MODES)} or None.")
    return mode


def player_name(player: Player) -> str:
    """The name of a player in PettingZoo."""
    return "player_0" if player == FIRST else "player_1"


def picture(position: Position, render_mode: str | None) -> Any:
    """What `render` returns: the board as text or as pixels; in the mode `human` it is printed."""
    if render_mode == "rgb_array":
        return board_pixels(position)
    if render_mode == "ansi":
        return str(position)
    if render_mode == "human":
        print(position, end="\n\n")
    return None
