"""Agents in files of users: every signature, matches, games in Python and in the terminal, in processes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from threading import Thread

import pytest
from support.command import call
from support.waiting import wait_until

import fourcast as fc
from fourcast.algorithms import StopFlag
from fourcast.errors import UsageError
from fourcast.matches import Participant
from fourcast.matches.agent_file import agent_backend
from fourcast.matches.protocol import Go

FILE = """
import time
from dataclasses import dataclass

@dataclass
class Memory:
    calls: int = 0

MEMORY = Memory()

def agent(position):
    return position.legal_moves[-1]

def calls(position):
    MEMORY.calls += 1
    return MEMORY.calls

def hangs(position):
    time.sleep(3600)

def raises(position):
    return [][0]

def wrong(position):
    return 9

def three(a, b, c):
    return 1

def stateful(position, player, saved_state=None):
    return 1, saved_state

def keyword(position, *, verbose):
    return 1

def step(visit, position, depth, window):
    from fourcast.algorithms import try_move
    move = position.legal_moves[1]
    return try_move(visit, position, move, depth - 1, window).prepend(move)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


@pytest.mark.parametrize(
    ("source", "rules", "answer"),
    [
        ("def agent(position): return position.legal_moves[2]", "classic", "3"),
        ("def agent(position): return 3", "classic", "3"),  # as position.play(3)
        ("def agent(position): return 'p1' if 'p1' in position.legal_moves else '1'", "popout", "p1"),
        ("def agent(position, player): return 1 + player", "classic", "1"),
        ("def agent(board, player): return int((board[-1] == player).argmax())", "classic", "1"),
        ("def agent(board, player): return int((board[-1] == 3 - player).argmax())", "classic", "4"),
        ("def agent(grid): return grid.shape[1] - 1", "classic", "7"),
        ("def agent(board, piece): return 4", "tictactoe", "5"),  # a cell
        ("def agent(observation, configuration): return configuration.columns - 1", "classic", "7"),
        ("def agent(obs): return obs['mark']", "classic", "2"),
        ("def help(a): return 0\ndef agent(position, depth=3): return 1 + depth", "classic", "4"),
        ("def agent(board, player=None): return player", "classic", "2"),
        ("def move(board, player, saved_state): return int(board[0].argmax()) + 2, saved_state", "classic", "6"),
        ("class Player:\n    def __call__(self, board, player): return 6\nagent = Player()", "classic", "7"),
        ("def only(position): return 2", "classic", "2"),
        ("def agent(position): return 'x\\nbestmove 1'", "classic", "x_bestmove_1"),
    ],
)
def test_the_names_of_the_arguments_say_what_a_function_gets(
    source: str, rules: str, answer: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    game = fc.Game(rules)
    for move in "14":  # both players have a disc in the bottom row
        game.play(move)
    said = agent_backend(str(path)).choose(game, Go(), stop=StopFlag(), on_depth=lambda _: None)
    assert said == f"bestmove {answer}"


def test_what_a_function_returns_beside_its_move_is_given_to_it_in_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def move(board, player, saved_state=None):\n    state = (saved_state or 0) + 1\n    return state, state\n"
    )

    def columns(count: int) -> list[str]:
        game = fc.Game("classic,width=5,height=9", players=("Ada", str(path)))
        for _ in range(count):
            game.play(5)
            game.reply()
        return [str(ply.move) for ply in game.plies[1::2]]

    assert (columns(3), columns(2)) == (["2", "3", "4"], ["2", "3"])
    games = fc.match(str(path), "random,seed=1", games=2, openings=0).pairs[0].games
    assert [game.saved["moves"][game.first :: 2][:3] for game in games] == ["234", "234"]


