"""The words of the text protocol (docs/protocol.md): what both ends write and read, a line each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fourcast.errors import NotationError, quote
from fourcast.play import Game
from fourcast.rules import (
    Move,
    Rules,
    line_text,
    move_text,
    parse_line,
    parse_position,
    parse_rules,
    position_text,
    rules_text,
)
from fourcast.search import Info, Limit, Score, ScoreKind

VERSION: Final = 1
PAGE: Final = "docs/protocol.md"
"""Where all of it is told."""
HELLO: Final = "fourcast"
HELLO_OK: Final = "fourcastok"
READY: Final = "isready"
READY_OK: Final = "readyok"
NO_MOVE: Final = "none"
"""What stands for the best move of a player who has none to give."""
MOST_SEED: Final = (1 << 32) - 1
"""The largest seed of an option that does not say its own."""
FOR_EVER: Final = 1e9
"""Seconds."""
LONGEST_LINE: Final = 1 << 20
"""Characters; a longer line is no line."""


@dataclass(frozen=True)
class Go:
    """How long to think: as the player's own settings have it, but for what is said here."""

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    """Seconds."""
    infinite: bool = False

    def limit(self, own: Limit) -> Limit:
        """The limit of a search whose own is given. Depth and nodes put themselves in the place of all limits; a time
        puts itself in the place of a longer one, and leaves a depth or a number of nodes as they are. There is always
        some time, so that the search deepens and tells what it finds on the way."""
        if self.infinite:
            return Limit(time=FOR_EVER)
        if self.depth is not None or self.nodes is not None:
            return Limit(self.depth, self.nodes, self.movetime or FOR_EVER)
        if self.movetime is None:
            return own
        return Limit(own.depth, own.nodes, self.movetime if own.time is None else min(own.time, self.movetime))


def go_text(seconds: float | None) -> str:
    """`go`, with so much time or with what the player thinks right."""
    if seconds is None:
        return "go"
    milliseconds = f"{seconds * 1000:.6f}".rstrip("0").rstrip(".")
    return f"go movetime {milliseconds}"


def parse_go(words: Sequence[str]) -> Go:
    """What stands behind `go`.

    >>> parse_go(["depth", "6", "movetime", "500"])
    Go(depth=6, nodes=None, movetime=0.5, infinite=False)
    """
    depth = nodes = movetime = None
    infinite = False
    rest = list(words)
    while rest:
        match rest.pop(0):
            case "infinite":
                infinite = True
            case "depth":
                depth = _whole("depth", rest)
            case "nodes":
                nodes = _whole("nodes", rest)
            case "movetime":
                movetime = _milliseconds(rest) / 1000
            case word:
                raise NotationError(f"go does not know {quote(word)}. Write depth, nodes, movetime or infinite.")
    if infinite and (depth or nodes or movetime):
        raise NotationError("go infinite has no other limit. Leave the others out, or infinite.")
    if depth or nodes or movetime:
        Limit(depth, nodes, movetime)  # what is out of bounds is said now
    return Go(depth, nodes, movetime, infinite)


def _whole(key: str, rest: list[str]) -> int:
    text = rest.pop(0) if rest else ""
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise NotationError(f"go {key} needs a whole number above 0 behind it, such as go {key} 6.")
    return int(text)


def _milliseconds(rest: list[str]) -> float:
    text = rest.pop(0) if rest else ""
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,12})?", text) or not float(text):
        raise NotationError("go movetime needs milliseconds above 0 behind it, such as go movetime 500.")
    return float(text)


def position_command(game: Game) -> str:
    """The line that tells where a game stands."""
    start = "" if game.start == game.rules.start() else f" start {position_text(game.start)}"
    return f"position rules {rules_text(game.rules)}{start} moves {line_text(game.rules, game.plies)}".rstrip()


def parse_position_command(words: Sequence[str]) -> Game:
    """The game that stands behind `position`: `rules R [start BOARD] [moves M]`.

    >>> parse_position_command("rules classic moves 4453".split()).position.discs
    4
    """
    parts = _parts(words, ("rules", "start", "moves"))
    rules = parse_rules(parts.get("rules", "classic"))
    start = parse_position(rules, parts["start"]) if "start" in parts else None
    game = Game(rules, start=start)
    for ply in parse_line(game.start, parts.get("moves", "")):
        game.follow(ply)
    return game


def parse_newgame(words: Sequence[str]) -> Rules:
    """The rules that stand behind `newgame`: `rules R`, or nothing for the classic game."""
    return parse_rules(_parts(words, ("rules",)).get("rules", "classic"))


def parse_setoption(words: Sequence[str]) -> tuple[str, str]:
    """The name and the value behind `setoption`."""
    parts = _parts(words, ("name", "value"))
    if not parts.get("name"):
        raise NotationError("setoption needs a name: setoption name seed value 1.")
    return parts["name"], parts.get("value", "")


def _parts(words: Sequence[str], keys: Sequence[str]) -> Mapping[str, str]:
    """What stands behind each key, up to the next one."""
    found: dict[str, list[str]] = {}
    key = None
    for word in words:
        if word in keys and word not in found:
            key = word
            found[key] = []
        elif key is None:
            raise NotationError(f"{quote(word)} is not expected here. Write {', '.join(keys)}, each with what it is.")
        else:
            found[key].append(word)
    return {key: " ".join(values) for key, values in found.items()}


def score_text(score: Score) -> str:
    """A score from the side to move, in two words.

    >>> score_text(Score.win(5)), score_text(Score.exact(0)), score_text(Score.estimate(-12.5))
    ('win 5', 'exact 0', 'estimate -12.5')
    """
    if score.kind is ScoreKind.VALUE:
        return f"{'exact' if score.is_exact else 'estimate'} {score.number + 0.0:.10g}"
    return f"{score.kind.value} {score.number:.0f}"


def info_text(rules: Rules, info: Info, seconds: float) -> str:
    """What one finished depth found, so many seconds after `go`."""
    pv = " ".join(move_text(rules, move) for move in info.pv)
    return (
        f"info depth {info.depth} score {score_text(info.score.score)} nodes {info.nodes} "
        f"time {seconds * 1000:.0f} engine {info.engine} pv {pv}"
    )


def claim_of(score: Score) -> Score | None:
    """A score that says for certain how the game ends; None if it is an estimate."""
    return score if score.is_exact else None


def claim_in(line: str) -> Score | None:
    """The same from an `info` line of a program; None if it says nothing of the kind.

    >>> print(claim_in("info depth 3 score win 5 pv 4"))
    win in 5
    """
    found = re.search(r"\bscore (?:(win|loss) ([0-9]{1,9})|exact ([-+]?[0-9]{1,9}(?:\.[0-9]{1,9})?))(?![\w.])", line)
    if not found:
        return None
    if found[3]:
        return Score.exact(float(found[3]))
    return Score.win(int(found[2])) if found[1] == "win" else Score.loss(int(found[2]))


def seeds_in(option: str) -> range | None:
    """The seeds that an `option` line allows; None if it allows none.

    >>> seeds_in("name seed type spin default 0 min 1 max 99")
    range(1, 100)
    """
    bounds = {key: int(number) for key, number in re.findall(r"\b(min|max) (-?[0-9]{1,18})\b", option)}
    return range(bounds.get("min", 0), bounds.get("max", MOST_SEED) + 1) or None


def bestmove_text(rules: Rules, move: Move) -> str:
    return f"bestmove {move_text(rules, move)}"
