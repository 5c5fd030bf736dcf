"""`fourcast serve` as people start it."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from support.command import run
from support.web_server import Server

from fourcast.web.api.page import FOLDER, delivered, files


def test_it_serves_without_a_keyboard_and_says_where(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert httpx.get(server.address).text.startswith("<!doctype html>")


def test_a_port_that_is_taken_gives_way_to_the_next(tmp_path: Path) -> None:
    with Server(tmp_path / "one") as one, Server(tmp_path / "two", int(one.address.rpartition(":")[2])) as two:
        assert one.address != two.address
        assert httpx.get(two.address).status_code == 200


def test_two_servers_do_not_share_a_folder_of_games(tmp_path: Path) -> None:
    with Server(tmp_path):
        second = run("serve", "--no-browser", "--data", str(tmp_path))
    assert second.code != 0
    assert "Another fourcast server uses the games in" in second.err
    assert "--data" in second.err
    with Server(tmp_path) as after:
        assert httpx.get(after.address).status_code == 200


def test_the_page_stays_small() -> None:
    """JavaScript and CSS of all screens together, unpacked, as the browser gets them."""
    code = [path for path in files().values() if path.suffix in (".js", ".css")]
    assert len(code) > 30
    assert sum(len(delivered(path).encode()) for path in code) < 150_000


def test_what_is_delivered_lacks_only_comments_and_indentation() -> None:
    for path in files().values():
        if path.suffix == ".css":
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        kept = delivered(path).splitlines()
        assert kept == [line.strip() for line in lines if line.strip() in kept]
        lost = {line.strip() for line in lines} - set(kept)
        assert all(re.match(r"//|/\*|\*|$", line) for line in lost)


def test_delivered_styles_lack_only_comments_and_white_space() -> None:
    def words(text: str) -> str:
        return "".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())

    for path in files().values():
        if path.suffix == ".css":
            assert words(delivered(path)) == words(path.read_text(encoding="utf-8"))


def test_the_page_asks_for_all_its_modules_at_once() -> None:
    """Else each would be asked for only when the one that imports it has come."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    for path in FOLDER.glob("*.js"):
        assert f'"/page/{path.name}"' in page
