"""What the five systems published: their figures, typed in. Nothing here is computed.

Each table says in a word where its figures come from: `report`, what the authors wrote; `program`, what their program
does; `study`, counted later with their program, where the report is silent or wrong. Columns count from 1 here, the
reports from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Figure: TypeAlias = int | float | str | tuple[int | float, ...]
"""A published figure, or a row of them."""


@dataclass(frozen=True)
class Slip:
    """A published figure rests on a slip of the original: the corrected figure, and what the slip was."""

    corrected: Figure
    why: str


@dataclass(frozen=True)
class Time:
    """How long one search took its authors: as they printed it, and in seconds."""

    system: str
    search: str
    text: str
    seconds: float
    corrected: str | None = None


# Connect-4s


CONNECT_4S: Final = "connect-4s"
MANY_OPENINGS: Final = (
    "The published row mixes openings; each figure is reproduced from the opening it came from, and the corrected one "
    "is from opening 4, as the rest of the row."
)
DOCUMENTED: Final = (
    "With the heuristic of the document, which counts complete lines on the node too; the counts were made without."
)
ONE_OPENING: Final = "The row as it should have been, every figure from one opening."


@dataclass(frozen=True)
class AlphaBeta:
    """Alpha-beta's nodes at one depth `k`: as published, which opening they are from, with complete lines counted on
    the node as documented, and from the one opening 4."""

    k: int
    nodes: int
    opening: int
    documented: int
    fair: int


CONNECT_4S_ALPHA_BETA: Final = (
    AlphaBeta(1, 8, 4, 8, 8),
    AlphaBeta(2, 47, 5, 47, 48),
    AlphaBeta(3, 224, 4, 224, 224),
    AlphaBeta(4, 747, 4, 747, 747),
    AlphaBeta(5, 3456, 3, 3456, 4022),
    AlphaBeta(6, 11453, 4, 11453, 11453),
    AlphaBeta(7, 44896, 5, 44908, 47164),
    AlphaBeta(8, 161528, 4, 161285, 161528),
)
"""report (`nodes`), study (the rest)"""

CONNECT_4S_MINIMAX: Final = (8, 57, 400, 2801, 19608, 137256, 960750, 6724200)
"""report: nodes for k = 1 … 8, from any root with one disc"""
CONNECT_4S_MINIMAX_ANYWHERE: Final = (2801, 2801, 2801, 2801, 2801, 2801, 2801)
"""report: the same for k = 4 from the openings 1 … 7"""

CONNECT_4S_EXPECTIMINIMAX: Final = (27, 27, 521, 521, 9907, 9907, 188241, 188241)
"""report: nodes for k = 1 … 8; k = 2j − 1 and k = 2j look j moves ahead"""
CONNECT_4S_EXPECTIMINIMAX_ANYWHERE: Final = (521, 521, 521, 521, 521, 521, 521)
"""report: the same for k = 3 from the openings 1 … 7"""
CONNECT_4S_LUCKY_TREE: Final = (27, 521, 9907, 188241)
"""study: N(j) = 8 + 19·N(j − 1) with N(0) = 1, for j = 1 … 4"""
CONNECT_4S_LUCKY_ROOT: Final = ((1, 1.0, 4), (2, -6.68, 4), (3, 1.952, 4))
"""program: j, value to four digits, column"""

CONNECT_4S_LEAVES: Final = (-1, -1, -1, 9, -1, -1, -1)
"""report: after 44, one move ahead"""
CONNECT_4S_ROOT: Final = 9
"""report: the root above them"""

CONNECT_4S_WINDOWS: Final = 69
"""report"""
CONNECT_4S_LONG_ROWS: Final = ((5, 2), (6, 3), (7, 4))
"""program: discs in a row, fours in them"""
CONNECT_4S_SLIPS: Final = (
    ("inside the board", "", 4, (0.6, 0.2, 0.2)),
    ("at the edge", "", 1, (0.75, 0.25)),
    ("with a full column on one side", "111111", 2, (0.75, 0.25)),
    ("with a full column on both sides", "111111333333", 2, (1.0,)),
)
"""report: where, moves before, aimed column, probabilities of that column and its open neighbours"""


# ExtendedConnect4


EXTENDED: Final = "extended"

EXTENDED_POINTS: Final = (
    ("11001121222111, both players", "11001121222111", (9, 5)),
    ("01101/01022/01100, player 1", "01101/01022/01100", (13,)),
    ("00100/00100/11111/00100, player 1", "00100/00100/11111/00100", (48,)),
    ("a full 8×6 of one player", "11111111/11111111/11111111/11111111/11111111/11111111", (736,)),
)
"""program: boards, top row first, and the points of player 1 or of both"""
EXTENDED_PERFT: Final = (
    ("8×6 with 6 pop-outs", "extended", (8, 68, 604, 5556)),
    ("4×4 with 1 pop-out", "extended,width=4,height=4,pops=1", (4, 18, 86, 426, 2150)),
)
"""study: leaves at depth 1, 2, …"""
EXTENDED_EVAL: Final = (19, 24, 25, 32, 32, 25, 24, 19)
"""program: EVAL after the first player drops in column 1 … 8"""
EXTENDED_LONGEST_GAME: Final = 72
"""report: m·n + 4p on 8×6 with 6 pop-outs"""
EXTENDED_BRANCHING: Final = 14
"""report: n + p on 8×6 with 6 pop-outs"""
EXTENDED_BRANCHING_SLIP: Final = Slip(
    12, "A player pops every other column, so moves are at most n + ⌈n/2⌉ while a pop-out is left, however many are."
)


# Smart-Connect-4


SMART: Final = "smart"
FOUR_ROOTS: Final = (
    "The rows of the published table are four different positions; the corrected figure is for the same depth from the "
    "one opening 4."
)


@dataclass(frozen=True)
class SmartRow:
    """One search, without and with pruning; `fair` is the count with pruning from opening 4 where it is known."""

    depth: int
    moves: str
    plain: int
    pruned: int
    value: int
    reply: int
    fair: int | None = None


SMART_TABLE: Final = (
    SmartRow(6, "11335", 137180, 13362, -20, 6, 14041),
    SmartRow(7, "55446", 959078, 116302, 50, 6, 44529),
    SmartRow(8, "223", 6710260, 158444, -40, 4, 228646),
    SmartRow(9, "7", 47050206, 595694, 30, 4),
)
"""report (`plain`, `pruned`), program (`moves`, `value`, `reply`), study (`fair`)"""

SMART_EXAMPLE: Final = 0b000000011111001110
"""report: a state as its integer"""
SMART_EXAMPLE_COLUMNS: Final = ("100111", "000")
"""report: its columns 1 and 2, bottom up, 1 the computer"""
SMART_EXAMPLE_VALUE: Final = -115
"""report"""
SMART_LINE_FACTOR: Final = 642
"""report: what a complete line counts"""
SMART_LINE_FACTOR_SLIP: Final = Slip(630, "The document says 642, its program counts 630.")


# zer0lose


ZER0LOSE: Final = "zer0lose"


@dataclass(frozen=True)
class Whole:
    """A search of all of tic-tac-toe: its nodes and leaves."""

    nodes: int
    leaves: int


ZER0LOSE_MINIMAX: Final = Whole(549946, 255168)
"""program"""
ZER0LOSE_DRAW_FIRST: Final = Whole(16771, 6386)
"""program: alpha-beta, a draw tested before the AI's win"""
ZER0LOSE_WIN_FIRST: Final = Whole(20866, 8453)
"""study: alpha-beta, wins tested before draws"""
ZER0LOSE_SLIP: Final = "Their program asks for a draw before its own win, so a win with the last cell counts as a draw."
ZER0LOSE_DOCUMENTED: Final = "As documented; in their program the branch for own discs always gives 0."
ZER0LOSE_QUADRUPLETS: Final = (
    ("x...", 1),
    ("xx..", 10),
    ("xxx.", 1000),
    ("xxxx", 100000),
    ("o...", -1),
    ("oo..", -10),
    ("ooo.", -500),
    ("xo..", 0),
    ("....", 0),
)
"""report: a quadruplet (x own, o the opponent's) and its value"""


