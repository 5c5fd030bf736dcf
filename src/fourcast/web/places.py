"""A position as pages name it, and a text in any notation read into one."""

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
    follow,
    line_text,
    parse_line,
    parse_packed,
    parse_position,
    parse_rules,
    parse_start_file,
    position_text,
    rules_text,
    split_board,
)
from fourcast.spec import is_digits
from fourcast.web.problems import Problem
from fourcast.web.schema import PlaceRequest
from fourcast.web.settings import LARGEST_SIDE, LONGEST_LINE, MOST_PLIES

_LEAST: Final = {"width": 1, "height": 1, "connect": 2}


class Place(NamedTuple):
    """Where a line of play begins, its moves, and the notation in which that was read."""

    start: Position
    plies: tuple[Ply, ...]
    notation: str | None = None

    @property
    def position(self) -> Position:
        """Where the moves lead."""
        position = self.start
        for ply in self.plies:
            position = follow(position, ply)
        return position


def rules_within_bounds(text: str) -> Rules:
    """The rules of a text, on a board that this server searches."""
    for setting in text.split(",")[1:]:
        key, _, value = (part.strip() for part in setting.partition("="))
        least = _LEAST.get(key)
        if least and not (is_digits(value) and least <= int(value) <= LARGEST_SIDE):
            said = f"cannot be {quote(value)}" if value else "is missing"
            raise UsageError(f"{key.capitalize()} {said}: give {least} to {LARGEST_SIDE}.")
    return _checked(parse_rules(text))


def _checked(rules: Rules) -> Rules:
    shape = rules.shape
    if max(shape.width, shape.height, shape.connect) > LARGEST_SIDE:
        raise UsageError(
            f"Boards on this page have at most {LARGEST_SIDE} columns and rows, and lines at most as many discs."
        )
    return rules


def find_place(request: PlaceRequest) -> Place:
    rules = rules_within_bounds(request.rules)
    start = rules.start() if request.start is None else parse_position(rules, request.start)
    return Place(start, _read_moves(start, request.moves))


def read_place(rules: Rules, text: str) -> Place:
    """A link, a saved game, a start file, a board, a packed number or moves: whichever the text looks like."""
    text = text.strip()
    if re.match(r"https?://", text) and not re.search(r"[?&]rules=", text):
        raise NotationError("This link carries no position. Copy the link of a game or of a position.")
    if re.search(r"[?&]rules=", text):
        return _read_link(text)._replace(notation="link")
    if text.startswith("{"):
        return _read_game(text)
    if re.fullmatch(r"\d{1,4}[ \t\r]*\n[012 ,\t\r\n]+", text):
        start = parse_start_file(text)
        _checked(start.rules)
        return Place(start, (), "start file")
    if re.fullmatch(r"0[xXbB][0-9a-fA-F]+", text):
        return Place(parse_packed(rules, text), (), "packed")
    if re.search(r"[.xo]", text):
        return Place(_read_board(rules, text), (), "board")
    try:
        return Place(rules.start(), _read_moves(rules.start(), text), "moves")
    except Problem:
        if re.fullmatch(r"\d{10,19}", text):
            try:
                return Place(parse_packed(rules, text), (), "packed")
            except NotationError:
                pass
        raise


def game_in_link(text: str) -> str | None:
    """The game that a link of a page goes to: `http://127.0.0.1:8000/game/ID`."""
    found = re.fullmatch(r"(?:https?://[^\s/]+)?/game/([\w-]{1,40})/?(?:[?#]\S*)?", text.strip())
    return found and found[1]


def _read_moves(start: Position, text: str) -> tuple[Ply, ...]:
    """The moves of a text; where one is wrong, the problem keeps those before it."""
    if len(text) > LONGEST_LINE:
        raise Problem(422, f"These are more than {MOST_PLIES} moves, more than this page plays.")
    try:
        return parse_line(start, text)
    except NotationError as fault:
        kept = ""
        if fault.kept and fault.at is not None:
            good = text[: fault.at].rstrip(" ,\t\r\n")
            kept = line_text(start.rules, parse_line(start, good)[: fault.kept])
        many = f" The first {fault.kept} moves are kept." if fault.kept > 1 else ""
        raise Problem(
            422,
            f"{fault}{many}",
            title="That position cannot be read",
            at=fault.at,
            kept=fault.kept,
            moves=kept,
            rules=rules_text(start.rules),
            start=None if start == start.rules.start() else position_text(start),
        ) from None


def _read_link(text: str) -> Place:
    fields = parse_qs(urlsplit(text).query, max_num_fields=10)
    given = {key: fields[key][0] for key in ("rules", "start", "moves") if key in fields}
    rules = rules_within_bounds(given["rules"])
    start = parse_position(rules, given["start"]) if "start" in given else rules.start()
    return Place(start, _read_moves(start, given.get("moves", "")))


def _read_game(text: str) -> Place:
    try:
        game = game_within_bounds(json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        raise NotationError("This looks like a saved game, but is not JSON. Copy the whole file.") from None
    return Place(game.start, game.plies, "saved game")


def game_within_bounds(data: object) -> Game:
    """The game of a file, on a board and of a length that this server plays."""
    if isinstance(data, dict) and any(len(str(data.get(key))) > LONGEST_LINE for key in ("moves", "undone")):
        raise NotationError(f"This saved game has more than {MOST_PLIES} moves, more than this page plays.")
    if not isinstance(data, dict) or "format" not in data:
        raise Problem(
            422,
            "A saved game is a file that this page downloads from its list, or that fourcast play and matches write.",
            title="This is not a saved game",
        )
    game = game_from_json(data)
    _checked(game.rules)
    return game


def _read_board(rules: Rules, text: str) -> Position:
    """A board of these rules, or of the same rules on the size that the text has."""
    body, _ = split_board(text)
    rows = [re.sub(r"\s", "", row) for row in re.split(r"/|\n", body.strip().strip("/"))]
    if rows and rows[0] and len({len(row) for row in rows}) == 1:
        rules = _checked(replace(rules, shape=replace(rules.shape, width=len(rows[0]), height=len(rows))))
    return parse_position(rules, text)
