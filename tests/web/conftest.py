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
def client(settings: Settings) -> Iterator[TestClient]:
    with open_client(create_app(settings), settings) as client:
        yield client


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One client for all tests of a module that do not list games."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    with open_client(create_app(settings), settings) as client:
        yield client
