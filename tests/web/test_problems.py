"""Errors say what to do."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from fourcast import web

ADVICE = re.compile(
    r"\b(Ask|Call|Choose|Copy|Free|Open|Paste|[Pp]lay|[Rr]eload|Run|See|Send|[Ss]tart|Take|Try|[Uu]se|Wait|lists)\b"
)


def test_the_text_of_every_problem_says_what_to_do() -> None:
    calls = [
        node
        for file in Path(web.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem"
    ]
    texts = [ast.unparse(call.args[1]) for call in calls if len(call.args) == 2]
    sentences = [text for text in texts if text[0] in "\"'f" and not text.startswith("f'{")]
    assert len(sentences) > 25
    assert [text for text in sentences if not ADVICE.search(text)] == []
