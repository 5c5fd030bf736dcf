"""The transposition table: what it stores, when an entry is enough, mirror images; and the unsound old bounds."""

from __future__ import annotations

import pytest
from support.engines import ENGINES
from support.naive_evals import filled_runs
from support.naive_search import Naive
from support.search_cases import SMALL, after_each_visit, case
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import (
    Bound,
    Counts,
    Edge,
    Node,
    PythonSearcher,
    SearchResult,
    SearchSpec,
    TableMode,
    Variation,
    Window,
)
from fourcast.algorithms.transposition import Entry, Table, use_old_bounds, use_table
from fourcast.engine import make_searcher, search
from fourcast.native import Engine
from fourcast.rules import CALL_DRAW, Chance, Position, Rules, drop, parse_position, position_after

LEFT = position_after(Rules.parse("classic").start(), "121")
RIGHT = position_after(Rules.parse("classic").start(), "767")


def test_an_entry_is_for_one_position_and_one_depth() -> None:
    table = Table(mirrors=False)
    entry = Entry(3, Bound.EXACT, drop(1))
    table.put(LEFT, 4, entry)
    assert table.get(LEFT, 4) == entry
    assert table.get(LEFT, 5) is None
    assert table.get(LEFT, 3) is None
    assert table.get(RIGHT, 4) is None


def test_a_table_that_mirrors_answers_for_both_images_with_the_mirrored_move() -> None:
    for here, there in ((LEFT, RIGHT), (RIGHT, LEFT)):
        table = Table(mirrors=True)
        table.put(here, 4, Entry(3, Bound.LOWER, drop(1)))
        assert table.get(here, 4) == Entry(3, Bound.LOWER, drop(1))
        assert table.get(there, 4) == Entry(3, Bound.LOWER, drop(5))
        assert table.best_move(here, 9) == (drop(1),)
        assert table.best_move(there, 9) == (drop(5),)


def test_a_called_draw_is_its_own_mirror_image() -> None:
    full = parse_position(Rules.parse("popout,width=3,height=2,connect=3"), "oxx/xox turn=x")
    table = Table(mirrors=True)
    table.put(full, 2, Entry(0, Bound.EXACT, CALL_DRAW))
    assert table.get(full.mirror(), 2) == Entry(0, Bound.EXACT, CALL_DRAW)


def test_the_move_last_found_best_is_remembered_whatever_the_depth() -> None:
    table = Table(mirrors=False)
    assert table.best_move(LEFT, 3) == ()
    table.put(LEFT, 4, Entry(3, Bound.EXACT, drop(1)))
    table.put(LEFT, 5, Entry(3, Bound.UPPER, None))
    assert table.best_move(LEFT, 1) == (drop(1),)
    table.put(LEFT, 6, Entry(3, Bound.LOWER, drop(6)))
    assert table.best_move(LEFT, 1) == (drop(6),)


