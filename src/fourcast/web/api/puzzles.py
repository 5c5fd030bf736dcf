"""Puzzles. The server judges the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Path

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
from fourcast.web.services import UseServices
from fourcast.web.views import position_info

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


async def _puzzles(services: UseServices) -> Sequence[Puzzle]:
    return services.settings.puzzles or shipped_puzzles()


UsePuzzles = Annotated[Sequence[Puzzle], Depends(_puzzles)]


async def _find(ident: Annotated[str, Path(max_length=40)], puzzles: UsePuzzles) -> Puzzle:
    for puzzle in puzzles:
        if puzzle.id == ident:
            return puzzle
    raise Problem(404, "There is no such puzzle on this server. Choose one in the list of puzzles.")


UsePuzzle = Annotated[Puzzle, Depends(_find)]


@router.get("")
async def list_puzzles(puzzles: UsePuzzles) -> PuzzleListView:
    """All puzzles, and the games that have some."""
    counts = Counter(puzzle.rules for puzzle in puzzles)
    return PuzzleListView(
        games=[
            PuzzleGameView(rules=str(rules), title=rules_title(rules), count=count) for rules, count in counts.items()
        ],
        puzzles=[PuzzleSummary(id=puzzle.id, rules=str(puzzle.rules), stars=puzzle.stars) for puzzle in puzzles],
    )


@router.get("/{ident}")
async def puzzle(found: UsePuzzle) -> PuzzleView:
    """A puzzle: its position and what is to be found."""
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
async def answer(found: UsePuzzle, request: PuzzleAnswerRequest) -> PuzzleAnswerView:
    """Whether a move is the right one, and what it does."""
    move = parse_move(found.rules, request.move)
    found.position.play(move)  # reports an illegal move
    is_right, sentence = found.review.judge(move)
    return PuzzleAnswerView(right=is_right, sentence=sentence)


@router.get("/{ident}/hints/{number}")
async def hint(found: UsePuzzle, number: Annotated[int, Path(ge=1, le=2)]) -> PuzzleHintView:
    """First the idea, then the move."""
    return PuzzleHintView(sentence=found.hints[number - 1], move=found.move if number == 2 else None)


@router.get("/{ident}/solution")
async def solution(found: UsePuzzle) -> PuzzleSolutionView:
    """The right move, why it is right, and best play to the end of the game."""
    return PuzzleSolutionView(sentence=found.solution, line=steps_view(found.position, found.line))
