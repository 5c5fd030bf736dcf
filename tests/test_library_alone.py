"""The library needs numpy alone; a command or a function that needs more says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ONLY_NUMPY = """
import sys
from importlib.machinery import PathFinder

class OnlyNumpy(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        is_known = name.partition(".")[0] in {"numpy", "fourcast"} | sys.stdlib_module_names
        return super().find_spec(name, path, target) if is_known else None

sys.meta_path[sys.meta_path.index(PathFinder)] = OnlyNumpy
"""
"""A `sitecustomize` module: no other package can be imported, nor in the worker processes that are started."""

SMALL = "classic,width=4,height=4"
EXAMPLES = f"""
import fourcast as fc
for name in dir(fc):
    getattr(fc, name)
small = fc.Rules("{SMALL}")
assert fc.solve(fc.Position("12", rules=small)).score == 0
assert len(fc.solve_many([fc.Position("12", rules=small)])) == 1
assert str(fc.search("434343", depth=3).score) == "win in 1"
assert [update.moves for update in fc.analyse(fc.Position("12341", rules=small), time=5)]
assert fc.review("1212341231", rules=small).moves
assert "<img" in fc.svg("12", rules=small, scores=fc.scores("12", rules=small))._repr_html_()
fc.tree("44", depth=2).save("tree.html")
fc.tree("44", depth=2).save("tree.svg")
game = fc.Game(small, players=("Ada", "level1"))
game.play("1")
game.reply()
game.save("game.json")
assert fc.Game.load("game.json").position == game.position
assert fc.match("level1", "random", games=2, rules=small, seed=1).score >= 0
fc.match("level1", "random", "greedy", games=2, rules=small, seed=1)
results = fc.experiment({{"variants": "{SMALL}", "algorithms": ["minimax", "alphabeta"], "depths": "1-2"}}).run("rows")
assert len(results.rows) == 4
fc.dataset(5, rules=small, plies=(12, 15)).write("positions.csv")
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "sitecustomize.py").write_text(ONLY_NUMPY)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "XDG_DATA_HOME": str(tmp_path)}


def run(code: str, environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", f"if __name__ == '__main__':\n    exec({code!r})"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_public_functions_work_with_numpy_alone(environment: dict[str, str], tmp_path: Path) -> None:
    ended = run(EXAMPLES, environment, tmp_path)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("import sys; from fourcast.cli import main; main()", "app"),
        ("from fourcast.charts import *; raise SystemExit(chart_unsupported_reason(Path('a.svg')))", "charts"),
        ("from fourcast.charts import svg_to_png; svg_to_png('<svg/>')", "charts"),
        ("import fourcast; fourcast.dataset(1, plies=(40, 41)).write('a.parquet')", "data"),
        ("import fourcast; fourcast.match('random', 'random', games=2, cluster='tcp://127.0.0.1:1')", "cluster"),
    ],
)
def test_what_needs_more_says_what_to_install(
    code: str, extra: str, environment: dict[str, str], tmp_path: Path
) -> None:
    ended = run(code, environment, tmp_path)
    assert ended.returncode == (2 if extra == "app" else 1)
    assert f"which is not installed: pip install 'fourcast[{extra}]'" in ended.stderr.splitlines()[-1]
