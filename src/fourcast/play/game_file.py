"""Games as JSON: versioned, checked when read, written atomically.

    {"format": "fourcast-game", "version": 1, "rules": "classic", "start": null, "names": ["Ada", "Level 4"],
     "agents": [null, "level4"], "moves": "4453", "undone": "", "verdict": null, "scores": [0, 0], "outcome": null}

`start` is a position text where the game did not begin on the empty board; `agents` says who is no person. `scores` and
`outcome` repeat what the moves say, for readers that know no rules; a file in which they differ is refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from fourcast.errors import IllegalMove, NotationError, UsageError
from fourcast.files import write_atomically
from fourcast.play.game import Game, Verdict
from fourcast.rules import (
    FIRST,
    SECOND,
    SIGNS,
    Ending,
    Outcome,
    Rules,
    line_text,
    other,
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
LARGEST_FILE: Final = 16 * 1024 * 1024
"""Bytes; no game comes near it."""


def game_to_json(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": str(game.rules),
        "start": None if game.start == game.rules.start() else position_text(game.start),
        "names": list(game.names),
        "agents": list(game.agents),
        "moves": line_text(game.rules, game.plies),
        "undone": line_text(game.rules, game.undone),
        "verdict": _verdict_to_json(game.verdict),
        "scores": list(game.position.scores),
        "outcome": outcome_to_json(game.outcome),
    }


def _verdict_to_json(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {"how": verdict.ending.value, "loser": None if verdict.loser is None else SIGNS[verdict.loser]}


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended as plain data."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else SIGNS[outcome.winner]
    return {"winner": winner, "how": outcome.ending.value, "scores": list(outcome.scores)}


def game_from_json(data: object) -> Game:
    """The game of such data. Raises `NotationError` if it is not one, and says what is wrong."""
    fields = _checked_fields(data)
    try:
        rules = Rules.parse(fields["rules"])
        start = rules.start() if fields["start"] is None else parse_position(rules, fields["start"])
        game = Game(rules, start=start, names=fields["names"], agents=fields["agents"])
        for ply in parse_line(start, fields["moves"]):
            game.follow(ply)
        undone = parse_line(game.position, fields["undone"])
        for ply in undone:
            game.follow(ply)
        for _ in undone:
            game.undo()
        if fields["verdict"] is not None:
            _give_verdict(game, fields["verdict"])
    except (UsageError, IllegalMove, NotationError) as fault:
        raise NotationError(f"This saved game cannot be played through. {fault}") from None
    expected = game_to_json(game)
    for key in ("scores", "outcome"):
        if fields[key] != expected[key]:
            raise NotationError(f"This saved game says {key} {fields[key]!r:.80}, but its moves say {expected[key]!r}.")
    return game


def save_game(game: Game, path: Path) -> None:
    """Write a game to a file: at any moment either the old or the new one is there whole."""
    write_atomically(path, json.dumps(game_to_json(game), indent=1) + "\n")


def load_game(path: Path) -> Game:
    """Read a game from a file. Raises `NotationError` if it holds none, `OSError` if it cannot be read."""
    if path.stat().st_size > LARGEST_FILE:
        raise NotationError(f"{path} is larger than {LARGEST_FILE} bytes: that is not a saved game.")
    return parse_game(path.read_bytes())


def parse_game(content: bytes) -> Game:
    """The game in the content of a file."""
    try:
        data = json.loads(content)
    except json.JSONDecodeError as fault:
        if _holds_several(content):
            raise NotationError(
                "This file holds several games, a line each. Take one of them: `-o DIR` of a match writes a file each."
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
    kinds: dict[str, tuple[type, ...]] = {
        "rules": (str,),
        "start": (str, type(None)),
        "names": (list,),
        "agents": (list,),
        "moves": (str,),
        "undone": (str,),
        "verdict": (dict, type(None)),
        "scores": (list,),
        "outcome": (dict, type(None)),
    }
    for key, kind in kinds.items():
        if key not in data:
            raise NotationError(f"This saved game has no {key!r}.")
        if not isinstance(data[key], kind):
            raise NotationError(f"{key!r} of this saved game is {data[key]!r:.80}, which is of the wrong kind.")
    if len(data["names"]) != 2 or not all(isinstance(name, str) for name in data["names"]):
        raise NotationError("'names' of this saved game must be two texts.")
    if len(data["agents"]) != 2 or not all(isinstance(agent, str | None) for agent in data["agents"]):
        raise NotationError("'agents' of this saved game must be two texts, or null for a person.")
    for key in ("names", "agents"):
        if not all(_is_writable(text) for text in data[key] if text is not None):
            raise NotationError(f"{key!r} of this saved game has half a character, which no file or page can show.")
    return data


def _is_writable(text: str) -> bool:
    """JSON can escape half of a pair of surrogates, which UTF-8 cannot write."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _give_verdict(game: Game, verdict: dict[str, Any]) -> None:
    loser, how = verdict.get("loser"), verdict.get("how")
    if loser is None and how == Ending.ADJUDICATION.value:
        return game.adjudicate(None)
    if loser not in tuple(SIGNS):
        raise NotationError(f"The loser in 'verdict' is {loser!r:.80}. It must be 'x' or 'o'.")
    player = FIRST if loser == SIGNS[FIRST] else SECOND
    match how:
        case Ending.RESIGNATION.value:
            game.resign(player)
        case Ending.TIME.value:
            game.lose_on_time(player)
        case Ending.FORFEIT.value:
            game.forfeit(player)
        case Ending.ADJUDICATION.value:
            game.adjudicate(other(player))
        case _:
            raise NotationError(f"'verdict' says {how!r:.80}. It must be one of {', '.join(VERDICTS)}.")
    return None
