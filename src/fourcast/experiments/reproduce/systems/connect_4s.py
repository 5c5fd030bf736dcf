"""Connect-4s: lines of four on a full board, and discs that slip."""

from __future__ import annotations

from collections.abc import Iterator

from fourcast.evals import TerminalValue
from fourcast.experiments.reproduce import either_engine, published
from fourcast.experiments.reproduce.experiment import (
    Count,
    Experiment,
    Question,
    Search,
    counted,
    nodes_of,
    reply_of,
    searched,
    stated,
    value_of,
)
from fourcast.experiments.reproduce.published import CONNECT_4S, Figure, Slip
from fourcast.native import Engine
from fourcast.rules import FIRST, Chance, Rules, drop, parse_position, position_after


def experiments() -> Iterator[Experiment]:
    lines = sum(1 for _ in Rules.parse("most-lines").shape.lines)
    yield stated(CONNECT_4S, "windows of four", published.CONNECT_4S_WINDOWS, lines)
    for discs, fours in published.CONNECT_4S_LONG_ROWS:
        yield counted(CONNECT_4S, f"fours in a row of {discs}", fours, _fours_in_a_row(discs))
    for where, moves, aim, chances in published.CONNECT_4S_SLIPS:
        yield counted(CONNECT_4S, f"slip {where}", chances, _chances(moves, aim))
    yield searched(
        CONNECT_4S,
        "minimax, k = 1, after 44",
        8,
        _potential("44", "minimax", 1),
        Question("leaves", published.CONNECT_4S_LEAVES, lambda found: tuple(one.value for one in found.moves.values())),
        Question("root", published.CONNECT_4S_ROOT, value_of),
    )
    for k, nodes in enumerate(published.CONNECT_4S_MINIMAX, 1):
        search = _potential("4", "minimax", k)
        yield searched(CONNECT_4S, f"minimax, k = {k}", nodes, search, Question("nodes", nodes, nodes_of))
    everywhere = published.CONNECT_4S_MINIMAX_ANYWHERE
    yield counted(CONNECT_4S, "minimax, k = 4, openings 1 … 7: nodes", everywhere, _nodes_anywhere("minimax", 4))
    yield from _alpha_beta()
    yield from _with_luck()


def _alpha_beta() -> Iterator[Experiment]:
    table = published.CONNECT_4S_ALPHA_BETA
    for row in table:
        slip = None if row.nodes == row.fair else Slip(row.fair, published.MANY_OPENINGS)
        about = f"alpha-beta, k = {row.k}, opening {row.opening}"
        search = _potential(str(row.opening), "alphabeta", row.k)
        yield searched(CONNECT_4S, about, row.nodes, search, Question("nodes", row.nodes, nodes_of, slip))
    for row in table:
        about = f"alpha-beta documented, k = {row.k}, opening {row.opening}"
        search = _potential(str(row.opening), "alphabeta", row.k, "lines-and-potential")
        nodes = Question("nodes", row.documented, nodes_of, note=published.DOCUMENTED)
        yield searched(CONNECT_4S, about, row.documented, search, nodes)
    for row in table:
        about = f"alpha-beta, k = {row.k}, all from opening 4"
        search = _potential("4", "alphabeta", row.k)
        nodes = Question("nodes", row.fair, nodes_of, note=published.ONE_OPENING)
        yield searched(CONNECT_4S, about, row.fair, search, nodes)


def _with_luck() -> Iterator[Experiment]:
    for k, nodes in enumerate(published.CONNECT_4S_EXPECTIMINIMAX, 1):
        search = _potential("4", "expectiminimax", (k + 1) // 2)
        yield searched(CONNECT_4S, f"expectiminimax, k = {k}", nodes, search, Question("nodes", nodes, nodes_of))
    everywhere = published.CONNECT_4S_EXPECTIMINIMAX_ANYWHERE
    anywhere = _nodes_anywhere("expectiminimax", 2)
    yield counted(CONNECT_4S, "expectiminimax, k = 3, openings 1 … 7: nodes", everywhere, anywhere)
    tree = published.CONNECT_4S_LUCKY_TREE
    what = "8 + 19·N(j − 1), j = 1 … 4, by counting"
    yield counted(CONNECT_4S, what, tree, _lucky_tree, size=tree[-1])
    for ahead, value, reply in published.CONNECT_4S_LUCKY_ROOT:
        yield searched(
            CONNECT_4S,
            f"expectiminimax, {ahead} ahead",
            tree[ahead - 1],
            _potential("4", "expectiminimax", ahead),
            Question("value", value, lambda found: round(float(found.value), 4)),
            Question("reply", reply, reply_of),
        )


def _potential(moves: str, algorithm: str, depth: int, evaluation: str = "potential-lines") -> Search:
    rules = "drift" if algorithm == "expectiminimax" else "most-lines"
    return Search(rules, moves, algorithm, evaluation, depth, TerminalValue.EVALUATED)


def _nodes_anywhere(algorithm: str, depth: int) -> Count:
    searches = [_potential(str(opening), algorithm, depth) for opening in range(1, 8)]
    return lambda engine: tuple(search.run(engine).nodes for search in searches)


def _fours_in_a_row(discs: int) -> Count:
    position = parse_position(Rules.parse("most-lines"), "......./" * 5 + ("x" * discs).ljust(7, ".") + " turn=o")
    return lambda engine: either_engine.scores(position, engine)[FIRST]


def _chances(moves: str, aim: int) -> Count:
    """What may come of a drop after these moves, none of which slipped."""
    position = position_after(Rules.parse("most-lines").start(), moves)._replace(rules=Rules.parse("drift"))

    def ours(engine: Engine) -> Figure:
        chance = either_engine.play(position, drop(aim - 1), engine)
        assert isinstance(chance, Chance)
        return tuple(float(branch.probability) for branch in chance.branches)

    return ours


def _lucky_tree(engine: Engine) -> Figure:
    plies = len(published.CONNECT_4S_LUCKY_TREE)
    count_tree = either_engine.count_tree(position_after(Rules.parse("drift").start(), "4"), plies, engine)
    return tuple(count_tree.nodes(ahead, chance=True) for ahead in range(1, plies + 1))
