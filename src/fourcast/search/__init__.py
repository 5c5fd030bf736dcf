"""Looking ahead: every algorithm as a step with its recursion as an argument, and layers around it."""

from fourcast.search.algorithms import ALGORITHMS, Algorithm, find_algorithm
from fourcast.search.result import Analysis, Counts, Info, RankedMove
from fourcast.search.deepening import Searcher, conclude, deepen
from fourcast.search.leaves import WIN, Ends
from fourcast.search.limit import Limit, StopFlag, Stopped, StopSearch
from fourcast.search.ordering import MoveOrder
from fourcast.search.spec import NAMES, Evaluation, Memory, Plan
from fourcast.search.score import PovScore, Score
from fourcast.search.python_searcher import PythonSearcher
from fourcast.search.window import Bound

__all__ = [
    "ALGORITHMS",
    "NAMES",
    "WIN",
    "Algorithm",
    "Analysis",
    "Bound",
    "Counts",
    "Ends",
    "Evaluation",
    "Info",
    "Limit",
    "Memory",
    "MoveOrder",
    "Plan",
    "PovScore",
    "PythonSearcher",
    "RankedMove",
    "Score",
    "Searcher",
    "StopFlag",
    "StopSearch",
    "Stopped",
    "conclude",
    "deepen",
    "find_algorithm",
]
