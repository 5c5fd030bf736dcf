"""Whether the server works, and what it does, for programs that watch over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from fourcast.native import core_unsupported_reason
from fourcast.web.request_log import Gauge, Labels, Metrics
from fourcast.web.schema.model import HealthView
from fourcast.web.services import UseServices
from fourcast.web.worker_pool import RequestPool

router = APIRouter(tags=["status"])


@router.get("/health")
async def health(services: UseServices) -> HealthView:
    """Whether games can be saved, and how busy the server is. The status is 503 or 507 if they cannot."""
    await services.games.query(lambda store: store.check())
    return HealthView(
        status="ok",
        version=version("fourcast"),
        engine="python" if core_unsupported_reason() else "native",
        games=services.games.open_count,
        running=sum(pool.running for pool in services.search_pools),
        waiting=sum(pool.waiting for pool in services.search_pools),
    )


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request, services: UseServices) -> PlainTextResponse:
    """Counts of requests, sockets, games and searches, in the text format of Prometheus."""
    counts: Metrics = request.app.state.metrics
    pools = {"replies": services.replies, "long_replies": services.long_replies, "searches": services.searches}
    pools |= {"measurements": services.measurements, "drawings": services.drawings}
    gauges: dict[str, Gauge] = {
        "fourcast_info": ("The version of the server.", [({"version": version("fourcast")}, 1)]),
        "fourcast_games_open": ("Games in memory.", [({}, services.games.open_count)]),
        "fourcast_search_slots": ("Searches that may run.", _by_pool(pools, lambda pool: pool.slots)),
        "fourcast_searches_running": ("Searches that run.", _by_pool(pools, lambda pool: pool.running)),
        "fourcast_searches_waiting": ("Searches in the queue.", _by_pool(pools, lambda pool: pool.waiting)),
    }
    return PlainTextResponse(counts.text(gauges), media_type="text/plain; version=0.0.4")


def _by_pool(pools: Mapping[str, RequestPool], count: Callable[[RequestPool], int]) -> list[tuple[Labels, float]]:
    return [({"pool": name}, count(pool)) for name, pool in pools.items()]
