"""The page itself: one HTML file for every screen, its styles and modules."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from fourcast.trace import MODULES, PARTS, STYLES
from fourcast.web.error_responses import NOT_FOUND
from fourcast.web.problems import Problem

FOLDER: Final = Path(__file__).parents[1] / "page"
PAGE: Final = ((FOLDER, "index.html"), (PARTS, "explorer.html"))
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FRESH: Final = {"Cache-Control": "no-cache"}
SCREENS: Final = ("/", "/game/{ident}", "/analysis", "/tree", "/measure")

router = APIRouter(include_in_schema=False)


async def screen() -> HTMLResponse:
    """The page. Which screen it shows is in the address, which the page reads for itself."""
    page, explorer = ((folder / name).read_text(encoding="utf-8") for folder, name in PAGE)
    return HTMLResponse(page.replace("<!-- explorer -->", explorer), headers=FRESH)


for path in SCREENS:
    router.add_api_route(path, screen)


@router.get("/api/session")
async def session() -> dict[str, bool]:
    """Where a page that outlived its server gets a new token."""
    return {"ok": True}


@router.get("/page/{name:path}")
async def file(name: str) -> Response:
    """A style or a module, asked for anew each time: a page must not run with the modules of yesterday."""
    path = files().get(name)
    if path is None:
        raise Problem(404, NOT_FOUND)
    return Response(_content(path, path.stat().st_mtime_ns), media_type=TYPES[path.suffix], headers=FRESH)


@cache
def files() -> dict[str, Path]:
    """Everything that is served below /page. What draws trees belongs to the room of trees, for its own page is made
    of it too."""
    own = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.suffix in TYPES}
    return own | {f"explorer/{name}": PARTS / name for name in (*MODULES, *STYLES)}


@lru_cache(maxsize=100)
def _content(path: Path, _changed: int) -> str:
    return delivered(path)


def delivered(path: Path) -> str:
    """A file as the browser gets it: without lines that are comments and without indentation, which are for readers. In
    a style other white space that says nothing goes too."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"(?ms)^[ \t]*/\*.*?\*/[ \t]*\n", "", text)
    text = re.sub(r"(?m)^[ \t]*(?://.*)?\n|^[ \t]+", "", text)
    return re.sub(r"\s*([{};,])\s*|(?<=:) ", r"\1", text) if path.suffix == ".css" else text
