"""The oracle speaks the protocol of connect4.gamesolver.org, batches included, and never gives a wrong number."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from support.engines import needs_core
from support.event_loop import in_event_loop

from fourcast.rules import Position
from fourcast.solver import Solver
from fourcast.web.oracle import OracleSettings, create_oracle_app
from fourcast.web.oracle import app as oracle
from fourcast.web.oracle.answers import Answer, solve_texts
from fourcast.web.problems import Problem

pytestmark = needs_core

PUBLISHED = {
    "": [-2, -1, 0, 1, 0, -1, -2],  # in the source of SPIN-Bench's server
    "475": [-18, -2, -2, -18, -18, -2, -18],  # quoted by a client of connect4.gamesolver.org
}
SMALL = "classic,width=4,height=4"
HARD = {"pos": "44", "rules": "classic,width=8,height=8", "time": "0.05"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("FOURCAST_BOOK")  # with the shipped book, as for users
        with TestClient(create_oracle_app(OracleSettings(time=600))) as client:
            yield client


@cache
def python_solver() -> Solver:
    return Solver(SMALL, engine="python")


def python_scores(text: str, full: int = 100) -> list[float]:
    """By the Python engine, which is the definition."""
    solved = {str(move): one.low for move, one in python_solver().solve_moves(Position(text, SMALL)).items()}
    return [solved.get(str(column), full) for column in range(1, 5)]


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.usefixtures("client")  # whose solver, with the book, is shared
def test_a_batch_that_finds_the_oracle_busy_has_the_status_of_the_problem() -> None:
    with TestClient(create_oracle_app(OracleSettings(max_waiting=0))) as other:
        busy = other.post("/solve", content="44\n45")
    assert (busy.status_code, busy.json()["title"]) == (503, "Server busy")


def test_later_parts_of_a_batch_that_find_the_oracle_busy_are_answered_by_errors(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = iter(range(9))
    solve = oracle.Oracle.solve

    async def solve_once(self: oracle.Oracle, *args: Any, **settings: Any) -> list[Answer]:
        if next(calls):
            raise Problem(503, "The oracle is busy.")
        return await solve(self, *args, **settings)

    monkeypatch.setattr(oracle.Oracle, "solve", solve_once)
    monkeypatch.setattr(oracle, "BLOCK", 1)
    first, second = lines_of(client.post("/solve", content="475\n44\n").text)
    assert first["score"] == PUBLISHED["475"]
    assert second == {"pos": "44", "error": "The oracle is busy."}


def test_a_json_batch_takes_what_it_lacks_from_the_address(client: TestClient) -> None:
    [answer] = client.post(f"/solve?rules={SMALL}&full=7", json={"positions": ["1111"]}).json()
    assert answer["score"] == python_scores("1111", 7)
    assert client.get("/solve?pos=4&full=99999999999999999999999").status_code == 422


@pytest.mark.parametrize("page", ["README.md", "docs/oracle.md"])
def test_answers_in_the_documentation(client: TestClient, page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    answers = lines_of("\n".join(re.findall(r'^\{"pos".*', text, re.MULTILINE)))
    assert answers
    positions = "\n".join(answer["pos"] for answer in answers)
    assert lines_of(client.post("/solve", content=positions).text) == answers


# One position


@pytest.mark.parametrize("pos", PUBLISHED)
def test_published_answers(client: TestClient, pos: str) -> None:
    response = client.get("/solve", params={"pos": pos})
    assert response.status_code == 200
    assert response.json() == {"pos": pos, "score": PUBLISHED[pos]}


def test_no_moves_and_0_are_the_empty_board(client: TestClient) -> None:
    assert [client.get(path).json()["score"] for path in ("/solve", "/solve?pos=0")] == [PUBLISHED[""]] * 2


def test_a_column_that_cannot_be_played_has_the_score_that_was_chosen(client: TestClient) -> None:
    assert client.get("/solve?pos=444444").json()["score"][3] == 100
    assert client.get("/solve?pos=444444&full=-1000").json()["score"][3] == -1000
    with TestClient(create_oracle_app(OracleSettings(full=-1000))) as other:
        assert other.get("/solve?pos=444444").json()["score"][3] == -1000


def test_a_finished_game_has_no_column_to_play(client: TestClient) -> None:
    assert client.get("/solve?pos=1212121").json()["score"] == [100] * 7


@pytest.mark.parametrize("pos", ["8", "4444444", "12121213", "x", "4" * 5000])
def test_invalid_positions_have_no_score(client: TestClient, pos: str) -> None:
    response = client.get("/solve", params={"pos": pos})
    assert response.status_code == 422
    assert "score" not in response.json()
    assert "etag" not in response.headers


def test_rules_and_notations(client: TestClient) -> None:
    for pos in ("12", "1,2", "A B"):
        assert client.get("/solve", params={"pos": pos, "rules": SMALL}).json()["score"] == python_scores("12")
    popout = client.get("/solve", params={"pos": "44", "rules": "popout,width=4,height=4"}).json()
    assert set(popout["moves"]) == {"1", "2", "3", "4", "p4"}
    assert popout["score"] == [popout["moves"][str(column)] for column in range(1, 5)]
    assert client.get("/solve", params={"rules": "popout"}).status_code == 422


def test_mirror_images_have_the_same_expected_values(client: TestClient) -> None:
    score = client.get("/solve?rules=drift,width=4,height=3").json()["score"]
    assert score == score[::-1]


@pytest.mark.parametrize("query", ["Pos=44", "moves=44", "pos=44&rule=popout"])
def test_unknown_parameters_are_refused(client: TestClient, query: str) -> None:
    assert client.get(f"/solve?{query}").status_code == 422
    assert client.post(f"/solve?{query}", content="44").status_code == 422


def test_problems_speak_of_the_oracle(client: TestClient) -> None:
    assert "/solve?pos=MOVES" in client.get("/play", headers={"Accept": "text/html"}).json()["detail"]
    assert client.get("/solve?rules=chess").json()["title"] == "Invalid rules"
    assert client.put("/solve").headers["allow"] == "GET, HEAD, POST"


def test_the_head_of_an_answer(client: TestClient) -> None:
    head = client.head("/solve?pos=475")
    assert (head.status_code, head.headers["etag"]) == (200, client.get("/solve?pos=475").headers["etag"])


def test_what_is_not_solved_in_time_has_bounds_and_is_not_cached(client: TestClient) -> None:
    response = client.get("/solve", params=HARD)
    problem = response.json()
    assert response.status_code == 503
    assert "score" not in problem
    assert set(problem["bounds"]) == set("12345678")
    assert any(low < high for low, high in problem["bounds"].values())
    assert "cache-control" not in response.headers


def test_answers_can_be_cached_and_are_validated_without_solving(client: TestClient) -> None:
    first = client.get("/solve?pos=475")
    assert "immutable" in first.headers["cache-control"]
    again = client.get("/solve?pos=475", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    tags = {client.get(f"/solve?{query}").headers["etag"] for query in ("pos=475", "pos=47", "pos=475&full=99")}
    assert len(tags) == 3


def test_pages_of_the_chosen_origins_may_read_answers(client: TestClient) -> None:
    origin = {"Origin": "https://example.org"}
    assert client.get("/solve?pos=475", headers=origin).headers["access-control-allow-origin"] == "*"
    with TestClient(create_oracle_app(OracleSettings(origins=("https://a.example",)))) as other:
        assert "access-control-allow-origin" not in other.get("/solve?pos=475", headers=origin).headers
        chosen = other.get("/solve?pos=475", headers={"Origin": "https://a.example"})
        assert chosen.headers["access-control-allow-origin"] == "https://a.example"


def test_health_and_schema(client: TestClient) -> None:
    assert client.get("/health").json()["status"] == "ok"
    assert set(client.get("/openapi.json").json()["paths"]) == {"/health", "/solve"}
    assert "/solve?pos=" in client.get("/").text


# Batches


def test_lines_are_answered_by_lines_in_order(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "BLOCK", 2)
    texts = ["", "12", "19", "1212121", "3,4", "44444", "1\u20282", "1234123"]
    response = client.post("/solve", params={"rules": SMALL, "full": 99}, content="\n".join(texts) + "\n")
    assert response.headers["content-type"] == "application/x-ndjson"
    answers = lines_of(response.text)
    assert [answer["pos"] for answer in answers] == texts
    invalid = {answer["pos"] for answer in answers if "error" in answer}
    assert invalid == {"19", "44444", "1\u20282"}
    for answer in answers:
        if answer["pos"] not in invalid:
            assert answer["score"] == python_scores(answer["pos"], full=99)


@pytest.mark.parametrize("positions", [[], ["12"], ["12", "3", "34"]])
def test_json_is_answered_by_an_array(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, positions: list[str]
) -> None:
    monkeypatch.setattr(oracle, "BLOCK", 2)
    response = client.post("/solve", json={"rules": SMALL, "positions": positions})
    assert response.json() == [{"pos": pos, "score": python_scores(pos)} for pos in positions]


def test_a_batch_whose_time_is_over_has_errors_in_place_of_scores(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "BLOCK", 1)
    rules, time = HARD["rules"], float(HARD["time"])
    answers = client.post("/solve", json={"rules": rules, "positions": ["44", "45"], "time": time}).json()
    assert ["score" in answer for answer in answers] == [False, False]
    assert "bounds" in answers[0]


def test_batches_that_are_invalid_or_too_large_have_a_status(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    json_type = {"Content-Type": "application/json"}
    assert client.post("/solve", content="{", headers=json_type).status_code == 422
    for wrong in ({"rules": "popout"}, {"full": False}, {"time": "1"}):
        assert client.post("/solve", json={"positions": ["44"], **wrong}).status_code == 422
    for form in ({"data": {"pos": "44"}}, {"files": {"pos": b"44"}}):
        assert client.post("/solve", **form).status_code == 415
    monkeypatch.setattr(oracle, "MAX_BODY_BYTES", 10)
    assert client.post("/solve", content="4\n" * 6).status_code == 413


# Many clients


class Service:
    """An oracle with one slot, and when it solves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.oracle = oracle.Oracle(OracleSettings(slots=1, time=10_000, max_waiting=2))
        self.times: list[float] = []
        monkeypatch.setattr(oracle, "solve_texts", self._solve)

    def _solve(self, *arguments: Any, **options: Any) -> list[Answer]:
        self.times.append(options["time"])
        return solve_texts(*arguments, **options)

    async def ask(self, pos: str, rules: str = "classic", time: float | None = None) -> Answer:
        [answer] = await self.oracle.solve(rules, [pos], time=time, full=None)
        return answer

    async def hard_request(self) -> asyncio.Task[Answer]:
        """A request that is being solved, and will be for hours."""
        task = asyncio.create_task(self.ask("44", HARD["rules"]))
        while not any(time > 1000 for time in self.times):
            await asyncio.sleep(0.001)
        return task


