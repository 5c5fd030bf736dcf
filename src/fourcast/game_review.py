"""The review of a game: what every move did to its exact value, and what should have been played.

Late positions are solved first, for they are cheap and their results speed up earlier ones; what is not solved in its
share of the time is tried again with more. A position that is not solved has no mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from math import inf, isclose
from time import perf_counter
from typing import Any, Final, TypeAlias

from fourcast.algorithms import StopFlag
from fourcast.errors import EngineUnavailable, UsageError, suggest_arguments
from fourcast.play import Game
from fourcast.rules import FIRST, SECOND, Goal, Move, MoveDict, Player, Ply, Position, Rules, parse_line, ply_text
from fourcast.solver import Solution, Solver, counts_discs_left, shared_solver
from fourcast.text import PLAYERS, count_of, join_words, signed

FIRST_SHARE_S: Final = 0.1
"""For every position in the first pass over the game."""
SHARE_GROWTH: Final = 4.0
LINE_S: Final = 1.0
"""For each principal variation."""
DEFAULT_TIME: Final = 60.0


class Mark(Enum):
    """What a move did to the value of the position, to the side that made it."""

    BEST = "best"
    """As good as the best move."""
    INACCURACY = "inaccuracy"
    """The same result, but a slower win, a faster loss or a smaller margin. Under drift: a smaller expectation."""
    WIN_LOST = "win lost"
    """A win before the move, a draw or a loss after it."""
    DRAW_LOST = "draw lost"
    """A draw before the move, a loss after it."""
    UNKNOWN = "not solved"

    @property
    def symbol(self) -> str:
        """`??` for a result that was given away, `?!` for the same result but worse."""
        return {Mark.WIN_LOST: "??", Mark.DRAW_LOST: "??", Mark.INACCURACY: "?!"}.get(self, "")

    @property
    def title(self) -> str:
        return {
            Mark.BEST: "kept the value",
            Mark.INACCURACY: "slower win or faster loss",
            Mark.WIN_LOST: "gave the win away",
            Mark.DRAW_LOST: "gave the draw away",
            Mark.UNKNOWN: "not solved",
        }[self]

    def title_for(self, rules: Rules) -> str:
        """The title, where the result is a margin or an expectation too."""
        if self is not Mark.INACCURACY or (rules.goal is Goal.FIRST_LINE and not rules.drift):
            return self.title
        return "smaller expectation" if rules.drift else "smaller margin"

    @property
    def is_mistake(self) -> bool:
        return bool(self.symbol)


@dataclass(frozen=True)
class MoveReview:
    """A move of a game, and what is known about the position before it."""

    number: int
    """Counted from 1."""
    ply: Ply
    position: Position
    """Before the move."""
    moves: MoveDict[Solution]
    """The solution of every legal move, to the side to move: exact, or bounds. Empty before anything is known."""
    line: tuple[Move, ...] = ()
    """Of a mistake: the best move and best moves of both sides after it, as far as they are known."""
    refutation: tuple[Move, ...] = ()
    """Of a mistake: the move that was played and best moves of both sides after it."""

    @property
    def move(self) -> Move:
        return self.ply.move

    @property
    def player(self) -> Player:
        return self.position.turn

    @property
    def is_solved(self) -> bool:
        """Whether the exact score of every move is known."""
        return bool(self.moves) and all(solution.is_exact for solution in self.moves.values())

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves with the best score, nearest to the centre first; none if it is not known."""
        if not self.is_solved:
            return ()
        best = max(solution.as_score() for solution in self.moves.values())
        moves = (move for move, solution in self.moves.items() if _is_equal(solution, best))
        return tuple(self.position.rules.centre_first(moves))

    @property
    def value(self) -> Solution | None:
        """The value of the position before the move; None if it is not known."""
        return self.moves[self.best_moves[0]] if self.is_solved else None

    @property
    def value_after(self) -> Solution | None:
        """The value of the move, to the side that made it; None if it is not known.

        Under drift it is the mean over where the disc could have landed.
        """
        solution = self.moves.get(self.move)
        return solution if solution and solution.is_exact else None

    @property
    def mark(self) -> Mark:
        solution = self.moves.get(self.move)
        if solution is None:
            return Mark.UNKNOWN
        if not self.position.rules.drift:  # a mean is not a result
            before, after = _result(self.moves.values()), solution.sign
            if before is not None and after is not None and after < before:
                return Mark.WIN_LOST if before == 1 else Mark.DRAW_LOST
        if self.is_solved:
            return Mark.BEST if self.move in self.best_moves else Mark.INACCURACY
        is_best = solution.is_exact and all(other.high <= solution.low for other in self.moves.values())
        return Mark.BEST if is_best and counts_discs_left(self.position.rules) else Mark.UNKNOWN

    # In words

    @property
    def headline(self) -> str:
        """`Move 7: Red gave the win away`"""
        name = PLAYERS[self.player]
        words = self.mark.title
        if self.mark is Mark.INACCURACY:
            words = f"{_inaccuracy_words(self.position.rules, self.value)} than necessary"
        if self.mark is Mark.UNKNOWN:
            return f"Move {self.number}: {name} played {ply_text(self.ply)}, not solved"
        return f"Move {self.number}: {name} {words}"

    @property
    def played_sentence(self) -> str:
        """What was played, and what follows."""
        text = ply_text(self.ply)
        after = self.value_after
        if after is None:
            return f"Played {text}. Not solved."
        return f"Played {text}. {result_sentence(self.position, after)}."

    @property
    def better_sentence(self) -> str | None:
        """What should have been played; None if the move was as good, or that is not known."""
        value = self.value
        if value is None or not self.mark.is_mistake:
            return None
        sentence = _best_sentence(self)
        says_all = sentence.endswith("draws")
        return f"{sentence}." if says_all else f"{sentence}: {_lower(result_sentence(self.position, value))}."

    def judge(self, move: Move) -> tuple[bool, str]:
        """Whether another move is best here, and a sentence that says so without naming the best one if it is not."""
        solution = self.moves.get(move)
        if solution is None or not self.is_solved:
            return False, "This position is not solved."
        if move in self.best_moves:
            sentence = _best_sentence(self, move)
            return True, f"Right: {sentence}, {_lower(result_sentence(self.position, solution))}."
        worse = solution.sign is not None and self.value is not None and solution.sign == self.value.sign
        still = "Not the best" if worse else "No"
        return False, f"{still}: {_lower(result_sentence(self.position, solution))}. Try another."


