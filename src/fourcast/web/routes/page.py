"""The page itself: one HTML file for every screen, its styles and modules, and a plain page about the API."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

from fourcast.web.api_page import api_page

FOLDER: Final = Path(__file__).parents[1] / "page"
SCREENS: Final = ("/", "/game/{ident}", "/analysis", "/tree", "/measure")

router = APIRouter(include_in_schema=False)


async def screen() -> FileResponse:
    """The page. Which screen it shows is in the address, which the page reads for itself."""
    return FileResponse(FOLDER / "index.html", headers={"Cache-Control": "no-cache"})


for path in SCREENS:
    router.add_api_route(path, screen)


@router.get("/api/session")
async def session() -> dict[str, bool]:
    """Where a page that outlived its server gets a new token."""
    return {"ok": True}


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Every route, from the OpenAPI schema at /openapi.json. Written by ourselves: the usual page needs a network."""
    return HTMLResponse(_docs(request.app))


@lru_cache(maxsize=1)
def _docs(app: FastAPI) -> str:
    return api_page(app.openapi())


class Files(StaticFiles):
    """Styles and modules, asked for anew each time: a page must not run with the modules of yesterday."""

    def file_response(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response
