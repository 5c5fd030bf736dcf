"""Positions from requests: rules, start and moves as fields, or a text in any notation."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from fourcast.errors import NotationError, UsageError, quote
from fourcast.play import Game, game_from_json
from fourcast.rules import (
    Ply,
    Position,
    Rules,
    is_move_list,
    line_text,
    parse_line,
    parse_packed,
    parse_position,
    parse_start_file,
    position_text,
    split_board,
)
from fourcast.spec import is_digits
from fourcast.web.problems import UNREADABLE_POSITION, Problem
from fourcast.web.schema.position import PositionRequest
from fourcast.web.settings import MAX_MOVES_LENGTH, MAX_PLIES, MAX_SIDE

WHAT_CAN_BE_READ: Final = (
    "Paste moves (4453, 1. 4 4 2. 5 3, or D D E C), a board of rows with . x o, a saved game, or a link of this page "
    "or of connect4.gamesolver.org."
)
_MINIMUM: Final = {"width": 1, "height": 1, "connect": 2}


class PositionRef(NamedTuple):
    """A start position and moves from it, and the notation that they were read from."""

    start: Position
    plies: tuple[Ply, ...]
    notation: str | None = None

    @property
    def position(self) -> Position:
        """The position after the moves."""
        position = self.start
        for ply in self.plies:
            position = position.follow(ply)
        return position


def parse_rules_request(text: str) -> Rules:
    """Rules within the limits of the server. Raises `UsageError`."""
    for setting in text.split(",")[1:]:
        key, _, value = (part.strip() for part in setting.partition("="))
        minimum = _MINIMUM.get(key)
        if minimum and not (is_digits(value) and minimum <= int(value) <= MAX_SIDE):
            raise UsageError(f"Invalid {key} {quote(value)}: use {minimum} to {MAX_SIDE}.")
    return _check_size(Rules.parse(text))


def _check_size(rules: Rules) -> Rules:
    shape = rules.shape
    if max(shape.width, shape.height, shape.connect) > MAX_SIDE:
        raise UsageError(f"This server plays on at most {MAX_SIDE} columns and rows, with lines of at most {MAX_SIDE}.")
    return rules


def parse_position_request(request: PositionRequest) -> PositionRef:
    return _parse_fields(request.rules, request.start, request.moves)


def parse_any_notation(rules: Rules, text: str) -> PositionRef:
    """A link, a saved game, a start file, a board, a packed number or moves: whichever the text looks like."""
    text = text.strip()
    if re.search(r"[?&]rules=", text):
        return _parse_link(text)
    if link := re.search(r"[?&]pos=([0-9]*)(?:[&#]|$)", text):  # connect4.gamesolver.org
        start = Rules("classic").start()
        return PositionRef(start, _parse_moves(start, link[1]), "link")
    if re.match(r"https?://", text):
        raise NotationError("This link contains no position. Copy the link of a game or of a position.")
    if text.startswith("{"):
        return _parse_saved_game(text)
    if re.fullmatch(r"\d{1,4}[ \t\r]*\n[012 ,\t\r\n]+", text):
        start = parse_start_file(text)
        _check_size(start.rules)
        return PositionRef(start, (), "start file")
    if re.fullmatch(r"0[xXbB][0-9a-fA-F]+( turn=\S*)?", text):
        return PositionRef(parse_packed(rules, text), (), "packed")
    if not is_move_list(text) and _looks_like_board(text):
        return PositionRef(_parse_board(rules, text), (), "board")
    try:
        return PositionRef(rules.start(), _parse_moves(rules.start(), text), "moves")
    except Problem:
        if re.fullmatch(r"\d{10,19}", text):
            try:
                return PositionRef(parse_packed(rules, text), (), "packed")
            except NotationError:
                pass
        if not re.match(r"[0-9pP]", text) and not is_move_list(text):
            raise Problem(422, WHAT_CAN_BE_READ, title=UNREADABLE_POSITION) from None
        raise


def _looks_like_board(text: str) -> bool:
    body, _ = split_board(text)
    return "/" in body or "\n" in body or bool(re.fullmatch(r"[.xo\s]+", body))


def game_id_in_link(text: str) -> str | None:
    """The id in a link to a game, such as `http://127.0.0.1:8000/game/ID`."""
    link = re.fullmatch(r"(?:https?://[^\s?#]+)?/game/([\w-]{1,40})/?(?:[?#]\S*)?", text.strip())
    return link and link[1]


def parse_game_request(data: object) -> Game:
    """The game of a file's JSON, within the limits of the server."""
    if isinstance(data, dict) and any(len(str(data.get(key))) > MAX_MOVES_LENGTH for key in ("moves", "undone")):
        raise NotationError(f"This saved game has more than {MAX_PLIES} moves. Use `fourcast play --resume` for it.")
    if not isinstance(data, dict) or "format" not in data:
        raise Problem(
            422,
            "Choose a file that was saved by this page, by fourcast play or by a match.",
            title="Not a saved game",
        )
    game = game_from_json(data)
    _check_size(game.rules)
    return game