# Connect Four 8×6


EIGHT: Final = "8x6"


@dataclass(frozen=True)
class Replies:
    """A game as far as it was published: the human's columns, the computer's replies where they are known, and the
    discs dropped to find each."""

    variant: str
    way: str
    """What the variant is, in a sentence."""
    algorithm: str
    level: int
    human: str
    replies: tuple[int, ...] | None
    dropped: tuple[int, ...]
    order: str = "ascending"


NO_PRUNING: Final = "No branch is pruned."

EIGHT_GAMES: Final = (
    Replies(
        "T1",
        "A child sees its parent's best so far and stops when strictly beyond it.",
        "shallow",
        4,
        "1245",
        (3, 2, 2, 4),
        (1426, 925, 867, 1657),
    ),
    Replies("T2", NO_PRUNING, "minimax", 4, "1245", (3, 2, 2, 4), (4680, 4680, 4680, 4623)),
    Replies(
        "T3",
        "As T1, and stops when equal too.",
        "shallow-equal",
        4,
        "1245",
        (3, 2, 2, 4),
        (1208, 771, 817, 1337),
    ),
    Replies(
        "T4",
        "Alpha and beta are passed down, fail-hard.",
        "alphabeta-hard",
        4,
        "1245",
        (3, 2, 2, 4),
        (993, 642, 676, 1145),
    ),
    Replies(
        "T5b",
        "As T4, trying columns from the centre outwards.",
        "alphabeta-hard",
        4,
        "1254",
        (4, 6, 5, 4),
        (302, 457, 440, 337),
        order="4,5,3,6,2,7,1,8",
    ),
    Replies("T2", NO_PRUNING, "minimax", 1, "1245", None, (8, 8, 8, 8)),
    Replies("T2", NO_PRUNING, "minimax", 8, "1742", (3, 5, 4, 3), (18875642, 18141415, 18859732, 17886847)),
    Replies("T2", NO_PRUNING, "minimax", 8, "4817", (5, 4, 4, 5), (18724586, 18920055, 17961114, 16810760)),
)
"""report"""

