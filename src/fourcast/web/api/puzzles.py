"""The puzzles that come with the package. The server judges the answers."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Path

from fourcast.puzzles import Puzzle, shipped_puzzles
from fourcast.rules import parse_line, parse_move
from fourcast.text import rules_title
from fourcast.web.analysis_view import steps_view
from fourcast.web.position_input import PositionRef
from fourcast.web.problems import Problem
from fourcast.web.schema.puzzle import (
    PuzzleAnswerRequest,
    PuzzleAnswerView,
    PuzzleGameView,
    PuzzleHintView,
    PuzzleListView,
    PuzzleSolutionView,
    PuzzleSummary,
    PuzzleView,
)
from fourcast.web.views import position_info

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

Ident = Annotated[str, Path(max_length=40)]


@router.get("")
async def list_puzzles() -> PuzzleListView:
    """All puzzles, and the games that have some."""
    puzzles = shipped_puzzles()
    counts = Counter(puzzle.rules for puzzle in puzzles)
    return PuzzleListView(
        games=[
            PuzzleGameView(rules=str(rules), title=rules_title(rules), count=count) for rules, count in counts.items()
        ],
        puzzles=[PuzzleSummary(id=puzzle.id, rules=str(puzzle.rules), stars=puzzle.stars) for puzzle in puzzles],
    )


@router.get("/{ident}")
async def puzzle(ident: Ident) -> PuzzleView:
    """A puzzle: its position and what is to be found."""
    found = _find(ident)
    start = found.rules.start()
    return PuzzleView(
        id=found.id,
        kind=found.kind.value,
        question=found.question,
        stars=found.stars,
        difficulty=found.difficulty,
        position=position_info(PositionRef(start, parse_line(start, found.moves))),
    )


@router.post("/{ident}/answer")
async def answer(ident: Ident, request: PuzzleAnswerRequest) -> PuzzleAnswerView:
    """Whether a move is the right one, and what it does."""
    found = _find(ident)
    move = parse_move(found.rules, request.move)
    found.position.play(move)  # reports an illegal move
    is_right, sentence = found.review.judge(move)
    return PuzzleAnswerView(right=is_right, sentence=sentence)


@router.get("/{ident}/hints/{number}")
async def hint(ident: Ident, number: Annotated[int, Path(ge=1, le=2)]) -> PuzzleHintView:
    """First the idea, then the move."""
    found = _find(ident)
    return PuzzleHintView(sentence=found.hints[number - 1], move=found.move if number == 2 else None)


@router.get("/{ident}/solution")
async def solution(ident: Ident) -> PuzzleSolutionView:
    """The right move, why it is right, and best play to the end of the game."""
    found = _find(ident)
    return PuzzleSolutionView(sentence=found.solution, line=steps_view(found.position, found.line))


def _find(ident: str) -> Puzzle:
    for found in shipped_puzzles():
        if found.id == ident:
            return found
    raise Problem(404, "There is no such puzzle on this server. Choose one in the list of puzzles.")
