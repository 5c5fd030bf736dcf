"""Writes docs/algorithms: one page for each algorithm, made from the code. Run: python tools/make_pages.py

A page says what the algorithm does, shows its Python step, and gives its counts on one small tree. The tests make the
pages again and fail where one differs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

from fourcast.engine import analyse
from fourcast.evals import find_eval
from fourcast.rules import Ply, Rules, line_text, move_text, position_after
from fourcast.search import (
    ABOUT,
    GREEDY,
    MCTS,
    RANDOM,
    Analysis,
    Limit,
    Plan,
    alphabeta,
    chance,
    mcts,
    minimax,
    random_searcher,
)

FOLDER = Path(__file__).parents[1] / "docs" / "algorithms"

EXAMPLES = (("most-lines", "4", "potential-lines", 4), ("drift,width=5,height=4", "3", "potential-lines", 3))
"""Rules, moves, evaluation and depth of the two trees that every algorithm is counted on."""

STEPS: dict[str, tuple[Callable[..., Any] | object, ...]] = {
    "minimax": (minimax.minimax,),
    "shallow": (alphabeta.pruning,),
    "shallow-equal": (alphabeta.pruning,),
    "alphabeta": (alphabeta.pruning,),
    "alphabeta-hard": (alphabeta.alphabeta_hard,),
    "pvs": (alphabeta.pvs,),
    "expectiminimax": (minimax.minimax, chance.expectation),
    "star1": (alphabeta.pruning, chance.star1, chance._weigh),
    "star2": (alphabeta.pruning, chance.star2, chance._weigh),
    "expectimax": (chance.expectimax, chance.expectation),
    RANDOM: (random_searcher.RandomSearcher.guess,),
    GREEDY: (minimax.minimax,),
    MCTS: (mcts.MctsSearcher._playout, mcts.Met.most_promising),
}
"""The functions that a page shows."""

RULES = {"shallow": "SHALLOW", "shallow-equal": "SHALLOW_EQUAL", "alphabeta": "DEEP"}
"""The window rules that a page shows."""


def page(name: str) -> str:
    """The text of a page."""
    parts = [f"# {name}", ABOUT[name], "## Its step"]
    if name in RULES:
        parts.append(f"With this rule for windows:\n\n{_code(_constant(RULES[name]))}")
    parts += [_code(inspect.getsource(function)) for function in STEPS[name]]  # type: ignore[arg-type]
    parts += ["## Its counts", _counts(name)]
    parts.append("[All algorithms](README.md). How steps are tied into a search: `src/fourcast/search/knot.py`.")
    return "\n\n".join(parts) + "\n"


def overview() -> str:
    """The page that lists all."""
    rows = ["| algorithm | what it does | nodes on tree 1 | nodes on tree 2 |", "|---|---|---|---|"]
    for name, about in ABOUT.items():
        nodes = [f"{_searched(name, *example).nodes:,}" for example in EXAMPLES]
        rows.append(f"| [{name}]({name}.md) | {about} | {' | '.join(nodes)} |")
    trees = [
        f"Tree {number}: `{rules}`, after {moves}, `{evaluation}`, depth {depth}, columns ascending, no table."
        for number, (rules, moves, evaluation, depth) in enumerate(EXAMPLES, start=1)
    ]
    return "\n\n".join(["# The algorithms", "\n".join(rows), *trees, "A node of mcts is a playout."]) + "\n"


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {f"{name}.md": page(name) for name in ABOUT} | {"README.md": overview()}


def _code(source: str) -> str:
    return f"```python\n{dedent(source).rstrip()}\n```"


def _constant(name: str) -> str:
    """The source of a constant with the text below it."""
    lines = inspect.getsource(alphabeta).splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"{name}:"))
    end = next(number for number, line in enumerate(lines) if number > begin and line.endswith('"""'))
    return "\n".join(lines[begin : end + 1])


def _searched(name: str, rules: str, moves: str, evaluation: str, depth: int) -> Analysis:
    """The search of an example; what throws dice throws them by seed 1, and playouts are a thousand."""
    position = position_after(Rules.parse(rules).start(), moves)
    limit = Limit(nodes=1000) if name == MCTS else Limit(depth=depth)
    return analyse(position, Plan(find_eval(evaluation), name, seed=1), limit)


def _counts(name: str) -> str:
    rows = ["| tree | nodes | leaves | cut-offs | moves made | value | line |", "|---|---|---|---|---|---|---|"]
    for rules, moves, evaluation, depth in EXAMPLES:
        position = position_after(Rules.parse(rules).start(), moves)
        analysis = _searched(name, rules, moves, evaluation, depth)
        counts, info = analysis.counts, analysis.info
        line = line_text(position.rules, [Ply(move) for move in info.pv]) or move_text(position.rules, info.move)
        rows.append(
            f"| `{rules}` after {moves}, `{evaluation}`, depth {depth} | {counts.nodes:,} | {counts.leaves:,} "
            f"| {counts.cutoffs:,} | {counts.dropped:,} | {round(info.value, 6):g} | {line} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in pages().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
        print(f"docs/algorithms/{file}")
