"""The documentation site builds without a warning, and has a place for everything that users can name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import make_docs

import fourcast
from fourcast import envs

ROOT = Path(__file__).parents[1]


def test_the_site_builds_and_is_complete(tmp_path: Path) -> None:
    """No warning, no broken link, nothing from elsewhere, every page, every name: one test, for a build takes long."""
    built = subprocess.run(
        [sys.executable, ROOT / "tools" / "make_docs.py", tmp_path, "-Dexecute_notebooks=0"],  # other tests do
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    pages = {path.relative_to(tmp_path): make_docs.Page(path) for path in tmp_path.rglob("*.html")}
    sources = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert sources <= pages.keys()
    assert [file for page in pages.values() for file in page.files if "//" in file] == []
    anchors = pages[Path("reference/api.html")].anchors
    names = [*fourcast.__all__, *(f"envs.{name}" for name in envs.__all__)]
    missing = [name for name in names if f"fourcast.{name}" not in anchors]
    assert missing == [], "add them to docs/reference/api.md"
    assert {"fourcast.Position.turn", "fourcast.Position.play"} <= anchors
    assert "fourcast.Position.push" not in anchors  # a name of another library, which only raises an error


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="here"><a href="#here"></a> <a href="b.html#there"></a> <img src="c.svg">')
    (tmp_path / "b.html").write_text('<a href="https://example.org/x"></a> <a href="a.html#here"></a>')
    assert make_docs.broken_links(tmp_path) == ["a.html: b.html#there", "a.html: c.svg"]
