"""A page of a running server in a real browser. Without a browser these tests are skipped, and say so."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect
from support.chromium import Open, chromium, find_chromium
from support.web_server import Server

expect.set_options(timeout=20_000)  # a busy machine is slow, which is not what these tests are about

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


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens a path in a browser of its own; fails if the page complains, or asks anybody else for anything."""
    faults: list[str] = []
    contexts = []

    def open_path(path: str = "/", *, width: int = 1280, height: int = 800, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.address, **more)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
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
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "games"


def _is_ours(url: str, server: Server) -> bool:
    return url.startswith((server.address, server.address.replace("http", "ws"), "data:", "blob:"))
