"""Every screen and dialog: no serious violation for axe, no overflow, controls for fingers, reduced motion."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from support.chromium import Open
from support.game_page import game, plies

TOO_SMALL = """[...document.querySelectorAll("button, a:not(.skip), summary, select, .input")].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility() && (width < 43.5 || height < 43.5);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Controls that are less than 44 px wide or high, but for rounding."""
SIZES = [(320, 640), (390, 844), (600, 900), (744, 1133), (820, 1180), (844, 390), (1024, 768), (1920, 1080)]
WIDTH = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
    () => done(document.documentElement.scrollWidth))))"""
SCREENS = {
    "/": ".board button",
    "/analysis?rules=popout&moves=1122": ".line",
    "/analysis?rules=classic&moves=17654142513672255": ".line-step",
    "/review?rules=classic,width%3D4,height%3D4&moves=1234123412": ".note-row .button",
    "/puzzles": ".board button",
    "/tree?moves=44&depth=2": ".node",
    "/measure?moves=44": "input[name=spec]",
}
"""An element that is there once a screen is drawn, by path."""
SMALL_TREE = "/tree?rules=classic,width=4,height=4,connect=3&moves=33&depth=3&evaluation=quadruplets"


def violations(page: Page) -> list[str]:
    """Serious violations of accessibility rules, and a page that scrolls sideways."""
    found = [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
    fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found if fits else [*found, "scrolls sideways"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_screen_has_a_violation(open_page: Open, scheme: str, width: int) -> None:
    page = open_page(width=width, height=844, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".headline h1")).to_be_visible()
    page.keyboard.press("4")
    expect(plies(page)).to_have_count(2)
    assert violations(page) == []
    page.goto("/analysis?rules=classic&moves=17654142513672255")
    expect(page.locator(".chip")).to_have_count(7)
    assert violations(page) == []
    page.goto("/puzzles")
    expect(page.locator(".message")).not_to_be_empty()
    assert violations(page) == []
    page.goto(SMALL_TREE)
    expect(page.locator(".node").first).to_be_visible()
    assert violations(page) == []
    if width < 600:
        page.get_by_role("button", name="More about this node").click()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".predict")).to_contain_text("Which replies")
    assert violations(page) == []
    page.goto("/measure?moves=44")
    page.get_by_label("to", exact=True).fill("3")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".measure-head")).to_contain_text("15 of 15 done")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_dialog_has_a_violation(open_page: Open, scheme: str) -> None:
    page = open_page(color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".headline h1")).to_be_visible()
    for key in ("n", "?"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for name in ("Rules", "Saved games"):
        page.locator(".bar").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    for path in ("/tree", "/docs"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert violations(page) == []


@pytest.mark.parametrize(("path", "element"), SCREENS.items())
def test_a_finger_can_hit_every_control_on_a_phone(open_page: Open, path: str, element: str) -> None:
    page = open_page(path, width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator(element).first).to_be_visible()
    assert page.evaluate(TOO_SMALL) == []


def test_a_board_with_pops_does_not_scroll_sideways(open_page: Open) -> None:
    page = game(open_page, moves="44536", rules="popout")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDTH) <= width, width


def test_discs_fall_unless_the_system_asks_for_less_motion(open_page: Open) -> None:
    for preference in ("no-preference", "reduce"):
        page = game(open_page, reduced_motion=preference)
        page.evaluate("""window.count = 0;
            new MutationObserver(() => { window.count += document.getAnimations().length; })
                .observe(document.querySelector(".board"), {childList: true, subtree: true})""")
        page.keyboard.press("4")
        expect(plies(page)).to_have_count(1)
        assert (page.evaluate("window.count") > 0) == (preference == "no-preference")
    page.goto(SMALL_TREE)
    expect(page.get_by_role("treeitem").first).to_be_visible()
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Step forward").click()
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("path", "element"), SCREENS.items())
def test_a_screen_fits_a_small_laptop_and_is_never_wider_than_the_window(
    open_page: Open, path: str, element: str
) -> None:
    page = open_page(path, width=320)
    expect(page.locator(element).first).to_be_attached()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDTH) <= width, (path, width)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(WIDTH) == 1280
    assert page.evaluate("document.documentElement.scrollHeight") == 800


def test_board_and_actions_are_in_the_window(open_page: Open) -> None:
    page = open_page()
    expect(page.get_by_role("button", name="Column 4,")).to_be_enabled()
    for width, height in ((1024, 768), (844, 390), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("Hint", "Take back", "Column 4,"):
            expect(page.get_by_role("button", name=name).locator("visible=true").first).to_be_in_viewport(ratio=0.9)
