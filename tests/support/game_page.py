"""A game on the page, in a browser: how it is begun, and where its parts are."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from support.chromium import Open

PEOPLE = ({"name": "Ada"}, {"name": "Ben"})


def game(open_page: Open, *players: Any, rules: str = "classic", moves: str = "", **more: Any) -> Page:
    """A page with a game that begins so."""
    page = open_page("about:blank", **more)
    page.request.get("/")  # for the session
    made = page.request.post("/api/games", data={"rules": rules, "moves": moves, "players": players or PEOPLE})
    page.goto(f"/game/{made.json()['id']}")
    expect(headline(page)).to_be_visible()
    return page


def headline(page: Page) -> Any:
    return page.locator(".headline h1")


def column(page: Page, number: int) -> Any:
    return page.get_by_role("button", name=re.compile(rf"^Column {number},"))


def plies(page: Page) -> Any:
    return page.locator(".moves .ply")
