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
The more the deeper one looks. At depth 9 the centre first visits 4.5 times fewer nodes in the classic game, and 23
times fewer where lines are counted; killers treble that in the classic game and give nothing in the other; a table on
top gives another factor of two to four. From depth 2 on all differences are significant.""",
        ("fewer", "tests"),
        "fewer",
    ),
    Answer(
        "evaluations",
        """\
At two milliseconds `line-counts`, which sees how full a line is, is ahead, and `neighbours`, made for another game, is
last, both by more than chance explains. At ten milliseconds no difference from the average is shown: the lead of
`filled-runs` is larger than its own error, but not after the correction for twelve comparisons. Played one game at a
time, 300 games for each figure.""",
        ("elo",),
        "elo",
    ),
    Answer(
        "quadruplets",
        """\
Much at small depths: the documented evaluation is ahead by 188 Elo at depth 2 and by 120 at depth 4. At depth 6 a
difference is not shown with 60 games.""",
        ("elo",),
        "elo",
    ),
    Answer(
        "width",
        """\
Minimax visits every node: its branching factor is the number of columns. With pruning and the centre first a column
more costs about a third of a branch on average, so that at depth 6 ten columns are no dearer to alpha-beta than five to
minimax. The steps are uneven: 6 % more nodes from eight to nine columns, 129 % more from nine to ten. An odd board has
one column in the middle, an even one has two, and every width has eight positions of its own, too few to tell the two
causes apart.""",
        ("nodes", "branching"),
        "nodes",
    ),
    Answer(
        "star2",
        """\
From two moves ahead on, and by much only with a good order of moves: its probe of one child of each chance node is
wasted if that child is the wrong one. Compared with Star1 in the same order, with the centre first it visits 2.6 times
fewer nodes at depth 4, with columns ascending 1.2 times fewer. From three moves ahead on what is saved in nodes is
saved in time as well.""",
        ("fewer", "tests", "faster"),
        "fewer",
    ),
    Answer(
        "stored-bounds",
        """\
Yes: with the same number of nodes, alpha-beta that takes the values of the last iteration as bounds, as
ExtendedConnect4 does, reaches one ply more from 3,000 nodes on. It is not sound, though: `fourcast reproduce extended`
counts how often it changes the value and the move, and plays a match, which it loses by far.""",
        ("depth", "tests"),
        "depth",
    ),
    Answer(
        "depth",
        """\
Mostly, and less and less. Judged by the solver at positions where not every move keeps the value, the second move ahead
helps most, significantly with two of three evaluations; no later step is significant at these positions, and an odd
depth is hardly ever better than the even one before it.""",
        ("kept", "tests"),
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
stopped, `show` has all its tables and charts, with `--latex` for a paper. Counts are the same on every machine. Figures
are medians over n positions, with the interquartile range in brackets; that is how much positions differ, not how sure
the median is. Where searches share their positions, they are compared in pairs by an exact test.""",
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
