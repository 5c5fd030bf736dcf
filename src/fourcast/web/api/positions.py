"""Positions in every notation, in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fourcast.rules import Ply
from fourcast.web.position_input import (
    PositionRef,
    game_id_in_link,
    parse_any_notation,
    parse_position_request,
    parse_rules_request,
)
from fourcast.web.problems import Problem
from fourcast.web.schema.position import PositionInfo, PositionRequest, ReadRequest
from fourcast.web.services import Services, UseServices
from fourcast.web.views import position_info

router = APIRouter(prefix="/api/position", tags=["positions"])


@router.get("")
async def position(request: Annotated[PositionRequest, Query()]) -> PositionInfo:
    """A position by its rules, start and moves."""
    return position_info(parse_position_request(request))


@router.post("/read")
async def read(request: ReadRequest, services: UseServices) -> PositionInfo:
    """A text in any notation: moves, board, packed number, start file, saved game or link."""
    if ident := game_id_in_link(request.text):
        return position_info(await _position_of_game(ident, services))
    return position_info(parse_any_notation(parse_rules_request(request.rules), request.text))


@router.post("/mirror")
async def mirror(request: PositionRequest) -> PositionInfo:
    """The mirror image, move by move where the rules are symmetric, else the position alone."""
    ref = parse_position_request(request)
    rules = ref.start.rules
    if not rules.symmetric:
        return position_info(PositionRef(ref.position.mirror(), ()))
    plies = tuple(_mirrored(ply, rules.shape.width) for ply in ref.plies)
    return position_info(PositionRef(ref.start.mirror(), plies))


async def _position_of_game(ident: str, services: Services) -> PositionRef:
    try:
        game = (await services.games.find(ident)).game
    except Problem as problem:
        if problem.status != 404:
            raise
        raise Problem(
            404, "This server has no such game. Copy the position itself: its moves, or its link in Analysis."
        ) from None
    return PositionRef(game.start, game.plies, "link")


def _mirrored(ply: Ply, width: int) -> Ply:
    return Ply(ply.move.mirror(width), None if ply.landed is None else width - 1 - ply.landed)
