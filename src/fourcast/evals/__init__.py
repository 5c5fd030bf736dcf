"""Numbers for unfinished positions: the evaluations of the five systems, exact in every constant."""

from fourcast.evals.evaluations import COMPLETE_LINE as COMPLETE_LINE
from fourcast.evals.evaluations import EMPTY as EMPTY
from fourcast.evals.evaluations import LINE_COUNT_WEIGHTS as LINE_COUNT_WEIGHTS
from fourcast.evals.evaluations import PLAYABLE as PLAYABLE
from fourcast.evals.evaluations import QUADRUPLET_OTHER as QUADRUPLET_OTHER
from fourcast.evals.evaluations import QUADRUPLET_OWN as QUADRUPLET_OWN
from fourcast.evals.evaluations import QUADRUPLET_OWN_IN_PROGRAM as QUADRUPLET_OWN_IN_PROGRAM
from fourcast.evals.evaluations import SAME_COLOUR as SAME_COLOUR
from fourcast.evals.evaluations import by_shortage as by_shortage
from fourcast.evals.evaluations import line_counts as line_counts
from fourcast.evals.evaluations import quadruplets_program as quadruplets_program
from fourcast.evals.registry import EVAL_CHOICES as EVAL_CHOICES
from fourcast.evals.registry import EVALS as EVALS
from fourcast.evals.registry import Eval as Eval
from fourcast.evals.registry import Evaluate as Evaluate
from fourcast.evals.registry import TerminalValue as TerminalValue
from fourcast.evals.registry import as_eval as as_eval
from fourcast.evals.registry import find_eval as find_eval
from fourcast.evals.registry import has_name as has_name
from fourcast.evals.registry import terminal_value as terminal_value
