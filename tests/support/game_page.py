"""A game on the page, in a browser: how it is begun, and where its parts are."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from support.chromium import Open

PEOPLE = ({"name": "Ada"}, {"name": "Ben"})


def game(open_page: Open, *players: Any, rules: str = "classic", moves: str = "", **more: Any) -> Page:
    """A page with a game that begins so."""
    page = open_page("/docs", **more)
    wish = {"rules": rules, "moves": moves, "players": players or PEOPLE}
    ident = page.evaluate(
        """async (wish) => (await (await fetch("/api/games", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)
        })).json()).id""",
        wish,
    )
    page.goto(f"/game/{ident}")
    expect(headline(page)).to_be_visible()
    return page


def headline(page: Page) -> Any:
    return page.locator(".headline h1")


def column(page: Page, number: int) -> Any:
    return page.get_by_role("button", name=re.compile(rf"^Column {number},"))


def plies(page: Page) -> Any:
    return page.locator(".moves .ply")
