"""Addresses of what does not exist: the page says so and offers something else."""

from __future__ import annotations

from playwright.sync_api import expect
from support.chromium import Open


def test_an_unknown_game_is_reported_and_a_new_one_started(open_page: Open) -> None:
    page = open_page("/game/doesnotexist")
    expect(page.get_by_role("alert")).to_contain_text("Game not found")
    expect(page).not_to_have_url("/game/doesnotexist")
    expect(page.get_by_role("button", name="Column 4")).to_be_enabled()


def test_an_invalid_position_in_tree_is_reported(open_page: Open) -> None:
    page = open_page("/tree?rules=classic&moves=99")
    expect(page.get_by_role("alert")).to_contain_text("9")
    expect(page.get_by_role("heading", name="No tree yet")).to_be_visible()
    page.get_by_role("link", name="Search to depth 3").click()
    expect(page.locator(".stage").first).to_be_visible()
    expect(page.get_by_role("heading", name="No tree yet")).not_to_be_visible()


def test_a_remembered_game_that_is_refused_is_reported(open_page: Open) -> None:
    page = open_page()
    page.wait_for_url("**/game/*")  # its own settings are saved
    request = '{players: [{name: "Ada"}, {agent: "nobody"}]}'
    page.evaluate(f"localStorage.settings = JSON.stringify({{newGame: {request}}})")
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("nobody")
    expect(page.locator(".headline h1")).to_be_visible()
