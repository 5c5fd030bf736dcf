"""Both implementations compared. Without the native core these tests are skipped where nothing could build it, and
fail elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from fourcast import native


@pytest.fixture(autouse=True, scope="session")
def core() -> None:
    """The native core is there, or there is a good reason why not."""
    reason = native.core_unsupported_reason()
    if reason is None:
        return
    compiler = cxx20_compiler()
    if compiler or "not built" not in reason:
        pytest.fail(f"{reason}; but {compiler or 'it was built once'}, so it should be there: run `make test`")
    pytest.skip(f"{reason}; and there is no C++20 compiler here")


def cxx20_compiler() -> str | None:
    """A compiler that could have built the core."""
    for name in (os.environ.get("CXX"), "c++", "g++", "clang++"):
        found = shutil.which(name) if name else None
        if found:
            check = [found, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
            if subprocess.run(check, input="int main() {}", text=True, capture_output=True).returncode == 0:
                return found
    return None
