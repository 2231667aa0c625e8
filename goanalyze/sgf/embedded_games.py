"""Texts of other kinds that contain SGF: whether they are records, or quote games.

A text that begins with a game is a record, regardless of its name. A letter is one if its games are on lines of their
own, alone or after a title, and are whole games or most of the text. Any other text quotes games at most.
"""

from __future__ import annotations

import re
from typing import Final

from goanalyze.archives.non_records import is_letter, is_text
from goanalyze.sgf.formats import recognize

_GAME: Final = rb"\(\s*;[\s;]*[A-Z][A-Za-z0-9]{0,15}\s*\["
_HEADLESS: Final = rb"[;(]\s*[A-Z]{1,2}\["
_BEGIN: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + _GAME + rb"|" + _HEADLESS + rb")")
_QUOTED: Final = re.compile(_GAME)
_TITLE: Final = rb"^[^\n()\[\]{}<>=\"'`|,;#$*/\\]{0,40}"
_LINE: Final = re.compile(_TITLE + _GAME, re.MULTILINE)
_PART: Final = re.compile(rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*\]?|[()]", re.DOTALL)
_LINE_END: Final = re.compile(rb"\s*?(?:\n|\Z|\()")
_MOVE: Final = re.compile(rb";\s*[BW]\[")
_MAIL: Final = re.compile(rb"\s*(?:From [^\n]*\n)?(?:[A-Za-z][\w-]{1,40}:[^\n]*\n(?:[ \t]+\S[^\n]*\n)*){2,}\r?\n")
_WHOLE_GAME: Final = 30  # moves
_MOST_OF_TEXT: Final = 0.5


def is_record(name: str, data: bytes) -> bool:
    r"""Return True if a text that is not named as a record is one.

    Args:
        name: name of the file or member.
        data: the text in UTF-8.

    Example:
        >>> [is_record(name, b"See\n(;SZ[9];B[ee];W[ce])\n") for name in ("game.txt", "README.md", "a.csv")]
        [True, False, False]
    """
    if _BEGIN.match(data):
        return True
    if not is_letter(name, data) or not is_text(data):
        return False
    return recognize(data) is not None or _contains_games(data)


def quotes_game(data: bytes) -> bool:
    """Return True if a text contains the beginning of a game."""
    return is_text(data) and _QUOTED.search(data) is not None


def _contains_games(data: bytes) -> bool:
    """Return True if a letter has a whole game between its lines, consists mostly of games, or is a mail with one."""
    mail_header = _MAIL.match(data)
    offset = mail_header.end() if mail_header else 0
    size, covered = len(data[offset:].strip()), 0
    while game := _LINE.search(data, offset):
        begin = data.index(b"(", game.start())
        offset = _end_of_game(data, begin)
        if _LINE_END.match(data, offset):
            covered += offset - begin
            if mail_header or len(_MOVE.findall(data, begin, offset)) >= _WHOLE_GAME:
                return True
    return covered >= _MOST_OF_TEXT * size > 0


def _end_of_game(data: bytes, begin: int) -> int:
    """Return the offset after the parenthesis that closes the one at an offset, or the end of the text."""
    depth = 0
    for part in _PART.finditer(data, begin):
        if part[0] == b"(":
            depth += 1
        elif part[0] == b")":
            depth -= 1
            if depth == 0:
                return part.end()
    return len(data)
