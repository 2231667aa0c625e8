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
    **dict.fromkeys(("gb18030", "gbk", "cp950", "big5", "big5hkscs"), rb"\x81-\xfe"),
    "johab": rb"\x84-\xf9",
    **dict.fromkeys(("cp932", "shift_jis"), rb"\x81-\x84\x87-\x9f\xe0-\xfc"),
}
"""First bytes of characters of two bytes whose second one may be a bracket."""
_TRAILS: Final = rb"[\x30-\x39\x40-\x7e\x80-\xfe]"
_BROKEN: Final = {"cp932": b"\x85"}
"""A byte that is invalid before a bracket, where 0xFF is a character."""
_WINDOW: Final = 2**16

_ISO_2022_JP: Final = re.compile(rb"\x1b\$.*?(?:\x1b\([BJ]|\Z)", re.DOTALL)
_SHIFTED: Final = {
    "hz": re.compile(rb"~\{.*?(?:~\}|\n|\Z)", re.DOTALL),
    "iso2022_kr": re.compile(rb"\x0e[^\x0f\n]*"),
    **{f"iso2022_jp{variant}": _ISO_2022_JP for variant in ("", "_1", "_2", "_2004", "_3", "_ext")},
}
"""Stretches of text between the escapes of charsets with state."""

_NEXT: Final = (
    rb"\s*+(?:[A-Z]{1,2}\s*+\[|;\s*+(?:[A-Z]{1,2}\s*+\[|[;()]|\Z)|\)\s*+(?:[();]|\Z)"
    rb"|\(\s*+;(?!\s*+(?:CA|GM|FF|SZ)\s*+\[))"
)
"""The structure that follows a value: a property, a node, a variation, or the end of a tree."""
VALUE: Final = rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*"
"""A value without its end, for patterns in which a dot matches any byte."""
_VALUES: Final = re.compile(VALUE + rb"(?:\]|\\?\Z)", re.DOTALL)
_ESCAPED_END: Final = re.compile(rb"\\\]" + _NEXT)
_BETWEEN: Final = re.compile(rb"[\s();A-Za-z0-9]*+")


class CharsetText(NamedTuple):
    """Bytes as text of a charset.

    Attributes:
        text: the text, with U+FFFD for bytes that form no character.
        raw: bytes in which no character includes a byte of the record's structure.
        fault: first byte of `raw` that is not text of the charset, −1 if all are.
        dropped: offsets in `raw` before each of which one byte of the file is left out, in ascending order.
        broken: number of first bytes of characters that have lost their second one, replaced by an invalid byte.
    """

    text: str
    raw: bytes
    fault: int = -1
    dropped: tuple[int, ...] = ()
    broken: int = 0


def is_stateful(charset: str) -> bool:
    """Return True if the bytes of a character depend on those before it, as in ISO 2022 with its escapes."""
    return charset in _SHIFTED


def hides_structure(charset: str) -> bool:
    """Return True if a byte of a character can be a bracket."""
    return charset in _LEADS or charset in _SHIFTED


def mask(data: bytes, charset: str) -> bytes:
    """Return bytes of the same length in which characters that may include brackets are 0xFF."""
    if charset in _LEADS and not data.isascii():
        return b"".join(_masked_windows(data, charset))
    if charset in _SHIFTED:
        return _SHIFTED[charset].sub(lambda match: b"\xff" * len(match[0]), data)
    return data


def read_text(data: bytes, charset: str) -> CharsetText:
    r"""Decode bytes, undo escapes inside characters, and separate characters from brackets that end values.

    Programs that work on bytes escape the second byte of a character: 表 of Shift_JIS, 95 5C, becomes 95 5C 5C. A name
    that was cut after the first byte of a character would make one of its last byte and the closing bracket. Neither
    is changed unless the record makes more sense then.

    Example:
        >>> read_text(b"(;PB[\x95\\\\]PW[\xb1])", "cp932").text
        '(;PB[表]PW[ｱ])'
        >>> read_text("(;PB[Weiß]PW[Schwarz])".encode("cp1252"), "gb18030").raw
        b'(;PB[Wei\xff]PW[Schwarz])'
    """
    raw, fault, broken = data, -1, 0
    dropped: tuple[int, ...] = ()
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        text, fault = "", error.start
    if charset in _LEADS and (fault >= 0 or not _has_same_brackets(text, data)):
        raw, dropped, broken = _separated(data, charset)
        if raw is not data and (fault := first_fault(raw, charset)) < 0:
            text = raw.decode(charset)
    return CharsetText(raw.decode(charset, errors="replace") if fault >= 0 else text, raw, fault, dropped, broken)


