"""Much work: idempotent tasks, a ledger of their results, and who does them: a local pool or a cluster."""

from fourcast.jobs.job import run_job
from fourcast.jobs.ledger import Ledger, Result
from fourcast.jobs.progress import Failure, Progress, Summary
from fourcast.jobs.task import Json, Task, canonical

__all__ = ["Failure", "Json", "Ledger", "Progress", "Result", "Summary", "Task", "canonical", "run_job"]