def _parse_fields(rules_field: str, start_field: str | None, moves: str) -> PositionRef:
    rules = parse_rules_request(rules_field)
    start = rules.start() if start_field is None else parse_position(rules, start_field)
    return PositionRef(start, _parse_moves(start, moves))


def _parse_moves(start: Position, text: str) -> tuple[Ply, ...]:
    """The moves of a text. The problem of an invalid one includes the moves before it."""
    if len(text) > MAX_MOVES_LENGTH:
        raise Problem(422, f"These are more than {MAX_PLIES} moves. Use fewer, or the board itself.")
    try:
        return parse_line(start, text)
    except NotationError as error:
        valid_moves = ""
        if error.valid_moves and error.at is not None:
            valid = text[: error.at].rstrip(" ,\t\r\n")
            valid_moves = line_text(start.rules, parse_line(start, valid)[: error.valid_moves])
        note = f" The first {error.valid_moves} moves are valid." if error.valid_moves > 1 else ""
        raise Problem(
            422,
            f"{error}{note}",
            title=UNREADABLE_POSITION,
            at=error.at,
            valid_moves=error.valid_moves,
            moves=valid_moves,
            rules=str(start.rules),
            start=start_field(start),
        ) from None


def start_field(start: Position) -> str | None:
    """A start position as a request names it: None for the empty board."""
    return None if start == start.rules.start() else position_text(start)


def _parse_link(text: str) -> PositionRef:
    try:
        fields = parse_qs(urlsplit(text).query, max_num_fields=10)
    except ValueError:
        raise NotationError("This link cannot be read. Copy the link of a game or of a position.") from None
    rules, start, moves = (fields.get(key, [None])[0] for key in ("rules", "start", "moves"))
    return _parse_fields(rules or "", start, moves or "")._replace(notation="link")


def _parse_saved_game(text: str) -> PositionRef:
    try:
        game = parse_game_request(json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        raise NotationError("This looks like a saved game, but is not valid JSON. Copy the whole file.") from None
    return PositionRef(game.start, game.plies, "saved game")


def _parse_board(rules: Rules, text: str) -> Position:
    """A board of these rules, or of the same rules at the size of the board."""
    body, _ = split_board(text)
    rows = [re.sub(r"\s", "", row) for row in re.split(r"/|\n", body.strip().strip("/"))]
    if rows and rows[0] and len({len(row) for row in rows}) == 1:
        shape = replace(rules.shape, width=len(rows[0]), height=len(rows))
        if shape != rules.shape and max(shape.width, shape.height) < shape.connect:
            size = f"{shape.width} × {shape.height}"
            raise NotationError(f"A board of {size} has no room for a line of {shape.connect}. Paste all of its rows.")
        rules = _check_size(rules.replace(shape=shape))
    return parse_position(rules, text)
