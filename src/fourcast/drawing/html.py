"""Tables as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fourcast.drawing.board import escaped


def html_table(
    caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]], *, has_numbers: bool = False
) -> str:
    """A table whose first column has the names of its rows. If all headings are empty, there is no line of them.

    Numbers are aligned as the page aligns them, in notebooks at the right; texts at the left.
    """
    align = "" if has_numbers else ' style="text-align: left"'
    head = "".join(f'<th scope="col"{align}>{escaped(text)}</th>' for text in headings) if any(headings) else ""
    body = "".join(
        f'<tr><th scope="row">{escaped(name)}</th>{"".join(f"<td{align}>{escaped(text)}</td>" for text in texts)}</tr>'
        for name, *texts in rows
    )
    title = f"<caption>{escaped(caption)}</caption>" if caption else ""
    return (
        f'<div style="overflow-x: auto"><table>{title}{f"<thead><tr>{head}</tr></thead>" if head else ""}'
        f"<tbody>{body}</tbody></table></div>"
    )
