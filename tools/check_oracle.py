"""Check and measure a running `fourcast oracle`: `python tools/check_oracle.py FILE… [--pons c4solver]`.

Each file has positions of classic 7×6 with exact scores, a line `MOVES SCORE` each. All of them are sent one by one, by
many clients at once, and in batches; every answer must have the score. Start the oracle with `--time 600`: while 200
clients ask for hard openings, some wait longer than the default. `--pons` names the solver of Pascal Pons
(github.com/PascalPons/connect4, built with make): the scores of every column are compared with those of its option -a,
where it is fast enough, that is from `--from` discs on. Then distinct endgames are sent in batches.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import numpy as np

from fourcast.rules import Rules
from fourcast.solver import boards_after

FULL: Final = 100
PONS_FULL: Final = -1000
PLIES: Final = range(29, 37)
"""Of the endgames: as in the published set of easy endgames."""
BATCH: Final = 20_000
_TIMEOUT: Final = 600.0


def read_positions(files: list[Path]) -> dict[str, int]:
    lines = [line.split() for file in files for line in file.read_text().splitlines()]
    return {moves: int(score) for moves, score in lines}


def best_score(scores: list[int]) -> int | None:
    return max((score for score in scores if score != FULL), default=None)


async def ask_one_by_one(address: str, positions: list[str], clients: int) -> tuple[dict[str, list[int]], list[float]]:
    """The scores, and the seconds that each request took, from so many clients at once."""
    queue = list(reversed(positions))
    scores: dict[str, list[int]] = {}
    seconds: list[float] = []
    where = urlsplit(address)

    async def ask() -> None:
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        while queue:
            pos, start = queue.pop(), perf_counter()
            writer.write(f"GET /solve?pos={pos} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            assert head.startswith("http/1.1 200"), head
            assert length
            answer = json.loads(await reader.readexactly(int(length[1])))
            seconds.append(perf_counter() - start)
            scores[pos] = answer["score"]
        writer.close()

    await asyncio.gather(*(ask() for _ in range(clients)))
    return scores, seconds


def ask_batch(address: str, positions: list[str]) -> list[dict[str, Any]]:
    with httpx.Client(base_url=address, timeout=_TIMEOUT) as client:
        answers: list[dict[str, Any]] = client.post("/solve", json={"positions": positions}).raise_for_status().json()
    return answers


def pons_scores(program: str, positions: list[str]) -> dict[str, list[int]]:
    run = subprocess.run([program, "-a"], input="\n".join(positions) + "\n", capture_output=True, text=True, check=True)
    lines = [line.split() for line in run.stdout.splitlines() if re.match(r"\d", line)]
    return {
        pos: [FULL if score == PONS_FULL else score for score in map(int, scores)] for pos, *scores in lines if scores
    }


def endgames(count: int, seed: int) -> list[str]:
    """Distinct unfinished positions after random moves."""
    rules, rng = Rules.parse("classic"), np.random.default_rng(seed)
    discs = np.repeat(np.arange(1, rules.shape.width + 1), rules.shape.height)
    games: dict[str, None] = {}
    while len(games) < count:
        shuffled = rng.permuted(np.tile(discs, (20_000, 1)), axis=1)
        texts = ["".join(map(str, row)) for row in shuffled.tolist()]
        for plies in PLIES:  # a further move can be played, so the game is not over
            _, is_read = boards_after(rules, [text[: plies + 1] for text in texts])
            games |= dict.fromkeys(texts[index][:plies] for index in np.flatnonzero(is_read).tolist())
    return [*games][:count]


def measure_batches(address: str, positions: list[str], clients: int) -> float:
    """Positions per second, in batches from so many clients at once, answered completely."""
    bodies = ["\n".join(positions[at : at + BATCH]) for at in range(0, len(positions), BATCH)]

    def send(body: str) -> int:
        with httpx.Client(base_url=address, timeout=_TIMEOUT) as client:
            return client.post("/solve", content=body).raise_for_status().content.count(b'"score"')

    start = perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        answered = sum(pool.map(send, bodies))
    seconds = perf_counter() - start
    assert answered == len(positions), f"{len(positions) - answered} positions have no score"
    return answered / seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--address", default="http://127.0.0.1:5555")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--pons", help="Pascal Pons' program")
    parser.add_argument("--from", dest="min_discs", type=int, default=20, help="discs of positions for --pons")
    parser.add_argument("--endgames", type=int, default=100_000)
    options = parser.parse_args()
    expected = read_positions(options.files)
    positions = list(expected)

    start = perf_counter()
    single, seconds = asyncio.run(ask_one_by_one(options.address, positions, options.clients))
    wrong = sum(best_score(single[pos]) != expected[pos] for pos in positions)
    p50, p99 = 1000 * np.percentile(seconds, 50), 1000 * np.percentile(seconds, 99)
    print(f"one by one: {len(positions):,} positions, {options.clients} clients, {wrong} wrong, ", end="")
    print(f"{perf_counter() - start:.1f} s, median {p50:.0f} ms, 99 % {p99:.0f} ms", flush=True)

    start = perf_counter()
    batches = [
        answer for at in range(0, len(positions), 100) for answer in ask_batch(options.address, positions[at:][:100])
    ]
    different = sum(answer.get("score") != single[answer["pos"]] for answer in batches)
    print(f"batches: {len(batches):,} positions, {different} different, {perf_counter() - start:.1f} s", flush=True)

    if options.pons:
        late = [pos for pos in positions if len(pos) >= options.min_discs]
        peer = pons_scores(options.pons, late)
        differences = sum(single[pos] != peer[pos] for pos in late)
        print(f"every column of {len(late):,} positions: {differences} differences from {options.pons}", flush=True)
        wrong += differences

    if options.endgames:
        speeds = [measure_batches(options.address, endgames(options.endgames, seed), clients=2) for seed in range(3)]
        shown = ", ".join(f"{speed:,.0f}" for speed in speeds)
        print(f"{options.endgames:,} distinct endgames in batches of {BATCH:,}: {shown} positions a second")
    return 1 if wrong or different else 0


if __name__ == "__main__":
    sys.exit(main())
