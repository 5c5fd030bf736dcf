"""Pictures of every screen at phone, tablet and desktop size: `make screenshots` writes them to build/screenshots, and
the two that the README shows to docs/screens."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page  # noqa: E402
from support.chromium import chromium, find_chromium  # noqa: E402
from support.web_server import Server  # noqa: E402

FOLDER: Final = ROOT / "build" / "screenshots"
SHOWN: Final = ("play-desktop-light", "analysis-desktop-dark")
SIZES: Final = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
SETTLED: Final = 1200
"""Milliseconds after which nothing moves any more."""

GAMES: Final[dict[str, dict[str, Any]]] = {
    "play": {"moves": "4453", "players": [{"name": "Ada"}, {"agent": "level4"}]},
    "won": {"moves": "12132434", "players": [{"name": "Ada"}, {"agent": "level4"}]},
    "popout": {"rules": "popout", "moves": "44521635", "players": [{"name": "Ada"}, {"agent": "level6"}]},
    "lines": {"rules": "most-lines", "moves": "121314151", "players": [{"name": "Ada"}, {"name": "Ben"}]},
    "drift": {"rules": "drift", "moves": "4344>5", "players": [{"name": "Ada"}, {"name": "Ben"}]},
    "tictactoe": {"rules": "tictactoe", "moves": "51", "players": [{"name": "Ada"}, {"agent": "perfect"}]},
}
"""What stands on the Play screen."""
POSITIONS: Final = {
    "analysis": "/analysis?rules=classic&moves=17654142513672255",
    "estimates": "/analysis?rules=popout&moves=44",
}

SMALL: Final = "/tree?rules=most-lines&moves=417366214527367172664546442122151&depth=3"
TREES: Final = {"tree": SMALL, "compare": SMALL, "predict": SMALL, "large": "/tree?moves=444333&depth=3"}


def main() -> None:
    if not find_chromium():
        sys.exit("No browser here: `apt-get install chromium` lets the pictures be made.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, Server(Path(data), port=8700) as server, chromium() as browser:
        for size in SIZES:
            for scheme in ("light", "dark"):
                picture_all(browser, server, size, scheme)
    for name in SHOWN:
        shutil.copy(FOLDER / f"{name}.png", ROOT / "docs" / "screens" / f"{name}.png")


def picture_all(browser: Browser, server: Server, size: str, scheme: Any) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=server.address, color_scheme=scheme
    )
    page = context.new_page()

    def take(name: str) -> None:
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")

    for name, wish in GAMES.items():
        page.goto(f"/game/{begin(page, wish)}")
        page.wait_for_selector(".hit")
        if name == "play" and size == "desktop":
            page.keyboard.press("3")
            page.wait_for_timeout(SETTLED)
            page.locator(".hit").nth(4).hover()
        elif name == "won":
            page.keyboard.press("4")
        elif name == "drift":
            page.locator(".hit").nth(3).hover()
        take(name)
    for name, path in POSITIONS.items():
        page.goto(path)
        page.wait_for_selector(".chip")
        take(name)
    for name, path in TREES.items():
        page.goto(path)
        page.wait_for_selector(".node")
        if name == "compare":
            page.get_by_role("button", name="Compare").click()
        if name == "predict":
            if size == "phone":
                page.get_by_role("button", name="More about this node").click()
            page.get_by_role("button", name="Predict").click()
        take(name)
    page.goto("/review?moves=44444435")
    page.wait_for_selector(".note-row")
    take("review")
    page.goto("/measure?moves=44")
    page.wait_for_selector("input[name=spec]")
    page.get_by_role("button", name="Compare").click()
    page.locator(".measure-finding", has_text="times fewer").wait_for()
    # Polled from outside: the content security policy does not allow functions from text.
    while not page.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth)"):
        page.wait_for_timeout(20)
    page.evaluate("scrollTo(0, 0)")
    take("measure")
    page.goto("/")
    page.wait_for_selector(".hit")
    for name, key in {"new-game": "n", "keys": "?"}.items():
        page.keyboard.press(key)
        take(name)
        page.keyboard.press("Escape")
    for name in ("rules", "saved"):
        page.evaluate(f"document.querySelector('[data-action={name}]').click()")
        take(name)
        page.keyboard.press("Escape")
    context.close()


def begin(page: Page, wish: dict[str, Any]) -> str:
    page.goto("/docs")
    ident: str = page.evaluate(
        """async (wish) => (await (await fetch("/api/games", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)
        })).json()).id""",
        wish,
    )
    return ident


if __name__ == "__main__":
    main()
