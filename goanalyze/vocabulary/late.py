"""Regular expressions that are compiled when they are first used: most of a run's are never asked anything.

Compiling those for results, dates and other formats in words is a thirtieth of the start.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Final, cast

_METHODS: Final = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")


class _Late:
    """Stands for an expression; from its first use on it has the methods of the compiled one as its own."""

    def __init__(self, *told: Any) -> None:
        """Take what `re.compile` takes."""
        self._told = told

    def __getattr__(self, name: str) -> Any:
        """Compile it; what copies and pickles ask for is no method of an expression."""
        if name.startswith("_"):
            raise AttributeError(name)
        compiled = re.compile(*self._told)
        vars(self).update({each: getattr(compiled, each) for each in _METHODS})
        return getattr(compiled, name)


def late(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression as `re.compile` does, which is compiled when it is first used.

    Example:
        >>> late(r"([BW])[+]").match("B+R").group(1)
        'B'
    """
    return cast("re.Pattern[AnyStr]", _Late(pattern, flags))
