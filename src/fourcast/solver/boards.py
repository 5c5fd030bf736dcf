"""Positions as NumPy arrays: `boards[n, row, column]`, top row first, 0 empty, 1 first player, 2 second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fourcast.errors import UsageError
from fourcast.native import BoardReader
from fourcast.rules import Goal, PopRule, Position, Rules, Shape

Boards: TypeAlias = NDArray[np.integer]
Rows: TypeAlias = NDArray[np.uint64]
"""One row per position, as `native.encode_rows` has them."""
Cells: TypeAlias = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Indices of boards, and of columns."""
_MAX_DIGIT: Final = 9


def check_boards(rules: Rules, boards: NDArray[Any]) -> NDArray[np.int8]:
    """The boards as int8. Raises `UsageError` for a board that no game under these rules can reach."""
    shape = rules.shape
    if rules.pop_rule is not PopRule.NONE or rules.drift is not None:
        raise UsageError("Arrays of boards are for games without pop-outs and drift. Use positions.")
    if boards.ndim != 3 or boards.shape[1:] != (shape.height, shape.width):
        raise UsageError(
            f"Invalid array of shape {boards.shape}: use (n, {shape.height}, {shape.width}), top row first."
        )
    if not np.issubdtype(boards.dtype, np.integer):
        raise UsageError(f"Invalid array of type {boards.dtype}: use integers, 0 empty, 1 first player, 2 second.")
    _refuse(np.any((boards < 0) | (boards > 2), axis=(1, 2)), "numbers other than 0, 1 and 2")
    small = boards.astype(np.int8)
    occupied = small != 0
    if rules.gravity:
        _refuse(np.any(occupied[:, :-1] & ~occupied[:, 1:], axis=(1, 2)), "a disc above an empty cell")
    lead = (small == 1).sum(axis=(1, 2)) - (small == 2).sum(axis=(1, 2))
    _refuse((lead < 0) | (lead > 1), "discs that were not dropped in turn")
    return small


def boards_after(rules: Rules, texts: Sequence[str]) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """The boards after moves given as one digit per column, such as 4453, and which texts are such moves of a game.

    For games without pop-outs and drift. Some hundred times as fast as a `Position` for each text, which reads other
    notations too and says what is wrong.
    """
    width, height = rules.shape.width, rules.shape.height
    boards = np.zeros((len(texts), height, width), np.int8)
    lengths = np.array([len(text) for text in texts], np.intp)
    is_read = (lengths <= rules.shape.cells) & rules.gravity & (width <= _MAX_DIGIT)
    longest = int(lengths[is_read].max(initial=0))
    padded = "".join(text[:longest].ljust(longest, " ") for text in texts).encode("ascii", "replace")
    columns = np.frombuffer(padded, np.uint8).reshape(len(texts), longest).astype(np.intp) - ord("1")
    heights = np.zeros((len(texts), width), np.intp)
    for ply in range(longest):
        index = np.flatnonzero(is_read & (lengths > ply))
        column = columns[index, ply]
        is_column = (column >= 0) & (column < width)
        is_read[index[~is_column]] = False
        index, column = index[is_column], column[is_column]
        row = heights[index, column]
        is_open = row < height
        is_read[index[~is_open]] = False
        index, column, row = index[is_open], column[is_open], row[is_open]
        boards[index, height - 1 - row, column] = 1 + ply % 2
        heights[index, column] += 1
    if rules.goal is Goal.FIRST_LINE:
        before_last = boards.copy()
        last = np.flatnonzero(is_read & (lengths > 0))
        column = columns[last, lengths[last] - 1]
        before_last[last, height - heights[last, column], column] = 0
        for player in (1, 2):
            is_read &= ~_has_line(_words(before_last[:, ::-1] == player, rules.shape.bits), rules.shape)
    return boards, is_read


def is_native_array(array: NDArray[Any]) -> bool:
    """Whether the core can read an array: integers in the byte order of the machine, at aligned addresses."""
    return array.dtype.kind in "iu" and array.dtype.isnative and array.flags.aligned


