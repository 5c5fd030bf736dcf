"""Trees of searches: an outline, nodes on demand, and files."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from fourcast.algorithms import TableMode, find_algorithm, tree_searches
from fourcast.evals import EVAL_CHOICES
from fourcast.experiments import pruning_forms
from fourcast.rules import line_text
from fourcast.store import SavedGame
from fourcast.text import PLAYERS, rules_title, size_text
from fourcast.trace import Tree, first_piece, headline, piece, tree_head
from fourcast.web.agents import agent_for, agent_problem, no_tree_reason
from fourcast.web.connections import while_connected
from fourcast.web.position_input import start_field
from fourcast.web.schema.model import FileKind
from fourcast.web.schema.tree import FormView, PieceRequest, PieceView, ReplyView, TreeRequest, TreeView
from fourcast.web.services import UseServices
from fourcast.web.tasks import WRITE_TREE
from fourcast.web.trees import TreeFileRequest, parse_tree_request

router = APIRouter(prefix="/api/tree", tags=["trees"])

SHORT_TITLES: Final = {"shallow": "Shallow"}
"""Of algorithms on a button."""
ORDERS: Final = ("ascending", "centre", "ascending+killers", "centre+killers")
TYPES: Final = {"svg": "image/svg+xml", "dot": "text/vnd.graphviz", "json": "application/json", "html": "text/html"}


@router.get("")
async def tree(request: Annotated[TreeRequest, Query()], connection: Request, services: UseServices) -> TreeView:
    """The tree of a search: its result, its shape, and the nodes to show first."""
    tree = await while_connected(connection, services.trees.find(request))
    return await services.trees.compute(_view, tree)


@router.get("/piece")
async def tree_piece(
    request: Annotated[PieceRequest, Query()], connection: Request, services: UseServices
) -> PieceView:
    """The nodes below one node of a tree."""
    tree = await while_connected(connection, services.trees.find(request))
    return PieceView(**await services.trees.compute(piece, tree, request.path, request.levels))


@router.get("/file/{kind}", response_class=Response)
async def tree_file(
    kind: FileKind,
    request: Annotated[TreeRequest, Query()],
    connection: Request,
    services: UseServices,
) -> Response:
    """The tree as a file: an image, Graphviz source, data, or an HTML page."""
    parse_tree_request(request)  # reports errors before it waits
    file_request = TreeFileRequest(**request.model_dump(), kind=kind)
    file = await while_connected(connection, services.drawings.run(WRITE_TREE, file_request))
    name = f'attachment; filename="fourcast-tree.{kind}"'
    return Response(file.content, media_type=TYPES[kind], headers={"Content-Disposition": name})


@router.get("/replies")
async def replies(game: Annotated[str, Query(max_length=40)], services: UseServices) -> list[ReplyView]:
    """The searches behind the agents' replies in a game, the last one first."""
    return _replies((await services.games.find(game)).record)


def _view(tree: Tree) -> TreeView:
    rules = tree.root.rules
    forms = [find_algorithm(spec.algorithm) for spec in pruning_forms(rules)[:-1]]
    return TreeView(
        title=" · ".join(headline(tree)),
        game=f"{rules_title(rules)} {size_text(rules)}",
        algorithm=tree.spec.algorithm,
        forms=[FormView(algorithm=one.name, title=SHORT_TITLES.get(one.name, one.title)) for one in forms],
        evaluation=tree.spec.eval_for(rules).name,
        order=tree.spec.order.text,
        table=tree.spec.table is not TableMode.OFF,
        algorithms=[FormView(algorithm=one.name, title=one.title) for one in tree_searches()],
        evaluations=list(EVAL_CHOICES),
        orders=list(dict.fromkeys([*ORDERS, tree.spec.order.text])),
        **tree_head(tree),
        **first_piece(tree),
    )


def _replies(record: SavedGame) -> list[ReplyView]:
    game = record.game
    views = []
    for ply, ((position, _), note) in enumerate(zip(game.steps(), record.notes, strict=False)):
        agent = note.agent if note.player else game.agents[position.turn]
        if agent is None or not note.depth or not note.nodes or note.remark:
            continue
        if agent_problem(agent, game.rules):
            continue
        player = agent_for(agent, game.rules)
        if player.spec is None or no_tree_reason(player, agent):
            continue
        search = TreeRequest(
            rules=str(game.rules),
            start=start_field(game.start),
            moves=line_text(game.rules, game.plies[:ply]),
            agent=agent,
            depth=note.depth,
            deepens=player.spec.search_limit.deepens,
        )
        title = f"{PLAYERS[position.turn]}, move {ply + 1}"
        views.append(ReplyView(ply=ply + 1, player=position.turn, title=title, search=search))
    return views[::-1]
