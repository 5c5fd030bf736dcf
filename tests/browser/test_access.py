"""Nothing that axe calls serious, on any screen and dialog, in light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from support.chromium import Open

TOO_SMALL = """[...document.querySelectorAll("button, a:not(.skip), summary, select, .input")].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility() && (width < 43.5 || height < 43.5);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What can be pressed and is less than 44 px wide or high, but for rounding."""
SCREENS = [
    ("/", ".board button"),
    ("/analysis?rules=popout&moves=1122", ".line-step"),
    ("/tree?moves=44&depth=2", ".node"),
    ("/measure?moves=44", "input[name=way]"),
]
"""Paths, and what is there once a screen is drawn."""


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_screen_has_a_serious_fault(open_page: Open, scheme: str, width: int) -> None:
    page = open_page(width=width, height=844, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".headline h1")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".moves .ply")).to_have_count(2)
    assert faults(page) == []
    page.goto("/analysis?rules=classic&moves=17654142513672255")
    expect(page.locator(".chip")).to_have_count(7)
    assert faults(page) == []


@pytest.mark.parametrize(("path", "drawn"), SCREENS)
def test_a_finger_can_hit_everything_on_a_phone(open_page: Open, path: str, drawn: str) -> None:
    page = open_page(path, width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator(drawn).first).to_be_visible()
    assert page.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize(("path", "drawn"), SCREENS)
def test_a_screen_fits_a_small_laptop(open_page: Open, path: str, drawn: str) -> None:
    page = open_page(path, width=1280, height=800)
    expect(page.locator(drawn).first).to_be_visible()
    high, wide = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (high, wide) == (800, 1280)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_dialog_has_a_serious_fault(open_page: Open, scheme: str) -> None:
    page = open_page(color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".headline h1")).to_be_visible()
    for key in ("n", "?"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Saved games").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    assert faults(page) == []


def test_the_api_page_has_no_serious_fault(open_page: Open) -> None:
    assert faults(open_page("/docs")) == []
