"""Puzzles. The server judges the answers."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Depends, Path

from fourcast.puzzles import Puzzle
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


async def _find(ident: Annotated[str, Path(max_length=40)], services: UseServices) -> Puzzle:
    if puzzle := services.puzzles.get(ident):
        return puzzle
    raise Problem(404, "There is no such puzzle on this server. Choose one in the list of puzzles.")


UsePuzzle = Annotated[Puzzle, Depends(_find)]


@router.get("")
async def list_puzzles(services: UseServices) -> PuzzleListView:
    """All puzzles, and the games that have some."""
    puzzles = services.puzzles
    counts = Counter(puzzle.rules for puzzle in puzzles.values())
    return PuzzleListView(
        games=[
            PuzzleGameView(rules=str(rules), title=rules_title(rules), count=count) for rules, count in counts.items()
        ],
        puzzles=[
            PuzzleSummary(id=ident, rules=str(puzzle.rules), stars=puzzle.stars) for ident, puzzle in puzzles.items()
        ],
    )


@router.get("/{ident}")
async def show_puzzle(puzzle: UsePuzzle) -> PuzzleView:
    """A puzzle: its position and what is to be found."""
    start = puzzle.rules.start()
    return PuzzleView(
        id=puzzle.id,
        kind=puzzle.kind.value,
        question=puzzle.question,
        stars=puzzle.stars,
        difficulty=puzzle.difficulty,
        position=position_info(PositionRef(start, parse_line(start, puzzle.moves))),
    )


@router.post("/{ident}/answer")
async def answer(puzzle: UsePuzzle, request: PuzzleAnswerRequest) -> PuzzleAnswerView:
    """Whether a move is the right one, and what it does."""
    move = parse_move(puzzle.rules, request.move)
    puzzle.position.play(move)  # reports an illegal move
    is_right, sentence = puzzle.review.judge(move)
    return PuzzleAnswerView(right=is_right, sentence=sentence)


@router.get("/{ident}/hints/{number}")
async def hint(puzzle: UsePuzzle, number: Annotated[int, Path(ge=1, le=2)]) -> PuzzleHintView:
    """First the idea, then the move."""
    return PuzzleHintView(sentence=puzzle.hints[number - 1], move=puzzle.move if number == 2 else None)


@router.get("/{ident}/solution")
async def solution(puzzle: UsePuzzle) -> PuzzleSolutionView:
    """The right move, why it is right, and best play to the end of the game."""
    return PuzzleSolutionView(sentence=puzzle.solution, line=steps_view(puzzle.position, puzzle.line))