def first_fault(data: bytes, charset: str) -> int:
    """Return the first byte that is not text of a charset; −1 if all are."""
    try:
        data.decode(charset)
    except UnicodeDecodeError as error:
        return error.start
    return -1


def is_text_of(data: bytes, charset: str) -> bool:
    """Return True if all bytes are text of a charset, and no character includes a bracket that ends a value."""
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        if charset not in _LEADS or b"\\" not in data[: error.start + 2]:
            return False
    else:
        if charset not in _LEADS or _has_same_brackets(text, data):
            return True
    raw, _, broken = _separated(data, charset)
    return not broken and first_fault(raw, charset) < 0


def _has_same_brackets(text: str, data: bytes) -> bool:
    """Return True if no character of a text includes a bracket or a backslash."""
    return text.count("]") == data.count(b"]") and text.count("\\") == data.count(b"\\")


def _separated(data: bytes, charset: str) -> tuple[bytes, tuple[int, ...], int]:
    """Return `CharsetText.raw`, `CharsetText.dropped` and `CharsetText.broken`."""
    doubtful = list(_doubtful_characters(data, charset))
    if not doubtful:
        return data, (), 0
    oddities = _oddities(mask(data, charset))
    dropped: tuple[int, ...] = ()
    escapes = [offset + 1 for offset in doubtful if data[offset + 1] == ord("\\")]
    if escapes and oddities:
        bounds = [-1, *escapes, len(data)]
        plain = b"".join(data[before + 1 : after] for before, after in pairwise(bounds))
        fewer = _oddities(mask(plain, charset))
        if fewer < oddities:
            data, oddities, dropped = plain, fewer, tuple(offset - n for n, offset in enumerate(escapes))
            doubtful = list(_doubtful_characters(data, charset))
    broken = [offset for offset in doubtful if data[offset + 1] == ord("]")]
    if broken:
        changed = bytearray(data)
        for offset in broken:
            changed[offset : offset + 1] = _BROKEN.get(charset, b"\xff")
        if _oddities(mask(bytes(changed), charset)) < len(broken) + oddities:
            return bytes(changed), dropped, len(broken)
    return data, dropped, 0


def _oddities(masked: bytes) -> int:
    """Return the number of places with text between values, or with an escaped bracket before a property."""
    end = max(masked.find(b"("), 0)
    count = 0
    for value in _VALUES.finditer(masked, end):
        count += _BETWEEN.fullmatch(masked, end, value.start()) is None
        count += sum(1 for _ in _ESCAPED_END.finditer(masked, value.start(), value.end()))
        count += not value[0].endswith(b"]")
        end = value.end()
    return count + (_BETWEEN.fullmatch(masked, end) is None)


def _masked_windows(data: bytes, charset: str) -> Iterator[bytes]:
    """Yield the masked bytes of a text in stretches: all matches in a file of noise at once would be too many."""
    begin = 0
    while begin < len(data):
        masked = _character(charset).sub(b"\xff\xff", data[begin : begin + _WINDOW])
        begin += len(masked)
        if begin < len(data) and 0x80 < masked[-1] < 0xFF:  # the first byte of a character
            masked, begin = masked[:-1], begin - 1
        yield masked


@lru_cache(maxsize=16)
def _character(charset: str) -> re.Pattern[bytes]:
    return re.compile(rb"[%s]%s" % (_LEADS[charset], _TRAILS))


@lru_cache(maxsize=16)
def _up_to_doubtful(charset: str) -> re.Pattern[bytes]:
    """Return the pattern of text up to a character before an escape, or that includes a bracket before structure."""
    lead, doubt = _LEADS[charset], rb"(?:\\[\\\]]|\]" + _NEXT + rb")"
    # the backreference keeps the text before as it was matched: an atomic group, which older Pythons match wrongly
    text = rb"(?:[^%b]++|[%b](?!%b)(?:%b)?){0,1000}" % (lead, lead, doubt, _TRAILS)
    return re.compile(rb"(?=(?P<before>%b))(?P=before)(?:([%b])(?=%b))?" % (text, lead, doubt))


def _doubtful_characters(data: bytes, charset: str) -> Iterator[int]:
    """Yield the offsets of characters whose second byte may be an escape, or the bracket that ends a value."""
    pattern, end = _up_to_doubtful(charset), 0
    while (match := pattern.match(data, end)) and match.end() > end:
        end = match.end()
        if match[2]:
            yield match.start(2)
            end += 1
