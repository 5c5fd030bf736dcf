"""Trees as data: a search recorded, node for node, whichever engine ran it."""

from fourcast.trace.colours import LIGHT, THEMES, Theme
from fourcast.trace.html import MODULES, PARTS, STYLES
from fourcast.trace.page_data import tree_head
from fourcast.trace.pieces import first_piece, piece
from fourcast.trace.record import MOST_NODES, Recording, record, recording
from fourcast.trace.recording import Visited
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason, number_text
from fourcast.trace.words import PLAYERS, headline
from fourcast.trace.write import WRITERS, check_suffix, write_tree

__all__ = [
    "LIGHT",
    "MODULES",
    "MOST_NODES",
    "PARTS",
    "PLAYERS",
    "STYLES",
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
