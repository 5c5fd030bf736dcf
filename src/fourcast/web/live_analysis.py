"""Analyses and reviews in turns: one that others wait for gives up its slot and continues later, with more time in a
turn. The time that it has used counts, so that all of them end.

An interrupted analysis is not kept, because its tables may need a gigabyte: the next turn repeats it, at most half of
its time. A worker continues its own reviews. Nothing is reported until a turn knows more than those before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Final, Generic, TypeVar

from fourcast.web.schema.analysis import AnalysisRequest, AnalysisView
from fourcast.web.schema.review import ReviewRequest, ReviewView
from fourcast.web.tasks import ANALYSE, REVIEW, OnProgress, RequestTask
from fourcast.web.worker_pool import OnQueuePosition, RequestPool, Turn

FIRST_TURN_S: Final = 0.05
"""Short, so that all of many analyses have their first values soon."""
TURN_GROWTH: Final = 3.0
MAX_TURN_S: Final = 10.0

LiveRequest = TypeVar("LiveRequest", AnalysisRequest, ReviewRequest)
View = TypeVar("View", AnalysisView, ReviewView)


@dataclass(frozen=True)
class LiveTask(Generic[LiveRequest, View]):
    """A task that takes turns."""

    task: RequestTask[LiveRequest, View, View]
    knowledge: Callable[[View], tuple[int, ...]]
    """How much a view knows."""
    totals: tuple[str, ...]
    """The fields that are sums over all turns."""

    async def run(
        self,
        pool: RequestPool,
        request: LiveRequest,
        *,
        on_progress: OnProgress[View] | None = None,
        on_queue_position: OnQueuePosition | None = None,
    ) -> View:
        """Work for the seconds of the request, which do not count while it waits for its turn."""
        latest: View | None = None
        before = dict[str, float].fromkeys(self.totals, 0)  # of earlier turns
        turn = Turn(FIRST_TURN_S)

        def report(view: View) -> None:
            nonlocal latest
            is_last = view.done and (view.exact or not turn.is_interrupted)
            is_better = latest is None or self.knowledge(view) >= self.knowledge(latest)
            if is_better or is_last:
                best = view if latest is None or is_better else latest
                totals = {name: before[name] + getattr(view, name) for name in before}
                latest = best.model_copy(update={"done": is_last, **totals})
                if on_progress:
                    on_progress(latest)

        while latest is None or not latest.done:
            result = await pool.run(
                self.task,
                request.model_copy(update={"seconds": max(request.seconds - before["seconds"], FIRST_TURN_S)}),
                on_progress=report,
                on_queue_position=None if latest else on_queue_position,
                turn=turn,
                is_queued=latest is not None,
            )
            before = {name: before[name] + getattr(result, name) for name in before}
            has_time = before["seconds"] < request.seconds
            turn = Turn(min(TURN_GROWTH * turn.seconds, MAX_TURN_S) if has_time else inf)
        return latest


ANALYSIS: Final = LiveTask(
    ANALYSE,
    lambda view: (view.solved, sum(column.value.exact for column in view.columns), view.depth),
    ("seconds", "nodes"),
)
GAME_REVIEW: Final = LiveTask(
    REVIEW,
    lambda view: (sum(move.value is not None for move in view.moves), sum(move.solved for move in view.moves)),
    ("seconds",),
)
