"""A page of a running server in a real browser. Without a browser these tests are skipped, and say so."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from support.chromium import Open, chromium, find_chromium
from support.web_server import Server

expect.set_options(timeout=20_000)  # a busy machine is slow, which is not what these tests are about

ColorScheme: TypeAlias = Literal["dark", "light"]
ReducedMotion: TypeAlias = Literal["no-preference", "reduce"]

SLOW: Final = "FOURCAST_SLOW_BROWSER" in os.environ
"""Whether processor and network of the browser are slowed down, so that what needs speed to work fails."""

COMPLAINT = re.compile("Security Policy|status of (409|422)|WebSocket is closed")
"""What a browser prints of a page that does what it should not."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not find_chromium():
        word = "NO BROWSER HERE: the page is NOT tested. `apt-get install chromium` lets it be."
        print(word, file=sys.__stderr__)
        pytest.skip(word)
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), port=8500) as server:
        yield server


FORGET = """if (location.origin !== "null" && !sessionStorage.opened) {
    localStorage.clear();
    sessionStorage.opened = true;
}"""
"""Before the first document of a page: nothing that an earlier test has chosen is remembered."""


@pytest.fixture(scope="session")
def contexts(browser: Browser, server: Server) -> Callable[..., BrowserContext]:
    """The context with some options. A new one for every page would load and compile everything again."""

    @cache
    def context(**options: Any) -> BrowserContext:
        made = browser.new_context(base_url=server.address, **options)
        made.grant_permissions(["clipboard-read", "clipboard-write"])
        made.add_init_script(FORGET)
        return made

    return context


@pytest.fixture
def open_page(contexts: Callable[..., BrowserContext], server: Server) -> Iterator[Open]:
    """Opens a path in a page of its own; fails if the page complains, or asks anybody else for anything."""
    faults: list[str] = []
    pages: list[Page] = []

    def open_path(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 800,
        color_scheme: ColorScheme | None = None,
        reduced_motion: ReducedMotion | None = None,
        **more: Any,
    ) -> Page:
        context = contexts(**more)
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        page.set_default_timeout(20_000)
        if SLOW:
            devtools = context.new_cdp_session(page)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            devtools.send("Network.enable")
            unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
            devtools.send("Network.emulateNetworkConditions", {**unlimited, "latency": 300})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if COMPLAINT.search(said.text) else None)
        page.on("request", lambda asked: None if _is_ours(asked.url, server) else faults.append(asked.url))
        page.goto(path)
        return page

    yield open_path
    before_closing = list(faults)  # a page that is closed while its socket is opening complains of that
    for page in pages:
        page.close()
    assert before_closing == []


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "games"


def _is_ours(url: str, server: Server) -> bool:
    return url.startswith((server.address, server.address.replace("http", "ws"), "data:", "blob:"))
