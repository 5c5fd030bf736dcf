"""stub"""
from fourcast.trace.tree import Tree
def tree_to_html(tree: Tree) -> str: return ""
