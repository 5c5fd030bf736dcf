"""A game as the API shows it: as a whole, or what has changed, which takes the same time however long the game is."""

from __future__ import annotations

from typing import Any

from fourcast.rules import Player, other
from fourcast.store import SavedGame
from fourcast.web.agents import agent_about, agent_for, agent_problem, no_tree_reason
from fourcast.web.game_clock import GameClock
from fourcast.web.position_input import start_field
from fourcast.web.schema.game import GameChange, GameView, PlayerView
from fourcast.web.schema.position import PlyView
from fourcast.web.views import link_to, ply_view, position_view, rules_view


class GameViews:
    """The views of one game. Every move is described once."""

    def __init__(self, record: SavedGame) -> None:
        self.clock = GameClock(record)
        self._record = record
        self._plies: list[PlyView] = []
        self.update(record, first=0)

    def update(self, record: SavedGame, *, first: int) -> None:
        """Read a game whose first moves are as they were."""
        self._record, game = record, record.game
        self.clock.update(record, first=first)
        self._plies[first:] = [
            ply_view(position, ply, note.player or game.names[position.turn])
            for (position, ply), note in zip(game.steps(first), record.notes[first:], strict=False)
        ]

    def view(self, **live: Any) -> GameView:
        """The whole game. `live`: the fields of a `GameState` that are not saved."""
        game = self._record.game
        return GameView(
            **self._state(live),
            moves=game.moves,
            plies=self._plies,
            notes=self._record.notes[: game.ply],
            link=link_to(game.start, game.plies),
        )

    def change(self, *, base: int, first: int, **live: Any) -> GameChange:
        """The moves after the first ones, which the client has in its version `base`."""
        return GameChange(
            **self._state(live),
            base=base,
            first=first,
            plies=self._plies[first:],
            notes=self._record.notes[first : self._record.game.ply],
        )

    def _state(self, live: dict[str, Any]) -> dict[str, Any]:
        """The fields of a `GameState`."""
        record, game, plies = self._record, self._record.game, self._plies
        position = position_view(game.position, outcome=game.outcome, names=game.names)
        outcome = position.outcome
        return live | {
            "id": record.id,
            "version": record.version,
            "title": record.title,
            "rules": rules_view(game.rules),
            "players": (self._player_view(0), self._player_view(1)),
            "start": start_field(game.start),
            "undone": len(game.undone),
            "position": position,
            "headline": outcome.headline if outcome else self._turn_text(),
            "detail": outcome.detail if outcome else plies[-1].description if plies else "",
            "running": self.clock.is_running,
        }

    def _turn_text(self) -> str:
        game = self._record.game
        is_only_person = game.agents[game.turn] is None and game.agents[other(game.turn)] is not None
        return "Your turn" if is_only_person else f"{game.names[game.turn]} to move"

    def _player_view(self, player: Player) -> PlayerView:
        game = self._record.game
        text, name = game.agents[player], game.names[player]
        about, no_tree = f"Person, plays {('first', 'second')[player]}", None
        if text and (problem := agent_problem(text, game.rules)):
            about = no_tree = problem
        elif text:
            agent = agent_for(text, game.rules)
            about, no_tree = agent_about(agent, game.rules), no_tree_reason(agent, name)
        clock = self.clock.seconds(player, game.turn)
        seats = self._record.seats
        return PlayerView(
            name=name,
            agent=text,
            about=about,
            clock=clock,
            no_tree=no_tree,
            owner=seats.owners[player],
            invited=seats.invitations[player] is not None,
        )
