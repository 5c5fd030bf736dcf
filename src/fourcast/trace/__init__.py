"""Search trees as data: recorded node for node on either engine; written as JSON, DOT, SVG and HTML."""

from fourcast.trace.explain import cut_reason, headline
from fourcast.trace.html import EXPLORER, FOLDERS, GENERATED, csp_hash
from fourcast.trace.page_data import first_piece, piece, tree_head
from fourcast.trace.record import MAX_NODES, SearchRecord, VisitRecord, record, search_tree
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, value_text
from fourcast.trace.write import WRITERS, check_suffix

__all__ = [
    "EXPLORER",
    "FOLDERS",
    "GENERATED",
    "MAX_NODES",
    "WRITERS",
    "Ended",
    "NodeKind",
    "SearchRecord",
    "Tree",
    "TreeNode",
    "VisitRecord",
    "check_suffix",
    "csp_hash",
    "cut_reason",
    "first_piece",
    "headline",
    "piece",
    "record",
    "search_tree",
    "tree_head",
    "value_text",
]
