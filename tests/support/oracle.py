"""A naive oracle of the rules: the source of the expected values in the tests.

It is written from the written rules alone, as the most obvious code there is, and shares nothing with the package:
a board is a tuple of columns, a column is a text of stones from the bottom up (``"xo...."``), and every question is
answered by looping over the cells.  Clarity comes before speed.

Words used below:

* player 0 is the first player and writes ``x``; player 1 is the second and writes ``o``; an empty cell is ``.``;
* column 0 is the leftmost and row 0 the bottom one; texts for people number columns and cells from 1;
* an *action* is what the side to move chooses (aims at); under drift a drop is a chance event, and each place where
  the disc may land is a *branch* of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import NamedTuple

STONES = "xo"
EMPTY = "."

# To the right, up, up-right, down-right: as (column step, row step).
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

Cell = tuple[int, int]  # (column, row)


# --- the rules -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The parameters of one game of the family."""

    width: int = 7
    height: int = 6
    connect: int = 4
    gravity: bool = True
    goal: str = "first-line"  # 'first-line', 'most-lines' or 'run-points'
    pops: str | int = "none"  # 'none', 'own' (unlimited) or a number (LIMITED: so many for each player)
    drift: tuple[int, int, int] | None = None  # weights of centre, left, right

    def __post_init__(self) -> None:
        """Refuse what is no game of the family."""
        if self.width < 1 or self.height < 1:
            raise ValueError("the board needs at least one cell")
        if self.connect < 2:
            raise ValueError("connect must be at least 2")
        if self.goal not in ("first-line", "most-lines", "run-points"):
            raise ValueError(f"unknown goal {self.goal!r}")
        if isinstance(self.pops, str) and self.pops not in ("none", "own"):
            raise ValueError(f"unknown pops {self.pops!r}")
        if isinstance(self.pops, int) and self.pops < 0:
            raise ValueError("a number of pops cannot be negative")
        if self.drift is not None and min(self.drift) < 0:
            raise ValueError("a weight cannot be negative")
        if not self.gravity and (self.pops != "none" or self.drift is not None):
            raise ValueError("pops and drift need gravity")

    @property
    def limited(self) -> bool:
        """Whether every player has a fixed number of pop-outs."""
        return isinstance(self.pops, int)


VARIANTS = {
    "classic": Rules(),
    "most-lines": Rules(goal="most-lines"),
    "drift": Rules(goal="most-lines", drift=(3, 1, 1)),
    "extended": Rules(width=8, goal="run-points", pops=6),
    "run-points": Rules(goal="run-points"),
    "popout": Rules(pops="own"),
    "tictactoe": Rules(width=3, height=3, connect=3, gravity=False),
}


def rules_from_text(text: str) -> Rules:
    """Rules from a text such as ``extended,width=4,height=4,pops=1``: a named variant, then what is changed in it."""
    name, *changes = text.split(",")
    rules = VARIANTS[name]
    for change in changes:
        key, value = change.split("=")
        if key == "width":
            rules = replace(rules, width=int(value))
        elif key == "height":
            rules = replace(rules, height=int(value))
        elif key == "connect":
            rules = replace(rules, connect=int(value))
        elif key == "pops":
            rules = replace(rules, pops=int(value) if value.isdigit() else value)
        else:
            raise ValueError(f"unknown setting {key!r} in {text!r}")
    return rules


# --- positions -------------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """A position: all that matters for how the game goes on."""

    columns: tuple[str, ...]  # each column from the bottom up
    turn: int  # 0 or 1
    pops: tuple[int, int]  # pop-outs left; (0, 0) unless LIMITED
    called: bool  # a draw has been called


def start(rules: Rules) -> State:
    """The empty board, the first player to move."""
    pops = rules.pops if isinstance(rules.pops, int) else 0
    return State((EMPTY * rules.height,) * rules.width, 0, (pops, pops), False)


def board_text(state: State) -> str:
    """The rows of the board from the top down, joined by ``/``."""
    height = len(state.columns[0])
    rows = []
    for row in range(height - 1, -1, -1):
        rows.append("".join(column[row] for column in state.columns))
    return "/".join(rows)