@pytest.fixture
def service(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    service = Service(monkeypatch)
    yield service
    service.oracle.close()


def test_a_full_queue_is_refused_and_everybody_else_is_answered(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "SHORT_SECONDS", 10_000)

    @in_event_loop
    async def test() -> None:
        hard = await service.hard_request()
        waiting = [asyncio.create_task(service.ask("475")) for _ in range(2)]
        while service.oracle.waiting < 2:
            await asyncio.sleep(0.001)
        with pytest.raises(Problem, match="too many requests wait"):
            await service.ask("475")
        hard.cancel()
        assert [answer.score for answer in await asyncio.gather(*waiting)] == [PUBLISHED["475"]] * 2

    test()


def test_the_solver_stops_for_a_client_that_has_left(service: Service) -> None:
    @in_event_loop
    async def test() -> None:
        (await service.hard_request()).cancel()
        (await service.hard_request()).cancel()

    test()


def test_easy_positions_do_not_wait_for_hard_ones_nor_these_beyond_their_time(service: Service) -> None:
    @in_event_loop
    async def test() -> None:
        hard = await service.hard_request()
        assert (await service.ask("475")).score == PUBLISHED["475"]
        answer = await service.ask("45", HARD["rules"], time=0.2)
        assert answer.bounds is not None
        assert not hard.done()
        hard.cancel()

    test()


def test_a_request_without_a_turn_in_its_time_is_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "SHORT_SECONDS", 10_000)

    @in_event_loop
    async def test() -> None:
        hard = await service.hard_request()
        with pytest.raises(Problem, match=r"no turn in 0\.05 s"):
            await service.ask("475", time=0.05)
        hard.cancel()

    test()


