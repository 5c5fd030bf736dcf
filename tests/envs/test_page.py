"""The examples of docs/environments.md print what it shows."""

from __future__ import annotations

import doctest
import os
from importlib.util import find_spec
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
MISSING = [peer for peer in ("gymnasium", "pettingzoo", "pyspiel") if not find_spec(peer)]


@pytest.mark.skipif(bool(MISSING) and not os.environ.get("CI"), reason=f"{MISSING} not installed")
def test_the_examples_print_what_the_page_shows() -> None:
    tested = doctest.testfile(str(PAGE), module_relative=False)
    assert (tested.failed, tested.attempted > 20) == (0, True)