def state_from_text(rules: Rules, board: str, turn: int = 0, pops: tuple[int, int] | None = None) -> State:
    """A position from a board text as `board_text` writes it; pop-outs left are the full number unless told."""
    rows = board.split("/")
    if len(rows) != rules.height or any(len(row) != rules.width for row in rows):
        raise ValueError(f"the board is not {rules.width}x{rules.height}: {board!r}")
    columns = []
    for column in range(rules.width):
        stones = "".join(row[column] for row in reversed(rows))
        if any(stone not in STONES + EMPTY for stone in stones):
            raise ValueError(f"unknown stone in {board!r}")
        if rules.gravity and EMPTY in stones.rstrip(EMPTY):
            raise ValueError(f"a disc hangs in the air in {board!r}")
        columns.append(stones)
    return State(tuple(columns), turn, start(rules).pops if pops is None else pops, False)


def stone_at(state: State, cell: Cell) -> str:
    """The text of one cell: ``x``, ``o`` or ``.``."""
    column, row = cell
    return state.columns[column][row]


# --- lines and scores ------------------------------------------------------------------------------------------------


@cache
def windows(width: int, height: int, connect: int) -> list[list[Cell]]:
    """Every straight piece of exactly `connect` cells of the board."""
    found = []
    for column in range(width):
        for row in range(height):
            for column_step, row_step in DIRECTIONS:
                cells = [(column + i * column_step, row + i * row_step) for i in range(connect)]
                if all(0 <= c < width and 0 <= r < height for c, r in cells):
                    found.append(cells)
    return found


@cache
def full_lines(width: int, height: int) -> list[list[Cell]]:
    """Every row, column and diagonal from one edge of the board to the other."""
    found = []
    for column in range(width):
        for row in range(height):
            for column_step, row_step in DIRECTIONS:
                before = (column - column_step, row - row_step)
                if 0 <= before[0] < width and 0 <= before[1] < height:
                    continue  # the line began earlier
                cells = []
                c, r = column, row
                while 0 <= c < width and 0 <= r < height:
                    cells.append((c, r))
                    c, r = c + column_step, r + row_step
                found.append(cells)
    return found


def lines(rules: Rules, state: State) -> tuple[int, int]:
    """How many windows of `connect` cells are wholly the first and wholly the second player's."""
    counts = {"x": 0, "o": 0}
    columns = state.columns
    for window in windows(rules.width, rules.height, rules.connect):
        first_column, first_row = window[0]
        stone = columns[first_column][first_row]
        if stone == EMPTY:
            continue
        for column, row in window:
            if columns[column][row] != stone:
                break
        else:
            counts[stone] += 1
    return counts["x"], counts["o"]


