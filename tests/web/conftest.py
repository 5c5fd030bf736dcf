"""A server within this process, and a client that has a session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from support.web_client import open_client

from fourcast.web.app import create_app
from fourcast.web.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data", slots=2, max_waiting=4)


@pytest.fixture
def own_client(settings: Settings) -> Iterator[TestClient]:
    """A client of a server for one test: for tests that list games or count searches."""
    with open_client(create_app(settings), settings) as client:
        yield client


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all tests, because every server starts workers."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), slots=4)
    with open_client(create_app(settings), settings) as client:
        yield client
