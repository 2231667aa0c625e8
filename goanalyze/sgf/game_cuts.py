"""Games in bytes whose charset is not decided yet: boundaries, charsets, and texts that quote games.

The games of a file may be in several charsets, and a file can only be cut before it is decoded. So each game is read in
the charset of its own CA, byte by byte, as far as its last parenthesis.

A text of another kind is a record if it begins with a game, regardless of its name. A letter is one if its games are on
lines of their own, alone or after a title, and are whole games or most of the text. Other texts quote games at most.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from goanalyze.archives.non_records import is_letter, is_text
from goanalyze.sgf.charsets import VALUE, codec, mask, superset
from goanalyze.sgf.formats import recognize

_TITLED_GAME: Final = rb"\(\s*;[\s;]*[A-Z][A-Za-z0-9]{0,15}\s*\["
_HEADLESS_BEGIN: Final = rb"[;(]\s*[A-Z]{1,2}\["
_BEGIN: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + _TITLED_GAME + rb"|" + _HEADLESS_BEGIN + rb")")
_QUOTED: Final = re.compile(_TITLED_GAME)
_TITLE: Final = rb"^[^\n()\[\]{}<>=\"'`|,;#$*/\\]{0,40}"
_LINE: Final = re.compile(_TITLE + _TITLED_GAME, re.MULTILINE)
_PART: Final = re.compile(rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*\]?|[()]", re.DOTALL)
_LINE_END: Final = re.compile(rb"\s*?(?:\n|\Z|\()")
_MOVE: Final = re.compile(rb";\s*[BW]\[")
_MAIL: Final = re.compile(rb"\s*(?:From [^\n]*\n)?(?:[A-Za-z][\w-]{1,40}:[^\n]*\n(?:[ \t]+\S[^\n]*\n)*){2,}\r?\n")
_WHOLE_GAME: Final = 30  # moves
_MOST_OF_TEXT: Final = 0.5


def is_record(name: str, data: bytes) -> bool:
    """Return True if a text that is not named as a record is one."""
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


LATER_ROOT: Final = re.compile(rb"\(\s*+;\s*+(?![BW]\s*+\[)[A-Za-z]|\)\s*+\(\s*+[A-Z]{1,2}\[")
"""Bytes that may begin a further game: a node that does not begin with a move, as variations do, or lacks its ``;``."""

_GAME: Final = re.compile(rb"\(\s*+;\s*+(?:[A-Za-z0-9]++\s*+){0,2}(?:[\[;()]|\Z)")
_HEADLESS: Final = re.compile(rb"[\s\xef\xbb\xbf]*+[(;]\s*+[A-Z]{1,2}\[")
_INNER_ROOT: Final = re.compile(rb"\(\s*+;\s*+(?:GM|FF|SZ)\[")
_PARENTHESIS: Final = re.compile(rb"(?:[^()\[]++|" + VALUE + rb"\])*([()]|\[|\Z)", re.DOTALL)
_REST_OF_VALUE: Final = re.compile(VALUE[2:] + rb"\]", re.DOTALL)

_FIRST: Final = re.compile(rb"\(\s*+;\s*+(?:[A-Z]{2}\[[^\[\]\\\x80-\xff]{0,200}+\]\s*+)*?CA\[([^\[\]\\]{1,40})\]")
_CA: Final = re.compile(rb"CA[a-z\s]*+\[([^\[\]\\]*+)\]")
_OPENING: Final = re.compile(rb"\(?\s*+;?+")
_PROPERTY: Final = re.compile(rb"([A-Za-z][A-Za-z0-9\s]*+)?(" + VALUE + rb")\]|[;()]", re.DOTALL)
_BLANKS_AND_CASE: Final = bytes(range(33)) + bytes(range(ord("a"), ord("z") + 1))
_LONGEST_NAME: Final = 40
_MOST_NAMES: Final = 4  # charsets in which a root is read


def declared_charset(data: bytes) -> str | None:
    r"""Return the value of CA in the root of the game that begins some bytes; None without one.

    CA in a comment or a later node does not count. It may follow values in a charset whose characters include brackets:
    so the root is read in each charset that a CA names.

    Example:
        >>> declared_charset(b"(;C[CA[UTF-8\\]]SZ[9]CA[gb2312];B[aa]CA[UTF-8])")
        'gb2312'
    """
    if b"CA" not in data:
        return None
    if first := _FIRST.match(data):  # as most files begin
        return first[1].decode("latin-1").strip()
    names: set[str] = set()
    for match in _CA.finditer(data):
        name = match[1].decode("latin-1").strip()[:_LONGEST_NAME]
        if name not in names and _root_charset(mask(data[: match.end()], superset(codec(name) or ""))) == name:
            return name
        names.add(name)
        if len(names) == _MOST_NAMES:
            break
    return None


def _root_charset(masked: bytes) -> str | None:
    """Return the value of CA in a root whose characters include no brackets."""
    opening = _OPENING.match(masked)
    for match in _PROPERTY.finditer(masked, opening.end() if opening else 0):
        if match[2] is None:
            return None
        if match[1] and match[1].translate(None, _BLANKS_AND_CASE) == b"CA":
            return match[2][1:].decode("latin-1").strip()[:_LONGEST_NAME]
    return None


class _Root:
    """A game, or a variation that begins as a game does, and those inside it."""

    def __init__(self, offset: int, depth: int) -> None:
        self.offset, self.depth = offset, depth
        self.inner: list[int] = []


def game_starts(data: bytes, charset_of: Callable[[bytes, str | None], str]) -> list[int]:
    """Return the offsets at which the games of a file begin.

    A root inside a game begins the next game if the parentheses of the outer one never close: one is missing before it.

    Args:
        data: the file.
        charset_of: returns Python's name of the charset to read a game in, by its first bytes and the value of its CA.
    """
    first = next_game(data, 0, is_file_begin=True)
    bounds = [first, *(match.start() for match in LATER_ROOT.finditer(data, first + 1)), len(data)]
    starts: list[int] = []
    open_roots: list[_Root] = []
    if data.startswith(b";", first):
        open_roots.append(_Root(first, 0))
    depth, charset, is_in_value = len(open_roots), "", False
    for begin, end in pairwise(bounds):
        part = data[begin:end]
        if not is_in_value:
            declared = declared_charset(part)
            if not charset or not depth or declared is not None:
                charset = charset_of(part, declared)
        masked, offset = mask(part, charset), 0
        if is_in_value:
            rest = _REST_OF_VALUE.match(masked)
            offset, is_in_value = (rest.end(), False) if rest else (len(masked), True)
        while offset < len(masked):
            if not depth:
                offset = next_game(masked, offset) if begin + offset > first else 0
            match = _PARENTHESIS.match(masked, offset)
            assert match
            mark, offset = match[1], match.end()
            if mark == b"(":
                if not depth or _INNER_ROOT.match(masked, offset - 1):
                    open_roots.append(_Root(begin + offset - 1, depth))
                depth += 1
            elif mark == b")" and depth:
                depth -= 1
                if open_roots[-1].depth == depth:
                    closed = open_roots.pop()
                    (open_roots[-1].inner if open_roots else starts).append(closed.offset)
            else:
                is_in_value = mark == b"["
                break
    for root in open_roots:
        starts += [root.offset, *root.inner]
    return starts


def next_game(data: bytes, offset: int, *, is_file_begin: bool = False) -> int:
    """Return the offset of the next game, whose ``;`` may be missing at the file's begin and after another game."""
    is_begin = is_file_begin or data[offset - 1 : offset] == b")"
    if is_begin and (headless := _HEADLESS.match(data, offset)):
        return headless.end() - len(headless[0].lstrip(b" \t\r\n\v\f\xef\xbb\xbf"))
    match = _GAME.search(data, offset)
    return match.start() if match else len(data)
