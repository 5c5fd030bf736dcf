"""The review of a game as the API shows it."""

from __future__ import annotations

from fourcast.analysis import MoveAnalysis
from fourcast.game_review import Mark, MoveReview, Review
from fourcast.rules import Move, ply_text
from fourcast.solver import Solution
from fourcast.web.analysis_view import first_player_share, steps_view, value_view
from fourcast.web.schema.analysis import ValueView
from fourcast.web.schema.review import ReviewColumnView, ReviewCountView, ReviewMoveView, ReviewView


def review_view(review: Review, *, done: bool, seconds: float) -> ReviewView:
    return ReviewView(
        done=done,
        exact=review.is_solved,
        seconds=seconds,
        summary=review.summary,
        moves=[_move_view(move) for move in review.moves],
        counts=[
            ReviewCountView(
                mark=mark.value,
                title=_capitalized(mark.title_for(review.rules)),
                counts=(review.counts[0][mark], review.counts[1][mark]),
            )
            for mark in Mark
        ],
    )


def _move_view(move: MoveReview) -> ReviewMoveView:
    after, best = move.value_after, move.value
    return ReviewMoveView(
        number=move.number,
        text=ply_text(move.ply),
        player=move.player,
        mark=move.mark.value,
        symbol=move.mark.symbol,
        words=move.mark.title_for(move.position.rules),
        headline=move.headline,
        played=move.played_sentence,
        better=move.better_sentence,
        solved=move.is_solved,
        columns=[_column_view(move, other) for other in move.moves] if move.is_solved else [],
        value=after and _value_view(move, after),
        best_value=best and _value_view(move, best),
        height=after and first_player_share(move.position, _known(move, after)),
        line=steps_view(move.position, move.line),
        refutation=steps_view(move.position, move.refutation),
    )


def _column_view(move: MoveReview, other: Move) -> ReviewColumnView:
    is_best, judgement = move.judge(other)
    value = _value_view(move, move.moves[other])
    return ReviewColumnView(text=str(other), value=value, best=is_best, judgement=judgement)


def _value_view(move: MoveReview, solution: Solution) -> ValueView:
    return value_view(move.position, _known(move, solution))


def _known(move: MoveReview, solution: Solution) -> MoveAnalysis:
    return MoveAnalysis(move.move, solution.as_score(), solution)


def _capitalized(words: str) -> str:
    return words[0].upper() + words[1:]
