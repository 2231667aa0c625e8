r"""Charsets in which a bracket, a backslash or a parenthesis may be part of a character.

The second byte of a character of GBK, Big5, Shift_JIS or Johab can be ``[``, ``\`` or ``]``. In ISO 2022 and HZ every
byte of ASCII can be part of one. Scope: bytes and characters; which charset a text is in is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

_LEADS: Final = {
    "gb18030": rb"\x81-\xfe",
    "gbk": rb"\x81-\xfe",
    "cp950": rb"\x81-\xfe",
    "big5": rb"\x81-\xfe",
    "big5hkscs": rb"\x81-\xfe",
    "johab": rb"\x84-\xf9",
    "cp932": rb"\x81-\x9f\xe0-\xfc",
    "shift_jis": rb"\x81-\x9f\xe0-\xfc",
}
"""First bytes of characters of two bytes whose second one may be a bracket."""
_TRAILS: Final = rb"[\x30-\x39\x40-\x7e\x80-\xfe]"
_FIRST_TRAIL: Final = 0x40  # lower second bytes, the digits of GB 18030, are followed by a further first byte
_BROKEN: Final = {"cp932": b"\x85"}
"""A byte that is invalid before a bracket, where 0xFF is a character."""

_STATEFUL: Final = frozenset(
    {"hz", "iso2022_kr", "iso2022_jp", *(f"iso2022_jp_{variant}" for variant in ("1", "2", "2004", "3", "ext"))}
)
_SHIFTED: Final = {
    "hz": re.compile(rb"~\{.*?(?:~\}|\n|\Z)", re.DOTALL),
    "iso2022_kr": re.compile(rb"\x0e[^\x0f\n]*"),
}
"""Stretches of text between the escapes of charsets with state."""
_SHIFTED_ISO_2022: Final = re.compile(rb"\x1b\$.*?(?:\x1b\([BJ]|\Z)", re.DOTALL)

_NEXT: Final = rb"\s*(?:;?\s*[A-Z]{1,2}\s*\[|;\s*(?:[;()]|\Z)|\)\s*(?:[();]|\Z)|\(\s*;(?!\s*(?:CA|GM|FF|SZ)\s*\[))"
"""The structure that follows a value: a property, a node, a variation, or the end of a tree."""
_VALUE: Final = re.compile(rb"\[[^\]\\]*(?:\\.[^\]\\]*)*(?:\]|\Z)", re.DOTALL)
_ESCAPED_END: Final = re.compile(rb"\\\]" + _NEXT)
_BETWEEN: Final = re.compile(rb"[\s();A-Za-z0-9]*")


class Prepared(NamedTuple):
    """The bytes of a text as its charset means them.

    Attributes:
        data: bytes in which no character includes a byte of the record's structure.
        dropped: offsets in `data` before each of which one byte of the file is left out, in ascending order.
        broken: number of first bytes of characters that have lost their second one, replaced by an invalid byte.
    """

    data: bytes
    dropped: tuple[int, ...] = ()
    broken: int = 0


def is_stateful(charset: str) -> bool:
    """Return True if the bytes of a character depend on those before it, as in ISO 2022 with its escapes."""
    return charset in _STATEFUL


def hides_structure(charset: str) -> bool:
    """Return True if a byte of a character can be a bracket."""
    return charset in _LEADS or charset in _STATEFUL


def mask(data: bytes, charset: str) -> bytes:
    r"""Return bytes of the same length in which brackets and backslashes inside characters are 0xFF.

    Example:
        >>> mask("(;PB[表])".encode("cp932"), "cp932")
        b'(;PB[\x95\xff])'
    """
    if charset in _LEADS:
        masked = bytearray(data)
        for offset in _first_bytes(data, charset, _before(charset, rb"[\[\\\]]")):
            masked[offset + 1] = 0xFF
        return bytes(masked)
    if charset in _STATEFUL:
        return _SHIFTED.get(charset, _SHIFTED_ISO_2022).sub(lambda match: b"\xff" * len(match[0]), data)
    return data


def prepare(data: bytes, charset: str) -> Prepared:
    r"""Undo escapes inside characters, and separate characters from brackets that end values.

    Programs that work on bytes escape the second byte of a character: 表 of Shift_JIS, 95 5C, becomes 95 5C 5C. A name
    that was cut after the first byte of a character would make one of its last byte and the closing bracket. Neither
    is changed unless the record makes more sense then.

    Example:
        >>> prepare(b"(;PB[\x95\\\\]PW[\xb1])", "cp932").data
        b'(;PB[\x95\\]PW[\xb1])'
        >>> prepare("(;PB[Weiß]PW[Schwarz])".encode("cp1252"), "gb18030").data
        b'(;PB[Wei\xff]PW[Schwarz])'
    """
    if charset not in _LEADS:
        return Prepared(data)
    doubtful = list(_first_bytes(data, charset, _before(charset, rb"\\[\\\]]|\]" + _NEXT)))
    if not doubtful:
        return Prepared(data)
    oddities = _oddities(mask(data, charset))
    dropped: tuple[int, ...] = ()
    escapes = [offset + 1 for offset in doubtful if data[offset + 1] == ord("\\")]
    if escapes and oddities:
        plain = _without(data, escapes)
        fewer = _oddities(mask(plain, charset))
        if fewer < oddities:
            data, oddities, dropped = plain, fewer, tuple(offset - n for n, offset in enumerate(escapes))
    broken = list(_first_bytes(data, charset, _before(charset, rb"\]" + _NEXT)))
    if broken:
        changed = bytearray(data)
        for offset in broken:
            changed[offset : offset + 1] = _BROKEN.get(charset, b"\xff")
        if _oddities(mask(bytes(changed), charset)) < len(broken) + oddities:
            return Prepared(bytes(changed), dropped, len(broken))
    return Prepared(data, dropped)


def _oddities(masked: bytes) -> int:
    """Return how often text is between values, or an escaped bracket is followed by a property, in a record."""
    end = max(masked.find(b"("), 0)
    count = 0
    for value in _VALUE.finditer(masked, end):
        count += _BETWEEN.fullmatch(masked, end, value.start()) is None
        count += sum(1 for _ in _ESCAPED_END.finditer(masked, value.start(), value.end()))
        count += not value[0].endswith(b"]")
        end = value.end()
    return count + (_BETWEEN.fullmatch(masked, end) is None)


def _without(data: bytes, offsets: list[int]) -> bytes:
    """Return bytes without those at some offsets."""
    bounds = [-1, *offsets, len(data)]
    return b"".join(data[before + 1 : after] for before, after in pairwise(bounds))


@lru_cache(maxsize=64)
def _before(charset: str, pattern: bytes) -> re.Pattern[bytes]:
    """Return the pattern of a byte that can begin a character of two, before bytes of another pattern."""
    return re.compile(rb"[%s](?=%s)" % (_LEADS[charset], pattern))


@lru_cache(maxsize=16)
def _character(charset: str) -> re.Pattern[bytes]:
    return re.compile(rb"[%s]%s" % (_LEADS[charset], _TRAILS))


def _first_bytes(data: bytes, charset: str, candidates: re.Pattern[bytes]) -> Iterator[int]:
    """Yield those of some offsets at which a character of two bytes begins.

    Characters are counted from the last byte before that cannot be part of one, or from the offset before.
    """
    known = 0
    for candidate in candidates.finditer(data):
        offset = begin = candidate.start()
        while begin > known and data[begin - 1] >= _FIRST_TRAIL:
            begin -= 1
        last = -1
        for character in _character(charset).finditer(data, begin, offset + 2):
            last, known = character.start(), character.end()
        if last == offset:
            yield offset