EIGHT_LINES: Final = 84
"""report: rows·(columns − 3) + columns·(rows − 3) + 2·(columns − 3)·(rows − 3)"""
EIGHT_STRENGTHS: Final = (("x...", 1), ("xx..", 4), ("xxx.", 32), ("xxxx", 2147483647), ("xo..", 0))
"""program: a line and what it adds to the strength of x"""


# Times, on the authors' machines


TIMES: Final = (
    Time(CONNECT_4S, "minimax, k = 8", "29.8 min", 1788.0),
    Time(CONNECT_4S, "alpha-beta, k = 4, opening 4", "525.92 µs", 0.52592, corrected="525.92 ms"),
    Time(CONNECT_4S, "alpha-beta, k = 8, opening 4", "36.99 s", 36.99),
    Time(CONNECT_4S, "expectiminimax, k = 4", "318.62 µs", 0.31862, corrected="318.62 ms"),
    Time(CONNECT_4S, "expectiminimax, k = 8", "40.67 s", 40.67),
    Time(SMART, "alpha-beta, depth 8 after 223", "0.24 s", 0.24),
    Time(SMART, "alpha-beta, depth 9 after 7", "0.9 s", 0.9),
    Time(SMART, "minimax, depth 8 after 223", "10.179 s", 10.179),
    Time(SMART, "minimax, depth 9 after 7", "74.814 s", 74.814),
    Time(ZER0LOSE, "tic-tac-toe, minimax", "4.565 s", 4.565),
    Time(ZER0LOSE, "tic-tac-toe, alpha-beta, draws first", "0.206 s", 0.206),
)
"""report: the longest of each algorithm, and two with a wrong unit"""
TIME_SLIP: Final = (
    "The unit is a slip: the search one move shallower took its authors over a hundred milliseconds already."
)
