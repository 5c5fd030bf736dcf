"""The machine that a measurement ran on: its processor and the versions, without anything that identifies it."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

RESULTS_VERSION: Final = "0.1.0"
"""The version in the keys of stored results: the first release in which every search and agent does what it does now.
Raise it when one changes, and results in ledgers are computed again."""


def cpu_count() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def environment_info() -> dict[str, str | int]:
    """Everything outside the program that a measurement depends on."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "fourcast": version("fourcast"),
    }


def _processor() -> str:
    """The processor model on Linux, else its architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
