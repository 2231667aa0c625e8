"""Data frames from columns; pandas loads with the first of them, which takes 0.2 s."""

from __future__ import annotations

from typing import Any

__all__ = ["concatenated", "frame"]


def frame(columns: Any, index: Any = None) -> Any:
    """Return a data frame of columns by name, or of rows that are dictionaries."""
    import pandas as pd  # noqa: PLC0415

    return pd.DataFrame(columns, index=index)


def concatenated(frames: list[Any]) -> Any:
    """Return data frames of the same columns as one, the rows numbered anew."""
    import pandas as pd  # noqa: PLC0415

    return pd.concat(frames, ignore_index=True)
