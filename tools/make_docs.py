"""Builds the documentation site into the package, where `fourcast serve` finds it: `make docs`.

    python tools/make_docs.py [FOLDER [OPTION OF SPHINX …]]

Warnings of Sphinx are errors, and so are links to files and anchors that do not exist. Needs no network; addresses of
other sites are checked by `python -m sphinx -b linkcheck docs build/links`, where there is one.
"""

from __future__ import annotations

import os
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import unquote, urlsplit

from sphinx.cmd.build import build_main

ROOT: Final = Path(__file__).resolve().parents[1]
SITE: Final = ROOT / "src" / "fourcast" / "web" / "manual"


class Page(HTMLParser):
    """The links of a page, its anchors, and the files that a browser loads with it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.files: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                (self.links if tag == "a" else self.files).add(value)


def build(folder: Path, *options: str) -> int:
    """Write the site in place of an older one; the exit code of Sphinx.

    The folder itself stays: `make` installs again when the time of a folder around it changes.
    """
    for path in folder.glob("*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    with TemporaryDirectory(prefix="fourcast-docs-") as cache:
        strict = ["--quiet", "--fail-on-warning", "--keep-going", "-d", cache]
        return int(build_main([*strict, *options, str(ROOT / "docs"), str(folder)]))


def broken_links(folder: Path) -> list[str]:
    """Every link of a site to a file or an anchor that it does not have."""
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for link in sorted(page.links | page.files):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                broken.append(f"{path.relative_to(folder.resolve())}: {link}")
    return broken


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # in the notebooks: small matrices
    if code := build(folder, *sys.argv[2:]):
        sys.exit(code)
    if broken := broken_links(folder):
        sys.exit("Broken links:\n" + "\n".join(broken))
    print(f"{sum(1 for _ in folder.rglob('*.html'))} pages: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
