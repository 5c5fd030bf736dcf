"""mypy's stubtest, taught to read a nanobind module: which of its objects are functions, and with what arguments."""

import inspect
import re
import sys
from typing import Any

from mypy import stubtest

is_probably_a_function = stubtest.is_probably_a_function
safe_inspect_signature = stubtest.safe_inspect_signature


def from_nanobind(thing: object) -> bool:
    return hasattr(thing, "__nb_signature__")


def signature(thing: Any) -> inspect.Signature | None:
    """Of a nanobind function, from the text it carries; overloads are left unread."""
    if not from_nanobind(thing):
        return safe_inspect_signature(thing)
    if len(thing.__nb_signature__) != 1:
        return None
    text = re.sub(r"\\\d+", "...", thing.__nb_signature__[0][0])  # \0, \1, ... stand for default values
    text = re.sub(r"numpy\.ndarray\[.*?\](?=[,)\]]| ->|$)", "numpy.ndarray", text)  # its words are not Python
    scope: dict[str, Any] = {}
    exec(f"from __future__ import annotations\n{text}: ...", scope)
    return inspect.signature(scope[thing.__name__])


stubtest.is_probably_a_function = lambda thing: from_nanobind(thing) or is_probably_a_function(thing)
stubtest.safe_inspect_signature = signature
stubtest._verify_metaclass = lambda *_, **__: iter(())  # every class has nanobind's own
sys.exit(stubtest.main())
