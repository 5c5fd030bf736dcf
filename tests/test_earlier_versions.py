"""Files of version 0.1.0 open, mean what they meant, and are continued: what is in a ledger is not computed again."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from support import oracle
from support.brute_force import every_position
from support.command import call, run
from support.engines import needs_core
from support.web_server import Server

from fourcast.solver import Book

DATA: Final = Path(__file__).parent / "data" / "version_0_1"
SMALL: Final = ("-r", "classic,width=4,height=4")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all files. The user's data are among them; books are not used unless a test names one."""
    copied = tmp_path / "files"
    shutil.copytree(DATA, copied)
    monkeypatch.setenv("XDG_DATA_HOME", str(copied / "data_home"))
    return copied


def results_in(ledger: Path) -> int:
    """How many results a ledger has: what is computed again under another name is one more."""
    with sqlite3.connect(ledger) as base:
        return int(base.execute("SELECT count(*) FROM results").fetchone()[0])


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def position_of(game: dict[str, Any]) -> tuple[oracle.Rules, oracle.State]:
    """What a saved game's moves lead to, as the oracle plays them."""
    rules = oracle.rules_from_text(game["rules"])
    board, *settings = (game["start"] or "").split(" ")
    if not board:
        return rules, oracle.play(rules, game["moves"])
    given = dict(setting.split("=") for setting in settings)
    first, second = map(int, given.get("pops", "0,0").split(","))
    start = oracle.state_from_text(rules, board, "xo".index(given.get("turn", "x")), (first, second))
    return rules, oracle.play(rules, game["moves"], start)


def resaved(file: Path, folder: Path) -> dict[str, Any]:
    """A saved game as it is when it has been resumed and saved again; the person is to move, or the game is over."""
    again = folder / "again.json"
    again.unlink(missing_ok=True)
    ended = call("play", "--resume", str(file), "--save", str(again), typed="s\nq\n")
    assert ended.code == 0, ended.err
    return read(again)


# Saved games

GAMES: Final = {
    # name: (rules, moves, who won, how it ended); None for the winner of a draw, for both while it goes on
    "classic-line": ("classic", "1212121", "x", "line"),
    "classic-full-board": ("classic", "257771314744647214154617633623313656555222", None, "full-board"),
    "classic-resignation": ("classic", "4453", "o", "resignation"),
    "classic-time": ("classic", "445", "x", "time"),
    "classic-forfeit": ("classic", "44", "x", "forfeit"),
    "classic-adjudicated": ("classic", "4", "x", "adjudication"),
    "classic-undone": ("classic", "4453", None, None),
    "classic-wide": ("classic,width=12,height=10,connect=5", "12,1,11,1,10,2,9,2,8", "x", "line"),
    "tictactoe-line": ("tictactoe", "15243", "x", "line"),
    "tictactoe-adjudicated-draw": ("tictactoe", "5", None, "adjudication"),
    "most-lines-finished": ("most-lines,width=4,height=4", "3122121134433244", "o", "full-board"),
    "drift-going-on": ("drift", "44>3771>22>13>4", None, None),
    "drift-finished": ("drift,width=4,height=4", "33>23>23>44>33>22>33>43>42>3124111", "x", "full-board"),
    "extended-resignation": ("extended", "12p1p23445p35", "o", "resignation"),
    "extended-finished": ("extended,width=4,height=4,pops=2", "213114421p4p323p2334434p1212", "o", "no-action"),
    "extended-start": ("extended,width=4,height=2,pops=3", "p2", None, None),
    "popout-repetition": ("popout", "12p1p212p1p2", None, "repetition"),
    "popout-line": ("popout,width=4,height=4", "1312213p3423331p14p314324p1p2", "o", "line"),
    "popout-called-draw": ("popout,width=3,height=2,connect=3", "231312=", None, "full-board"),
}


