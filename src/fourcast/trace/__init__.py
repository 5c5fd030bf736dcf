"""Trees as data: a search recorded, node for node, whichever engine ran it."""

from fourcast.trace.record import record
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason, number_text

__all__ = ["Ended", "NodeKind", "Tree", "TreeNode", "cut_reason", "number_text", "record"]
