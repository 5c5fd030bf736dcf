"""Old name of `fourcast.cli.progress.spinner`."""

from fourcast.cli.progress import spinner as busy

__all__ = ["busy"]
