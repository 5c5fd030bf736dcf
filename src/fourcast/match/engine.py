"""Our end of the text protocol: lines come in, lines go out, and a search runs in between.

Whatever is wrong with a line is answered with `error` and a sentence; only `quit` and the end of the input end it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import version
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Final, Protocol

from fourcast.errors import EngineUnavailable, IllegalMove, NotationError, UsageError, quote
from fourcast.match.clocked import ClockedPerfect
from fourcast.match.protocol import (
    FOR_EVER,
    HELLO,
    HELLO_OK,
    LONGEST_LINE,
    NO_MOVE,
    READY,
    READY_OK,
    VERSION,
    Go,
    bestmove_text,
    info_text,
    parse_go,
    parse_newgame,
    parse_position_command,
    parse_setoption,
)
from fourcast.play import LEVELS, Agent, Game, PerfectAgent, SearchAgent, default_limit, parse_agent
from fourcast.rules import Rules, parse_rules
from fourcast.search import Info, Limit, StopFlag

Say = Callable[[str], None]
STRONGEST: Final = replace(LEVELS[-1], name="Fourcast", limit=Limit(time=1.0))
"""Who plays when nobody is named: the search of the levels, as deep as the time allows."""

GRACE: Final = 5.0
"""Seconds that a search goes on when nothing more can be said to it."""


class Brain(Protocol):
    """Who thinks behind the protocol."""

    name: str

    def options(self) -> list[str]:
        """What can be set, as the protocol tells it."""

    def set(self, name: str, value: str) -> None:
        """Set an option. Raises `UsageError` if it cannot be."""

    def begin(self, rules: Rules) -> None:
        """A new game of these rules. Raises `UsageError` if it cannot be played."""

    def think(self, game: Game, go: Go, *, stop: StopFlag, on_info: Callable[[Info], None]) -> str:
        """The line that answers `go`, below an `error` that says what is wrong with the answer if something is."""


class AgentBrain:
    """One of our agents."""

    def __init__(self, text: str = "") -> None:
        self._text = text
        self._agent: Agent = parse_agent(text) if text else STRONGEST
        self._seed: int | None = None
        self.name = f"Fourcast {version('fourcast')} {text}".rstrip()

    def options(self) -> list[str]:
        return [
            f"option name agent type string default {self._text}".rstrip(),
            "option name seed type spin default 0 min 0 max 999999999999",
        ]

    def set(self, name: str, value: str) -> None:
        match name:
            case "agent":
                self._agent, self._text = parse_agent(value) if value else STRONGEST, value
            case "seed":
                if not (value.isascii() and value.isdigit() and len(value) <= 12):
                    raise UsageError(f"A seed is a whole number from 0, not {quote(value)}.")
                self._seed = int(value)
            case _:
                raise UsageError(f"There is no option {quote(name)}. Set agent or seed.")

    def begin(self, rules: Rules) -> None:
        self._agent.check(rules)

    def think(self, game: Game, go: Go, *, stop: StopFlag, on_info: Callable[[Info], None]) -> str:
        agent = directed(seeded(self._agent, self._seed), go)
        return bestmove_text(game.rules, agent.choose(game, stop=stop, on_info=on_info).move)


def seeded(agent: Agent, seed: int | None) -> Agent:
    """The agent with other dice, if it has any."""
    if seed is None or not isinstance(agent, SearchAgent | PerfectAgent):
        return agent
    return replace(agent, seed=seed)


def directed(agent: Agent, go: Go) -> Agent:
    """The agent with the limit that `go` gives. A limit that an algorithm has only for want of another gives way."""
    if isinstance(agent, PerfectAgent):
        if go.infinite:
            return replace(agent, time=FOR_EVER)
        return agent if go.movetime is None else ClockedPerfect(agent, go.movetime)
    if not isinstance(agent, SearchAgent):
        return agent
    nobody_said = "depth=" not in agent.name and "nodes=" not in agent.name  # its name is its text
    if go.movetime is not None and agent.limit == default_limit(agent.algorithm) and nobody_said:
        return replace(agent, limit=Limit(go.depth, go.nodes, go.movetime))
    return replace(agent, limit=go.limit(agent.limit))


class TextEngine:
    """One conversation."""

    def __init__(self, say: Say, brain: Brain) -> None:
        self._tell, self._speaking = say, Lock()
        self._brain = brain
        self._game = Game(parse_rules("classic"))
        self._search: Thread | None = None
        self._searching = self._infinite = False
        self._stop = StopFlag()
        self._told_to_stop = Event()

    def converse(self, lines: Iterable[str], *, grace: float = GRACE) -> None:
        """Answer lines until `quit` or their end. A search that is under way then is stopped: at their end so many
        seconds later, if it has an end of its own, for somebody may still read what it finds."""
        for line in lines:
            if line.strip() == "quit":
                break
            self.hear(line)
        else:
            if self._search and not self._infinite:
                self._search.join(grace)
        self._halt()
        if self._search:
            self._search.join()

    def hear(self, line: str) -> None:
        """Answer one line; a search answers later."""
        words = line[:LONGEST_LINE].split()
        if not words:
            return
        try:
            self._obey(words[0], words[1:])
        except (UsageError, IllegalMove, NotationError, EngineUnavailable) as fault:
            self._error(str(fault))
        except Exception as fault:  # no line ends the program
            self._error(f"{type(fault).__name__}: {fault}")

    def _obey(self, command: str, words: list[str]) -> None:
        match command:
            case "fourcast":
                who = (f"id name {self._brain.name}", "id author The Fourcast authors")
                self._say(*who, f"protocol {VERSION}", *self._brain.options(), HELLO_OK)
            case "isready":
                self._say(READY_OK)
            case "setoption":
                self._brain.set(*parse_setoption(words))
            case "newgame":
                rules = parse_newgame(words)
                self._brain.begin(rules)
                self._game = Game(rules)
            case "position":
                self._game = parse_position_command(words)
            case "go":
                self._go(parse_go(words))
            case "stop":
                self._halt()
            case _:
                known = f"{HELLO}, {READY}, setoption, newgame, position, go, stop, quit"
                self._error(f"There is no command {quote(command)}. Known: {known}.")

    def _go(self, go: Go) -> None:
        if self._searching:
            raise NotationError("A search is under way. Stop it first.")
        if self._game.outcome:
            raise IllegalMove("The game is over in this position: there is nothing to look for.")
        self._brain.begin(self._game.rules)
        self._stop, self._told_to_stop = StopFlag(), Event()
        self._searching, self._infinite = True, go.infinite
        self._search = Thread(target=self._think, args=(self._game, go, self._stop, self._told_to_stop), daemon=True)
        self._search.start()

    def _think(self, game: Game, go: Go, stop: StopFlag, told_to_stop: Event) -> None:
        begun = perf_counter()

        def tell(info: Info) -> None:
            self._say(info_text(game.rules, info, perf_counter() - begun))

        try:
            answer = self._brain.think(game, go, stop=stop, on_info=tell)
        except BaseException as fault:  # even an exit: it is a player's, not ours
            known = isinstance(fault, UsageError | IllegalMove | NotationError | EngineUnavailable)
            self._error(str(fault) if known else f"{type(fault).__name__}: {fault}")
            answer = f"bestmove {NO_MOVE}"
        if go.infinite:
            told_to_stop.wait()
        self._searching = False  # before the answer: whoever reads it may say `go` again at once
        self._say(*answer.splitlines())

    def _halt(self) -> None:
        self._stop.set()
        self._told_to_stop.set()

    def _error(self, sentence: str) -> None:
        self._say(f"error {' '.join(sentence.split())}")

    def _say(self, *lines: str) -> None:
        with self._speaking:
            for line in lines:
                self._tell(line)