@dataclass(frozen=True, repr=False)
class Review:
    """A game with the review of every move."""

    rules: Rules
    names: tuple[str, str]
    moves: tuple[MoveReview, ...]
    seconds: float = 0.0
    share: float = FIRST_SHARE_S
    """Seconds that a position has in the next pass over the game."""
    problem: str | None = None
    """Why nothing can be solved; None if it can."""

    @property
    def mistakes(self) -> tuple[MoveReview, ...]:
        return tuple(move for move in self.moves if move.mark.is_mistake)

    @property
    def counts(self) -> tuple[Counter[Mark], Counter[Mark]]:
        """How many moves of each side have each mark."""
        both: tuple[Counter[Mark], Counter[Mark]] = (Counter(), Counter())
        for move in self.moves:
            both[move.player][move.mark] += 1
        return both

    @property
    def is_solved(self) -> bool:
        """Whether every position of the game is solved."""
        return all(move.is_solved for move in self.moves)

    @property
    def summary(self) -> str:
        """One line: how many moves have a mark."""
        solved = sum(move.mark is not Mark.UNKNOWN for move in self.moves)
        everything = count_of(len(self.moves), "move")
        if self.problem:
            return f"Not solved. {self.problem}"
        how_many = f"all {everything}" if solved == len(self.moves) > 1 else f"{solved} of {everything}"
        return f"Solved exactly: {how_many}."

    def as_json(self) -> dict[str, Any]:
        """The review as JSON data. Scores are those of `solve`, to the side that moves."""
        return {
            "rules": str(self.rules),
            "names": list(self.names),
            "solved": self.is_solved,
            "problem": self.problem,
            "seconds": self.seconds,
            "counts": [{mark.value: counts[mark] for mark in Mark} for counts in self.counts],
            "moves": [
                {
                    "number": move.number,
                    "player": move.player,
                    "move": ply_text(move.ply),
                    "mark": move.mark.value,
                    "value_before": move.value.score if move.value else None,
                    "value_after": move.value_after.score if move.value_after else None,
                    "scores": {str(other): solution.score for other, solution in move.moves.items()},
                    "best": list(map(str, move.best_moves)),
                    "line": list(map(str, move.line)),
                    "refutation": list(map(str, move.refutation)),
                }
                for move in self.moves
            ],
        }

    def __repr__(self) -> str:
        return f"<Review of {count_of(len(self.moves), 'move')}, {count_of(len(self.mistakes), 'mistake')}>"

    def __str__(self) -> str:
        return "\n".join([*self._graph(), "", *self._table(), "", *self._count_rows(), self.summary])

    def _graph(self) -> list[str]:
        """A character for each move: who wins after it."""
        verb = "is ahead" if self.rules.drift else "wins"
        even = "even" if self.rules.drift else "draw"
        titles = {1: f"{PLAYERS[FIRST]} {verb}", 0: even, -1: f"{PLAYERS[SECOND]} {verb}", None: "not solved"}
        results = [first_player_result(move) for move in self.moves]
        width = max(map(len, titles.values()))
        return [
            f"{titles[result]:>{width}} {''.join('●' if other == result else '·' for other in results)}"
            for result in titles
            if result is not None or None in results
        ]

    def _table(self) -> list[str]:
        rows = [("", "", "move", "", "value", "better")]
        for move in self.moves:
            value = short_result(self.rules, move.value_after) if move.value_after else "not solved"
            better = ""
            if move.mark.is_mistake and move.value:
                better = f"{' or '.join(_in_order(move))} {short_result(self.rules, move.value)}"
                if move.line:
                    better += f": {' '.join(map(str, move.line))}"
            name = PLAYERS[move.player]
            rows.append((str(move.number), name, ply_text(move.ply), move.mark.symbol, value, better))
        number_width, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
        return ["  ".join([row[0].rjust(number_width), *map(str.ljust, row[1:], widths)]).rstrip() for row in rows]

    def _count_rows(self) -> list[str]:
        rows = []
        for player in sorted({move.player for move in self.moves}):
            counts = [f"{mark.title_for(self.rules)} {self.counts[player][mark]}" for mark in Mark]
            name = PLAYERS[player]
            own_name = "" if self.names[player] == name else f" ({self.names[player]})"
            rows.append(f"{name}{own_name}: {', '.join(count for count in counts if not count.endswith(' 0'))}.")
        return rows


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
        MoveReview(number, ply, position, MoveDict()) for number, (ply, position) in enumerate(pairs, start=1)
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
        while self._can_continue and not self._review.is_solved:
            for index in reversed(range(len(self._review.moves))):
                self._solve(index, self._review.share)
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

    def _solve(self, index: int, seconds: float) -> None:
        move = self._review.moves[index]
        if move.is_solved or not self._can_continue:
            return
        limit = min(seconds, self._time_left)
        solutions = self._solver.solve_moves(move.position, time=limit, stop=self._stop)
        solutions |= {other: known for other, known in move.moves.items() if known.is_exact}
        self._set(index, replace(move, moves=MoveDict(solutions)))

    def _find_lines(self) -> None:
        """The principal variations of the mistakes that are solved, the last one first."""
        for move in reversed(self._review.mistakes):
            if move.is_solved and not move.line and self._can_continue:
                line, refutation = (self._line(move.position, first) for first in (move.best_moves[0], move.move))
                self._set(move.number - 1, replace(move, line=line, refutation=refutation))

    def _line(self, position: Position, first: Move) -> tuple[Move, ...]:
        after = position.play_unchecked(first)
        if not isinstance(after, Position):  # a disc that drifts
            return (first,)
        limit = max(0.0, min(LINE_S, self._time_left))
        return (first, *self._solver.best_line(after, time=limit, stop=self._stop))

    def _set(self, index: int, move: MoveReview) -> None:
        moves = self._review.moves
        seconds = self._before + perf_counter() - self._start
        self._review = replace(self._review, moves=(*moves[:index], move, *moves[index + 1 :]), seconds=seconds)
        if self._on_update:
            self._on_update(self._review)