def encode_boards(rules: Rules, boards: NDArray[Any], reader: BoardReader | None = None) -> Rows:
    """One row per board, as `native.encode_rows` has them; boards of more than 128 bits take more words per side.

    `reader`: that of the rules, which is many times as fast. Raises `UsageError` as `check_boards` does, and for a line
    of the side to move.
    """
    if reader and is_native_array(boards) and boards.shape[1:] == (rules.shape.height, rules.shape.width):
        rows, valid = reader.read_boards(boards)
        if valid == len(boards):
            return rows
    boards = check_boards(rules, boards)
    first, second = (_words(boards[:, ::-1] == player, rules.shape.bits) for player in (1, 2))
    second_moves = (np.count_nonzero(boards, axis=(1, 2)) % 2 == 1)[:, None]
    rows = np.hstack([np.where(second_moves, second, first), np.where(second_moves, first, second)])
    if rules.goal is Goal.FIRST_LINE:
        own, _ = np.hsplit(rows, 2)
        _refuse(_has_line(own, rules.shape), "a line of the side to move: the game was over before")
    return rows


def _words(discs: NDArray[np.bool_], bits: int) -> Rows:
    """Sets of cells as 64-bit words, from discs by row from the bottom and column."""
    count, height, width = discs.shape
    columns = np.zeros((count, width, height + 1), np.uint8)
    columns[:, :, :height] = discs.transpose(0, 2, 1)
    spread = np.zeros((count, max(128, -(-bits // 64) * 64)), np.uint8)
    spread[:, :bits] = columns.reshape(count, bits)
    return np.packbits(spread, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _has_line(words: Rows, shape: Shape) -> NDArray[np.bool_]:
    words = words[:, : -(-shape.bits // 64)]
    has_line = np.zeros(len(words), np.bool_)
    for step in (1, shape.stride - 1, shape.stride, shape.stride + 1):
        line = words
        for disc in range(1, shape.connect):
            line = line & _shifted(words, disc * step)
        has_line |= line.any(axis=1)
    return has_line


def _shifted(words: Rows, by: int) -> Rows:
    """Numbers of several words, the lowest first, shifted to the right."""
    skipped, bits = divmod(by, 64)
    rest = words[:, skipped:]
    shifted = np.zeros_like(words)
    shifted[:, : rest.shape[1]] = rest >> np.uint64(bits)
    if bits and rest.shape[1] > 1:
        shifted[:, : rest.shape[1] - 1] |= rest[:, 1:] << np.uint64(64 - bits)
    return shifted


def decode_rows(rules: Rules, rows: Rows) -> list[Position]:
    """The positions of rows of games without pop-outs."""
    positions = []
    for row in rows.tolist():
        own, others = (_joined(row[: len(row) // 2]), _joined(row[len(row) // 2 :]))
        first_moves = (own | others).bit_count() % 2 == 0
        positions.append(Position.of(rules, (own, others), 0) if first_moves else Position.of(rules, (others, own), 1))
    return positions


def _joined(words: list[int]) -> int:
    return sum(word << 64 * index for index, word in enumerate(words))


def children(rules: Rules, boards: Boards, rows: Rows) -> tuple[Boards, Cells]:
    """The boards after every legal drop, and for each of them the index of its board and the column."""
    if not rules.gravity:
        raise UsageError("Scores by column are for games with gravity. Use positions.")
    heights = np.count_nonzero(boards, axis=1)
    is_open = heights < rules.shape.height
    if rules.goal is Goal.FIRST_LINE:
        _, others = np.hsplit(rows, 2)
        is_open &= ~_has_line(others, rules.shape)[:, None]
    index, column = np.nonzero(is_open)
    after = boards[index]
    player = 1 + heights.sum(axis=1) % 2
    after[np.arange(len(index)), rules.shape.height - 1 - heights[index, column], column] = player[index]
    return after, (index, column)


def _refuse(is_bad: NDArray[np.bool_], problem: str) -> None:
    if is_bad.any():
        raise UsageError(f"Board {int(np.argmax(is_bad))} has {problem}.")
