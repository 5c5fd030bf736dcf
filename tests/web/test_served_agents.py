"""Agents that a server was started with: opponents on its page, in processes of their own, and no file else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from support.web_client import command, current, move, new_game, open_client, watch

from fourcast.errors import UsageError
from fourcast.play import parse_agent
from fourcast.web.agents import serve_agents
from fourcast.web.app import create_app
from fourcast.web.served_agents import ServedAgents
from fourcast.web.settings import Settings

FILES = {
    "last": "def agent(position):\n    return position.legal_moves[-1]\n",
    "breaks": "def agent(board, player):\n    return 1 // 0\n",
    "hangs": "import time\ndef agent(board, player):\n    time.sleep(3600)\n",
    "helper": "def other(position):\n    return 1\n",
    "syntax": "def agent(position)\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "agents"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text)
    (folder / ".#last.py").symlink_to("ada@machine.1234")  # the lock of an editor
    (folder / "gone.py").symlink_to("nowhere.py")
    (folder / ".hidden.py").write_text(FILES["last"])
    return folder


@pytest.fixture
def server(settings: Settings, folder: Path) -> Iterator[TestClient]:
    others = (
        f"kaggle:{folder}/helper.py",
        f"greedy,eval={folder}/helper.py:other",
        f"program:{sys.executable} -m fourcast engine",
    )
    settings = replace(settings, agents=ServedAgents(folder, others))
    with open_client(create_app(settings), settings) as client:
        yield client
    serve_agents(ServedAgents())


def test_agents_of_a_folder_are_opponents_on_the_page(server: TestClient, folder: Path) -> None:
    levels = [one["name"] for one in server.get("/api/options").json()["levels"]]
    assert levels[9:13] == ["server:breaks", "server:hangs", "server:last", "server:helper"]
    assert levels[13] == "server:greedy eval=helper.py:other"  # no path of the server
    assert levels[-1].endswith("-m fourcast engine")
    assert list(server.get("/api/rules", params={"text": "popout"}).json()["excluded"])[-1] == "server:helper"
    game = new_game(server, {"name": "Ada"}, {"agent": "server:last"})
    assert game["players"][1]["name"] == "last"
    assert game["players"][1]["no_tree"] == "last is not a search of Fourcast: it has no tree of this kind."
    move(server, game, "4")
    replied = command(server, game, "step")
    note = replied["notes"][1]
    assert (replied["moves"], note["depth"], note["value"]) == ("47", None, None)  # no estimate that it did not give
    (folder / "last.py").write_text(FILES["last"].replace("-1", "0"))  # the next move is that of the file as it is now
    move(server, game, "4")
    assert command(server, game, "step")["moves"] == "4741"


ECHO = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "fourcast":
        print("id name Echo\\nfourcastok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[4] if words[3:4] == ["moves"] else "1"
    elif words[0] == "go":
        print("bestmove", moves[-1], flush=True)
"""


def test_a_program_is_told_the_moves_of_a_game(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "echo.py").write_text(ECHO)
    text = f"program:{sys.executable} {tmp_path}/echo.py"
    assert str(parse_agent(text).choose("4453").move) == "3"
    settings = replace(settings, agents=ServedAgents(None, (text,)))
    with open_client(create_app(settings), settings) as client:
        name = client.get("/api/options").json()["levels"][-1]["name"]
        game = new_game(client, {"name": "Ada"}, {"agent": name})
        move(client, game, "5")
        assert command(client, game, "step")["moves"] == "55"
    serve_agents(ServedAgents())


def test_an_agent_that_fails_is_reported_and_the_game_goes_on(server: TestClient) -> None:
    game = new_game(server, {"agent": "server:breaks"}, {})
    response = server.post(f"/api/games/{game['id']}/step")
    assert response.status_code == 422
    assert response.json()["title"] == "The opponent cannot move"
    assert response.json()["detail"].startswith("breaks has no move: ZeroDivisionError in breaks.py, line 2: ")
    assert current(server, game)["moves"] == ""


def test_a_file_of_any_name_takes_no_other_off_the_page(server: TestClient, folder: Path) -> None:
    (folder / "y,z=1.py").write_text(FILES["last"])
    names = [one["name"] for one in server.get("/api/options").json()["levels"]]
    assert {"server:last", "server:y z=1"} <= set(names)
    game = new_game(server, {"agent": "server:y z=1"}, {})
    assert command(server, game, "step")["moves"] == "7"


def test_an_agent_that_hangs_can_be_told_to_move(server: TestClient) -> None:
    game = new_game(server, {"agent": "server:hangs"}, {})
    with watch(server, game) as socket:
        while server.post(f"/api/games/{game['id']}/now").status_code == 409:  # it has not begun to search
            pass
        while (message := socket.receive_json())["type"] != "game" or not message["game"]["moves"]:
            assert message["type"] != "problem", message
    note = message["game"]["notes"][0]
    assert note["remark"] == "hangs was stopped: a short search moved in its place."


def test_files_that_are_no_agents_are_named_at_the_start(folder: Path) -> None:
    (folder / "broken.py").write_text("def agent(position:\n")
    (folder / "notes.py").write_text("x = 1\n")
    served = ServedAgents(folder)
    broken, notes = (sentence for sentence in served.omissions() if sentence.startswith(("broken", "notes")))
    assert broken.startswith("broken.py is left out: SyntaxError in line 1, ")
    assert notes == "notes.py is left out: it defines no function `agent`."
    assert not {"server:broken", "server:notes"} & served.find().keys()


def test_a_request_cannot_name_a_file_or_a_program(server: TestClient, folder: Path) -> None:
    for text in (f"{folder}/last.py", f"{folder}/last.py:agent", f"kaggle:{folder}/last.py", "program:true"):
        response = server.post("/api/games", json={"players": [{"agent": text}, {}]})
        assert response.status_code == 422
        assert response.json()["detail"] == "Only built-in agents are allowed here, not files and programs."
    for text in ("server:other", "server:syntax", "server:../last", f"server:{folder}/last.py"):
        response = server.post("/api/games", json={"players": [{"agent": text}, {}]})
        assert response.status_code == 422
        assert response.json()["detail"].startswith("This server has no agent ")


def test_what_cannot_be_served_is_said_when_the_server_starts(folder: Path, tmp_path: Path) -> None:
    for agents, message in (
        (ServedAgents(tmp_path), "has no Python file that defines a function `agent`"),
        (ServedAgents(None, ("level4",)), "'level4' is built in"),
        (ServedAgents(None, ("kaggle:nowhere.py",)), r"There is no file nowhere\.py"),
        (ServedAgents(folder, (f"kaggle:{folder}/last.py",)), "Two agents have the name 'last'"),
    ):
        with pytest.raises(UsageError, match=message):
            agents.check()
