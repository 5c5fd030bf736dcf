"""Where and when something was measured: the processor and the versions, and nothing that names the machine."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from fourcast.solver.solver import cores


def circumstances() -> dict[str, str | int]:
    """What a measured figure depends on besides the program."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": cores(),
        "system": platform.system(),
        "python": platform.python_version(),
        "fourcast": version("fourcast"),
    }


def _processor() -> str:
    """The model as Linux tells it, else what kind of processor it is."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
