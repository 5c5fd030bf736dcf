"""Solving a game for its review.

Late positions are solved first, for they are cheap and their results speed up earlier ones; what is not solved in its
share of the time is tried again with more. The values of the positions before and after a move are enough for its
mark: they come from the opening book, or where they cost much less than the values of all moves, from the solver. A
move that is not solved has no mark.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Final, TypeAlias

from fourcast.algorithms import StopFlag
from fourcast.errors import EngineUnavailable, UsageError, suggest_arguments
from fourcast.game_review.move_review import MoveReview
from fourcast.game_review.report import Review
from fourcast.play import Game
from fourcast.rules import Move, MoveDict, Position, Rules, parse_line
from fourcast.solver import Solution, Solver, is_margin, shared_solver
from fourcast.text import PLAYERS

SHARE_GROWTH: Final = 4.0
LINE_S: Final = 1.0
"""For each principal variation."""
DEFAULT_TIME: Final = 60.0
OnUpdate: TypeAlias = Callable[[Review], None]


@suggest_arguments
def review(
    game: Game | Review | str,
    *,
    rules: Rules | str | None = None,
    time: float | None = DEFAULT_TIME,
    lines: bool = True,
    threads: int | None = None,
    stop: StopFlag | None = None,
    on_update: OnUpdate | None = None,
) -> Review:
    """Review a game: for every move its exact value, the best moves and a mark.

    `game`: a game, moves as text (with `rules`, default classic), or an earlier review, which is continued. `time`:
    seconds for the whole game (None: no limit); positions that are not solved by then are marked so. `lines`: whether
    to find principal variations for the mistakes. `on_update` is called with the review so far whenever more is known.

    >>> [move.headline for move in review("152", rules="tictactoe").mistakes]
    []
    >>> print(review("1529", rules="tictactoe").mistakes[0].headline)
    Move 4: Yellow gave the draw away
    """
    if time is not None and not 0 <= time < inf:
        raise UsageError(f"Invalid time {time}: use a number of seconds, 0 or more.")
    if isinstance(game, Review):
        if rules is not None:
            raise UsageError("A review has its own rules. Leave out rules=.")
        current = game
    else:
        current = _unsolved_review(game, rules)
    try:
        solver = shared_solver(current.rules, threads=threads)
    except EngineUnavailable as error:
        return replace(current, problem=str(error))
    return _Reviewer(current, solver, inf if time is None else time, stop or StopFlag(), on_update).run(lines=lines)


def _unsolved_review(game: Game | str, rules: Rules | str | None) -> Review:
    if isinstance(game, Game):
        if rules is not None:
            raise UsageError("A game has its own rules. Leave out rules=.")
        played = game
    elif isinstance(game, str):
        played = Game(rules, names=PLAYERS)
        for ply in parse_line(played.start, game):
            played.follow(ply)
    else:
        raise UsageError(f"Invalid game {game!r:.60}: use a Game, or moves such as '4453'.")
    pairs = zip(played.plies, played.positions, strict=False)  # the last position has no move
    moves = tuple(
        MoveReview(number, ply, position, MoveDict(dict.fromkeys(position.legal_moves, Solution(-inf, inf))))
        for number, (ply, position) in enumerate(pairs, start=1)
    )
    return Review(played.rules, played.names, moves)


class _Reviewer:
    """One review under way."""

    def __init__(self, start: Review, solver: Solver, time: float, stop: StopFlag, on_update: OnUpdate | None) -> None:
        self._review, self._solver, self._stop, self._on_update = start, solver, stop, on_update
        self._before = start.seconds
        self._start = perf_counter()
        self._deadline = self._start + time

    def run(self, *, lines: bool) -> Review:
        backwards = range(len(self._review.moves))[::-1]
        for index in backwards:
            self._look_up(index)
        while self._can_continue and not self._review.is_solved:
            if is_margin(self._review.rules):
                self._solve_last_move(self._review.share)
                for index in backwards:
                    self._solve_value(index, self._review.share)
            for index in backwards:
                self._solve_moves(index, self._review.share)
            if lines:
                self._find_lines()
            if self._can_continue:
                self._review = replace(self._review, share=self._review.share * SHARE_GROWTH)
        if lines:
            self._find_lines()
        return replace(self._review, seconds=self._before + perf_counter() - self._start)

    @property
    def _time_left(self) -> float:
        return self._deadline - perf_counter()

    @property
    def _can_continue(self) -> bool:
        return self._time_left > 0 and not self._stop.is_set()

    def _look_up(self, index: int) -> None:
        """Take from the opening book what it has: the value of a position, and those of all moves."""
        book = self._solver.book
        self._set_value(index, self._solver.look_up(self._review.moves[index].position))
        move = self._review.moves[index]
        if book and move.position.discs < book.ply and not move.is_solved:
            self._set(index, replace(move, moves=self._solver.solve_moves(move.position, time=0)))

    def _solve_last_move(self, seconds: float) -> None:
        """Solve the last move, after which there is no position with a value of its own."""
        last = self._review.moves[-1]
        if last.value_after is None:
            limit = min(seconds, self._time_left)
            solution = self._solver.solve_moves(last.position, time=limit, stop=self._stop, moves=[last.move])
            self._set(last.number - 1, replace(last, moves=MoveDict(last.moves | solution)))

    def _solve_value(self, index: int, seconds: float) -> None:
        move = self._review.moves[index]
        if move.value is None and self._can_continue:
            limit = min(seconds, self._time_left)
            self._set_value(index, self._solver.solve(move.position, time=limit, stop=self._stop))

    def _set_value(self, index: int, value: Solution | None) -> None:
        """Set the value of a position, which is that of the move before it too."""
        if value is None or not value.is_exact:
            return
        self._set(index, replace(self._review.moves[index], known_value=value))
        if index > 0 and not self._review.rules.drift:
            before = self._review.moves[index - 1]
            moves = MoveDict(before.moves | {before.move: value.one_ply_earlier()})
            self._set(index - 1, replace(before, moves=moves))

    def _solve_moves(self, index: int, seconds: float) -> None:
        move = self._review.moves[index]
        needs_value = is_margin(self._review.rules) and move.value is None
        if move.is_solved or needs_value or not self._can_continue:
            return
        limit = min(seconds, self._time_left)
        solutions = self._solver.solve_moves(move.position, time=limit, stop=self._stop)
        solutions |= {other: known for other, known in move.moves.items() if known.is_exact}
        self._set(index, replace(move, moves=MoveDict(solutions)))

    def _find_lines(self) -> None:
        """The principal variations of the mistakes, the last one first."""
        for move in reversed(self._review.mistakes):
            if move.value and not move.line and self._can_continue:
                refutation = self._line(move.position, move.move)
                if move.best_moves:
                    line = self._line(move.position, move.best_moves[0])
                else:
                    line = self._best_line(move.position)
                self._set(move.number - 1, replace(move, line=line, refutation=refutation))

    def _line(self, position: Position, first: Move) -> tuple[Move, ...]:
        after = position.play_unchecked(first)
        if not isinstance(after, Position):  # a disc that drifts
            return (first,)
        return (first, *self._best_line(after))

    def _best_line(self, position: Position) -> tuple[Move, ...]:
        limit = max(0.0, min(LINE_S, self._time_left))
        return tuple(self._solver.best_line(position, time=limit, stop=self._stop))

    def _set(self, index: int, move: MoveReview) -> None:
        moves = self._review.moves
        seconds = self._before + perf_counter() - self._start
        self._review = replace(self._review, moves=(*moves[:index], move, *moves[index + 1 :]), seconds=seconds)
        if self._on_update:
            self._on_update(self._review)
