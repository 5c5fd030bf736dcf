"""Analyses in turns: one that others wait for gives up its slot and starts again later, with more time in a turn.

An interrupted analysis is not kept, because its tables may need a gigabyte. The next turn repeats it, at most half of
its time, and reports nothing until it knows more than before.
"""

from __future__ import annotations

from math import inf
from typing import Final

from fourcast.web.schema import AnalysisRequest, AnalysisView, ReviewRequest, ReviewView
from fourcast.web.tasks import ANALYSE, REVIEW, OnProgress
from fourcast.web.worker_pool import OnQueuePosition, RequestPool, Turn

FIRST_TURN_S: Final = 0.05
"""Short, so that all of many analyses have their first values soon."""
TURN_GROWTH: Final = 3.0
MAX_TURN_S: Final = 10.0


async def analyse_in_turns(
    pool: RequestPool,
    request: AnalysisRequest,
    *,
    on_progress: OnProgress[AnalysisView] | None = None,
    on_queue_position: OnQueuePosition | None = None,
) -> AnalysisView:
    """Analyse a position for the seconds of its request, which do not count while it waits for its turn."""
    latest: AnalysisView | None = None
    seconds, nodes = 0.0, 0  # of earlier turns
    turn = Turn(FIRST_TURN_S)

    def report(view: AnalysisView) -> None:
        nonlocal latest
        is_last = view.done and (view.exact or not turn.is_interrupted)
        if latest and not is_last and _knowledge(view) < _knowledge(latest):
            return
        best = view if latest is None or _knowledge(view) >= _knowledge(latest) else latest
        stage = "done" if is_last else "searching" if best.stage == "done" else best.stage
        totals = {"seconds": seconds + view.seconds, "nodes": nodes + view.nodes}
        latest = best.model_copy(update={"done": is_last, "stage": stage, **totals})
        if on_progress:
            on_progress(latest)

    while latest is None or not latest.done:
        result = await pool.run(
            ANALYSE,
            request.model_copy(update={"seconds": max(request.seconds - seconds, FIRST_TURN_S)}),
            on_progress=report,
            on_queue_position=None if latest else on_queue_position,
            turn=turn,
            is_queued=latest is not None,
        )
        seconds, nodes = seconds + result.seconds, nodes + result.nodes
        turn = Turn(min(TURN_GROWTH * turn.seconds, MAX_TURN_S) if seconds < request.seconds else inf)
    return latest


async def review_in_turns(
    pool: RequestPool,
    request: ReviewRequest,
    *,
    on_progress: OnProgress[ReviewView] | None = None,
    on_queue_position: OnQueuePosition | None = None,
) -> ReviewView:
    """Review a game. A worker continues its own reviews, so that little is repeated after an interruption."""
    turn, is_queued = Turn(FIRST_TURN_S), False
    while True:
        result = await pool.run(
            REVIEW,
            request,
            on_progress=on_progress,
            on_queue_position=None if is_queued else on_queue_position,
            turn=turn,
            is_queued=is_queued,
        )
        if on_progress:
            on_progress(result)
        if result.done:
            return result
        turn, is_queued = Turn(min(TURN_GROWTH * turn.seconds, MAX_TURN_S)), True


def _knowledge(view: AnalysisView) -> tuple[int, int]:
    """How much an analysis knows: moves with exact values, and the depth of the others."""
    return sum(column.value.exact for column in view.columns), view.depth
