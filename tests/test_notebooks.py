"""The notebooks of the docs run to their end, and all that they display has text for screen readers."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from support.engines import needs_core

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


class UnreadableParts(HTMLParser):
    """Collects pictures and frames without text, and tables without headings."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        required = {"img": "alt", "iframe": "title", "th": "scope"}.get(tag)
        if tag == "svg" or (required and not dict(attrs).get(required)):
            self.found.append(tag)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The kernel of this environment, which leaves nothing in the home folder; the book is used, as by readers."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait for each other
    monkeypatch.delenv("FOURCAST_BOOK")


@needs_core
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_displays_its_results(path: Path, kernel: None, tmp_path: Path) -> None:
    notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), f"clear the outputs of {path.name}"
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    displayed: list[dict[str, Any]] = [output.data for cell in code for output in cell.outputs if "data" in output]
    unreadable = UnreadableParts()
    for data in displayed:
        unreadable.feed(data.get("text/html", ""))
    assert unreadable.found == []
    assert {"image/svg+xml", "text/html"} <= {kind for data in displayed for kind in data}


def test_there_are_three_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["alpha-beta-by-hand", "play-and-solve", "train-against-the-oracle"]
