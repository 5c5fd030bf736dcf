"""Batch jobs: idempotent tasks, a ledger of their results, and the local or cluster workers that run them.

`process` has child processes that exchange lines with this one: local workers, external players, workers of the server.
`supervisor` runs foreign programs under limits.
"""

from fourcast.jobs.job import OrderedResults as OrderedResults
from fourcast.jobs.job import Progress as Progress
from fourcast.jobs.job import Summary as Summary
from fourcast.jobs.job import run_job as run_job
from fourcast.jobs.ledger import Failure as Failure
from fourcast.jobs.ledger import Ledger as Ledger
from fourcast.jobs.ledger import delete_ledger as delete_ledger
from fourcast.jobs.process import LineProcess as LineProcess
from fourcast.jobs.process import ParentLines as ParentLines
from fourcast.jobs.process import ProcessEnded as ProcessEnded
from fourcast.jobs.process import ProcessTimeout as ProcessTimeout
from fourcast.jobs.process import python_command as python_command
from fourcast.jobs.supervisor import supervised as supervised
from fourcast.jobs.task import Json as Json
from fourcast.jobs.task import Task as Task
from fourcast.jobs.task import canonical as canonical
from fourcast.jobs.task import report_activity as report_activity
