"""The page of a tree: one file, closed to the outside, whose data are the tree's. Where a browser is installed, it is
opened in one."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from support.command import TIMEOUT
from support.engines import needs_core
from support.trees import CASES, PUBLISHED, Case

from fourcast.rules import Player, Position, board_text
from fourcast.trace import Ended, cut_reason
from fourcast.trace.explain import cut_sentence, node_value_text
from fourcast.trace.html import tree_to_html

VOID = {"meta", "input"}
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: the page is not opened")


class Page(HTMLParser):
    """Reads a page and holds it to its form: every tag that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.path: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.content: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert self.path == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.path.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.path.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.path and self.path[-1] in ("script", "style", "title", "h1", "p"):
            kind = (self.elements[-1][1].get("type") or self.path[-1]) if self.path[-1] == "script" else self.path[-1]
            self.content[kind] = self.content.get(kind, "") + data

    @property
    def data(self) -> dict[str, Any]:
        found = json.loads(self.content["application/json"])
        assert isinstance(found, dict)
        return found

    def modules(self) -> dict[str, str]:
        """The addresses of all modules, by their names."""
        modules = json.loads(self.content["importmap"])["imports"]
        assert isinstance(modules, dict)
        return modules

    def rows(self) -> list[dict[str, Any]]:
        """The nodes as the page's script reads them."""
        data = self.data
        fields = data["textFields"]
        return [
            {field: data["texts"][row[place]] for place, field in enumerate(fields)}
            | dict(zip(data["numberFields"], row[len(fields) :], strict=False))
            | {"board": data["boards"][row[-1]]}
            for row in data["nodes"]
        ]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_data_of_every_page_are_those_of_the_tree(case: Case) -> None:
    tree = case.tree()
    rows = Page(tree_to_html(tree)).rows()
    assert len(rows) == len(tree.nodes)
    for node, row in zip(tree.nodes, rows, strict=True):
        assert row["parent"] == node.parent
        assert row["valueText"] == node_value_text(tree, node)
        assert row["reason"] == (cut_reason(tree, node) or "")
        assert row["why"] == (cut_sentence(tree, node) or "")
        assert bool(row["cut"]) == (node.ended is Ended.CUT)
        assert row["board"] == board_text(node.position).replace("\n", "")
        assert row["chosen"] == node.chosen
        assert row["nodes"] == node.nodes
        for place in row["last"]:
            assert node.parent is not None
            before = board_text(tree.nodes[node.parent].position).replace("\n", "")
            assert (before[place], row["board"][place]) == (".", "xo"[1 - node.position.turn])
        for place in row["mayFall"]:
            assert row["board"][place] == "."


def test_nothing_is_loaded_from_anywhere() -> None:
    text = tree_to_html(PUBLISHED.tree())
    page = Page(text)
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert not {name for name in attributes if name in ("src", "href", "style") or name.startswith("on")}
    modules = page.modules()
    assert all(address.startswith("data:text/javascript,") for address in modules.values())
    sources = "".join(unquote(address) for address in modules.values())
    assert set(re.findall(r"\w+://[\w./]*", unquote(text))) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"url\(|@import", page.content["style"])
    assert not re.search(r"\beval\b|innerHTML|fetch\(|import\(|XMLHttpRequest|WebSocket", sources)
    imported = re.findall(r'(?:from|import) "(.*)"', sources + page.content["module"])
    assert set(imported) <= set(modules)


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else() -> None:
    page = Page(tree_to_html(PUBLISHED.tree()))
    policy = next(
        attributes["content"] or ""
        for tag, attributes in page.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )

    def hashed(text: str) -> str:
        return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"

    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == "'none'"
    inline = f"{hashed(page.content['importmap'])} {hashed(page.content['module'])}"
    assert rules["script-src"] == f"{inline} data:"  # the modules themselves
    assert rules["style-src"] == hashed(page.content["style"])


def test_a_name_full_of_markup_is_only_text() -> None:
    def judge(position: Position, player: Player) -> float:
        return 0

    judge.__name__ = name = "</script><script>alert('&amp;')</script><!-- {{entry}} \u2028"
    tree, _ = Case("tictactoe", "5", "minimax", "", 1).searched(evaluate=judge)
    text = tree_to_html(tree)
    page = Page(text)
    assert sum(tag == "script" for tag, _ in page.elements) == 3
    assert name in page.content["title"]
    assert any(name in row["explained"] for row in page.rows())
    assert "<script>alert" not in text
    assert "<!--" not in text.partition("<script")[2]


@needs_core
def test_a_tree_of_twenty_thousand_nodes_is_all_there() -> None:
    tree = Case("classic", "44", "minimax", "quadruplets", 5).tree(engine=None)
    assert tree.visited == 19_607
    text = tree_to_html(tree)
    assert len(Page(text).data["nodes"]) == 19_607
    assert len(text) < 4_000_000


@needs_browser
def test_a_browser_opens_the_way_to_a_node_and_explains_its_cut(tmp_path: Path) -> None:
    tree = PUBLISHED.tree()
    node = next(node for node in tree.nodes if node.ended is Ended.CUT and not tree.nodes[node.parent or 0].chosen)
    file = tmp_path / "tree.html"
    file.write_text(tree_to_html(tree), encoding="utf-8")
    assert BROWSER
    command = [
        *(BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
        *(f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1280,900", "--virtual-time-budget=3000"),
        *("--dump-dom", f"{file.as_uri()}#{node.index}"),
    ]
    page = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True).stdout
    drawn = {int(tag[1]): tag[0] for tag in re.finditer(r'<g class="node [^>]*data-index="(\d+)"[^>]*>', page)}
    assert {index for index, tag in drawn.items() if "chosen" in tag} == {n.index for n in tree.nodes if n.chosen}
    assert all('role="treeitem"' in tag for tag in drawn.values())
    assert 'aria-selected="true"' in drawn[node.index]
    assert sum('aria-selected="true"' in tag for tag in drawn.values()) == 1
    sentence = cut_sentence(tree, node)
    assert sentence
    assert f'<p class="why cut" data-part="why"><b>{sentence}</b>' in page