def run_value(length: int, connect: int) -> int:
    """What one maximal run of this length scores."""
    rest = length % connect
    if rest < 2:
        part = 0
    elif rest == connect - 1:
        part = 5
    elif rest == connect - 2:
        part = 2
    else:
        part = 0
    return 20 * (length // connect) + part


def run_points(rules: Rules, state: State) -> tuple[int, int]:
    """The run points of the board as it stands, of the first and of the second player."""
    points = {"x": 0, "o": 0}
    for line in full_lines(rules.width, rules.height):
        for stone, run in groupby(stone_at(state, cell) for cell in line):
            if stone != EMPTY:
                points[stone] += run_value(len(list(run)), rules.connect)
    return points["x"], points["o"]


def scores(rules: Rules, state: State) -> tuple[int, int]:
    """The scores of the two players: lines, run points, or 1 for the winner of a first-line game."""
    if rules.goal == "most-lines":
        return lines(rules, state)
    if rules.goal == "run-points":
        return run_points(rules, state)
    winner = line_winner(rules, state)
    return (1 if winner == 0 else 0, 1 if winner == 1 else 0)


def line_winner(rules: Rules, state: State) -> int | None:
    """Who has won by a line in a first-line game.  If both have one it is the player who just moved."""
    first, second = lines(rules, state)
    if first and second:
        return 1 - state.turn
    if first:
        return 0
    if second:
        return 1
    return None


# --- actions ---------------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """What a player chooses: 'drop' or 'pop' with a column, 'place' with a cell (from 0), or 'call' (at is 0)."""

    kind: str
    at: int


def drops(rules: Rules, state: State) -> list[Action]:
    """The drops, or in free placement the placings, that there is room for."""
    found = []
    if rules.gravity:
        for column in range(rules.width):
            if EMPTY in state.columns[column]:
                found.append(Action("drop", column))
    else:
        for row in range(rules.height):
            for column in range(rules.width):
                if state.columns[column][row] == EMPTY:
                    found.append(Action("place", row * rules.width + column))
    return found


def pops(rules: Rules, state: State) -> list[Action]:
    """The columns that the side to move may pop."""
    if rules.pops == "none":
        return []
    found = []
    for column in range(rules.width):
        bottom = state.columns[column][0]
        if rules.pops == "own":
            allowed = bottom == STONES[state.turn]
        else:
            allowed = state.pops[state.turn] > 0 and column % 2 == state.turn and bottom != EMPTY
        if allowed:
            found.append(Action("pop", column))
    return found


class Outcome(NamedTuple):
    """How a game ended."""

    winner: int | None  # None for a draw
    how: str  # 'line', 'full-board' or 'no-action'


def outcome(rules: Rules, state: State) -> Outcome | None:
    """The end of the game, or None while it goes on."""
    if rules.goal == "first-line":
        winner = line_winner(rules, state)
        if winner is not None:
            return Outcome(winner, "line")
    if state.called:
        return Outcome(None, "full-board")
    if drops(rules, state) or pops(rules, state):
        return None
    how = "no-action" if rules.limited else "full-board"
    if rules.goal == "first-line":
        return Outcome(None, how)
    first, second = scores(rules, state)
    if first > second:
        return Outcome(0, how)
    if second > first:
        return Outcome(1, how)
    return Outcome(None, how)


def actions(rules: Rules, state: State) -> list[Action]:
    """What the side to move may choose, in the fixed order; nothing when the game is over."""
    if outcome(rules, state) is not None:
        return []
    possible_drops = drops(rules, state)
    possible_pops = pops(rules, state)
    possible_calls = []
    if rules.pops == "own" and not possible_drops and possible_pops:
        possible_calls.append(Action("call", 0))
    return possible_drops + possible_pops + possible_calls


# --- moves -----------------------------------------------------------------------------------------------------------


def is_chance(rules: Rules, action: Action) -> bool:
    """Whether chance decides where this action ends: every drop under drift."""
    return rules.drift is not None and action.kind == "drop"


def landings(rules: Rules, state: State, aimed: int) -> list[tuple[int, Fraction]]:
    """Under drift: the columns where a disc aimed at a column may land, with their probabilities."""
    if rules.drift is None:
        raise ValueError("these rules have no drift")
    if EMPTY not in state.columns[aimed]:
        raise ValueError("a full column cannot be aimed at")
    centre, left, right = rules.drift
    weighted = []
    for column, weight in ((aimed, centre), (aimed - 1, left), (aimed + 1, right)):
        on_board = 0 <= column < rules.width
        if on_board and EMPTY in state.columns[column] and weight > 0:
            weighted.append((column, weight))
    total = sum(weight for _, weight in weighted)
    if total == 0:
        raise ValueError("the disc has nowhere to land: every weight that is left is 0")
    return [(column, Fraction(weight, total)) for column, weight in weighted]


class Branch(NamedTuple):
    """One way an action can turn out."""

    landing: int  # where the disc lands; for an exact action simply action.at
    probability: Fraction
    state: State


def with_column(state: State, column: int, stones: str) -> tuple[str, ...]:
    """The columns with one of them replaced."""
    columns = list(state.columns)
    columns[column] = stones
    return tuple(columns)


def after_drop(state: State, column: int) -> State:
    """The side to move has a disc fall in a column, exactly there."""
    row = state.columns[column].index(EMPTY)
    return after_stone(state, column, row)


def after_stone(state: State, column: int, row: int) -> State:
    """The side to move has put a stone in a cell."""
    old = state.columns[column]
    new = old[:row] + STONES[state.turn] + old[row + 1 :]
    return State(with_column(state, column, new), 1 - state.turn, state.pops, False)


def after_pop(rules: Rules, state: State, column: int) -> State:
    """The side to move has taken out the bottom disc of a column."""
    new = state.columns[column][1:] + EMPTY
    left = list(state.pops)
    if rules.limited:
        left[state.turn] -= 1
    return State(with_column(state, column, new), 1 - state.turn, (left[0], left[1]), False)


def branches(rules: Rules, state: State, action: Action) -> list[Branch]:
    """All the ways a legal action can turn out; just one unless `is_chance`."""
    if is_chance(rules, action):
        return [Branch(c, share, after_drop(state, c)) for c, share in landings(rules, state, action.at)]
    if action.kind == "drop":
        after = after_drop(state, action.at)
    elif action.kind == "place":
        after = after_stone(state, action.at % rules.width, action.at // rules.width)
    elif action.kind == "pop":
        after = after_pop(rules, state, action.at)
    else:
        after = State(state.columns, 1 - state.turn, state.pops, True)
    return [Branch(action.at, Fraction(1), after)]


# --- texts of moves --------------------------------------------------------------------------------------------------


def move_text(action: Action, landing: int | None = None) -> str:
    """``4`` a drop or a cell, ``p4`` a pop, ``=`` the call, ``4>5`` aimed at 4 and fallen in 5."""
    if action.kind == "call":
        return "="
    if action.kind == "pop":
        return f"p{action.at + 1}"
    if landing is not None and landing != action.at:
        return f"{action.at + 1}>{landing + 1}"
    return f"{action.at + 1}"


def needs_commas(rules: Rules) -> bool:
    """Whether a number in a move can have two digits."""
    return (rules.width if rules.gravity else rules.width * rules.height) > 9


def join_moves(rules: Rules, texts: list[str]) -> str:
    """One text of many moves."""
    return ("," if needs_commas(rules) else "").join(texts)


def split_moves(rules: Rules, text: str) -> list[str]:
    """The moves of one text, as `join_moves` joined them."""
    if text == "":
        return []
    if needs_commas(rules):
        return text.split(",")
    texts: list[str] = []
    for character in text:
        if texts and (texts[-1] == "p" or character == ">" or texts[-1].endswith(">")):
            texts[-1] += character
        else:
            texts.append(character)
    return texts


def play_move(rules: Rules, state: State, text: str) -> State:
    """The position after one move given as text; ValueError if it is not a legal one."""
    for action in actions(rules, state):
        for branch in branches(rules, state, action):
            if move_text(action, branch.landing) == text:
                return branch.state
    raise ValueError(f"{text!r} is not a move at {board_text(state)}")


def play(rules: Rules, text: str, state: State | None = None) -> State:
    """The position after a text of moves, from the start unless another position is given."""
    now = start(rules) if state is None else state
    for move in split_moves(rules, text):
        now = play_move(rules, now, move)
    return now


# --- counting --------------------------------------------------------------------------------------------------------


def perft(rules: Rules, depth: int, state: State | None = None) -> int:
    """Leaves of the game tree cut at `depth` moves; a game that ended earlier counts once; every branch is a line."""
    now = start(rules) if state is None else state
    if depth == 0:
        return 1
    choices = actions(rules, now)
    if not choices:
        return 1
    total = 0
    for action in choices:
        for branch in branches(rules, now, action):
            total += perft(rules, depth - 1, branch.state)
    return total


class Nodes(NamedTuple):
    """Counts by ply, index 0 to depth, along paths (a position reached in two ways counts twice)."""

    positions: list[int]  # positions at this ply
    ended: list[int]  # those of them where the game is over
    chance: list[int]  # chance nodes that lead to this ply: one for each drop under drift (0 at ply 0)


def nodes_by_ply(rules: Rules, depth: int, state: State | None = None) -> Nodes:
    """Count every node of the game tree cut at `depth` moves."""
    nodes = Nodes([0] * (depth + 1), [0] * (depth + 1), [0] * (depth + 1))

    def visit(now: State, ply: int) -> None:
        nodes.positions[ply] += 1
        choices = actions(rules, now)
        if not choices:
            nodes.ended[ply] += 1
        if ply == depth:
            return
        for action in choices:
            if is_chance(rules, action):
                nodes.chance[ply + 1] += 1
            for branch in branches(rules, now, action):
                visit(branch.state, ply + 1)

    visit(start(rules) if state is None else state, 0)
    return nodes


def distinct(rules: Rules, depth: int, state: State | None = None) -> list[int]:
    """How many different positions can stand on the board after exactly 0, 1, ... `depth` moves."""
    layer = {start(rules) if state is None else state}
    counts = [len(layer)]
    for _ in range(depth):
        following = set()
        for now in layer:
            for action in actions(rules, now):
                for branch in branches(rules, now, action):
                    following.add(branch.state)
        layer = following
        counts.append(len(layer))
    return counts
