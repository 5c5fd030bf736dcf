"""What may happen: the rules of the whole family, positions, moves, notation and counting."""

from fourcast.rules.geometry import Shape
from fourcast.rules.line import Ply, follow
from fourcast.rules.luck import Luck
from fourcast.rules.move import CALL_DRAW, Move, MoveKind, drop, place, pop
from fourcast.rules.notation import (
    board_text,
    line_text,
    move_text,
    pack,
    parse_line,
    parse_move,
    parse_packed,
    parse_position,
    parse_start_file,
    ply_text,
    position_after,
    position_text,
    split_board,
    start_file_text,
    unpack,
)
from fourcast.rules.notation.board import SIGNS
from fourcast.rules.perft import MOST_DEPTH, Progress, TreeCounts, check_depth, count_tree, distinct, perft
from fourcast.rules.position import Branch, Chance, Position
from fourcast.rules.rules import Rules
from fourcast.rules.runs import runs
from fourcast.rules.scoring import (
    LINE_POINTS,
    ONE_SHORT_POINTS,
    TWO_SHORT_POINTS,
    count_lines,
    has_line,
    run_points,
    run_weights,
)
from fourcast.rules.terms import FIRST, SECOND, Drift, Ending, Goal, Outcome, Player, PopRule, other
from fourcast.rules.variants import SETTINGS, VARIANTS, Variant, find_variant, parse_rules, rules_text

__all__ = [
    "CALL_DRAW",
    "FIRST",
    "LINE_POINTS",
    "MOST_DEPTH",
    "ONE_SHORT_POINTS",
    "SECOND",
    "SETTINGS",
    "SIGNS",
    "TWO_SHORT_POINTS",
    "VARIANTS",
    "Branch",
    "Chance",
    "Drift",
    "Ending",
    "Goal",
    "Luck",
    "Move",
    "MoveKind",
    "Outcome",
    "Player",
    "Ply",
    "PopRule",
    "Position",
    "Progress",
    "Rules",
    "Shape",
    "TreeCounts",
    "Variant",
    "board_text",
    "check_depth",
    "count_lines",
    "count_tree",
    "distinct",
    "drop",
    "find_variant",
    "follow",
    "has_line",
    "line_text",
    "move_text",
    "other",
    "pack",
    "parse_line",
    "parse_move",
    "parse_packed",
    "parse_position",
    "parse_rules",
    "parse_start_file",
    "perft",
    "place",
    "ply_text",
    "pop",
    "position_after",
    "position_text",
    "rules_text",
    "run_points",
    "run_weights",
    "runs",
    "split_board",
    "start_file_text",
    "unpack",
]
