"""The app of the oracle: routes, limits, headers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from importlib.metadata import version
from math import inf
from time import monotonic
from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import Field, ValidationError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from fourcast.algorithms import StopFlag
from fourcast.environment import cpu_count
from fourcast.errors import UsageError
from fourcast.rules import Rules
from fourcast.solver import Solver
from fourcast.web.connections import while_connected
from fourcast.web.error_responses import MEDIA_TYPE, install_error_handlers, problem_response
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
MAX_FULL: Final = 1_000_000
BLOCK: Final = 1000
"""Positions of a batch that are solved in one call. Other requests get their turn in between."""
SHORT_SECONDS: Final = 0.05
"""What is not solved in this time waits for the other hard positions, and for nothing else."""
NDJSON: Final = "application/x-ndjson"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_USAGE: Final = """Fourcast oracle {version}: exact scores of four-in-a-row positions.

GET  /solve?pos=4453                 the score of every column, {full} where it cannot be played
GET  /solve?pos=44&rules=classic,width=6&time=2
POST /solve                          a position per line, or {{"rules": "classic", "positions": ["44", "4453"]}}
GET  /health
GET  /openapi.json

A score is to the side to move: 0 is a draw, k a win with k−1 discs to spare, −k a loss.
"""

_DETAILS: Final = {
    404: "There is nothing at this address. Ask for /solve?pos=MOVES; / describes the rest.",
    405: "This address does not support this method. / lists those that it does.",
    500: "An unexpected error occurred on the server, and its output says which. Nothing was solved.",
}
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True)
class OracleSettings:
    """What a server of the oracle allows."""

    time: float = DEFAULT_SECONDS
    """Seconds for one request, from its arrival."""
    threads: int = cpu_count()
    """For one call of the solver."""
    origins: tuple[str, ...] = ("*",)
    """Of web pages that may read answers."""
    full: int = COLUMN_FULL
    slots: int = 2
    """Calls of the solver at once, and as many again for hard positions."""
    max_waiting: int = 512
    max_batches: int = 16
    """Requests with many positions at once: each can take 20 MB."""


class Scores(Model):
    """The exact score of every column to the side to move. `moves` is there for games in which the columns do not say
    everything: pop-outs, margins, chance, boards without gravity."""

    pos: str
    score: list[float]
    moves: dict[str, float] | None = None


class Question(Model):
    """What a request asks, apart from positions."""

    rules: RulesText = DEFAULT_RULES
    time: Annotated[
        float | None, Field(gt=0, description="Seconds, with those of waiting; at most the limit of the server")
    ] = None
    full: Annotated[
        int | None, Field(ge=-MAX_FULL, le=MAX_FULL, description="The score of a column that cannot be played")
    ] = None


class SinglePosition(Question):
    pos: LineText = ""


class Batch(Question):
    """Many positions of the same rules."""

    positions: Annotated[list[LineText], Field(max_length=MAX_POSITIONS)]


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
    """Solves in threads, a limited number of calls at once; further ones wait, and a limited number of them.

    Every call gets a short time first, and its hard positions are continued in slots of their own: easy ones never wait
    until hard ones are solved.
    """

    def __init__(self, settings: OracleSettings) -> None:
        self.settings = settings
        self._pool = ThreadPoolExecutor(2 * settings.slots, "oracle")
        self._short_slots, self._long_slots = (asyncio.Semaphore(settings.slots) for _ in range(2))
        self._active = 0
        self._running: set[StopFlag] = set()
        self._is_stopping = False

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def waiting(self) -> int:
        return self._active - self.running

    @cached_property
    def classic(self) -> Solver:
        return self.solver(DEFAULT_RULES)

    def solver(self, rules: str) -> Solver:
        """Raises `Problem` if the oracle cannot solve these rules."""
        with _rules_problems():
            return solver_of(Rules.parse(rules), self.settings.threads)

    def limit(self, time: float | None) -> float:
        """The seconds for a request that asks for so many."""
        return min(time or inf, self.settings.time)

    async def solve(self, rules: str, texts: Sequence[str], *, time: float | None, full: int | None) -> list[Answer]:
        """The answers. `time` is for all of them, from now. Raises `Problem` if too many requests wait, if it was not
        their turn in this time, or if the server stops."""
        if self.waiting >= self.settings.max_waiting:
            raise Problem(503, "The oracle is busy: too many requests wait. Try again in a moment.")
        seconds = self.limit(time)
        deadline = monotonic() + seconds
        value = self.settings.full if full is None else full

        def solve_some(texts: Sequence[str], max_seconds: float, stop: StopFlag) -> list[Answer]:
            if stop.is_set():
                return []
            left = max(0.001, min(deadline - monotonic(), max_seconds))
            return solve_texts(self.solver(rules), texts, time=left, full=value, stop=stop)

        self._active += 1
        try:
            answers = await self._run(self._short_slots, partial(solve_some, texts, SHORT_SECONDS), deadline)
            if answers is None:
                raise Problem(503, f"The oracle is busy: there was no turn in {seconds:g} s. Try again in a moment.")
            hard = [index for index, answer in enumerate(answers) if answer.bounds is not None]
            if hard and monotonic() < deadline:
                again = partial(solve_some, [texts[index] for index in hard], inf)
                for index, answer in zip(hard, await self._run(self._long_slots, again, deadline) or (), strict=False):
                    answers[index] = answer
            return answers
        finally:
            self._active -= 1

    async def _run(
        self, slots: asyncio.Semaphore, work: Callable[[StopFlag], list[Answer]], deadline: float
    ) -> list[Answer] | None:
        """What the work returns, in a thread; None if no slot was free until the deadline."""
        try:
            async with asyncio.timeout_at(deadline):
                await slots.acquire()
        except TimeoutError:
            return None
        stop = StopFlag()
        if self._is_stopping:
            stop.set()
        self._running.add(stop)
        try:
            answers = await asyncio.get_running_loop().run_in_executor(self._pool, work, stop)
            if self._is_stopping:
                raise Problem(503, "The server is stopping. Ask again once it runs.", title="Server stopping")
            return answers
        finally:
            stop.set()
            self._running.remove(stop)
            slots.release()

    async def solve_batch(self, batch: Batch) -> AsyncIterator[list[Answer]]:
        """The answers of a batch, part by part, as they become available. Raises `Problem` only before the first."""
        seconds = self.limit(batch.time)
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

    def stop(self) -> None:
        """Answer all requests that run or wait by a problem, now."""
        self._is_stopping = True
        for flag in self._running:
            flag.set()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class BatchLimit:
    """Refuses a batch while too many others are read or answered, before its body is read."""

    def __init__(self, app: ASGIApp, max_batches: int) -> None:
        self._app = app
        self._left = max_batches

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
        elif not self._left:
            problem = Problem(503, "The oracle is busy: too many batches are under way. Try again in a moment.")
            await problem_response(problem, Headers())(scope, receive, send)
        else:
            self._left -= 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._left += 1


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
    app.state.oracle = oracle
    install_error_handlers(app, pages=False, details=_DETAILS)
    app.add_middleware(BatchLimit, max_batches=settings.max_batches)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=["GET", "POST"],
        allow_headers=["*"],
        expose_headers=["ETag", "Retry-After", "X-Fourcast"],
        max_age=86400,
    )

    @app.head("/", include_in_schema=False)
    @app.get("/", include_in_schema=False)
    @app.get("/docs", include_in_schema=False)
    async def usage() -> PlainTextResponse:
        return PlainTextResponse(_USAGE.format(version=app.version, full=settings.full))

    @app.head("/health", include_in_schema=False)
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

    @app.head("/solve", include_in_schema=False)
    @app.get("/solve", response_model=Scores, responses={304: {"description": "The cached answer is right"}})
    async def solve(request: Request, question: Annotated[SinglePosition, Query()]) -> Response:
        """The exact score of every column. Nothing or 0 is the empty board.

        A finished game has no column that can be played. Status 422: not a position of these rules. Status 503: not
        solved in time, with the `bounds` of every move; or too many requests.
        """
        pos, rules, full = question.pos, question.rules, question.full
        key = "\n".join((app.version, rules, pos, str(settings.full if full is None else full)))
        tag = f'"{sha256(key.encode()).hexdigest()[:20]}"'
        if tag in request.headers.get("if-none-match", ""):  # only who was sent the answer knows its tag
            return Response(status_code=304, headers={"ETag": tag, "Cache-Control": _FOR_EVER})
        start = monotonic()
        [answer] = await while_connected(request, oracle.solve(rules, [pos], time=question.time, full=full))
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
    async def solve_batch(request: Request, question: Annotated[Question, Query()]) -> StreamingResponse:
        """Many positions, answered in order, one per line, as they are solved.

        A JSON request is answered by a JSON array, text with a position per line by JSON lines. A position that is
        invalid or not solved in time has an `error` in place of `score`. What a JSON request does not contain is taken
        from the address.
        """
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind in _FORMS:
            detail = f"{kind} is not supported. Send text/plain with a position per line, or application/json."
            raise Problem(415, detail)
        is_json = "json" in kind
        body = await _read_body(request)
        try:
            if is_json:
                batch = Batch.model_validate_json(body, strict=True)
                missing = question.model_fields_set - batch.model_fields_set
                batch = batch.model_copy(update=question.model_dump(include=missing))
            else:
                text = body.decode(errors="replace").removeprefix("\ufeff").removesuffix("\n")
                lines = [line.strip() for line in text.split("\n")] if body else []
                batch = Batch.model_validate({**question.model_dump(), "positions": lines})
        except ValidationError as error:
            raise problem_of(error) from None
        with _rules_problems():
            Rules.parse(batch.rules)  # also of an empty batch
        rest = oracle.solve_batch(batch)
        first = await while_connected(request, _next(rest))  # a problem has its status: nothing has been sent yet
        parts = _joined(first, rest)
        return StreamingResponse(
            _array(parts) if is_json else _lines(parts),
            media_type="application/json" if is_json else NDJSON,
            headers={"Cache-Control": "no-store"},
        )

    return app


@contextmanager
def _rules_problems() -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        raise Problem(422, str(error), title="Invalid rules") from None


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
            "content": {"application/json": {"schema": Batch.model_json_schema()}, "text/plain": line},
        }
    }
