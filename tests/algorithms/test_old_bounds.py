"""ExtendedConnect4's stored bounds are really there: they change root values, for fewer nodes, and only from the second
iteration on."""

from __future__ import annotations

from support.naive_evals import filled_runs
from support.naive_search import Naive
from support.search_cases import rules_of, unfinished
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import Edge, Node, SearchResult, SearchSpec, TableMode, Variation, Window
from fourcast.algorithms.transposition import use_old_bounds
from fourcast.engine import search
from fourcast.rules import Position, Rules, position_after

RULES = "extended,width=4,height=4,pops=1"


def deepened(position: Position, memory: TableMode, depth: int = 3) -> SearchResult:
    return search(position, SearchSpec(eval="filled-runs", table=memory), depth=depth, nodes=10**7)


def test_the_value_of_the_empty_4x4_board_at_depth_3_is_wrong_with_old_bounds() -> None:
    start = Rules.parse(RULES).start()
    truth = Naive(oracle_rules(start.rules), 0, filled_runs).value(oracle_state(start), 3)
    assert deepened(start, TableMode.OFF).value == truth
    assert deepened(start, TableMode.ON).value == truth
    assert deepened(start, TableMode.OLD_BOUNDS).value != truth


def test_old_bounds_save_nodes_and_change_some_values_but_not_all() -> None:
    changed = nodes = nodes_with = 0
    for seed in range(20):
        position = unfinished(rules_of(RULES), seed)
        sound, unsound = deepened(position, TableMode.OFF), deepened(position, TableMode.OLD_BOUNDS)
        changed += sound.value != unsound.value
        nodes += sound.nodes
        nodes_with += unsound.nodes
    assert 0 < changed < 20
    assert nodes_with < nodes


def test_without_an_iteration_before_there_are_no_old_bounds_to_trust() -> None:
    start = Rules.parse(RULES).start()
    plan = SearchSpec(eval="filled-runs", table=TableMode.OLD_BOUNDS)
    sound = search(start, SearchSpec(eval="filled-runs"), depth=3)
    at_once = search(start, plan, depth=3)
    assert (at_once.value, at_once.nodes) == (sound.value, sound.nodes)


def test_an_old_value_caps_what_the_searcher_is_expected_to_get_below_the_root() -> None:
    root = Rules.parse("classic").start()
    reply, own = position_after(root, "4"), position_after(root, "44")
    windows: list[Window] = []
    found: dict[Position, float] = {}

    def visit(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
        windows.append(window)
        return Variation(4)

    for node, old in ((root, 5), (own, 5), (own, 50), (reply, -5), (reply, 5)):
        use_old_bounds(root, {node: old}, found)(visit)(node, 2, Window(0, 9), None)
    use_old_bounds(root, {}, found)(visit)(own, 2, Window(0, 9), None)
    assert windows == [Window(0, 9), Window(0, 5), Window(0, 9), Window(0, 9), Window(5, 9), Window(0, 9)]
    assert found == {root: 4, own: 4, reply: 4}
