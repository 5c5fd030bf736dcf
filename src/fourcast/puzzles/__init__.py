"""Puzzles: positions in which exactly one move keeps the value."""

from fourcast.puzzles.puzzle import STARS as STARS
from fourcast.puzzles.puzzle import Puzzle as Puzzle
from fourcast.puzzles.puzzle import PuzzleKind as PuzzleKind
from fourcast.puzzles.puzzle import read_puzzles as read_puzzles
from fourcast.puzzles.puzzle import shipped_puzzles as shipped_puzzles
from fourcast.puzzles.search import DEFAULT_PLIES as DEFAULT_PLIES
from fourcast.puzzles.search import PuzzleSearch as PuzzleSearch
from fourcast.puzzles.search import find_puzzles as find_puzzles
