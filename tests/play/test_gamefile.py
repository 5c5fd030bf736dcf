"""A saved game comes back as it was; what is no saved game is refused with a sentence that says why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import oracle
from support.games import games
from support.to_oracle import oracle_rules, oracle_state

from fourcast.errors import NotationError
from fourcast.play import Game, game_from_json, game_to_json, load_game
from fourcast.play.game_file import parse_game
from fourcast.rules import FIRST, SECOND, Rules, drop, parse_position, pop


def test_an_evaluation_that_an_agent_of_an_earlier_version_did_not_use_is_left_out() -> None:
    agents = ["mcts,eval=quadruplets,time=1", "alphabeta,eval=quadruplets,time=1"]
    game = game_from_json(won() | {"agents": agents})
    assert game.agents == ("mcts,time=1", agents[1])


def facts(game: Game) -> tuple[object, ...]:
    """Everything a game knows."""
    return (game.rules, game.names, game.agents, game.positions, game.plies, game.undone, game.verdict, game.outcome)


def won() -> dict[str, Any]:
    """A finished game, written by hand: the first player has four discs in column 1."""
    return {
        "format": "fourcast-game",
        "version": 1,
        "rules": "classic",
        "start": None,
        "names": ["Ada", "Bob"],
        "agents": [None, None],
        "moves": "1212121",
        "undone": "",
        "verdict": None,
        "scores": [1, 0],
        "outcome": {"winner": "x", "how": "line", "scores": [1, 0]},
    }


def going_on(**changes: object) -> dict[str, Any]:
    """A game of classic that is not over, written by hand."""
    return won() | {"moves": "445", "scores": [0, 0], "outcome": None} | changes


# Round trips


@given(games(), st.data())
def test_a_game_comes_back_from_its_json_as_it_was(game: Game, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, len(game.plies)), label="undone")):
        game.undo()
    if not game.outcome:
        endings = (None, game.resign, game.lose_on_time, game.forfeit, game.adjudicate)
        give_up = data.draw(st.sampled_from(endings), label="verdict")
        if give_up:
            give_up(data.draw(st.sampled_from((FIRST, SECOND))))
    text = json.dumps(game_to_json(game))
    assert facts(game_from_json(json.loads(text))) == facts(game)


@given(games())
def test_the_moves_of_a_saved_game_lead_to_the_same_board_by_the_written_rules(game: Game) -> None:
    data = game_to_json(game)
    assert oracle.play(oracle_rules(game.rules), data["moves"]) == oracle_state(game.position)


def test_a_game_is_written_as_the_format_says() -> None:
    game = Game(Rules.parse("classic"), names=("Ada", "Bob"))
    for column in (0, 1, 0, 1, 0, 1, 0):
        game.play(drop(column))
    assert game_to_json(game) == won()


def test_a_start_that_is_not_the_empty_board_is_kept() -> None:
    rules = Rules.parse("extended,width=4,height=2,pops=3")
    game = Game(rules, start=parse_position(rules, "..../xo.. turn=o pops=1,2"))
    game.play(pop(1))
    data = game_to_json(game)
    assert data["start"] == "..../xo.. turn=o pops=1,2"
    assert facts(game_from_json(data)) == facts(game)


def test_a_game_comes_back_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game_from_json(won()).save(path)
    assert json.loads(path.read_bytes()) == won()
    assert facts(load_game(path)) == facts(game_from_json(won()))


# What is refused


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "not a saved game"),
        ([], "not a saved game"),
        ({"format": "chess"}, "not a saved game"),
        ({"version": 1}, "not a saved game"),
        *((going_on(version=version), r"version .*reads version 1") for version in (0, 2, "1", None, [1])),
        *(({key: value for key, value in won().items() if key != gone}, f"no '{gone}'") for gone in list(won())[2:]),
    ],
)
def test_data_that_is_no_saved_game_is_refused_and_says_why(data: object, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        game_from_json(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rules", 7),
        ("rules", None),
        ("start", 0),
        ("names", "Ada"),
        ("names", None),
        ("names", ["Ada"]),
        ("names", ["Ada", 7]),
        ("agents", [None]),
        ("agents", [None, 7]),
        ("moves", 445),
        ("moves", ["4", "4", "5"]),
        ("undone", None),
        ("verdict", "resignation"),
        ("scores", "0:0"),
        ("scores", None),
        ("outcome", False),
        ("scores", [1, 0]),
        ("scores", []),
    ],
)
def test_a_field_that_is_wrong_is_named(key: str, value: object) -> None:
    with pytest.raises(NotationError, match=f"'{key}'"):
        game_from_json(going_on(**{key: value}))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rules": "chess"}, "no rules named 'chess'"),
        ({"rules": "classic,width=0"}, "width"),
        ({"start": "...."}, "rows"),
        ({"moves": "4448"}, "no column 8"),
        ({"moves": "4444444"}, r"Move 7 \(4\)"),
        ({"moves": "4p4"}, r"Move 2 \(p4\)"),
        ({"undone": "44444"}, "Column 4 is full"),
        ({"rules": "popout", "moves": "12p1p2" * 2 + "3"}, "over"),
        (won() | {"verdict": {"how": "resignation", "loser": "o"}}, "over already"),
    ],
)
def test_a_game_that_cannot_be_played_through_says_where_it_stops(changes: dict[str, object], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        game_from_json(going_on(**changes))


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        {"winner": "o", "how": "line", "scores": [1, 0]},
        {"winner": "x", "how": "time", "scores": [1, 0]},
        {"winner": "x", "how": "line", "scores": [2, 0]},
        {"winner": "x"},
    ],
)
def test_an_outcome_that_the_moves_do_not_give_is_refused(outcome: object) -> None:
    with pytest.raises(NotationError, match="outcome"):
        game_from_json(won() | {"outcome": outcome})


@pytest.mark.parametrize(
    "verdict",
    [
        {},
        {"how": "resignation"},
        {"loser": "x"},
        {"how": "resignation", "loser": 0},
        {"how": "resignation", "loser": "Ada"},
        {"how": "line", "loser": "x"},
        {"how": [], "loser": []},
        {"how": "resignation", "loser": None},
    ],
)
def test_a_verdict_that_makes_no_sense_is_refused(verdict: dict[str, object]) -> None:
    with pytest.raises(NotationError, match="verdict"):
        game_from_json(going_on(verdict=verdict))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"null",
        b"[" * 200_000,
        b"1" * 10_000,
        b'{"format": "fourcast-game", "version": NaN}',
        b'{"format": "fourcast-game",\n',
    ],
)
def test_content_that_is_no_game_is_a_notation_error(content: bytes) -> None:
    with pytest.raises(NotationError):
        parse_game(content)


def test_a_file_far_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(NotationError, match="larger than"):
        load_game(path)
