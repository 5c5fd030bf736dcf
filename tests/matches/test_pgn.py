"""Games as PGN: what other programs read in it, and the moves of every kind of game."""

from __future__ import annotations

import re
from pathlib import Path

from support.external_players import agent_file

from fourcast.matches import MatchResult, MatchSettings, Penalty, match, write_games
from fourcast.rules import Rules


def games_of(result: MatchResult, folder: Path) -> list[tuple[dict[str, str], str]]:
    """Tags and moves, read as the PGN standard says."""
    path = folder / "games.pgn"
    assert write_games(path, result) == len(result.games)
    text = path.read_text(encoding="utf-8")
    sections = re.findall(r"((?:^\[.*\]\n)+)\n((?:^[^\[\n].*\n)+)", text, re.MULTILINE)
    tags = [dict(re.findall(r'^\[(\w+) "((?:[^"\\\\]|\\\\.)*)"\]$', head, re.MULTILINE)) for head, _ in sections]
    return list(zip(tags, [" ".join(moves.split()) for _, moves in sections], strict=True))


def plain_moves(movetext: str) -> list[str]:
    return re.sub(r"\{.*?\}|\d+\.+|(1-0|0-1|1/2-1/2)$", "", movetext).split()


def test_who_played_and_who_won_is_in_the_tags_and_the_moves_lead_there(tmp_path: Path) -> None:
    result = match("greedy", "random", "level1", games=4, time="30+1", workers=1)
    games = games_of(result, tmp_path)
    assert len(games) == 12
    for (tags, moves), record in zip(games, result.games, strict=True):
        assert [tags["White"], tags["Black"]] == [record.players[record.first], record.players[1 - record.first]]
        assert (tags["Rules"], tags["TimeControl"], tags["Opening"]) == ("classic", "30+1", record.opening)
        assert moves.endswith(f" {tags['Result']}")
        position = Rules().start()
        for move in plain_moves(moves):
            position = position.play(move)
        winner = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[position.winner]
        if tags["Termination"] == "normal":
            assert (position.is_over, tags["Result"]) == (True, winner)


def test_a_lost_turn_is_two_dashes_and_a_crash_has_its_reason(tmp_path: Path) -> None:
    settings = MatchSettings(illegal=Penalty.TURN)
    small = "classic,width=4,height=4"
    result = match("random", agent_file(tmp_path, "misses"), games=2, rules=small, settings=settings, workers=1)
    tags, moves = games_of(result, tmp_path)[0]
    assert tags["Black"] == "misses"
    assert plain_moves(moves).count("--") == result.games[0].stats[1].lost_turns > 0
    result = match("random", agent_file(tmp_path, "raises"), games=2, rules=small, workers=1)
    tags, moves = games_of(result, tmp_path)[0]
    assert (tags["Termination"], tags["Result"]) == ("abandoned", "1-0")
    assert "ZeroDivisionError" in moves


def test_a_board_is_the_start_and_the_second_player_may_move_first(tmp_path: Path) -> None:
    board = "......./......./......./......./......./...x... turn=o"
    tags, moves = games_of(match("greedy", "random", games=2, openings=[board], workers=1), tmp_path)[0]
    assert tags["Start"] == tags["Opening"] == board
    assert re.match(r"1\.\.\. \d 2\. \d \d", moves)
