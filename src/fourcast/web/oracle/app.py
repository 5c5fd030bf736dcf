"""The app of the oracle: routes, limits, headers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from time import monotonic
from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import Field, ValidationError

from fourcast.algorithms import StopFlag
from fourcast.environment import cpu_count
from fourcast.rules import Rules
from fourcast.solver import Solver
from fourcast.web.connections import while_connected
from fourcast.web.error_responses import MEDIA_TYPE, install_error_handlers
from fourcast.web.oracle.answers import Answer, blocks, solve_texts, solver_of
from fourcast.web.problems import Problem, problem_of
from fourcast.web.schema.model import LineText, Model, ProblemView, RulesText

COLUMN_FULL: Final = 100
"""The score of a column that cannot be played, as connect4.gamesolver.org writes it."""
DEFAULT_RULES: Final = "classic"
DEFAULT_SECONDS: Final = 10.0
MAX_BODY_BYTES: Final = 8 * 2**20
MAX_POSITIONS: Final = 100_000
"""In one request."""
BLOCK: Final = 1000
"""Positions of a batch that are solved in one call. Other requests get their turn in between."""
NDJSON: Final = "application/x-ndjson"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_USAGE: Final = """Fourcast oracle {version}: exact scores of four-in-a-row positions.

GET  /solve?pos=4453                 the score of every column, {full} where it cannot be played
GET  /solve?pos=44&rules=classic,width=8&time=2
POST /solve                          a position per line, or {{"rules": "classic", "positions": ["44", "4453"]}}
GET  /health
GET  /openapi.json

