"""Games of matches as files: one JSON line a game, or a folder with a file each. Every one is a saved game that
`fourcast play --resume` and the page read, with what the match knows besides under `match`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from fourcast.files import write_atomically

LINES: Final = ".jsonl"


class Kept(NamedTuple):
    """A game with its number and what the match knows of it."""

    number: int
    players: tuple[str, str]
    agents: tuple[str | None, str | None]
    """In the text form of agents; None for who is none of ours."""
    record: dict[str, Any]


def game_data(kept: Kept) -> dict[str, Any]:
    """A saved game, and beside it what its moves do not say."""
    record = kept.record
    match = {
        "number": kept.number,
        "players": list(kept.players),
        **{key: record[key] for key in ("first", "points", "how", "detail", "opening", "sheets")},
        "parts": [_seated(kept, part) for part in record["parts"]],
    }
    return {**_seated(kept, record["game"]), "match": match}


def write_games(path: Path, games: Iterable[Kept]) -> int:
    """Write all games: lines to a file whose name ends so, else a folder of files; how many there were."""
    listed = list(games)
    if path.suffix == LINES:
        write_atomically(path, "".join(json.dumps(game_data(kept), ensure_ascii=False) + "\n" for kept in listed))
        return len(listed)
    path.mkdir(parents=True, exist_ok=True)
    for kept in listed:
        names = "-".join(re.sub(r"[^A-Za-z0-9=.]+", "-", name).strip("-")[:30] for name in _names(kept))
        text = json.dumps(game_data(kept), ensure_ascii=False, indent=1) + "\n"
        write_atomically(path / f"{kept.number:05d}-{names}.json", text)
    return len(listed)


def _seated(kept: Kept, game: dict[str, Any]) -> dict[str, Any]:
    """A saved game with who plays it."""
    first = kept.record["first"]
    return {**game, "names": _names(kept), "agents": [kept.agents[first], kept.agents[1 - first]]}


def _names(kept: Kept) -> list[str]:
    """Who moved first, then the other."""
    first = kept.record["first"]
    return [kept.players[first], kept.players[1 - first]]
