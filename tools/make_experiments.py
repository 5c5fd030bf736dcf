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
The saving grows with the depth. On 24 positions of each game, at depth 9, the centre first visits 4.5 times fewer nodes
in the classic game (95 % interval 1.9 to 8.1), and 23 times fewer where lines are counted (14 to 28). Killer
moves save three times as much again in the classic game and nothing in the other; a transposition table gives another
factor of two to four. From depth 2 on all differences are significant.""",
        ("fewer", "tests"),
        "fewer",
    ),
    Answer(
        "evaluations",
        """\
At two milliseconds `line-counts`, which counts how full a line is, is best, and `neighbours`, made for another game, is
last; both differences from the average are significant. At ten milliseconds none is: that of `neighbours` is larger
than its own error, but not after the correction for twelve comparisons. One game at a time, 300 games for each
figure.""",
        ("elo",),
        "elo",
    ),
    Answer(
        "quadruplets",
        """\
Much at small depths: the documented evaluation is 188 Elo better at depth 2 and 120 at depth 4. At depth 6 the
difference of 60 games is not significant.""",
        ("elo",),
        "elo",
    ),
    Answer(
        "width",
        """\
Minimax visits every node: its branching factor is the number of columns. With pruning and the centre first, each
additional column adds about 0.3 to it, so that at depths 6 and 7 alpha-beta visits fewer nodes on ten columns than
minimax on five. Even and odd depths are listed apart, because a step to an odd depth costs more: on ten columns
alpha-beta visits 5.5 times as many nodes at depth 5 as at depth 4, then 3.3 times and 4.5 times as many. The steps in
width are uneven at all four depths: 15 to 29 % more nodes from eight to nine columns, 49 to 111 % more from nine to
ten.""",
        ("nodes", "branching"),
        "nodes",
    ),
    Answer(
        "star2",
        """\
From depth 2 on, and by much only with a good move order: its probe of one child of each chance node saves nothing if
that child is the wrong one. On 16 positions at depth 4, compared with Star1 in the same order, it visits 2.6 times
fewer nodes with the centre first (95 % interval 1.5 to 3.7), and 1.2 times fewer with columns ascending (1.0 to 1.3).
With the centre first it is also faster from depth 3 on; with columns ascending no difference in time is shown.""",
        ("fewer", "tests", "faster"),
        "fewer",
    ),
    Answer(
        "stored-bounds",
        """\
Yes: with the same number of nodes, alpha-beta that takes the values of the last iteration as bounds, as
ExtendedConnect4 does, reaches one ply more from 3,000 nodes on. It is not sound: `fourcast reproduce extended`
counts how often it changes the value and the move, and plays a match, which it clearly loses.""",
        ("depth", "tests"),
        "depth",
    ),
    Answer(
        "depth",
        """\
Mostly, but each step helps less than the one before. Judged by the solver at positions where not every move keeps the
result, depth 2 helps most, significantly with two of three evaluations; no later step is significant at these
positions, and an odd depth is rarely better than the even depth before it.""",
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
stopped, `show` has all its tables and charts, with `--latex` for a paper. Counts are the same on every machine.
Figures are medians over n positions, with the interquartile range in brackets, which is how much positions differ.
Where searches share their positions, they are compared in pairs: the ratio has the 95 % interval of its median in
brackets, by order statistics, which assume nothing about the distribution (with fewer than six positions there is
none), and an exact test has the p-value.""",
    ]
    for answer in ANSWERS:
        parts += _answered(answer)
    parts.append("## The published experiments of the five systems")
    parts.append(
        "Their files contain the published figures and their sources; `fourcast experiment check NAME` (for all five\n"
        "`fourcast reproduce`) compares ours with them exactly. [published.md](published.md) has the result, as\n"
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
