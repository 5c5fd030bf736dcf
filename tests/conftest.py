"""How the tests run: hypothesis tries each law on a few hundred examples and never judges by the clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("fourcast", deadline=None, max_examples=300)
settings.load_profile("fourcast")
