"""Positions and moves as text. Columns and cells count from 1 here, and indices from 0 everywhere else.

Moves:

    4453        drops in columns 4, 4, 5, 3
    44p4        a pop in column 4
    4>5         aimed at column 4, drifted into column 5
    =           a draw called on a full board
    10,4,p12    separated by commas on boards with more than nine columns
    519         cells without gravity, numbered row by row from the bottom left: a numpad on 3×3

These are read too, on boards with at most nine columns (without gravity: nine cells):

    1. 4 4 2. 5 3   with the numbers of the moves
    D D E C         columns as letters; d1 d2 e1 c1 with rows, which must be those where the discs land

Board text: top row first, `.` empty, `x` first player, `o` second. Rows are separated by line breaks or by `/`. After
them may follow what the discs do not tell: `turn=x` or `turn=o`, `pops=6,5` (left to the first and to the second
player), `drawn=yes`; or, on a line of its own, the sentence with which `print(position)` ends.

    ......./......./......./......./...o.../..xxo.. turn=o
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fourcast.errors import IllegalMove, NotationError, UsageError, quote
from fourcast.rules.move import CALL_DRAW, Move, Ply, drop, place, pop
from fourcast.rules.position import Position, PositionOfMoves
from fourcast.rules.rules import FIRST, SECOND, Goal, Player, PopRule, Rules
from fourcast.rules.scoring import has_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

AnyPosition: TypeAlias = "Position | str | Sequence[str | int] | Sequence[Sequence[int]] | NDArray[Any]"
"""What is accepted where a position is wanted: a position, moves, board text, or an array, also as nested lists."""

SIGNS: Final = "xo"
"""The signs of the first and the second player."""
_EMPTY: Final = "."
_BEHIND: Final = ("turn", "pops", "drawn")
_SPACE: Final = " \t\r\n"
_STATUS: Final = re.compile(
    r"\n[ \t]*(?:(?P<turn>[xo]) to move\.(?: (?:Lines|Points): x [0-9]+, o [0-9]+\.)?"
    r"(?: Pop-outs left: x (?P<first>[0-9]+), o (?P<second>[0-9]+)\.)?|(?:[xo] wins|Draw)\b[^\n]*\.)[ \t\r\n]*\Z"
)
"""The sentence below a printed board (`status_text`, and what `fourcast show` writes for a finished game)."""

_DRAW: Final = "="
_POP: Final = "p"
_LANDED: Final = ">"
_ONE_DIGIT: Final = re.compile(r"(?P<draw>=)|(?P<pop>[pP]?)(?P<number>[0-9])(?:>(?P<landed>[0-9]))?")
_MANY_DIGITS: Final = re.compile(r"(?P<draw>=)|(?P<pop>[pP]?)(?P<number>[0-9]+)(?:>(?P<landed>[0-9]+))?")
_MAX_DIGITS: Final = 6
"""A longer number is beyond every board."""
_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_POP_BEHIND: Final = re.compile(r"([0-9]+)[pP]")


_MOVE_NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{1,3}\.{1,3}")
_NUMBERED_MOVE: Final = re.compile(r"=|[a-iA-I][1-9]?|[pP]?[0-9](?:>[0-9])?")
_LETTERS: Final = re.compile(r"(?:[\s,]*[a-iA-I][1-9]?)+[\s,]*")


def is_move_list(text: str) -> bool:
    """Whether a text is a list of moves with numbers or letters, and not a board."""
    return bool(re.match(r"\s*[0-9]{1,3}\.", text) or _LETTERS.fullmatch(text))


def _plain_moves(start: Position, text: str) -> str:
    """Moves with numbers or letters as digits, each at the same offset as before."""
    rules = start.rules
    if re.match(r"\s*[0-9]{1,3}\.", text):
        text = _without_numbers(text)
    if not _one_digit_moves(rules) or not _LETTERS.fullmatch(text):
        return text
    shape = rules.shape
    heights = [start.height(column) for column in range(shape.width)] if rules.gravity else []
    is_checked = rules.gravity and rules.pop_rule is PopRule.NONE and not rules.drift
    parts, end = [], 0
    for number, token in enumerate(re.finditer(r"([a-zA-Z])([1-9]?)", text)):
        column, row = ord(token[1].lower()) - ord("a"), token[2]
        if column >= shape.width or (not rules.gravity and (not row or int(row) > shape.height)):
            what = "column" if rules.gravity else "cell"
            raise NotationError(
                f"There is no {what} {token[0]}. {_how_to_write(rules)}", at=token.start(), valid_moves=number
            )
        if is_checked:
            heights[column] += 1
            if row and int(row) != heights[column]:
                raise NotationError(
                    f"Move {number + 1} ({token[0]}) does not land in row {row}, but in row {heights[column]}. "
                    "Write the column alone, or the right row.",
                    at=token.start(),
                    valid_moves=number,
                )
        digit = column + 1 if rules.gravity else (int(row) - 1) * shape.width + column + 1
        parts += [text[end : token.start()], f"{digit:<{len(token[0])}}"]
        end = token.end()
    return "".join([*parts, text[end:]])


def _without_numbers(text: str) -> str:
    """Moves with blanks for their numbers, which count moves of one player or of both."""
    parts, end, moves = [], 0, 0
    for number in _MOVE_NUMBER.finditer(text):
        at = number.start()
        parts += [text[end:at], " " * len(number[0])]
        moves, end = moves + len(_NUMBERED_MOVE.findall(text[end:at])), number.end()
        expected = moves // 2 + 1
        if int(number[0].rstrip(".")) not in (expected, moves + 1) or not text[end:].strip():
            raise NotationError(
                f"Character {at + 1}: {number[0]!r} is not the number of a move that follows; the next one is "
                f"{expected}. Number moves as in 1. 4 4 2. 5 3, or write them without numbers.",
                at=at,
                valid_moves=moves,
            )
    return "".join([*parts, text[end:]])


def position_from(moves: AnyPosition, rules: Rules | str | None = None, turn: str | None = None) -> Position:
    """What `Position(...)` means: moves from the empty board, board text, an array, or a position.

    An array is a board, top row first: 0 empty, 1 first player, 2 second. `turn` is for board text and arrays.
    """
    if isinstance(moves, str):
        looks_like_board = "/" in moves or "\n" in moves.strip(_SPACE) or "." in moves
        if looks_like_board and not is_move_list(moves):
            return parse_position(rules, moves if turn is None else f"{moves} turn={turn}")
        if turn is not None:
            raise NotationError("Moves tell whose turn it is. Leave out turn=.")
        position: Position = PositionOfMoves.start(Rules.parse("classic" if rules is None else rules))
        for _, following in _plies(position, moves):
            position = following
        return position
    if isinstance(moves, Position):
        if rules is not None and Rules.parse(rules) != moves.rules:
            raise UsageError(f"The position has the rules {moves.rules}, not {Rules.parse(rules)}. Leave out rules=.")
        if turn is not None:
            raise UsageError("A position has its own side to move. Leave out turn=.")
        return moves
    if hasattr(moves, "shape") and hasattr(moves, "tolist"):
        return _position_from_array(moves.tolist(), rules, turn)
    if isinstance(moves, (list, tuple)):
        if moves and all(isinstance(row, (list, tuple)) and not isinstance(row, Position) for row in moves):
            return _position_from_array([list(row) for row in moves], rules, turn)
        _check_single_moves(moves, Rules.parse("classic" if rules is None else rules))
        return position_from(",".join(str(move) for move in moves), rules, turn)
    raise NotationError(
        f"A position is written as moves, such as '4453', or given as an array, not as {type(moves).__name__}."
    )


def _check_single_moves(moves: Sequence[object], rules: Rules) -> None:
    pattern = _ONE_DIGIT if _one_digit_moves(rules) else _MANY_DIGITS
    for move in moves:
        several = isinstance(move, str) and pattern.match(move) and not pattern.fullmatch(move.strip(_SPACE))
        if several or isinstance(move, Position):
            raise NotationError(
                f"{move!r:.60} is not a single move. For several positions use solve_many, or one call for each."
            )


def _position_from_array(rows: Any, rules: Rules | str | None, turn: str | None) -> Position:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise NotationError(
            "A board is an array of rows and columns, top row first: 0 empty, 1 first, 2 second player."
        )
    signs = {0: _EMPTY, 1: SIGNS[FIRST], 2: SIGNS[SECOND]}
    unknown = {cell for row in rows for cell in row if isinstance(cell, list) or cell not in signs}
    if unknown:
        raise NotationError(
            f"The array contains {min(unknown)!r}. Use 0 for empty, 1 for the first, 2 for the second player."
        )
    text = "/".join("".join(signs[cell] for cell in row) for row in rows)
    return parse_position(rules, text if turn is None else f"{text} turn={turn}")


def read_ply(rules: Rules, move: Move | str | int) -> Ply:
    """A move, or its text with or without a landing, or its number as people count, as a ply."""
    if isinstance(move, Move):
        return Ply(move)
    if isinstance(move, Integral) and not isinstance(move, bool):
        move = str(move)
    if not isinstance(move, str):
        raise NotationError(
            f"A move is written as text, such as {example_move(rules)!r}, or taken from legal_moves, "
            f"not {move!r:.40}. {how_to_write_a_move(rules)}"
        )
    if rules.drift is not None and _LANDED in move:
        token = _MANY_DIGITS.fullmatch(move.strip(_SPACE))
        if token and token["landed"]:
            ply = _read(rules, token, how_to_write_a_move(rules))
            return Ply(ply.move, ply.move.column if ply.landed is None else ply.landed)
    return Ply(parse_move(rules, move))


def example_move(rules: Rules) -> str:
    """The text of the middle column or cell."""
    return str(((rules.shape.width if rules.gravity else rules.shape.cells) + 1) // 2)


def plies_of(position: Position) -> tuple[Ply, ...]:
    """The moves of a position that was made of moves; none of any other."""
    return parse_line(position.rules.start(), position.moves_text) if isinstance(position, PositionOfMoves) else ()


def joined_moves(rules: Rules, moves: str, ply: Ply) -> str:
    """A line of play with one more ply."""
    separator = "" if _one_digit_moves(rules) or not moves else ","
    return f"{moves}{separator}{ply_text(ply)}"


def status_text(position: Position) -> str:
    """The sentence below a printed board: the side to move, or who has won, with scores and pop-outs left."""
    outcome = position.outcome
    if outcome:
        return "Draw." if outcome.winner is None else f"{SIGNS[outcome.winner]} wins."
    parts = [f"{SIGNS[position.turn]} to move."]
    if position.rules.goal is not Goal.FIRST_LINE:
        unit = "Lines" if position.rules.goal is Goal.MOST_LINES else "Points"
        parts.append(f"{unit}: x {position.scores[FIRST]}, o {position.scores[SECOND]}.")
    if position.rules.pops_each:
        parts.append(f"Pop-outs left: x {position.pops[FIRST]}, o {position.pops[SECOND]}.")
    return " ".join(parts)


def ply_text(ply: Ply) -> str:
    """A ply as people write it: `4`, or `4>5` where it drifted."""
    text = str(ply.move)
    return text if ply.landed in (None, ply.move.column) else f"{text}{_LANDED}{ply.landed + 1}"


def line_text(rules: Rules, plies: Iterable[Ply]) -> str:
    """A line of play in one string."""
    return ("" if _one_digit_moves(rules) else ",").join(ply_text(ply) for ply in plies)


def parse_move(rules: Rules, text: str) -> Move:
    """Read a single move, such as `4`, `p4` or `4p`. Does not check whether it is legal."""
    text = text.strip(" \t\r\n")
    behind = _POP_BEHIND.fullmatch(text)
    if behind and rules.gravity:
        text = _POP + behind[1]
    token = _MANY_DIGITS.fullmatch(text)
    if not token:
        raise NotationError(f"{quote(text, 40)} is not a move. {how_to_write_a_move(rules)}", at=0)
    if token["landed"] and rules.gravity and not token["pop"]:
        why = "where a disc lands is random" if rules.drift else "a disc lands where it is aimed"
        alone = quote(token["number"], 40)
        raise NotationError(f"{quote(text, 40)} is not a move: {why}. Write the column alone: {alone}.", at=0)
    return _read(rules, token, how_to_write_a_move(rules)).move


def how_to_write_a_move(rules: Rules) -> str:
    """One sentence on how a single move looks under these rules."""
    if not rules.gravity:
        return f"Write a cell from 1 to {rules.shape.cells}, row by row from the bottom left."
    popping = ", or a pop such as p1" if rules.has_pops else ""
    return f"Write a column from 1 to {rules.shape.width}{popping}."


def parse_line(start: Position, text: str) -> tuple[Ply, ...]:
    """Read a line of play from `start`. Every move of it can be played, or `NotationError` says which cannot.

    >>> from fourcast.rules import Rules
    >>> parse_line(Rules("classic").start(), "44444445")
    Traceback (most recent call last):
    fourcast.errors.NotationError: Move 7 (4) cannot be played: Column 4 is full. Choose another.
    """
    return tuple(ply for ply, _ in _plies(start, text))


def position_after(start: Position, text: str) -> Position:
    """The position at the end of a line of play."""
    position = start
    for _, following in _plies(start, text):
        position = following
    return position


def _plies(start: Position, text: str) -> Iterator[tuple[Ply, Position]]:
    position = start
    for number, (at, ply) in enumerate(_tokens(start.rules, _plain_moves(start, text))):
        try:
            if position.outcome:
                raise IllegalMove(f"the game was over after move {number}. Remove it.")
            position = position.follow(ply)
        except IllegalMove as fault:
            message = f"Move {number + 1} ({ply_text(ply)}) cannot be played: {fault}"
            raise NotationError(message, at=at, valid_moves=number) from None
        yield ply, position


def _tokens(rules: Rules, text: str) -> Iterator[tuple[int, Ply]]:
    """The plies of a text with their offsets. Commas part moves: optional where one digit is enough."""
    one_digit = _one_digit_moves(rules)
    pattern = _ONE_DIGIT if one_digit else _MANY_DIGITS
    at = _skip_space(text, 0)
    count = 0
    while at < len(text):
        token = pattern.match(text, at)
        if not token and count and text[at] == _LANDED:
            raise NotationError(f"Character {at + 1}, {_LANDED!r}, {_how_to_land(rules)}", at=at, valid_moves=count)
        if not token:
            what = f"Character {at + 1}, {text[at]!r}," if len(text) > 1 else repr(text)
            raise NotationError(f"{what} does not begin a move. {_how_to_write(rules)}", at=at, valid_moves=count)
        try:
            ply = _read(rules, token, _how_to_write(rules))
        except NotationError as fault:
            raise NotationError(f"Move {count + 1}: {fault}", at=at, valid_moves=count) from None
        yield at, ply
        count += 1
        at = _skip_space(text, token.end())
        if at < len(text) and text[at] == ",":
            comma = at
            at = _skip_space(text, at + 1)
            if at == len(text):
                raise NotationError("The last comma is not followed by a move. Remove it.", at=comma, valid_moves=count)
        elif not one_digit and at < len(text) and text[at] != _LANDED:
            raise NotationError(
                f"A comma is missing at character {at + 1}, before {text[at]!r}. {_how_to_write(rules)}",
                at=at,
                valid_moves=count,
            )


def _read(rules: Rules, token: re.Match[str], hint: str) -> Ply:
    if token["draw"]:
        return Ply(CALL_DRAW)
    at, shape = token.start(), rules.shape
    if not rules.gravity and (token["pop"] or token["landed"]):
        raise NotationError(f"{quote(token[0], 40)} is not a cell. {hint}", at=at)
    kind, most = ("column", shape.width) if rules.gravity else ("cell", shape.cells)
    for digits in (token["number"], token["landed"] or "1"):
        if len(digits) > _MAX_DIGITS or not 1 <= int(digits) <= most:
            named = digits if len(digits) <= 20 else digits[:20] + "…"
            raise NotationError(f"There is no {kind} {named}. {hint}", at=at)
    number = int(token["number"])
    if not rules.gravity:
        row, column = divmod(number - 1, shape.width)
        return Ply(place(column, row, shape.width))
    if not token["pop"]:
        landed = int(token["landed"]) - 1 if token["landed"] else None
        return Ply(drop(number - 1), None if landed == number - 1 and rules.drift else landed)
    if token["landed"]:
        raise NotationError(f"A pop does not drift: write {token[0].partition(_LANDED)[0]!r}.", at=at)
    return Ply(pop(number - 1))


def _how_to_land(rules: Rules) -> str:
    """What is said of a landing without a column."""
    if rules.drift is None:
        return "marks a drift, but these rules have none. Remove it."
    return "must be followed by the column into which the disc fell, as in 4>5."


def _skip_space(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    assert blanks
    return blanks.end()


def _one_digit_moves(rules: Rules) -> bool:
    return (rules.shape.width if rules.gravity else rules.shape.cells) <= 9


def _how_to_write(rules: Rules) -> str:
    """One sentence on how a line of moves looks under these rules."""
    parts = [f"cells 1 to {rules.shape.cells}, row by row from the bottom left"]
    if rules.gravity:
        parts = [f"columns 1 to {rules.shape.width}"]
    if rules.pop_rule is not PopRule.NONE:
        parts.append("pops as p1")
    if rules.drift is not None:
        parts.append("a drift as 1>2")
    if not _one_digit_moves(rules):
        parts.append("separated by commas")
    return f"Write {', '.join(parts)}."


def board_text(position: Position) -> str:
    """The board alone, a row a line."""
    shape = position.rules.shape
    return "\n".join(
        "".join(_sign(position.owner(column, row)) for column in range(shape.width))
        for row in reversed(range(shape.height))
    )


def position_text(position: Position) -> str:
    """The whole position in one line; `parse_position` gives it back.

    >>> from fourcast.rules import Rules
    >>> position_text(Rules("extended", width=3, height=2).start())
    '.../... turn=x pops=6,6'
    """
    parts = [board_text(position).replace("\n", "/"), f"turn={SIGNS[position.turn]}"]
    if position.rules.pop_rule is PopRule.LIMITED:
        parts.append(f"pops={position.pops[FIRST]},{position.pops[SECOND]}")
    if position.drawn:
        parts.append("drawn=yes")
    return " ".join(parts)


def parse_position(rules: Rules | str | None, text: str) -> Position:
    """Read a board, with or without what stands behind it. Without rules: classic, on a board of the size of the text.

    Without `turn=` the discs must tell whose turn it is; without `pops=` both sides have all their pop-outs.
    """
    if not isinstance(text, str):
        raise NotationError(f"Board text is a string such as '.../.x. turn=o', not {type(text).__name__}.")
    rows_text, behind = split_board(text)
    if rules is None:
        rows = re.split(r"/|\r?\n", rows_text.strip(_SPACE + "/"))
        rules = Rules("classic", width=max(len("".join(rows[0].split())), 1), height=len(rows))
    rules = Rules.parse(rules)
    if behind.pop("over", None) and rules.pop_rule is not PopRule.NONE:
        raise NotationError(
            "With pop-outs the board alone does not show that the game is over. Write pops= or drawn= instead."
        )
    stones = _read_rows(rules, rows_text)
    check_one_line(rules, stones)
    position = Position.of(
        rules, stones, read_turn(rules, stones, behind.get("turn")), _read_pops(rules, behind.get("pops"))
    )
    if "drawn" in behind:
        if behind["drawn"] != "yes" or rules.pop_rule is not PopRule.OWN or not position.is_full:
            raise NotationError("drawn=yes is possible only after a full board of a game with unlimited pop-outs.")
        position = position._replace(drawn=True)
    return position


def read_turn(rules: Rules, stones: tuple[int, int], sign: str | None = None) -> Player:
    """Whose turn it is: as `sign` says or, without one, as the number of discs tells."""
    if sign is not None:
        if sign not in tuple(SIGNS):
            raise NotationError(f"turn={sign} is unknown. Write turn=x (first player) or turn=o (second).")
        return FIRST if sign == SIGNS[FIRST] else SECOND
    first, second = (cells.bit_count() for cells in stones)
    if rules.pop_rule is not PopRule.NONE:  # every move adds a disc or takes one away
        return SECOND if (first + second) % 2 else FIRST
    if first not in (second, second + 1):
        raise NotationError(f"The board has {first} discs of x and {second} of o. Add turn=x or turn=o.")
    return FIRST if first == second else SECOND


def check_no_gaps(rules: Rules, stones: tuple[int, int]) -> None:
    """Under gravity no disc may stand above an empty cell."""
    occupied = stones[FIRST] | stones[SECOND]
    floating = occupied & ~rules.shape.bottom & ~(occupied << 1)
    if rules.gravity and floating:
        column, row = divmod((floating & -floating).bit_length() - 1, rules.shape.stride)
        raise NotationError(
            f"The disc in column {column + 1}, row {row + 1} from the bottom, has nothing under it. Move it down."
        )


def check_one_line(rules: Rules, stones: tuple[int, int]) -> None:
    """Where the first line ends the game, only one side can have one; a pop can complete two at once."""
    one_line_ends_it = rules.goal is Goal.FIRST_LINE and rules.pop_rule is PopRule.NONE
    if one_line_ends_it and all(has_line(cells, rules.shape) for cells in stones):
        raise NotationError("Both sides have a line, which cannot happen under these rules. Change one.")


def split_board(text: str) -> tuple[str, dict[str, str]]:
    """The rows, and what stands behind them; `over` where a sentence says that the game has ended."""
    behind: dict[str, str] = {}
    if status := _STATUS.search(text):
        text = text[: status.start()]
        behind = {"turn": status["turn"]} if status["turn"] else {"over": "yes"}
        if status["first"]:
            behind["pops"] = f"{status['first']},{status['second']}"
    while True:
        rest, _, last = text.rstrip(_SPACE).rpartition(" ")
        if not last or "\n" in last:
            rest, _, last = text.rstrip(_SPACE).rpartition("\n")
        key, equals, value = last.strip(_SPACE).partition("=")
        if not equals or key not in _BEHIND:
            return text, behind
        if key in behind:
            raise NotationError(f"{key}= is given twice. Remove one.", at=len(rest) + 1)
        behind[key] = value
        text = rest


def _read_rows(rules: Rules, text: str) -> tuple[int, int]:
    shape = rules.shape
    body = text.rstrip(_SPACE + "/")
    at = len(body) - len(body.lstrip(_SPACE + "/"))
    pieces = re.split(r"(/|\r?\n)", body[at:])  # rows and what parts them, taking turns
    if not body or len(pieces) // 2 + 1 != shape.height:
        raise NotationError(f"The board has {shape.height} rows, the text has {len(pieces) // 2 + 1 if body else 0}.")
    discs = [0, 0]
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            _read_row(rules, piece, at, number // 2 + 1, discs)
        at += len(piece)
    stones = (discs[FIRST], discs[SECOND])
    check_no_gaps(rules, stones)
    return stones


def _read_row(rules: Rules, text: str, begin: int, from_top: int, stones: list[int]) -> None:
    shape = rules.shape
    cells = [(begin + offset, sign) for offset, sign in enumerate(text) if sign not in _SPACE]
    if len(cells) != shape.width:
        raise NotationError(
            f"Row {from_top} from the top has {len(cells)} cells, the board has {shape.width} columns.", at=begin
        )
    for column, (offset, sign) in enumerate(cells):
        if sign in SIGNS:
            stones[SIGNS.index(sign)] |= shape.cell(column, shape.height - from_top)
        elif sign != _EMPTY:
            raise NotationError(
                f"Row {from_top} from the top, column {column + 1}: {sign!r} is not a cell. Write '.', 'x' or 'o'.",
                at=offset,
            )


def _read_pops(rules: Rules, text: str | None) -> tuple[int, int]:
    if text is None:
        return (rules.pops_each, rules.pops_each)
    if rules.pop_rule is not PopRule.LIMITED:
        raise NotationError("pops= is possible only where the rules limit the pop-outs. Remove it.")
    numbers = re.fullmatch(r"([0-9]{1,4}),([0-9]{1,4})", text)
    if not numbers or max(int(numbers[1]), int(numbers[2])) > rules.pops_each:
        raise NotationError(f"pops={text} must be two numbers from 0 to {rules.pops_each} separated by a comma.")
    return (int(numbers[1]), int(numbers[2]))


def _sign(owner: Player | None) -> str:
    return _EMPTY if owner is None else SIGNS[owner]
