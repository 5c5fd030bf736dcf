"""Opening books: exact scores of all positions of a first-line game up to a ply, in a file that is mapped to memory.

The file, all numbers little-endian:

    8 bytes   FCBOOK1 and a line feed
    4 bytes   the length of the header
    header    JSON: rules, ply, count, words, sha256 of everything behind it; filled up with spaces to a multiple of 64
    keys      count × 8 bytes, sorted; on boards of more than 64 bits (words: 2) first all high words, then all low ones
    scores    count × 1 byte, signed, to the side to move

Of a position and its mirror image only the one with the smaller key is there. A key has the bits of the board (see
`rules/shape`): the discs of the side to move, and one bit right above the top disc of each column.

    . . .        . . 1
    . . x   ▶    1 1 1      x to move
    o x o        . 1 .
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fourcast.errors import NotationError, UsageError
from fourcast.files import atomic_file, data_dir
from fourcast.native import why_no_solver
from fourcast.rules import Position, Rules, parse_rules, rules_text

MAGIC: Final = b"FCBOOK1\n"
SUFFIX: Final = ".book"
VARIABLE: Final = "FOURCAST_BOOK"
"""The environment's name for a book, or a folder of books, to be used instead of the user's."""
_WORD: Final = (1 << 64) - 1
_ALIGNED: Final = 64


class Book:
    """The scores of a file. Raises `NotationError` if it is damaged or no book."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            begin = file.read(len(MAGIC) + 4)
            length = int.from_bytes(begin[len(MAGIC) :], "little")
            if begin[: len(MAGIC)] != MAGIC or len(begin) < len(MAGIC) + 4:
                raise NotationError(f"{path} is not an opening book. `fourcast book` makes one.")
            header = file.read(length) if length < 1 << 16 else b""
        try:
            facts: dict[str, Any] = json.loads(header)
            self.rules = parse_rules(facts["rules"])
            self.ply, self.count, words = int(facts["ply"]), int(facts["count"]), int(facts["words"])
            expected = str(facts["sha256"])
        except (ValueError, KeyError, TypeError, UsageError):
            raise _damaged(path) from None
        start = len(begin) + length
        if path.stat().st_size != start + self.count * (8 * words + 1) or words != _words(self.rules):
            raise _damaged(path)
        data = np.memmap(path, np.uint8, mode="r", offset=start) if self.count else np.zeros(0, np.uint8)
        if sha256(data.data).hexdigest() != expected:
            raise _damaged(path)
        size = self.count * 8
        self._keys = [data[word * size : (word + 1) * size].view("<u8") for word in range(words)]
        self._scores: NDArray[np.int8] = data[words * size :].view(np.int8)

    def score(self, position: Position) -> int | None:
        """The exact score to the side to move, if the position is in the book."""
        if position.discs > self.ply or position.rules != self.rules:
            return None
        at = self._find(book_key(position))
        return None if at is None else int(self._scores[at])

    def scores(self, rows: NDArray[np.uint64]) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Which of many positions are in the book, and the exact scores of those; rows are as `rows_of` has them."""
        early = np.flatnonzero(np.bitwise_count(rows).sum(axis=1) <= self.ply)
        at = self._find_all(_keys_of_rows(self.rules, rows[early]))
        known, scores = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.int16)
        known[early] = at >= 0
        scores[known] = self._scores[at[at >= 0]]
        return known, scores

    def _find_all(self, keys: NDArray[Any]) -> NDArray[np.intp]:
        """The places of many keys; −1 where there is none."""
        if len(self._keys) > 1 or not self.count:
            found = (self._find(int(key)) for key in keys)
            return np.array([-1 if place is None else place for place in found], np.intp)
        at = np.minimum(np.searchsorted(self._keys[0], keys), self.count - 1)
        return np.where(self._keys[0][at] == keys, at, -1)

    def _find(self, key: int) -> int | None:
        low, high = 0, self.count
        for word, keys in enumerate(self._keys):
            wanted = np.uint64(key >> 64 * (len(self._keys) - 1 - word) & _WORD)
            found = keys[low:high]
            low, high = (low + int(np.searchsorted(found, wanted, side)) for side in ("left", "right"))
            if low == high:
                return None
        return low

    def __len__(self) -> int:
        return self.count


def write_book(path: Path, rules: Rules, ply: int, scores: Mapping[int, int]) -> None:
    """Write a book of scores by key, whole or not at all."""
    keys = sorted(scores)
    words = _words(rules)
    columns = [
        np.array([key >> 64 * (words - 1 - word) & _WORD for key in keys], "<u8").tobytes() for word in range(words)
    ]
    data = b"".join([*columns, np.array([scores[key] for key in keys], np.int8).tobytes()])
    facts = {
        "rules": rules_text(rules),
        "ply": ply,
        "count": len(keys),
        "words": words,
        "sha256": sha256(data).hexdigest(),
    }
    header = json.dumps(facts).encode()
    header += b" " * (-(len(MAGIC) + 4 + len(header)) % _ALIGNED)
    with atomic_file(path) as part:
        part.write_bytes(MAGIC + len(header).to_bytes(4, "little") + header + data)


def book_key(position: Position) -> int:
    """What a position and its mirror image have in common."""
    mirrored = position.rules.shape.mirrored
    own, others = position.stones[position.turn], position.stones[1 - position.turn]
    bottom = position.rules.shape.bottom
    image, other_image = mirrored(own), mirrored(others)
    return min(own | (own | others) + bottom, image | (image | other_image) + bottom)


def _keys_of_rows(rules: Rules, rows: NDArray[np.uint64]) -> NDArray[Any]:
    """`book_key` of many positions at once: numbers of 64 bits, or Python's own where a board has more."""
    shape = rules.shape
    own, others = (
        rows[:, at] if _words(rules) == 1 else rows[:, at].astype(object) | rows[:, at + 1].astype(object) << 64
        for at in (0, 2)
    )
    key = own | (own | others) + shape.bottom
    image = np.zeros_like(key)
    for column in range(shape.width):  # a key's columns are those of the board, so its image is the image's key
        part = key >> column * shape.stride & (1 << shape.stride) - 1
        image |= part << (shape.width - 1 - column) * shape.stride
    smaller: NDArray[Any] = np.minimum(key, image)
    return smaller


