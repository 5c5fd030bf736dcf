"""Every search can be stopped, by a deadline or from another thread, and answers with the best it has finished."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread, Timer
from time import perf_counter, sleep

import pytest
from support.engines import ENGINES, needs_core

from fourcast.algorithms import SearchSpec, StopFlag, Stopped, TableMode, tree_searches
from fourcast.engine import search
from fourcast.native import Engine
from fourcast.rules import Position, Rules

SPECS = ("classic", "drift", "popout", "classic,width=15,height=15")
LONG = 60.0


def answers_as_it_should(position: Position, spec: SearchSpec, depth: int, move: object, engine: Engine) -> bool:
    """Whether the move is what a search of just that depth chooses."""
    return depth == 0 or search(position, spec, depth=depth, engine=engine).move == move


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", SPECS)
def test_a_flag_raised_by_another_thread_ends_a_search_within_a_second(variant: str, engine: Engine) -> None:
    position, spec = Rules.parse(variant).start(), SearchSpec(eval="quadruplets")
    stop, raised = StopFlag(), list[float]()

    def raise_flag() -> None:
        raised.append(perf_counter())
        stop.set()

    Timer(0.3, raise_flag).start()
    result = search(position, spec, time=LONG, engine=engine, stop=stop)
    assert 0 < perf_counter() - raised[0] < 20
    assert result.stopped is Stopped.ASKED
    assert result.depth >= 1
    assert answers_as_it_should(position, spec, result.depth, result.move, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_that_may_not_begin_is_answered_by_the_first_move(engine: Engine) -> None:
    stop, start = StopFlag(), Rules.parse("classic").start()
    stop.set()
    for time, flag, reason in ((LONG, stop, Stopped.ASKED), (1e-9, None, Stopped.TIME)):
        result = search(start, time=time, engine=engine, stop=flag)
        assert (result.stopped, result.depth, result.move) == (reason, 0, "1")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_flag_that_nobody_raises_changes_nothing(engine: Engine) -> None:
    position, spec = Rules.parse("classic").start(), SearchSpec(eval="quadruplets")
    without = search(position, spec, depth=4, nodes=10**6, engine=engine)
    with_flag = search(position, spec, depth=4, nodes=10**6, engine=engine, stop=StopFlag())
    assert (with_flag.pv, with_flag.counts, with_flag.stopped) == (without.pv, without.counts, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_one_flag_stops_many_searches_at_once(engine: Engine) -> None:
    stop, ended = StopFlag(), list[Stopped | None]()

    def run() -> None:
        spec = SearchSpec(eval="quadruplets")
        result = search(Rules.parse("classic").start(), spec, time=LONG, engine=engine, stop=stop)
        ended.append(result.stopped)

    threads = [Thread(target=run, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    sleep(0.1)
    stop.set()
    for thread in threads:
        thread.join(5)
    assert ended == [Stopped.ASKED] * 3


@needs_core
def test_python_goes_on_while_the_core_searches() -> None:
    done = list[Stopped | None]()

    def run() -> None:
        result = search(Rules.parse("classic").start(), SearchSpec(eval="quadruplets"), time=3.0)
        done.append(result.stopped)

    thread = Thread(target=run)
    thread.start()
    longest, last = 0.0, perf_counter()
    while thread.is_alive():
        now = perf_counter()
        longest, last = max(longest, now - last), now
    thread.join()
    assert done == [Stopped.TIME]
    assert longest < 2.5  # it would be 3 if the search held the interpreter lock


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in tree_searches()])
def test_a_deadline_is_kept(algorithm: str, engine: Engine) -> None:
    for variant in ("classic", "drift"):
        position, spec = Rules.parse(variant).start(), SearchSpec(algorithm, eval="quadruplets", table=TableMode.ON)
        result = search(position, spec, time=0.06, engine=engine)
        assert result.stopped is Stopped.TIME
        assert result.seconds >= 0.06  # how far beyond is measured by benchmarks/overrun.py


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("variant", "depth"), [("classic,width=1,height=200,connect=4", 200), ("popout,width=1,height=2,connect=3", 500)]
)
def test_a_search_may_look_as_deep_as_a_game_is_long(variant: str, depth: int, engine: Engine) -> None:
    result = search(Rules.parse(variant).start(), SearchSpec(eval="quadruplets"), depth=depth, engine=engine)
    assert result.value == 0


BEYOND_REASON = """
import fourcast

start = fourcast.Rules.parse("popout,width=1,height=2,connect=3").start()
fourcast.search(start, depth=100_000, engine="{engine}")
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_depth_beyond_all_reason_does_not_kill_the_process(engine: Engine) -> None:
    program = BEYOND_REASON.format(engine=engine.value)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode >= 0, f"killed by signal {-done.returncode}"
    assert "Invalid depth 100000: use 1 to 500." in done.stderr


MANY_AT_ONCE = """
import sys
from threading import Thread

import fourcast

sys.setswitchinterval(1e-4)
ended = []


def run():
    start = fourcast.Rules.parse("popout,width=1,height=2,connect=3").start()
    for _ in range(25):
        ended.append(fourcast.search(start, depth=400, engine="python").value)


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
