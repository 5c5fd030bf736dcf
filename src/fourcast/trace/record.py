"""Run a search, record its visits on either engine, and make its tree of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import log
from typing import Any, Final, NamedTuple, TypeAlias

from fourcast.algorithms import (
    AlgorithmLike,
    Bound,
    Counts,
    Edge,
    EvalLike,
    Layer,
    MoveOrder,
    Node,
    PythonSearcher,
    SearchResult,
    SearchSpec,
    StopFlag,
    Stopped,
    StopSearch,
    TableMode,
    Variation,
    Visit,
    Window,
    as_spec,
    bound_of,
    find_algorithm,
)
from fourcast.engine import choose_search_engine
from fourcast.errors import UsageError, suggest_arguments
from fourcast.evals import TerminalValue
from fourcast.native import Engine, NativeSearcher, decode_move
from fourcast.rules import AnyPosition, Branch, Chance, Move, Position, Rules
from fourcast.spec import parse_enum
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, levels_that_fit

MAX_NODES: Final = 20_000
"""A tree with more nodes is recorded to the depth that fits."""
DEFAULT_DEPTH: Final = 3
PROBE_DEPTHS: Final = 4, 6
"""Two searches from whose nodes those of a deeper one are estimated."""
PROBE_MARGIN: Final = 1e5
"""How far above the budget an estimate has to be to replace the search: nodes may grow more slowly near the end."""


@suggest_arguments
def search_tree(
    position: AnyPosition,
    spec: SearchSpec | AlgorithmLike | None = None,
    *,
    rules: Rules | str | None = None,
    depth: int | None = None,
    eval: EvalLike | None = None,
    order: MoveOrder | str | Sequence[int] | None = None,
    table: TableMode | bool | str | None = None,
    terminal: TerminalValue | str | None = None,
    engine: Engine | str | None = None,
    max_nodes: int = MAX_NODES,
) -> Tree:
    """The tree of a search: `fourcast.tree("44", depth=3).save("tree.html")`.

    The arguments are those of `search`, without limits of nodes and time: a tree is that of a search to one depth
    (default: the depth of the spec, else 3). A tree of more than `max_nodes` nodes is recorded to the depth that fits.

    >>> import fourcast as fc
    >>> fc.tree("44", "minimax", depth=2)
    <Tree of minimax, depth 2, 57 nodes>
    """
    chosen = as_spec(spec).with_settings(depth=depth, eval=eval, order=order, table=table, terminal=terminal)
    depth = chosen.limit.depth if chosen.limit else None
    chosen_engine = parse_enum(Engine, "engine", engine) if isinstance(engine, str) else engine
    start = Position(position, rules)
    return record(start, chosen, depth or DEFAULT_DEPTH, engine=chosen_engine, max_nodes=max_nodes).tree()


def record(
    position: Position,
    spec: SearchSpec,
    depth: int,
    *,
    deepens: bool = False,
    engine: Engine | None = None,
    max_nodes: int = MAX_NODES,
    budget: int | None = None,
    stop: StopFlag | None = None,
) -> SearchRecord:
    """Search to a depth and record it. With `deepens` the search deepens iteratively, as under a time limit, and its
    last depth is recorded.

    The search runs once to count the nodes of each ply, and once more to record them; it is the same both times. A tree
    of more than `max_nodes` is recorded to the ply up to which it has fewer. Raises `StopSearch` if `stop` is set or
    more than `budget` nodes are visited, or would be by far.
    """
    spec = spec.for_rules(position.rules)
    algorithm = find_algorithm(spec.algorithm)
    if algorithm.step is None:
        raise UsageError(f"{algorithm.name} has no search tree to draw. Choose another algorithm.")
    depth = algorithm.fixed_depth or depth
    deepens = deepens or spec.table is TableMode.OLD_BOUNDS
    chosen = choose_search_engine(position.rules, spec, engine)
    run = _run_native if chosen is Engine.NATIVE else _run_python
    limits: dict[str, Any] = {"nodes": budget, "stop": stop}
    if budget and not deepens and spec.table is TableMode.OFF:
        plies = min(depth, position.rules.shape.cells - position.discs + 2 * sum(position.pops))
        if plies > PROBE_DEPTHS[-1] and position.rules.max_plies is not None:
            less, more = (sum(run(position, spec, range(at, at + 1), plies=-1, **limits)[0]) for at in PROBE_DEPTHS)
            growth = log(more / less) / (PROBE_DEPTHS[1] - PROBE_DEPTHS[0])
            if log(more) + growth * (plies - PROBE_DEPTHS[1]) > log(PROBE_MARGIN * budget):
                raise StopSearch(Stopped.NODES)
    search = partial(run, position, spec, range(1 if deepens else depth, depth + 1), **limits)
    nodes_by_ply, _, _ = search(plies=-1)
    plies = levels_that_fit(nodes_by_ply, max_nodes)
    _, visits, result = search(plies=plies)
    is_whole = plies >= len(nodes_by_ply) - 1
    return SearchRecord(position, spec, depth, chosen.value, visits, None if is_whole else plies, result)


@dataclass
class VisitRecord:
    """One visit. Windows and values are from the side to move, at a chance node from the side whose move it was."""

    parent: int | None
    ply: int
    """Moves from the root; a chance has the ply of the positions it leads to."""
    move: Move | None
    """The move that led here; None at the root and for a branch of a chance."""
    landed: int | None
    """The column in which a branch of a chance landed."""
    is_chance: bool
    depth: int
    window: Window
    value: float = 0
    nodes: int = 1
    """Nodes visited from here on down, itself included."""


_Run: TypeAlias = tuple[list[int], list[VisitRecord], SearchResult]
"""Nodes by ply, visits and result of the search to the last depth."""


def _run_native(position: Position, spec: SearchSpec, depths: range, *, plies: int, **limits: Any) -> _Run:
    searcher = NativeSearcher(position, spec)
    for depth in depths[:-1]:
        searcher.search(depth, **limits)
    before = searcher.nodes_by_ply()
    result = searcher.search(depths[-1], record_plies=plies, **limits)
    nodes_by_ply = [nodes - earlier for nodes, earlier in zip_longest(searcher.nodes_by_ply(), before, fillvalue=0)]
    while nodes_by_ply and not nodes_by_ply[-1]:
        nodes_by_ply.pop()
    return nodes_by_ply, _native_visits(position.rules, searcher), result


def _run_python(position: Position, spec: SearchSpec, depths: range, *, plies: int, **limits: Any) -> _Run:
    visits: list[VisitRecord] = []
    nodes_by_ply: list[int] = []
    counts = Counts()
    recorder = _record_visits(visits, counts, plies=plies, nodes_by_ply=nodes_by_ply)
    searcher = PythonSearcher(position, spec, layers=[recorder], counts=counts)
    for depth in depths[:-1]:
        searcher.search(depth, **limits)
    visits.clear()
    nodes_by_ply.clear()
    return nodes_by_ply, visits, searcher.search(depths[-1], **limits)


def _record_visits(visits: list[VisitRecord], counts: Counts, *, plies: int, nodes_by_ply: list[int]) -> Layer:
    """Record every visit of at most `plies` moves from the root, and count all by ply. Stands inside `count_nodes`."""
    path: list[tuple[int, int]] = []  # index and ply of every visit that is under way

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            parent, ply = path[-1] if path else (None, 0)
            ply += isinstance(edge, Move)
            index = len(visits)
            nodes_by_ply.extend([0] * (ply + 1 - len(nodes_by_ply)))
            nodes_by_ply[ply] += 1
            if ply <= plies:
                move = edge if isinstance(edge, Move) else None
                landed = edge.column if isinstance(edge, Branch) else None
                visits.append(VisitRecord(parent, ply, move, landed, isinstance(node, Chance), depth, window))
            path.append((index, ply))
            nodes = counts.nodes
            variation = visit(node, depth, window, edge)
            path.pop()
            if ply <= plies:
                visits[index].value = variation.value
                visits[index].nodes = counts.nodes - nodes + 1
            return variation

        return search

    return layer


def _native_visits(rules: Rules, searcher: NativeSearcher) -> list[VisitRecord]:
    """The visits of the last native search."""
    visits: list[VisitRecord] = []
    for record in searcher.records():
        parent = None if record.parent < 0 else record.parent
        is_branch = parent is not None and visits[parent].is_chance and visits[parent].ply == record.ply
        visits.append(
            VisitRecord(
                parent=parent,
                ply=record.ply,
                move=None if parent is None or is_branch else decode_move(rules, record.action),
                landed=record.action if is_branch else None,
                is_chance=record.kind == 1,
                depth=record.depth,
                window=Window(record.alpha, record.beta),
                value=record.value,
                nodes=record.nodes,
            )
        )
    return visits


class _Place(NamedTuple):
    """Where a visit was."""

    position: Position
    """At a chance node: before the drop."""
    probability: Fraction | None = None
    """Of a branch."""
    probed: int | None = None
    """The landing column of the branch that a probe belongs to."""


@dataclass(frozen=True)
class SearchRecord:
    """A recorded search."""

    root: Position
    spec: SearchSpec
    depth: int
    engine: str
    visits: Sequence[VisitRecord]
    plies: int | None
    """The number of plies that were recorded; None if all."""
    result: SearchResult | None = None

    def tree(self) -> Tree:
        children: list[list[int]] = [[] for _ in self.visits]
        for index, visit in enumerate(self.visits):
            if visit.parent is not None:
                children[visit.parent].append(index)
        places = self._places()
        chosen = self._principal_variation(children, places)
        nodes = tuple(
            self._node(index, place, children[index], chosen=index in chosen) for index, place in enumerate(places)
        )
        algorithm = find_algorithm(self.spec.algorithm)
        return Tree(self.root, self.spec, algorithm, self.depth, self.engine, nodes, self.visits[0].nodes, self.plies)

    def _places(self) -> list[_Place]:
        places: list[_Place] = []
        probes = Counter[int]()  # of every chance node so far
        for visit in self.visits:
            place = _Place(self.root)
            if visit.parent is not None:
                position, parent = places[visit.parent].position, self.visits[visit.parent]
                place = _Place(position)
                if parent.is_chance:
                    branches = branches_of(position, parent.move)
                    if visit.landed is not None:
                        branch = next(branch for branch in branches if branch.column == visit.landed)
                        place = _Place(branch.position, probability=branch.probability)
                    else:  # the n-th probe of a chance node searches a reply in its n-th branch
                        branch = branches[probes[visit.parent]]
                        place = _Place(branch.position, probed=branch.column)
                        probes[visit.parent] += 1
            if visit.move is not None and not visit.is_chance:
                after = place.position.play_unchecked(visit.move)
                assert isinstance(after, Position)
                place = place._replace(position=after)
            places.append(place)
        return places

    def _principal_variation(self, children: Sequence[Sequence[int]], places: Sequence[_Place]) -> set[int]:
        """From the root, the first child that gave a node its value, last visited first where a move was searched
        twice. It ends at a chance node and at a mean over the opponent's moves."""
        visits, index, line = self.visits, 0, {0}
        averages = self.spec.algorithm == "expectimax"
        while not visits[index].is_chance and not (averages and places[index].position.turn != self.root.turn):
            matches = [
                child
                for child in children[index]
                if (visits[child].value if visits[child].is_chance else -visits[child].value) == visits[index].value
            ]
            if not matches:
                break
            index = max(child for child in matches if visits[child].move == visits[matches[0]].move)
            line.add(index)
        return line

    def _node(self, index: int, place: _Place, children: Sequence[int], *, chosen: bool) -> TreeNode:
        visit, position = self.visits[index], place.position
        is_max = position.turn == self.root.turn
        window = visit.window if is_max else visit.window.flipped()
        value = visit.value if is_max else -visit.value
        cut_moves: tuple[Move, ...] = ()
        cut_branches: tuple[int, ...] = ()
        is_recorded = self.plies is None or visit.ply < self.plies or (visit.is_chance and visit.ply == self.plies)
        if visit.is_chance and is_recorded:
            landed = {self.visits[child].landed for child in children}
            branches = branches_of(position, visit.move)
            cut_branches = tuple(branch.column for branch in branches if branch.column not in landed)
        elif children and is_recorded:
            tried = {self.visits[child].move for child in children}
            cut_moves = tuple(move for move in position.generate_moves() if move not in tried)
        if cut_moves or cut_branches:
            ended = Ended.CUT
        elif children:
            ended = Ended.SEARCHED
        elif visit.is_chance or visit.nodes > 1:
            ended = Ended.NOT_SHOWN
        elif position.outcome:
            ended = Ended.GAME_OVER
        else:
            ended = Ended.DEPTH if visit.depth == 0 else Ended.IN_TABLE
        kind = NodeKind.MAX if is_max else NodeKind.MIN
        if visit.is_chance:
            kind = NodeKind.CHANCE
        elif ended in (Ended.GAME_OVER, Ended.DEPTH):
            kind = NodeKind.LEAF
        return TreeNode(
            index=index,
            parent=visit.parent,
            kind=kind,
            position=position,
            move=visit.move,
            landed=visit.landed,
            probability=place.probability,
            probed=place.probed,
            depth=visit.depth,
            window=window,
            value=value,
            bound=Bound.EXACT if kind is NodeKind.LEAF else bound_of(value, window),
            ended=ended,
            cut_moves=cut_moves,
            cut_branches=cut_branches,
            children=tuple(children),
            nodes=visit.nodes,
            chosen=chosen,
        )


def branches_of(position: Position, move: Move | None) -> Sequence[Branch]:
    """The branches of the chance node that a move leads to."""
    assert move is not None
    chance = position.play_unchecked(move)
    assert isinstance(chance, Chance)
    return chance.branches
