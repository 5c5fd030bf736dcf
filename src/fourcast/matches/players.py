"""Participants of a match, written as text.

    level4 · alphabeta,depth=6 · perfect · random        built-in agents: see play/agent_text.py
    path/to/agent.py, agent.py:function                  a function in a file: see docs/own_code.md
    kaggle:path/to/agent.py                              the last callable of the file
    program:./engine --fast                              a command that speaks docs/protocol.md

Built-in agents that run no foreign code play in the referee's process; all others have a supervised process of their
own, with another working folder: files that a command names are given to it as absolute paths, and so are folders that
are written with a slash.
"""

from __future__ import annotations

import shlex
import shutil
from contextlib import suppress
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from threading import Timer
from time import perf_counter, thread_time
from typing import Final, TypeAlias

from fourcast.algorithms import Limit, SearchSpec, StopFlag
from fourcast.errors import UsageError, quote
from fourcast.jobs import python_command
from fourcast.matches.agent_file import KAGGLE
from fourcast.matches.engine import directed
from fourcast.matches.external_player import HELLO_TIMEOUT, READY_TIMEOUT, ExternalPlayer, turn_of
from fourcast.matches.kaggle import kaggle_unsupported_reason
from fourcast.matches.protocol import Go
from fourcast.matches.referee import Fault, MatchPlayer, MoveReply
from fourcast.play import Agent, Game, Reply, as_agent, parse_agent
from fourcast.python_file import absolute, is_python_file, split_file, split_function
from fourcast.rules import Rules
from fourcast.spec import is_setting, split_settings

PROGRAM: Final = "program:"
PlayerLike: TypeAlias = "Participant | Agent | SearchSpec | str"
"""A participant, or an agent as an object or as text."""
SHARE_OF_HANG_TIMEOUT: Final = 0.95
"""The part of the hang timeout in which the perfect player moves if it has no time limit."""


@dataclass(frozen=True)
class Participant:
    """A match participant: a built-in agent, or the command of an external player."""

    text: str
    name: str
    agent: Agent | None = None
    command: tuple[str, ...] = ()
    stamp: str = ""
    """Content hash of the player's files, so that an edited player gets new games."""

    @classmethod
    def parse(cls, text: str) -> Participant:
        """Read a participant. Raises `UsageError`.

        >>> Participant.parse("level4").name
        'level4'
        >>> Participant.parse("kaggle:nowhere.py")
        Traceback (most recent call last):
        fourcast.errors.UsageError: There is no file nowhere.py.
        """
        text = text.strip()
        if text.startswith(PROGRAM):
            return _program(text)
        if text.startswith(KAGGLE):
            path = Path(text.removeprefix(KAGGLE))
            if not path.is_file():
                raise UsageError(f"There is no file {path}.")
            return cls(text, path.stem, command=_agent_command(f"{KAGGLE}{path.resolve()}"), stamp=_hash(path))
        if text.endswith(".py") and (path := Path(text)).is_file():  # as a whole, whatever characters its path has
            return cls(text, path.stem, command=_agent_command(str(path.resolve())), stamp=_hash(path))
        if files := _python_files(text):
            for file in files:
                if not file.is_file():
                    raise UsageError(f"There is no file {file}.")
            return cls(text, _name(text), command=_agent_command(*_with_paths(text)), stamp=_hash(*files))
        return cls(text, text, parse_agent(text))

    @classmethod
    def of(cls, player: PlayerLike) -> Participant:
        """The participant of a text or an object."""
        if isinstance(player, Participant):
            return player
        return cls.parse(player if isinstance(player, str) else as_agent(player).text)

    @property
    def is_program(self) -> bool:
        """Whether it is a program that is not ours."""
        return self.text.startswith(PROGRAM)

    @property
    def agent_text(self) -> str | None:
        """The agent that can continue a saved game in its place: itself, if it is built in."""
        return self.text if self.agent else None

    def player(self, side: int = 0) -> MatchPlayer:
        """A player for games, the first or the second of two."""
        return LocalPlayer(self.agent) if self.agent else self.external_player(side)

    def external_player(self, side: int = 0) -> ExternalPlayer:
        """A player in a process of its own, which is not started yet."""
        return ExternalPlayer(
            self.command,
            activity=turn_of(side, self.name),
            hello_timeout=HELLO_TIMEOUT if self.is_program else READY_TIMEOUT,
        )

    def check(self, rules: Rules) -> None:
        """Raise `UsageError` if it cannot play these rules, or cannot be started."""
        if problem := self.start_problem(rules):
            raise UsageError(f"{self.name} cannot play: {problem}")

    def check_rules(self, rules: Rules) -> None:
        """Raise `UsageError` if these rules are not for this player, as far as that is known without starting it."""
        if self.agent:
            self.agent.check(rules)
        elif self.text.startswith(KAGGLE) and (reason := kaggle_unsupported_reason(rules)):
            raise UsageError(f"{self.name} cannot play this: {reason}.")

    def start_problem(self, rules: Rules) -> str | None:
        """Why an external player cannot be started, such as a syntax error in its file. Raises `UsageError` if these
        rules are not for this player."""
        self.check_rules(rules)
        if self.agent:
            return None
        player = self.player()
        try:
            return player.start_game(rules, 0)
        finally:
            player.close()


