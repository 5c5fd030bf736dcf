"""Puzzles: an answer that is wrong, a hint, the right answer, the line, the next puzzle."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect
from support.chromium import Open

from fourcast.puzzles import shipped_puzzles

FIRST, SECOND, *_ = (puzzle for puzzle in shipped_puzzles() if puzzle.stars == 1)


def test_a_puzzle_is_failed_hinted_at_and_solved_and_the_next_one_too(open_page: Open) -> None:
    page = open_page("/puzzles", reduced_motion="reduce")
    expect(page).to_have_url(re.compile(rf"/puzzles/{FIRST.id}$"))
    expect(page.locator("h1")).to_have_text(FIRST.question)
    message = page.locator(".message")
    wrong = next(move for move in FIRST.scores if move != FIRST.move)
    page.keyboard.press(wrong)
    expect(message).to_have_text(re.compile(r"^No: .* Try another\.$"))
    page.keyboard.press("h")
    expect(message).to_have_text(FIRST.hints[0])
    page.get_by_role("button", name="Hint").click()
    expect(message).to_have_text(" ".join(FIRST.hints))
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    page.get_by_role("button", name=re.compile(rf"^Column {FIRST.move}\b")).click()
    expect(message).to_have_text(f"Right: {FIRST.solution}")
    expect(page.get_by_text("Streak 0 · solved 1 of 120")).to_be_visible()
    page.get_by_role("button", name="Show the line").click()
    count = len(FIRST.line)
    expect(page.locator("[data-part=line]")).to_have_text(f"Move {count} of {count}: {' '.join(FIRST.line)}")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(rf"/puzzles/{SECOND.id}$"))
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.get_by_role("button", name=re.compile(rf"^Column {SECOND.move}\b")).click()
    expect(page.get_by_text("Streak 1 · solved 2 of 120")).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()  # and not the column
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(rf"/puzzles/{SECOND.id}$"))
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.get_by_role("combobox", name="Game").select_option("most-lines")
    expect(page.get_by_text("Streak 1 · solved 0 of 30")).to_be_visible()


def test_board_answer_and_buttons_fit_a_phone(open_page: Open) -> None:
    page = open_page(width=390, height=844)
    tab = page.get_by_role("navigation", name="Screens, below").get_by_role("link", name="Puzzles")
    tab.click()
    expect(tab).to_have_attribute("aria-current", "page")
    expect(page.locator(".message")).to_have_text("Choose a move: only one is right.")
    expect(page.get_by_text(FIRST.difficulty)).to_be_visible()
    for width, height in ((390, 844), (820, 1180), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Next puzzle")).to_be_in_viewport(ratio=1)
        expect(page.locator(".board")).to_be_in_viewport(ratio=1)
        page.wait_for_function("(width) => document.documentElement.scrollWidth === width", arg=width)


def test_keys_before_the_first_puzzle_and_a_game_without_puzzles_here_do_no_harm(open_page: Open) -> None:
    page = open_page("/")
    page.evaluate("""localStorage.settings = JSON.stringify({ puzzles: { solved: [], streak: 0, rules: "drift" } })""")
    held: list[Route] = []
    page.route(f"**/api/puzzles/{FIRST.id}", lambda route: held.append(route))
    with page.expect_request(f"**/api/puzzles/{FIRST.id}"):
        page.goto("/puzzles")
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    held[0].continue_()
    expect(page.locator("h1")).to_have_text(FIRST.question)
    expect(page.get_by_role("combobox", name="Game")).to_have_value("")
    page.keyboard.press(FIRST.move)
    expect(page.get_by_text("Streak 1 · solved 1 of 120")).to_be_visible()
    page.unroute_all()
    page.reload()
    expect(page.locator(".message")).to_have_text("Choose a move: only one is right.")
    page.keyboard.press(FIRST.move)
    expect(page.locator(".message")).to_have_text(f"Right: {FIRST.solution}")
    expect(page.get_by_text("Streak 1 · solved 1 of 120")).to_be_visible()