# Results and words


def first_player_result(move: MoveReview) -> int | None:
    """1 if the first player wins after the move, −1 if the second does, 0 for a draw; None if that is not known."""
    solution = move.moves.get(move.move)
    sign = solution.sign if solution else None
    return None if sign is None else sign if move.player == FIRST else -sign


def short_result(rules: Rules, solution: Solution) -> str:
    """`wins in 23`, `draws`, `loses by 3`, `+0.25`, of a move with an exact score."""
    if rules.drift:
        return signed(solution.low, 2)
    if not solution.sign:
        return "draws"
    verb = "wins" if solution.sign > 0 else "loses"
    return f"{verb} in {solution.plies}" if solution.plies else f"{verb} by {abs(solution.low):g}"


def result_sentence(position: Position, solution: Solution) -> str:
    """`Red wins in 23 moves`, of a move in this position, without a full stop."""
    if position.rules.drift:
        return f"{PLAYERS[position.turn]} can expect {signed(solution.low, 2)}"
    if not solution.sign:
        return "A draw with best play"
    winner = PLAYERS[position.turn if solution.sign > 0 else 1 - position.turn]
    if solution.plies:
        return f"{winner} wins in {count_of(solution.plies, 'move')}"
    return f"{winner} wins" if position.rules.goal is Goal.FIRST_LINE else f"{winner} wins by {abs(solution.low):g}"


