"""The FastAPI app: services, security, routes, page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware

from fourcast.web.api import analysis, docs, games, measure, options, page, positions, puzzles, status, trees
from fourcast.web.client_limits import ClientLimits
from fourcast.web.error_responses import MEDIA_TYPE, install_error_handlers
from fourcast.web.request_log import Metrics, RequestLog
from fourcast.web.schema.model import ProblemView
from fourcast.web.security import Guard
from fourcast.web.services import Services
from fourcast.web.settings import Settings

ROUTERS = (
    options.router,
    positions.router,
    games.router,
    analysis.router,
    puzzles.router,
    trees.router,
    measure.router,
    status.router,
    docs.router,
    page.router,
)


def create_app(settings: Settings) -> FastAPI:
    """An app that serves the page and everything behind it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = Services(settings)
        try:
            yield
        finally:
            await app.state.services.close()

    app = FastAPI(
        title="Fourcast",
        version=version("fourcast"),
        description="Play, look ahead and understand, over HTTP and WebSockets.",
        lifespan=lifespan,
        servers=[{"url": str(settings.url)}] if settings.url else None,
        docs_url=None,
        redirect_slashes=False,  # a redirection would need the public address
        redoc_url=None,
        responses={
            code: {"model": ProblemView, "content": {MEDIA_TYPE: {}}}
            for code in (400, 401, 403, 404, 409, 413, 422, 429, 503, 507)
        },
    )
    install_error_handlers(app, base=settings.base)
    for router in ROUTERS:
        app.include_router(router)
    docs.add_sockets(app)
    page.mount(app)
    app.state.metrics = Metrics()
    app.add_middleware(GZipMiddleware, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    if limit := settings.max_client_requests:
        app.add_middleware(ClientLimits, limit=limit, base=settings.base)
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    return app
