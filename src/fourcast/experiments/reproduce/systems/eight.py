"""Connect Four 8×6: the strengths of lines, and whole games against its levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fourcast.evals import TerminalValue
from fourcast.experiments.reproduce import either_engine, published
from fourcast.experiments.reproduce.experiment import Experiment, Row, Search, counted, judged, stated
from fourcast.experiments.reproduce.published import EIGHT
from fourcast.native import Engine
from fourcast.rules import Rules


def experiments() -> Iterator[Experiment]:
    lines = sum(1 for _ in Rules.parse("classic,width=8").shape.lines)
    yield stated(EIGHT, "lines of four", published.EIGHT_LINES, lines)
    for discs, strength in published.EIGHT_STRENGTHS:
        yield counted(EIGHT, f"strength of a line {discs}", strength, either_engine.value_of_line(discs, "line-counts"))
    for game in published.EIGHT_GAMES:
        about = f"{game.variant}, level {game.level}, human {game.human}"
        yield Experiment(EIGHT, about, max(game.dropped), _replayed(game, about))


def _replayed(game: published.Replies, about: str) -> Callable[[Engine], Iterator[Row]]:
    """The human's moves as published, the computer's by our search."""

    def run(engine: Engine) -> Iterator[Row]:
        moves, seconds = "", 0.0
        replies: tuple[int, ...] = ()
        for column, dropped in zip(game.human, game.dropped, strict=True):
            moves += column
            search = Search(
                "classic,width=8", moves, game.algorithm, "line-counts", game.level, TerminalValue.EVALUATED, game.order
            )
            analysis = search.run(engine)
            replies += (analysis.move.column + 1,)
            moves += str(replies[-1])
            seconds += analysis.seconds
            what, ours = f"{about}: dropped, reply {len(replies)}", analysis.counts.dropped
            yield judged(EIGHT, what, dropped, ours, engine, analysis.seconds, note=game.way)
        if game.replies:
            yield judged(EIGHT, f"{about}: replies", game.replies, replies, engine, seconds, note=game.way)

    return run
