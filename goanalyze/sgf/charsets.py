r"""Charsets: their names as Python's codecs, and those in which a bracket or backslash may be part of a character.

Names are those of IANA, of Python, of browsers and of old programs. A charset of SGF text has to keep brackets and
letters as they are in ASCII. The second byte of a character of GBK, Big5, Shift_JIS or Johab can be ``[``, ``\`` or
``]``. In ISO 2022 and HZ every byte of ASCII can be part of one. Scope: the charset of a text is decided elsewhere.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from encodings.aliases import aliases
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

_SEPARATORS: Final = re.compile(r"[^0-9a-z]+")
_PREFIX: Final = re.compile(r"^(?:x|cs|charset|iso10646)+(?=.)")
_CODE_PAGE: Final = re.compile(r"^(?:windows|win|ms|ibm|cp|dos|codepage)+(\d{3,5})$")
_COMPRESSED: Final = {name.replace("_", ""): name for name in aliases.values()} | {
    alias.replace("_", ""): name for alias, name in aliases.items()
}
"""Python's names of charsets and their aliases without separators, with Python's name."""
_OTHER_NAMES: Final = {
    "utf-8": "unicode11utf8 unicode20utf8 utf8n utf8mb4 65001",
    "gb2312": "gb cngb gb231280 isoir58 20936",
    "gbk": "gbk2312",
    "gb18030": "gb180302005 gb180302022 54936",
    "big5": "cnbig5 big5eten big5e",
    "cp950": "big5uao",
    "big5hkscs": "big5hkscs2004 951",
    "cp932": "mskanji 31j windows31j 943 shiftjis2004 shiftjisx0213 sjis2004 sjisx0213 shiftjisms",
    "euc_jp": "eucjpms eucjpwin extendedunixcodepackedformatforjapanese 51932 20932",
    "iso2022_jp": "jis jisencoding 50220",
    "iso2022_jp_ext": "50221 50222",
    "iso2022_kr": "50225",
    "hz": "52936",
    "euc_kr": "51949 ksc56011989 isoir149 ksc",
    "johab": "1361",
    "cp874": "874",
    "tis_620": "isoir166 tis6202533",
    "koi8_r": "koi koi8 20866",
    "koi8_u": "21866 koi8ru koi8u",
    "koi8_t": "koi8t",
    "cp1253": "1253",
    "iso8859_8": "logical visual iso88598i iso88598e",
    "iso8859_6": "iso88596i iso88596e",
    "iso8859_7": "suneugreek",
    "mac_cyrillic": "macukrainian 10007",
    "mac_roman": "10000",
    "cp1252": "ansi 8bit",
}
"""Python's names of charsets, and names that Python does not know, in small letters and digits."""
_BY_OTHER_NAME: Final = {other: name for name, others in _OTHER_NAMES.items() for other in others.split()}

_SUPERSETS: Final = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "cp950",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "iso8859-11": "cp874",
}
"""Charsets and the superset that programs write when they name them (WHATWG, *Encoding Standard*, section 4.2)."""

_EXTENSIONS: Final = {
    "cp950": ("big5hkscs",),
    "big5hkscs": ("cp950",),
    "euc_jp": ("euc_jis_2004", "euc_jisx0213"),
    "iso2022_jp": ("iso2022_jp_ext", "iso2022_jp_2", "iso2022_jp_2004"),
    "cp932": ("shift_jis",),
    "gb18030": (),
}
"""Charsets that contain characters which a charset lacks, although programs call both by one name."""

_PYTHON_ONLY: Final = frozenset(
    {"mbcs", "oem", "undefined", "unicode-escape", "raw-unicode-escape", "idna", "punycode"}
)
_STRUCTURE: Final = bytes(byte for byte in range(32, 127) if byte != ord("~"))  # "~" is an escape in HZ


def superset(name: str) -> str:
    """Return the charset that programs write when they name another one."""
    return _SUPERSETS.get(name, name)


def extensions(name: str) -> tuple[str, ...]:
    """Return further charsets to try where the bytes contain characters that a charset lacks."""
    return _EXTENSIONS.get(name, ())


@lru_cache(maxsize=256)
def codec(name: str) -> str | None:
    """Return Python's name of a charset that SGF can be written in, byte by byte; None for any other name.

    Example:
        >>> [codec(name) for name in ("GB_2312-80", "x-gbk", " 'Shift JIS' ", "windows-31j", "unicode-1-1-utf-8")]
        ['gb2312', 'gbk', 'shift_jis', 'cp932', 'utf-8']
    """
    for candidate in _candidates(name):
        try:
            charset = codecs.lookup(candidate).name
            "".encode(charset)  # fails for a codec that does not encode text
        except (LookupError, ValueError):
            continue
        if charset in _PYTHON_ONLY:
            continue
        # brackets and letters mean themselves: SGF in EBCDIC or UTF-7 is not credible
        keeps_ascii = _STRUCTURE.decode(superset(charset), errors="replace") == _STRUCTURE.decode("ascii")
        return charset.removesuffix("-sig") if keeps_ascii else None
    return None


def _candidates(name: str) -> list[str]:
    """Return names to look up: as written, then without quotes, prefixes and separators."""
    plain = name.strip(" \t\r\n\"'`<>{}()").lower()
    short = _SEPARATORS.sub("", plain)
    candidates = [plain]
    for key in (short, _PREFIX.sub("", short)):
        page = _CODE_PAGE.match(key)
        for each in (key, page[1] if page else key):
            candidates += [_BY_OTHER_NAME.get(each, ""), _COMPRESSED.get(each, "")]
        if page:
            candidates.append(f"cp{page[1]}")
    return [candidate for candidate in candidates if candidate]


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
