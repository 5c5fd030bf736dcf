"""The twin's face: the only way to the compiled core, and the choice between it and the Python engine."""

from fourcast.engine import analyse, choose_search_engine, searcher_for
from fourcast.native.bridge import why_not
from fourcast.native.engine import Engine, choose_engine
from fourcast.native.rules import census, distinct, moves, outcome, play_unchecked, scores

__all__ = [
    "Engine",
    "analyse",
    "census",
    "choose_engine",
    "choose_search_engine",
    "distinct",
    "moves",
    "outcome",
    "play_unchecked",
    "scores",
    "searcher_for",
    "why_not",
]
