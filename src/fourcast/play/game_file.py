"""Games as JSON: versioned, checked when read, written atomically.

    {"format": "fourcast-game", "version": 1, "rules": "classic", "start": null, "names": ["Ada", "Level 4"],
     "agents": [null, "level4"], "moves": "4453", "undone": "", "verdict": null, "scores": [0, 0], "outcome": null}

`start` is the text of the start position, or null for the empty board; `agents` has null for a person. `scores` and
`outcome` follow from the moves and are there for readers that know no rules; a file in which they differ is refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from fourcast.algorithms import ALGORITHMS
from fourcast.errors import NotationError, UsageError
from fourcast.files import read_limited
from fourcast.play.game import Game
from fourcast.rules import (
    FIRST,
    SECOND,
    SIGNS,
    Ending,
    Outcome,
    Player,
    Rules,
    line_text,
    parse_line,
    parse_position,
    position_text,
)

FORMAT: Final = "fourcast-game"
VERSION: Final = 1
VERDICTS: Final = tuple(
    ending.value for ending in (Ending.RESIGNATION, Ending.TIME, Ending.FORFEIT, Ending.ADJUDICATION)
)
"""How a game may end that its moves do not end. An adjudicated draw has no loser."""
MAX_BYTES: Final = 16 * 1024 * 1024
"""Larger files are refused unread; no game comes near it."""


def game_to_json(game: Game, *, with_moves: bool = True) -> dict[str, Any]:
    """A game as plain data. Without its moves it takes the same time however long the game is."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": str(game.rules),
        "start": None if game.start == game.rules.start() else position_text(game.start),
        "names": list(game.names),
        "agents": list(game.agents),
        "moves": line_text(game.rules, game.plies) if with_moves else "",
        "undone": line_text(game.rules, game.undone) if with_moves else "",
        "verdict": game.verdict and {"how": game.verdict.ending.value, "loser": _sign(game.verdict.loser)},
        "scores": list(game.position.scores),
        "outcome": outcome_to_json(game.outcome),
    }


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """The ending of a game as plain data."""
    if outcome is None:
        return None
    return {"winner": _sign(outcome.winner), "how": outcome.ending.value, "scores": list(outcome.scores)}


def _sign(player: Player | None) -> str | None:
    return None if player is None else SIGNS[player]


def game_from_json(data: object) -> Game:
    """Read a game from plain data. Raises `NotationError`."""
    fields = _checked_fields(data)
    try:
        rules = Rules.parse(fields["rules"])
        start = rules.start() if fields["start"] is None else parse_position(rules, fields["start"])
        game = Game(rules, start=start, names=fields["names"], agents=[_read_agent(text) for text in fields["agents"]])
        game.runs_files = False
        for ply in parse_line(start, fields["moves"]):
            game.follow(ply)
        undone = parse_line(game.position, fields["undone"])
        for ply in undone:
            game.follow(ply)
        for _ in undone:
            game.undo()
        if fields["verdict"] is not None:
            _give_verdict(game, fields["verdict"])
    except UsageError as fault:
        raise NotationError(f"This saved game cannot be played through. {fault}") from None
    expected = game_to_json(game)
    for key in ("scores", "outcome"):
        if fields[key] != expected[key]:
            raise NotationError(
                f"{key!r} of this saved game is {fields[key]!r:.80}, but its moves give {expected[key]!r}."
            )
    return game


def _read_agent(text: str | None) -> str | None:
    """The text of an agent. Version 0.1.0 wrote an evaluation for the algorithms that use none, too."""
    name, *settings = (text or "").split(",")
    if text is None or name not in ALGORITHMS or ALGORITHMS[name].uses_eval:
        return text
    return ",".join([name, *(setting for setting in settings if not setting.startswith("eval="))])


def load_game(path: Path) -> Game:
    """Read a game from a file. Raises `NotationError` if it is not one, `OSError` if it cannot be read."""
    return parse_game(read_limited(path, MAX_BYTES))


def parse_game(content: bytes) -> Game:
    """The game in the content of a file."""
    try:
        data = json.loads(content)
    except json.JSONDecodeError as fault:
        if _holds_several(content):
            raise NotationError(
                "This file has several games, one per line. Load one of them: `-o DIR` of a match writes a file each."
            ) from None
        where = f"line {fault.lineno}, column {fault.colno}"
        raise NotationError(f"This is not JSON: {fault.msg} at {where}.", at=fault.pos) from None
    except (ValueError, RecursionError) as fault:  # wrong encoding, endless nesting, a number of thousands of digits
        raise NotationError(f"This is not JSON that can be read: {fault}.") from None
    return game_from_json(data)


def _holds_several(content: bytes) -> bool:
    """Whether the first of several lines is a saved game."""
    first, _, rest = content.strip().partition(b"\n")
    try:
        data = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return bool(rest) and isinstance(data, dict) and data.get("format") == FORMAT


def _checked_fields(data: object) -> dict[str, Any]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError(f"This is not a saved game: it has no format {FORMAT!r}.")
    version = data.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise NotationError(f"This game was saved in version {version!r:.20}; this program reads version {VERSION}.")
    kinds: dict[str, Any] = {
        "rules": str,
        "start": str | None,
        "names": list,
        "agents": list,
        "moves": str,
        "undone": str,
        "verdict": dict | None,
        "scores": list,
        "outcome": dict | None,
    }
    for key, kind in kinds.items():
        if key not in data:
            raise NotationError(f"This saved game has no {key!r}.")
        if not isinstance(data[key], kind):
            raise NotationError(f"{key!r} of this saved game has the wrong type: {data[key]!r:.80}.")
    if len(data["names"]) != 2 or not all(isinstance(name, str) for name in data["names"]):
        raise NotationError("'names' of this saved game must be two texts.")
    if len(data["agents"]) != 2 or not all(isinstance(agent, str | None) for agent in data["agents"]):
        raise NotationError("'agents' of this saved game must be two texts, or null for a person.")
    for key in ("names", "agents"):
        # JSON can escape half of a pair of surrogates, which UTF-8 cannot write.
        if any("\ud800" <= sign <= "\udfff" for text in data[key] for sign in text or ""):
            raise NotationError(f"{key!r} of this saved game has half a character: an unpaired surrogate.")
    return data


def _give_verdict(game: Game, verdict: dict[str, Any]) -> None:
    loser, how = verdict.get("loser"), verdict.get("how")
    if how not in VERDICTS:
        raise NotationError(f"Invalid 'how' {how!r:.80} in 'verdict': use one of {', '.join(VERDICTS)}.")
    if loser is None and how == Ending.ADJUDICATION.value:
        return game.adjudicate(None)
    if loser not in tuple(SIGNS):
        raise NotationError(f"Invalid 'loser' {loser!r:.80} in 'verdict': use 'x' or 'o'.")
    player = FIRST if loser == SIGNS[FIRST] else SECOND
    return game.end(Ending(how), player)
