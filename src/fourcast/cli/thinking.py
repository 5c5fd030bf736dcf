"""An agent that searches in a thread, so that Ctrl-C can ask what to do meanwhile."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread

from fourcast.algorithms import StopFlag
from fourcast.play import Agent, Game, Reply


class Thought:
    """The search of an agent for its reply."""

    def __init__(self, agent: Agent, game: Game) -> None:
        self._agent, self._game = agent, game
        self._stop = StopFlag()
        self._reply: Future[Reply] = Future()
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._reply.set_result(self._agent.choose(self._game, stop=self._stop))
        except BaseException as error:
            self._reply.set_exception(error)

    def wait(self) -> Reply:
        """Its reply. Raises what the agent raised."""
        if self._stop.is_set() and (self._reply.exception() or not self._has_searched):
            return self._agent.choose_at_once(self._game)
        return self._reply.result()

    @property
    def _has_searched(self) -> bool:
        result = self._reply.result().result
        return bool(result and result.depth)

    def stop(self) -> None:
        """End the search; `wait` returns the best move so far."""
        self._stop.set()
        self._reply.exception()