def test_a_module_of_a_package_may_import_it_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "__init__.py").write_text("COLUMN = 5\n")
    (tmp_path / "bots" / "mine.py").write_text("from bots import COLUMN\ndef agent(position): return COLUMN\n")
    assert str(fc.parse_agent(f"{tmp_path}/bots/mine.py").choose("44").move) == "5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":three", r"mine.py:three takes 3 arguments\. Use \(position\), \(board, player\), "),
        (":stateful", r"mine.py:stateful takes 3 arguments"),
        (":keyword", r"mine.py:keyword needs `verbose` by keyword\. Use \(position\)"),
        (":missing", r"has no function 'missing'\. It defines agent, calls"),
        (":agent,depth=3", r"mine.py:agent is an agent: it has no settings\. Leave out 'depth=3'"),
    ],
)
def test_a_function_that_is_no_agent_is_refused(file: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        agent_backend(*f"{file}{text}".split(","))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":three", r"mine:three cannot play: It exited with code 1: The agent .*mine.py:three takes 3 arguments\."),
        (":raises", r"mine:raises has no move: IndexError in mine.py, line 22: list index out of range\."),
        (":wrong", r"mine:wrong replied '9': It returned 9\. An agent returns a column, counted from 1: 1 to 7, or"),
    ],
)
def test_what_is_wrong_with_an_agent_is_one_sentence(file: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as refusal:
        fc.parse_agent(f"{file}{text}").choose("44")
    assert len(str(refusal.value).splitlines()) == 1


def test_a_file_plays_games_in_one_process_that_is_not_this_one(file: Path) -> None:
    board = "classic,width=15,height=4"
    game = fc.Game(board, players=(f"{file}:calls", f"{file}:agent"))
    assert game.names == ("mine:calls", "mine:agent")
    assert [str(game.reply().move) for _ in range(4)] == ["1", "15", "2", "15"]
    unseen = file.rename(file.with_name("unseen.py"))
    assert fc.parse_agent(f"{unseen}:agent").choose("44") == ("7", None, None)  # a move, and no estimate of ours
    assert "file:unseen" not in sys.modules
    unseen.rename(file)
    file.write_text(FILE.replace("[-1]", "[0]"))
    assert game.undo()
    assert str(game.reply().move) == "1"  # a changed file is played as it is now


def test_an_agent_plays_the_same_game_with_the_same_seed_only(file: Path) -> None:
    file.write_text("import random\ndef agent(position): return 1 + random.randrange(10**6) % 15\n")
    positions = [fc.Position(moves, "classic,width=15,height=4") for moves in ("", "1", "1,3", "1,3,5", "1,3,5,7")]

    def moves(seed: int | None) -> list[str]:
        agent = fc.parse_agent(str(file))
        agent = agent if seed is None else agent.with_seed(seed)
        return [str(agent.choose(position).move) for position in positions]

    assert moves(3) == moves(3) != moves(4)
    assert moves(None) != moves(None)


def test_a_game_that_was_loaded_runs_no_file_unless_it_is_told_to(file: Path, tmp_path: Path) -> None:
    fc.Game(players=(f"{file}:agent", "program:false")).save(tmp_path / "game.json")
    game = fc.Game.load(tmp_path / "game.json")
    with pytest.raises(UsageError, match="Only built-in agents are allowed here"):
        game.reply()
    game.runs_files = True
    assert str(game.reply().move) == "7"


@pytest.mark.parametrize("place", ["import", "move"])
def test_a_stopped_agent_is_ended_and_a_short_search_can_move_in_its_place(tmp_path: Path, place: str) -> None:
    (tmp_path / "mine.py").write_text(
        "import pathlib, time\n"
        "def wait(place):\n"
        f"    if place == {place!r}:\n"
        f"        pathlib.Path({str(tmp_path / 'reached')!r}).touch()\n"
        "        time.sleep(60)\n"
        "def hangs(position): wait('move')\n"
        "wait('import')\n"
    )
    agent, stop, errors = fc.parse_agent(f"{tmp_path / 'mine.py'}:hangs"), StopFlag(), []

    def choose() -> None:
        try:
            agent.choose("44", stop=stop)
        except UsageError as error:
            errors.append(str(error))

    thread = Thread(target=choose)
    thread.start()
    wait_until((tmp_path / "reached").exists)
    stop.set()
    thread.join(60)
    assert errors == ["mine:hangs was stopped before it had a move."]
    assert agent.choose_at_once("444444").remark == "mine:hangs was stopped: a short search moved in its place."


def test_an_agent_that_does_not_move_in_time_is_ended(file: Path) -> None:
    with pytest.raises(UsageError, match=r"did not move in 0\.2 s and was ended"):
        fc.parse_agent(f"{file}:hangs").with_limit(fc.Limit(time=0.1)).choose("44")


def test_files_play_matches_as_agents_and_as_algorithms(file: Path) -> None:
    result = fc.match(f"{file}:agent", f"{file}:step,depth=2", games=2, rules="classic,width=4,height=4", openings=0)
    assert [game.ending for pair in result.pairs for game in pair.games] == ["line", "line"]
    assert result.tournament.players[0].name == "mine:agent"
    assert Participant.parse(f"{file}:agent").stamp != Participant.parse(f"level1,eval={__file__}:f").stamp
    with pytest.raises(UsageError, match=r"There is no file nowhere\.py\."):
        fc.match("level1", "nowhere.py")


def test_the_terminal_plays_against_a_file_and_allows_it_again_only_by_name(file: Path, tmp_path: Path) -> None:
    played = call("play", "--opponent", "mine.py", "--seed", "1", typed="4\nt\ns saved\nq\n", folder=tmp_path)
    assert "mine dropped in column 7." in played.out
    assert "There is no tree: mine does not search" in played.out
    refused = call("play", "--resume", "saved", folder=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "This game is played by 'mine.py', which runs a file or a program" in refused.err
    resumed = call("play", "--resume", "saved", "--opponent", "mine.py", typed="4\nq\n", folder=tmp_path)
    assert resumed.out.count("mine dropped in column 7.") == 1
    (tmp_path / "ev.py").write_text("def ev(position, player): return -position.height(6)\n")
    call("play", "--opponent", "greedy,eval=ev.py", typed="4\ns evaluated\nq\n", folder=tmp_path)
    evaluated = ("play", "--resume", "evaluated")
    assert "To allow it, add --opponent greedy,eval=ev.py." in call(*evaluated, folder=tmp_path).err
    assert call(*evaluated, "--opponent", "greedy,eval=ev.py", typed="4\nq\n", folder=tmp_path).code == 0
    failed = call("play", "--opponent", "mine.py:raises", typed="4\n1\nq\n", folder=tmp_path)
    assert "IndexError in mine.py, line 22: list index out of range. You play its moves from here" in failed.out
    program = call(
        "play", "--opponent", f"program:{sys.executable} -m fourcast engine", typed="4\nq\n", folder=tmp_path
    )
    assert "-m fourcast engine dropped in column" in program.out


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Smith, John=x"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "mine.py").write_text(FILE)
    (folder / "ev.py").write_text("def ev(position, player): return -position.height(6)\n")
    assert str(fc.parse_agent("mine.py:agent").choose("44").move) == "7"
    monkeypatch.chdir(tmp_path)
    file, evaluation = folder / "mine.py", folder / "ev.py"
    for text in (f"{file}", f"{file}:agent", f"{file}:step,depth=1,eval={evaluation}", f"greedy,eval={evaluation}:ev"):
        assert Participant.parse(text).start_problem(fc.Rules()) is None
        assert fc.parse_agent(text).name.startswith(("mine", "Greedy"))
    assert fc.SearchSpec.parse(f"{file}:step,depth=2,eval={evaluation}").limit == fc.Limit(depth=2)
    other = tmp_path / "Smith, Jane" / "mine.py"
    with pytest.raises(UsageError, match=f"There is no file {other}. A comma is part of a path only if"):
        fc.parse_agent(f"{other}:step,depth=2")


def test_two_agents_of_a_game_with_a_seed_have_different_random_numbers(tmp_path: Path) -> None:
    (tmp_path / "dice.py").write_text("import random\ndef agent(position): return 1 + random.randrange(10**6) % 15\n")
    options = ("play", "--rules", "classic,width=15", "--seed", "5")

    def moves(*players: str, typed: str = "") -> list[str]:
        out = call(*options, "--players", *players, typed=typed, folder=tmp_path).out
        return re.findall(r"dropped in column (\d+)", out)[:8]

    both = moves("dice.py", "dice.py")
    assert both[0::2] != both[1::2]
    assert moves("person", "person", typed="l 1 dice.py\n1\nq\n") == both[0:4:2]


def test_a_game_is_another_one_if_its_moves_are(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def move(board, player, saved_state):\n    return (saved_state or 0), (saved_state or 0) + 1\n")
    first, second = (fc.Game("popout", players=("Ada", str(path))) for _ in range(2))
    for move in ("7", "p7"):
        first.play(move)
        first.reply()
    assert first.moves == "71p72"  # the same game though there are no more discs
    for move in "76767":
        second.play(move)
    assert str(second.reply().move) == "1"  # another game though there are more
