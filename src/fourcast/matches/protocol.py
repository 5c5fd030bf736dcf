"""The lines of the text protocol (docs/protocol.md), written and read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fourcast.algorithms import Limit, Score, ScoreKind, SearchResult
from fourcast.errors import NotationError, quote
from fourcast.play import Game
from fourcast.rules import Position, Rules, line_text, parse_line, parse_position, position_text

VERSION: Final = 2
"""Since version 2 `go` may have the clock of the game; programs of version 1 get a time for the move instead."""
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
MAX_MOVES_LEFT: Final = 12
"""The moves among which the time on a clock is divided, if so many are left."""
MAX_SHARE: Final = 0.8
"""The largest part of the time on a clock that is given to one move."""
MIN_MOVETIME: Final = 0.001
"""Seconds."""


_CLOCK: Final = ("time", "inc")


@dataclass(frozen=True)
class Go:
    """The limits of `go`; what it does not limit is up to the player's own settings."""

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    """Seconds."""
    infinite: bool = False
    time: float | None = None
    """Seconds left on the clock of the game."""
    increment: float = 0.0
    """Seconds that are added to the clock after the move."""

    @property
    def seconds(self) -> float | None:
        """Seconds until the time is over."""
        return self.movetime if self.time is None else self.time

    def for_move(self, position: Position) -> Go:
        """The same with a time for this move in place of a clock."""
        if self.time is None:
            return self
        plies = position.rules.max_plies
        moves = MAX_MOVES_LEFT if plies is None else min(MAX_MOVES_LEFT, (plies - position.discs + 1) // 2)
        share = min(self.time / max(1, moves) + self.increment, MAX_SHARE * self.time)
        movetime = share if self.movetime is None else min(share, self.movetime)
        return replace(self, movetime=max(MIN_MOVETIME, movetime), time=None, increment=0.0)

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


def go_text(go: Go) -> str:
    """The line that asks for a move.

    >>> go_text(Go(time=9.5, increment=0.1))
    'go time 9500 inc 100'
    """
    counts = {"depth": go.depth, "nodes": go.nodes}
    times = {"movetime": go.movetime, "time": go.time, "inc": go.increment if go.time is not None else None}
    limits = [f"{key} {number}" for key, number in counts.items() if number is not None]
    limits += [f"{key} {milliseconds(seconds)}" for key, seconds in times.items() if seconds is not None]
    return " ".join(["go", *limits, *(["infinite"] if go.infinite else [])])


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds, with as few digits as they need.

    >>> milliseconds(10.0), milliseconds(0.0005)
    ('10000', '0.5')
    """
    return f"{seconds * 1000:.6f}".rstrip("0").rstrip(".")


def parse_go(words: Sequence[str]) -> Go:
    """Read the words after `go`.

    >>> parse_go(["depth", "6", "movetime", "500"])
    Go(depth=6, nodes=None, movetime=0.5, infinite=False, time=None, increment=0.0)
    """
    parts = _parts(words, ("depth", "nodes", "movetime", "infinite", *_CLOCK))
    if "infinite" in parts:
        if len(parts) > 1 or parts["infinite"]:
            raise NotationError("go infinite allows no other limit.")
        return Go(infinite=True)
    for key, text in parts.items():
        number = "[0-9]{1,18}" if key in ("depth", "nodes") else r"[0-9]{1,12}(\.[0-9]{1,12})?"
        if not re.fullmatch(number, text) or (not float(text) and key not in _CLOCK):
            raise NotationError(f"go {key} needs a number above 0, such as go {key} 6.")
    if "inc" in parts and "time" not in parts:
        raise NotationError("go inc needs the time on the clock, such as go time 9500 inc 100.")
    depth, nodes = (int(parts[key]) if key in parts else None for key in ("depth", "nodes"))
    movetime, time, increment = (float(parts[key]) / 1000 if key in parts else None for key in ("movetime", *_CLOCK))
    if depth or nodes or movetime:
        Limit(depth, nodes, movetime)  # raises if one is out of range
    return Go(depth, nodes, movetime, time=time, increment=increment or 0.0)


def position_command(game: Game) -> str:
    """The line that describes a game."""
    start = "" if game.start == game.rules.start() else f" start {position_text(game.start)}"
    moves = f" moves {line_text(game.rules, game.plies)}" if game.plies else ""
    return f"position rules {game.rules}{start}{moves}"


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
