"""The documentation site. `make docs` builds it with Sphinx."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.application import Sphinx

import fourcast
from fourcast.errors import _OtherName as OtherName

project = "Fourcast"
author = copyright = "The Fourcast authors"  # noqa: A001
version = release = fourcast.__version__
html_title = f"Fourcast {release}"

sys.path.append(str(Path(__file__).parent))
extensions = ["myst_parser", "sphinx.ext.autodoc", "notebook_pages"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
default_role = "code"  # docstrings write `name`, as Markdown does
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "../src/fourcast/web/static/icon.svg"
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = "mathml"
pygments_style, pygments_dark_style = "default", "monokai"


def write_commands(app: Sphinx) -> None:
    """The page of all commands and options, as typer describes them."""
    command = [sys.executable, "-m", "typer", "fourcast.cli.app", "utils", "docs", "--name", "fourcast"]
    text = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    page = Path(app.srcdir) / "reference" / "command-line.md"
    text = text.replace("# `fourcast`\n", "# Command line\n", 1)
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")


def drop_generated(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """What Python writes below the fields of a named tuple says nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def skip_other_names(_app: Sphinx, _what: str, _name: str, value: object, _skip: bool, _options: object) -> bool | None:
    """Leave out the names of other libraries, which are there to raise an error with the right one."""
    return True if isinstance(value, OtherName) else None


def visit_math(writer: Any, node: nodes.math) -> None:
    """Formulas as MathML, which browsers draw without scripts."""
    writer.body.append(latex2mathml.tex2mathml(node.astext(), as_block=False))
    raise nodes.SkipNode


def visit_math_block(writer: Any, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="math">{latex2mathml.tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", write_commands)
    app.connect("autodoc-process-docstring", drop_generated)
    app.connect("autodoc-skip-member", skip_other_names)
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
