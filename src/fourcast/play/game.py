"""A game: moves with their history, the players, and how it ended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache
from html import escape
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from fourcast.drawing import Svg
from fourcast.errors import IllegalMove, UsageError, suggest_names
from fourcast.files import write_atomically
from fourcast.rules import (
    FIRST,
    SECOND,
    AnyPosition,
    Chance,
    Ending,
    Move,
    Outcome,
    Player,
    Ply,
    Position,
    Rules,
    chance_rng,
    line_text,
    other,
    read_ply,
    svg,
)
from fourcast.text import state_sentence

if TYPE_CHECKING:
    from fourcast.algorithms import SearchSpec
    from fourcast.play.agent import Agent, Reply

NAMES: Final = ("First", "Second")
"""Default names of the players."""
REPETITIONS: Final = 3
"""A position that occurs this often ends the game as a draw, where pop-outs are unlimited."""


class Verdict(NamedTuple):
    """An ending that the board does not show: resignation, time, forfeit, or adjudication, which may be a draw."""

    ending: Ending
    loser: Player | None


class Game:
    """A game with its history: play, take back, replay.

    `players` are names of people or agents as text: `Game("extended", players=("Ada", "level4"))`. `reply` lets the
    agent whose turn it is play. `start` is the position to begin with. Default of the rules: those of `start`, else
    classic. Where discs drift, `seed` makes the landings repeatable.

    >>> game = Game(players=("Ada", "Bob"))
    >>> for move in "4455667":
    ...     _ = game.play(move)
    >>> game.outcome
    Outcome(winner=0, ending=<Ending.LINE: 'line'>, scores=(1, 0))
    >>> game.undo().turn, game.moves
    (0, '445566')
    """

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        start: AnyPosition | None = None,
        players: Sequence[str | Agent | SearchSpec] | None = None,
        names: Sequence[str] = NAMES,
        agents: Sequence[str | None] = (None, None),
        seed: int | None = None,
    ) -> None:
        first = Rules.parse("classic" if rules is None else rules).start() if start is None else Position(start, rules)
        self.rules = first.rules
        if players is not None:
            names, agents = _read_players(players)
        if len(names) != 2:
            raise UsageError(f"A game has two players, not {len(names)}: give two names.")
        self.names = (str(names[0]), str(names[1]))
        self.agents = (agents[0], agents[1])
        """The agents in their text form; None for a person."""
        self._positions = [first]
        self._plies: list[Ply] = []
        self._ply = 0
        self._occurrences = Counter(self._positions)  # of the positions so far
        self._verdict: Verdict | None = None
        self.runs_files = True
        """Whether `reply` may run files and programs: not in a game that was loaded, which may come from anybody."""
        self._rng = chance_rng(seed)

    def copy(self) -> Game:
        """An independent copy: its discs drift as those of the game would from here on."""
        twin = copy(self)
        twin._positions, twin._plies, twin._rng = list(self._positions), list(self._plies), copy(self._rng)
        twin._occurrences = self._occurrences.copy()
        return twin

    # State

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[self._ply]

    @property
    def turn(self) -> Player:
        return self.position.turn

    @property
    def ply(self) -> int:
        """The number of moves played so far."""
        return self._ply

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves played so far."""
        return tuple(self._plies[: self._ply])

    @property
    def undone(self) -> tuple[Ply, ...]:
        """The moves that `redo` would replay, next first."""
        return tuple(self._plies[self._ply :])

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, the start first."""
        return tuple(self._positions[: self._ply + 1])

    def steps(self, first: int = 0) -> Iterator[tuple[Position, Ply]]:
        """The moves played so far, from a ply on, each with the position that it was played in."""
        return zip(self._positions[first : self._ply], self._plies[first : self._ply], strict=True)

    @property
    def verdict(self) -> Verdict | None:
        return self._verdict

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it has not."""
        if self._verdict:
            ending, loser = self._verdict
            return Outcome(None if loser is None else other(loser), ending, self.position.scores)
        outcome = self.position.outcome
        if not outcome and self._occurrences[self.position] >= REPETITIONS:
            return Outcome(None, Ending.REPETITION, self.position.scores)
        return outcome

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the game is over."""
        return () if self.outcome else self.position.generate_moves()

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def winner(self) -> Player | None:
        """The winner, `FIRST` or `SECOND`; None for a draw and while the game is not over. `FIRST` is 0, which is
        false: write `if game.winner is not None`."""
        return self.outcome.winner if self.outcome else None

    @property
    def moves(self) -> str:
        """The moves played so far, as text."""
        return line_text(self.rules, self.plies)

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"<Game {str(self.rules)!r}, {self.names[FIRST]} – {self.names[SECOND]}, moves {self.moves!r}>"

    @property
    def _picture(self) -> Svg:
        return svg(self.position, last=self.plies[-1] if self.plies else None)

    def _repr_svg_(self) -> str:
        return self._picture

    def _repr_html_(self) -> str:
        state = state_sentence(self.position, self.outcome, names=self.names)
        moves = f" Moves: {self.moves}." if self.plies else ""
        title = f"{self.names[FIRST]} (x) – {self.names[SECOND]} (o), {self.rules}."
        return f"{self._picture._repr_html_()}<p>{escape(f'{title} {state}{moves}')}</p>"

    # Playing

    def play(self, move: Move | str | int, *, rng: Random | None = None) -> Position:
        """Play a move, given as an element of `legal_moves`, as text, or as a number from 1, and return the position
        after it.

        Moves that were taken back are discarded. Where discs drift, the landing is that of the text (`"4>5"`), or `rng`
        decides (default: the game's own, see `seed`). Raises `IllegalMove`.
        """
        ply = read_ply(self.rules, move)
        if self.rules.drift is not None and ply.landed is None and ply.move in self.legal_moves:
            after = self.position.play_unchecked(ply.move)
            if isinstance(after, Chance):
                ply = Ply(ply.move, after.sample(rng or self._rng).column)
        return self.follow(ply)

    def follow(self, ply: Ply) -> Position:
        """Play a move that landed as the ply says."""
        if self.outcome:
            raise IllegalMove("The game is over. Take back a move or start a new game.")
        following = self.position.follow(ply)
        if ply.landed == ply.move.column:
            ply = Ply(ply.move)
        del self._plies[self._ply :], self._positions[self._ply + 1 :]
        self._plies.append(ply)
        self._positions.append(following)
        return self.redo()

    def reply(self) -> Reply:
        """Let the agent whose turn it is choose a move and play it. Raises `UsageError` if a person is to move."""
        text = self.agents[self.turn]
        if text is None:
            raise UsageError(
                f"{self.names[self.turn]} is not an agent: play(move) for them, or name an agent such as 'level4' "
                "in players=."
            )
        reply = _agent_of(text, self.turn, trusted=self.runs_files).choose(self)
        self.play(reply.move)
        return reply

    def undo(self) -> Position:
        """Take back the last move, or a resignation or other verdict."""
        if self._verdict:
            self._verdict = None
        elif self._ply == 0:
            raise IllegalMove("There is no move to take back. Play one first.")
        else:
            self._occurrences[self.position] -= 1
            self._ply -= 1
        return self.position

    def redo(self) -> Position:
        """Replay the move last taken back."""
        if self._verdict or self._ply == len(self._plies):
            raise IllegalMove("There is no move to replay. Take one back first.")
        self._ply += 1
        self._occurrences[self.position] += 1
        return self.position

    def resign(self, player: Player | None = None) -> None:
        """End the game: the player (default: the side to move) resigns."""
        self.end(Ending.RESIGNATION, self.turn if player is None else player)

    def lose_on_time(self, player: Player | None = None) -> None:
        """End the game: the player (default: the side to move) is out of time."""
        self.end(Ending.TIME, self.turn if player is None else player)

    def forfeit(self, player: Player | None = None) -> None:
        """End the game: the player (default: the side to move) made no legal move."""
        self.end(Ending.FORFEIT, self.turn if player is None else player)

    def adjudicate(self, winner: Player | None) -> None:
        """End the game with a known result, a winner or None for a draw, without playing it out."""
        if winner not in (FIRST, SECOND, None):
            raise UsageError(
                f"Invalid winner {winner!r}: use 0 for the first player, 1 for the second, None for a draw."
            )
        self.end(Ending.ADJUDICATION, None if winner is None else other(winner))

    def end(self, ending: Ending, loser: Player | None) -> None:
        """End the game by a verdict."""
        if self.outcome:
            raise IllegalMove("The game is over already. Take back a move or start a new game.")
        if loser not in (FIRST, SECOND) and ending is not Ending.ADJUDICATION:
            raise UsageError(f"Invalid player {loser!r}: use 0 for the first or 1 for the second.")
        self._verdict = Verdict(ending, loser)

    # Files

    def save(self, path: str | Path) -> None:
        """Write the game to a JSON file, atomically."""
        from fourcast.play.game_file import game_to_json

        write_atomically(Path(path), json.dumps(game_to_json(self), indent=1) + "\n")

    @staticmethod
    def load(path: str | Path) -> Game:
        """Read a game from a file. Raises `NotationError` if it is not one, `OSError` if it cannot be read."""
        from fourcast.play.game_file import load_game

        return load_game(Path(path))


def _agent_of(text: str, player: Player, *, trusted: bool) -> Agent:
    """The agent of a player; one that has a process of its own keeps it from reply to reply. Others are made anew, as
    the file of their evaluation may have changed."""
    from fourcast.play.agent_text import is_external, parse_agent

    return _external_agent(text, player, trusted) if is_external(text) else parse_agent(text, trusted=trusted)


@lru_cache(maxsize=16)
def _external_agent(text: str, player: Player, trusted: bool) -> Agent:  # noqa: ARG001
    from fourcast.play.agent_text import parse_agent

    return parse_agent(text, trusted=trusted)


def _read_players(players: Sequence[str | Agent | SearchSpec]) -> tuple[list[str], list[str | None]]:
    """Names and agent texts of two players: an agent, the text of one, or the name of a person."""
    from fourcast.play.agent_text import agent_of_name, as_agent

    if isinstance(players, str) or len(players) != 2:
        raise UsageError(f"A game has two players, such as players=('Ada', 'level4'), not {players!r:.60}.")
    names: list[str] = []
    agents: list[str | None] = []
    for player in players:
        agent = agent_of_name(player) if isinstance(player, str) else as_agent(player)
        names.append(agent.name if agent else str(player))
        agents.append(player if isinstance(player, str) and agent else agent.text if agent else None)
    return names, agents


suggest_names(
    Game,
    {
        "push": "play(move)",
        "push_san": "play(move)",
        "make_move": "play(move)",
        "pop": "undo()",
        "board": "position, or print(game)",
        "possible_moves": "legal_moves",
        "is_game_over": "is_over",
        "result": "outcome",
        "history": "moves, plies or positions",
    },
)
