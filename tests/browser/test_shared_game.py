"""Two people play from two browsers through a proxy with https, others watch, and the server is killed in between."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from support.game_page import column, headline, plies
from support.nginx import free_port, nginx
from support.web_server import Server

PASSWORD = "correct horse"
# Nobody plays a column twice in a row: the page takes two clicks on it within 300 ms for a double click.
MOVES = "4433552"
"""Red wins in the bottom row."""
KILLED_AFTER = 3


def test_two_browsers_play_through_nginx_while_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    port, upstream = free_port(), free_port()
    address = f"https://localhost:{port}/c4"
    (tmp_path / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
    options = ["--url", address, "--password-file", str(tmp_path / "password")]
    faults: list[str] = []
    with ExitStack() as stack:

        def enter(path: str, name: str) -> Page:
            """A browser of its own, which gives the password."""
            context = stack.enter_context(browser.new_context(ignore_https_errors=True))
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = stack.enter_context(context.new_page())
            page.set_default_timeout(20_000)
            page.on("pageerror", lambda error: faults.append(f"{name}: {error}"))
            page.on("request", lambda asked: None if address in asked.url else faults.append(asked.url))
            page.goto(path)
            page.get_by_label("Password of this server").fill(PASSWORD)
            page.get_by_role("button", name="Enter").click()
            return page

        server = stack.enter_context(Server(tmp_path / "data", upstream, options=options))
        stack.enter_context(nginx(tmp_path, port, upstream))
        ada = enter(f"{address}/", "Ada")
        expect(headline(ada)).to_have_text("Your turn")
        ada.get_by_role("button", name="New game").click()
        for player in ("Red", "Yellow"):
            ada.get_by_role("radiogroup", name=f"{player} is").get_by_text("Person").click()
        ada.get_by_role("textbox", name="Name of Red").fill("Ada")
        ada.get_by_role("button", name="Start game").click()
        expect(headline(ada)).to_have_text("Ada to move")
        game_address = ada.url
        ada.get_by_role("button", name="Invite by a link").last.click()
        expect(ada.locator(".toast")).to_contain_text("Link copied. Who opens it first plays Yellow.")
        link = ada.evaluate("navigator.clipboard.readText()")
        assert link.startswith(f"{game_address}#join=")

        ben = enter(link, "Ben")
        ben.get_by_label("Your name").fill("Ben")
        ben.get_by_role("button", name="Play", exact=True).click()
        expect(headline(ben)).to_have_text("Ada to move")
        assert ben.url == game_address
        expect(headline(ada)).to_have_text("Your turn")
        expect(ada.locator(".player").last).to_contain_text("Ben")

        eve = enter(game_address, "Eve")
        expect(eve.locator(".headline p")).to_have_text("You are watching")
        for page, sentence in ((eve, "You are watching a game of others."), (ben, "Another person plays Red.")):
            page.keyboard.press("4")
            expect(page.locator(".below")).to_contain_text(sentence)

        for number, move in enumerate(MOVES, start=1):
            mover = ada if number % 2 else ben
            expect(headline(mover)).to_have_text("Your turn")
            column(mover, int(move)).click()
            for page in (ada, ben, eve):
                expect(plies(page)).to_have_count(number)
            if number == KILLED_AFTER:
                server.kill()
                for page in (ada, ben, eve):
                    expect(headline(page)).to_have_text("Connection lost")
                server = stack.enter_context(Server(tmp_path / "data", upstream, options=options))
                for page in (ada, ben, eve):
                    expect(headline(page)).not_to_have_text("Connection lost")
        for page in (ada, ben, eve):
            expect(headline(page)).to_have_text(re.compile("Ada wins"))
        ben.get_by_role("button", name="Play again").click()
        expect(ada.locator(".end")).to_contain_text("The next game has started.")
        ada.get_by_role("button", name="Play again").click()
        expect(headline(ada)).to_have_text("Your turn")
        expect(headline(ben)).to_have_text("Ada to move")
        assert ada.url == ben.url != game_address
        assert faults == []
    assert (tmp_path / "data" / "session.key").stat().st_mode & 0o077 == 0
