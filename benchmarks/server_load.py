"""Response times of the web server under load: 40 searches and 200 open sockets at once, on loopback.

Measures plain requests, and how soon the slot of a search is free after its client has disconnected. The goal for both
is 100 ms: for plain requests at the 99th percentile. And, while 40 analyses are open, the seconds until all of them
have their first values (goal: 5) and the time until an agent has replied (goal: 200 ms).
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.web_server import Server
from websockets.asyncio.client import ClientConnection, connect

SEARCHES: Final = 40
SOCKETS: Final = 200
SECONDS: Final = 15.0
DISCONNECTS: Final = 20
REPLIES: Final = 20
PAUSE: Final = 0.005
"""Seconds between two plain requests, which are sent one after another."""
VARIANTS: Final = ("classic,width=9,height=9", "popout", "drift", "most-lines", "extended")
LONG: Final = {"rules": "classic,width=9,height=9", "moves": "44", "seconds": 30}
"""An analysis that does not end before it is cancelled."""
COMPARISON: Final = {"specs": ["minimax"], "depths": [30], "seconds": 30}


class Client:
    """One connection that stays open, its cookie, its sockets."""

    def __init__(self, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._name, _, port = self._host.partition(":")
        self._port = int(port)
        self._cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and body of the response, parsed if it is JSON."""
        status_line = b""
        while not status_line:  # the server closes a connection that was idle for long
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._name, self._port)
            reader, writer = self._streams
            writer.write(self.request(method, path, body))
            status_line = await reader.readline()
            if not status_line:
                self._streams = None
        status = int(status_line.split()[1])
        headers, cookies = {}, []
        while (line := (await reader.readline()).decode().strip()) != "":
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                cookies.append(value.partition(";")[0].strip())
        self._cookie = "; ".join(cookies) or self._cookie
        text = await reader.readexactly(int(headers.get("content-length", 0)))
        return status, json.loads(text) if "json" in headers.get("content-type", "") else text

    def request(self, method: str, path: str, body: object = None) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nOrigin: http://{self._host}\r\n"
            f"Cookie: {self._cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        return head.encode() + content

    def socket(self, path: str) -> connect:
        headers = {"Cookie": self._cookie, "Origin": f"http://{self._host}"}
        return connect(f"ws://{self._host}{path}", additional_headers=headers, max_queue=None)

    async def send_and_abandon(self, method: str, path: str, body: object) -> Callable[[], Awaitable[None]]:
        """Send a request on its own connection. Returns the function that closes it."""
        _, writer = await asyncio.open_connection(self._name, self._port)
        writer.write(self.request(method, path, body))

        async def disconnect() -> None:
            writer.transport.abort()

        return disconnect

    async def running(self) -> int:
        _, pool = await self.send("GET", "/api/searches")
        return int(pool["running"]) + int(pool["waiting"])


async def until(client: Client, count: int) -> float:
    """Wait until so many searches run or are queued. Returns the seconds it took."""
    start = perf_counter()
    while await client.running() != count:
        await asyncio.sleep(0.002)
        if perf_counter() - start > 20:
            raise SystemExit(f"There are not {count} searches after 20 s.")
    return perf_counter() - start


def percentiles(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    at = {share: ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.9, 0.99, 1.0)}
    return ", ".join(f"{share:.0%}: {value * 1000:.1f}" for share, value in at.items())


async def plain_requests(client: Client, games: Sequence[str], seconds: float) -> tuple[list[float], Counter[int]]:
    """Send plain requests for so many seconds. Returns the seconds of each, and the statuses."""
    taken: list[float] = []
    statuses: Counter[int] = Counter()
    deadline = perf_counter() + seconds
    while perf_counter() < deadline:
        game = games[len(taken) % len(games)]
        for method, path, body in (
            ("GET", "/", None),
            ("GET", "/api/options", None),
            ("GET", f"/api/games/{game}", None),
            ("POST", f"/api/games/{game}/moves", {"move": "4"}),
            ("POST", f"/api/games/{game}/undo", None),
            ("GET", "/api/position?moves=4453", None),
            ("GET", "/api/games", None),
        ):
            start = perf_counter()
            status, _ = await client.send(method, path, body)
            taken.append(perf_counter() - start)
            statuses[status] += 1
            await asyncio.sleep(PAUSE)
    return taken, statuses


async def new_game(client: Client, **fields: object) -> str:
    status, game = await client.send("POST", "/api/games", {"players": [{}, {}], **fields})
    assert status == 201, game
    return str(game["id"])


