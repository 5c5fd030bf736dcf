"""How the tests run: hypothesis tries each law on a hundred examples (FOURCAST_EXAMPLES of them), without a deadline.

Opening books and games of whoever runs the tests are left alone.
"""

from __future__ import annotations

import os
import signal
from tempfile import TemporaryDirectory

from hypothesis import settings

settings.register_profile("fourcast", deadline=None, max_examples=int(os.environ.get("FOURCAST_EXAMPLES", 100)))
settings.load_profile("fourcast")

os.environ["FOURCAST_BOOK"] = os.devnull
_data = TemporaryDirectory(prefix="fourcast-tests-")  # until the tests end
os.environ["XDG_DATA_HOME"] = _data.name

# What a shell starts in the background ignores Ctrl-C, and so would everything that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
