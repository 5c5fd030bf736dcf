"""Old names of `fourcast.cli.jobs`."""

from hashlib import sha256
from pathlib import Path

from fourcast.cli.jobs import ClusterOption, LedgerOption, WorkersOption, ledger_option
from fourcast.cli.jobs import print_failures as say_failures
from fourcast.files import data_dir
from fourcast.jobs import Json, canonical

__all__ = ["ClusterOption", "LedgerOption", "WorkersOption", "ledger_option", "say_failures", "usual_ledger"]


def usual_ledger(folder: str, what: Json) -> Path:
    path = data_dir() / folder / f"{sha256(canonical(what).encode()).hexdigest()[:16]}.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
