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
from fourcast.play import Game, game_from_json, game_to_json, load_game, save_game
from fourcast.play.game_file import parse_game
from fourcast.rules import FIRST, SECOND, Ply, Rules, drop, parse_position, pop


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


@given(st.text(), st.text())
def test_players_may_have_any_names(first: str, second: str) -> None:
    game = Game(Rules.parse("classic"), names=(first, second))
    assert parse_game(json.dumps(game_to_json(game)).encode()).names == (first, second)


def test_a_game_is_written_as_the_format_says() -> None:
    game = Game(Rules.parse("classic"), names=("Ada", "Bob"))
    for column in (0, 1, 0, 1, 0, 1, 0):
        game.play(drop(column))
    assert game_to_json(game) == won()


def test_where_a_disc_drifted_is_kept() -> None:
    game = Game(Rules.parse("drift"))
    game.follow(Ply(drop(3), 4))
    game.follow(Ply(drop(3)))
    data = game_to_json(game)
    assert data["moves"] == "4>54"
    assert facts(game_from_json(data)) == facts(game)


def test_a_start_that_is_not_the_empty_board_is_kept() -> None:
    rules = Rules.parse("extended,width=4,height=2,pops=3")
    game = Game(rules, start=parse_position(rules, "..../xo.. turn=o pops=1,2"))
    game.play(pop(1))
    data = game_to_json(game)
    assert data["start"] == "..../xo.. turn=o pops=1,2"
    assert facts(game_from_json(data)) == facts(game)


def test_a_draw_by_repetition_comes_back() -> None:
    moves = "12p1p2" * 2
    outcome = {"winner": None, "how": "repetition", "scores": [0, 0]}
    game = game_from_json(going_on(rules="popout", moves=moves, outcome=outcome))
    assert game.outcome is not None
    assert game_to_json(game)["outcome"] == outcome


def test_a_game_comes_back_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(game_from_json(won()), path)
    assert json.loads(path.read_bytes()) == won()
    assert facts(load_game(path)) == facts(game_from_json(won()))


# What is refused


@pytest.mark.parametrize("data", [None, [], "4453", 7, {}, {"format": "chess"}, {"version": 1}])
def test_data_without_the_format_is_no_saved_game(data: object) -> None:
    with pytest.raises(NotationError, match="not a saved game"):
        game_from_json(data)


@pytest.mark.parametrize("version", [0, 2, "1", None, [1]])
def test_another_version_is_refused_by_its_number(version: object) -> None:
    with pytest.raises(NotationError, match=r"version .*reads version 1"):
        game_from_json(going_on(version=version))


@pytest.mark.parametrize(
    "key", ["rules", "start", "names", "agents", "moves", "undone", "verdict", "scores", "outcome"]
)
def test_a_missing_field_is_named(key: str) -> None:
    data = going_on()
    del data[key]
    with pytest.raises(NotationError, match=f"no '{key}'"):
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
    ],
)
def test_a_field_of_the_wrong_kind_is_named(key: str, value: object) -> None:
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
    ],
)
def test_a_game_that_cannot_be_played_through_says_where_it_stops(changes: dict[str, object], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        game_from_json(going_on(**changes))


@pytest.mark.parametrize("scores", [[1, 0], [0], [0, 0, 0], []])
def test_scores_that_the_moves_do_not_give_are_refused(scores: list[int]) -> None:
    with pytest.raises(NotationError, match="scores"):
        game_from_json(going_on(scores=scores))


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
    ],
)
def test_a_verdict_that_makes_no_sense_is_refused(verdict: dict[str, object]) -> None:
    with pytest.raises(NotationError, match="verdict"):
        game_from_json(going_on(verdict=verdict))


def test_an_adjudicated_draw_has_no_loser_and_a_resignation_has_one() -> None:
    drawn = won() | {"moves": "12", "scores": [0, 0], "verdict": {"how": "adjudication", "loser": None}}
    outcome = {"winner": None, "how": "adjudication", "scores": [0, 0]}
    game = game_from_json(drawn | {"outcome": outcome})
    assert game.outcome is not None
    assert game.outcome.winner is None
    with pytest.raises(NotationError, match="loser"):
        game_from_json(drawn | {"outcome": outcome, "verdict": {"how": "resignation", "loser": None}})


def test_nobody_resigns_a_game_that_is_over() -> None:
    with pytest.raises(NotationError, match="over already"):
        game_from_json(won() | {"verdict": {"how": "resignation", "loser": "o"}})


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
    ],
)
def test_content_that_is_no_game_is_a_notation_error(content: bytes) -> None:
    with pytest.raises(NotationError):
        parse_game(content)


def test_json_that_breaks_off_says_at_which_line_and_column() -> None:
    with pytest.raises(NotationError, match="line 2, column 1"):
        parse_game(b'{"format": "fourcast-game",\n')


@given(st.binary(max_size=80))
def test_bytes_too_few_for_a_game_are_a_notation_error(content: bytes) -> None:
    with pytest.raises(NotationError):
        parse_game(content)


@given(
    st.sampled_from(sorted(won())),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    ),
)
def test_any_value_in_any_field_is_a_game_or_a_notation_error(key: str, value: object) -> None:
    data = going_on(**{key: value})
    try:
        game = game_from_json(data)
    except NotationError:
        return
    assert facts(game_from_json(game_to_json(game))) == facts(game)


def test_a_file_far_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(NotationError, match="larger than"):
        load_game(path)
