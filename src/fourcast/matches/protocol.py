"""The lines of the text protocol (docs/protocol.md), written and read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fourcast.algorithms import Limit, Score, ScoreKind, SearchResult
from fourcast.errors import NotationError, quote
from fourcast.play import Game
from fourcast.rules import Rules, line_text, parse_line, parse_position, position_text

VERSION: Final = 1
PAGE: Final = "docs/protocol.md"
"""The documentation."""
HELLO: Final = "fourcast"
HELLO_OK: Final = "fourcastok"
READY: Final = "isready"
READY_OK: Final = "readyok"
NO_MOVE: Final = "none"
"""The best move of a player that has none."""
MAX_SEED: Final = (1 << 32) - 1
"""The largest seed of an option without `max`."""
FOREVER: Final = 1e9
"""Seconds."""
MAX_LINE: Final = 1 << 20
"""Bytes; longer lines are ignored."""


@dataclass(frozen=True)
class Go:
    """The limits of `go`; what it does not limit is up to the player's own settings."""

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    """Seconds."""
    infinite: bool = False

    def limit(self, own: Limit) -> Limit:
        """The limit of a search with a limit of its own. Depth and nodes replace it; a time replaces a longer time and
        leaves depth and nodes as they are. There is always a time, so that the search deepens iteratively and reports
        every depth."""
        if self.infinite:
            return Limit(time=FOREVER)
        if self.depth is not None or self.nodes is not None:
            return Limit(self.depth, self.nodes, self.movetime or FOREVER)
        if self.movetime is None:
            return own
        return Limit(own.depth, own.nodes, self.movetime if own.time is None else min(own.time, self.movetime))


def go_text(seconds: float | None) -> str:
    """`go` with a time, or without limits."""
    if seconds is None:
        return "go"
    milliseconds = f"{seconds * 1000:.6f}".rstrip("0").rstrip(".")
    return f"go movetime {milliseconds}"


def parse_go(words: Sequence[str]) -> Go:
    """Read the words after `go`.

    >>> parse_go(["depth", "6", "movetime", "500"])
    Go(depth=6, nodes=None, movetime=0.5, infinite=False)
    """
    parts = _parts(words, ("depth", "nodes", "movetime", "infinite"))
    if "infinite" in parts:
        if len(parts) > 1 or parts["infinite"]:
            raise NotationError("go infinite allows no other limit.")
        return Go(infinite=True)
    for key, text in parts.items():
        number = r"[0-9]{1,12}(\.[0-9]{1,12})?" if key == "movetime" else "[0-9]{1,18}"
        if not re.fullmatch(number, text) or not float(text):
            raise NotationError(f"go {key} needs a number above 0, such as go {key} 6.")
    depth, nodes = (int(parts[key]) if key in parts else None for key in ("depth", "nodes"))
    movetime = float(parts["movetime"]) / 1000 if "movetime" in parts else None
    if parts:
        Limit(depth, nodes, movetime)  # raises if one is out of range
    return Go(depth, nodes, movetime)


def position_command(game: Game) -> str:
    """The line that describes a game."""
    start = "" if game.start == game.rules.start() else f" start {position_text(game.start)}"
    return f"position rules {game.rules}{start} moves {line_text(game.rules, game.plies)}".rstrip()


def parse_position_command(words: Sequence[str]) -> Game:
    """Read the words after `position`: `rules R [start BOARD] [moves M]`.

    >>> parse_position_command("rules classic moves 4453".split()).position.discs
    4
    """
    parts = _parts(words, ("rules", "start", "moves"))
    rules = Rules.parse(parts.get("rules", "classic"))
    start = parse_position(rules, parts["start"]) if "start" in parts else None
    game = Game(rules, start=start)
    for ply in parse_line(game.start, parts.get("moves", "")):
        game.follow(ply)
    return game


def parse_newgame(words: Sequence[str]) -> Rules:
    """Read the words after `newgame`: `rules R`, or nothing for the classic game."""
    return Rules.parse(_parts(words, ("rules",)).get("rules", "classic"))


def parse_setoption(words: Sequence[str]) -> tuple[str, str]:
    """Read the words after `setoption`: the name and the value."""
    parts = _parts(words, ("name", "value"))
    if not parts.get("name"):
        raise NotationError("setoption needs a name: setoption name seed value 1.")
    return parts["name"], parts.get("value", "")


def _parts(words: Sequence[str], keys: Sequence[str]) -> Mapping[str, str]:
    """The words after each key, up to the next one."""
    parts: dict[str, list[str]] = {}
    key = None
    for word in words:
        if word in keys and word not in parts:
            key = word
            parts[key] = []
        elif key is None:
            raise NotationError(f"Unexpected {quote(word)}: write {', '.join(keys)}, each with its value.")
        else:
            parts[key].append(word)
    return {key: " ".join(values) for key, values in parts.items()}


def score_text(score: Score) -> str:
    """A score from the side to move, as two words.

    >>> score_text(Score.win(5)), score_text(Score.exact(0)), score_text(Score.estimate(-12.5))
    ('win 5', 'exact 0', 'estimate -12.5')
    """
    if score.kind is ScoreKind.VALUE:
        return f"{'exact' if score.is_exact else 'estimate'} {score.number + 0.0:.10g}"
    return f"{score.kind.value} {score.number:.0f}"


def info_text(info: SearchResult, seconds: float) -> str:
    """The result of one finished depth, `seconds` after `go`."""
    return (
        f"info depth {info.depth} score {score_text(info.score.relative)} nodes {info.nodes} "
        f"time {seconds * 1000:.0f} engine {info.engine} pv {' '.join(info.pv)}"
    )


def claim_in(line: str) -> Score | None:
    """The exact score in an `info` line of a program; None if it has none.

    >>> print(claim_in("info depth 3 score win 5 pv 4"))
    win in 5
    """
    match = re.search(r"\bscore (?:(win|loss) ([0-9]{1,9})|exact ([-+]?[0-9]{1,9}(?:\.[0-9]{1,9})?))(?![\w.])", line)
    if not match:
        return None
    if match[3]:
        return Score.exact(float(match[3]))
    return Score.win(int(match[2])) if match[1] == "win" else Score.loss(int(match[2]))


def seeds_in(option: str) -> range | None:
    """The seeds that an `option` line allows; None if there are none.

    >>> seeds_in("name seed type spin default 0 min 1 max 99")
    range(1, 100)
    """
    bounds = {key: int(number) for key, number in re.findall(r"\b(min|max) (-?[0-9]{1,18})\b", option)}
    return range(bounds.get("min", 0), bounds.get("max", MAX_SEED) + 1) or None
