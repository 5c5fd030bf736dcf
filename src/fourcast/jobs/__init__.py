"""Batch jobs: idempotent tasks, a ledger of their results, and the local or cluster workers that run them.

`process` has the child processes that the local workers, external players and the server's searches run in.
"""

from fourcast.jobs.job import OrderedResults, Progress, Summary, run_job
from fourcast.jobs.ledger import Failure, Ledger, delete_ledger
from fourcast.jobs.process import (
    AsyncLineProcess,
    LineProcess,
    ParentLines,
    ProcessEnded,
    ProcessTimeout,
    python_command,
)
from fourcast.jobs.task import Json, Task, canonical

__all__ = [
    "AsyncLineProcess",
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
    "run_job",
]