def _best_sentence(move: MoveReview, chosen: Move | None = None) -> str:
    """`2 was the only winning move`"""
    best, value = move.best_moves, move.value
    assert value is not None
    same = [other for other, solution in move.moves.items() if solution.sign == value.sign]
    is_result = not move.position.rules.drift and value.sign is not None and value.sign >= 0
    verb = "is" if chosen else "was"
    if is_result and len(same) == 1:
        return f"{best[0]} {verb} the only move that {'wins' if value.sign else 'draws'}"
    if chosen and len(best) == len(move.moves):
        return f"{chosen} is as good as any other move"
    if chosen:
        others = [other for other in _in_order(move) if other != chosen]
        return f"{chosen} is best" + (f", like {join_words(others)}" if others else "")
    return f"{join_words(_in_order(move))} {'was' if len(best) == 1 else 'were'} best"


def _in_order(move: MoveReview) -> list[str]:
    """The best moves from left to right."""
    return [str(other) for other in move.moves if other in move.best_moves]


def _inaccuracy_words(rules: Rules, value: Solution | None) -> str:
    if rules.drift or value is None:
        return "can expect less"
    if not counts_discs_left(rules) and value.plies is None:
        return "loses by more" if value.low < 0 else "gets a smaller margin"
    return "wins later" if value.low > 0 else "loses sooner"


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:] if sentence.startswith("A ") else sentence


def _result(solutions: Iterable[Solution]) -> int | None:
    """The best result that a side can reach by one of these moves, as far as it is certain."""
    signs = [solution.sign for solution in solutions]
    if 1 in signs:
        return 1
    known = [sign for sign in signs if sign is not None]
    return max(known) if known and len(known) == len(signs) else None


def _is_equal(solution: Solution, best: Any) -> bool:
    score = solution.as_score()
    return score == best or (score.kind is best.kind and isclose(score.number, best.number, abs_tol=1e-9))
