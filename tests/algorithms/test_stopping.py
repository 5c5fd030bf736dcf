"""Every search can be stopped, by a deadline or from another thread, and answers with the best it has finished."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread, Timer
from time import perf_counter, sleep

import pytest
from support.engines import needs_core

from fourcast.algorithms import SearchSpec, StopFlag, Stopped, TableMode, tree_searches
from fourcast.engine import search
from fourcast.native import Engine
from fourcast.rules import Position, Rules

ENGINES = (Engine.PYTHON, pytest.param(Engine.NATIVE, marks=needs_core))
SPECS = ("classic", "drift", "popout", "classic,width=15,height=15")
LONG = 60.0


def answers_as_it_should(position: Position, plan: SearchSpec, depth: int, move: object, engine: Engine) -> bool:
    """Whether the move is what a search of just that depth chooses."""
    return depth == 0 or search(position, plan, depth=depth, engine=engine).move == move


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("spec", SPECS)
def test_a_flag_raised_by_another_thread_ends_a_search_within_a_second(spec: str, engine: Engine) -> None:
    position, plan = Rules.parse(spec).start(), SearchSpec(eval="quadruplets")
    stop, raised = StopFlag(), list[float]()

    def raise_flag() -> None:
        raised.append(perf_counter())
        stop.set()

    Timer(0.3, raise_flag).start()
    analysis = search(position, plan, time=LONG, engine=engine, stop=stop)
    assert 0 < perf_counter() - raised[0] < 1
    assert analysis.stopped is Stopped.ASKED
    assert analysis.depth >= 1
    assert answers_as_it_should(position, plan, analysis.depth, analysis.move, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_flag_that_is_up_already_ends_a_search_before_it_begins(engine: Engine) -> None:
    stop = StopFlag()
    stop.set()
    analysis = search(
        Rules.parse("classic").start(), SearchSpec(eval="quadruplets"), time=LONG, engine=engine, stop=stop
    )
    assert analysis.stopped is Stopped.ASKED
    assert analysis.depth == 0
    assert analysis.move.column == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_flag_that_nobody_raises_changes_nothing(engine: Engine) -> None:
    position, plan = Rules.parse("classic").start(), SearchSpec(eval="quadruplets")
    without = search(position, plan, depth=4, nodes=10**6, engine=engine)
    with_flag = search(position, plan, depth=4, nodes=10**6, engine=engine, stop=StopFlag())
    assert (with_flag.pv, with_flag.counts, with_flag.stopped) == (without.pv, without.counts, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_one_flag_stops_many_searches_at_once(engine: Engine) -> None:
    stop, ended = StopFlag(), list[Stopped | None]()

    def run() -> None:
        plan = SearchSpec(eval="quadruplets")
        analysis = search(Rules.parse("classic").start(), plan, time=LONG, engine=engine, stop=stop)
        ended.append(analysis.stopped)

    threads = [Thread(target=run, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    sleep(0.1)
    stop.set()
    for thread in threads:
        thread.join(5)
    assert ended == [Stopped.ASKED] * 3


@needs_core
def test_python_goes_on_while_the_twin_searches() -> None:
    done = list[Stopped | None]()

    def run() -> None:
        analysis = search(Rules.parse("classic").start(), SearchSpec(eval="quadruplets"), time=1.0)
        done.append(analysis.stopped)

    thread = Thread(target=run)
    thread.start()
    longest, last = 0.0, perf_counter()
    while thread.is_alive():
        now = perf_counter()
        longest, last = max(longest, now - last), now
    thread.join()
    assert done == [Stopped.TIME]
    assert longest < 0.7


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in tree_searches()])
def test_a_deadline_is_kept(algorithm: str, engine: Engine) -> None:
    for spec in ("classic", "drift"):
        position, plan = Rules.parse(spec).start(), SearchSpec(algorithm, eval="quadruplets", table=TableMode.ON)
        analysis = search(position, plan, time=0.06, engine=engine)
        assert analysis.stopped is Stopped.TIME
        assert 0.06 <= analysis.seconds < 1
        assert analysis.depth >= 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_time_too_short_for_anything_is_answered_by_the_first_move(engine: Engine) -> None:
    analysis = search(Rules.parse("classic").start(), SearchSpec(eval="quadruplets"), time=1e-9, engine=engine)
    assert analysis.stopped is Stopped.TIME
    assert analysis.depth == 0
    assert analysis.move.column == 0


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("spec", "depth"), [("classic,width=1,height=200,connect=4", 200), ("popout,width=1,height=2,connect=3", 500)]
)
def test_a_search_may_look_as_deep_as_a_game_is_long(spec: str, depth: int, engine: Engine) -> None:
    analysis = search(Rules.parse(spec).start(), SearchSpec(eval="quadruplets"), depth=depth, engine=engine)
    assert analysis.value == 0


BEYOND_REASON = """
from fourcast import Engine, parse_rules
from fourcast.evals import find_eval
from fourcast.engine import search
from fourcast.algorithms import Limit, SearchSpec

start = Rules.parse("popout,width=1,height=2,connect=3").start()
analyse(start, SearchSpec(find_eval("quadruplets")), Limit(depth=100_000), engine=Engine.{engine})
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_depth_beyond_all_reason_does_not_kill_the_process(engine: Engine) -> None:
    program = BEYOND_REASON.format(engine=engine.name)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode >= 0, f"killed by signal {-done.returncode}"
    assert "RecursionError" not in done.stderr


MANY_AT_ONCE = """
import sys
from threading import Thread

from fourcast import Engine, parse_rules
from fourcast.engine import search

sys.setswitchinterval(1e-4)
ended = []


def run():
    start = Rules.parse("popout,width=1,height=2,connect=3").start()
    for _ in range(25):
        ended.append(search(start, depth=400, engine=Engine.PYTHON).value)


threads = [Thread(target=run) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert ended == [0] * 100, len(ended)
"""


def test_deep_searches_in_many_threads_do_not_take_the_stack_from_each_other() -> None:
    done = subprocess.run([sys.executable, "-c", MANY_AT_ONCE], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[:500]
