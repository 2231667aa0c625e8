"""Detection of UTF-8: where bytes are damaged UTF-8, and where they are UTF-8 by accident."""

from __future__ import annotations

import re
from typing import Final

from goanalyze.sgf.charset_detection import is_likelier
from goanalyze.sgf.multibyte import first_fault, is_text_of

SURE_UTF8: Final = 4
"""Number of characters of several bytes that are UTF-8 by accident in less than one of 10⁴ files."""
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
_FIRST_HIGH: Final = re.compile(rb"[\x80-\xff]")
_WINDOW: Final = 2**16  # bytes examined, from the first one that is not ASCII
_SURELY: Final = 10.0  # logarithm of the odds against bytes that are UTF-8 by accident: of two characters or more
_LEGACY: Final = ("gb18030", "cp949", "cp950", "cp932", "euc_jp")


def is_utf8_by_accident(data: bytes) -> bool:
    """Return True if bytes are UTF-8 of a few odd characters, and surely more plausible text of another charset."""
    if len(data) - len(data.decode()) >= SURE_UTF8:
        return False
    return any(is_text_of(data, name) and is_likelier(data, name, "utf-8", _SURELY) for name in _LEGACY)


def is_utf8_rather(data: bytes, charset: str) -> bool:
    """Return True if bytes that are UTF-8 and text of the charset of CA, both, are surely UTF-8."""
    text = data[:_WINDOW].decode(errors="ignore")
    is_long = len(text) - len(text.encode("ascii", errors="ignore")) >= SURE_UTF8
    return is_long or is_likelier(data, "utf-8", charset)


def is_damaged_utf8(data: bytes, *, is_declared: bool = False) -> bool:
    """Return True if most non-ASCII bytes form UTF-8 characters, as where names were cut in mid-character.

    A fifth of the characters of GBK and EUC-KR look like two-byte UTF-8 by accident, so that a name of two often is
    half UTF-8; of these there must be `SURE_UTF8`, and nearly nothing else. Longer ones are an accident in 1 of 80:
    half of the bytes are enough if there are two of them. Half are enough, too, where CA is UTF-8. In each case, a
    charset that reads all bytes, and makes more plausible text of them, is preferred.

    A program that took UTF-8 for Windows-1252 wrote the five bytes that this lacks as question marks (Fox, names in
    kana). The rest of such characters counts in addition to two whole ones of three bytes, as in ranks (``9段``).
    """
    runs = _high_runs(data)
    high = len(runs.translate(None, _ASCII))
    whole, plain = runs.decode("utf-8", errors="ignore"), len(runs) - high
    count, size = len(whole) - plain, len(whole.encode()) - plain
    more = size - 2 * count  # bytes: one of each character of three, two of each of four
    if 4 * more > high and len(set(whole)) - _ASCII_RUNS >= _SEVERAL:
        return True
    wide = len(whole.encode("utf-16-le")) // 2 - len(whole)
    long_count, long = more - wide, 3 * more - 2 * wide
    if long_count > 1:
        torn = 2 * len(_TORN.findall(runs))
        size, long = size + torn, long + torn
    is_likely = (is_declared and 2 * size >= high) or 2 * long > high or (2 * long == high and long_count > 1)
    if not is_likely and not (count >= SURE_UTF8 and 10 * size >= 9 * high):
        return False
    return not _is_legacy_rather(data, runs)


def _high_runs(data: bytes) -> bytes:
    """Return the question marks and the bytes that are not ASCII, with blanks between them, of the first such bytes."""
    first = _FIRST_HIGH.search(data)
    begin = first.start() if first else 0
    return b" ".join(data[begin : begin + _WINDOW].translate(_HIGH).split())


def _is_legacy_rather(data: bytes, high: bytes) -> bool:
    """Return True if bytes that look like damaged UTF-8 are whole and more plausible text of another charset."""
    if (_CUT.fullmatch(high) and len(_LONG.findall(high)) > 1) or len(_TORN.findall(high)) > 1:
        return False
    return any(first_fault(high, name) < 0 and is_likelier(data, name, "utf-8") for name in _LEGACY)
