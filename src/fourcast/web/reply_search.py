"""The search for an agent's move in a game, in a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from fourcast.matches import ExternalAgent
from fourcast.play import Agent, Game, PerfectAgent
from fourcast.rules import position_text
from fourcast.web.agents import agent_for, agent_problem, max_reply_seconds
from fourcast.web.problems import Problem
from fourcast.web.schema.game import ThinkingView
from fourcast.web.tasks import REPLY, ReplyProgress, ReplyRequest, ReplyResult
from fourcast.web.worker_pool import RequestPool

PROGRESS_AFTER: Final = 0.1
"""Seconds after which a search reports its progress."""
SHORT_SECONDS: Final = 5.0
"""Replies that may take longer have their own workers, so that short ones do not wait for them."""


@dataclass(frozen=True)
class ReplyPools:
    """Workers for the replies of agents: for short ones, and for those that may take long."""

    short: RequestPool
    long: RequestPool

    def pool_for(self, agent: Agent) -> RequestPool:
        return self.short if max_reply_seconds(agent) <= SHORT_SECONDS else self.long


class ReplySearch:
    """One search and its progress."""

    def __init__(self, game: Game, pools: ReplyPools, on_progress: Callable[[ReplySearch], None]) -> None:
        """Of the agent to move. `on_progress` is called whenever `progress` has changed."""
        text = game.agents[game.turn]
        assert text is not None
        self._agent, self._game, self._pools = text, game, pools
        self._on_progress = on_progress
        self._finish: Callable[[], None] | None = None
        agent = None if agent_problem(text, game.rules) else agent_for(text, game.rules)
        solver = agent if isinstance(agent, PerfectAgent) else None
        self.progress = ThinkingView(
            player=game.turn,
            depth=0,
            nodes=0,
            seconds=0.0,
            queue_position=None,
            limit=solver.solving_time if solver else None,
            fallback=solver.fallback_title if solver else None,
        )

    async def run(self, *, wait: bool) -> ReplyResult:
        """The agent's reply. Only the position is sent to the worker, for agents of the server also the moves."""
        game, started = self._game, monotonic()

        def report(depth: int = 0, nodes: int = 0, queue_position: int | None = None) -> None:
            seconds = monotonic() - started
            update = {"depth": depth, "nodes": nodes, "seconds": seconds, "queue_position": queue_position}
            self.progress = self.progress.model_copy(update=update)
            self._on_progress(self)

        def on_progress(progress: ReplyProgress) -> None:
            if monotonic() - started > PROGRESS_AFTER:
                report(progress.depth, progress.nodes)

        def on_start(finish: Callable[[], None]) -> None:
            self._finish = finish

        agent = agent_for(self._agent, game.rules)
        pool = self._pools.pool_for(agent)
        external = agent.text if isinstance(agent, ExternalAgent) else None
        start = game.start if external else game.position
        request = ReplyRequest(
            rules=str(game.rules),
            start=None if start == game.rules.start() else position_text(start),
            moves=game.moves if external else "",
            ply=game.ply,
            agent=self._agent,
            external=external,
        )
        try:
            return await pool.run(
                REPLY,
                request,
                on_progress=on_progress,
                on_queue_position=lambda position: report(queue_position=position),
                on_start=on_start,
                wait=wait,
            )
        finally:
            self._finish = None

    def finish(self) -> None:
        """End the search with the move that it has. Raises `Problem` if it has not begun."""
        if self._finish is None:
            raise Problem(409, "The agent has not begun to search. Try again when it is thinking.")
        self._finish()
