"""Positions as pictures: discs where the board has them, scores beside their moves, all of it in words too."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pygame
import pytest
from support.command import call

import fourcast as fc

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(picture).iter(f"{SVG}text")]


def sign_at(image: pygame.Surface, x: float, y: float) -> str:
    red, green, blue, _ = image.get_at((round(x), round(y)))
    return "." if blue > 200 else "o" if green > 150 else "x" if red > 180 else "?"


@pytest.mark.parametrize(
    ("moves", "rules"), [("4453", "classic"), ("12341234512", "classic,width=5,height=7"), ("519", "tictactoe")]
)
def test_an_image_shows_the_discs_of_the_board(moves: str, rules: str, tmp_path: Path) -> None:
    ended = call("show", moves, "--rules", rules, "--png", "a.png", "--size", "300", folder=tmp_path)
    assert (ended.code, ended.out.splitlines()[0]) == (0, "Written to a.png.")
    board = ended.out.splitlines()[1:-1]
    image = pygame.image.load(tmp_path / "a.png")
    assert image.get_width() == 600
    side = 600 / (len(board[0]) + 2 * 0.35)  # a cell, and a frame of 0.35 cells around them
    shown = [
        "".join(sign_at(image, side * (column + 0.85), side * (row + 0.85) - 8) for column in range(len(board[0])))
        for row in range(len(board))
    ]
    assert shown == board


def test_scores_stand_above_the_columns_below_pops_and_in_cells() -> None:
    columns = list("1234567")
    assert texts(fc.svg("4453")) == columns
    assert texts(fc.svg("4453", numbers=False)) == []
    assert texts(fc.svg("4453", scores=(-2, None, 0, 1, 0.5, "win in 3", "≈7"))) == [
        *columns,
        *("−2", "0", "1", "0.5"),
        *("win", "in 3", "≈7"),
    ]
    masked = np.ma.masked_equal(np.array([1, 2, 3, 4, 5, 6, 99]), 99)
    assert texts(fc.svg("4453", scores=masked))[7:] == list("123456")
    assert texts(fc.svg("44p4", rules="popout", scores={"p4": "loss in 4"}))[6:] == ["loss", "in 4"]  # no 4: a mark
    assert texts(fc.svg("5", rules="tictactoe", scores=fc.solve("5", rules="tictactoe", moves=True)))[:8] == [
        *("1", "2", "3", "4", "6", "7", "8", "9"),
    ]


def test_bounds_of_a_search_have_their_sign() -> None:
    """Alpha-beta knows the value of the best move only; minimax knows all of them, none above its bound."""
    pruned, whole = (fc.search("4453", algorithm, depth=3).moves for algorithm in ("alphabeta", "minimax"))
    bounds = [move for move in pruned if str(pruned[move]).startswith("≤ ")]
    assert bounds
    assert all(whole[move].value <= float(str(pruned[move])[2:]) for move in bounds)
    assert {text for text in texts(fc.svg("4453", scores=pruned)) if "≤" in text}


def test_a_picture_is_described_in_words() -> None:
    assert fc.svg("").description == "Empty board. x to move."
    assert fc.svg("519", rules="tictactoe").description == "x in 5, 9. o in 1. o to move. Last move: 9."
    shown = fc.svg(fc.Position.parse("....../x..oo. turn=x", "classic,width=6,height=2"), scores={"3": 2}, last="4")
    assert shown.description == "Column 1: x. Column 4: o. Column 5: o. x to move. Last move: 4. Scores: 3 2."
    root = ET.fromstring(shown)
    assert [root.get("role"), root.get("aria-label")] == ["img", shown.description]
    image = ET.fromstring(shown._repr_html_())
    assert image.get("alt") == shown.description
    assert pickle.loads(pickle.dumps(shown)).description == shown.description


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "Invalid size 0: use a width of 1 to 10,000 pixels."),
        ({"scores": (1, 2)}, "Invalid scores: 2 for 7 columns."),
        ({"scores": "1234567"}, "Invalid scores '1234567'"),
        ({"scores": {"8": 1}}, "8"),
        ({"last": "1"}, "Invalid last move '1': there is no disc of o."),
        ({"last": "5"}, "Invalid last move '5': there is no disc of o."),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(fc.UsageError, match=message.replace("(", r"\(")):
        fc.svg("4453", **arguments)


def test_the_names_of_other_libraries_name_ours() -> None:
    for name, ours in {"lastmove": "last", "coordinates": "numbers"}.items():  # python-chess
        arguments: dict[str, Any] = {name: True}
        with pytest.raises(TypeError, match=f"use {ours}="):
            fc.svg("4453", **arguments)


def test_the_command_draws_exact_scores(tmp_path: Path) -> None:
    ended = call("show", "17654142513672255", "--svg", "a.svg", "--scores", "--json", folder=tmp_path)
    assert (ended.code, ended.err) == (0, "Written to a.svg.\n")
    shown = texts((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert shown[7:] == ["2", "2", "0", "−1", "−1", "2", "−3"]  # as a drawing of the analysis screen shows them
    large = ("show", "--rules", "classic,width=9,height=7", "--svg", "b.svg", "--scores", "--time", "0.001")
    assert "Not solved in 0.001 s: 1, 2, 3, 4, 5, 6, 7, 8, 9." in call(*large, folder=tmp_path).err
    ended = call("show", "44", "--scores")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "fourcast: --scores and --size are for a picture. Add --svg FILE or --png FILE.\n"
    for option, name, suffix in (("--png", "c.svg", ".png"), ("--svg", "c.PNG", ".svg"), ("--png", "c", ".png")):
        ended = call("show", "44", option, name, folder=tmp_path)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err == f"fourcast: {option} cannot write {name}. End the name in {suffix}.\n"
    assert not list(tmp_path.glob("c*"))
