"""Fourcast: an engine, a laboratory and a playing page for the whole family of four-in-a-row games.

    import fourcast as fc
    fc.search("4453", depth=8).move
    fc.scores("")

Everything here is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fourcast.algorithms import ALGORITHMS as ALGORITHMS
    from fourcast.algorithms import Limit as Limit
    from fourcast.algorithms import Score as Score
    from fourcast.algorithms import SearchResult as SearchResult
    from fourcast.algorithms import SearchSpec as SearchSpec
    from fourcast.algorithms import StopFlag as StopFlag
    from fourcast.algorithms import TableMode as TableMode
    from fourcast.analysis import AnalysisUpdate as AnalysisUpdate
    from fourcast.analysis import analyse as analyse
    from fourcast.datasets import dataset as dataset
    from fourcast.engine import search as search
    from fourcast.errors import EngineUnavailable as EngineUnavailable
    from fourcast.errors import IllegalMove as IllegalMove
    from fourcast.errors import JobError as JobError
    from fourcast.errors import NotationError as NotationError
    from fourcast.errors import RulesError as RulesError
    from fourcast.errors import SpecError as SpecError
    from fourcast.errors import UsageError as UsageError
    from fourcast.evals import EVALS as EVALS
    from fourcast.evals import TerminalValue as TerminalValue
    from fourcast.experiments import experiment as experiment
    from fourcast.game_review import Mark as Mark
    from fourcast.game_review import Review as Review
    from fourcast.game_review import review as review
    from fourcast.matches import MatchResult as MatchResult
    from fourcast.matches import match as match
    from fourcast.native import Engine as Engine
    from fourcast.play import LEVELS as LEVELS
    from fourcast.play import Agent as Agent
    from fourcast.play import Game as Game
    from fourcast.play import parse_agent as parse_agent
    from fourcast.puzzles import Puzzle as Puzzle
    from fourcast.puzzles import find_puzzles as find_puzzles
    from fourcast.puzzles import read_puzzles as read_puzzles
    from fourcast.rules import CALL_DRAW as CALL_DRAW
    from fourcast.rules import FIRST as FIRST
    from fourcast.rules import SECOND as SECOND
    from fourcast.rules import VARIANTS as VARIANTS
    from fourcast.rules import Ending as Ending
    from fourcast.rules import Goal as Goal
    from fourcast.rules import Move as Move
    from fourcast.rules import Outcome as Outcome
    from fourcast.rules import Player as Player
    from fourcast.rules import PopRule as PopRule
    from fourcast.rules import Position as Position
    from fourcast.rules import Rules as Rules
    from fourcast.rules import lines as lines
    from fourcast.rules import perft as perft
    from fourcast.rules import random_position as random_position
    from fourcast.rules import svg as svg
    from fourcast.solver import Solution as Solution
    from fourcast.solver import Solver as Solver
    from fourcast.solver import scores as scores
    from fourcast.solver import solve as solve
    from fourcast.solver import solve_job as solve_job
    from fourcast.solver import solve_many as solve_many
    from fourcast.trace import Tree as Tree
    from fourcast.trace import search_tree

    tree = search_tree
    __version__: str

_NAMES = {
    "algorithms": "ALGORITHMS Limit Score SearchResult SearchSpec StopFlag TableMode",
    "analysis": "AnalysisUpdate analyse",
    "datasets": "dataset",
    "engine": "search",
    "errors": "EngineUnavailable IllegalMove JobError NotationError RulesError SpecError UsageError",
    "evals": "EVALS TerminalValue",
    "experiments": "experiment",
    "game_review": "Mark Review review",
    "matches": "MatchResult match",
    "native": "Engine",
    "play": "LEVELS Agent Game parse_agent",
    "puzzles": "Puzzle find_puzzles read_puzzles",
    "rules": "CALL_DRAW FIRST SECOND VARIANTS Ending Goal Move Outcome Player PopRule Position Rules lines perft "
    "random_position svg",
    "solver": "Solution Solver scores solve solve_job solve_many",
    "trace": "Tree",
}
_ATTRIBUTE_OF = {"tree": ("trace", "search_tree")} | {
    name: (module, name) for module, names in _NAMES.items() for name in names.split()
}
_OTHER_NAMES = {
    "Board": "Position",
    "State": "Position",
    "load_game": "Game(rules), or Game.load(path) for a saved game",
    "new_initial_state": "Position()",
    "best_move": "search(position).move",
    "minimax": "search(position, 'minimax', depth=4)",
    "Negamax": "search(position, depth=8)",
    "AlphaBeta": "search(position, 'alphabeta', depth=8)",
    "evaluate": "search(position, depth=1).score, or solve(position).score",
    "parse_rules": "Rules(text)",
    "play": "Game(players=...)",
    "tournament": "match(*players)",
    "analyze": "analyse",
    "compare": "experiment({'positions': ['44'], 'algorithms': ['minimax', 'alphabeta'], 'depths': '1-6'}).run()",
    "accuracy": "the command `fourcast accuracy`",
    "reproduce": "the command `fourcast reproduce`",
    "bench": "the command `fourcast bench`",
    "book": "the command `fourcast book`",
    "puzzle": "find_puzzles()",
    "solve_moves": "solve(position, moves=True)",
    "solve_moves_many": "solve_many(boards, moves=True)",
    "rules": "Rules('popout')",
    "variants": "VARIANTS",
    "algorithms": "ALGORITHMS",
    "evaluations": "EVALS",
    "levels": "LEVELS",
}
"""Names that other libraries use, and the right call."""

__all__ = [*sorted(_ATTRIBUTE_OF)]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("fourcast")
    if name not in _ATTRIBUTE_OF:
        hint = f": use {_OTHER_NAMES[name]}" if name in _OTHER_NAMES else ""
        raise AttributeError(f"fourcast has no attribute {name!r}{hint}.")
    module, attribute = _ATTRIBUTE_OF[name]
    value = getattr(import_module(f"fourcast.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_ATTRIBUTE_OF, "__version__"])
