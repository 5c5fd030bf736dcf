"""Where every commit is tested, the differential tests must not be skipped for want of a core."""

from __future__ import annotations

import os

from fourcast import native


def test_continuous_integration_has_the_core() -> None:
    assert not (os.environ.get("CI") and native.core_unsupported_reason()), native.core_unsupported_reason()
