"""Tests that are coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_event_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run in another thread: browser tests leave an event loop running in the main one."""

    def run() -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, asyncio.wait_for(test(), 120)).result()

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run
