"""Writes docs/algorithms: one page for each algorithm, made from the code. Run: python tools/make_pages.py

A page says what the algorithm does, has its idea, formula, cost and references (`tools/algorithm_notes.md`), shows its
Python step, and gives its counts on two small trees. The tests make the pages again and fail where one differs.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from textwrap import dedent

from fourcast.algorithms import ALGORITHMS, EXPLORATION, SearchResult, SearchSpec, find_algorithm, minimax
from fourcast.engine import search
from fourcast.rules import Ply, Rules, line_text, position_after

FOLDER = Path(__file__).parents[1] / "docs" / "algorithms"

NOTES_FILE = Path(__file__).with_name("algorithm_notes.md")

EXAMPLES = (("most-lines", "4", "potential-lines", 4), ("drift,width=5,height=4", "3", "potential-lines", 3))
"""Rules, moves, evaluation and depth of the two trees that every algorithm is counted on."""

NOTES = dict(re.findall(r"^# (\S+)\n\n(.+?)\n(?=\n# |\Z)", NOTES_FILE.read_text(encoding="utf-8"), re.M | re.S))
"""What is written about each algorithm, as Markdown."""

RULES = {"shallow": "SHALLOW", "shallow-equal": "SHALLOW_EQUAL", "alphabeta": "DEEP"}
"""The window rules that a page shows."""


CHANCE = """\
Tree 2 has a chance node below every move. A bound of a chance node does not bound any of its branches, so the pruning
algorithms without rules for chance nodes search every branch with the full window and have no cutoffs there. PVS even
searches twice: its test of a move needs the full window below the chance node, and so does the search that follows.
Star1 and Star2 compute a window for each branch from the bounds of the others."""
"""Why most algorithms visit all of the second tree."""


def page(name: str) -> str:
    """The text of a page."""
    algorithm = find_algorithm(name)
    notes = NOTES[name].replace("{exploration}", f"{EXPLORATION:.4f}")
    notes = notes.replace("{playouts}", str(algorithm.default_limit.nodes))
    parts = [f"# {name}", algorithm.description, notes, "## Its step"]
    if name in RULES:
        parts.append(f"With this rule for windows:\n\n{_code(_constant(RULES[name]))}")
    parts += [_code(inspect.getsource(function)) for function in algorithm.source]
    parts += ["## Its counts", _counts(name)]
    parts.append("[All algorithms](README.md). How steps become a search: `src/fourcast/algorithms/recursion.py`.")
    return "\n\n".join(parts) + "\n"


def overview() -> str:
    """The page that lists all."""
    rows = ["| algorithm | what it does | nodes on tree 1 | nodes on tree 2 |", "|---|---|---|---|"]
    for name, algorithm in ALGORITHMS.items():
        nodes = [f"{_searched(name, *example).nodes:,}" for example in EXAMPLES]
        rows.append(f"| [{name}]({name}.md) | {algorithm.description} | {' | '.join(nodes)} |")
    trees = [
        f"Tree {number}: `{rules}`, after {moves}, `{evaluation}`, depth {depth}, columns ascending, no transposition "
        "table."
        for number, (rules, moves, evaluation, depth) in enumerate(EXAMPLES, start=1)
    ]
    return "\n\n".join(["# The algorithms", "\n".join(rows), *trees, "A node of mcts is a playout.", CHANCE]) + "\n"


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {f"{name}.md": page(name) for name in ALGORITHMS} | {"README.md": overview()}


def _code(source: str) -> str:
    return f"```python\n{dedent(source).rstrip()}\n```"


def _constant(name: str) -> str:
    """The source of a constant with the text below it."""
    lines = inspect.getsource(minimax).splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"{name}:"))
    end = next(number for number, line in enumerate(lines) if number > begin and line.endswith('"""'))
    return "\n".join(lines[begin : end + 1])


def _searched(name: str, rules: str, moves: str, evaluation: str, depth: int) -> SearchResult:
    """The search of an example, with seed 1; mcts makes its thousand playouts."""
    position = position_after(Rules.parse(rules).start(), moves)
    spec = SearchSpec(name, eval=evaluation if find_algorithm(name).uses_eval else None, seed=1)
    return search(position, spec) if name == "mcts" else search(position, spec, depth=depth)


def _counts(name: str) -> str:
    rows = [
        "| tree | nodes | leaves | cutoffs | moves made | value | principal variation |",
        "|---|---|---|---|---|---|---|",
    ]
    for rules, moves, evaluation, depth in EXAMPLES:
        position = position_after(Rules.parse(rules).start(), moves)
        result = _searched(name, rules, moves, evaluation, depth)
        counts = result.counts
        line = line_text(position.rules, [Ply(move) for move in result.pv]) or str(result.move)
        rows.append(
            f"| `{rules}` after {moves}, `{evaluation}`, depth {depth} | {counts.nodes:,} | {counts.leaves:,} "
            f"| {counts.cutoffs:,} | {counts.dropped:,} | {round(result.value, 6):g} | {line} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in pages().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
        print(f"docs/algorithms/{file}")
