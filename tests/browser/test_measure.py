"""The Measure screen, as a person uses it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.chromium import Open
from support.game_page import game, plies


def ready(open_page: Open, path: str = "/measure?moves=44", **more: object) -> Page:
    page = open_page(path, **more)
    expect(page.get_by_role("checkbox", name="Minimax")).to_be_visible()
    page.get_by_label("to", exact=True).fill("4")
    return page


def run(page: Page) -> None:
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".measure-head")).to_contain_text("20 of 20 done")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_the_table_fills_in_and_is_downloaded(open_page: Open) -> None:
    page = ready(open_page)
    run(page)
    row = page.get_by_role("row", name=re.compile("^Minimax"))
    assert [cell.strip() for cell in row.get_by_role("cell").all_inner_texts()][:4] == ["8", "57", "400", "2,801"]
    expect(page.locator(".measure-finding")).to_contain_text("times fewer nodes than minimax")
    page.get_by_role("button", name="Time").click()
    expect(row.get_by_role("cell").first).to_contain_text(re.compile(r"(µs|ms|s)$"))
    page.locator("summary", has_text="Download").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="rows.csv").click()
    assert download.value.suggested_filename == "fourcast-rows.csv"


def test_charts_come_from_the_server_in_the_colours_of_the_page(open_page: Open) -> None:
    pytest.importorskip("altair", reason="altair is not installed: charts cannot be drawn")
    page = ready(open_page, color_scheme="dark")
    run(page)
    pictures = page.locator(".measure-charts img")
    expect(pictures).to_have_count(3)
    for place in range(3):
        expect(pictures.nth(place)).to_have_attribute("src", re.compile("theme=dark"))
        expect(pictures.nth(place)).to_have_js_property("complete", True)
        assert pictures.nth(place).evaluate("image => image.naturalWidth") > 100
    page.get_by_role("button", name="Light colours").click()
    expect(pictures.first).to_have_attribute("src", re.compile("theme=light"))


def test_too_many_depths_are_refused(open_page: Open) -> None:
    page = ready(open_page)
    page.get_by_label("to", exact=True).fill("17")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("alert")).to_contain_text("These are 17 depths. Choose at most 16.")


def test_a_stopped_comparison_keeps_its_results(open_page: Open) -> None:
    page = ready(open_page)
    page.get_by_label("to", exact=True).fill("16")
    page.get_by_label("Time (s)").fill("30")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("cell", name="2,801", exact=True)).to_be_visible()
    expect(page.get_by_role("cell", name="running")).to_be_visible()
    expect(page.locator(".measure-head")).to_contain_text(re.compile(r"about \S+ (s|min) left"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".measure-head")).to_contain_text("stopped")
    expect(page.get_by_role("cell", name="2,801", exact=True)).to_be_visible()


def test_results_stay_while_other_screens_are_shown(open_page: Open) -> None:
    page = ready(open_page)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("cell", name="2,801", exact=True)).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="Reading the numbers")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("to", exact=True)).to_have_value("4")
    expect(page.locator(".measure-head")).to_contain_text("20 of 20 done")
    expect(page.locator(".measure-finding")).to_contain_text("times fewer nodes than minimax")
    page.get_by_role("link", name="Analysis").first.click()
    page.get_by_role("link", name="Measure").first.click()
    expect(page.locator(".measure-position")).to_contain_text("empty board")
    expect(page.locator(".measure-head")).to_contain_text("20 of 20 done · Classic, after 44")


def test_another_position_brings_its_own_algorithms(open_page: Open) -> None:
    page = ready(open_page)
    page.locator("summary", has_text="Change").click()
    page.get_by_label("Rules").fill("drift")
    page.get_by_label("Moves").fill("4")
    page.get_by_role("button", name="Use this position").click()
    expect(page.get_by_role("checkbox", name="Expectiminimax")).to_be_checked()
    expect(page).to_have_url(re.compile("rules=drift"))


def test_the_form_folds_to_one_line_on_a_tablet(open_page: Open) -> None:
    page = ready(open_page, width=820, height=1180)
    run(page)
    expect(page.get_by_role("checkbox", name="Minimax")).to_be_hidden()
    expect(page.locator(".fold > summary")).to_contain_text("Classic, after 44")
    page.locator(".fold > summary").click()
    expect(page.get_by_role("checkbox", name="Minimax")).to_be_visible()


def test_on_a_phone_the_button_lies_below_the_form_and_a_box_is_drawn_for_every_search(open_page: Open) -> None:
    page = ready(open_page, width=390, height=844)
    page.locator("summary", has_text="More algorithms").click()
    page.get_by_role("checkbox", name="Alpha-beta, shallow or equal").check()
    last, button = (page.locator(part).bounding_box() for part in ("input[name=positions]", ".measure-form .first"))
    assert last
    assert button
    assert last["y"] + last["height"] <= button["y"]
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".measure-head")).to_contain_text("24 of 24 done")
    spread = page.locator(".measure-charts table", has_text="Moves made at depth 4")
    expect(spread.get_by_role("row")).to_have_count(7)
    expect(spread).to_contain_text("shallow or equal")


def test_a_game_that_is_over_is_not_offered(open_page: Open) -> None:
    page = game(open_page, moves="1212121")
    expect(plies(page)).to_have_count(7)
    page.get_by_role("link", name="Measure").first.click()
    expect(page.locator(".measure-position")).to_contain_text("empty board")


def test_the_position_of_the_open_game_is_the_default(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator(".headline h1")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".moves .ply")).to_have_count(2)
    page.get_by_role("link", name="Measure").first.click()
    expect(page.locator(".measure-position")).to_contain_text(re.compile(r"after 4\d"))
