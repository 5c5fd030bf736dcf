"""ExtendedConnect4's stored bounds are really there: they change root values, for fewer nodes, and only from the second
iteration on."""

from __future__ import annotations

from support.naive_evals import filled_runs
from support.naive_search import Naive
from support.search_cases import rules_of, unfinished
from support.to_oracle import oracle_rules, oracle_state

from fourcast.engine import analyse
from fourcast.evals import find_eval
from fourcast.rules import Position, parse_rules, position_after
from fourcast.search import Analysis, Limit, Line, Memory, Node, Plan, Window
from fourcast.search.transposition import trusting_old_bounds

RULES = "extended,width=4,height=4,pops=1"


def deepened(position: Position, memory: Memory, depth: int = 3) -> Analysis:
    return analyse(position, Plan(find_eval("filled-runs"), memory=memory), Limit(depth=depth, nodes=10**7))


def test_the_value_of_the_empty_4x4_board_at_depth_3_is_wrong_with_old_bounds() -> None:
    start = parse_rules(RULES).start()
    truth = Naive(oracle_rules(start.rules), 0, filled_runs).value(oracle_state(start), 3)
    assert deepened(start, Memory.OFF).value == truth
    assert deepened(start, Memory.ON).value == truth
    assert deepened(start, Memory.OLD_BOUNDS).value != truth


def test_old_bounds_save_nodes_and_change_some_values_but_not_all() -> None:
    changed = nodes = nodes_with = 0
    for seed in range(20):
        position = unfinished(rules_of(RULES), seed)
        sound, unsound = deepened(position, Memory.OFF), deepened(position, Memory.OLD_BOUNDS)
        changed += sound.value != unsound.value
        nodes += sound.nodes
        nodes_with += unsound.nodes
    assert 0 < changed < 20
    assert nodes_with < nodes


def test_without_an_iteration_before_there_are_no_old_bounds_to_trust() -> None:
    start = parse_rules(RULES).start()
    plan = Plan(find_eval("filled-runs"), memory=Memory.OLD_BOUNDS)
    sound = analyse(start, Plan(find_eval("filled-runs")), Limit(depth=3))
    at_once = analyse(start, plan, Limit(depth=3))
    assert (at_once.value, at_once.nodes) == (sound.value, sound.nodes)


def test_an_old_value_caps_what_the_searcher_is_expected_to_get_below_the_root() -> None:
    root = parse_rules("classic").start()
    reply, own = position_after(root, "4"), position_after(root, "44")
    windows: list[Window] = []
    found: dict[Position, float] = {}

    def visit(node: Node, depth: int, window: Window) -> Line:
        windows.append(window)
        return Line(4)

    for node, old in ((root, 5), (own, 5), (own, 50), (reply, -5), (reply, 5)):
        trusting_old_bounds(root, {node: old}, found)(visit)(node, 2, Window(0, 9))
    trusting_old_bounds(root, {}, found)(visit)(own, 2, Window(0, 9))
    assert windows == [Window(0, 9), Window(0, 5), Window(0, 9), Window(0, 9), Window(5, 9), Window(0, 9)]
    assert found == {root: 4, own: 4, reply: 4}
