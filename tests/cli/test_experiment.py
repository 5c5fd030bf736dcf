"""`fourcast experiment`: runs, goes on, shows and lists, and says in a sentence what it cannot."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from support.command import Live, call

from fourcast.charts import chart_unsupported_reason
from fourcast.experiments import experiment_names

FILE = """
question = "How many?"
variants = "tictactoe"
positions = ["", "5"]
algorithms = ["minimax", "alphabeta"]
depths = "1-3"
"""
ENDLESS = """
algorithms = "minimax"
engine = "python"
positions = { count = 200, plies = "2-8" }
depths = 4
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `mine.toml` has been run."""
    folder = tmp_path_factory.mktemp("experiments")
    (folder / "mine.toml").write_text(FILE)
    ended = call("experiment", "run", "mine.toml", folder=folder)
    assert ended.code == 0, ended.err
    assert "How many?" in ended.out
    assert "12 of 12 searches are done" in ended.out
    return folder


def test_rows_are_written_and_a_second_run_makes_none(folder: Path) -> None:
    with (folder / "experiments" / "mine" / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    plain = [row["nodes"] for row in rows if row["algorithm"] == "minimax" and not row["moves"]]
    assert plain == ["10", "82", "586"]  # 1 + 9, + 9·8, + 9·8·7
    again = json.loads(call("experiment", "run", "mine.toml", "--json", folder=folder).out)
    assert (again["computed"], again["known"], again["size"], len(again["rows"])) == (0, 12, 12, 12)


def test_options_make_an_experiment_and_go_over_the_keys_of_a_file(tmp_path: Path) -> None:
    def rows(*arguments: str) -> list[dict[str, object]]:
        return list(json.loads(call("experiment", "run", *arguments, "--json", folder=tmp_path).out)["rows"])

    own = rows(
        *("-r", "tictactoe", "-r", "classic", "-m", "5", "-a", "minimax,alphabeta/centre"),
        *("-d", "1,2", "--evals", "line-counts"),
    )
    assert len(own) == 8
    assert {(row["variant"], row["order"], row["evaluation"], row["amount"]) for row in own} >= {
        ("tictactoe", "ascending", "line-counts", 1),
        ("classic", "centre", "line-counts", 2),
    }
    assert (tmp_path / "experiments" / "own" / "rows.json").exists()
    random = rows("-r", "tictactoe", "--count", "4", "--plies", "3", "--seed", "7", "-d", "6", "--solved")
    assert len({row["moves"] for row in random}) == 4
    assert [row["kept"] for row in random] == [True] * 4  # six moves are all that is left
    (tmp_path / "mine.toml").write_text(FILE)
    over = rows("mine.toml", "--nodes", "50", "-a", "pvs", "--repeats", "2")
    assert {(row["algorithm"], row["limit"], row["amount"]) for row in over} == {("pvs", "nodes", 50)}
    assert len(over) == 4


def test_show_prints_tables_and_says_why_there_is_none_and_draws_charts(folder: Path, tmp_path: Path) -> None:
    wanted = ("--tables", "depth,nodes,fewer,elo", "--charts", "svg,png", "-o", str(tmp_path))
    ended = call("experiment", "show", "mine", *wanted, folder=folder)
    assert ended.code == 0
    assert "Nodes, median" in ended.out
    assert "Nodes compared with minimax" in ended.out
    assert "No table of depth: it needs searches within seconds or nodes" in ended.err
    assert "No table of elo: it needs games" in ended.err
    assert "No table of nodes" not in ended.err
    if chart_unsupported_reason(Path("x.svg")) is None:
        names = ("nodes", "time", "branching", "fewer", "faster")
        assert {path.name for path in tmp_path.iterdir()} == {
            f"{name}.{kind}" for name in names for kind in ("svg", "png")
        }
    else:
        assert "NO CHARTS" in ended.err


def test_show_reads_a_file_of_rows_and_the_latest_run_and_prints_markdown_or_json(folder: Path) -> None:
    def show(*arguments: str) -> str:
        return call("experiment", "show", *arguments, "--charts", "none", folder=folder).out

    latest = show("--tables", "nodes", "--markdown")
    # Halfway between 10 and 9, 82 and 65, 586 and 401.
    assert "| Minimax | 9.5 (9.25–9.75) | 73.5 (69.2–77.8) | 494 (447–540) |" in latest
    assert show("mine.toml", "--tables", "nodes", "--markdown") == latest  # by the file that it was run from
    latex = show("--tables", "nodes", "--latex")
    assert r"Minimax & 9.5 (9.25--9.75) & 73.5 (69.2--77.8) & 494 (447--540) \\" in latex
    assert latex.lstrip().startswith(r"\begin{table}")
    assert show("experiments/mine/rows.csv", "--tables", "nodes", "--markdown") == latest
    data = json.loads(show("mine", "--baseline", "alphabeta", "--json"))
    assert data["view"]["baseline"] == "alphabeta"
    fewer = {point["line"]: point["fewer"]["median"] for point in data["points"]}
    assert fewer["Alpha-beta"] == 1
    assert fewer["Minimax"] < 1


def test_list_names_all_of_them_and_prints_one() -> None:
    lines = call("experiment", "list", columns=80).out.splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "] == experiment_names()
    assert max(map(len, lines)) <= 80
    data = json.loads(call("experiment", "list", "--json").out)["experiments"]
    assert [one["name"] for one in data] == experiment_names()
    assert 'question = "How many nodes does a better move order save?"' in call("experiment", "list", "ordering").out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("run",), "There is nothing to run"),
        (("run", "nothing"), "There is no experiment 'nothing'"),
        (("run", "nothing.toml"), "nothing.toml: No such file"),
        (("run", "--depths", "9-1"), "the options: depths: Invalid depths '9-1'"),
        (("run", "--seconds", "soon"), "Invalid --seconds 'soon'"),
        (("run", "--depths", "1", "-m", "4", "--count", "3"), "Use either --moves, or --count"),
        (("run", "smart", "--depths", "1"), "smart has parts"),
        (("show",), "There is no experiment in experiments"),
        (("show", "nothing"), "nothing has not run here"),
        (("show", "."), "is not an experiment folder"),
        (("show", "rows.csv"), "rows.csv: No such file"),
        (("list", "nothing"), "There is no experiment 'nothing'"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_code_2(wrong: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ended = call("experiment", *wrong, folder=tmp_path)
    assert ended.code == 2
    assert said in ended.err
    assert not (tmp_path / "experiments").exists()


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--tables", "knots", "Invalid --tables 'knots'. Known: nodes, time"),
        ("--charts", "gif", "Invalid --charts 'gif'"),
        ("--across", "length", "show.across needs one of"),
    ],
)
def test_wrong_words_of_show_are_told(option: str, value: str, said: str, folder: Path) -> None:
    ended = call("experiment", "show", "mine", option, value, folder=folder)
    assert (ended.code, said in ended.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "alone"), [((), False), (("-w", "1"), True), (("--times",), True), (("--times", "-w", "2"), False)]
)
def test_searches_whose_times_are_measured_run_alone_unless_workers_are_named(
    options: tuple[str, ...], alone: bool, tmp_path: Path
) -> None:
    ended = call("experiment", "run", "-r", "tictactoe", "-d", "2", "--json", *options, folder=tmp_path)
    assert json.loads(ended.out)["rows"][0]["alone"] is alone
    assert ("not reliable" in ended.err) == (options == ("--times", "-w", "2"))


def test_what_fails_is_told_once_and_the_rest_is_done(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def bad(position, player):\n    raise KeyError('x')\n")
    wanted = ("--evals", "mine.py:bad,quadruplets", "-r", "tictactoe", "-d", "1-3")
    ended = call("experiment", "run", *wanted, folder=tmp_path)
    assert ended.code == 1
    assert ended.err.count("mine.py:bad failed: KeyError in mine.py, line 2: 'x'") == 1
    assert re.search(r"FAILED: alphabeta with \S+mine.py:bad, depth [123], tictactoe: ", ended.err)
    assert "3 tasks failed; the same command tries them again." in ended.err
    assert "3 of 6 searches are done" in ended.out
    (tmp_path / "mine.py").write_text("def bad(position, player):\n    return 0\n")
    again = call("experiment", "run", *wanted, folder=tmp_path)
    assert again.code == 0
    assert "6 of 6 searches are done, 3 of them before" in again.out


def test_on_a_narrow_terminal_no_line_is_longer_and_no_number_is_parted(tmp_path: Path) -> None:
    ways = "minimax,alphabeta/centre+killers/table,shallow-equal/centre"
    run = ("experiment", "run", "-r", "most-lines,width=8", "-a", ways, "-d", "1-6")
    table = [line for line in call(*run, folder=tmp_path, columns=60).out.splitlines() if line[:1] in "┏┃┡│└"]
    assert max(map(len, table)) <= 60
    for number in ("9", "73", "585", "4,681", "37,449", "299,593"):  # 1 + 8 + 8² …
        assert any(number in line.split() for line in table), number


def test_ctrl_c_keeps_what_is_done_and_the_next_run_goes_on(tmp_path: Path) -> None:
    file, out = tmp_path / "long.toml", tmp_path / "out"
    file.write_text(ENDLESS)
    with Live("experiment", "run", str(file), "-o", str(out), "--workers", "1", terminal=True) as live:
        live.until(" of 200")
        live.until(" left")
        live.interrupt()
        assert live.ended() == 130
    assert f"Results so far are in {out}: the same command continues from there." in " ".join(live.seen.split())
    with (out / "rows.csv").open(encoding="utf-8", newline="") as rows:
        done = len(list(csv.DictReader(rows)))
    assert 0 < done < 200
    assert f"PARTIAL: {done} of 200 searches are done." in live.seen
    assert f"{done} of 200" in live.seen.partition("Searches done, of all")[2].partition("Nodes")[0]
    shown = json.loads(call("experiment", "show", str(out), "--json", "--charts", "none").out)
    assert (shown["done"], shown["size"]) == (done, 200)
    assert [(point["searches"], point["missing"]) for point in shown["points"]] == [(done, 200 - done)]
