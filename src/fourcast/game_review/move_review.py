"""A move of a reviewed game: its mark, and sentences about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import isclose

from fourcast.rules import FIRST, Goal, Move, MoveDict, Player, Ply, Position, Rules, ply_text
from fourcast.solver import Solution, counts_discs_left
from fourcast.text import PLAYERS, count_of, join_words, signed


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
            Mark.UNKNOWN: "no mark",
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
    """The solution of every legal move, to the side to move: exact, or bounds."""
    known_value: Solution | None = None
    """The exact value of the position, where it was found without those of all moves."""
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
        """The moves that are known to have the best score, nearest to the centre first."""
        value = self.value
        if value is None:
            return ()
        moves = (
            move
            for move, solution in self.moves.items()
            if (solution.is_exact and _is_equal(solution, value)) or move in self.line[:1]
        )
        return tuple(self.position.rules.centre_first(moves))

    @property
    def value(self) -> Solution | None:
        """The value of the position before the move; None if it is not known."""
        return max(self.moves.values(), key=Solution.as_score) if self.is_solved else self.known_value

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
        value = self.value
        if not self.position.rules.drift:  # a mean is not a result
            before, after = value.sign if value else _result(self.moves.values()), solution.sign
            if before is not None and after is not None and after < before:
                return Mark.WIN_LOST if before == 1 else Mark.DRAW_LOST
        if value and solution.is_exact:
            return Mark.BEST if _is_equal(solution, value) else Mark.INACCURACY
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
        return _with_result(_best_sentence(self), ":", self.position, value)

    def judge(self, move: Move) -> tuple[bool, str]:
        """Whether another move is best here, and a sentence that says so without naming the best one if it is not."""
        solution = self.moves.get(move)
        if solution is None or not self.is_solved:
            return False, "This position is not solved."
        if move in self.best_moves:
            return True, f"Right: {_with_result(_best_sentence(self, move), ',', self.position, solution)}"
        worse = solution.sign is not None and self.value is not None and solution.sign == self.value.sign
        still = "Not the best" if worse else "No"
        return False, f"{still}: {_lower(result_sentence(self.position, solution))}. Try another."


# Results and words


def first_player_result(move: MoveReview) -> int | None:
    """1 if the first player wins after the move, −1 if the second does, 0 for a draw; None if that is not known."""
    solution = move.moves.get(move.move)
    sign = solution.sign if solution else None
    return None if sign is None else sign if move.player == FIRST else -sign


def short_result(rules: Rules, solution: Solution | None) -> str:
    """`wins in 23`, `draws`, `loses by 3`, `+0.25`; `wins (number of moves not known)` or `wins (margin not known)`
    where only the winner is known, `not solved` where nothing is."""
    if solution is None or solution.sign is None or (rules.drift and not solution.is_exact):
        return "not solved"
    if rules.drift:
        return signed(solution.low, 2)
    if not solution.sign:
        return "draws"
    verb = "wins" if solution.sign > 0 else "loses"
    if solution.is_exact and solution.plies:
        return f"{verb} in {solution.plies}"
    if rules.goal is Goal.FIRST_LINE:
        return f"{verb} (number of moves not known)"
    return f"{verb} by {abs(solution.low):g}" if solution.is_exact else f"{verb} (margin not known)"


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
    if not best:
        return "There was a better move"
    same = [other for other, solution in move.moves.items() if solution.sign == value.sign]
    is_result = not move.position.rules.drift and value.sign is not None and value.sign >= 0
    verb = "is" if chosen else "was"
    if move.is_solved and is_result and len(same) == 1:
        return f"{best[0]} {verb} the only move that {'wins' if value.sign else 'draws'}"
    if chosen and len(best) == len(move.moves):
        return f"{chosen} is as good as any other move"
    if chosen:
        others = [other for other in best_in_order(move) if other != chosen]
        return f"{chosen} is best" + (f", like {join_words(others)}" if others else "")
    return f"{join_words(best_in_order(move))} {'was' if len(best) == 1 else 'were'} best"


def _with_result(sentence: str, sign: str, position: Position, solution: Solution) -> str:
    """A sentence about the best move with the result, unless it says that already."""
    return (
        f"{sentence}."
        if sentence.endswith("draws")
        else f"{sentence}{sign} {_lower(result_sentence(position, solution))}."
    )


def best_in_order(move: MoveReview) -> list[str]:
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


def _is_equal(solution: Solution, value: Solution) -> bool:
    score, best = solution.as_score(), value.as_score()
    return score == best or (score.kind is best.kind and isclose(score.number, best.number, abs_tol=1e-9))
