"""A position as a drawing: the board, the last move, and what is known of each move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fourcast.drawing import MoveLabels, Svg, board_document
from fourcast.errors import UsageError, suggest_arguments
from fourcast.rules.move import Move, MoveKind, Ply
from fourcast.rules.notation import SIGNS, AnyPosition, plies_of, read_ply, status_text
from fourcast.rules.position import Position
from fourcast.rules.rules import FIRST, SECOND, Rules, other

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_SIZE: Final = 10_000

Scores: TypeAlias = "Mapping[Any, Any] | Sequence[Any] | NDArray[Any]"
"""A score for each move, or for each column from the left, None for none: numbers, texts, or results that have a
`score`."""


@suggest_arguments
def svg(
    position: AnyPosition,
    *,
    rules: Rules | str | None = None,
    scores: Scores | None = None,
    last: Ply | Move | str | int | None = None,
    size: float | None = None,
    numbers: bool = True,
) -> Svg:
    """A position as an SVG document, a text that a notebook displays as the picture.

    `scores` are written above the columns (of pops below them, without gravity in the cells): `scores(position)`,
    `solve(position, moves=True)`, the `moves` of an analysis or a search, or values of your own by move. `last` is the
    last move, whose disc has a ring; by default that of a position made of moves, "" for none. `size` is the width in
    pixels, by default 40 for a column. `numbers` are those of columns, or of cells without gravity.

    >>> picture = svg("4453", scores={"4": 1, "3": "draw"}, size=200)
    >>> picture[:50]
    '<svg xmlns="http://www.w3.org/2000/svg" width="200'
    >>> picture.description
    'Column 3: o. Column 4: x, o. Column 5: x. x to move. Last move: 3. Scores: 4 1, 3 draw.'
    """
    position = Position(position, rules)
    rules = position.rules
    if size is not None and not 1 <= size <= MAX_SIZE:
        raise UsageError(f"Invalid size {size!r}: use a width of 1 to {MAX_SIZE:,} pixels.")
    ply = _last_ply(position) if last is None else None if last == "" else _read_last(position, last)
    board = position.picture()
    if ply is not None and ply.move.kind is MoveKind.POP:
        board = replace(board, popped=ply.move.column)
    elif ply is not None:
        board = replace(board, last_disc=_last_disc(position, ply))
    texts = {} if scores is None else _read_scores(rules, scores)
    labels = MoveLabels(
        drops={move.column: text for move, text in texts.items() if move.kind is MoveKind.DROP},
        pops={move.column: text for move, text in texts.items() if move.kind is MoveKind.POP},
        cells={(move.column, move.row): text for move, text in texts.items() if move.kind is MoveKind.PLACE},
    )
    status = status_text(position)
    sentences = [*_discs(position), status]
    if ply is not None:
        sentences.append(f"Last move: {ply.move}.")
    if texts:
        sentences.append(f"Scores: {', '.join(f'{move} {text}' for move, text in texts.items())}.")
    return board_document(
        board,
        " ".join(sentences),
        title=status,
        labels=labels,
        numbers=("columns" if rules.gravity else "cells") if numbers else None,
        width=size,
    )


def _discs(position: Position) -> list[str]:
    """The discs in words, for who cannot see them: column by column from below, without gravity cell by cell."""
    if not position.discs:
        return ["Empty board."]
    shape = position.rules.shape
    if not position.rules.gravity:
        cells = {
            player: [
                str(row * shape.width + column + 1)
                for row in range(shape.height)
                for column in range(shape.width)
                if position.owner(column, row) == player
            ]
            for player in (FIRST, SECOND)
        }
        return [f"{SIGNS[player]} in {', '.join(some)}." for player, some in cells.items() if some]
    sentences = []
    for column in range(shape.width):
        owners = (position.owner(column, row) for row in range(position.height(column)))
        if signs := [SIGNS[owner] for owner in owners if owner is not None]:
            sentences.append(f"Column {column + 1}: {', '.join(signs)}.")
    return sentences


def _last_ply(position: Position) -> Ply | None:
    """The last move, where a position says of which moves it was made."""
    plies = plies_of(position)
    return plies[-1] if plies else None


def _read_last(position: Position, last: Ply | Move | str | int) -> Ply:
    return last if isinstance(last, Ply) else read_ply(position.rules, last)


def _last_disc(position: Position, ply: Ply) -> int:
    """The cell of a disc that was played last."""
    move, shape = ply.move, position.rules.shape
    if move.kind is MoveKind.CALL_DRAW:
        return 0
    if move.kind is MoveKind.PLACE:
        cell = shape.cell(move.column, move.row)
    else:
        column = move.column if ply.landed is None else ply.landed
        height = position.height(column)
        cell = shape.cell(column, height - 1) if height else 0
    if not cell & position.stones[other(position.turn)]:
        sign = SIGNS[other(position.turn)]
        raise UsageError(f"Invalid last move {str(move)!r}: there is no disc of {sign}. Name another one, or none.")
    return cell


def _read_scores(rules: Rules, scores: Scores) -> dict[Move, str]:
    """The text of each move that has a score."""
    if hasattr(scores, "tolist"):  # an array, where None takes the place of what is masked
        scores = scores.tolist()
    if not isinstance(scores, Mapping):
        if not isinstance(scores, list | tuple):
            raise UsageError(f"Invalid scores {scores!r:.40}: use one for each column, or a dict from moves to scores.")
        if not rules.gravity or len(scores) != rules.shape.width:
            raise UsageError(
                f"Invalid scores: {len(scores)} for {rules.shape.width} columns. Use one for each column, None for a "
                "full one, or a dict from moves to scores."
            )
        scores = dict(enumerate(scores, start=1))
    texts = {read_ply(rules, move).move: _score_text(score) for move, score in scores.items()}
    return {move: text for move, text in texts.items() if text}


def _score_text(score: Any) -> str:
    if not hasattr(score, "bound"):  # with one it prints as `≤ 27`
        score = getattr(score, "score", score)
    if score is None:
        return ""
    text = score if isinstance(score, str) else f"{float(score):.4g}" if isinstance(score, Real) else str(score)
    return text.replace("-", "−")
