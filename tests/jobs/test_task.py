"""Tasks are identified by what they compute."""

from __future__ import annotations

from hashlib import sha256

import pytest

from fourcast.jobs import Task
from fourcast.jobs.task import STORED_NAMES, import_function


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
