"""A recorded search as one HTML file that needs nothing else: it opens and closes branches, explains every node and
steps through the search in the order in which it ran.

The modules of the explorer import each other by names such as `lib/dom.js`. An import map resolves these names: to
addresses of the server in the page that `fourcast serve` sends, to `data:` URLs that hold the modules in this file.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fourcast.drawing import colours_css, escaped, style_js
from fourcast.trace.explain import findings, headline
from fourcast.trace.page_data import page_data
from fourcast.trace.tree import Tree
from fourcast.trace.tree_json import json_text

_ROOT: Final = Path(__file__).parent
FOLDERS: Final[Mapping[str, Path]] = {"lib": _ROOT / "lib", "explorer": _ROOT / "explorer"}
"""The folders of modules and styles, by the first part of the names by which they are imported."""
GENERATED: Final[Mapping[str, str]] = {"lib/colours.css": colours_css(), "lib/style.js": style_js()}
"""What belongs to these folders, but is made from `style.json`."""
EXPLORER: Final = FOLDERS["explorer"] / "explorer.html"
"""The templates of the explorer, for a page that imports it."""
STYLES: Final = (
    "lib/colours.css",
    "lib/tokens.css",
    "lib/base.css",
    "explorer/explorer.css",
    "explorer/standalone.css",
)
FRAME_HEIGHT: Final = 680
"""Of the explorer in a notebook, in pixels."""
_PLAIN: Final = " !$&'()*+,-./:;=?@[]^_`{|}~"
"""Characters that a `data:` URL holds as they are."""
_ENTRY: Final = 'import "explorer/standalone.js";'


def tree_to_html(tree: Tree) -> str:
    """The page of a tree. Its policy allows its own scripts and styles, and no request at all."""
    style, import_map = _style(), _import_map()
    policy = (
        f"default-src 'none'; style-src '{csp_hash(style)}'; "
        f"script-src '{csp_hash(import_map)}' '{csp_hash(_ENTRY)}' data:; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "policy": policy,
        "title": escaped(" · ".join(headline(tree))),
        "findings": escaped(" ".join(findings(tree))),
        "style": style,
        "explorer": EXPLORER.read_text(encoding="utf-8"),
        "data": _data_text(tree),
        "import_map": import_map,
        "entry": _ENTRY,
    }
    page = (FOLDERS["explorer"] / "standalone.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda part: parts[part[1]], page)


def tree_to_frame(tree: Tree) -> str:
    """The page of a tree as a frame in another page, such as a notebook, whose contents it cannot reach."""
    title = " ".join([" · ".join(headline(tree)) + ".", *findings(tree)])
    return (
        f'<iframe title="{escaped(title)}" sandbox="allow-scripts" '
        f'srcdoc="{escaped(tree_to_html(tree))}" style="width: 100%; height: {FRAME_HEIGHT}px; border: 0"></iframe>'
    )


def csp_hash(text: str) -> str:
    """The source expression by which a content security policy allows exactly this inline script or style."""
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def _data_text(tree: Tree) -> str:
    """The data as JSON inside of a script element, where no `<` may begin a tag."""
    text = json_text(page_data(tree))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _read(name: str) -> str:
    folder, _, file = name.partition("/")
    return GENERATED.get(name) or (FOLDERS[folder] / file).read_text(encoding="utf-8")


@cache
def _style() -> str:
    return "\n" + "".join(map(_read, STYLES))


@cache
def _import_map() -> str:
    """Every module by its name, as a `data:` URL. Quoting leaves no `<` that could end the script element."""
    written = [f"{folder}/{path.name}" for folder, root in FOLDERS.items() for path in sorted(root.glob("*.js"))]
    generated = [name for name in GENERATED if name.endswith(".js")]
    modules = {name: f"data:text/javascript,{quote(_read(name), safe=_PLAIN)}" for name in [*written, *generated]}
    return json.dumps({"imports": modules}, indent=0)