def test_every_saved_game_is_known_here() -> None:
    assert sorted(GAMES) == sorted(path.stem for path in (DATA / "games").iterdir())


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_is_resumed_as_it_was(name: str, tmp_path: Path) -> None:
    file = DATA / "games" / f"{name}.json"
    game, (rules, moves, winner, how) = resaved(file, tmp_path), GAMES[name]
    assert without(game, "version") == without(read(file), "version")
    assert (game["rules"], game["moves"]) == (rules, moves)
    outcome = game["outcome"] or {"winner": None, "how": None}
    assert (outcome["winner"], outcome["how"]) == (winner, how)
    by_the_rules, state = position_of(game)
    assert game["scores"] == list(oracle.scores(by_the_rules, state))
    ended = oracle.outcome(by_the_rules, state)
    if how in ("line", "full-board", "no-action"):
        assert ended == oracle.Outcome(None if winner is None else "xo".index(winner), how)
    else:
        assert ended is None


def test_what_a_saved_game_says_besides_its_moves_is_kept(tmp_path: Path) -> None:
    undone = resaved(DATA / "games" / "classic-undone.json", tmp_path)
    assert (undone["undone"], undone["names"]) == ("12", ["Ada", "alphabeta"])
    assert undone["agents"] == [None, "alphabeta,depth=6,eval=quadruplets"]
    started = resaved(DATA / "games" / "extended-start.json", tmp_path)
    assert started["start"] == "..../xo.. turn=o pops=1,2"
    resigned = resaved(DATA / "games" / "classic-resignation.json", tmp_path)
    assert resigned["verdict"] == {"how": "resignation", "loser": "x"}
    drawn = resaved(DATA / "games" / "tictactoe-adjudicated-draw.json", tmp_path)
    assert drawn["verdict"] == {"how": "adjudication", "loser": None}


AGENTS: Final = lines_of(DATA / "agents.jsonl")


