"""Patterns of paths, as ``old/**`` and ``*.sgf``: which files of folders and archives are meant.

What may live here: texts of paths, and whether a pattern is of one. No file is looked at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from goanalyze.archives.blobs import printable
from goanalyze.errors import OptionError

_PARTS: Final = re.compile(r"\*\*/|\*\*|.", re.DOTALL)
_MEANINGS: Final = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_UP: Final = re.compile(r"(?:\.{1,2}/)+")


@lru_cache
def pattern_of(text: str) -> re.Pattern[str]:
    """Return what matches the paths that a pattern is of: those of a file, and of a folder or archive with all in it.

    ``*`` and ``?`` stand for anything but a slash, ``**`` for anything. It may begin in any folder of the path; with a
    slash at its beginning, in the first one. Upper and lower case are alike.

    Raises:
        OptionError: there is nothing in it.

    Example:
        >>> paths = ("old/a.sgf", "games/old/2003/b.SGF", "older/c.sgf", "d.zip/old.sgf")
        >>> for text in ("old", "old/*.sgf", "old/**.sgf", "/old/**", "*.sgf", "d.zip"):
        ...     print([number for number, path in enumerate(paths) if pattern_of(text).fullmatch(path)])
        [0, 1]
        [0]
        [0, 1]
        [0]
        [0, 1, 2, 3]
        [3]
    """
    inner = text.removeprefix("./").strip("/")
    if not inner:
        raise OptionError(f"{text!r} is no pattern of paths; give one such as '*.sgf' or 'old/**'")
    told = "".join(_MEANINGS.get(part) or re.escape(part) for part in _PARTS.findall(inner))
    return re.compile(f"{'' if text.startswith('/') else '(?:.*/)?'}{told}(?:/.*)?", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Patterns:
    """Which files are read of folders and archives.

    Attributes:
        include: only files that one of these is of; all without any.
        exclude: no file, folder or archive that one of these is of.

    Raises:
        OptionError: one is none.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for text in (*self.include, *self.exclude):
            pattern_of(text)

    def refuse(self, path: str) -> bool:
        """Return whether nothing at a path, and below it, is read."""
        return any(pattern_of(text).fullmatch(path) for text in self.exclude)

    def take(self, path: str) -> bool:
        """Return whether a file is read."""
        is_included = not self.include or any(pattern_of(text).fullmatch(path) for text in self.include)
        return is_included and not self.refuse(path)


ALL_FILES: Final = Patterns()
"""No pattern: every file is read."""


class Roots:
    """The folders and files that were given to the check, from which paths go on.

    Args:
        given: what the user gave as input.
    """

    def __init__(self, given: Iterable[str]) -> None:
        roots = {_slashed(printable(path)).rstrip("/") + "/" for path in given}
        self._roots = sorted(roots, key=len, reverse=True)

    def below(self, source: str) -> str:
        """Return a path from the folder on that was given; of a file that was itself given, its name.

        Example:
            >>> Roots(["/data/games/"]).below("/data/games/2024/a.sgf"), Roots(["a/b.zip"]).below("a/b.zip")
            ('2024/a.sgf', 'b.zip')
        """
        path = _slashed(source)
        return next((path[len(root) :] for root in self._roots if path.startswith(root)), path.rpartition("/")[2])

    def place(self, source: str, member: str = "") -> str:
        """Return the path that patterns are of: an absolute one begins with the folder given; archives are folders.

        Example:
            >>> Roots(["/data/games"]).place("/data/games/old.zip", "in.zip!a.sgf")
            'games/old.zip/in.zip/a.sgf'
            >>> Roots(["data/games"]).place("data/games/a.sgf")
            'data/games/a.sgf'
            >>> Roots(["../games"]).place("../games/a.sgf")
            'games/a.sgf'
        """
        path = _slashed(source)
        root = next((root for root in self._roots if path.startswith(root)), "")
        if root and (path.startswith("/") or ":/" in path):
            path = path[root.rstrip("/").rfind("/") + 1 :]
        path = path[found.end() :] if (found := _UP.match(path)) else path  # the same from any working folder
        return f"{path}/{member.replace('!', '/')}" if member else path.lstrip("/")


def _slashed(path: str) -> str:
    return path.replace("\\", "/") if os.sep == "\\" else path
