"""Patterns of paths, such as ``old/**`` and ``*.sgf``, which select files of folders and archives.

Scope: texts of paths. No file is looked up.
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

_TOKENS: Final = re.compile(r"\*\*/|\*\*|.", re.DOTALL)
_WILDCARDS: Final = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_PARENTS: Final = re.compile(r"\A(?:\.{1,2}/)+")


@lru_cache
def compile_pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern of paths. It matches files, and folders and archives with all that they contain.

    ``*`` and ``?`` match anything but a slash, ``**`` matches anything. A pattern may begin in any folder of a path,
    one with a slash at its beginning in the first folder only. Upper and lower case are alike.

    Example:
        >>> paths = ("old/a.sgf", "games/old/2003/b.SGF", "older/c.sgf", "d.zip/old.sgf")
        >>> for text in ("old", "old/*.sgf", "old/**.sgf", "/old/**", "*.sgf", "d.zip"):
        ...     print([number for number, path in enumerate(paths) if compile_pattern(text).fullmatch(path)])
        [0, 1]
        [0]
        [0, 1]
        [0]
        [0, 1, 2, 3]
        [3]
    """
    inner = text.removeprefix("./").strip("/")
    if not inner:
        raise OptionError(f"{text!r} is not a valid pattern of paths. Expected one such as '*.sgf' or 'old/**'.")
    translated = "".join(_WILDCARDS.get(token) or re.escape(token) for token in _TOKENS.findall(inner))
    return re.compile(f"{'' if text.startswith('/') else '(?:.*/)?'}{translated}(?:/.*)?", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns that select files of folders and archives.

    Attributes:
        include: patterns of the files that are read; empty for all files.
        exclude: patterns of the files, folders and archives that are not read.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for text in (*self.include, *self.exclude):
            compile_pattern(text)

    def excludes(self, path: str) -> bool:
        """Return True if a path, and all below it, is not read."""
        return any(compile_pattern(text).fullmatch(path) for text in self.exclude)

    def selects(self, path: str) -> bool:
        """Return True if a file is read."""
        is_included = not self.include or any(compile_pattern(text).fullmatch(path) for text in self.include)
        return is_included and not self.excludes(path)


ALL_FILES: Final = Patterns()
"""No pattern: every file is read."""


class Roots:
    """The inputs of a check, to which the paths of its sources are relative."""

    def __init__(self, inputs: Iterable[str]) -> None:
        roots = {_slashed(printable(path)).rstrip("/") + "/" for path in inputs}
        self._roots = sorted(roots, key=len, reverse=True)

    def relative_path(self, source: str) -> str:
        """Return the path of a source relative to its input; the name of a source that is an input itself."""
        path = _slashed(source)
        return path.removeprefix(root) if (root := self._root_of(path)) else path.rpartition("/")[2]

    def pattern_path(self, source: str, member: str = "") -> str:
        """Return the path to which patterns apply: absolute ones begin with the input's name, archives are folders.

        Example:
            >>> Roots(["/data/games"]).pattern_path("/data/games/old.zip", "in.zip!a.sgf")
            'games/old.zip/in.zip/a.sgf'
            >>> Roots(["data/games"]).pattern_path("data/games/a.sgf")
            'data/games/a.sgf'
            >>> Roots(["../games"]).pattern_path("../games/a.sgf")
            'games/a.sgf'
        """
        path = _slashed(source)
        root = self._root_of(path)
        if root and (path.startswith("/") or ":/" in path):
            path = path[root.rstrip("/").rfind("/") + 1 :]
        path = _PARENTS.sub("", path)  # the same from any working folder
        return f"{path}/{member.replace('!', '/')}" if member else path.lstrip("/")

    def _root_of(self, path: str) -> str:
        """Return the innermost input that contains a path; empty without one."""
        return next((root for root in self._roots if path.startswith(root)), "")


def _slashed(path: str) -> str:
    return path.replace("\\", "/") if os.sep == "\\" else path
