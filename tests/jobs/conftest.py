"""A ledger, and the file in which the tasks of a test write down what they do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourcast.jobs import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "ledger.db") as ledger:
        yield ledger


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    path = tmp_path / "diary"
    path.touch()
    return path