def _python_files(text: str) -> list[Path]:
    """The Python files of an agent, which parsing it would run: of itself or its algorithm, and of its evaluation."""
    files = []
    for number, part in enumerate(split_settings(text)):
        key, _, value = (word.strip() for word in part.partition("="))
        if not is_setting(part) and not number and split_file(part)[0]:
            files.append(Path(split_file(part)[0]))
        elif key == "eval" and is_python_file(value):
            files.append(split_function(value)[0])
    return files


def _with_paths(text: str) -> list[str]:
    """The parts of an agent with the absolute paths of its files, which may have commas."""
    parts = []
    for part in split_settings(text):
        key, _, value = (word.strip() for word in part.partition("="))
        file, rest = ("", part) if is_setting(part) else split_file(part)
        parts.append(f"eval={absolute(value)}" if key == "eval" else absolute(file) + rest)
    return parts


def _name(text: str) -> str:
    """What a player is called: a file by its name without the folder, an agent or an algorithm also without suffix."""
    first, *settings = split_settings(text)
    file, rest = ("", first) if is_setting(first) else split_file(first)
    parts = [Path(file).stem + rest]
    for setting in settings:
        key, equals, value = setting.partition("=")
        parts.append(f"{key}{equals}{Path(value).name if is_python_file(value) else value}")
    return ",".join(parts)


def _program(text: str) -> Participant:
    try:
        command = shlex.split(text.removeprefix(PROGRAM))
    except ValueError:
        raise UsageError(f"Invalid command line {quote(text)}: a quotation mark is missing.") from None
    if not command:
        raise UsageError("program: needs a command line, such as program:./engine --fast.")
    executable = shutil.which(command[0])
    if not executable:
        here = f" The file in this folder is program:./{command[0]}." if Path(command[0]).is_file() else ""
        raise UsageError(f"There is no program {quote(command[0])}. Name an executable file.{here}")
    name = " ".join([Path(command[0]).name, *command[1:]])
    arguments, files = [str(Path(executable).absolute())], [Path(executable)]
    for word in command[1:]:
        option, equals, value = word.rpartition("=")
        path = Path(value)
        if path.is_file():
            files.append(path)
        if path.is_file() or ("/" in value and path.is_dir()):
            word = f"{option}{equals}{path.absolute()}"
        arguments.append(word)
    return Participant(text, name, command=tuple(arguments), stamp=_hash(*files))


def _agent_command(*parts: str) -> tuple[str, ...]:
    return tuple(python_command("fourcast.matches.external_player", *parts))


def _hash(*paths: Path) -> str:
    """A hash of the content of files; one that may be executed but not read is left out."""
    digest = sha256()
    for path in paths:
        with suppress(PermissionError), path.open("rb") as file:
            digest.update(file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


class LocalPlayer:
    """Runs a trusted agent in this process: its searches keep their limits, can be stopped, and run no foreign code."""

    def __init__(self, agent: Agent) -> None:
        self._agent = self._seeded = agent.with_threads(1)  # there is a worker on every processor

    def start_game(self, rules: Rules, seed: int) -> str | None:
        self._seeded = self._agent.with_seed(seed)
        try:
            self._agent.check(rules)
            self._agent.prepare(rules)  # not on its clock
        except (ValueError, RuntimeError) as error:
            return str(error)
        return None

    def choose(self, game: Game, go: Go, max_seconds: float) -> MoveReply:
        stop = StopFlag()
        timer = Timer(max_seconds, stop.set)
        timer.daemon = True
        if go.seconds is None:  # not a limit of the search: with one it might choose another move
            timer.start()
        start, cpu_start = perf_counter(), thread_time()
        try:
            reply = self._reply(game, go, max_seconds, stop)
        except Exception as error:
            detail = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
            fault = Fault.TIME if stop.is_set() else Fault.CRASH
            return MoveReply(perf_counter() - start, fault=fault, detail=detail)
        finally:
            timer.cancel()
        seconds, cpu_seconds = perf_counter() - start, thread_time() - cpu_start
        if stop.is_set():
            return MoveReply(seconds, fault=Fault.TIME, detail="It did not reply and was stopped.")
        score = reply.result and reply.result.score.relative
        claim = score if score and score.is_exact else None
        return MoveReply(
            seconds, str(reply.move), claim=claim, cpu_seconds=cpu_seconds, is_fallback=reply.remark is not None
        )

    def _reply(self, game: Game, go: Go, max_seconds: float, stop: StopFlag) -> Reply:
        agent = self._seeded
        if go.seconds is not None:
            agent = directed(agent, go.for_move(game.position))
        elif agent.spec is None:
            agent = agent.with_limit(Limit(time=SHARE_OF_HANG_TIMEOUT * max_seconds))
        return agent.choose(game, stop=stop)

    def close(self) -> None:
        pass
