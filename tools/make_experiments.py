"""Write docs/experiments: every experiment that comes with the package, with its command and its answer.

python tools/make_experiments.py        after `fourcast experiment run NAME` of those that ask a question

Answers are sentences of people; tables and charts beside them are what the run gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fourcast.charts import save_chart
from fourcast.experiments.folder import HOME, Kept, kept_in
from fourcast.experiments.library import find_experiment
from fourcast.experiments.shown import Shown

PAGES: Final = Path(__file__).parents[1] / "docs" / "experiments"
SYSTEMS: Final = {
    "connect-4s": "Connect-4s",
    "extended": "ExtendedConnect4",
    "smart": "Smart-Connect-4",
    "zer0lose": "zer0lose",
    "8x6": "Connect Four 8×6",
}


@dataclass(frozen=True)
class Answer:
    """What a run says to people: a few sentences, the tables and the chart that show it."""

    name: str
    says: str
    tables: tuple[str, ...]
    chart: str


ANSWERS: Final = (
    Answer(
        "ordering",
        """\
The more the deeper one looks. At depth 9 the middle first visits 4 times fewer nodes in the classic game, and 26
times fewer where lines are counted; killers nearly treble that in the classic game and give nothing in the other; a
table on top gives another factor of two to four.""",
        ("fewer",),
        "fewer",
    ),
    Answer(
        "evaluations",
        """\
At two milliseconds `line-counts`, which sees how full a line is, is ahead by more than luck explains, and `neighbours`,
made for another game, is last by as much. At ten milliseconds they come closer together, for looking further makes up
for what an evaluation does not see: only `filled-runs` is ahead of the average by more than its error. Played one game
at a time.""",
        ("elo",),
        "elo",
    ),
    Answer(
        "width",
        """\
Minimax pays the full price: its branching factor is the number of columns. With pruning and the middle first a
column more costs about a third of a branch, so that at depth 6 ten columns are no dearer to alpha-beta than five to
minimax.""",
        ("nodes", "branching"),
        "nodes",
    ),
    Answer(
        "star2",
        """\
From two moves ahead on, and only with a good order of moves: its probe of one child of each chance node is wasted
if that child is the wrong one. With columns ascending it hardly beats Star1. From three moves
ahead on what is saved in nodes is saved in time as well.""",
        ("fewer", "faster"),
        "fewer",
    ),
    Answer(
        "depth",
        """\
Mostly, and less and less. Judged by the solver, the second move ahead helps most; from the fourth on gains are
within the error, and an odd depth is hardly ever better than the even one before it.""",
        ("kept",),
        "kept",
    ),
)


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    (PAGES / "README.md").write_text(page(), encoding="utf-8")


def page() -> str:
    parts = [
        "# Experiments",
        """\
Each is a small file that comes with the package: `fourcast experiment list NAME` prints it, `run` runs it and goes
on where it was stopped, `show` has all its tables and charts. Counts are the same on every machine. Ratios are of
the middle position of a set, with the middle half of all positions in brackets.""",
    ]
    for answer in ANSWERS:
        parts += _answered(answer)
    parts.append("## The published experiments of the five systems")
    parts.append(
        "Their rows contain the published figures, to the digit; what needs no search (points of a board, values of a\n"
        "single line) is in `fourcast reproduce`."
    )
    for name, system in SYSTEMS.items():
        parts.append(f"- {system}: {find_experiment(name).asks}\n\n      fourcast experiment run {name}")
    return "\n\n".join(parts) + "\n"


def _answered(answer: Answer) -> list[str]:
    kept = kept_in(HOME / answer.name)
    assert len(kept.rows) == kept.size, f"{answer.name} is not done"
    shown = Shown(kept.rows, kept.show, kept.planned)
    chart = PAGES / f"{answer.name}-{answer.chart}.svg"
    save_chart(shown.charts()[answer.chart], chart)
    return [
        f"## {kept.asks}",
        f"    fourcast experiment run {answer.name}",
        answer.says,
        *(f"{table.title}:\n\n{table.markdown()}" for table in shown.tables(answer.tables)),
        f"![{kept.asks}]({chart.name})",
        _circumstances(kept),
    ]


def _circumstances(kept: Kept) -> str:
    versions = ", ".join(dict.fromkeys(row.version for row in kept.rows))
    return f"{len(kept.rows):,} {kept.what}, fourcast {versions}."


if __name__ == "__main__":
    main()
