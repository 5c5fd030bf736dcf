"""A position, and what may happen in it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fourcast.errors import IllegalMove
from fourcast.rules.move import CALL_DRAW, Move, MoveKind, drop, place, pop
from fourcast.rules.scoring import count_lines, has_line, line_cells, run_points
from fourcast.rules.terms import FIRST, SECOND, Ending, Goal, Outcome, Player, PopRule, other

if TYPE_CHECKING:
    from fourcast.rules.rules import Rules


class Position(NamedTuple):
    """Where the discs are, whose turn it is, and how many pop-outs each side has left. A value: it never changes.

    `rules.start()` and the parsers of `notation` make positions; `play` makes the next one.
    """

    rules: Rules
    stones: tuple[int, int]
    """The cells of the first and of the second player (bit layout: `shape`)."""
    turn: Player = FIRST
    pops: tuple[int, int] = (0, 0)
    """Pop-outs left to the first and the second player, where the rules limit them."""
    drawn: bool = False
    """A draw has been called on a full board."""

    def __hash__(self) -> int:
        return hash((self.stones, self.turn, self.pops, self.drawn))

    @property
    def occupied(self) -> int:
        return self.stones[FIRST] | self.stones[SECOND]

    @property
    def discs(self) -> int:
        """Discs on the board."""
        return self.occupied.bit_count()

    @property
    def is_full(self) -> bool:
        return self.occupied == self.rules.shape.board

    # What may be done

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in their fixed order; none when the game is over.

        With gravity: drops by column, then pops by column, then the call of a draw.
        Without: cells row by row from the bottom, each from the left.
        """
        return () if self.outcome else self.generate_moves()

    def generate_moves(self) -> tuple[Move, ...]:
        """`legal_moves` without asking whether somebody has won already: for those who have just asked."""
        shape, occupied = self.rules.shape, self.occupied
        if not self.rules.gravity:
            return tuple(
                place(column, row)
                for row in range(shape.height)
                for column in range(shape.width)
                if not occupied & shape.cell(column, row)
            )
        landing = shape.landing(occupied)
        moves = [drop(column) for column, cells in enumerate(shape.columns) if landing & cells]
        if self.rules.pop_rule is not PopRule.NONE:
            moves += self._pops()
            if self.rules.pop_rule is PopRule.OWN and moves and not landing:
                moves.append(CALL_DRAW)
        return tuple(moves)

    def _pops(self) -> list[Move]:
        stride = self.rules.shape.stride
        if self.rules.pop_rule is PopRule.OWN:
            own = self.stones[self.turn]
            return [pop(column) for column in range(self.rules.shape.width) if own >> column * stride & 1]
        if not self.pops[self.turn]:
            return []
        occupied = self.occupied
        return [
            pop(column) for column in range(self.turn, self.rules.shape.width, 2) if occupied >> column * stride & 1
        ]

    # Doing it

    def play(self, move: Move) -> Position | Chance:
        """What follows a legal move: the next position or, for a drop that may drift, the chances of several."""
        if move not in self.legal_moves:
            raise IllegalMove(self._why_not(move))
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> Position | Chance:
        """`play()` for a move known to be legal. With any other move the result means nothing."""
        if move.kind is MoveKind.DROP:
            if self.rules.drift is not None:
                return self._drift(move.column)
            return self._with_disc(self.rules.shape.landing(self.occupied) & self.rules.shape.columns[move.column])
        if move.kind is MoveKind.PLACE:
            return self._with_disc(self.rules.shape.cell(move.column, move.row))
        if move.kind is MoveKind.POP:
            return self._without_bottom(move.column)
        return self._replace(turn=other(self.turn), drawn=True)

    def _with_disc(self, cell: int) -> Position:
        first, second = self.stones
        if self.turn == FIRST:
            return Position(self.rules, (first | cell, second), SECOND, self.pops)
        return Position(self.rules, (first, second | cell), FIRST, self.pops)

    def _without_bottom(self, column: int) -> Position:
        cells = self.rules.shape.columns[column]
        first, second = ((stones & ~cells) | ((stones & cells) >> 1 & cells) for stones in self.stones)
        pops = self.pops
        if self.rules.pop_rule is PopRule.LIMITED:
            pops = (pops[FIRST] - 1, pops[SECOND]) if self.turn == FIRST else (pops[FIRST], pops[SECOND] - 1)
        return Position(self.rules, (first, second), other(self.turn), pops)

    def _drift(self, aim: int) -> Chance:
        assert self.rules.drift is not None
        shape = self.rules.shape
        landing = shape.landing(self.occupied)
        open_columns = [
            (column, weight)
            for column, weight in zip((aim, aim - 1, aim + 1), self.rules.drift, strict=True)
            if weight and 0 <= column < shape.width and landing & shape.columns[column]
        ]
        total = sum(weight for _, weight in open_columns)
        return Chance(
            tuple(
                Branch(Fraction(weight, total), column, self._with_disc(landing & shape.columns[column]))
                for column, weight in open_columns
            )
        )

    def _why_not(self, move: Move) -> str:
        shape = self.rules.shape
        if self.outcome:
            return "The game is over. Take back a move or start a new game."
        if move.kind is MoveKind.CALL_DRAW:
            return "A draw may be called only where the rules allow it: popping one's own discs, on a full board."
        if (move.kind is MoveKind.PLACE) == self.rules.gravity:
            return "Discs fall here: choose a column." if self.rules.gravity else "Discs stay where put: choose a cell."
        if not 0 <= move.column < shape.width:
            return f"There is no column {move.column + 1}. Choose one from 1 to {shape.width}."
        if move.kind is MoveKind.DROP:
            return f"Column {move.column + 1} is full. Choose another."
        if move.kind is MoveKind.PLACE:
            if not 0 <= move.row < shape.height:
                return f"There is no row {move.row + 1}. Choose one from 1 to {shape.height}."
            return "That cell is taken. Choose another."
        return self._why_no_pop(move.column)

    def _why_no_pop(self, column: int) -> str:
        if self.rules.pop_rule is PopRule.NONE:
            return "These rules have no pop-outs. Drop a disc."
        if self.rules.pop_rule is PopRule.LIMITED and not self.pops[self.turn]:
            return "You have no pop-outs left. Drop a disc."
        if self.rules.pop_rule is PopRule.LIMITED and column % 2 != self.turn:
            return f"You may pop only the {('odd', 'even')[self.turn]} columns. Column {column + 1} is not one of them."
        if not self.height(column):
            return f"Column {column + 1} is empty: there is nothing to pop. Drop a disc, or pop another column."
        return f"The bottom disc of column {column + 1} is not yours. Pop one of your own, or drop a disc."

    # Where it stands

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on.

        A pop can complete lines of both sides at once: then the player who popped wins.
        """
        if self.rules.goal is Goal.FIRST_LINE:
            for player in (other(self.turn), self.turn):
                if has_line(self.stones[player], self.rules.shape):
                    return Outcome(player, Ending.LINE, (1, 0) if player == FIRST else (0, 1))
        if self.drawn:
            return Outcome(None, Ending.FULL_BOARD, self.scores)
        if not self.is_full or (self.rules.pop_rule is not PopRule.NONE and self._pops()):
            return None
        scores = first, second = self.scores
        winner = None if first == second else FIRST if first > second else SECOND
        ending = Ending.NO_ACTION if self.rules.pop_rule is PopRule.LIMITED else Ending.FULL_BOARD
        return Outcome(winner, ending, scores)

    @property
    def scores(self) -> tuple[int, int]:
        """Both sides' scores under the goal as the board stands: lines, points, or 1 for him who has won by a line."""
        first, second = self.stones
        shape = self.rules.shape
        match self.rules.goal:
            case Goal.MOST_LINES:
                return count_lines(first, shape), count_lines(second, shape)
            case Goal.RUN_POINTS:
                return run_points(first, shape), run_points(second, shape)
            case Goal.FIRST_LINE:
                lines = has_line(first, shape), has_line(second, shape)
                if all(lines):
                    return (1, 0) if self.turn == SECOND else (0, 1)
                return int(lines[FIRST]), int(lines[SECOND])

    def line_cells(self) -> int:
        """Every cell that stands in a line of its owner."""
        return line_cells(self.stones[FIRST], self.rules.shape) | line_cells(self.stones[SECOND], self.rules.shape)

    def owner(self, column: int, row: int) -> Player | None:
        """Whose disc stands on a cell."""
        cell = self.rules.shape.cell(column, row)
        return FIRST if self.stones[FIRST] & cell else SECOND if self.stones[SECOND] & cell else None

    def height(self, column: int) -> int:
        """Discs in a column."""
        return (self.occupied & self.rules.shape.columns[column]).bit_count()

    def mirror(self) -> Position:
        """The position in a mirror, the first column last. `rules.symmetric` says whether its games are the same."""
        first, second = self.stones
        return self._replace(stones=(self.rules.shape.mirrored(first), self.rules.shape.mirrored(second)))


class Branch(NamedTuple):
    """One way a drop may fall: how likely, into which column, and what stands then."""

    probability: Fraction
    column: int
    position: Position


class Chance(NamedTuple):
    """What a drifting drop may lead to: aimed column first, then left, then right. Probabilities add up to one."""

    branches: tuple[Branch, ...]
