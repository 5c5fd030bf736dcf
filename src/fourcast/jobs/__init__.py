"""Batch jobs: idempotent tasks, a ledger of their results, and the local or cluster workers that run them.

`process` has child processes that exchange lines with this one: local workers, external players, workers of the server.
`supervisor` runs foreign programs under limits.
"""

from fourcast.jobs.job import OrderedResults, Progress, Summary, run_job
from fourcast.jobs.ledger import Failure, Ledger, delete_ledger
from fourcast.jobs.process import (
    LineProcess,
    ParentLines,
    ProcessEnded,
    ProcessTimeout,
    python_command,
)
from fourcast.jobs.supervisor import supervised
from fourcast.jobs.task import Json, Task, canonical, report_activity

__all__ = [
    "Failure",
    "Json",
    "Ledger",
    "LineProcess",
    "OrderedResults",
    "ParentLines",
    "ProcessEnded",
    "ProcessTimeout",
    "Progress",
    "Summary",
    "Task",
    "canonical",
    "delete_ledger",
    "python_command",
    "report_activity",
    "run_job",
    "supervised",
]
