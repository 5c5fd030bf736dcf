"""Links that lead nowhere: the page says so, and where to go on."""

from __future__ import annotations

from playwright.sync_api import expect
from support.chromium import Open


def test_a_game_that_is_gone_is_said_and_a_new_one_begun(open_page: Open) -> None:
    page = open_page("/game/doesnotexist")
    expect(page.get_by_role("alert")).to_contain_text("Game not found")
    expect(page).not_to_have_url("/game/doesnotexist")
    expect(page.get_by_role("button", name="Column 4")).to_be_enabled()


def test_a_tree_of_a_position_that_cannot_be_says_why_and_offers_another(open_page: Open) -> None:
    page = open_page("/tree?rules=classic&moves=99")
    expect(page.get_by_role("alert")).to_contain_text("9")
    expect(page.get_by_role("heading", name="No tree yet")).to_be_visible()
    page.get_by_role("link", name="Search to depth 3").click()
    expect(page.locator(".counted, .tools, .stage").first).to_be_visible()
    expect(page.get_by_role("heading", name="No tree yet")).not_to_be_visible()


def test_an_address_without_a_screen_is_a_page_with_a_way_back(open_page: Open) -> None:
    page = open_page("/nosuch")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    page.get_by_role("link", name="start page").click()
    expect(page.get_by_role("button", name="Column 4")).to_be_enabled()
