"""Opening books: exact scores of all positions of a game in which discs only drop, up to a ply, in a file.

A book may go on with a *repertoire* for both sides: one best move in every position that its owner can reach by playing
such moves, whatever the other side plays. It has the scores of these positions and of those after the best move.

The file, all numbers little-endian:

    8 bytes   FCBOOK2 and a line feed
    4 bytes   length of the header
    header    JSON: rules, ply, last_ply (of the repertoire) if it has one, count, words, score_bytes if it is not 1,
              sha256 of these, as JSON in this order, and of the data after it
    data      compressed by zlib:
      keys    sorted; each as its difference to the one before, modulo 2^64: count lowest bytes, then count bytes
              of each higher place; on boards of more than 64 bits (words: 2) first all high words, then all low ones
      scores  count × 1 byte, or 2 bytes if one of them is beyond ±127, signed, to the side to move

Files of version 0.1.0 begin with FCBOOK1: keys and scores are as they are, not differences and not compressed, the
sha256 is that of the data alone, and the header is padded with spaces to a multiple of 64 bytes.

Of a position and its mirror image only the one with the smaller key is stored. A key has the bits of the board (see
`rules/geometry`): the discs of the side to move, and one bit directly above the top disc of each column.

    . . .        . . 1
    . . x   ▶    1 1 1      x to move
    o x o        . 1 .

The books of 7×6 are part of the package: classic up to ply 8, most lines and run points up to ply 3 with a repertoire
up to ply 11. They are made by

    fourcast book --rules classic --ply 8 -o src/fourcast/solver/books/7x6-4.book
    fourcast book --rules most-lines --ply 3 --repertoire 11 -o src/fourcast/solver/books/7x6-4-most-lines.book
    fourcast book --rules run-points --ply 3 --repertoire 11 -o src/fourcast/solver/books/7x6-4-run-points.book

in 138 minutes on two busy processors, in 7 minutes on one busy one, and in 78 minutes on two; `tools/check_book.py`
compares the first with another solver.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from fourcast.errors import NotationError, UsageError
from fourcast.files import atomic_file
from fourcast.native import core_unsupported_reason, first_line_unsupported_reason
from fourcast.rules import Goal, Position, Rules
from fourcast.system import data_dir

MAGIC: Final = b"FCBOOK2\n"
PLAIN_MAGIC: Final = b"FCBOOK1\n"
"""Of files whose data is not compressed, which version 0.1.0 wrote."""
BOOK_VARIABLE: Final = "FOURCAST_BOOK"
"""Environment variable: a book, or a folder of books, used instead of the user's folder and the shipped books;
`os.devnull`: no book."""
MAX_BITS: Final = 128
"""Of a key."""
_WORD: Final = (1 << 64) - 1


class BookWarning(UserWarning):
    """An opening book cannot be used."""


class Book:
    """The scores of a book file: `ply` is the last ply of which it has all positions, `last_ply` that of its
    repertoire. Raises `NotationError` if the file is damaged or not a book."""

    def __init__(self, path: Path | str) -> None:
        self.path = path = Path(path)
        with path.open("rb") as file:
            magic, size = file.read(len(MAGIC)), file.read(4)
            if magic not in (MAGIC, PLAIN_MAGIC) or len(size) < 4:
                raise NotationError(f"{path} is not an opening book. `fourcast book` makes one.")
            length = int.from_bytes(size, "little")
            header = file.read(length) if length < 1 << 16 else b""
        try:
            fields: dict[str, Any] = json.loads(header)
            self.rules = Rules.parse(fields["rules"])
            self.ply, self.count, words = int(fields["ply"]), int(fields["count"]), int(fields["words"])
            self.last_ply = int(fields.get("last_ply", self.ply))
            score_type = np.dtype(f"<i{int(fields.get('score_bytes', 1))}")
            checksum = str(fields.pop("sha256"))
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, UsageError):
            raise _damaged(path) from None
        start = len(MAGIC) + len(size) + length
        is_empty = path.stat().st_size <= start
        stored: NDArray[np.uint8] = np.zeros(0, np.uint8) if is_empty else np.memmap(path, np.uint8, "r", start)
        digest = sha256(b"" if magic == PLAIN_MAGIC else json.dumps(fields).encode())
        digest.update(stored.data)
        if digest.hexdigest() != checksum or words != _words(self.rules) or self.count < 0 or self.last_ply < self.ply:
            raise _damaged(path)
        expected = self.count * (8 * words + score_type.itemsize)
        data = stored if magic == PLAIN_MAGIC else _decompressed(path, stored, expected)
        if len(data) != expected:
            raise _damaged(path)
        places = data[: self.count * 8 * words].reshape(words, -1)
        self._keys = [part.view("<u8") if magic == PLAIN_MAGIC else _decoded(part) for part in places]
        self._scores: NDArray[np.int8 | np.int16] = data[self.count * 8 * words :].view(score_type)

    def for_rules(self, rules: Rules) -> Book | None:
        """The book with these rules, if they are the same game: without pop-outs, or with 0 for each player."""
        if _without_unused_pops(rules) != _without_unused_pops(self.rules):
            return None
        book = copy(self)
        book.rules = rules
        return book

    def entries(self) -> Iterator[tuple[Position, int]]:
        """Every position of the book, or its mirror image, and its score."""
        for index, score in enumerate(self._scores.tolist()):
            key = 0
            for part in self._keys:
                key = key << 64 | int(part[index])
            yield position_of_key(self.rules, key), score

    def score(self, position: Position) -> int | None:
        """The exact score to the side to move, if the position is in the book."""
        if position.discs > self.last_ply or position.rules != self.rules:
            return None
        index = self._find(book_key(position))
        return None if index is None else int(self._scores[index])

    def scores(self, rows: NDArray[np.uint64]) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Which positions are in the book, and their exact scores; `rows` as `native.encode_rows` has them."""
        early = np.flatnonzero(np.bitwise_count(rows).sum(axis=1) <= self.last_ply)
        indices = self._find_all(_keys_of_rows(self.rules, rows[early]))
        known, scores = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.int16)
        known[early] = indices >= 0
        scores[known] = self._scores[indices[indices >= 0]]
        return known, scores

    def _find_all(self, keys: NDArray[Any]) -> NDArray[np.intp]:
        """The indices of many keys; −1 for a key that is not in the book."""
        if len(self._keys) > 1 or not self.count:
            indices = (self._find(int(key)) for key in keys)
            return np.array([-1 if index is None else index for index in indices], np.intp)
        at = np.minimum(np.searchsorted(self._keys[0], keys), self.count - 1)
        return np.where(self._keys[0][at] == keys, at, -1)

    def _find(self, key: int) -> int | None:
        low, high = 0, self.count
        for word, keys in enumerate(self._keys):
            value = np.uint64(key >> 64 * (len(self._keys) - 1 - word) & _WORD)
            part = keys[low:high]
            low, high = (low + int(np.searchsorted(part, value, side)) for side in ("left", "right"))
            if low == high:
                return None
        return low

    def __len__(self) -> int:
        return self.count


