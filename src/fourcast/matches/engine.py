"""The engine's side of the text protocol: lines come in, lines go out, and a search runs in between.

An invalid line is answered with `error` and a sentence; only `quit` and the end of the input end the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import version
from threading import Lock, Thread
from time import perf_counter
from typing import Final, Protocol

from fourcast.algorithms import Limit, SearchResult, StopFlag
from fourcast.errors import EngineUnavailable, UsageError, quote
from fourcast.matches.protocol import (
    FOREVER,
    HELLO,
    HELLO_OK,
    MAX_LINE,
    NO_MOVE,
    READY,
    READY_OK,
    VERSION,
    Go,
    info_text,
    parse_go,
    parse_newgame,
    parse_position_command,
    parse_setoption,
)
from fourcast.play import LEVELS, Agent, Game, parse_agent
from fourcast.rules import Rules

Send = Callable[[str], None]
DEFAULT_AGENT: Final = replace(LEVELS[-1].with_limit(Limit(time=1.0)), name="Fourcast")
"""The search of the levels, as deep as the time allows."""

END_TIMEOUT: Final = 5.0
"""Seconds that a search may continue after the end of the input."""


class EngineBackend(Protocol):
    """The player behind the protocol."""

    name: str

    def options(self) -> list[str]:
        """The options, as lines of the protocol."""

    def set_option(self, name: str, value: str) -> None:
        """Raises `UsageError` if there is no such option or value."""

    def check(self, rules: Rules) -> None:
        """Raises `UsageError` if games of these rules cannot be played."""

    def start_game(self) -> None:
        """Forget the last game."""

    def choose(self, game: Game, go: Go, *, stop: StopFlag, on_depth: Callable[[SearchResult], None]) -> str:
        """The line that answers `go`, below an `error` line if something is wrong with the move."""


class AgentBackend:
    """A built-in agent."""

    def __init__(self, text: str = "", agent: Agent | None = None) -> None:
        """`agent`: the agent of the text, where it is known already."""
        self._text = text
        self._agent: Agent = agent or (parse_agent(text) if text else DEFAULT_AGENT)
        self._seed: int | None = None
        self.name = f"Fourcast {version('fourcast')} {text}".rstrip()

    def options(self) -> list[str]:
        return [
            f"option name agent type string default {self._text}".rstrip(),
            "option name seed type spin default 0 min 0 max 999999999999",
        ]

    def set_option(self, name: str, value: str) -> None:
        match name:
            case "agent":
                self._agent, self._text = parse_agent(value) if value else DEFAULT_AGENT, value
            case "seed":
                if not (value.isascii() and value.isdigit() and len(value) <= 12):
                    raise UsageError(f"Invalid seed {quote(value)}: use a whole number from 0.")
                self._seed = int(value)
            case _:
                raise UsageError(f"There is no option {quote(name)}. Set agent or seed.")

    def check(self, rules: Rules) -> None:
        self._agent.check(rules)

    def start_game(self) -> None:
        pass

    def choose(self, game: Game, go: Go, *, stop: StopFlag, on_depth: Callable[[SearchResult], None]) -> str:
        agent = directed(self._agent, go)
        if self._seed is not None:
            agent = agent.with_seed(self._seed)
        return f"bestmove {agent.choose(game, stop=stop, on_depth=on_depth).move}"


def directed(agent: Agent, go: Go) -> Agent:
    """The agent with the limit of `go`. It replaces a limit that is only the default of the algorithm."""
    if agent.spec is None:
        if go.infinite:
            return agent.with_limit(Limit(time=FOREVER))
        return agent if go.movetime is None else agent.with_limit(Limit(time=go.movetime))
    if agent.spec.limit is None and go.movetime is not None:
        return agent.with_limit(Limit(go.depth, go.nodes, go.movetime))
    return agent.with_limit(go.limit(agent.spec.search_limit))


class TextEngine:
    """One session of the protocol."""

    def __init__(self, send: Send, backend: EngineBackend) -> None:
        self._send_line, self._sending = send, Lock()
        self._backend = backend
        self._game = Game(Rules())
        self._search: Thread | None = None
        self._searching = self._infinite = False
        self._stop = StopFlag()

    def run(self, lines: Iterable[str], *, end_timeout: float = END_TIMEOUT) -> None:
        """Answer lines until `quit` or their end. A search that is running then is stopped: after `quit` at once, at
        the end of the input after `end_timeout` seconds, because its output may still be read."""
        for line in lines:
            if line.strip() == "quit":
                break
            self.handle(line)
        else:
            if self._search and not self._infinite:
                self._search.join(end_timeout)
        self._stop.set()
        if self._search:
            self._search.join()

    def handle(self, line: str) -> None:
        """Answer one line; a search answers later."""
        words = line.split()
        if not words:
            return
        try:
            if len(line.encode(errors="replace")) > MAX_LINE:
                raise UsageError(f"The line is too long. Use at most {MAX_LINE:,} bytes.")
            self._execute(words[0], words[1:])
        except Exception as error:  # no line ends the session
            self._send_error(error)

    def _execute(self, command: str, words: list[str]) -> None:
        match command:
            case "fourcast":
                names = (f"id name {self._backend.name}", "id author The Fourcast authors")
                self._send(*names, f"protocol {VERSION}", *self._backend.options(), HELLO_OK)
            case "isready":
                self._send(READY_OK)
            case "setoption":
                self._backend.set_option(*parse_setoption(words))
            case "newgame":
                rules = parse_newgame(words)
                self._backend.check(rules)
                self._backend.start_game()
                self._game = Game(rules)
            case "position":
                self._game = parse_position_command(words)
            case "go":
                self._go(parse_go(words))
            case "stop":
                self._stop.set()
            case _:
                commands = f"{HELLO}, {READY}, setoption, newgame, position, go, stop, quit"
                raise UsageError(f"There is no command {quote(command)}. Commands: {commands}.")

    def _go(self, go: Go) -> None:
        if self._searching:
            raise UsageError("A search is running. Stop it first.")
        if self._game.outcome:
            raise UsageError("The game is over in this position.")
        self._backend.check(self._game.rules)
        self._stop = StopFlag()
        self._searching, self._infinite = True, go.infinite
        go = go.for_move(self._game.position)
        self._search = Thread(target=self._run_search, args=(self._game, go, self._stop), daemon=True)
        self._search.start()

    def _run_search(self, game: Game, go: Go, stop: StopFlag) -> None:
        start = perf_counter()

        def send_info(info: SearchResult) -> None:
            self._send(info_text(info, perf_counter() - start))

        try:
            answer = self._backend.choose(game, go, stop=stop, on_depth=send_info)
        except BaseException as error:  # even SystemExit: it is the player's
            self._send_error(error)
            answer = f"bestmove {NO_MOVE}"
        if go.infinite:
            stop.wait()
        self._searching = False  # before the answer: its reader may send `go` again at once
        self._send(*answer.splitlines())

    def _send_error(self, error: BaseException) -> None:
        expected = isinstance(error, UsageError | EngineUnavailable)
        sentence = str(error) if expected else f"{type(error).__name__}: {error}"
        self._send(f"error {' '.join(sentence.split())}")

    def _send(self, *lines: str) -> None:
        with self._sending:
            for line in lines:
                self._send_line(line)
