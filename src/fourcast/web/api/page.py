"""The page: one HTML file for all screens, its styles and modules."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from stat import S_ISREG
from typing import Final

from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from fourcast.trace import EXPLORER, FOLDERS, GENERATED, csp_hash
from fourcast.web.connections import UsePlayer
from fourcast.web.problems import Problem
from fourcast.web.services import UseServices

FOLDER: Final = Path(__file__).parents[1] / "static"
MANUAL: Final = Path(__file__).parents[1] / "manual"
"""The documentation site: wheels contain it, in a checkout `make docs` builds it."""
NO_MANUAL: Final = "The documentation is not part of this installation. In a checkout `make docs` builds it."
SCREENS: Final = (
    "/",
    "/game/{ident}",
    "/games/{ident}/review",
    "/analysis",
    "/review",
    "/puzzles",
    "/puzzles/{ident}",
    "/tree",
    "/measure",
)
ENTRY: Final = "main.js"
_INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_IMPORT: Final = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";\n', re.MULTILINE)


def _read(name: str) -> str:
    folder, _, file = name.rpartition("/")
    return GENERATED.get(name) or (FOLDERS.get(folder, FOLDER / folder) / file).read_text(encoding="utf-8")


def _modules(name: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names of a module and of all that it imports, each after those that it needs."""
    names = before
    for imported in _IMPORT.findall(_read(name)):
        full = normpath(join(dirname(name), imported)) if imported.startswith(".") else imported
        if full not in names:
            names = _modules(full, names)
    return (*names, name)


MODULES: Final = _modules(ENTRY)
"""The modules of Play. They are sent as one: a request costs more than its bytes. The others are loaded when needed."""
THEME: Final = (FOLDER / "theme.js").read_text(encoding="utf-8")
"""Runs before the first paint."""
STYLES: Final = (
    "lib/colours.css",
    "lib/tokens.css",
    "lib/base.css",
    "app/page.css",
    "board/board.css",
    "app/screens.css",
    "play/play.css",
    "analysis/analysis.css",
    "review/review.css",
    "puzzles/puzzles.css",
    "explorer/explorer.css",
    "tree/tree.css",
    "measure/measure.css",
)
"""The style sheets of all screens in their order, also sent as one."""
REVALIDATE: Final = {"Cache-Control": "no-cache"}
"""Browsers ask each time whether a file has changed, so that modules of two versions never meet."""
TYPES: Final = {".js": "text/javascript", ".css": "text/css"}

router = APIRouter(include_in_schema=False)


def _import_map(base: str) -> str:
    """Where the modules are that others import by their own names. `base`: what all paths begin with."""
    static = f"{base}/static"
    folders = {f"{name}/": f"{static}/{name}/" for name in FOLDERS}
    modules = {name if dirname(name) in FOLDERS else f"{static}/{name}": f"{static}/{ENTRY}" for name in MODULES[:-1]}
    return json.dumps({"imports": folders | modules})


def script_hashes(base: str) -> tuple[str, ...]:
    """By which the content security policy allows the inline scripts."""
    return tuple(csp_hash(script) for script in (_import_map(base), THEME))


class _Files(StaticFiles):
    """A folder of modules and styles, which browsers revalidate. Its HTML files are parts of pages, no pages.

    The files are small: they are read at once, where Starlette would ask a thread four times for each.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        full_path, stat_result = self.lookup_path(path)
        if stat_result is None or not S_ISREG(stat_result.st_mode) or path.endswith(".html"):
            raise HTTPException(404)
        response = FileResponse(full_path, stat_result=stat_result, headers=REVALIDATE)
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return Response(Path(full_path).read_bytes(), headers=dict(response.headers))


class _Manual(StaticFiles):
    async def check_config(self) -> None:
        """The folder need not be there."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not (MANUAL / "index.html").is_file():
            raise Problem(404, NO_MANUAL)
        response = await super().get_response(path, scope)
        # Of a folder: Starlette's address is absolute, and lacks the base path.
        return RedirectResponse(f"{Path(path).name}/") if isinstance(response, RedirectResponse) else response


def manual_script_hashes() -> tuple[str, ...]:
    """Of the inline scripts of the documentation, which set its colours before the first paint."""
    page = MANUAL / "index.html"
    return tuple(map(csp_hash, _INLINE_SCRIPT.findall(page.read_text(encoding="utf-8")))) if page.is_file() else ()


def mount(app: FastAPI) -> None:
    """Serve everything below /static, and the documentation at /manual."""
    app.mount("/manual", _Manual(directory=MANUAL, html=True, check_dir=False))
    for name, folder in FOLDERS.items():
        app.mount(f"/static/{name}", _Files(directory=folder))
    app.mount("/static", _Files(directory=FOLDER))


async def screen(services: UseServices, player: UsePlayer) -> HTMLResponse:
    """The page. It reads from the address which screen to show."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    settings = services.settings
    base = settings.base
    parts = {
        "import_map": _import_map(base),
        "theme": THEME,
        "explorer": EXPLORER.read_text(encoding="utf-8"),
        "base": base,
        "seats": "kept" if settings.keeps_seats else "",
        "player": player if player and (settings.keeps_seats or settings.is_reachable) else "",
    }
    for name, content in parts.items():
        page = page.replace(f"{{{{{name}}}}}", content)
    return HTMLResponse(page, headers={"Cache-Control": "private, no-cache"})  # it has the id of the browser


for path in SCREENS:
    router.add_api_route(path, screen, methods=["GET", "HEAD"])


def _file_response(request: Request, name: str, content: str) -> Response:
    """A text that is made here, with the type of a file of that name."""
    headers = REVALIDATE | {"ETag": f'"{sha256(content.encode()).hexdigest()[:16]}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=TYPES[Path(name).suffix], headers=headers)


@router.get("/manual")
async def manual() -> RedirectResponse:
    """To the documentation, by a relative address: the base path of the server need not be known."""
    return RedirectResponse("manual/")


@router.get("/static/styles.css")
async def styles(request: Request) -> Response:
    """The style sheets of all screens."""
    return _file_response(request, "styles.css", "".join(map(_read, STYLES)))


@router.get(f"/static/{ENTRY}")
async def modules(request: Request) -> Response:
    """The modules of Play in one scope: no two of them may give the same name to different things."""
    return _file_response(request, ENTRY, "".join(_IMPORT.sub("", _read(name)) for name in MODULES))


def _add_generated(name: str) -> None:
    async def generated(request: Request) -> Response:
        return _file_response(request, name, GENERATED[name])

    router.add_api_route(f"/static/{name}", generated)


for name in GENERATED:
    _add_generated(name)
