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
asks = "How many?"
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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(FILE)
    return path


def test_a_file_is_run_and_its_rows_are_written(file: Path, tmp_path: Path) -> None:
    ended = call("experiment", "run", str(file), folder=tmp_path)
    assert ended.code == 0, ended.err
    assert "How many?" in ended.out
    assert "12 of 12 searches are done" in ended.out
    with (tmp_path / "experiments" / "mine" / "rows.csv").open(encoding="utf-8", newline="") as rows:
        plain = [row["nodes"] for row in csv.DictReader(rows) if row["algorithm"] == "minimax" and not row["moves"]]
    assert plain == ["10", "82", "586"]  # 1 + 9, + 9·8, + 9·8·7


def test_json_has_every_row_and_a_second_run_makes_none(file: Path, tmp_path: Path) -> None:
    first, second = (
        json.loads(call("experiment", "run", str(file), "-o", str(tmp_path / "out"), "--json").out) for _ in range(2)
    )
    assert (first["computed"], first["known"], first["size"]) == (12, 0, 12)
    assert (second["computed"], second["known"]) == (0, 12)
    assert first["rows"] == second["rows"]
    assert {row["engine"] for row in first["rows"]} <= {"native", "python"}


def test_options_alone_make_an_experiment(tmp_path: Path) -> None:
    arguments = ("-r", "tictactoe", "-r", "classic", "-m", "5", "-a", "minimax,alphabeta/centre", "-d", "1,2")
    data = json.loads(call("experiment", "run", *arguments, "--evals", "line-counts", "--json", folder=tmp_path).out)
    rows = data["rows"]
    assert len(rows) == 8
    assert {(row["variant"], row["order"], row["evaluation"], row["amount"]) for row in rows} >= {
        ("tictactoe", "ascending", "line-counts", 1),
        ("classic", "centre", "line-counts", 2),
    }
    assert (tmp_path / "experiments" / "own" / "rows.json").exists()


def test_options_go_over_the_keys_of_a_file(file: Path, tmp_path: Path) -> None:
    data = json.loads(
        call(
            "experiment", "run", str(file), "--nodes", "50", "-a", "pvs", "--repeats", "2", "--json", folder=tmp_path
        ).out
    )
    assert {(row["algorithm"], row["limit"], row["amount"]) for row in data["rows"]} == {("pvs", "nodes", 50)}
    assert len(data["rows"]) == 4


def test_random_positions_and_the_solver_can_be_asked_for(tmp_path: Path) -> None:
    wanted = ("-r", "tictactoe", "--count", "4", "--plies", "3", "--seed", "7", "-d", "6", "--solved", "--json")
    rows = json.loads(call("experiment", "run", *wanted, folder=tmp_path).out)["rows"]
    assert len({row["moves"] for row in rows}) == 4
    assert [row["kept"] for row in rows] == [True] * 4  # six moves are all that is left


def test_show_prints_tables_and_draws_charts(file: Path, tmp_path: Path) -> None:
    call("experiment", "run", str(file), folder=tmp_path)
    ended = call("experiment", "show", "mine", "--charts", "svg,png", folder=tmp_path)
    assert ended.code == 0
    assert "Effective branching factor" in ended.out
    assert "Times fewer nodes than minimax" in ended.out
    folder = tmp_path / "experiments" / "mine"
    if chart_unsupported_reason(Path("x.svg")) is None:
        drawn = {path.name for path in folder.iterdir() if path.suffix in (".svg", ".png")}
        assert drawn == {
            f"{name}.{kind}" for name in ("nodes", "time", "branching", "fewer", "faster") for kind in ("svg", "png")
        }
    else:
        assert "NO CHARTS" in ended.err


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_show_reads_a_file_of_rows_and_the_latest_run(kind: str, file: Path, tmp_path: Path) -> None:
    call("experiment", "run", str(file), folder=tmp_path)
    rows = tmp_path / "experiments" / "mine" / f"rows.{kind}"
    ended = call("experiment", "show", str(rows), "--tables", "nodes", "--markdown", folder=tmp_path)
    assert "| Minimax | 9.5 | 73.5 | 494 |" in ended.out  # between 10 and 9, 82 and 65, 586 and 401
    latest = call("experiment", "show", "--tables", "nodes", "--markdown", "--charts", "none", folder=tmp_path)
    assert latest.out == ended.out


def test_show_gives_points_for_a_program_and_compares_with_whom_one_likes(file: Path, tmp_path: Path) -> None:
    call("experiment", "run", str(file), folder=tmp_path)
    ended = call("experiment", "show", "mine", "--baseline", "alphabeta", "--json", "--charts", "none", folder=tmp_path)
    data = json.loads(ended.out)
    assert data["view"]["baseline"] == "alphabeta"
    alone = {point["line"]: point["fewer"]["median"] for point in data["points"]}
    assert alone["Alpha-beta, deep"] == 1
    assert alone["Minimax"] < 1


def test_list_names_all_of_them_and_prints_one() -> None:
    told = call("experiment", "list").out.splitlines()
    assert [line.split()[0] for line in told] == experiment_names()
    data = json.loads(call("experiment", "list", "--json").out)["experiments"]
    assert [one["name"] for one in data] == experiment_names()
    assert 'asks = "What does the order of moves buy?"' in call("experiment", "list", "ordering").out
    assert max(map(len, call("experiment", "list", columns=80).out.splitlines())) <= 80


