"""Positions and moves as text, numbers and files. Columns and cells count from 1 here and nowhere else."""

from fourcast.rules.notation.board import board_text, parse_position, position_text, split_board
from fourcast.rules.notation.moves import line_text, move_text, parse_line, parse_move, ply_text, position_after
from fourcast.rules.notation.packed import pack, parse_packed, unpack
from fourcast.rules.notation.startfile import parse_start_file, start_file_text

__all__ = [
    "board_text",
    "line_text",
    "move_text",
    "pack",
    "parse_line",
    "parse_move",
    "parse_packed",
    "parse_position",
    "parse_start_file",
    "ply_text",
    "position_after",
    "position_text",
    "split_board",
    "start_file_text",
    "unpack",
]
