"""Looking ahead: every algorithm as a step with its recursion as an argument, and layers around it."""

from fourcast.search.algorithms import ALGORITHMS, Algorithm, find_algorithm
from fourcast.search.deepening import Searcher, conclude, deepen
from fourcast.search.leaves import WIN, Ends
from fourcast.search.limit import MOST_DEPTH, MOST_NODES, Limit, StopFlag, Stopped, StopSearch
from fourcast.search.mcts import DEFAULT_PLAYOUTS, MctsSearcher
from fourcast.search.ordering import MoveOrder
from fourcast.search.python_searcher import PythonSearcher, whole_window
from fourcast.search.random_searcher import RandomSearcher
from fourcast.search.recursion import Layer, Line, Node, Visit
from fourcast.search.result import Analysis, Counts, Info, RankedMove
from fourcast.search.score import SMALLEST_CHANCE, PovScore, Score, ScoreKind, score_of
from fourcast.search.spec import ABOUT, GREEDY, MCTS, NAMES, RANDOM, Evaluation, Memory, Plan
from fourcast.search.window import Bound, Window, bound_of

__all__ = [
    "ABOUT",
    "ALGORITHMS",
    "DEFAULT_PLAYOUTS",
    "GREEDY",
    "MCTS",
    "MOST_DEPTH",
    "MOST_NODES",
    "NAMES",
    "RANDOM",
    "SMALLEST_CHANCE",
    "WIN",
    "Algorithm",
    "Analysis",
    "Bound",
    "Counts",
    "Ends",
    "Evaluation",
    "Info",
    "Layer",
    "Limit",
    "Line",
    "MctsSearcher",
    "Memory",
    "MoveOrder",
    "Node",
    "Plan",
    "PovScore",
    "PythonSearcher",
    "RandomSearcher",
    "RankedMove",
    "Score",
    "ScoreKind",
    "Searcher",
    "StopFlag",
    "StopSearch",
    "Stopped",
    "Visit",
    "Window",
    "bound_of",
    "conclude",
    "deepen",
    "find_algorithm",
    "score_of",
    "whole_window",
]
