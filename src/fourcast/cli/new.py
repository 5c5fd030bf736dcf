"""`fourcast new`: a file with an evaluation, an algorithm or an agent, to be changed."""

from __future__ import annotations

import re
from enum import Enum
from importlib.resources import files
from pathlib import Path
from textwrap import indent
from typing import Annotated

import typer

from fourcast.cli.options import refuse_missing_folder
from fourcast.errors import quote
from fourcast.files import write_atomically


class Kind(Enum):
    EVALUATION = "evaluation"
    ALGORITHM = "algorithm"
    AGENT = "agent"


def new(
    kind: Annotated[Kind, typer.Argument(metavar="evaluation|algorithm|agent", help="What to write.")],
    name: Annotated[Path, typer.Argument(metavar="NAME", help="Its name: NAME.py is written.")],
) -> None:
    """Write a template for an evaluation, algorithm or agent.

    It has comments, it runs as it is, and the first lines show the commands that use it; docs/own_code.md has the
    contract.
    """
    if not re.fullmatch(r"\w[\w.-]*", name.name) or not re.fullmatch(r"(\w:)?[\w./-]*", name.as_posix()):
        raise typer.BadParameter(
            f"Invalid name {quote(str(name))}: use letters, digits, _, - and . only, for folders too, so that commands "
            "can name the file."
        )
    file = name if name.suffix == ".py" else name.with_name(f"{name.name}.py")
    refuse_missing_folder(file)
    if file.exists():
        raise typer.BadParameter(f"{file} exists already. Choose another name.")
    template = (files("fourcast.cli") / "templates" / f"{kind.value}.txt").read_text(encoding="utf-8")
    text = template.replace("FILE", file.as_posix())
    write_atomically(file, text)
    commands = [line.strip() for line in text.splitlines() if line.startswith(("    fourcast ", "    python "))]
    typer.echo(f"Written: {file}. It runs as it is:\n{indent(chr(10).join(commands), '  ')}")
