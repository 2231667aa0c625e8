"""Detection of UTF-8: where bytes are damaged UTF-8, and where they are UTF-8 by accident."""

from __future__ import annotations

import re
from typing import Final

from goanalyze.sgf.charset_detection import is_likelier
from goanalyze.sgf.multibyte import first_fault, is_text_of

SURE_UTF8: Final = 4
"""Number of characters of several bytes that are UTF-8 by accident in less than one of 10⁴ files."""
_MULTIBYTE: Final = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
_UTF8: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_CUT: Final = re.compile(
    rb"(?:[\xe0-\xef](?:\?[\x80-\xbf]|[\x80-\xbf]\?)| |\?"
    rb"|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
    rb"|(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})(?= |\Z))*"
)
"""Runs of UTF-8 of which some end within a character, or have a question mark for a byte of one."""
_ASCII_RUNS: Final = 2  # blank and question mark, between and in runs of bytes that are not ASCII
_SEVERAL: Final = 3  # different characters of three bytes are too many for an accident
_LONG: Final = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")
_TORN: Final = re.compile(rb"[\xe0-\xef](?:\?[\x80-\xbf]|[\x80-\xbf]\?)")  # of three bytes, one written as "?"
_ASCII: Final = bytes(range(128))
_HIGH: Final = bytes(byte if byte >= 0x80 or byte == ord("?") else ord(" ") for byte in range(256))
"""Translation that blanks out all but question marks and the bytes that are not ASCII."""
_WINDOW: Final = 2**16  # bytes examined at once where a list of all matches in a file of noise would be too long
_SURELY: Final = 10.0  # logarithm of the odds against bytes that are UTF-8 by accident: of two characters or more
_LEGACY: Final = ("gb18030", "cp949", "cp950", "cp932", "euc_jp")


def is_utf8_by_accident(data: bytes) -> bool:
    """Return True if bytes are UTF-8 of a few odd characters, and surely more plausible text of another charset."""
    if len(data) - len(data.decode()) >= SURE_UTF8:
        return False
    return any(is_text_of(data, name) and is_likelier(data, name, "utf-8", _SURELY) for name in _LEGACY)


def is_utf8_rather(data: bytes, charset: str) -> bool:
    """Return True if bytes that are UTF-8 and text of the charset of CA, both, are surely UTF-8."""
    characters = _MULTIBYTE.findall(data[:_WINDOW])
    return len(characters) >= SURE_UTF8 or is_likelier(data, "utf-8", charset)


def is_damaged_utf8(data: bytes, *, is_declared: bool = False) -> bool:
    """Return True if most non-ASCII bytes form UTF-8 characters, as where names were cut in mid-character.

    A fifth of the characters of GBK and EUC-KR look like two-byte UTF-8 by accident, so that a name of two often is
    half UTF-8; of these there must be `SURE_UTF8`, and nearly nothing else. Longer ones are an accident in 1 of 80:
    half of the bytes are enough if there are two of them. Half are enough, too, where CA is UTF-8. In each case, a
    charset that reads all bytes, and makes more plausible text of them, is preferred.

    A program that took UTF-8 for Windows-1252 wrote the five bytes that this lacks as question marks (Fox, names in
    kana). The rest of such characters counts in addition to two whole ones of three bytes, as in ranks (``9段``).
    """
    high = count = size = long_count = long = 0  # non-ASCII bytes; characters and their bytes, all and the longer ones
    torn = 0  # bytes of characters that lost one
    for begin in range(0, len(data), _WINDOW):  # a character across the border of two windows counts for nothing
        runs = b" ".join(data[begin : begin + _WINDOW].translate(_HIGH).split())
        high += len(runs.translate(None, _ASCII))
        if len(data) <= _WINDOW and (characters := _mostly_long(runs, high)) is not None:
            return characters >= _SEVERAL or not _is_legacy_rather(data)
        lengths = list(map(len, _UTF8.findall(runs)))
        short = lengths.count(2)
        count, size = count + len(lengths), size + sum(lengths)
        long_count, long = long_count + len(lengths) - short, long + sum(lengths) - 2 * short
        if 2 * long > high and begin + _WINDOW >= len(data):  # torn ones could only add to that
            return not _is_legacy_rather(data)
        torn += 2 * len(_TORN.findall(runs))
    if long_count > 1:
        size, long = size + torn, long + torn
    is_likely = (is_declared and 2 * size >= high) or 2 * long > high or (2 * long == high and long_count > 1)
    if not is_likely and not (count >= SURE_UTF8 and 10 * size >= 9 * high):
        return False
    return not _is_legacy_rather(data)


def _mostly_long(runs: bytes, high: int) -> int | None:
    """Return the number of different characters if surely most bytes form UTF-8 characters of three or four.

    Of these bytes, of which a number is not ASCII, decoding counts at once the bytes and characters that are left. Each
    character of three bytes has one more than two, each of four has two more, and none of two any: so those of three
    and four have at least twice that number of bytes.
    """
    whole, plain = runs.decode("utf-8", errors="ignore"), len(runs) - high
    more = len(whole.encode()) - plain - 2 * (len(whole) - plain)
    return len(set(whole)) - _ASCII_RUNS if 4 * more > high else None


def _is_legacy_rather(data: bytes) -> bool:
    """Return True if bytes that look like damaged UTF-8 are whole and more plausible text of another charset."""
    high = b" ".join(data[:_WINDOW].translate(_HIGH).split())
    if (_CUT.fullmatch(high) and len(_LONG.findall(high)) > 1) or len(_TORN.findall(high)) > 1:
        return False
    return any(first_fault(high, name) < 0 and is_likelier(data, name, "utf-8") for name in _LEGACY)
