"""Games of matches as files: one JSON line a game, or a folder with a file each. Every one is a saved game that
`fourcast play --resume` and the page read, with what the match knows besides under `match`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from fourcast.errors import UsageError
from fourcast.files import write_atomically
from fourcast.match.control import Control
from fourcast.match.players import Contestant
from fourcast.rules import Rules, rules_text

LINES: Final = ".jsonl"


class Kept(NamedTuple):
    """A game with its number and what the match knows of it."""

    number: int
    players: tuple[str, str]
    agents: tuple[str | None, str | None]
    """In the text form of agents; None for who is none of ours."""
    record: dict[str, Any]
    terms: dict[str, Any]
    """Of the match that it belongs to."""


def terms_of(
    rules: Rules, players: Sequence[Contestant], seed: int, plies: int | None, control: Control
) -> dict[str, Any]:
    """What makes a match this match, however many games of it are played, as plain data."""
    return {
        "rules": rules_text(rules),
        "players": [player.text for player in players],
        "seed": seed,
        "openings": plies,
        "control": control.to_json(),
    }


def refuse_others(path: Path, terms: dict[str, Any]) -> None:
    """Raise `UsageError` if a folder holds games of another match: they would be mixed with these, or lost."""
    if path.suffix == LINES:
        return
    for file in sorted(path.glob("[0-9][0-9][0-9][0-9][0-9]-*.json")):
        match = _match_in(file)
        if match is not None and match.get("terms") != terms:
            raise UsageError(f"{path} holds games of another match, such as {file.name}. Name another folder.")


def _match_in(file: Path) -> dict[str, Any] | None:
    """What a match knows of the game in a file; None if it holds no game of a match."""
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    match = data.get("match") if isinstance(data, dict) else None
    return match if isinstance(match, dict) else None


def game_data(kept: Kept) -> dict[str, Any]:
    """A saved game, and beside it what its moves do not say."""
    record = kept.record
    match = {
        "number": kept.number,
        "players": list(kept.players),
        "terms": kept.terms,
        **{key: record[key] for key in ("first", "points", "how", "detail", "opening", "sheets")},
        "parts": [_seated(kept, part) for part in record["parts"]],
    }
    return {**_seated(kept, record["game"]), "match": match}


def write_games(path: Path, games: Iterable[Kept]) -> int:
    """Write all games: lines to a file whose name ends so, else a folder of files; how many there were.

    A turn that was lost parts a game: in a folder what came before it is a file of its own, to be looked at too.
    """
    listed = list(games)
    if path.suffix == LINES:
        write_atomically(path, "".join(json.dumps(game_data(kept), ensure_ascii=False) + "\n" for kept in listed))
        return len(listed)
    path.mkdir(parents=True, exist_ok=True)
    for kept in listed:
        names = "-".join(re.sub(r"[^A-Za-z0-9=.]+", "-", name).strip("-")[:30] for name in _names(kept))
        game = game_data(kept)
        _write(path / f"{kept.number:05d}-{names}.json", game)
        for number, part in enumerate(game["match"]["parts"], start=1):
            match = {"number": kept.number, "part": number, "terms": kept.terms}
            watched = {**part, "agents": [None, None], "match": match}  # nobody goes on with it
            _write(path / f"{kept.number:05d}-{names}-part{number}.json", watched)
    return len(listed)


def _write(path: Path, game: dict[str, Any]) -> None:
    write_atomically(path, json.dumps(game, ensure_ascii=False, indent=1) + "\n")


def _seated(kept: Kept, game: dict[str, Any]) -> dict[str, Any]:
    """A saved game with who plays it."""
    first = kept.record["first"]
    return {**game, "names": _names(kept), "agents": [kept.agents[first], kept.agents[1 - first]]}


def _names(kept: Kept) -> list[str]:
    """Who moved first, then the other."""
    first = kept.record["first"]
    return [kept.players[first], kept.players[1 - first]]