async def under_load(client: Client, seconds: float, what: str, searches: int) -> None:
    """Run searches of one kind, each on a socket, while the other sockets watch games."""
    games = [await new_game(client) for _ in range(20)]
    before, _ = await plain_requests(client, games, seconds / 5)
    print(f"  idle       {percentiles(before)}")
    messages: Counter[str] = Counter()

    async def listen(session: ClientConnection) -> None:
        async for text in session:
            messages[json.loads(text)["type"]] += 1

    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        listening = []
        for number in range(SOCKETS):
            if number >= searches:
                path = f"/api/games/{games[number % len(games)]}/live"
            elif what == "agents":  # of the Python engine
                agents = [{"agent": "mcts,time=30"}, {"agent": "mcts,time=30"}]
                path = f"/api/games/{await new_game(client, players=agents)}/live"
            else:
                path = "/api/analysis/live"
            session = await stack.enter_async_context(client.socket(path))
            listening.append(tasks.create_task(listen(session)))
            if number < searches and what == "analysis":
                await session.send(json.dumps({"rules": VARIANTS[number % len(VARIANTS)], "seconds": 60}))
        await until(client, searches)
        taken, statuses = await plain_requests(client, games, seconds)
        print(f"  under load {percentiles(taken)}   ({len(taken)} requests, {dict(statuses)})")
        for one in listening:
            one.cancel()
    print(f"  messages on the sockets: {dict(messages)}")
    print(f"  all {searches} searches ended {await until(client, 0) * 1000:.0f} ms after the sockets were closed")


async def disconnects(client: Client) -> None:
    """Measure how soon a slot is free after its client has disconnected, for every kind of search."""
    game = await new_game(client, rules="classic,width=9,height=9", moves="44")
    kinds: dict[str, tuple[str, object]] = {
        "POST analysis": ("/api/analysis", LONG),
        "POST hint": (f"/api/games/{game}/hint", None),
        "WS analysis": ("/api/analysis/live", LONG),
        "WS compare": ("/api/compare/live", COMPARISON),
        "WS an agent's game": ("", None),
    }
    for what, (path, request) in kinds.items():
        taken = []
        for number in range(DISCONNECTS):
            if what.startswith("POST"):
                disconnect = await client.send_and_abandon("POST", path, request)
            else:
                if not path:
                    agent = "mcts,time=30" if number % 2 else "alphabeta,time=30"
                    live = f"/api/games/{await new_game(client, players=[{'agent': agent}, {}])}/live"
                session = await client.socket(path or live)
                if request:
                    await session.send(json.dumps(request))
                disconnect = session.close
            await until(client, 1)
            await asyncio.sleep(0.05 * (number % 5 + 1))  # at different stages of the search
            start = perf_counter()
            closing = asyncio.ensure_future(disconnect())
            await until(client, 0)
            taken.append(perf_counter() - start)
            await closing
        print(f"  {what:<20}{percentiles(taken)}")


async def short_work(client: Client) -> None:
    """Measure the first values of many analyses, and replies to moves while all of them are open."""
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        sessions = [await stack.enter_async_context(client.socket("/api/analysis/live")) for _ in range(SEARCHES)]
        start = perf_counter()

        async def first_value(session: ClientConnection) -> float:
            while json.loads(await session.recv())["type"] != "analysis":
                pass
            return perf_counter() - start

        for number, session in enumerate(sessions):
            await session.send(json.dumps({"rules": VARIANTS[number % len(VARIANTS)], "seconds": 60}))
        firsts = [await value for value in [tasks.create_task(first_value(session)) for session in sessions]]
        print(f"  first values {percentiles(firsts)}")
        taken = []
        for _ in range(REPLIES):
            game = await new_game(client, players=[{}, {"agent": "alphabeta,depth=1,order=centre"}])
            async with client.socket(f"/api/games/{game}/live") as session:
                await client.send("POST", f"/api/games/{game}/moves", {"move": "4"})
                start = perf_counter()
                while (message := json.loads(await session.recv())).get("game", {}).get("moves", "").count("4") != 2:
                    assert message["type"] != "problem", message
                taken.append(perf_counter() - start)
        print(f"  replies      {percentiles(taken)}")


async def measure(address: str, seconds: float) -> None:
    client = Client(address)
    await client.send("GET", "/")
    for what, title in (("analysis", "analyses by the native engine"), ("agents", "agents of the Python engine")):
        print(f"Plain requests in ms, {SOCKETS} sockets, {SEARCHES} searches: {title}")
        await under_load(client, seconds, what, SEARCHES)
    print(f"Milliseconds while {SEARCHES} analyses of 60 s are open: to their first values, and to a reply of depth 1")
    await short_work(client)
    print(f"From a disconnect to a free slot in ms, {DISCONNECTS} times each")
    await disconnects(client)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with TemporaryDirectory() as folder, Server(Path(folder), port=8600) as server:
        asyncio.run(measure(server.address, seconds))


if __name__ == "__main__":
    main()