def write_book(path: Path, rules: Rules, ply: int, scores: Mapping[int, int], *, last_ply: int | None = None) -> None:
    """Write a book of scores by key, atomically. `ply`: up to which all positions are in it; `last_ply`: that of its
    repertoire, if it has one."""
    keys = sorted(scores)
    words = _words(rules)
    columns = [np.array([key >> 64 * (words - 1 - word) & _WORD for key in keys], np.uint64) for word in range(words)]
    values = np.array([scores[key] for key in keys], "<i2")
    repertoire = {} if last_ply is None or last_ply == ply else {"last_ply": last_ply}
    fields = {"rules": str(rules), "ply": ply, **repertoire, "count": len(keys), "words": words}
    if np.abs(values).max(initial=0) < 128:
        values = values.astype(np.int8)
    else:
        fields["score_bytes"] = values.itemsize
    data = zlib.compress(b"".join([*map(_encoded, columns), values.tobytes()]), 9)
    checksum = sha256(json.dumps(fields).encode() + data).hexdigest()
    header = json.dumps({**fields, "sha256": checksum}).encode()
    with atomic_file(path) as part:
        part.write_bytes(MAGIC + len(header).to_bytes(4, "little") + header + data)


def _encoded(keys: NDArray[np.uint64]) -> bytes:
    """The bytes of the differences, the lowest of all first: those of one place are alike and compress well."""
    differences = np.diff(keys, prepend=np.uint64(0)).astype("<u8")
    return differences.view(np.uint8).reshape(-1, 8).T.tobytes()


def _decoded(places: NDArray[np.uint8]) -> NDArray[np.uint64]:
    differences = np.ascontiguousarray(places.reshape(8, -1).T).view("<u8").reshape(-1)
    return np.cumsum(differences, dtype=np.uint64)


