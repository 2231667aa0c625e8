"""Findings about files as a whole: GO003, and what their readers said (GO001, GO002, GO004, GO011–GO013, GO9xx)."""

from __future__ import annotations

from typing import Final

from goanalyze.sgf.charset import Text
from goanalyze.vocabulary.finding import Finding

_UNREAD: Final = frozenset({"GO001", "GO002", "GO004", "GO901", "GO902", "GO903"})
"""What keeps a file from being read at all; any other finding about a file is of its text."""


def file_findings(text: Text, games: int) -> list[Finding]:
    """Return what is to be said of a file as a whole; the last one is what the files table tells.

    Args:
        text: the file.
        games: how many games were found in it.
    """
    found = []
    if text.code:
        offset = text.offset if text.offset >= 0 else None
        found.append(Finding(text.code, text.message, text.source, text.member, offset=offset))
    if not games and text.code not in _UNREAD:
        found.append(Finding("GO003", "no SGF game tree was found in it", text.source, text.member))
    return found
