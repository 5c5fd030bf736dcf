"""The public API: every line of the overview works as written, and first guesses work or name the right call."""

from __future__ import annotations

import importlib.metadata  # noqa: F401
import pickle  # noqa: F401
import random  # noqa: F401
from pathlib import Path

import numpy as np  # noqa: F401
import pytest

import fourcast as fc


def my_eval(position: fc.Position, player: int) -> int:
    """More discs in the middle column."""
    middle = position.rules.shape.columns[position.rules.shape.width // 2]
    return (position.stones[player] & middle).bit_count() - (position.stones[1 - player] & middle).bit_count()


def test_positions_and_rules() -> None:
    pos = fc.Position("4453")
    assert repr(pos) == "Position('4453')"
    assert str(pos).endswith("x to move.")
    assert pos._repr_svg_().startswith("<svg")
    assert pos.legal_moves == tuple("1234567")
    assert pos.play("4") == fc.Position("44534")
    assert (pos.outcome, pos.is_over, pos.winner, pos.turn) == (None, False, None, fc.FIRST)
    assert [(str(move), float(probability)) for move, probability, child in pos.successors()] == [
        (m, 1.0) for m in "1234567"
    ]
    assert fc.Rules("popout", width=6) == fc.Rules.parse("popout,width=6")
    assert fc.Rules.parse("classic,width=8").shape.width == 8
    assert [variant.name for variant in fc.VARIANTS][:2] == ["classic", "most-lines"]


def test_search() -> None:
    pos = fc.Position("4453")
    result = fc.search(pos, depth=8)
    assert result.move in pos.legal_moves
    assert result.pv[0] == result.move
    assert result.nodes > 0
    assert result.seconds >= 0
    assert result.engine in ("native", "python")
    assert set(result.moves) <= set(pos.legal_moves)
    assert str(result).startswith(f"{result.move}, ")
    assert "x to move." in result._repr_html_()
    depths: list[fc.SearchResult] = []
    fc.search(pos, "star2", eval=my_eval, time=0.05, order="centre", table=True, on_depth=depths.append)
    assert [found.depth for found in depths] == list(range(1, len(depths) + 1))
    assert str(fc.search("434343", depth=2).score) == "win in 1"


@pytest.mark.soak
def test_scores_of_the_empty_board_are_the_published_ones() -> None:
    assert fc.scores("") == (-2, -1, 0, 1, 0, -1, -2)  # Allis, Tromp: the middle wins with the 41st move


def test_games(tmp_path: Path) -> None:
    game = fc.Game("extended", players=("Ada", "level4"))
    game.play("4")
    game.reply()
    game.undo()
    path = tmp_path / "game.json"
    game.save(path)
    assert fc.Game.load(path).moves == "4"
    assert game._repr_svg_().startswith("<svg")


def test_matches() -> None:
    result = fc.match("level1", "random", games=4, seed=1, workers=1)
    assert "Elo" in str(result) or result.elo is not None
    assert "<table" in result._repr_html_()
    assert len(fc.match("level1", "greedy", "random", games=2, seed=1, workers=1).standings) == 3


@pytest.mark.parametrize("suffix", [".html", ".svg", ".dot", ".json"])
def test_trees(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"tree{suffix}"
    fc.tree(fc.Position("44"), depth=3).save(path)
    assert path.stat().st_size > 1000
    assert fc.tree("44", depth=2)._repr_svg_().startswith("<svg")


def test_experiments_and_datasets(tmp_path: Path) -> None:
    dataset = fc.dataset(10, plies=(36, 40), seed=1)
    dataset.write(tmp_path / "positions.csv")
    assert len((tmp_path / "positions.csv").read_text().splitlines()) == 11


WORKS = [
    # what somebody who knows python-chess, easyAI or OpenSpiel types first, and its repr
    ("fc.Position('44').play('4')", "Position('444')"),
    ("fc.Position()", "Position('')"),
    ("fc.Position('44').legal_moves[0]", "'1'"),
    ("'4' in fc.Position().legal_moves", "True"),
    ("fc.Position('44').turn == fc.FIRST", "True"),
    ("fc.Position('4455667').is_over", "True"),
    ("fc.Position('4455667').winner", "0"),
    ("fc.Position('4455667').outcome.winner", "0"),
    ("fc.Position('44') == fc.Position('44')", "True"),
    ("len({fc.Position('44'), fc.Position('44')})", "1"),
    ("fc.Position([4, 4]).discs", "2"),
    ("fc.Position('12', 'tictactoe').legal_moves[:2]", "('3', '4')"),
    ("fc.Game().play('4').turn", "1"),
    ("fc.Game('classic').position", "Position.parse('......./......./......./......./......./....... turn=x')"),
    ("fc.Game().legal_moves[3].column", "3"),
    ("fc.Rules().shape.width", "7"),
    ("str(fc.Rules('popout', width=6))", "'popout,width=6'"),
    ("fc.solve('434343').score", "18"),
    ("fc.search('434343').move", "'4'"),
    ("fc.search('434343', 'minimax', depth=2).nodes", "50"),  # 1 + 7 + 6 × 7: one of the seven moves wins
    ("fc.perft(fc.Position(), 3)", "343"),
    ("fc.perft('44', 2)", "49"),
    ("fc.perft('', 1, rules='tictactoe')", "9"),
    ("fc.Position('44').play(4)", "Position('444')"),
    ("fc.Position('44').play(np.int64(4))", "Position('444')"),
    ("fc.Game().play(4).discs", "1"),
    ("fc.Position('12', 'tictactoe').mirror()", "Position.parse('.../.../.ox turn=x', 'tictactoe')"),
    ("fc.Position('1')._replace(turn=0).turn", "0"),
    (
        "fc.Position([[0, 0, 0], [0, 0, 0], [1, 2, 0]], 'tictactoe')",
        "Position.parse('.../.../xo. turn=x', 'tictactoe')",
    ),
    ("fc.Position([[0, 2]], 'classic,width=2,height=1', turn='x').turn", "0"),
    ("fc.Position('1', 'tictactoe').to_array().tolist()", "[[0, 0, 0], [0, 0, 0], [1, 0, 0]]"),
    ("fc.Position(fc.Position('4453').to_array()) == fc.Position('4453')", "True"),
    ("fc.random_position('classic', 5, random.Random(1)).discs", "5"),
    ("fc.random_position('classic', 5, seed=1) == fc.random_position('classic', 5, seed=1)", "True"),
    ("type(fc.Position('44')).__name__", "'Position'"),
    ("pickle.loads(pickle.dumps(fc.Position('44'))) == fc.Position('44')", "True"),
    ("issubclass(fc.IllegalMove, fc.UsageError)", "True"),
    ("fc.Game(start='44').position", "Position('44')"),
    ("str(fc.Game(start=fc.Position('', 'popout')).rules)", "'popout'"),
    (
        "fc.Game(players=('Ada', fc.SearchSpec('alphabeta', limit=fc.Limit(depth=4)))).agents",
        "(None, 'alphabeta,depth=4')",
    ),
    ("fc.parse_agent('alphabeta,depth=4').choose(fc.Position('434343')).move", "'4'"),
    ("fc.parse_agent('perfect').choose('434343').move", "'4'"),
    ("fc.search('434343', order=[4, 3, 5, 2, 6, 1, 7], depth=1).move", "'4'"),
    ("fc.search('434343', 'minimax', depth=2)", "<SearchResult 4, win in 1: depth 2, 50 nodes>"),
    ("fc.tree('44', 'minimax,depth=2').depth", "2"),
    ("fc.tree('44', rules='popout', depth=2).engine", "'native'"),
    ("fc.tree('44', engine='python').engine, fc.tree('44').depth", "('python', 3)"),
    ("fc.__version__ == importlib.metadata.version('fourcast')", "True"),
    ("fc.LEVELS[2]", "<Agent Level 3>"),
    ("fc.parse_agent('perfect')", "<Agent Perfect>"),
    ("fc.ALGORITHMS['star1']", "<Algorithm star1>"),
    ("fc.EVALS[4]", "<Eval quadruplets>"),
    ("fc.analyse('44')", "<Analysis of Position('44'): iterate over it for updates>"),
    ("fc.Solver(threads=1)", "<Solver 'classic', native engine, threads 1>"),
    ("fc.solve('434343').sign", "1"),
]


@pytest.mark.parametrize(("guess", "shown"), WORKS)
def test_a_first_guess_works(guess: str, shown: str) -> None:
    assert repr(eval(guess)) == shown


FAILS = [
    ("fc.Position('44').play(8)", "There is no column 8"),
    ("fc.Position('44').play('9')", "There is no column 9"),
    ("fc.Position('44').moves", "use legal_moves"),
    ("fc.Position('44').push('4')", r"use position.play\(move\)"),
    ("fc.Position('44').is_game_over()", "use is_over"),
    ("fc.Position('44').is_terminal()", "use is_over"),
    ("fc.Position('44').legal_actions()", "use legal_moves"),
    ("fc.Position('44').apply_action(3)", r"use position.play\(move\)"),
    ("fc.Position('44').current_player()", "use turn"),
    ("fc.Position('44').undo()", "use Game"),
    ("fc.Position('44').move('4')", r"Position has no attribute 'move': use position.play\(move\)"),
    ("fc.Position('44').side_to_move", "use turn"),
    ("fc.Position('44').array", r"use to_array\(\)"),
    ("fc.Position('44').pop()", r"use position.play\('p1'\)"),
    ("fc.Position('44').colour", "'Position' object has no attribute 'colour'"),
    ("fc.Position([[0, 2]], 'classic,width=2,height=1')", "Add turn=x or turn=o"),
    ("fc.Position('44', turn='x')", "Leave out turn="),
    ("fc.search(fc.Position('44'), rules='popout')", "has the rules classic, not popout. Leave out rules="),
    ("fc.solve(['44444', '4453'])", "'44444' is not a single move. For several positions use solve_many"),
    ("fc.solve([fc.Position('44')])", "use solve_many"),
    ("fc.Move('4')", "write the text '4'"),
    ("fc.Agent('level3')", r"use parse_agent\('level3'\)"),
    ("fc.Position('44', rules='clasic')", "Did you mean 'classic'"),
    ("fc.Position(44)", "such as '4453'"),
    ("fc.Rules('classic', widht=8)", "Did you mean 'width'"),
    ("fc.Game().push('4')", r"use play\(move\)"),
    ("fc.Game().pop()", r"use undo\(\)"),
    ("fc.Board()", "use Position"),
    ("fc.load_game('connect_four')", r"use Game\(rules\)"),
    ("fc.best_move('44')", r"use search\(position\).move"),
    ("fc.Negamax(5)", r"use search\(position, depth=8\)"),
    ("fc.search('44', 'alphabetta')", "Did you mean 'alphabeta'"),
    ("fc.search('44', eval='lines')", "[Ee]valuation"),
    ("fc.search('44', depth=0)", "depth"),
    ("fc.search('44', depth='8')", "depth"),
    ("fc.search(44)", "such as '4453'"),
    ("fc.solve(44)", "such as '4453'"),
    ("fc.match('level9', 'level1')", "level9"),
    ("fc.match('level1', 'random', games=0)", "Invalid number of games: 0"),
    ("fc.match('level1', lambda position: '4')", "'FILE.py:FUNCTION'"),
    ("fc.match('level1', fc.SearchSpec(eval=my_eval))", "my_eval is a function of this process.*FILE.py:FUNCTION"),
    ("fc.match('level1', 'random', seconds=1)", "use time="),
    ("fc.Game(players=('Ada', 'level99'))", "level99"),
    ("fc.Game(players=('Ada', 'alphabeta,depht=4'))", "Did you mean 'depth'"),
    ("fc.Game(players=('Ada', 'Alphabetta'))", "[Nn]o agent 'Alphabetta'"),
    ("fc.Game('popout', start=fc.Position('44'))", "has the rules classic, not popout"),
    ("fc.search('44', 5)", "Write depth=5"),
    ("fc.tree('44', 5)", "Write depth=5"),
    ("fc.search('44', evaluation=my_eval)", "has no argument 'evaluation': use eval="),
    ("fc.search('44', 'mcts', iterations=100)", "use nodes="),
    ("fc.analyse('44', seconds=1)", "use time="),
    ("fc.analyse('44', eval='quadruplets')", "use spec='eval=NAME'"),
    ("fc.tree('44', max_depth=1)", "use depth="),
    ("fc.search('44', eval=lambda position: 0)", "An evaluation takes a position and a player"),
    ("fc.search('44').score > 0", "A score is not a number"),
    ("int(fc.search('44').score)", "A score is not a number"),
    ("fc.search('44').score.relative >= 0", "A score is not a number"),
    ("fc.solve('434343').winner", "use sign"),
    ("fc.variants", "use VARIANTS"),
    ("fc.levels", "use LEVELS"),
    ("fc.evaluations", "use EVALS"),
    ("fc.tree('44', depth=2).save('tree.gif')", r"\.html"),
    ("fc.experiment('star3')", "star2"),
]


@pytest.mark.parametrize(("guess", "hint"), FAILS)
def test_a_wrong_guess_names_the_right_call(guess: str, hint: str) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError), match=hint):
        eval(guess)
