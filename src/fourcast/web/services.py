"""What the routes work with, made once per server: worker pools, games, trees, comparisons."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated, Final, ParamSpec, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from fourcast.charts import chart_unsupported_reason
from fourcast.experiments import Row, SearchGrid
from fourcast.puzzles import Puzzle, shipped_puzzles
from fourcast.trace import Tree
from fourcast.web.agents import serve_agents
from fourcast.web.comparisons import NOTHING_TO_DRAW, ChartRequest, Measurement, parse_compare_request
from fourcast.web.game_registry import GameRegistry
from fourcast.web.problems import Problem
from fourcast.web.reply_search import ReplyPools
from fourcast.web.schema.measure import CompareRequest
from fourcast.web.schema.tree import TreeRequest
from fourcast.web.served_agents import ServedAgents
from fourcast.web.settings import Settings
from fourcast.web.tasks import DRAW_CHART, RECORD_TREE
from fourcast.web.trees import build_tree, parse_tree_request
from fourcast.web.worker_pool import RequestPool

Args = ParamSpec("Args")
Made = TypeVar("Made")

MIN_LONG_REPLIES: Final = 8
"""Slots for replies that may take long."""
LONG_REPLY_NICENESS: Final = 13
"""Of their workers, between that of short replies and that of analyses."""
ANALYSIS_NICENESS: Final = 15
"""Of the workers for analyses and comparisons: a reply beside them gets about three quarters of a processor."""
MAX_CACHED_NODES: Final = 60_000
"""Nodes of all trees together."""
MAX_COMPARISONS: Final = 60
"""Comparisons whose charts are still available."""


class Services:
    """The state of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        serve_agents(settings.agents or ServedAgents())
        # Agents' replies and hints never wait for anything else, and the system prefers them to analyses. Replies that
        # may take half a minute are more at once than there are processors, and the system prefers the short ones.
        self.replies = RequestPool(settings.slots, settings.max_waiting, has_spare=settings.has_spare_worker)
        self.long_replies = RequestPool(
            max(settings.slots, MIN_LONG_REPLIES), settings.max_waiting, niceness=LONG_REPLY_NICENESS
        )
        self.searches = RequestPool(
            settings.slots, settings.max_waiting, has_spare=settings.has_spare_worker, niceness=ANALYSIS_NICENESS
        )
        # A comparison takes minutes and cannot be interrupted: one at a time.
        self.measurements = RequestPool(1, settings.max_waiting, niceness=ANALYSIS_NICENESS)
        # Charts and files have a worker of their own, so that they do not wait for searches of minutes. It is not
        # killed when a client leaves: a chart is finished sooner than a new worker is started.
        self.drawings = RequestPool(1, settings.max_waiting, stop_timeout=DRAW_CHART.max_seconds)
        self.trees = TreeCache(self.searches)
        self.comparisons = ComparisonCache(self.drawings)
        self.games = GameRegistry(
            settings.data, replies=ReplyPools(self.replies, self.long_replies), keeps_seats=settings.keeps_seats
        )
        self.replies.start_spare()
        self.searches.start_spare()

    @cached_property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """By id; those of a game one after another, the easier ones first. Of several with the same id only one."""
        puzzles = self.settings.puzzles or shipped_puzzles()
        games = {rules: number for number, rules in enumerate(dict.fromkeys(puzzle.rules for puzzle in puzzles))}
        ordered = sorted(puzzles, key=lambda puzzle: (games[puzzle.rules], puzzle.stars))
        return {puzzle.id: puzzle for puzzle in ordered}

    @property
    def search_pools(self) -> tuple[RequestPool, ...]:
        """The pools of searches: replies, analyses and trees, comparisons."""
        return self.replies, self.long_replies, self.searches, self.measurements

    async def close(self) -> None:
        await asyncio.gather(*(pool.close() for pool in (*self.search_pools, self.drawings)))
        self.games.close()


def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


UseServices = Annotated[Services, Depends(_services)]


class TreeCache:
    """The trees that were requested last."""

    def __init__(self, searches: RequestPool) -> None:
        self._searches = searches
        self._trees: OrderedDict[TreeRequest, Tree] = OrderedDict()
        self._lock = asyncio.Lock()

    async def find(self, request: TreeRequest) -> Tree:
        """The tree of a request. Its search may wait in the queue. Raises `Problem` if it is too large."""
        key = TreeRequest(**{name: getattr(request, name) for name in TreeRequest.model_fields})
        if key in self._trees:
            self._trees.move_to_end(key)
            return self._trees[key]
        parse_tree_request(key)  # reports errors before it waits
        record = await self._searches.run(RECORD_TREE, key)
        tree = await self.compute(build_tree, key, record)
        self._trees[key] = tree
        while len(self._trees) > 1 and sum(len(cached.nodes) for cached in self._trees.values()) > MAX_CACHED_NODES:
            self._trees.popitem(last=False)
        return tree

    async def compute(self, function: Callable[Args, Made], *args: Args.args, **kwargs: Args.kwargs) -> Made:
        """Call a function that takes some tenths of a second, in a thread. One at a time: several threads that run
        Python delay each other and the server."""
        async with self._lock:
            return await asyncio.to_thread(function, *args, **kwargs)


@dataclass(frozen=True)
class ComparisonData:
    """A comparison and its measurements so far."""

    id: str
    grid: SearchGrid
    rows: list[Row] = field(default_factory=list)
    spread: list[Row] = field(default_factory=list)
    """The rows at random positions."""

    def add(self, measurement: Measurement) -> Row | None:
        """Add a row. Returns it, unless it is one at a random position."""
        (self.spread if measurement.is_spread else self.rows).append(measurement.row)
        return None if measurement.is_spread else measurement.row


class ComparisonCache:
    """The last comparisons, by their ids."""

    def __init__(self, drawings: RequestPool) -> None:
        self._drawings = drawings
        self._comparisons: OrderedDict[str, ComparisonData] = OrderedDict()

    def add(self, request: CompareRequest) -> ComparisonData:
        """A comparison that is ready to run. Raises if the request is invalid."""
        data = ComparisonData(token_urlsafe(9), parse_compare_request(request))
        self._comparisons[data.id] = data
        if len(self._comparisons) > MAX_COMPARISONS:
            self._comparisons.popitem(last=False)
        return data

    def find(self, ident: str) -> ComparisonData:
        if ident not in self._comparisons:
            raise Problem(404, "This comparison is no longer available. Run it again.")
        return self._comparisons[ident]

    async def chart(self, data: ComparisonData, name: str, kind: str, *, theme: str, legend: bool) -> bytes:
        """A chart of the measurements so far, as an image or as its Vega-Lite definition."""
        if reason := chart_unsupported_reason(Path(f"{name}.{kind}")):
            raise Problem(409, reason, title="No charts")
        rows = data.spread if name == "dropped" else data.rows
        if not any(row.done for row in rows):
            raise Problem(409, NOTHING_TO_DRAW)
        request = ChartRequest(name=name, kind=kind, theme=theme, legend=legend, rows=rows)
        return (await self._drawings.run(DRAW_CHART, request)).content
