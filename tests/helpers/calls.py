"""Work counted in calls: no time is measured, so that the load of the machine does not matter."""

from __future__ import annotations

import sys
from collections.abc import Callable


def count_calls(function: Callable[[], object]) -> int:
    """Return the number of calls and returns while a function runs."""
    count = 0

    def see(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(see)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count
