"""How long a turn takes, without the time in which nobody was at it."""

from __future__ import annotations

from time import monotonic


class Stopwatch:
    """Seconds that add up while it runs."""

    def __init__(self) -> None:
        self._before = 0.0
        self._since: float | None = None

    @property
    def runs(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._before + (0.0 if self._since is None else monotonic() - self._since)

    def run(self, wanted: bool) -> None:
        """Run from now on, or stand still; what it does already it goes on doing."""
        if wanted != self.runs:
            self._before = self.seconds
            self._since = monotonic() if wanted else None

    def reset(self) -> None:
        self._before, self._since = 0.0, None
