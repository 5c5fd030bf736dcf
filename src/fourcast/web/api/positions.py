"""Positions in every notation, in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fourcast.rules import Ply
from fourcast.web.places import Place, find_place, game_in_link, read_place, rules_within_bounds
from fourcast.web.problems import Problem
from fourcast.web.schema import PlaceRequest, PlaceView, ReadRequest
from fourcast.web.services import Services, UseServices
from fourcast.web.views import place_view

router = APIRouter(prefix="/api/position", tags=["positions"])


@router.get("")
async def position(request: Annotated[PlaceRequest, Query()]) -> PlaceView:
    """The position that an address carries."""
    found = find_place(request)
    return place_view(found.start, found.plies)


@router.post("/read")
async def read(request: ReadRequest, services: UseServices) -> PlaceView:
    """A text in whichever notation it is: moves, board, packed number, start file, saved game or link."""
    if ident := game_in_link(request.text):
        found = await _place_of(ident, services)
    else:
        found = read_place(rules_within_bounds(request.rules), request.text)
    return place_view(found.start, found.plies, notation=found.notation)


@router.post("/mirror")
async def mirror(request: PlaceRequest) -> PlaceView:
    """The same in a mirror, move by move where the rules know no left and right, else the position alone."""
    found = find_place(request)
    start, plies = found.start, found.plies
    if not start.rules.symmetric:
        return place_view(found.position.mirror(), ())
    return place_view(start.mirror(), tuple(_mirrored(ply, start.rules.shape.width - 1) for ply in plies))


async def _place_of(ident: str, services: Services) -> Place:
    """Where a game of this server stands."""
    try:
        game = (await services.games.find(ident)).game
    except Problem as fault:
        if fault.status != 404:
            raise
        raise Problem(
            404, "This server has no such game. Copy the position itself: its moves, or its link in Analysis."
        ) from None
    return Place(game.start, game.plies, "link")


def _mirrored(ply: Ply, last: int) -> Ply:
    move, landed = ply
    return Ply(move.mirror(last + 1), None if landed is None else last - landed)
