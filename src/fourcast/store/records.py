"""What a store holds: games with the notes of their moves, lists of games, and high scores."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Final, TypeAlias

from fourcast.algorithms import SearchResult
from fourcast.play import LEVELS, PERFECT, Game
from fourcast.rules import FIRST, Player
from fourcast.solver import exact_terminal_value


@dataclass(frozen=True)
class MoveNote:
    """The time that a move took and, for an agent, the result of its search."""

    seconds: float
    """On the clock."""
    nodes: int | None = None
    """Of the iteration that chose the move; in games of version 0.1.0, of all iterations."""
    dropped: int | None = None
    """Moves made in that iteration; None of an agent that does not search a tree."""
    all_nodes: int | None = None
    """Of all iterations; None if there was only one."""
    search_seconds: float | None = None
    """Of the search alone."""
    depth: int | None = None
    value: str | None = None
    engine: str | None = None
    seed: int | None = None
    """Of random and mcts."""
    remark: str | None = None
    """Why another agent moved in its place."""
    given: bool = False
    """Whether it was there when the game was created or imported."""
    player: str | None = None
    """The name of who made it, if another player has taken the place since."""
    agent: str | None = None
    """The agent that this player was."""

    @staticmethod
    def of(result: SearchResult | None, *, seconds: float = 0.0, remark: str | None = None) -> MoveNote:
        """The note of a move of an agent, and of its search if there was one."""
        if result is None:
            return MoveNote(seconds, remark=remark)
        counts = result.last_counts if result.seed is None else result.counts  # the iterations of mcts are parts of one
        return MoveNote(
            seconds=seconds,
            nodes=counts.nodes,
            dropped=counts.dropped or None,
            all_nodes=None if counts.nodes == result.nodes else result.nodes,
            search_seconds=result.seconds,
            depth=result.depth,
            value=str(result.score),
            engine=result.engine,
            seed=result.seed,
            remark=remark,
        )


NOTE_KEYS: Final = {one.name for one in fields(MoveNote)}
"""Keys of stored notes that are read; those of other versions are ignored."""


Pair: TypeAlias = tuple[str | None, str | None]


@dataclass(frozen=True)
class Seats:
    """Who may move for each player. Shared servers keep seats; elsewhere anybody may."""

    owners: Pair = (None, None)
    """The ids of their browsers; None: anybody."""
    invitations: Pair = (None, None)
    """Hashes of the keys by which somebody else can take the seat; None: nobody is invited."""

    @property
    def is_free(self) -> bool:
        return self.owners == (None, None)

    @property
    def is_split(self) -> bool:
        """Whether two people play, each in a browser of their own."""
        return self.owners[0] != self.owners[1]

    def change(self, player: Player, *, owner: str | None, invitation: str | None) -> Seats:
        """The same with another owner and invitation of one seat."""
        return Seats(
            _replace_one(self.owners, player, owner),
            _replace_one(self.invitations, player, invitation),
        )


def _replace_one(pair: Pair, player: Player, value: str | None) -> Pair:
    return (value, pair[1]) if player == FIRST else (pair[0], value)


@dataclass
class SavedGame:
    """A game with its title and a note for every move, also for those that were taken back."""

    id: str
    game: Game
    title: str | None = None
    notes: list[MoveNote] = field(default_factory=list)
    version: int = 0
    """Counts how often it was saved."""
    assisted: bool = False
    """Whether there was a hint, a move was taken back, or a player changed: such a game has no high score."""
    seats: Seats = Seats()
    next_game: str | None = None
    """The id of the game that its players have started after it."""

    def change_players(self, names: tuple[str, str], agents: tuple[str | None, str | None]) -> None:
        """Let these players continue the game. The notes of earlier moves name who made them."""
        game = self.game
        for ply, (position, _) in enumerate(game.steps()):
            turn, note = position.turn, self.notes[ply]
            former = game.names[turn], game.agents[turn]
            if note.player is None and former != (names[turn], agents[turn]):
                self.notes[ply] = replace(note, player=former[0], agent=former[1])
        self.assisted = self.assisted or (game.ply > 0 and agents != game.agents)
        game.names, game.agents = names, agents


@dataclass(frozen=True)
class GameSummary:
    """A game in a list. `game` is its file form as JSON text, which may be damaged. It has scores and outcome for
    readers that do not know the rules."""

    id: str
    title: str | None
    created: float
    changed: float
    board: str
    plies: int
    game: str


@dataclass(frozen=True)
class HighScore:
    """A person's win: its score, the opponent, and the numbers of discs and moves."""

    game: str
    """The id of the game."""
    rules: str
    name: str
    against: str
    score: float
    discs: int
    plies: int
    strength: int = 0
    """Of the opponent: the number of a level, 9 of the perfect player, 0 of others."""


def high_score(record: SavedGame) -> HighScore | None:
    """The high score of a finished game: a win on the board by a person, from the start and with no move given."""
    game = record.game
    outcome = game.outcome
    if outcome is None or outcome.winner is None or game.verdict:
        return None
    if game.agents[outcome.winner] is not None or game.start != game.rules.start():
        return None
    if any(note.given for note in record.notes[: game.ply]):
        return None
    return HighScore(
        game=record.id,
        rules=str(game.rules),
        name=game.names[outcome.winner],
        against=game.names[1 - outcome.winner],
        score=abs(exact_terminal_value(game.position, outcome)),
        discs=game.position.discs,
        plies=len(game.plies),
        strength=_strength(game.agents[1 - outcome.winner]),
    )


def _strength(agent: str | None) -> int:
    """The rank of an opponent among the levels and the perfect player; 0 of people and other agents."""
    ranks = [*(f"level{number}" for number in range(1, len(LEVELS) + 1)), PERFECT]
    return ranks.index(agent) + 1 if agent in ranks else 0
