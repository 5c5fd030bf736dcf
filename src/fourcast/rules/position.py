"""A position, its legal moves, and what follows them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from math import lcm
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fourcast.drawing import BoardPicture
from fourcast.errors import IllegalMove, UsageError, suggest_names
from fourcast.rules.move import CALL_DRAW, Move, MoveKind, Ply, drop, place, pop
from fourcast.rules.rules import FIRST, SECOND, Goal, Player, PopRule, Rules, other
from fourcast.rules.scoring import count_lines, has_line, line_cells, run_points

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fourcast.rules.notation import AnyPosition


class Ending(Enum):
    """How a game ended. The first three follow from a position alone, the others from the game around it."""

    LINE = "line"
    FULL_BOARD = "full-board"
    NO_ACTION = "no-action"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    """A player made no move, or an illegal one."""
    ADJUDICATION = "adjudication"
    """The game was not played out: the exact solver decided it."""


class Outcome(NamedTuple):
    """A finished game: the winner (None: a draw), how it ended, and both scores under the goal."""

    winner: Player | None
    ending: Ending
    scores: tuple[int, int]


class _Fields(NamedTuple):
    rules: Rules
    stones: tuple[int, int]
    """The cells of the first and of the second player (bit layout: `geometry`)."""
    turn: Player
    pops: tuple[int, int]
    """Pop-outs left to the first and the second player, where the rules limit them."""
    drawn: bool
    """A draw has been called on a full board."""


class Position(_Fields):
    """The discs, the side to move, and the pop-outs left. A value: it never changes, and has no history.

    `Position("4453")` plays moves from the empty board, under classic rules or those given: `Position("p1", rules)`,
    `Position("", "drift")`. `Position.parse` reads board text, `Position(array)` a NumPy array or nested lists of 0, 1
    and 2, top row first; `turn="x"` or `"o"` says who is to move where the discs of a board do not tell.

    >>> position = Position("4453")
    >>> position
    Position('4453')
    >>> print(position.play("4"))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . . o . . .
    . . o x x . .
    o to move.
    """

    __slots__ = ()

    def __new__(cls, moves: AnyPosition = "", rules: Rules | str | None = None, *, turn: str | None = None) -> Position:
        from fourcast.rules.notation import position_from

        return position_from(moves, rules, turn)

    @classmethod
    def of(
        cls,
        rules: Rules,
        stones: tuple[int, int],
        turn: Player = FIRST,
        pops: tuple[int, int] = (0, 0),
        drawn: bool = False,
    ) -> Position:
        """A position from its fields, unchecked."""
        return _new(cls, (rules, stones, turn, pops, drawn))

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Read board text, such as `.../.x. turn=o`. Without rules: classic, on a board of the size of the text."""
        from fourcast.rules.notation import parse_position

        return parse_position(rules, text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.of, tuple(self)

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __hash__(self) -> int:
        return hash((self.stones, self.turn, self.pops, self.drawn))

    def __repr__(self) -> str:
        from fourcast.rules.notation import position_text

        return f"Position.parse({position_text(self)!r}{self._rules_argument})"

    @property
    def _rules_argument(self) -> str:
        rules = str(self.rules)
        return "" if rules == "classic" else f", {rules!r}"

    def __str__(self) -> str:
        from fourcast.rules.notation import board_text, status_text

        rows = (" ".join(row) for row in board_text(self).split("\n"))
        return "\n".join((*rows, status_text(self)))

    def picture(self) -> BoardPicture:
        """What a drawing of the board shows."""
        line = self.line_cells() if self.rules.goal is Goal.FIRST_LINE else 0
        first, second = self.stones
        return BoardPicture(self.rules.shape.width, self.rules.shape.height, first, second, line, self.turn == FIRST)

    def _repr_svg_(self) -> str:
        from fourcast.rules.svg import svg

        return svg(self)

    def _repr_html_(self) -> str:
        from fourcast.rules.svg import svg

        return svg(self)._repr_html_()

    @property
    def occupied(self) -> int:
        return self.stones[FIRST] | self.stones[SECOND]

    @property
    def discs(self) -> int:
        """The number of discs on the board."""
        first, second = self.stones
        return (first | second).bit_count()

    @property
    def is_full(self) -> bool:
        return self.occupied == self.rules.shape.board

    # Legal moves

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in their fixed order; none when the game is over.

        With gravity: drops by column, then pops by column, then the call of a draw.
        Without: cells row by row from the bottom, each from the left.
        """
        return () if self.outcome else self.generate_moves()

    def generate_moves(self) -> tuple[Move, ...]:
        """`legal_moves` of a position whose game is not over; the caller has checked that."""
        shape, occupied = self.rules.shape, self.occupied
        if not self.rules.gravity:
            return tuple(
                place(column, row, shape.width)
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

    # Playing

    def play(self, move: Move | str | int, *, rng: Random | None = None) -> Position:
        """The position after a legal move, given as an element of `legal_moves`, as text, or as a number from 1.

        Where discs drift, the text says where the disc fell (`"4>5"`, or `"4>4"` if it did not drift), or `rng`
        decides; `successors()` lists every possibility. Raises `IllegalMove`.
        """
        from fourcast.rules.notation import read_ply

        ply = read_ply(self.rules, move)
        if self.rules.drift is not None and ply.landed is None and ply.move.kind is MoveKind.DROP:
            self._legal(ply.move)
            if rng is None:
                raise UsageError(
                    f"This drop may drift: write where the disc fell, as in {ply.move}>{ply.move}, or give rng=, "
                    "or use successors()."
                )
            chance = self._drift(ply.move.column)
            ply = Ply(ply.move, chance.sample(rng).column)
        return self.follow(ply)

    def follow(self, ply: Ply) -> Position:
        """The position after a ply. Raises `IllegalMove` if the move is illegal or cannot have landed there."""
        after = self.play_unchecked(self._legal(ply.move))
        if isinstance(after, Position):
            if ply.landed is not None:
                raise IllegalMove(f"Only a drop that drifts can land in another column. Remove >{ply.landed + 1}.")
        else:
            after = self._landed(after, ply)
        return after

    def _legal(self, move: Move) -> Move:
        """The legal move with this text. Raises `IllegalMove`."""
        legal_moves = self.legal_moves
        if move not in legal_moves:
            raise IllegalMove(self._illegal_reason(move))
        return legal_moves[legal_moves.index(move)]

    def _landed(self, chance: Chance, ply: Ply) -> Position:
        landed = ply.move.column if ply.landed is None else ply.landed
        for branch in chance.branches:
            if branch.column == landed:
                return branch.position
        possible = " or ".join(str(branch.column + 1) for branch in chance.branches)
        raise IllegalMove(
            f"A disc aimed at column {ply.move.column + 1} cannot fall into column {landed + 1} here, "
            f"only into {possible}."
        )

    def play_unchecked(self, move: Move) -> Position | Chance:
        """What follows a move that is known to be legal: a position or, for a drop that may drift, a chance node."""
        if move.kind is MoveKind.DROP:
            if self.rules.drift is not None:
                return self._drift(move.column)
            return self._with_disc(self.rules.shape.landing(self.occupied) & self.rules.shape.columns[move.column])
        if move.kind is MoveKind.PLACE:
            return self._with_disc(self.rules.shape.cell(move.column, move.row))
        if move.kind is MoveKind.POP:
            return self._without_bottom(move.column)
        return self._replace(turn=other(self.turn), drawn=True)

    def successors(self) -> list[Successor]:
        """Every (move, probability, position) that can follow; the probability is 1 unless discs drift.

        >>> [(move, str(probability)) for move, probability, _ in Position("", "drift").successors()][:3]
        [('1', '3/4'), ('1', '1/4'), ('2', '3/5')]
        """
        successors = []
        for move in self.legal_moves:
            after = self.play_unchecked(move)
            if isinstance(after, Chance):
                successors += [Successor(move, branch.probability, branch.position) for branch in after.branches]
            else:
                successors.append(Successor(move, _CERTAIN, after))
        return successors

    def _with_disc(self, cell: int) -> Position:
        first, second = self.stones
        if self.turn == FIRST:
            return _new(Position, (self.rules, (first | cell, second), SECOND, self.pops, False))
        return _new(Position, (self.rules, (first, second | cell), FIRST, self.pops, False))

    def _without_bottom(self, column: int) -> Position:
        cells = self.rules.shape.columns[column]
        first, second = ((stones & ~cells) | ((stones & cells) >> 1 & cells) for stones in self.stones)
        pops = self.pops
        if self.rules.pop_rule is PopRule.LIMITED:
            pops = (pops[FIRST] - 1, pops[SECOND]) if self.turn == FIRST else (pops[FIRST], pops[SECOND] - 1)
        return _new(Position, (self.rules, (first, second), other(self.turn), pops, False))

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

    def _illegal_reason(self, move: Move) -> str:
        shape = self.rules.shape
        if self.outcome:
            return "The game is over. Take back a move or start a new game."
        if move.kind is MoveKind.CALL_DRAW:
            return "A draw may be called only on a full board, under unlimited pop-outs."
        if (move.kind is MoveKind.PLACE) == self.rules.gravity:
            return "Discs fall to the bottom: choose a column." if self.rules.gravity else "No gravity: choose a cell."
        if not 0 <= move.column < shape.width:
            return f"There is no column {move.column + 1}. Choose one from 1 to {shape.width}."
        if move.kind is MoveKind.DROP:
            return f"Column {move.column + 1} is full. Choose another."
        if move.kind is MoveKind.PLACE:
            if not 0 <= move.row < shape.height:
                return f"There is no row {move.row + 1}. Choose one from 1 to {shape.height}."
            return "That cell is taken. Choose another."
        return self._illegal_pop_reason(move.column)

    def _illegal_pop_reason(self, column: int) -> str:
        if self.rules.pop_rule is PopRule.NONE:
            return "These rules have no pop-outs. Drop a disc."
        if self.rules.pop_rule is PopRule.LIMITED and not self.pops[self.turn]:
            return "You have no pop-outs left. Drop a disc."
        if self.rules.pop_rule is PopRule.LIMITED and column % 2 != self.turn:
            return f"You may pop only the {('odd', 'even')[self.turn]} columns. Column {column + 1} is not one of them."
        if not self.height(column):
            return f"Column {column + 1} is empty: there is nothing to pop. Drop a disc, or pop another column."
        return f"The bottom disc of column {column + 1} is not yours. Pop one of your own, or drop a disc."

    # Outcome

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None if it has not.

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
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def winner(self) -> Player | None:
        """The winner, `FIRST` or `SECOND`; None for a draw and while the game is not over.

        `FIRST` is 0, which is false: write `if position.winner is not None`.
        """
        outcome = self.outcome
        return outcome.winner if outcome else None

    @property
    def scores(self) -> tuple[int, int]:
        """Both scores under the goal as the board stands: lines, points, or 1 for a player who has won by a line."""
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

    # Cells

    def line_cells(self) -> int:
        """Every cell that is part of a line of its owner."""
        return line_cells(self.stones[FIRST], self.rules.shape) | line_cells(self.stones[SECOND], self.rules.shape)

    def owner(self, column: int, row: int) -> Player | None:
        """The player whose disc is on a cell, None if it is empty. Columns and rows count from 0, row 0 at the
        bottom."""
        cell = self.rules.shape.cell(column, row)
        return FIRST if self.stones[FIRST] & cell else SECOND if self.stones[SECOND] & cell else None

    def height(self, column: int) -> int:
        """The number of discs in a column. Columns count from 0."""
        return (self.occupied & self.rules.shape.columns[column]).bit_count()

    def to_array(self) -> NDArray[np.int8]:
        """The board as `Position(array)` reads it: `array[row, column]`, top row first, 0 empty, 1 first player, 2
        second.

        >>> Position("12", "tictactoe").to_array().tolist()
        [[0, 0, 0], [0, 0, 0], [1, 2, 0]]
        """
        import numpy as np

        width, height = self.rules.shape.width, self.rules.shape.height
        numbers = {None: 0, FIRST: 1, SECOND: 2}
        return np.array(
            [[numbers[self.owner(column, row)] for column in range(width)] for row in reversed(range(height))], np.int8
        )

    def mirror(self) -> Position:
        """The mirrored position, the first column last. `rules.symmetric` says whether its games are the same."""
        first, second = self.stones
        return self._replace(stones=(self.rules.shape.mirrored(first), self.rules.shape.mirrored(second)))


class PositionOfMoves(Position):
    """A position that shows in its `repr` the moves it was made of. They are not part of the value."""

    moves_text: str

    @classmethod
    def start(cls, rules: Rules) -> PositionOfMoves:
        """The empty board."""
        return cls._with_moves(rules.start(), "")

    @classmethod
    def _with_moves(cls, position: Position, moves_text: str) -> PositionOfMoves:
        copy = _new(cls, position)
        copy.moves_text = moves_text
        return copy

    @classmethod
    def _make(cls, fields: Iterable[Any]) -> Position:  # type: ignore[override]
        """What `_replace` returns: other fields are not what the moves lead to."""
        return _new(Position, fields)

    def follow(self, ply: Ply) -> Position:
        from fourcast.rules.notation import joined_moves

        return self._with_moves(super().follow(ply), joined_moves(self.rules, self.moves_text, ply))

    def __repr__(self) -> str:
        return f"Position({self.moves_text!r}{self._rules_argument})"


PositionOfMoves.__name__ = PositionOfMoves.__qualname__ = Position.__name__  # for messages: not a type of its own


class Branch(NamedTuple):
    """One possible landing of a drop: its probability, the column, and the position after it."""

    probability: Fraction
    column: int
    position: Position


class Chance(NamedTuple):
    """A chance node: the possible landings of a drop, aimed column first, then left, then right. Probabilities add up
    to one."""

    branches: tuple[Branch, ...]

    def sample(self, rng: Random) -> Branch:
        """One of the branches, each with its exact probability."""
        probabilities = [branch.probability for branch in self.branches]
        common = lcm(*(probability.denominator for probability in probabilities))
        return rng.choices(self.branches, [int(probability * common) for probability in probabilities])[0]


class Successor(NamedTuple):
    """A position that can follow: the move, its probability, and the position."""

    move: Move
    probability: Fraction
    position: Position


def chance_rng(seed: int | None = None) -> Random:
    """A source of landings; not the same stream as an agent with the same seed."""
    return Random(None if seed is None else f"luck {seed}")


MAX_RANDOM_GAMES: Final = 20_000
"""After so many random games that ended too early, a random position is given up."""


def random_position(
    rules: Rules | str, plies: int, rng: Random | None = None, *, seed: int | None = None, undecided: bool = True
) -> Position:
    """A position after `plies` random moves; with `undecided` the game is not over, else it may have ended sooner.

    The moves are those of `rng` or, without one, of a generator with this seed (default: others every time). Raises
    `UsageError` if no such position is found.
    """
    rules, rng = Rules.parse(rules), rng or Random(seed)
    if plies < 0:
        raise UsageError(f"Invalid number of plies {plies}: use 0 or more.")
    is_full = plies >= rules.shape.cells and rules.pop_rule is PopRule.NONE
    for _ in range(0 if undecided and is_full else MAX_RANDOM_GAMES):
        position = rules.start()
        for _ in range(plies):
            moves = position.legal_moves
            if not moves:
                break
            after = position.play_unchecked(rng.choice(moves))
            position = after if isinstance(after, Position) else after.sample(rng).position
        if not undecided or position.outcome is None:
            return position
    raise UsageError(
        f"No undecided position after {plies} random moves was found: use fewer plies, or undecided=False."
    )


_new: Final = tuple.__new__
_CERTAIN: Final = Fraction(1)

_CALLS: Final = {
    "legal_moves": "moves actions legal_actions possible_moves valid_moves",
    "position.play(move), which returns the next position; Game keeps history": (
        "push push_san make_move move apply apply_action drop"
    ),
    "position.play('p1'), which returns the next position; Game keeps history": "pop",
    "position.play(move) or successors()": "child children",
    "successors(), which gives every probability": "chance_outcomes",
    "Game, which keeps history": "undo unmake_move history",
    "is_over": "is_game_over is_terminal game_over over",
    "turn": "current_player player to_move side_to_move",
    "the position itself: it is hashable": "key",
    "to_array()": "array numpy",
    "outcome": "returns result",
    "print(position) or owner(column, row)": "board",
    "the position itself: it never changes": "copy clone",
}
suggest_names(Position, {name: call for call, names in _CALLS.items() for name in names.split()})
