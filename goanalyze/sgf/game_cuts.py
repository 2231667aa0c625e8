r"""Boundaries of games in bytes whose charset is not decided yet, and the charset that the root of a game names.

The games of a file may be in several charsets, and a file can only be cut before it is decoded. So each game is read
in the charset of its own CA, byte by byte, as far as its last parenthesis. Scope: bytes; nothing is decoded here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from goanalyze.sgf.charset_names import codec, superset
from goanalyze.sgf.multibyte import hides_structure, mask

LATER_ROOT: Final = re.compile(rb"\(\s*;\s*(?![BW]\s*\[)[A-Za-z]|\)\s*\(\s*[A-Z]{1,2}\[")
"""Bytes that may begin a further game: a node that does not begin with a move, as variations do, or lacks its ``;``."""

_VALUE: Final = rb"\[[^\]\\]*(?:\\.[^\]\\]*)*(?:\]|\Z)"
_OPENING: Final = re.compile(rb"\(?\s*;?")
_PROPERTY: Final = re.compile(rb"([A-Za-z][A-Za-z0-9\s]*)?(" + _VALUE + rb")|[;()]", re.DOTALL)
_TOKEN: Final = re.compile(_VALUE + rb"|[()]", re.DOTALL)
_GAME: Final = re.compile(rb"\(\s*;(?:\s*[A-Za-z0-9]*){2}\s*(?:[\[;()]|\Z)")
_HEADLESS: Final = re.compile(rb"[\s\xef\xbb\xbf]*[(;]\s*[A-Z]{1,2}\[")
_ROOT: Final = re.compile(rb"\(\s*;\s*(?:GM|FF|SZ)\[")
_BLANKS_AND_CASE: Final = bytes(range(33)) + bytes(range(ord("a"), ord("z") + 1))
_FIRST: Final = re.compile(rb"\(\s*;\s*(?:[A-Z]{2}\[[^\[\]\\\x80-\xff]{0,200}\]\s*)*CA\[([^\[\]\\]{1,40})\]")
_LONGEST_NAME: Final = 40
_WINDOW: Final = 2**12
_ENOUGH: Final = 2**12  # bytes of a game that show whether its parentheses close
_MOST_ROOTS: Final = 128  # of nested variations with root properties, as in the tokenizer
_CLOSING_WITHIN: Final = 2**18


def declared_charset(data: bytes, begin: int = 0) -> str | None:
    r"""Return the value of CA in the root of the game that begins at an offset; None without one.

    CA in a comment or a later node does not count. It may follow values in a charset whose characters include brackets.

    Example:
        >>> declared_charset(b"(;C[CA[UTF-8\\]]SZ[9]CA[gb2312];B[aa]CA[UTF-8])")
        'gb2312'
    """
    return _declared_charset(data, begin) if data.find(b"CA", begin) >= 0 else None


def _declared_charset(data: bytes, begin: int) -> str | None:
    if first := _FIRST.match(data, begin):  # as most files begin
        return first[1].decode("latin-1").strip()
    if (name := _root_charset(data, begin, "")) is not None:
        return name
    for family in ("cp932", "gb18030", "iso2022_jp", "hz"):
        name = _root_charset(data, begin, family)
        if name is not None and hides_structure(superset(codec(name) or "")):
            return name
    return None


def _root_charset(data: bytes, begin: int, family: str) -> str | None:
    """Return the value of CA in a root, read as text of a charset of several bytes, or of none."""
    size = _WINDOW
    while True:
        is_whole = begin + size >= len(data)
        name, is_known = _charset_in(mask(data[begin : begin + size], family))
        if is_known or is_whole:
            return name if is_known else None
        size *= 4


def _charset_in(masked: bytes) -> tuple[str | None, bool]:
    """Return the value of CA in a root, and True if it is known: the root ends in the text, or CA does."""
    opening = _OPENING.match(masked)
    for match in _PROPERTY.finditer(masked, opening.end() if opening else 0):
        if match[2] is None:
            return None, True
        if match[1] and match[1].translate(None, _BLANKS_AND_CASE) == b"CA" and match[2].endswith(b"]"):
            return match[2][1:-1].decode("latin-1").strip()[:_LONGEST_NAME], True
    return None, False


def game_starts(data: bytes, charset_of: Callable[[bytes, str | None], str]) -> list[int]:
    """Return the offsets at which the games of a file begin.

    Args:
        data: the file.
        charset_of: returns Python's name of the charset to read a game in, by its first bytes and the value of its CA.
    """
    starts: list[int] = []
    begin, ca = next_game(data, 0, is_file_begin=True), 0
    while begin < len(data):
        starts.append(begin)
        if 0 <= ca < begin or not ca:
            ca = data.find(b"CA", begin)  # once for all games before it
        later = LATER_ROOT.search(data, begin + 1)
        head = data[begin : later.start() if later else len(data)]
        end = _end_of_game(
            data, begin, charset_of(head, _declared_charset(data, begin) if ca >= 0 else None), len(head)
        )
        begin = next_game(data, end)
    return starts


def next_game(data: bytes, offset: int, *, is_file_begin: bool = False) -> int:
    """Return the offset of the next game, whose ``;`` may be missing at the file's begin and after another game."""
    is_begin = is_file_begin or data[offset - 1 : offset] == b")"
    if is_begin and (headless := _HEADLESS.match(data, offset)):
        return headless.end() - len(headless[0].lstrip(b" \t\r\n\v\f\xef\xbb\xbf"))
    match = _GAME.search(data, offset)
    return match.start() if match else len(data)


def _end_of_game(data: bytes, begin: int, charset: str, size: int) -> int:
    """Return the offset after the last parenthesis of a game whose first bytes, of a number, are read first."""
    while True:
        is_whole = begin + size >= len(data)
        end = _end_in(mask(data[begin : begin + size], charset), is_enough=is_whole or size >= _ENOUGH)
        if end >= 0 or is_whole:
            return begin + end if end >= 0 else len(data)
        size *= 4


def _end_in(masked: bytes, *, is_enough: bool) -> int:
    """Return the offset after the last parenthesis of the game that begins a text; −1 if it does not end there.

    A root inside a game begins the next game if its parentheses do not close: one is missing before it.
    """
    depth = 1
    for token in _TOKEN.finditer(masked, 1):
        if token[0] == b"(":
            if _ROOT.match(masked, token.start()) and not _closes(masked, token.start(), depth):
                return token.start() if is_enough else -1
            depth += 1
        elif token[0] == b")":
            depth -= 1
            if depth == 0:
                return token.end()
    return -1


def _closes(masked: bytes, offset: int, depth: int) -> bool:
    """Return True if the open parentheses close again in a text from an offset on."""
    roots = 0
    for token in _TOKEN.finditer(masked, offset, offset + _CLOSING_WITHIN):
        if token[0] == b"(":
            depth += 1
            roots += _ROOT.match(masked, token.start()) is not None
            if roots > _MOST_ROOTS:
                return False
        elif token[0] == b")":
            depth -= 1
            if depth == 0:
                return True
    return False
