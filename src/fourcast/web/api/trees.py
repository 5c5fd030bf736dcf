"""Trees of searches: whole in outline, node by node in pieces, and as files."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from fourcast.experiments.compare.ways import pruning_forms
from fourcast.text import rules_title, size_text
from fourcast.trace import Tree, first_piece, headline, piece, tree_head
from fourcast.web.errands import WRITE, FileWish
from fourcast.web.lab_schema import FileKind, FormView, PieceRequest, PieceView, ReplyView, TreeRequest, TreeView
from fourcast.web.places import find_place
from fourcast.web.recording import plan_of
from fourcast.web.services import UseServices, while_connected
from fourcast.web.trees import replies_of

router = APIRouter(prefix="/api/tree", tags=["trees"])

FORMS: Final = {"minimax": "Off", "expectiminimax": "Off", "shallow": "Shallow", "alphabeta": "Deep"}
TYPES: Final = {"svg": "image/svg+xml", "dot": "text/vnd.graphviz", "json": "application/json", "html": "text/html"}


@router.get("")
async def tree(request: Annotated[TreeRequest, Query()], connection: Request, services: UseServices) -> TreeView:
    """The tree of a search: what came out, its skeleton, and the nodes to show first."""
    found = await while_connected(connection, services.trees.find(request))
    return await services.trees.make(_view, found)


@router.get("/piece")
async def tree_piece(
    request: Annotated[PieceRequest, Query()], connection: Request, services: UseServices
) -> PieceView:
    """What is below a node of that tree."""
    found = await while_connected(connection, services.trees.find(request))
    return PieceView(**await services.trees.make(piece, found, request.path, request.levels))


@router.get("/file/{kind}", response_class=Response)
async def tree_file(
    kind: FileKind,
    request: Annotated[TreeRequest, Query()],
    connection: Request,
    services: UseServices,
) -> Response:
    """The tree as a file: a picture, Graphviz source, data, or a page of its own."""
    plan_of(request, find_place(request))  # complains now, not when its turn has come
    wish = FileWish(**request.model_dump(), kind=kind)
    written = await while_connected(connection, services.drawings.run(WRITE, wish))
    name = f'attachment; filename="fourcast-tree.{kind}"'
    return Response(written.text, media_type=TYPES[kind], headers={"Content-Disposition": name})


@router.get("/replies")
async def replies(game: Annotated[str, Query(max_length=40)], services: UseServices) -> list[ReplyView]:
    """The searches behind the replies of agents in a game, the last one first."""
    return replies_of((await services.games.find(game)).kept)


def _view(tree: Tree) -> TreeView:
    rules = tree.root.rules
    algorithms = [way.algorithm for way in pruning_forms(rules)[:-1]]
    return TreeView(
        title=" · ".join(headline(tree)),
        game=f"{rules_title(rules)} {size_text(rules)}",
        algorithm=tree.plan.algorithm,
        forms=[FormView(algorithm=name, title=FORMS.get(name, name.capitalize())) for name in algorithms],
        **tree_head(tree),
        **first_piece(tree),
    )
