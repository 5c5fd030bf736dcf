"""The `fourcast` command: thin files that read the command line, ask the library and print."""

import signal
import sys
from threading import current_thread, main_thread

from fourcast.errors import missing_packages

__all__ = ["main"]


def main() -> None:
    """Run the command line. Ctrl-C while the modules are imported ends the process without a traceback."""
    handles = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from fourcast.cli import app
    except ModuleNotFoundError as error:
        if not error.name or error.name.startswith("fourcast"):
            raise
        print(f"fourcast: {missing_packages('The command', error.name, 'app')}", file=sys.stderr)
        sys.exit(2)

    if handles:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    app.main()
