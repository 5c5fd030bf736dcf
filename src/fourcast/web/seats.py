"""Who plays a game: owners of seats, invitations, names and agents. Changes are made to a copy, which is saved."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from fourcast.rules import FIRST, SECOND, Player, Rules, other
from fourcast.store import SavedGame, Seats
from fourcast.text import PLAYERS
from fourcast.web.agents import agent_for
from fourcast.web.problems import Problem
from fourcast.web.schema.game import PlayerRequest
from fourcast.web.schema.model import MAX_NAME_LENGTH

PLAYER_NUMBERS: Final = (FIRST, SECOND)
INVITATION_BYTES: Final = 16
"""Of the key of an invitation."""


def new_key() -> str:
    """The key of an invitation. Its hash is stored."""
    return token_urlsafe(INVITATION_BYTES)


def is_invitation(seats: Seats, key: str) -> bool:
    """Whether a seat can be taken by this key."""
    return _hash(key) in seats.invitations


def invite(record: SavedGame, player: Player, key: str, *, by: str | None, name: str | None) -> None:
    """Invite another person to a seat. Until it is taken the one who invites may move for both."""
    if record.game.agents[player] is not None:
        raise Problem(409, f"An agent plays {PLAYERS[player]}. Start a game of two people to invite another person.")
    seats = record.seats if not record.seats.is_free else Seats((check_identity(by), by))
    names = list(record.game.names)
    if name and record.game.agents[other(player)] is None and seats.owners[other(player)] == by:
        names[other(player)] = name
    _seat(record, seats.change(player, owner=by, invitation=_hash(key)), names)


def join(record: SavedGame, key: str, *, by: str | None, name: str | None) -> None:
    """Take the seat that an invitation is for, and with it that of an agent."""
    seats = record.seats
    if not is_invitation(seats, key):
        raise Problem(
            409, "This seat is taken, or the link was replaced by another. Ask for a new one, or watch the game."
        )
    player = PLAYER_NUMBERS[seats.invitations.index(_hash(key))]
    if seats.owners == (by, by):
        raise Problem(409, f"This link is for the person who is to play {PLAYERS[player]}. Send it to them.")
    names = list(record.game.names)
    names[player] = name or names[player]
    seats = seats.change(player, owner=check_identity(by), invitation=None)
    if record.game.agents[other(player)] is not None:
        seats = seats.change(other(player), owner=by, invitation=None)
    _seat(record, seats, names)


def leave(record: SavedGame, key: str, *, by: str | None) -> None:
    """Give up the seat of one of two people: the other may move for both, and invite another person."""
    player = PLAYER_NUMBERS[record.seats.owners.index(by)]
    remaining = record.seats.owners[other(player)]
    _seat(record, record.seats.change(player, owner=remaining, invitation=_hash(key)), record.game.names)


def replace_players(record: SavedGame, players: tuple[PlayerRequest | None, PlayerRequest | None]) -> None:
    """Replace players for the rest of the game; None leaves one as it is."""
    agents, names = list(record.game.agents), list(record.game.names)
    for number, player in enumerate(players):
        if player:
            agents[number] = player.agent
            names[number] = player_name(player, record.game.rules, PLAYER_NUMBERS[number])
    record.change_players(distinct_names(names), (agents[0], agents[1]))


def _seat(record: SavedGame, seats: Seats, names: Sequence[str]) -> None:
    record.seats = seats
    record.change_players(distinct_names(names), record.game.agents)


def check_seat(seats: Seats, player: Player, by: str | None) -> None:
    """Raise `Problem` if another person has the seat."""
    if seats.owners[player] not in (None, by):
        raise Problem(403, f"Another person plays {PLAYERS[player]}. Wait for your turn.", title="Not your seat")


def check_member(seats: Seats, by: str | None, *, keeps_seats: bool) -> None:
    """Raise `Problem` for those who only watch. Where seats are kept, a game without owners cannot be played."""
    if seats.is_free and keeps_seats:
        raise Problem(403, "This game has no owner. Start one of your own, or branch from it.", title="Not your game")
    if not seats.is_free and by not in seats.owners:
        raise Problem(403, "You are watching a game of others. Start one of your own to play.", title="Not your game")


def check_identity(by: str | None) -> str:
    """The id of a player. Raises `Problem` for a program without a cookie."""
    if by is None:
        raise Problem(401, "No player cookie. Open the start page first; a program sends the cookies of /api/session.")
    return by


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def player_name(player: PlayerRequest, rules: Rules, number: Player) -> str:
    """The name that was given, or that of the agent or the colour. Raises `UsageError` if the agent cannot play."""
    agent = None if player.agent is None else agent_for(player.agent, rules)
    return player.name or (agent.title if agent else PLAYERS[number])


def distinct_names(names: Sequence[str]) -> tuple[str, str]:
    """The names of both players, with their colours if they are equal."""
    first, second = names
    if first != second:
        return first, second
    room = MAX_NAME_LENGTH - len(" (Yellow)")
    return f"{first[:room]} ({PLAYERS[0]})", f"{second[:room]} ({PLAYERS[1]})"