def test_a_server_that_stops_answers_all_requests_by_a_problem(service: Service) -> None:
    @in_event_loop
    async def test() -> None:
        requests = [await service.hard_request(), asyncio.create_task(service.ask("45", HARD["rules"]))]
        while not service.oracle.waiting:
            await asyncio.sleep(0.001)
        service.oracle.stop()
        for problem in await asyncio.gather(*requests, return_exceptions=True):
            assert isinstance(problem, Problem)
            assert problem.title == "Server stopping"

    test()


@pytest.mark.usefixtures("client")
def test_a_batch_is_refused_unread_while_too_many_others_are_under_way() -> None:
    app = create_oracle_app(OracleSettings(max_batches=1))

    @in_event_loop
    async def test() -> None:
        is_read, is_refused = asyncio.Event(), asyncio.Event()

        async def body(waits: bool) -> AsyncIterator[bytes]:
            is_read.set()
            if waits:
                await is_refused.wait()
            yield b"475"

        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://oracle") as client:
            first = asyncio.create_task(client.post("/solve", content=body(waits=True)))
            await is_read.wait()
            is_read.clear()
            assert (await client.post("/solve", content=body(waits=False))).status_code == 503
            assert not is_read.is_set()
            is_refused.set()
            assert (await first).json()["score"] == PUBLISHED["475"]
            assert (await client.post("/solve", content=body(waits=False))).status_code == 200

    test()
