"""Games in the form of PGN, the portable game notation of chess: tags and moves. Programs that read results, such as
Ordo, read them as they are; moves are written as everywhere in Fourcast.

    [White "level4"]
    [Black "greedy"]
    [Result "1-0"]
    [Rules "classic"]

    1. 4 4 2. 5 3 3. 6 7 4. 3 1-0
"""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from fourcast.matches.settings import Clock, MatchSettings
from fourcast.play import game_from_json
from fourcast.rules import SECOND, Ending, ply_text

if TYPE_CHECKING:
    from fourcast.matches.records import GameRecord
    from fourcast.matches.result import MatchResult

LOST_TURN: Final = "--"
"""In the place of a move."""
LINE_LENGTH: Final = 80
TERMINATIONS: Final = {
    Ending.TIME.value: "time forfeit",
    Ending.ADJUDICATION.value: "adjudication",
    "crash": "abandoned",
    "illegal": "rules infraction",
}
"""The words of the PGN standard; all other endings are `normal`."""


def pgn_text(result: MatchResult) -> str:
    """All games of a match. White plays x, who moves first except on boards where o is to move."""
    tournament = result.tournament
    event = f"fourcast {'match' if tournament.is_match else 'tournament'}, seed {tournament.seed}"
    common = {"Rules": str(tournament.rules), "TimeControl": _time_control(tournament.settings)}
    return "\n".join(
        _game_text(record, {"Event": event, "Round": f"{pair.round + 1}.{number}"}, common)
        for pair in result.pairs
        for number, record in enumerate(pair.games, start=1)
    )


def _game_text(record: GameRecord, event: dict[str, str], common: dict[str, str]) -> str:
    parts = [*record.parts, record.saved]
    points = record.points if record.first == 0 else 1 - record.points
    result = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[points]
    tags = {
        "Event": event["Event"],
        "Site": "?",
        "Date": "????.??.??",
        "Round": event["Round"],
        "White": record.players[record.first],
        "Black": record.players[1 - record.first],
        "Result": result,
        **common,
        "Opening": record.opening,
        "Termination": TERMINATIONS.get(record.ending, "normal"),
        "Ending": record.ending,
    }
    if parts[0].get("start"):
        tags["Start"] = parts[0]["start"]
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    remark = [f"{{{' '.join(record.detail.replace('}', ')').split())}}}"] if record.detail else []
    words = " ".join([*_moves(parts), *remark, result])
    return "\n".join([*lines, "", fill(words, LINE_LENGTH, break_long_words=False, break_on_hyphens=False), ""])


def _moves(parts: list[dict[str, Any]]) -> list[str]:
    """The numbered moves of a game whose parts are separated by lost turns."""
    games = [game_from_json(part) for part in parts]
    moves = [ply_text(ply) for ply in games[0].plies]
    for game in games[1:]:
        moves += [LOST_TURN, *map(ply_text, game.plies)]
    turn = games[0].start.turn
    words = [move if number % 2 else f"{number // 2 + 1}. {move}" for number, move in enumerate(moves, start=turn)]
    if words and turn == SECOND:
        words[0] = f"1... {words[0]}"
    return words


def _time_control(settings: MatchSettings) -> str:
    """As in the PGN standard: `1/0.5` is half a second for every move, `10+0.1` a clock, `-` no limit."""
    if settings.time is None:
        return "-"
    return str(settings.time) if isinstance(settings.time, Clock) else f"1/{settings.time:g}"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
