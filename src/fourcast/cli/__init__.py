"""The `fourcast` command: thin files that read the command line, ask the library and print."""

import signal
from threading import current_thread, main_thread

__all__ = ["main"]


def main() -> None:
    """Run the command line. Ctrl-C while the modules are imported ends the process without a traceback."""
    handles = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from fourcast.cli import app

    if handles:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    app.main()
