"""Pages without a screen: about the API, and about an address that leads nowhere."""

from __future__ import annotations

from html import escape


def plain_page(title: str, content: str) -> str:
    """A whole page around some HTML, in the look of the others."""
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/lib/colours.css">
<link rel="stylesheet" href="/static/lib/tokens.css">
<link rel="stylesheet" href="/static/lib/base.css">
<link rel="stylesheet" href="/static/docs.css">
<main>
<h1>{escape(title)}</h1>
{content}
</main>
</html>
"""