@needs_core  # some of them name the native engine
@pytest.mark.parametrize("game", AGENTS, ids=[game["agents"][1] for game in AGENTS])
def test_an_agent_of_a_saved_game_is_understood(game: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    assert without(resaved(file, tmp_path), "version") == without(game, "version")


def test_there_is_a_saved_agent_of_every_kind() -> None:
    words = {game["agents"][1].partition(",")[0] for game in AGENTS}
    assert words == {
        *(f"level{number}" for number in range(1, 9)),
        *("perfect", "random", "greedy", "minimax", "shallow", "shallow-equal", "alphabeta", "alphabeta-hard", "pvs"),
        *("expectiminimax", "star1", "star2", "expectimax", "mcts"),
    }


# The server's store


def test_a_server_opens_a_store_and_goes_on_with_its_games(files: Path) -> None:
    with Server(files / "data_home" / "fourcast") as server, httpx.Client(base_url=server.address) as client:
        client.get("/")
        listed = client.get("/api/games").json()
        assert [game["id"] for game in listed] == ["margin", "tictactoe", "resigned", "drift", "won"]  # latest first
        assert [game["over"] for game in listed] == [True, True, True, False, True]
        assert next(game["title"] for game in listed if game["id"] == "drift") == "The long one"
        won = client.get("/api/games/won/file").json()
        assert (won["moves"], won["names"], won["agents"]) == ("4455667", ["Ada", "Level 4"], [None, "level4"])
        assert won["outcome"] == {"winner": "x", "how": "line", "scores": [1, 0]}
        notes = client.get("/api/games/won").json()["notes"]
        assert len(notes) == 7  # one for every move
        assert "300" in json.dumps(notes[5])  # nodes of the agent's last reply
        drift = client.get("/api/games/drift/file").json()
        assert (drift["moves"], drift["undone"]) == ("44>51", "1")
        scores = {
            found["rules"]: [(one["name"], one["score"], one["discs"], one["plies"]) for one in found["scores"]]
            for found in client.get("/api/scores").json()
        }
        assert scores == {
            "classic": [("Ada", "+18", 7, 7)],  # 21 − 4 discs left, and one for the win
            "tictactoe": [("Gus", "+3", 5, 5)],  # 9 cells: 5 − 3 left, and one
            "most-lines,width=4,height=4": [("Lou", "+1", 16, 16)],  # one line against none
        }
        assert client.get("/api/games/deleted").status_code == 404
        assert client.post("/api/games/deleted/restore").status_code == 204
        assert client.get("/api/games/deleted").json()["moves"] == "12p1p2"
        assert client.post("/api/games/deleted/moves", json={"move": "7"}).json()["moves"] == "12p1p27"
        for name in GAMES:
            answer = client.post("/api/games/file", json=read(files / "games" / f"{name}.json"))
            assert (answer.status_code, answer.json()["moves"]) == (201, GAMES[name][1])


# Matches and tournaments


NEW_KEYS: Final = {
    "how": "ending", "sheets": "stats", "longest_overrun": "max_overrun", "stood_in": "fallback_moves"
}  # fmt: skip


def with_new_keys(game: dict[str, Any]) -> dict[str, Any]:
    """A game of a match of version 0.1.0 with the keys that it has now."""
    match = {NEW_KEYS.get(key, key): value for key, value in game["match"].items()}
    if "stats" in match:
        match["stats"] = [{NEW_KEYS.get(key, key): value for key, value in stats.items()} for stats in match["stats"]]
    return {**game, "match": match}


def check_games(games: list[dict[str, Any]], points: dict[str, float]) -> None:
    """Games of a match are as the oracle plays them, and the players' points are those written here."""
    counted = dict.fromkeys(points, 0.0)
    for game in games:
        rules, state = position_of(game)
        ended = oracle.outcome(rules, state)
        assert ended is not None
        winner = None if ended.winner is None else "xo"[ended.winner]
        assert game["outcome"] == {"winner": winner, "how": ended.how, "scores": list(oracle.scores(rules, state))}
        for side, name in enumerate(game["names"]):
            counted[name] += 0.5 if ended.winner is None else float(ended.winner == side)
    assert counted == points


def test_a_match_goes_on_from_the_ledger_in_the_users_folder(files: Path) -> None:
    [ledger] = (files / "data_home" / "fourcast" / "matches").glob("*.sqlite")
    folder = files / "match"
    asked = ("match", "level1", "random", "-w", "1", "--json")
    before = lines_of(folder / "games.jsonl")
    check_games(before, {"level1": 4, "random": 0})
    same = call(*asked, "--games", "4", "-o", "games", folder=folder)
    assert same.code == 0, same.err
    assert results_in(ledger) == 2  # pairs: nothing was played
    data = json.loads(same.out)
    assert (data["wins"], data["draws"], data["losses"]) == (4, 0, 0)
    for path in (DATA / "match" / "games").iterdir():  # with the seconds of each game
        assert read(folder / "games" / path.name) == with_new_keys(read(path))
    assert call(*asked, "--games", "6", "-o", "games.jsonl", folder=folder).code == 0
    assert results_in(ledger) == 3
    after = lines_of(folder / "games.jsonl")
    assert after[:4] == [with_new_keys(game) for game in before]
    assert len(after) == 6
    assert call(*asked, "--games", "6", "-o", "games", folder=folder).code == 0  # beside the older ones
    assert len(list((folder / "games").iterdir())) == 6


def test_games_of_a_match_are_resumed_one_by_one(files: Path) -> None:
    for path in sorted((files / "match" / "games").iterdir()):
        saved = read(path)
        assert without(resaved(path, files), "version") == without(saved, "version", "match")


def test_a_match_with_lost_turns_is_read_and_goes_on(files: Path) -> None:
    folder = files / "lost_turns"
    asked = ("match", "kaggle:left.py", "random", *SMALL, "--illegal", "turn", "--seed", "3", "-w", "1")
    ended = call(*asked, "--games", "2", "--ledger", "ledger.sqlite", "-o", "games", "--json", folder=folder)
    assert ended.code == 0, ended.err
    assert results_in(folder / "ledger.sqlite") == 1
    assert json.loads(ended.out)["losses"] == 2
    whole = []
    for path in sorted((DATA / "lost_turns" / "games").iterdir()):
        game = read(path)
        assert read(folder / "games" / path.name) == with_new_keys(game)
        if "part" in path.name:
            assert game["outcome"] is None
            assert oracle.EMPTY not in position_of(game)[1].columns[0]  # where left wants to play
        else:
            whole.append(game)
            assert without(resaved(path, folder), "version") == without(game, "version", "match")
    check_games(whole, {"left": 0, "random": 2})


def test_a_tournament_goes_on_from_its_ledger(files: Path) -> None:
    folder = files / "tournament"
    check_games(lines_of(folder / "games.jsonl"), {"level1": 3, "random": 0, "greedy": 3})
    asked = ("tournament", "level1", "random", "greedy", "-n", "2", "-r", "tictactoe", "--ledger", "ledger.sqlite")
    ended = call(*asked, "-w", "1", "-o", "games.jsonl", folder=folder)
    assert ended.code == 0, ended.err
    assert results_in(folder / "ledger.sqlite") == 3 + 2  # every pairing but the first has openings of its own now
    before = [with_new_keys(game) for game in lines_of(DATA / "tournament" / "games.jsonl")]
    games = lines_of(folder / "games.jsonl")
    assert [game in before for game in games] == [True, True, False, False, False, False]


# Experiments


def nodes_of_minimax(row: dict[str, Any]) -> int:
    """Nodes of the whole tree to a depth, those of chance included, as the oracle counts them."""
    rules = oracle.rules_from_text(row["variant"])
    nodes = oracle.nodes_by_ply(rules, int(row["amount"]), oracle.play(rules, row["moves"]))
    return sum(nodes.positions) + sum(nodes.chance)


def rows_of(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_an_experiment_goes_on_with_more_depths(files: Path) -> None:
    folder = files / "experiment"
    before = rows_of(folder / "run" / "rows.csv")
    assert len(before) == 16
    ended = call("experiment", "run", "question.toml", "-o", "run", "-w", "1", folder=folder)
    assert ended.code == 0, ended.err
    assert results_in(folder / "run" / "ledger.sqlite") == 24  # 8 searches to depth 3 came to 16
    rows = rows_of(folder / "run" / "rows.csv")
    assert [row for row in rows if row["amount"] != "3"] == before  # with their seconds
    for row in rows:
        if row["algorithm"] == "minimax":
            assert int(row["nodes"]) == nodes_of_minimax(row)


def test_the_folder_of_a_killed_experiment_is_shown_and_completed(files: Path) -> None:
    folder = files / "experiment" / "run"
    for path in folder.glob("rows.*"):
        path.unlink()
    with sqlite3.connect(folder / "ledger.sqlite") as base:
        base.execute("DELETE FROM results WHERE key IN (SELECT key FROM results ORDER BY key LIMIT 5)")
    base.close()
    shown = call("experiment", "show", str(folder), "--charts", "none", "--json")
    assert (json.loads(shown.out)["done"], json.loads(shown.out)["size"]) == (11, 16)
    asked = ("experiment", "run", "../question.toml", "-d", "1-2", "-o", ".", "-w", "1")
    assert call(*asked, folder=folder).code == 0
    assert results_in(folder / "ledger.sqlite") == 16
    keys = ("variant", "moves", "algorithm", "amount", "nodes", "value", "move", "values")
    made, saved = rows_of(folder / "rows.csv"), rows_of(DATA / "experiment" / "run" / "rows.csv")
    assert [[row[key] for key in keys] for row in made] == [[row[key] for key in keys] for row in saved]
    assert sum(new["seconds"] != old["seconds"] for new, old in zip(made, saved, strict=True)) <= 5


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_files_of_rows_are_shown(kind: str, files: Path) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    rows = files / "experiment" / "run" / f"rows.{kind}"
    ended = call("experiment", "show", str(rows), "--tables", "nodes", "--markdown", "--charts", "none")
    assert ended.code == 0, ended.err
    assert re.search(r"\| Minimax \| 9\.5 .* \| 73\.5 .*\|", ended.out)  # of tic-tac-toe, between 10 and 9, 82 and 65
    games = files / "experiment_games" / "run" / f"rows.{kind}"
    ended = call("experiment", "show", str(games), "--tables", "elo", "--markdown", "--charts", "none")
    assert ended.code == 0, ended.err
    assert ended.out.count("2 of 4") == 2


def test_an_experiment_of_games_is_not_played_again(files: Path) -> None:
    folder = files / "experiment_games"
    ended = call("experiment", "run", "question.toml", "-o", "run", "-w", "1", folder=folder)
    assert ended.code == 0, ended.err
    assert results_in(folder / "run" / "ledger.sqlite") == 2
    before = rows_of(DATA / "experiment_games" / "run" / "rows.csv")
    names = [{key: row[key].replace(", deep", "") for key in ("first", "second")} for row in before]
    assert rows_of(folder / "run" / "rows.csv") == [row | name for row, name in zip(before, names, strict=True)]
    assert "elo" in call("experiment", "show", "run", "--charts", "none", folder=folder).out.lower()


# Books, datasets, accuracy, trees


def scores_by_board() -> dict[tuple[int, int], int]:
    """Scores of all positions of the 4 × 4 board, by the discs of the side to move and of the other."""
    layers = every_position(4, 4)
    return {
        (int(own), int(other)): int(score)
        for layer in layers
        for own, other, score in zip(layer.own, layer.other, layer.scores, strict=True)
    }


def discs_after(moves: str) -> tuple[int, int]:
    """The discs of the side to move and of the other after drops on the 4 × 4 board, a guard bit above each column."""
    discs, heights = [0, 0], [0] * 4
    for ply, column in enumerate(int(digit) - 1 for digit in moves):
        discs[ply % 2] |= 1 << column * 5 + heights[column]
        heights[column] += 1
    return (discs[0], discs[1]) if len(moves) % 2 == 0 else (discs[1], discs[0])


@needs_core
def test_a_book_answers(files: Path) -> None:
    lines = ["", "1", "2", "12", "21", "1234", "2222", "3142"]
    home = str(files / "data_home")
    ended = run("solve", *SMALL, "--json", "-", typed="\n".join(lines) + "\n", XDG_DATA_HOME=home, FOURCAST_BOOK="")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    scores = scores_by_board()
    assert [answer["score"] for answer in answers] == [scores[discs_after(line)] for line in lines]
    assert {(Path(answer["book"]).name, answer["nodes"]) for answer in answers} == {("4x4-4.book", 0)}
    shown = run("book", "--show", str(files / "data_home" / "fourcast" / "books" / "4x4-4.book"), "--json")
    data = json.loads(shown.out)
    assert (data["rules"], data["ply"]) == ("classic,width=4,height=4", 4)
    small = oracle.rules_from_text("classic,width=4,height=4")
    layers: list[set[oracle.State]] = [{oracle.start(small)}]
    for _ in range(4):
        layers.append({branch.state for state in layers[-1] for branch in followers(small, state)})
    reached = {min(state.columns, state.columns[::-1]) for layer in layers for state in layer}
    assert data["positions"] == len(reached) == 119  # mirror images once


def followers(rules: oracle.Rules, state: oracle.State) -> list[oracle.Branch]:
    return [branch for action in oracle.actions(rules, state) for branch in oracle.branches(rules, state, action)]


@needs_core
def test_a_book_is_made_from_its_ledger_without_solving(files: Path) -> None:
    ledger, made = files / "book" / "ledger.sqlite", files / "made.book"
    before = results_in(ledger)
    ended = call("book", *SMALL, "--ply", "4", "-o", str(made), "--ledger", str(ledger), "-w", "1")
    assert ended.code == 0, ended.err
    assert results_in(ledger) == before == 9
    earlier = Book(DATA / "data_home" / "fourcast" / "books" / "4x4-4.book")
    assert list(Book(made).entries()) == list(earlier.entries())


@needs_core
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_dataset_is_written_from_its_ledger_without_solving(kind: str, files: Path) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    folder = files / "dataset"
    asked = ("dataset", *SMALL, "-n", "24", "--plies", "4-11", "--ledger", "ledger.sqlite", "-w", "1", "--check", "0")
    ended = call(*asked, "-o", f"positions.{kind}", "--json", folder=folder)
    assert ended.code == 0, ended.err
    assert results_in(folder / "ledger.sqlite") == 8
    assert (folder / f"positions.{kind}").read_bytes() == (DATA / "dataset" / f"positions.{kind}").read_bytes()
    assert json.loads(ended.out)["known"] is (kind == "parquet")  # that file says what it holds: it is left as it is


def test_the_scores_of_a_dataset_are_right() -> None:
    scores = scores_by_board()
    rows = lines_of(DATA / "dataset" / "positions.jsonl")
    assert [str(row["value"]) for row in rows] == [row["value"] for row in rows_of(DATA / "dataset" / "positions.csv")]
    for row in rows:
        assert row["value"] == scores[discs_after(row["moves"])]
        for column in "1234":
            full = row["moves"].count(column) == 4
            expected = None if full else -scores[discs_after(row["moves"] + column)]
            assert row[f"score_{column}"] == expected


@needs_core
def test_answers_to_the_questions_of_accuracy_are_not_asked_for_again(files: Path) -> None:
    folder = files / "accuracy"
    asked = ("accuracy", "random", "level1", "--positions", "9", "-r", "classic,width=5,height=4", "-w", "1", "--json")
    ended = call(*asked, "--ledger", "ledger.sqlite", folder=folder)
    assert ended.code == 0, ended.err
    assert results_in(folder / "ledger.sqlite") == 4
    keys = {"kept": "keeps_value", "kept_low": "keeps_value_low", "kept_high": "keeps_value_high"}
    keys |= {"silent": "missing_moves", "stood_in": "fallback_moves"}
    rows = [{keys.get(key, key): row[key] for key in row} for row in read(folder / "accuracy.json")["rows"]]
    assert json.loads(ended.out)["rows"] == rows  # with their seconds


TREES: Final = {
    "tree": ("-r", "tictactoe", "-m", "1592", "-a", "alphabeta", "--eval", "quadruplets", "-d", "2"),
    "tree-drift": ("-r", "drift,width=4,height=3", "-m", "11>2", "-a", "star1", "-d", "1"),
}


@needs_core
@pytest.mark.parametrize("name", TREES)
def test_a_tree_is_written_as_it_was(name: str, tmp_path: Path) -> None:
    ended = call("tree", *TREES[name], "-o", str(tmp_path / "tree.json"))
    assert ended.code == 0, ended.err
    old, new = read(DATA / f"{name}.json"), read(tmp_path / "tree.json")
    assert {key: new[key] for key in without(old, "nodes")} == without(old, "nodes")
    for node, before in zip(new["nodes"], old["nodes"], strict=True):
        assert {key: node[key] for key in without(before, "text")} == without(before, "text")
        assert node["text"].startswith(before["text"])  # "loss in 2" where it was "loss"


def test_the_chances_of_a_tree_are_those_of_the_rules() -> None:
    rules = oracle.rules_from_text("drift,width=4,height=3")
    nodes = read(DATA / "tree-drift.json")["nodes"]
    chances = [node for node in nodes if node["kind"] == "chance"]
    assert [chance["move"] for chance in chances] == ["1", "2", "3", "4"]
    for chance in chances:
        odds = dict(oracle.landings(rules, oracle.play(rules, "11>2"), int(chance["move"]) - 1))
        for child in chance["children"]:  # Star1 leaves some out
            branch = nodes[child]
            assert branch["probability"]["exact"] == str(odds[branch["landed"] - 1])
