"""The border to the core: long work can be stopped, others can work meanwhile, and nothing falls back silently."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from fourcast import native
from fourcast.errors import EngineUnavailable
from fourcast.native import Engine, bridge, choose_engine
from fourcast.rules import Rules, Shape, drop

CLASSIC = Rules.parse("classic")
ENDLESS = 30
"""A depth to which nobody counts within a lifetime."""
COMMAND = [sys.executable, *(["-S"] if sys.flags.no_site else []), "-m", "fourcast"]


class Stopped(Exception):
    pass


# Long work


@pytest.mark.parametrize("count", [native.count_tree, native.distinct])
def test_counting_is_stopped_by_an_exception_from_progress(count: Callable[..., object]) -> None:
    def stop(nodes: int) -> None:
        raise Stopped(nodes)

    with pytest.raises(Stopped):
        count(CLASSIC.start(), ENDLESS, progress=stop)


def test_progress_counts_up_and_stopping_leaves_the_core_in_order() -> None:
    seen = list[int]()

    def look(nodes: int) -> None:
        seen.append(nodes)
        if len(seen) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        native.count_tree(CLASSIC.start(), ENDLESS, progress=look)
    assert 0 < seen[0] < seen[1] < seen[2]
    assert native.count_tree(CLASSIC.start(), 4).leaves(4) == 7**4


def test_another_thread_works_while_the_core_counts() -> None:
    naps, calls = 200, 0
    inside, rested = threading.Event(), threading.Event()

    def nap() -> None:
        inside.wait()
        for _ in range(naps):
            time.sleep(0.001)  # to wake up it needs Python's lock
        rested.set()

    def look(nodes: int) -> None:
        nonlocal calls
        calls += 1
        inside.set()
        if rested.is_set():
            raise Stopped

    napper = threading.Thread(target=nap)
    napper.start()
    with pytest.raises(Stopped):
        native.count_tree(CLASSIC.start(), ENDLESS, progress=look)
    napper.join()
    # A core that kept the lock would lend it only in these calls: one nap for each of them at best.
    assert calls < naps / 2


def test_ctrl_c_ends_a_count_at_once_with_exit_code_130() -> None:
    command = subprocess.Popen(
        [*COMMAND, "perft", "--depth", str(ENDLESS)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    try:
        assert command.stdout
        for line in command.stdout:
            if line.startswith("8 "):  # the counts to come take ever longer
                break
        command.send_signal(signal.SIGINT)
        assert command.wait(timeout=5) == 130  # a second, and more on a busy machine
    finally:
        command.kill()
        command.communicate()


# What the core cannot do


@pytest.mark.parametrize(("width", "height"), [(16, 16), (1, 256), (256, 1), (256, 256), (17, 15)])
def test_a_board_of_more_than_256_bits_is_refused_by_every_call(width: int, height: int) -> None:
    rules = Rules.of(Shape(width, height, 4))
    start = rules.start()
    assert "maximum is 256" in str(native.core_unsupported_reason(rules))
    for call in (native.moves, native.outcome, native.scores):
        with pytest.raises(EngineUnavailable, match="maximum is 256"):
            call(start)
    with pytest.raises(EngineUnavailable, match="Use the Python engine"):
        native.play_unchecked(start, drop(0))
    for count in (native.count_tree, native.distinct):
        with pytest.raises(EngineUnavailable, match="maximum is 256"):
            count(start, 1)


def test_a_board_of_exactly_256_bits_is_played() -> None:
    assert native.core_unsupported_reason(Rules.of(Shape(16, 15, 4))) is None
    assert len(native.moves(Rules.of(Shape(16, 15, 4)).start())) == 16


def test_the_engine_is_the_given_one_or_the_native_one_where_it_can_be_used() -> None:
    assert choose_engine(None) is choose_engine(None, Engine.NATIVE) is Engine.NATIVE
    assert choose_engine(None, Engine.PYTHON) is Engine.PYTHON
    assert choose_engine("a reason") is choose_engine("a reason", Engine.PYTHON) is Engine.PYTHON
    with pytest.raises(EngineUnavailable, match=r"does not support this: a reason\. Use the Python engine\."):
        choose_engine("a reason", Engine.NATIVE)


def test_a_missing_core_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "_fault", "the native core is not built; build it")
    assert native.core_unsupported_reason() == "the native core is not built; build it"
    with pytest.raises(EngineUnavailable, match="not built"):
        native.moves(Rules.of(Shape(11, 3, 7)).start())  # rules that no other test has encoded
