"""The review of a game: marks, mistakes, lines, and another try."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.chromium import Open

GAME = "/review?rules=classic,width%3D4,height%3D4&moves=1234123412"
"""Before the last move it is a draw; only 1 would have kept it."""


def test_the_mistake_is_shown_with_what_was_better(open_page: Open) -> None:
    page = open_page(GAME)
    expect(page.locator("h1")).to_have_text("Move 10: Yellow gave the draw away")
    expect(page).to_have_url(re.compile(r"move=10$"))
    expect(page.locator(".note-row").nth(1)).to_contain_text("1 was the only move that draws")
    expect(page.locator(".chip")).to_have_text(["draw0", "lossin 2−3", "lossin 2−3", "lossin 2−3"])
    for width in (1280, 820, 390):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".mark.bad:visible").first).to_have_text("??")
        expect(page.locator(".legend")).to_contain_text("gave away a win or a draw")
        expect(page.locator(".board text", has_text="??")).to_be_visible()
        page.wait_for_function("(width) => document.documentElement.scrollWidth === width", arg=width)


def test_keys_step_through_the_moves_and_find_the_mistake_again(open_page: Open) -> None:
    page = open_page(f"{GAME}&move=3")
    expect(page.locator("h1")).to_have_text("Move 3: Red kept the value")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Move 4: Yellow kept the value")
    page.keyboard.press("m")
    expect(page.locator("h1")).to_have_text("Move 10: Yellow gave the draw away")


def test_another_try_hides_the_values_and_is_judged(open_page: Open) -> None:
    page = open_page(f"{GAME}&move=10")
    expect(page.locator(".chip")).to_have_count(4)
    page.keyboard.press("t")
    expect(page.locator("h1")).to_have_text("Yellow to move: find the best move")
    expect(page.locator(".chip")).to_have_count(0)
    page.keyboard.press("3")
    expect(page.locator(".message")).to_have_text("No: Red wins in 2 moves. Try another.")
    page.keyboard.press("1")
    expect(page.locator(".message")).to_contain_text("Right: 1 is the only move that draws")
    expect(page.locator("h1")).to_have_text("Move 10: the best move for Yellow")
    expect(page.locator(".chip")).to_have_count(4)


def test_the_better_line_is_played_on_the_board(open_page: Open) -> None:
    page = open_page(f"{GAME}&move=10", reduced_motion="reduce")
    page.get_by_role("button", name="Show the line").click()
    expect(page.locator("h1")).to_have_text(re.compile(r"The line after 1: (\d) of \1"))
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("h1")).to_have_text("Move 10: Yellow gave the draw away")


def test_a_finished_game_is_reviewed_by_its_link(open_page: Open) -> None:
    page = open_page()
    game = page.evaluate(
        """async () => {
            const post = async (path, body) => (await fetch(path, {
                method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
            })).json();
            const players = [{ name: "Ada" }, { name: "Bob" }];
            return post("/api/games", { rules: "classic,width=4,height=4", moves: "121212", players });
        }"""
    )
    page.goto(f"/game/{game['id']}")
    expect(page.get_by_role("button", name="Column 1, 3 discs")).to_be_enabled()
    page.keyboard.press("1")
    page.get_by_role("link", name="Review the game").click()
    expect(page).to_have_url(re.compile(rf"/games/{game['id']}/review"))
    expect(page.locator("[data-part=players]")).to_have_text("Ada against Bob")
    page.get_by_role("button", name="Saved games").click()
    page.get_by_role("button", name="Review Ada").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-part=players]")).to_have_text("Ada against Bob")
