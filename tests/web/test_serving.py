"""`fourcast serve` as people start it."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from support.command import run
from support.web_server import Server

from fourcast.trace import FOLDERS, GENERATED
from fourcast.web.api import page
from fourcast.web.api.page import FOLDER
from fourcast.web.app import create_app
from fourcast.web.settings import Settings

SOURCES = [path for folder in (FOLDER, *FOLDERS.values()) for path in sorted(folder.rglob("*.*"))]
CODE = [path for path in SOURCES if path.suffix in (".js", ".css")]


def test_a_port_that_is_taken_gives_way_to_the_next(tmp_path: Path) -> None:
    with Server(tmp_path / "one") as one, Server(tmp_path / "two", int(one.address.rpartition(":")[2])) as two:
        assert one.address != two.address
        assert httpx.get(two.address).text.startswith("<!doctype html>")


def test_two_servers_do_not_share_a_folder_of_games(tmp_path: Path) -> None:
    with Server(tmp_path):
        second = run("serve", "--no-browser", "--data", str(tmp_path))
    assert second.code != 0
    assert "Another fourcast server uses the games in" in second.err
    assert "--data" in second.err


@pytest.mark.parametrize("path", ["/", "/analysis", "/tree"])
def test_a_screen_answers_head_like_get(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


def test_the_page_stays_small(client: TestClient) -> None:
    """JavaScript and CSS, gzipped: what a first visit downloads, and all screens in one stream without comments."""
    named = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:js|css))"', client.get("/").text)
    assert len(named) == 2
    assert sum(int(client.get(path).headers["content-length"]) for path in named) <= 45_000
    code = "".join([*(path.read_text(encoding="utf-8") for path in CODE), *GENERATED.values()])
    without_comments = re.sub(r"(?m)^\s*//.*\n|^\s*/\*(.|\n)*?\*/\n", "", code)
    assert len(gzip.compress(without_comments.encode())) <= 81_000


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_lines_of_the_page_are_at_most_120_characters_long(path: Path) -> None:
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120


@pytest.mark.parametrize("name", ["main.js", "lib/dom.js", "styles.css", *GENERATED])
def test_files_are_compressed_and_sent_again_only_when_they_changed(client: TestClient, name: str) -> None:
    first = client.get(f"/static/{name}")
    assert first.status_code == 200
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(f"/static/{name}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"/static/{name}", headers={"If-None-Match": '"other"'}).content == first.content


def test_the_style_sheets_of_all_screens_are_sent_as_one(client: TestClient) -> None:
    sent = client.get("/static/styles.css").text
    elsewhere = {"docs.css", "standalone.css"}
    for path in CODE:
        if path.suffix == ".css" and path.name not in elsewhere:
            assert path.read_text(encoding="utf-8") in sent, path.name


def test_the_modules_of_the_first_screen_are_sent_as_one(client: TestClient) -> None:
    """Otherwise the browser would ask for a module only after it has got the one that imports it."""
    sent = client.get("/static/main.js").text
    assert not re.search(r'^import |^\} from "', sent, re.MULTILINE)
    own = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*/*.js")}
    others = ("play/new-game", "play/rules", "play/saved", "board/thumbnail", "board/line")
    lazy = {name for name in own if name.startswith(("analysis/", "review/", "puzzles/", "tree/", "measure/", *others))}
    for name in own - lazy:
        assert (FOLDER / name).read_text(encoding="utf-8").split(";\n\n", 1)[-1] in sent, name
    assert f'"/static/{min(own - lazy)}": "/static/main.js"' in client.get("/").text


def test_the_documentation_is_served_where_it_was_built(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'href="/manual/"' in client.get("/").text
    monkeypatch.setattr(page, "MANUAL", tmp_path)
    absent = client.get("/manual/", headers={"Accept": "text/html"})
    assert absent.status_code == 404
    assert "`make docs` builds it" in absent.text
    script = "document.body.dataset.theme = 1"
    (tmp_path / "index.html").write_text(f"<script>{script}</script>", encoding="utf-8")
    settings = Settings(data=tmp_path / "data")
    (tmp_path / "start").mkdir()
    (tmp_path / "start" / "index.html").touch()
    app = create_app(settings)
    folder = TestClient(app, base_url=settings.address, follow_redirects=False).get("/manual/start")
    assert folder.headers["location"] == "start/"  # relative: the base path is not known there
    response = TestClient(app, base_url=settings.address).get("/manual")
    assert script in response.text
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'; " in response.headers["content-security-policy"]
