"""Notebooks as pages of the documentation: executed while it is built, with all that they display.

A Sphinx extension: a table of contents names a notebook as it names any page.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from myst_parser.sphinx_ import Parser
from nbclient import NotebookClient
from sphinx.application import Sphinx


class NotebookParser(Parser):  # type: ignore[misc]
    """Reads a notebook as the Markdown of its cells and outputs."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        execute = document.settings.env.config.execute_notebooks
        super().parse(notebook_markdown(inputstring, Path(document["source"]).name, execute=execute), document)


def notebook_markdown(text: str, name: str, *, execute: bool) -> str:
    """A notebook as Markdown for Sphinx, with its outputs if it is executed."""
    notebook = nbformat.reads(text, as_version=4)
    if execute:
        NotebookClient(notebook, timeout=600).execute()
    blocks = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            blocks.append(cell.source)
        else:
            blocks.append(_fence("python", cell.source))
            blocks += _outputs(cell.outputs)
    title, *others = blocks
    download = f"{{download}}`Download this notebook <{name}>`: in it, trees can be stepped through."
    return "\n\n".join([title, download, *others])


def _outputs(outputs: list[Any]) -> Iterator[str]:
    for output in outputs:
        data = output.get("data", {})
        html, svg = data.get("text/html", ""), data.get("image/svg+xml")
        if svg and "<iframe" in html:  # the explorer runs scripts, which the policy of a served manual does not allow
            source = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
            picture = f'<img alt="{escape(data["text/plain"])}" src="{source}" style="max-width: none">'
            html = f'<div style="overflow-x: auto">{picture}</div>'
        if html:
            yield _fence("{raw} html", html.replace("<table>", '<table class="docutils">'))
        else:
            yield _fence("text", output.get("text") or data["text/plain"])


def _fence(language: str, text: str) -> str:
    return f"````{language}\n{text.rstrip()}\n````"


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    app.add_config_value("execute_notebooks", True, "env")
    return {"parallel_read_safe": True}