def position_of_key(rules: Rules, key: int) -> Position:
    """The position of a key, or its mirror image."""
    shape = rules.shape
    own = others = 0
    for column in range(shape.width):
        discs = key >> column * shape.stride & (1 << shape.stride) - 1
        height = discs.bit_length() - 1
        mine = discs ^ 1 << height
        own |= mine << column * shape.stride
        others |= (mine ^ (1 << height) - 1) << column * shape.stride
    second = own.bit_count() < others.bit_count()
    return Position.of(rules, (others, own), 1) if second else Position.of(rules, (own, others), 0)


def why_no_book(rules: Rules) -> str | None:
    """Why there is no book of these rules; None if there can be."""
    return why_no_solver(rules)


def usual_path(rules: Rules) -> Path:
    """Where a book is found without being named."""
    return books_folder() / file_name(rules)


def file_name(rules: Rules) -> str:
    """What the book of a board is called: columns, rows, and discs in a line."""
    shape = rules.shape
    return f"{shape.width}x{shape.height}-{shape.connect}{SUFFIX}"


def books_folder() -> Path:
    return data_dir() / "books"


def find_book(rules: Rules) -> Book | None:
    """The book that there is for these rules: of FOURCAST_BOOK, a file or a folder, or else of the user's folder."""
    named = os.environ.get(VARIABLE)
    if named and not Path(named).exists():
        raise NotationError(f"{VARIABLE} names {named}, which is not there. Name a book or a folder of books.")
    if named and Path(named).is_file():
        book = _opened(Path(named), Path(named).stat().st_mtime_ns)
        return book if book.rules == rules else None
    if why_no_book(rules):
        return None
    try:
        path = (Path(named) if named else books_folder()) / file_name(rules)
        changed = path.stat().st_mtime_ns
    except (OSError, RuntimeError):  # there is none, or no home to look in
        return None
    book = _opened(path, changed)
    return book if book.rules == rules else None


@lru_cache(maxsize=8)
def _opened(path: Path, changed: int) -> Book:
    """Checked once, and again when the file has been changed."""
    del changed
    return Book(path)


def _words(rules: Rules) -> int:
    return 1 if rules.shape.bits <= 64 else 2


def _damaged(path: Path) -> NotationError:
    return NotationError(f"The opening book {path} is damaged. Remove it, or make it again by `fourcast book`.")
