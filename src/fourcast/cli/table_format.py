"""Options of commands that print tables for a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from fourcast.errors import UsageError
from fourcast.experiments import Table

MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print tables as Markdown.")]
LatexOption = Annotated[bool, typer.Option("--latex", help="Print tables as LaTeX.")]


def table_writer(*, markdown: bool, latex: bool, as_json: bool) -> Callable[[Table], str] | None:
    """The text of a table in the format of the options; None for a terminal and for JSON. Raises `UsageError`."""
    if sum((markdown, latex, as_json)) > 1:
        raise UsageError("--markdown, --latex and --json exclude each other. Leave all but one out.")
    return Table.latex if latex else Table.titled_markdown if markdown else None
