"""Search trees as data: recorded node for node on either engine; written as JSON, DOT, SVG and HTML."""

from fourcast.trace.explain import cut_reason as cut_reason
from fourcast.trace.explain import headline as headline
from fourcast.trace.html import EXPLORER as EXPLORER
from fourcast.trace.html import FOLDERS as FOLDERS
from fourcast.trace.html import GENERATED as GENERATED
from fourcast.trace.html import csp_hash as csp_hash
from fourcast.trace.page_data import first_piece as first_piece
from fourcast.trace.page_data import piece as piece
from fourcast.trace.page_data import tree_head as tree_head
from fourcast.trace.record import MAX_NODES as MAX_NODES
from fourcast.trace.record import SearchRecord as SearchRecord
from fourcast.trace.record import VisitRecord as VisitRecord
from fourcast.trace.record import record as record
from fourcast.trace.record import search_tree as search_tree
from fourcast.trace.tree import Ended as Ended
from fourcast.trace.tree import NodeKind as NodeKind
from fourcast.trace.tree import Tree as Tree
from fourcast.trace.tree import TreeNode as TreeNode
from fourcast.trace.tree import value_text as value_text
from fourcast.trace.write import WRITERS as WRITERS
from fourcast.trace.write import check_suffix as check_suffix
