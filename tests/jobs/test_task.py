"""Tasks are identified by what they compute."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from pathlib import Path
from shutil import copy

import pytest

from fourcast.jobs import Ledger, Task
from fourcast.jobs.task import STORED_NAMES, import_function

LEDGERS = Path(__file__).parents[1] / "data" / "ledgers"


def test_the_key_is_the_hash_of_function_and_arguments_as_canonical_json() -> None:
    task = Task("package.module:function", {"b": [1, 2.5, None], "a": {"é": True}})
    text = r'["package.module:function",{"a":{"\u00e9":true},"b":[1,2.5,null]}]'
    assert task.key == sha256(text.encode()).hexdigest()


def test_the_order_of_arguments_does_not_matter() -> None:
    assert Task("f:f", {"a": 1, "b": 2}) == Task("f:f", {"b": 2, "a": 1})
    assert Task("f:f", {"a": 1, "b": 2}).key == Task("f:f", {"b": 2, "a": 1}).key


def test_tasks_with_other_functions_or_arguments_have_other_keys() -> None:
    keys = {Task(name, {"a": value}).key for name in ("f:f", "f:g") for value in (1, 2, "1", None)}
    assert len(keys) == 8


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object()])
def test_arguments_that_json_cannot_say_are_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        _ = Task("f:f", {"a": value}).key  # type: ignore[dict-item]


@pytest.mark.parametrize("function", STORED_NAMES)
def test_functions_that_have_moved_are_where_the_table_says(function: str) -> None:
    assert callable(import_function(function))


def test_a_ledger_of_version_0_1_0_still_has_its_results(tmp_path: Path) -> None:
    path = Path(copy(LEDGERS / "0.1.0-match.sqlite", tmp_path))
    rows = sqlite3.connect(path).execute("SELECT key, function, arguments FROM results")
    functions = {name: function for function, name in STORED_NAMES.items()}
    stored = {key: Task(functions[name], json.loads(arguments)) for key, name, arguments in rows}
    assert len(stored) == 9
    for key, task in stored.items():
        assert task.key == key
    with Ledger(path) as ledger:
        assert ledger.known(stored.values()) == set(stored)
