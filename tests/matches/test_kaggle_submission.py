"""A submission to ConnectX plays the moves of its agent, and needs nothing but Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import fourcast as fc
from fourcast.matches import connectx_submission
from fourcast.rules import random_position

PROGRAM = """
import json, runpy, sys
from types import SimpleNamespace
agent = [value for value in runpy.run_path(sys.argv[1]).values() if callable(value)][-1]
for line in sys.stdin:
    observation, configuration = (SimpleNamespace(**fields) for fields in json.loads(line))
    print(agent(observation, configuration))
"""


@pytest.mark.parametrize(
    "agent", ["level2", "alphabeta,depth=3,eval=quadruplets", "random,seed=3", "mcts,nodes=50,seed=1"]
)
def test_a_submission_plays_the_moves_of_its_agent_without_any_package(agent: str, tmp_path: Path) -> None:
    file = tmp_path / "submission.py"
    file.write_text(connectx_submission(agent, "0"), encoding="utf-8")
    positions = [
        random_position(fc.Rules("classic", width=width, height=height, connect=connect), 6, seed=seed)
        for seed, (width, height, connect) in enumerate([(7, 6, 4), (7, 6, 4), (5, 5, 4), (4, 6, 3)])
    ]
    lines = [
        [
            {"board": position.to_array().ravel().tolist(), "mark": position.turn + 1},
            {
                "columns": position.rules.shape.width,
                "rows": position.rules.shape.height,
                "inarow": position.rules.shape.connect,
                "actTimeout": 100,
            },
        ]
        for position in positions
    ]
    isolated = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(file)],  # no site packages
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [
        fc.parse_agent(agent).with_limit(fc.Limit(**limits)).at_ply(position.discs).choose(position).move.column
        for position in positions
        for limits in [vars(fc.SearchSpec.parse(agent).search_limit) if "," in agent else {"depth": 2}]
    ]
    assert [int(line) for line in isolated.stdout.split()] == expected


@pytest.mark.parametrize("agent", ["perfect", "level3,engine=native"])
def test_what_a_submission_cannot_contain_is_refused(agent: str) -> None:
    with pytest.raises(fc.UsageError, match="compiled"):
        connectx_submission(agent, "0")