A score is to the side to move: 0 is a draw, k a win with k−1 discs to spare, −k a loss.
"""

TimeQuery = Annotated[
    float | None,
    Query(gt=0, description="Limit in seconds for solving, from its turn, at most that of the server"),
]
MAX_FULL: Final = 1_000_000
FullQuery = Annotated[
    int | None, Query(ge=-MAX_FULL, le=MAX_FULL, description="The score of a column that cannot be played")
]


@dataclass(frozen=True)
class OracleSettings:
    """What a server of the oracle allows."""

    time: float = DEFAULT_SECONDS
    """Seconds for one request, from its turn."""
    threads: int = cpu_count()
    """For one call of the solver."""
    origins: tuple[str, ...] = ("*",)
    """Of web pages that may read answers."""
    full: int = COLUMN_FULL
    slots: int = max(2, cpu_count())
    """Calls of the solver at once."""
    max_waiting: int = 512


class Scores(Model):
    """The exact score of every column to the side to move. `moves` is there for games in which the columns do not say
    everything: pop-outs, margins, chance, boards without gravity."""

    pos: str
    score: list[float]
    moves: dict[str, float] | None = None


class Batch(Model):
    """Many positions of the same rules."""

    positions: Annotated[list[LineText], Field(max_length=MAX_POSITIONS)]
    rules: RulesText = DEFAULT_RULES
    time: Annotated[float, Field(gt=0)] | None = None
    full: Annotated[int, Field(ge=-MAX_FULL, le=MAX_FULL)] | None = None


class Health(Model):
    """What the server is and how busy it is."""

    status: str
    version: str
    engine: str
    book: str | None
    threads: int
    max_seconds: float
    running: int
    waiting: int


class Oracle:
    """Solves in threads, a limited number of calls at once; further ones wait, and a limited number of them."""

    def __init__(self, settings: OracleSettings) -> None:
        self.settings = settings
        self._pool = ThreadPoolExecutor(settings.slots, "oracle")
        self._active = 0

    @property
    def running(self) -> int:
        return min(self._active, self.settings.slots)

    @property
    def waiting(self) -> int:
        return self._active - self.running

    @cached_property
    def classic(self) -> Solver:
        return self.solver(DEFAULT_RULES)

    def solver(self, rules: str) -> Solver:
        return solver_of(Rules.parse(rules), self.settings.threads)

    async def solve(self, rules: str, texts: Sequence[str], *, time: float | None, full: int | None) -> list[Answer]:
        """The answers. `time` is for all of them, from the moment when it is their turn. Raises `Problem` if too many
        requests wait."""
        if self.waiting >= self.settings.max_waiting:
            raise Problem(503, "The oracle is busy: too many requests wait. Try again in a moment.")
        stop = StopFlag()
        seconds = min(time or self.settings.time, self.settings.time)
        value = self.settings.full if full is None else full

        def run() -> list[Answer]:
            if stop.is_set():
                return []
            return solve_texts(self.solver(rules), texts, time=seconds, full=value, stop=stop)

        self._active += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, run)
        finally:
            self._active -= 1
            stop.set()

    async def solve_batch(self, batch: Batch) -> AsyncIterator[list[Answer]]:
        """The answers of a batch, part by part, as they become available. Raises `Problem` only before the first."""
        seconds = min(batch.time or self.settings.time, self.settings.time)
        deadline = monotonic() + seconds
        for number, texts in enumerate(blocks(batch.positions, BLOCK)):
            left = deadline - monotonic()
            error = f"Not solved: the {seconds:g} s of the batch are over."
            answers: list[Answer] | None = None
            if left > 0:
                try:
                    answers = await self.solve(batch.rules, texts, time=left, full=batch.full)
                except Problem as problem:
                    if number == 0:
                        raise
                    error = problem.detail
            yield [Answer(text, error=error) for text in texts] if answers is None else answers

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def create_oracle_app(settings: OracleSettings) -> FastAPI:
    """An app that solves positions. It stores nothing and knows no users."""
    oracle = Oracle(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(lambda: oracle.classic)
        yield
        oracle.close()

    app = FastAPI(
        title="Fourcast oracle",
        version=version("fourcast"),
        description="Exact scores of four-in-a-row positions, in the protocol of connect4.gamesolver.org.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses={status: {"model": ProblemView, "content": {MEDIA_TYPE: {}}} for status in (413, 422, 503)},
    )
    install_error_handlers(app, pages=False)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=["GET", "POST"],
        allow_headers=["*"],
        expose_headers=["ETag", "Retry-After", "X-Fourcast"],
        max_age=86400,
    )

    @app.get("/", include_in_schema=False)
    @app.get("/docs", include_in_schema=False)
    async def usage() -> PlainTextResponse:
        return PlainTextResponse(_USAGE.format(version=app.version, full=settings.full))

    @app.get("/health")
    async def health() -> Health:
        """Whether the server answers, what it is, and how many requests it has."""
        book = oracle.classic.book
        return Health(
            status="ok",
            version=app.version,
            engine=oracle.classic.engine.value,
            book=str(book.path.name) if book else None,
            threads=settings.threads,
            max_seconds=settings.time,
            running=oracle.running,
            waiting=oracle.waiting,
        )

    @app.get("/solve", response_model=Scores, responses={304: {"description": "The cached answer is right"}})
    async def solve(
        request: Request,
        pos: LineText = "",
        rules: RulesText = DEFAULT_RULES,
        time: TimeQuery = None,
        full: FullQuery = None,
    ) -> Response:
        """The exact score of every column. Nothing or 0 is the empty board.

        A finished game has no column that can be played. Status 422: not a position of these rules. Status 503: not
        solved in time, with the `bounds` of every move; or too many requests.
        """
        key = "\n".join((app.version, rules, pos, str(settings.full if full is None else full)))
        tag = f'"{sha256(key.encode()).hexdigest()[:20]}"'
        if tag in request.headers.get("if-none-match", ""):  # only who was sent the answer knows its tag
            return Response(status_code=304, headers={"ETag": tag, "Cache-Control": _FOR_EVER})
        start = monotonic()
        [answer] = await while_connected(request, oracle.solve(rules, [pos], time=time, full=full))
        if answer.bounds is not None:
            raise Problem(503, answer.error or "", title="Not solved in time", pos=pos, bounds=answer.bounds)
        if answer.error:
            raise Problem(422, answer.error, title="Invalid position", pos=pos)
        headers = {
            "ETag": tag,
            "Cache-Control": _FOR_EVER,
            "X-Fourcast": f"exact; version={app.version}",
            "Server-Timing": f"solve;dur={1000 * (monotonic() - start):.1f}",
        }
        return Response(answer.as_json(), headers=headers, media_type="application/json")

    @app.post("/solve", response_class=StreamingResponse, openapi_extra=_batch_schema())
    async def solve_batch(
        request: Request,
        rules: RulesText = DEFAULT_RULES,
        time: TimeQuery = None,
        full: FullQuery = None,
    ) -> StreamingResponse:
        """Many positions, answered in order, one per line, as they are solved.

        A JSON request is answered by a JSON array, text with a position per line by JSON lines. A position that is
        invalid or not solved in time has an `error` in place of `score`. What a JSON request does not contain is taken
        from the address.
        """
        parameters = {"rules": rules, "time": time, "full": full}
        body = await _read_body(request)
        is_json = "json" in request.headers.get("content-type", "")
        try:
            if is_json:
                batch = Batch.model_validate_json(body)
                batch = Batch.model_validate(parameters | batch.model_dump(exclude_unset=True))
            else:
                text = body.decode(errors="replace").removeprefix("\ufeff").removesuffix("\n")
                lines = [line.strip() for line in text.split("\n")] if body else []
                batch = Batch.model_validate(parameters | {"positions": lines})
        except ValidationError as error:
            raise problem_of(error) from None
        await asyncio.to_thread(oracle.solver, batch.rules)  # what is wrong with the rules has a status of its own
        rest = oracle.solve_batch(batch)
        first = await while_connected(request, _next(rest))  # a problem has its status: nothing has been sent yet
        parts = _joined(first, rest)
        return StreamingResponse(
            _array(parts) if is_json else _lines(parts),
            media_type="application/json" if is_json else NDJSON,
            headers={"Cache-Control": "no-store"},
        )

    return app


async def _read_body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY_BYTES:
            raise Problem(413, f"Request too large: use at most {MAX_BODY_BYTES // 2**20} MB and several requests.")
    return bytes(body)


async def _next(parts: AsyncIterator[list[Answer]]) -> list[Answer]:
    return await anext(parts, [])


async def _joined(first: list[Answer], rest: AsyncIterator[list[Answer]]) -> AsyncIterator[list[Answer]]:
    if first:
        yield first
    async for answers in rest:
        yield answers


async def _lines(parts: AsyncIterator[list[Answer]]) -> AsyncIterator[str]:
    async for answers in parts:
        yield "".join(f"{answer.as_json()}\n" for answer in answers)


async def _array(parts: AsyncIterator[list[Answer]]) -> AsyncIterator[str]:
    between = "[\n"
    async for answers in parts:
        yield between + ",\n".join(answer.as_json() for answer in answers)
        between = ",\n"
    yield "[]\n" if between == "[\n" else "\n]\n"


def _batch_schema() -> dict[str, Any]:
    line = {"schema": {"type": "string", "example": "44\n4453\n"}}
    return {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": Batch.model_json_schema()}, "text/plain": line},
        }
    }
