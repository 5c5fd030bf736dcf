"""Trees that pages look at: recorded when they are asked for, and kept as long as there is room."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from fourcast.play import Game
from fourcast.rules import line_text, position_text, rules_text
from fourcast.store import KeptGame
from fourcast.trace import PLAYERS, Tree
from fourcast.web.errands import RECORD
from fourcast.web.lab_schema import ReplyView, TreeRequest
from fourcast.web.places import find_place
from fourcast.web.recording import plan_of, tree_of
from fourcast.web.searches import Searches
from fourcast.web.seats import agent_for
from fourcast.web.words import why_no_tree

Given = ParamSpec("Given")
Made = TypeVar("Made")

MOST_KEPT: Final = 60_000
"""Nodes of all trees together."""


class Trees:
    """Finds the tree of a request, and lets those go that nobody asked for the longest."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._kept: OrderedDict[TreeRequest, Tree] = OrderedDict()
        self._pen = asyncio.Lock()

    async def find(self, request: TreeRequest) -> Tree:
        """The tree. Its search waits for a search place; one that is too large is a problem."""
        key = TreeRequest(**{name: getattr(request, name) for name in TreeRequest.model_fields})
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        plan_of(key, find_place(key))  # complains now, not when its turn has come
        found = await self._searches.run(RECORD, key)
        tree = await self.make(tree_of, key, found)
        self._kept[key] = tree
        while len(self._kept) > 1 and sum(len(kept.nodes) for kept in self._kept.values()) > MOST_KEPT:
            self._kept.popitem(last=False)
        return tree

    async def make(self, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """Do what takes Python some tenths of a second. One at a time: threads of Python hold each other up, and the
        server with them."""
        async with self._pen:
            return await asyncio.to_thread(work, *args, **kwargs)


def replies_of(kept: KeptGame) -> list[ReplyView]:
    """The replies of agents whose searches can be shown, the last one first."""
    game = kept.game
    found = []
    for ply, (position, note) in enumerate(zip(game.positions[:-1], kept.notes, strict=False)):
        text = game.agents[position.turn]
        if text is None or not note.depth or not note.nodes or note.remark:
            continue
        if not why_no_tree(agent_for(text, game.rules), text):
            title = f"{PLAYERS[position.turn]}, move {ply + 1}"
            found.append(
                ReplyView(
                    ply=ply + 1, player=position.turn, title=title, search=_search_of(game, ply, text, note.depth)
                )
            )
    return found[::-1]


def _search_of(game: Game, ply: int, agent: str, depth: int) -> TreeRequest:
    rules = game.rules
    return TreeRequest(
        rules=rules_text(rules),
        start=None if game.start == rules.start() else position_text(game.start),
        moves=line_text(rules, game.plies[:ply]),
        agent=agent,
        depth=depth,
        deepens=True,
    )
