"""How fast the page is in a browser: from the first byte to interactive, and from a click to an agent's reply.

The goals are 1 s and, against level 4 on an idle machine, 150 ms.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, Page
from support.chromium import chromium, find_chromium
from support.web_server import Server

VISITS: Final = 10
GAMES: Final = 6
MOVES: Final = 6
"""Of the person in each game."""

WATCH: Final = """
localStorage.settings ??= JSON.stringify({
    newGame: { rules: "classic", players: [{ name: "You" }, { agent: "level4" }] },
});
window.seen = { interactive: null, clicked: null, replied: null, waited: 0 };
const shown = (then) => requestAnimationFrame(() => setTimeout(then));  // once it is painted
const look = () => {
    const button = document.querySelector('button[aria-label^="Column 4"]');
    if (seen.interactive === null && button && !button.disabled) {
        seen.interactive = -1;
        shown(() => { seen.interactive = performance.now(); });
    }
    if (seen.waited && document.querySelectorAll(".moves .ply").length >= seen.waited) {
        seen.waited = 0;
        shown(() => { seen.replied = performance.now(); });
    }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
addEventListener("click", () => {
    seen.clicked = performance.now();
    seen.waited = document.querySelectorAll(".moves .ply").length + 2;
}, { capture: true });
"""


def opened(browser: Browser, server: Server) -> Page:
    """The start page in a browser that has never seen it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.address)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto("/")
    until(page, "seen.interactive > 0")
    return page


def until(page: Page, condition: str) -> None:
    """Poll from outside: the content security policy does not allow functions from text."""
    while not page.evaluate(condition):
        page.wait_for_timeout(20)


def interactive(page: Page) -> float:
    """Milliseconds from the first byte of the page to a board that can be played on."""
    return float(page.evaluate("seen.interactive - performance.getEntriesByType('navigation')[0].responseStart"))


def replies(page: Page) -> list[float]:
    """Milliseconds from each click to the reply's disc, against level 4."""
    taken = []
    for column in (4, 4, 3, 5, 2, 6)[:MOVES]:
        button = page.get_by_role("button", name=f"Column {column},")
        if not button.is_enabled():
            break
        page.evaluate("seen.replied = null")
        button.click()
        until(page, "seen.replied || /wins?|Draw/.test(document.querySelector('.headline h1').textContent)")
        if not page.evaluate("seen.replied"):
            break  # the game is over
        taken.append(float(page.evaluate("seen.replied - seen.clicked")))
        page.wait_for_timeout(300)  # as a player would pause
    return taken


def percentiles(numbers: Sequence[float]) -> str:
    ordered = sorted(numbers)
    at = {share: ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.9, 1.0)}
    return ", ".join(f"{share:.0%}: {value:.0f}" for share, value in at.items()) + f"   (of {len(ordered)})"


def main() -> None:
    if not find_chromium():
        raise SystemExit("No browser found: install one with `apt-get install chromium`.")
    with TemporaryDirectory() as folder, Server(Path(folder), port=8650) as server, chromium() as browser:
        visits, taken = [], []
        for visit in range(max(VISITS, GAMES)):
            page = opened(browser, server)
            visits.append(interactive(page))
            if visit < GAMES:
                taken += replies(page)
            page.context.close()
        print(f"interactive after the first byte, ms             {percentiles(visits)}")
        print(f"reply of level 4 on the board after a click, ms  {percentiles(taken)}")


if __name__ == "__main__":
    main()