def _decompressed(path: Path, stored: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """The data of the size that the header announces, and no more."""
    try:
        return np.frombuffer(zlib.decompressobj().decompress(stored.tobytes(), size + 1), np.uint8)
    except (zlib.error, OverflowError):
        raise _damaged(path) from None


def book_key(position: Position) -> int:
    """The key of a position and of its mirror image."""
    mirrored = position.rules.shape.mirrored
    own, others = position.stones[position.turn], position.stones[1 - position.turn]
    bottom = position.rules.shape.bottom
    image, other_image = mirrored(own), mirrored(others)
    return min(own | (own | others) + bottom, image | (image | other_image) + bottom)


def _keys_of_rows(rules: Rules, rows: NDArray[np.uint64]) -> NDArray[Any]:
    """`book_key` of many positions: 64-bit integers, or Python integers for boards of more bits."""
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


def book_unsupported_reason(rules: Rules) -> str | None:
    """Why there are no books of these rules; None if there are. A key has the discs and nothing else."""
    if not rules.gravity or rules.drift or rules.has_pops:
        return "books are for games with gravity, without pop-outs and drift"
    if rules.goal is Goal.FIRST_LINE:
        return first_line_unsupported_reason(rules)
    if rules.shape.bits > MAX_BITS:
        return f"columns × (rows + 1) is {rules.shape.bits}; the maximum is {MAX_BITS}"
    return core_unsupported_reason(rules)


def default_book_path(rules: Rules) -> Path:
    """The file in the user's book folder, where the book is found automatically."""
    return data_dir() / "books" / _file_name(rules)


def shipped_book_path(rules: Rules) -> Path:
    """The file of the package. Only some rules have one."""
    return Path(__file__).parent / "books" / _file_name(rules)


def find_book(rules: Rules) -> Book | None:
    """The book for these rules that FOURCAST_BOOK names (a file, a folder, or `os.devnull` for none); by default that
    of the user's book folder or the shipped one, whichever has more plies or, of as many, more positions.

    A named book that is missing, of other rules, damaged or unreadable is not used, with a warning."""
    value = os.environ.get(BOOK_VARIABLE)
    if book_unsupported_reason(rules) or value == os.devnull:
        return None
    named = Path(value) if value else None
    if named and not named.is_file() and not any(named.glob("*.book")):
        _warn_once(f"{BOOK_VARIABLE} names {value}, where no book was found. Set it to a book or a folder of books.")
        return None
    if named is None:
        paths = [shipped_book_path(rules)]
        with suppress(RuntimeError):  # no home folder
            paths.append(default_book_path(rules))
    else:
        paths = [named if named.is_file() else named / _file_name(rules)]
    books = [book for path in paths if (book := _open_if_intact(path))]
    usable = [book for each in books if (book := each.for_rules(rules))]
    if named and books and not usable:
        _warn_once(f"{BOOK_VARIABLE} is {value}, a book for {books[0].rules}. It is not used for {rules}.")
    return max(usable, key=lambda book: (book.ply, len(book)), default=None)


def _open_if_intact(path: Path) -> Book | None:
    try:
        return _open_book(path, path.stat().st_mtime_ns)
    except NotationError as fault:
        _warn_once(f"{fault} Continuing without it.")
    except FileNotFoundError:
        pass
    except OSError as error:
        _warn_once(f"The opening book {path} cannot be read: {error.strerror}. Continuing without it.")
    return None


@lru_cache(maxsize=8)
def _open_book(path: Path, modified: int) -> Book:
    """Opened and verified once, and again when the file has changed."""
    del modified
    return Book(path)


@lru_cache
def _warn_once(sentence: str) -> None:
    warn(sentence, BookWarning, stacklevel=3)


def _file_name(rules: Rules) -> str:
    """Columns, rows, discs in a line, and the goal unless it is the first line."""
    shape = rules.shape
    goal = "" if rules.goal is Goal.FIRST_LINE else f"-{rules.goal.value}"
    return f"{shape.width}x{shape.height}-{shape.connect}{goal}.book"


def _without_unused_pops(rules: Rules) -> Rules:
    return rules if rules.has_pops else Rules(rules, pops="none")


def _words(rules: Rules) -> int:
    return 1 if rules.shape.bits <= 64 else 2


def _damaged(path: Path) -> NotationError:
    return NotationError(f"The opening book {path} is damaged. Remove it, or make it again by `fourcast book`.")