def asked(table: Table, window: Window) -> bool:
    """Whether the search had to be asked about LEFT at depth 4; it would say 50."""
    visits = 0

    def visit(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
        nonlocal visits
        visits += 1
        return Variation(50, (drop(2),))

    line = use_table(table, Counts())(visit)(LEFT, 4, window, None)
    assert line.value == (50 if visits else 3)
    return bool(visits)


@pytest.mark.parametrize(
    ("bound", "window", "settled"),
    [
        (Bound.EXACT, Window(-9, 9), True),
        (Bound.EXACT, Window(5, 9), True),
        (Bound.LOWER, Window(-9, 3), True),
        (Bound.LOWER, Window(-9, 2), True),
        (Bound.LOWER, Window(-9, 4), False),
        (Bound.LOWER, Window(3, 9), False),
        (Bound.UPPER, Window(3, 9), True),
        (Bound.UPPER, Window(5, 9), True),
        (Bound.UPPER, Window(2, 9), False),
        (Bound.UPPER, Window(-9, 3), False),
    ],
)
def test_an_entry_answers_only_what_it_settles(bound: Bound, window: Window, settled: bool) -> None:
    table = Table(mirrors=True)
    table.put(LEFT, 4, Entry(3, bound, drop(2)))
    assert asked(table, window) is not settled


@pytest.mark.parametrize(
    ("window", "bound"),
    [
        (Window(0, 100), Bound.EXACT),
        (Window(0, 50), Bound.LOWER),
        (Window(0, 10), Bound.LOWER),
        (Window(50, 100), Bound.UPPER),
        (Window(60, 100), Bound.UPPER),
    ],
)
def test_what_a_search_found_is_kept_as_what_it_says_in_its_window(window: Window, bound: Bound) -> None:
    table = Table(mirrors=False)
    assert asked(table, window)
    entry = table.get(LEFT, 4)
    assert entry
    assert (entry.value, entry.bound, entry.move) == (50, bound, drop(2))


@pytest.mark.parametrize("leaves", [0, 3])
def test_an_answer_from_the_table_rests_on_estimates_if_what_was_found_did(leaves: int) -> None:
    counts = Counts()

    def visit(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
        counts.estimated += leaves
        return Variation(5)

    layer = use_table(Table(mirrors=False), counts)(visit)
    layer(LEFT, 4, Window(0, 9), None)
    before = counts.estimated
    layer(LEFT, 4, Window(0, 9), None)
    assert (counts.estimated > before) == (leaves > 0)


def test_chance_nodes_are_not_stored() -> None:
    chance, visits = Rules.parse("drift").start().play_unchecked(drop(0)), list[Node]()
    assert isinstance(chance, Chance)

    def visit(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
        visits.append(node)
        return Variation(1)

    for _ in range(2):
        use_table(Table(mirrors=True), Counts())(visit)(chance, 3, Window(0, 9), drop(0))
    assert visits == [chance, chance]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_table_saves_nodes_and_deepening_with_it_saves_more_than_it_costs(engine: Engine) -> None:
    position = position_after(Rules.parse("classic").start(), "44")
    plain = make_searcher(position, SearchSpec(eval="quadruplets"), engine).search(6)
    table = SearchSpec(eval="quadruplets", order="centre", table=TableMode.ON)
    straight = make_searcher(position, table, engine).search(6)
    assert straight.value == plain.value
    assert straight.nodes < plain.nodes


def test_mirrored_positions_share_an_entry_in_a_symmetric_game() -> None:
    def nodes(evaluation: str) -> int:
        searcher = PythonSearcher(
            Rules.parse("most-lines").start(), SearchSpec("minimax", eval=evaluation, table=TableMode.ON)
        )
        return searcher.search(4).nodes

    # The same tree of positions; only neighbours cannot use the mirror.
    assert nodes("potential-lines") < nodes("neighbours")


def test_the_best_move_of_one_depth_is_tried_first_at_the_next() -> None:
    tried: list[Node] = []
    layer = after_each_visit(lambda node, depth, _window, _line: tried.append(node) if depth == 3 else None)
    for variant in SMALL[:5]:
        given = case(variant, 1, depth=4)
        searcher = PythonSearcher(given.position, given.spec("alphabeta", table=TableMode.ON), layers=[layer])
        after = given.position.play_unchecked(searcher.search(3).move)
        tried.clear()
        searcher.search(4)
        assert (
            next(node for node in tried if isinstance(node, type(after))) == after
        )  # chances end after their branches


# ExtendedConnect4's old bounds


RULES = "extended,width=4,height=4,pops=1"


def deepened(position: Position, table: TableMode, depth: int = 3) -> SearchResult:
    return search(position, SearchSpec(eval="filled-runs", table=table), depth=depth, nodes=10**7)


def test_the_value_of_the_empty_4x4_board_at_depth_3_is_wrong_with_old_bounds() -> None:
    start = Rules.parse(RULES).start()
    truth = Naive(oracle_rules(start.rules), 0, filled_runs).value(oracle_state(start), 3)
    assert deepened(start, TableMode.OFF).value == truth
    assert deepened(start, TableMode.ON).value == truth
    assert deepened(start, TableMode.OLD_BOUNDS).value != truth


@pytest.mark.parametrize("engine", ENGINES)
def test_without_an_iteration_before_there_are_no_old_bounds_to_trust(engine: Engine) -> None:
    start = Rules.parse(RULES).start()
    spec = SearchSpec(eval="filled-runs", table=TableMode.OLD_BOUNDS)
    sound = search(start, SearchSpec(eval="filled-runs"), depth=3)
    at_once = make_searcher(start, spec, engine).search(3)
    assert (at_once.value, at_once.nodes) == (sound.value, sound.nodes)


@pytest.mark.parametrize("engine", ENGINES)
def test_with_old_bounds_a_search_to_a_depth_deepens_too(engine: Engine) -> None:
    start = Rules.parse(RULES).start()
    direct = search(start, "alphabeta/old-bounds", depth=3, engine=engine)
    assert [one.depth for one in direct.iterations] == [1, 2, 3]
    assert (direct.value, direct.nodes) == (deepened(start, TableMode.OLD_BOUNDS).value, direct.iterations[-1].nodes)


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
