"""How many examples a law is tried on: each test says how many prove it, the usual run draws a sixth of them.

``conftest.py`` loads one of the two profiles of Hypothesis; with ``--slow`` every law gets its full number.
"""

from __future__ import annotations

from typing import Any

from hypothesis import settings

settings.register_profile("full", deadline=None, max_examples=100)
settings.register_profile("quick", deadline=None, max_examples=16)


def law(examples: int, **more: Any) -> settings:
    """Return settings that draw this many examples in the full run, and as large a part as its profile says else."""
    return settings(max_examples=max(10, examples * settings.default.max_examples // 100), **more)
