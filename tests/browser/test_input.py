"""Playing by key, by finger and with the pointer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect
from support.chromium import Open
from support.game_page import column, game, headline, plies


def test_a_held_digit_and_a_double_click_drop_one_disc(open_page: Open) -> None:
    page = game(open_page)
    for _ in range(5):
        page.keyboard.down("4")
    page.keyboard.up("4")
    expect(plies(page)).to_have_count(1)
    column(page, 3).dblclick()
    page.keyboard.press("5")  # comes after whatever the clicks have asked for
    expect(plies(page).nth(2)).to_be_visible()
    expect(plies(page)).to_have_text(["4", "3", "5"])


def test_the_pointer_shows_the_disc_the_column_and_where_it_would_land(open_page: Open) -> None:
    page = game(open_page)
    column(page, 3).hover()
    expect(page.locator(".tint")).to_have_count(1)
    expect(page.locator(".aimed")).to_have_count(1)
    column(page, 5).hover()
    expect(page.locator(".hit.here")).to_have_attribute("data-number", "5")


def test_a_game_is_played_by_keyboard_alone_and_read_out(open_page: Open) -> None:
    page = game(open_page)
    for key in "445566":
        page.keyboard.press(key)
        expect(page.locator("#announcement")).to_have_text(re.compile(f"column {key}, row"))
    expect(page.locator("#announcement")).to_have_text("Yellow, Ben: column 6, row 2. Red to move.")
    page.keyboard.press("7")
    expect(headline(page)).to_have_text("Ada wins with a horizontal four")
    expect(page.locator(".capsule")).to_have_count(1)
    expect(page.locator(".end h2")).to_have_text("Four in a row")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(plies(page)).to_have_count(0)


def test_a_disc_is_popped_by_its_tab_and_by_p_and_a_digit(open_page: Open) -> None:
    page = game(open_page, rules="popout", moves="1122")
    page.get_by_role("button", name="Pop column 1").click()
    expect(plies(page).last).to_have_text("p1")
    page.keyboard.press("p")
    page.keyboard.press("1")
    expect(plies(page).last).to_have_text("p1")
    expect(plies(page)).to_have_count(6)
    expect(page.locator("#announcement")).to_have_text(re.compile("Yellow, Ben: popped column 1."))


def slide(page: Page, *places: tuple[float, float]) -> None:
    """A finger that comes down at the first place, goes through the others and lets go at the last."""
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(places):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Page, number: int) -> tuple[float, float]:
    box = column(page, number).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_taps_and_the_moves_are_a_sheet(open_page: Open) -> None:
    page = game(open_page, width=390, height=844, has_touch=True, is_mobile=True)
    column(page, 6).tap()
    expect(page.locator(".ribbon .ply")).to_have_text(["6"])
    expect(plies(page)).to_be_hidden()
    page.get_by_role("button", name="Moves").tap()
    expect(plies(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(plies(page)).to_be_hidden()
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    expect(headline(page)).to_have_text("Ben resigned")


def test_a_finger_slides_and_drops_where_it_lets_go(open_page: Open) -> None:
    page = game(open_page, width=390, height=844, has_touch=True, is_mobile=True)
    slide(page, middle(page, 2), middle(page, 3), middle(page, 5))
    expect(page.locator(".ribbon .ply")).to_have_text(["5"])
    (x, y), high = middle(page, 6), page.locator(".bar").bounding_box()
    assert high
    slide(page, (x, y), (x - 20, y), (x, high["y"] + 20))  # off the board
    slide(page, middle(page, 1), middle(page, 2))
    expect(page.locator(".ribbon .ply")).to_have_text(["5", "2"])


def test_letter_shortcuts_can_be_switched_off(open_page: Open) -> None:
    page = game(open_page)
    page.keyboard.press("?")
    page.get_by_label("Use letter keys as shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("4")
    expect(plies(page)).to_have_count(1)


def test_every_shortcut_works(open_page: Open) -> None:
    page = game(open_page, moves="4453")
    page.keyboard.press("Home")
    expect(headline(page)).to_have_text("Move 0 of 4")
    page.keyboard.press("End")
    expect(headline(page)).to_have_text("Ada to move")
    page.keyboard.press("s")
    expect(page.locator(".toast")).to_contain_text("Saved, with all moves.")
    headings = {"z": "find the only", "t": "Search tree", "m": "Measure: algorithms compared", "a": "Red to move"}
    for key, heading in headings.items():
        page.keyboard.press(key)
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("g")
    expect(plies(page)).to_have_count(4)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("play the best move")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog")).to_contain_text("Who starts")


def test_keys_are_for_the_game_after_starting_it_with_the_mouse(open_page: Open) -> None:
    page = game(open_page, rules="classic,width=5,height=4")
    before = page.url
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".variant", has_text="Tic-tac-toe").click()
    dialog.locator(".player-form").nth(1).get_by_text("Person").click()
    dialog.get_by_role("button", name="Start game").click()
    expect(page).not_to_have_url(before)
    expect(plies(page)).to_have_count(0)
    page.keyboard.press("Space")
    expect(plies(page)).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_arrow_keys_move_between_the_columns_of_a_wide_board(open_page: Open) -> None:
    page = game(open_page, rules="classic,width=12")
    page.keyboard.press("ArrowLeft")
    expect(column(page, 7)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(plies(page)).to_have_text(["8"])


@pytest.mark.parametrize(
    ("path", "request_path"),
    [("/", "/api/games"), ("/analysis?moves=44", "/api/position"), ("/measure", "/api/position")],
)
def test_a_screen_takes_no_input_before_it_has_a_position(open_page: Open, path: str, request_path: str) -> None:
    page = open_page("/docs")
    waiting: list[Route] = []
    page.route(f"**{request_path}*", lambda route: waiting.append(route))
    page.goto(path)
    screen = page.locator("#screen > [inert]")
    expect(screen).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("4")
    for route in waiting:
        route.continue_()
    page.unroute_all()
    expect(screen).to_have_count(0)
