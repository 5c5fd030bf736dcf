"""`fourcast new` and docs/own_code.md: every file that they contain runs, with the commands that they show."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from support.command import Ended, call

import fourcast as fc
from fourcast.rules import VARIANTS

PAGE = (Path(__file__).parents[2] / "docs" / "own_code.md").read_text(encoding="utf-8")


def run_line(line: str, folder: Path) -> Ended:
    program, *arguments = shlex.split(line)
    assert program == "fourcast"
    return call(*arguments, folder=folder)


@pytest.mark.parametrize("kind", ["evaluation", "algorithm", "agent"])
def test_a_template_runs_with_the_commands_that_it_shows(kind: str, tmp_path: Path) -> None:
    written = call("new", kind, "mine", folder=tmp_path)
    assert written.code == 0
    lines = [line.strip() for line in written.out.splitlines() if line.startswith("  fourcast ")]
    assert len(lines) == 4
    for line in lines:
        if "play" in line:
            assert "mine dropped in column" in call(*shlex.split(line)[1:], typed="4\nq\n", folder=tmp_path).out
        elif not any(word in line for word in ("serve", "match", "accuracy")):  # the page has matches
            ended = run_line(re.sub("--depths 1-[34]", "--depths 1-2", line), tmp_path)
            assert ended.code == 0, ended.err
    refused = call("new", kind, "mine.py", folder=tmp_path)
    assert (refused.code, "mine.py exists already" in refused.err) == (2, True)


@pytest.mark.parametrize("name", ["", "..", "a\\x", "b,c", "with space", "a=b", "my folder/mine"])
def test_a_name_that_commands_cannot_write_is_refused(name: str, tmp_path: Path) -> None:
    refused = call("new", "agent", name, folder=tmp_path)
    assert (refused.code, "Invalid name" in refused.err, list(tmp_path.iterdir())) == (2, True, [])


@pytest.mark.parametrize("rules", [variant.name for variant in VARIANTS])
def test_templates_play_every_variant(rules: str, tmp_path: Path) -> None:
    for kind in ("evaluation", "algorithm", "agent"):
        call("new", kind, f"my_{kind}", folder=tmp_path)
    fc.search("", f"{tmp_path}/my_algorithm.py", rules=rules, depth=2, eval=f"{tmp_path}/my_evaluation.py")
    names: dict[str, object] = {}
    exec((tmp_path / "my_agent.py").read_text(), names)
    agent = names["agent"]
    assert callable(agent)
    assert agent(fc.Position("", rules)) in fc.Position("", rules).legal_moves


def test_the_template_of_an_algorithm_is_alpha_beta(tmp_path: Path) -> None:
    call("new", "algorithm", "mine", folder=tmp_path)
    own = fc.search("44", f"{tmp_path}/mine.py", depth=5)
    assert own.counts == fc.search("44", "alphabeta", depth=5).counts


def test_the_files_of_the_page_run_with_its_commands(tmp_path: Path) -> None:
    for name, text in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(text)
    (tmp_path / "broken.py").write_text("def evaluate(position, player):\n    value = 0\n    return 1 / value\n")
    blocks = re.findall(r"^    \$ (.*)\n((?:    [^$\n].*\n)*)", PAGE, re.MULTILINE)
    assert len(blocks) == 10
    for line, output in blocks:
        ended = run_line(line, tmp_path)
        assert ended.code == (2 if output else 0), ended.err
        assert ended.err.strip() == output.strip() or not output
    own, built_in = (fc.search("44", name, depth=4) for name in (f"{tmp_path}/cautious.py", "alphabeta"))
    assert own.counts == built_in.counts


def test_the_page_lists_every_evaluation_and_only_attributes_that_there_are() -> None:
    evals = json.loads(call("evals", "--json").out)["evals"]
    for one in evals:
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{one['name']}` |"))
        assert row.endswith(f"| {', '.join(f'`{name}`' for name in one['default'])} |".replace("|  |", "| |"))
    position = fc.Position("44")
    names = re.findall(r"`position((?:\.\w+)+)", PAGE)
    assert len(names) > 20
    for name in names:
        found: object = position
        for part in name.strip(".").split("."):
            found = getattr(found, part)
    assert "minimax" in call("algorithms").out
