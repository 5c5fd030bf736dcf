"""Write docs/experiments: every built-in experiment with its command and its answer.

    python tools/make_experiments.py        after `fourcast experiment run NAME` of every experiment in ANSWERS

The answers are written here; the tables and charts beside them come from the runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fourcast.charts import save_chart
from fourcast.experiments import FOLDER, PUBLISHED, Results, find_experiment, load_results

PAGES: Final = Path(__file__).parents[1] / "docs" / "experiments"


@dataclass(frozen=True)
class Answer:
    """The answer of an experiment: some sentences, and the tables and the chart that show it."""

    name: str
    text: str
    tables: tuple[str, ...]
    chart: str


ANSWERS: Final = (
    Answer(
        "ordering",
        """\
The more the deeper one looks. At depth 9 the centre first visits 4 times fewer nodes in the classic game, and 26
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
Minimax visits every node: its branching factor is the number of columns. With pruning and the centre first a
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
Each is a small built-in file: `fourcast experiment list NAME` prints it, `run` runs it and continues where it was
stopped, `show` has all its tables and charts. Counts are the same on every machine. Ratios are medians over the
positions of a set, with the interquartile range in brackets.""",
    ]
    for answer in ANSWERS:
        parts += _answered(answer)
    parts.append("## The published experiments of the five systems")
    parts.append(
        "Their files contain the published figures and their sources; `fourcast experiment check NAME` (for all five\n"
        "`fourcast reproduce`) compares ours with them, to the digit. [published.md](published.md) has the result, as\n"
        "`fourcast reproduce --deep --markdown` prints it."
    )
    for name in PUBLISHED:
        experiment = find_experiment(name)
        parts.append(f"- {experiment.title}: {experiment.question}\n\n      fourcast experiment run {name}")
    return "\n\n".join(parts) + "\n"


def _answered(answer: Answer) -> list[str]:
    results = load_results(FOLDER / answer.name)
    assert not results.is_partial, f"{answer.name} is not done"
    report = results.report
    chart = PAGES / f"{answer.name}-{answer.chart}.svg"
    save_chart(report.charts()[answer.chart], chart)
    return [
        f"## {results.question}",
        f"    fourcast experiment run {answer.name}",
        answer.text,
        *(f"{table.title}:\n\n{table.markdown()}" for table in report.tables(answer.tables)),
        f"![{results.question}]({chart.name})",
        _origin(results),
    ]


def _origin(results: Results) -> str:
    versions = ", ".join(dict.fromkeys(row.version for row in results.rows))
    return f"{len(results.rows):,} {results.unit}, fourcast {versions}."


if __name__ == "__main__":
    main()
