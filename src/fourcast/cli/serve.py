"""`fourcast serve`: the page, for a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from fourcast.errors import UsageError, needs_extra
from fourcast.files import read_limited


def serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Address to listen on. Default: this machine only, on Linux you alone.")
    ] = ("127.0.0.1"),
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, metavar="PORT", help="Port. If in use, the next free one; not with --url."),
    ] = 8000,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser if there is one.")] = True,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for games and high scores. Default: your data folder.")
    ] = None,
    agents: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Folder with agents of your own, opponents on this page: every FILE.py that defines `agent`.",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT", help="One more of them: FILE.py:FUNCTION, kaggle:FILE.py or program:COMMAND. Repeatable."
        ),
    ] = None,
    puzzles: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            exists=True,
            dir_okay=False,
            help="Puzzles of this page, made by `fourcast puzzles -o`. Default: those that come with the package.",
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Address that browsers use, if there is a proxy in front: https://four.example.edu/c4.",
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address or network of a proxy that says who the client is (X-Forwarded-For). "
            "Default with --url: this machine.",
        ),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File with a password that all users share, in its first line.",
        ),
    ] = None,
    client_limit: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Requests a second, requests and sockets at once of one address; 0: no limit. "
            "Default: 40 with --url or a password.",
        ),
    ] = None,
    access_log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a line for every request; -: to standard output."),
    ] = None,
) -> None:
    """Start the web page.

    Games, analysis, search trees and measurements in a browser.
    """
    from fourcast.puzzles import read_puzzles
    from fourcast.system import data_dir

    with needs_extra("The page", "web"):
        from fourcast.web import served_agents, server, settings  # slow to import, and not needed by other commands
    if trusted_proxy and not url:
        raise UsageError("--trusted-proxy is for a server behind a proxy: give its address by --url too.")
    own_agents = served_agents.ServedAgents(agents and agents.resolve(), tuple(agent or ()))
    own_agents.check()
    for sentence in own_agents.omissions():
        typer.echo(sentence, err=True)
    server_settings = settings.Settings(
        (data or data_dir()).resolve(),
        host=host,
        port=port,
        agents=own_agents,
        puzzles=tuple(read_puzzles(puzzles)) if puzzles else (),
        url=None if url is None else settings.PublicUrl.parse(url),
        access_log=access_log,
        client_limit=client_limit,
        password=read_password(password_file) if password_file else None,
    )
    if trusted_proxy:
        server_settings = replace(server_settings, trusted_proxies=settings.check_proxies(trusted_proxy))
    server.serve(
        server_settings,
        browser=browser,
        echo=typer.echo,
        warn=lambda sentence: typer.echo(sentence, err=True),
    )


def read_password(path: Path) -> str:
    """The first line of a file. Raises `UsageError`."""
    try:
        lines = read_limited(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8: save it in this encoding, or use a password in ASCII.") from None
    if not lines or not lines[0].strip():
        raise UsageError(f"{path} has no password: write one in its first line.")
    return lines[0].strip()
