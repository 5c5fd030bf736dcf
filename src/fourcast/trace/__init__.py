"""Trees as data: a search recorded, node for node, whichever engine ran it."""

from fourcast.trace.html import EXPLORER, FOLDERS, GENERATED, csp_hash
from fourcast.trace.page_data import tree_head
from fourcast.trace.pieces import first_piece, piece
from fourcast.trace.record import MOST_NODES, Recording, record, recording
from fourcast.trace.recording import Visited
from fourcast.trace.style import FONT, LIGHT, SERIES, THEMES, Theme
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason, number_text
from fourcast.trace.words import PLAYERS, headline
from fourcast.trace.write import WRITERS, check_suffix, write_tree

__all__ = [
    "EXPLORER",
    "FOLDERS",
    "FONT",
    "GENERATED",
    "LIGHT",
    "MOST_NODES",
    "PLAYERS",
    "SERIES",
    "THEMES",
    "WRITERS",
    "Ended",
    "NodeKind",
    "Recording",
    "Theme",
    "Tree",
    "TreeNode",
    "Visited",
    "check_suffix",
    "csp_hash",
    "cut_reason",
    "first_piece",
    "headline",
    "number_text",
    "piece",
    "record",
    "recording",
    "tree_head",
    "write_tree",
]
