"""The evaluations of the five systems as loops over the cells of an oracle board, with every constant typed from the
written specification: the source of the expected values in the tests.

Where a system knew fours alone, a line of another length counts by how many discs it is short of being complete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from support import oracle


def potential_lines(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """Windows without a disc of the opponent, less windows without a disc of the player."""
    return open_windows(rules, state, player) - open_windows(rules, state, 1 - player)


def lines_and_potential(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """The same, and the difference of complete windows."""
    complete = oracle.lines(rules, state)
    return complete[player] - complete[1 - player] + potential_lines(rules, state, player)


def filled_runs(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """The points of player 1 with every empty cell his, less those of player 2 with every empty cell his."""
    value = oracle.run_points(rules, filled(state, "x"))[0] - oracle.run_points(rules, filled(state, "o"))[1]
    return value if player == 0 else -value


def neighbours(rules: oracle.Rules, state: oracle.State, player: int, factor: int = 630) -> int:
    """What stands to the right, above, up right and down right of every disc, and the difference of complete lines."""
    total = 0
    for column in range(rules.width):
        for row in range(rules.height):
            stone = oracle.stone_at(state, (column, row))
            if stone == oracle.EMPTY:
                continue
            power = 0
            for beside in ((column + 1, row), (column, row + 1), (column + 1, row + 1), (column + 1, row - 1)):
                power += worth_of_neighbour(rules, state, stone, beside)
            total += power if stone == oracle.STONES[player] else -power
    complete = oracle.lines(rules, state)
    return total + factor * (complete[player] - complete[1 - player])


def quadruplets(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """1, 10, 1000, 100000 for windows of own discs alone; −1, −10, −500 for the opponent's, and −100000 complete."""
    total = 0
    for mine, theirs in discs_in_windows(rules, state, player):
        if mine and not theirs:
            short = rules.connect - mine
            total += {0: 100000, 1: 1000, 2: 10}.get(short, 1)
        if theirs and not mine:
            short = rules.connect - theirs
            total -= {0: 100000, 1: 500, 2: 10}.get(short, 1)
    return total


def quadruplets_program(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """−1, −10, −500 for windows of the opponent's discs alone, −100000 complete; nothing for own ones."""
    total = 0
    for mine, theirs in discs_in_windows(rules, state, player):
        if theirs and not mine:
            total -= {0: 100000, 1: 500, 2: 10}.get(rules.connect - theirs, 1)
    return total


def line_counts(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """n1 + 4·n2 + 32·n3 of the player less the same of the opponent; a complete line: 2³¹ − 1, and 0 for the other."""
    return line_strength(rules, state, player) - line_strength(rules, state, 1 - player)


NAIVE_EVALS: Final[dict[str, Callable[[oracle.Rules, oracle.State, int], int]]] = {
    "potential-lines": potential_lines,
    "lines-and-potential": lines_and_potential,
    "filled-runs": filled_runs,
    "neighbours": neighbours,
    "quadruplets": quadruplets,
    "line-counts": line_counts,
    "quadruplets-program": quadruplets_program,
}
"""By the names that the five systems' evaluations have here."""


def open_windows(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """Windows in which no disc of the opponent stands."""
    return sum(theirs == 0 for _, theirs in discs_in_windows(rules, state, player))


def discs_in_windows(rules: oracle.Rules, state: oracle.State, player: int) -> list[tuple[int, int]]:
    """For every window, how many discs of the player and of the opponent it holds."""
    found = []
    for window in oracle.windows(rules.width, rules.height, rules.connect):
        stones = [oracle.stone_at(state, cell) for cell in window]
        found.append((stones.count(oracle.STONES[player]), stones.count(oracle.STONES[1 - player])))
    return found


def filled(state: oracle.State, stone: str) -> oracle.State:
    """The board with a stone on every empty cell."""
    return state._replace(columns=tuple(column.replace(oracle.EMPTY, stone) for column in state.columns))


def worth_of_neighbour(rules: oracle.Rules, state: oracle.State, stone: str, cell: oracle.Cell) -> int:
    """15 for the same colour, 10 for an empty cell that can be played now, 5 for another, 0 for all else."""
    column, row = cell
    if not (0 <= column < rules.width and 0 <= row < rules.height):
        return 0
    found = oracle.stone_at(state, cell)
    if found == stone:
        return 15
    if found != oracle.EMPTY:
        return 0
    can_be_played_now = not rules.gravity or row == 0 or oracle.stone_at(state, (column, row - 1)) != oracle.EMPTY
    return 10 if can_be_played_now else 5


def line_strength(rules: oracle.Rules, state: oracle.State, player: int) -> int:
    """S of one side."""
    complete = oracle.lines(rules, state)
    if complete[player]:
        return 2**31 - 1
    if complete[1 - player]:
        return 0
    strength = 0
    for mine, theirs in discs_in_windows(rules, state, player):
        if mine and not theirs:
            strength += {1: 32, 2: 4}.get(rules.connect - mine, 1)
    return strength
