"""The five files that are the published experiments give the published figures, to the digit."""

from __future__ import annotations

from functools import cache

import pytest
from support.engines import needs_core
from support.experiment_files import made, parts

from fourcast.experiments.cell import Cell
from fourcast.experiments.library import find_experiment, names
from fourcast.experiments.reproduce import published
from fourcast.experiments.row import Row

pytestmark = needs_core

LARGE = 8
"""Minimax from this depth on makes many millions of nodes; of each file one such search is enough."""


def is_large(cell: Cell) -> bool:
    return cell.algorithm == "minimax" and cell.amount >= LARGE and cell.variant != "tictactoe"


@cache
def rows(name: str) -> list[Row]:
    found = made(find_experiment(name), lambda cell: not is_large(cell))
    assert all(row.done for row in found)
    return found


def column(name: str, part: str, column: str = "nodes", **where: object) -> list[object]:
    """The figures of a part in the order of depths, then of the file."""
    mine = [row for row in rows(name) if row.part == part and all(getattr(row, key) == where[key] for key in where)]
    return [getattr(row, column) for row in sorted(mine, key=lambda row: row.amount)]


def test_all_five_are_there() -> None:
    assert {"connect-4s", "extended", "smart", "zer0lose", "8x6"} <= set(names())


def test_connect_4s() -> None:
    assert column("connect-4s", "minimax") == list(published.CONNECT_4S_MINIMAX[: LARGE - 1])
    assert column("connect-4s", "minimax, any opening") == list(published.CONNECT_4S_MINIMAX_ANYWHERE)
    table = published.CONNECT_4S_ALPHA_BETA
    assert column("connect-4s", "alpha-beta, as published") == [row.nodes for row in table]
    assert column("connect-4s", "alpha-beta, documented") == [row.documented for row in table]
    assert column("connect-4s", "alpha-beta, one opening") == [row.fair for row in table]
    lucky = column("connect-4s", "expectiminimax, k = 1 … 8")
    assert lucky == list(published.CONNECT_4S_EXPECTIMINIMAX[::2]) == list(published.CONNECT_4S_LUCKY_TREE)
    everywhere = column("connect-4s", "expectiminimax, any opening")
    assert everywhere == list(published.CONNECT_4S_EXPECTIMINIMAX_ANYWHERE)


def test_connect_4s_values_and_replies() -> None:
    part = "expectiminimax, k = 1 … 8"
    values, replies = column("connect-4s", part, "value"), column("connect-4s", part, "move")
    for ahead, value, reply in published.CONNECT_4S_LUCKY_ROOT:
        found = values[ahead - 1]
        assert isinstance(found, float)
        assert (round(found, 4), replies[ahead - 1]) == (value, str(reply))
    [leaves] = column("connect-4s", "one move ahead", "values")
    expected = (f"{move}:{value}" for move, value in enumerate(published.CONNECT_4S_LEAVES, 1))
    assert leaves == " ".join(expected)
    assert column("connect-4s", "one move ahead", "value") == [published.CONNECT_4S_ROOT]


def test_extended_connect4() -> None:
    for name, _, leaves in published.EXTENDED_PERFT:
        assert column("extended", name, "leaves") == list(leaves)
    [values, *_] = column("extended", "8×6 with 6 pop-outs", "values")
    assert values == " ".join(f"{move}:{value}" for move, value in enumerate(published.EXTENDED_EVAL, 1))


def test_smart_connect_4() -> None:
    pruned = {"algorithm": "alphabeta"}
    table = published.SMART_TABLE
    assert column("smart", "as published", **pruned) == [row.pruned for row in table]
    assert column("smart", "as published", "value", **pruned) == [row.value for row in table]
    assert column("smart", "as published", "move", **pruned) == [str(row.reply) for row in table]
    plain = [row.plain for row in table if row.depth < LARGE]
    assert column("smart", "as published", algorithm="minimax") == plain
    assert column("smart", "one opening") == [row.fair for row in table if row.fair is not None]


def test_zer0lose() -> None:
    for part, figures in {
        "minimax": published.ZER0LOSE_MINIMAX,
        "alpha-beta, draws first": published.ZER0LOSE_DRAW_FIRST,
        "alpha-beta, wins first": published.ZER0LOSE_WIN_FIRST,
    }.items():
        assert column("zer0lose", part) == [figures.nodes]
        assert column("zer0lose", part, "leaves") == [figures.leaves]


@pytest.mark.parametrize("game", published.EIGHT_GAMES[:6], ids=lambda game: f"{game.variant}, level {game.level}")
def test_eight_by_six(game: published.Replies) -> None:
    centre = ", from the centre outwards" if game.order != "ascending" else ""
    part = f"level {game.level}{centre}"
    assert column("8x6", part, "dropped", algorithm=game.algorithm) == list(game.dropped)
    if game.replies:
        assert column("8x6", part, "move", algorithm=game.algorithm) == [str(reply) for reply in game.replies]


def test_the_positions_of_a_game_are_those_that_its_moves_lead_to() -> None:
    games = {
        "level 4": published.EIGHT_GAMES[0],
        "level 4, from the centre outwards": published.EIGHT_GAMES[4],
        "level 8, first game": published.EIGHT_GAMES[6],
        "level 8, second game": published.EIGHT_GAMES[7],
    }
    for part in parts(find_experiment("8x6")):
        if part.name in games:
            game = games[part.name]
            assert game.replies
            played = "".join(f"{human}{reply}" for human, reply in zip(game.human, game.replies, strict=True))
            assert part.positions == tuple(played[: 2 * ply + 1] for ply in range(4))


@pytest.mark.parametrize(
    ("name", "moves", "nodes"),
    [
        ("connect-4s", "4", published.CONNECT_4S_MINIMAX[7]),
        ("smart", "223", published.SMART_TABLE[2].plain),
        ("8x6", "1", published.EIGHT_GAMES[6].dropped[0] + 1),  # the root is no disc dropped
    ],
)
def test_the_large_searches_too(name: str, moves: str, nodes: int) -> None:
    [row] = made(find_experiment(name), lambda cell: is_large(cell) and cell.moves == moves)
    assert row.nodes == nodes