def test_a_table_that_says_nothing_says_why(file: Path, tmp_path: Path) -> None:
    assert call("experiment", "run", str(file), folder=tmp_path).code == 0
    ended = call("experiment", "show", "mine", "--tables", "depth,nodes,elo", "--charts", "none", folder=tmp_path)
    assert ended.code == 0
    assert "Nodes, median" in ended.out
    assert "No table of depth: it needs searches within seconds or nodes" in ended.err
    assert "No table of elo: it needs games" in ended.err
    assert "No table of nodes" not in ended.err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("run",), "There is nothing to run"),
        (("run", "nothing"), "There is no experiment 'nothing'"),
        (("run", "nothing.toml"), "nothing.toml: No such file"),
        (("run", "--depths", "9-1"), "the options: depths: Invalid depths '9-1'"),
        (("run", "--seconds", "soon"), "Invalid --seconds 'soon'"),
        (("run", "--depths", "1", "-m", "4", "--count", "3"), "given by --moves or drawn by --count"),
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
    assert "Traceback" not in ended.err
    assert not (tmp_path / "experiments").exists()


def test_wrong_words_of_show_are_told(file: Path, tmp_path: Path) -> None:
    call("experiment", "run", str(file), folder=tmp_path)
    for wrong, said in {
        ("--tables", "knots"): "Invalid --tables 'knots'. Known: nodes, time",
        ("--charts", "gif"): "Invalid --charts 'gif'",
        ("--across", "length"): "show.across needs one of",
        ("--baseline", "pvs"): "There is no 'pvs' to compare with",
    }.items():
        ended = call("experiment", "show", "mine", *wrong, folder=tmp_path)
        assert ended.code == 2
        assert said in ended.err


def test_searches_whose_times_are_asked_for_do_not_run_beside_each_other(file: Path, tmp_path: Path) -> None:
    file.write_text(f"times = true\n{FILE}")
    alone = json.loads(call("experiment", "run", str(file), "--json", folder=tmp_path).out)
    assert all(row["alone"] for row in alone["rows"])
    insisted = call("experiment", "run", str(file), "--workers", "2", "--json", folder=tmp_path)
    assert "not reliable" in insisted.err
    rows = json.loads(insisted.out)["rows"]
    assert not any(row["alone"] for row in rows)


def test_times_are_asked_for_by_an_option_too_and_one_worker_is_alone(tmp_path: Path) -> None:
    wanted = ("experiment", "run", "-r", "tictactoe", "-d", "2", "--json")
    asked = json.loads(call(*wanted, "--times", "-o", "asked", folder=tmp_path).out)
    single = json.loads(call(*wanted, "-w", "1", "-o", "single", folder=tmp_path).out)
    several = json.loads(call(*wanted, "-w", "2", "-o", "several", folder=tmp_path).out)
    assert [data["rows"][0]["alone"] for data in (asked, single, several)] == [True, True, False]


def test_what_fails_is_told_once_and_the_rest_is_done(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def bad(position, player):\n    raise KeyError('x')\n")
    wanted = ("--evals", "mine.py:bad,quadruplets", "-r", "tictactoe", "-d", "1-3")
    ended = call("experiment", "run", *wanted, folder=tmp_path)
    assert ended.code == 1
    assert ended.err.count("mine.py:bad failed: KeyError: 'x'") == 1
    assert re.search(r"FAILED: alphabeta with \S+mine.py:bad, depth [123], tictactoe: ", ended.err)
    assert "3 tasks failed; the same command tries them again." in ended.err
    assert "3 of 6 searches are done" in ended.out
    (tmp_path / "mine.py").write_text("def bad(position, player):\n    return 0\n")
    again = call("experiment", "run", *wanted, folder=tmp_path)
    assert again.code == 0
    assert "6 of 6 searches are done, 3 of them before" in again.out


@pytest.mark.parametrize("columns", [60, 80])
def test_on_a_narrow_terminal_no_line_is_longer_and_no_number_is_parted(
    columns: int, file: Path, tmp_path: Path
) -> None:
    ways = "minimax,alphabeta/centre+killers/table,shallow-equal/centre"
    run = ("experiment", "run", str(file), "-r", "most-lines,width=8", "-m", "", "-a", ways, "-d", "1-6")
    ended = call(*run, folder=tmp_path, columns=columns)
    assert ended.code == 0, ended.err
    table = [line for line in ended.out.splitlines() if line[:1] in "┏┃┡│└"]
    assert max(map(len, table)) <= columns
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
    assert "searches are done and stored; the same command continues." in live.seen
    with (out / "rows.csv").open(encoding="utf-8", newline="") as rows:
        done = len(list(csv.DictReader(rows)))
    assert 0 < done < 200
    assert f"{done} of 200 searches are done" in live.seen
    assert f"PARTIAL: {done} of 200 searches are done." in live.seen
    assert f"{done} of 200" in live.seen.partition("Searches done, of all")[2].partition("Nodes")[0]
    shown = json.loads(call("experiment", "show", str(out), "--json", "--charts", "none").out)
    assert (shown["done"], shown["size"]) == (done, 200)
    assert [(point["searches"], point["missing"]) for point in shown["points"]] == [(done, 200 - done)]
