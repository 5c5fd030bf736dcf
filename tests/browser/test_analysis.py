"""Analysis as people use it: values on the board, positions in and out, links."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from support.chromium import Open

SOLVED = "/analysis?rules=classic&moves=17654142513672255"


def heading(page: Page) -> None:
    expect(page.locator(".headline h1")).to_have_text("Yellow to move: 1, 2 and 6 win")


def test_every_column_shows_its_value_and_the_bar_its_number(open_page: Open) -> None:
    page = open_page(SOLVED)
    heading(page)
    win, loss = "winin 23+2", "lossin 24−1"
    expect(page.locator(".chip")).to_have_text([win, win, "draw0", loss, loss, win, "lossin 20−3"])
    expect(page.locator(".chip.best")).to_have_count(3)
    expect(page.locator(".evalbar-text")).to_have_text("+2")
    expect(page.locator(".verdict")).to_contain_text("Yellow wins in 23 moves")
    name = "Column 2, 3 discs, top Red, win in 23, value plus 2"
    expect(page.get_by_role("button", name=name)).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_values_of_tic_tac_toe_fit_their_chips_and_the_bars_number_stands_free(open_page: Open, width: int) -> None:
    page = open_page("/analysis?rules=tictactoe&moves=5", width=width)
    corner, side = "draw0", "lossin 6−2"
    expect(page.locator(".chip")).to_have_text([corner, side, corner, side, side, corner, side, corner])
    fits = """(chip) => {
        const text = document.createRange();
        text.selectNodeContents(chip);
        const inner = text.getBoundingClientRect(), outer = chip.getBoundingClientRect();
        return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.width < outer.width;
    }"""
    page.wait_for_function(f"[...document.querySelectorAll('.chip')].every({fits})")
    number, head, strip = (page.locator(name).bounding_box() for name in (".evalbar-text", ".headline", ".strip"))
    assert number
    assert head
    assert strip
    assert head["y"] + head["height"] <= number["y"]
    assert number["y"] + number["height"] <= strip["y"]


def test_estimates_deepen_until_they_are_stopped(open_page: Open) -> None:
    page = open_page("/analysis?rules=popout")
    expect(page.locator(".headline h1")).to_have_text("Red to move, not solved yet")
    expect(page.locator(".chip.estimate").first).to_have_text(re.compile("^(slightly )?(better|worse)$|^about even$"))
    expect(page.locator(".verdict")).to_contain_text(re.compile("Estimates \\d+ moves ahead"))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_the_address_holds_the_moves(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic")
    expect(page.locator(".headline h1")).to_be_visible()
    page.keyboard.press("4")
    page.wait_for_url(re.compile("moves=4$"))
    page.keyboard.press("4")
    page.wait_for_url(re.compile("moves=44$"))
    page.reload()
    expect(page.locator(".strip .ply")).to_have_text(["4", "4"])
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("moves=4$"))
    expect(page.locator(".strip .ply")).to_have_text(["4", "4"])
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("moves=44$"))


def test_moves_typed_faster_than_the_server_answers_are_all_played(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic")
    expect(page.locator(".strip")).to_be_visible()
    expect(page.locator(".headline h1")).to_contain_text("Red to move")
    page.evaluate("""for (const key of ["1", "2", "3", "ArrowLeft", "ArrowLeft", "5"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))""")
    page.wait_for_url(re.compile("moves=15$"))
    expect(page.locator(".strip .ply")).to_have_text(["1", "5"])


def test_late_messages_about_another_position_are_ignored(open_page: Open) -> None:
    page = open_page("/docs")
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/api/analysis/live", lambda socket: sockets.append(socket))
    told = {"done": True, "exact": False, "depth": 1, "nodes": 1, "seconds": 1, "columns": [], "value": None}
    more = {"share": 0.5, "bar": "", "verdict": "", "how": ""}

    def tell(socket: WebSocketRoute, headline: str) -> None:
        socket.send(json.dumps({"type": "analysis", "analysis": {**told, **more, "headline": headline}}))

    page.goto("/analysis?rules=classic")
    expect(page.locator(".headline h1")).to_have_text("Red to move")
    tell(sockets[-1], "Of the empty board")
    expect(page.locator(".headline h1")).to_have_text("Of the empty board")
    before = sockets[-1]
    page.keyboard.press("4")
    page.wait_for_url(re.compile("moves=4$"))
    expect(page.locator(".headline h1")).to_have_text("Yellow to move")
    tell(before, "Of the empty board")
    page.evaluate("fetch('/api/options').then(() => null)")
    expect(page.locator(".headline h1")).to_have_text("Yellow to move")


def test_space_plays_the_best_move(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic&moves=445566")
    expect(page.locator(".chip").filter(has_text="winin 1").first).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator(".headline h1")).to_have_text("Red wins with a horizontal four")


def test_a_finished_game_shows_its_result_and_no_search(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic&moves=4141414")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Red wins with a vertical four")
    expect(page.get_by_text("The game is over.")).to_be_visible()
    assert "…" not in verdict.inner_text()
    assert "depth" not in verdict.inner_text()
    expect(page.locator(".facts")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".facts")).to_be_visible()


def paste(page: Page, text: str) -> None:
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    page.locator("#position-text").focus()
    page.keyboard.press("Control+v")


def test_a_position_is_pasted_in_any_notation(open_page: Open) -> None:
    page = open_page("/analysis?rules=extended&moves=12")
    page.get_by_role("button", name="File", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("File copied")
    start_file = page.evaluate("navigator.clipboard.readText()")
    link = page.url.split("/analysis")[0] + "/analysis?rules=popout&moves=11p1"
    for text, notation in ((start_file, "start file"), ("4453", "moves"), (link, "link")):
        paste(page, text)
        expect(page.locator("[data-part=notice]")).to_have_text(f"Read as {notation}.")
    expect(page.locator(".bar-game")).to_contain_text("PopOut")
    paste(page, "44444444")
    expect(page.locator(".problem")).to_contain_text("Invalid position. Move 7 (4) cannot be played")
    expect(page.locator(".strip .ply")).to_have_count(6)
    paste(page, "hello")
    expect(page.locator(".problem")).to_contain_text("Paste ")
    expect(page.locator("#position-text")).to_have_value("hello")


def test_a_position_is_copied_in_every_form(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic&moves=4453")
    clipboard = "navigator.clipboard.readText()"
    for name, expected in (("Moves", "4453"), ("Board", "turn=x"), ("Link", "moves=4453"), ("Code", "0x")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".toast")).to_contain_text(f"{name} copied")
        assert expected in page.evaluate(clipboard)


def test_text_is_shown_if_the_clipboard_is_blocked(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic&moves=4453")
    expect(page.locator(".strip .ply")).to_have_count(4)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Moves", exact=True).click()
    expect(page.get_by_role("dialog").get_by_label("Text to copy")).to_have_value("4453")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_position_is_set_up_mirrored_and_cleared(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic&moves=1")
    page.get_by_role("button", name="Mirror").click()
    page.wait_for_url(re.compile("moves=7$"))
    page.get_by_role("button", name="Clear").click()
    page.wait_for_url(re.compile("rules=classic$"))
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Row 5, column 4, empty").click()
    expect(page.get_by_role("button", name="Row 1, column 4, Red")).to_be_visible()  # it fell
    page.get_by_label("Erase").check(force=True)
    page.get_by_role("button", name="Row 1, column 4, Red").click()
    expect(page.get_by_role("button", name="Row 1, column 4, empty")).to_be_visible()
    put_discs = page.get_by_role("group", name="Put")
    put_discs.get_by_label("Red").check(force=True)
    page.get_by_role("button", name="Row 1, column 4, empty").click()
    expect(page.get_by_role("button", name="Row 1, column 4, Red")).to_be_visible()
    button = page.get_by_role("button", name="Play from here")
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("title", re.compile("^Press Done first"))
    expect(page.get_by_role("button", name="Link", exact=True)).to_be_hidden()
    page.get_by_role("group", name="To move").get_by_label("Yellow").check(force=True)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    expect(page.locator(".card-head").first).to_contain_text("1 disc")
    page.wait_for_url(re.compile("start="))


def test_the_game_is_chosen_and_a_slip_told_by_where_the_disc_fell(open_page: Open) -> None:
    page = open_page("/analysis?rules=classic&moves=44")
    game = page.get_by_role("combobox", name="Game")
    expect(game.get_by_role("option")).not_to_have_count(0)
    game.select_option("drift")
    page.wait_for_url(re.compile("rules=drift$"))
    expect(page.get_by_role("button", name="Column 4, 0 discs")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".below")).to_have_text("Aimed at column 4. Where did it fall?")
    page.get_by_role("button", name="Column 5, 20 %").click()
    page.wait_for_url(re.compile("moves=4>5$|moves=4%3E5$"))
    expect(page.get_by_role("button", name=re.compile("^Column 5, 1 disc"))).to_be_visible()


def test_a_game_is_started_from_a_position(open_page: Open) -> None:
    page = open_page(SOLVED)
    heading(page)
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(re.compile("/game/"))
    expect(page.locator(".moves .ply")).to_have_count(17)
    expect(page.locator(".headline h1")).to_have_text("Your turn")


def test_a_line_opens_and_its_moves_can_be_played(open_page: Open) -> None:
    page = open_page(SOLVED)
    heading(page)
    expect(page.locator(".line[open]")).to_have_count(1)
    page.locator(".line summary").nth(3).click()
    expect(page.locator(".line[open]")).to_have_count(2)
    page.locator(".line-step").nth(1).click()
    expect(page.locator(".strip .ply[aria-current]")).to_have_attribute("aria-label", re.compile("^Move 19"))


def test_the_board_has_the_same_place_in_play_and_analysis(open_page: Open) -> None:
    page = open_page()
    expect(page.locator(".headline h1")).to_be_visible()
    before = page.locator(".board").bounding_box()
    page.keyboard.press("a")
    expect(page.locator(".chip").first).to_be_visible()
    assert page.locator(".board").bounding_box() == before
