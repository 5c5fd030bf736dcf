"""Response times while 50 games are played at once by pairs of people, each with a spectator, and against agents.

The clients talk to the server as browsers do, through nginx with https if it is installed. Measures a move until it is
saved and answered, until the opponent sees it, and, against an agent, until its reply is there. It fails if the 99th
percentile of the moves is above the goal.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import ssl
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import httpx
from support.nginx import free_port, nginx
from support.web_server import Server
from websockets.asyncio.client import ClientConnection, connect

GAMES: Final = 50
GOAL: Final = 0.1
"""Seconds in which 99 % of the moves are to be answered."""
SECONDS: Final = 30.0
PAUSE: Final = 1.0
"""Mean seconds between two moves of a game."""
AGENT: Final = "level2"

Json = dict[str, Any]


def percentile(seconds: Sequence[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


def percentiles(seconds: Sequence[float]) -> str:
    return ", ".join(f"{share:.0%}: {percentile(seconds, share) * 1000:.1f}" for share in (0.5, 0.9, 0.99, 1.0))


class Run:
    """When it ends, and what was measured: seconds until a move is answered, and until it is seen."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._deadline = 0.0
        self._all_ready = asyncio.Barrier(GAMES)
        self.moves: list[float] = []
        self.seen: list[float] = []

    async def begin(self) -> None:
        """Wait until the browsers of all games have a session."""
        await self._all_ready.wait()
        self._deadline = perf_counter() + self._seconds
        await asyncio.sleep(random.uniform(0, 2 * PAUSE))  # people do not all start at the same moment

    @property
    def goes_on(self) -> bool:
        return perf_counter() < self._deadline


class Browser:
    """A client with cookies and sockets of its own."""

    def __init__(self, address: str, context: ssl.SSLContext | None) -> None:
        self._address = address
        self._context = context
        origin = "/".join(address.split("/")[:3])
        self.client = httpx.AsyncClient(verify=context or False, headers={"Origin": origin}, timeout=30)

    async def call(self, method: str, path: str, **body: Any) -> Json:
        response = await self.client.request(method, self._address + path, json=body or None)
        assert response.is_success, response.text
        data: Json = response.json() if "json" in response.headers["content-type"] else {}
        return data

    def watch(self, game: str) -> connect:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.client.cookies.jar)
        return connect(
            f"{self._address.replace('http', 'ws', 1)}/api/games/{game}/live?changes=true",
            additional_headers={"Cookie": cookies, "Origin": self.client.headers["Origin"]},
            ssl=self._context,
            max_queue=None,
        )


async def until_version(socket: ClientConnection, version: int) -> float:
    """The time at which a version of a game arrives."""
    while True:
        message = json.loads(await socket.recv())
        state = message.get("game") or message.get("change")
        assert message["type"] != "problem", message
        if state and state["version"] >= version:
            return perf_counter()


async def play_pair(address: str, context: ssl.SSLContext | None, run: Run) -> None:
    """Two people and a spectator. A finished game is followed by another one."""
    browsers = [Browser(address, context) for _ in range(3)]
    for browser in browsers:
        await browser.call("GET", "/")
    await run.begin()
    while run.goes_on:
        first = await browsers[0].call("POST", "/api/games", players=[{"name": "Ada"}, {"name": "Ben"}])
        path = f"/api/games/{first['id']}"
        invitation = await browsers[0].call("POST", f"{path}/invitations", player=1)
        await browsers[1].call("POST", f"{path}/join", key=invitation["key"])
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(browser.watch(first["id"])) for browser in browsers]
            legal, turn = [move["text"] for move in first["position"]["moves"]], 0
            while legal and run.goes_on:
                await asyncio.sleep(random.uniform(0.5, 1.5) * PAUSE)
                start = perf_counter()
                game = await browsers[turn].call("POST", f"{path}/moves", move=random.choice(legal))
                run.moves.append(perf_counter() - start)
                run.seen.append(await until_version(sockets[1 - turn], game["version"]) - start)
                legal, turn = [move["text"] for move in game["position"]["moves"]], game["position"]["turn"]
    for browser in browsers:
        await browser.client.aclose()


async def play_agent(address: str, context: ssl.SSLContext | None, run: Run) -> None:
    """A person against an agent."""
    browser = Browser(address, context)
    await browser.call("GET", "/")
    await run.begin()
    while run.goes_on:
        game = await browser.call("POST", "/api/games", players=[{"name": "Ada"}, {"agent": AGENT}])
        async with browser.watch(game["id"]) as socket:
            while game["position"]["moves"] and run.goes_on:
                await asyncio.sleep(random.uniform(0.5, 1.5) * PAUSE)
                move = random.choice(game["position"]["moves"])["text"]
                start = perf_counter()
                game = await browser.call("POST", f"/api/games/{game['id']}/moves", move=move)
                run.moves.append(perf_counter() - start)
                if game["position"]["moves"]:
                    run.seen.append(await until_version(socket, game["version"] + 1) - start)
                    game = await browser.call("GET", f"/api/games/{game['id']}")
    await browser.client.aclose()


async def measure(address: str, context: ssl.SSLContext | None, seconds: float) -> bool:
    """Print the times. Whether they are within the goal."""
    is_reached = True
    pairs, agents = (play_pair, "two people and a spectator", "seen"), (play_agent, f"against {AGENT}", "reply")
    for play, what, last in (pairs, agents):
        run = Run(seconds)
        await asyncio.gather(*(play(address, context, run) for _ in range(GAMES)))
        print(f"{GAMES} games at once, {what}: {len(run.moves)} moves in {seconds:.0f} s, in ms")
        print(f"  move   {percentiles(run.moves)}")
        print(f"  {last:<6} {percentiles(run.seen)}")
        is_reached = is_reached and percentile(run.moves, 0.99) <= GOAL
    return is_reached


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    has_proxy = bool(shutil.which("nginx", path="/usr/sbin:/usr/bin") and shutil.which("openssl"))
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        port, upstream = free_port(), free_port()
        address = f"https://localhost:{port}/c4" if has_proxy else f"http://127.0.0.1:{upstream}"
        options = ["--url", address, "--client-limit", "0"]
        stack.enter_context(Server(folder / "data", upstream, options=options))
        context = stack.enter_context(nginx(folder, port, upstream)) if has_proxy else None
        print(f"Through {'nginx with https' if has_proxy else 'plain HTTP'}")
        if not asyncio.run(measure(address, context, seconds)):
            sys.exit(f"The goal is {GOAL * 1000:.0f} ms for 99 % of the moves.")


if __name__ == "__main__":
    main()
