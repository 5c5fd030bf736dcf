"""A reviewed game: counts, graph and table, and the same as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from fourcast.drawing import escaped, html_table
from fourcast.game_review.move_review import Mark, MoveReview, best_in_order, first_player_result, short_result
from fourcast.rules import FIRST, SECOND, Rules, ply_text
from fourcast.text import PLAYERS, count_of

FIRST_SHARE_S: Final = 0.1
"""For every position in the first pass over the game."""


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
        """One line: how many moves have an exact value."""
        solved = sum(move.value_after is not None for move in self.moves)
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

    def _repr_html_(self) -> str:
        counts = "".join(f"<p>{escaped(row)}</p>" for row in self._count_rows())
        return html_table(self.summary, ("Number", "Player", "Move", "Mark", "Value", "Better"), self._rows()) + counts

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

    def _rows(self) -> list[tuple[str, ...]]:
        """Number, player, move, mark, value and better moves, as text."""
        rows: list[tuple[str, ...]] = []
        for move in self.moves:
            value = short_result(self.rules, move.moves.get(move.move))
            better = ""
            if move.mark.is_mistake and move.value:
                names = " or ".join(best_in_order(move)) or "a move that"
                better = f"{names} {short_result(self.rules, move.value)}"
                if move.line:
                    better += f": {' '.join(map(str, move.line))}"
            name = PLAYERS[move.player]
            rows.append((str(move.number), name, ply_text(move.ply), move.mark.symbol, value, better))
        return rows

    def _table(self) -> list[str]:
        rows = [("", "", "move", "", "value", "better"), *self._rows()]
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
