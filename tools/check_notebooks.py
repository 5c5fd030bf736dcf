"""Render the notebooks of the docs as nbconvert exports them, and look for what is broken.

    pip install nbconvert
    python tools/check_notebooks.py

Executes each notebook, exports it light and dark, and opens it in Chromium at 1280 and 390 pixels: nothing may be wider
than the page, every picture must be drawn, every explorer must have reached its last step, and no script may fail.
Pictures of all pages are written to build/notebooks. Exits with 1 if something is broken.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import Browser, Error

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.chromium import chromium  # noqa: E402

FOLDER: Final = ROOT / "build" / "notebooks"
WIDTHS: Final = (1280, 390)
MAX_HEIGHT: Final = 12_000
"""In pixels; a frame is painted only within the window."""

BROKEN: Final = """() => [...document.querySelectorAll("img, table, iframe")]
  .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 || part.naturalWidth === 0)
  .map((part) => `${part.tagName} ${part.alt || part.title || part.innerText}`.slice(0, 80))"""


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    problems = []
    with chromium() as browser:
        for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
            notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
            NotebookClient(notebook, timeout=600).execute()
            for theme in ("light", "dark"):
                page, _ = HTMLExporter(theme=theme).from_notebook_node(notebook)
                file = FOLDER / f"{path.stem}-{theme}.html"
                file.write_text(page, encoding="utf-8")
                problems += [f"{file.stem}: {problem}" for problem in check(browser, file, theme)]
    print("\n".join(problems) or f"Nothing is broken. Pictures are in {FOLDER}.")
    return 1 if problems else 0


def check(browser: Browser, file: Path, theme: Any) -> Iterator[str]:
    """What is broken in an exported notebook, at every width."""
    for width in WIDTHS:
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
        faults: list[Error] = []
        page.on("pageerror", partial(_collect, faults))
        page.route("http*://**", lambda route: route.abort())  # MathJax, which these notebooks do not need
        page.goto(file.as_uri())
        for frame in page.locator("iframe").all():
            sentence = frame.content_frame.locator(".sentence")
            sentence.filter(has_text="Return from MAX at the root").wait_for()
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": min(height, MAX_HEIGHT)})
        yield from (f"{width} px: {problem}" for problem in [*faults, *page.evaluate(BROKEN)])
        if page.evaluate("document.documentElement.scrollWidth") > width:
            yield f"{width} px: wider than the page"
        page.screenshot(path=FOLDER / f"{file.stem}-{width}.png")
        page.close()


def _collect(faults: list[Error], error: Error) -> None:
    faults.append(error)


if __name__ == "__main__":
    sys.exit(main())
