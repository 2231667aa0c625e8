"""Names of charsets: those of IANA, of Python, of browsers and of old programs, as Python's codecs.

No bytes are examined here, except that a charset of SGF text has to keep brackets and letters as they are in ASCII.
"""

from __future__ import annotations

import codecs
import re
from encodings.aliases import aliases
from functools import lru_cache
from typing import Final

_SEPARATORS: Final = re.compile(r"[^0-9a-z]+")
_PREFIX: Final = re.compile(r"^(?:x|cs|charset|iso10646)+(?=.)")
_CODE_PAGE: Final = re.compile(r"^(?:windows|win|ms|ibm|cp|dos|codepage)+(\d{3,5})$")
_COMPRESSED: Final = {name.replace("_", ""): name for name in aliases.values()} | {
    alias.replace("_", ""): name for alias, name in aliases.items()
}
"""Python's names of charsets and their aliases without separators, with Python's name."""
_OTHER_NAMES: Final = {
    "unicode11utf8": "utf-8",
    "unicode20utf8": "utf-8",
    "utf8n": "utf-8",
    "utf8mb4": "utf-8",
    "65001": "utf-8",
    "gb": "gb2312",
    "cngb": "gb2312",
    "gb231280": "gb2312",
    "isoir58": "gb2312",
    "gbk2312": "gbk",
    "gb180302005": "gb18030",
    "gb180302022": "gb18030",
    "54936": "gb18030",
    "20936": "gb2312",
    "cnbig5": "big5",
    "big5eten": "big5",
    "big5e": "big5",
    "big5uao": "cp950",
    "big5hkscs2004": "big5hkscs",
    "951": "big5hkscs",
    "mskanji": "cp932",
    "31j": "cp932",
    "windows31j": "cp932",
    "943": "cp932",
    "shiftjis2004": "cp932",
    "shiftjisx0213": "cp932",
    "sjis2004": "cp932",
    "sjisx0213": "cp932",
    "shiftjisms": "cp932",
    "eucjpms": "euc_jp",
    "eucjpwin": "euc_jp",
    "extendedunixcodepackedformatforjapanese": "euc_jp",
    "51932": "euc_jp",
    "20932": "euc_jp",
    "jis": "iso2022_jp",
    "jisencoding": "iso2022_jp",
    "50220": "iso2022_jp",
    "50221": "iso2022_jp_ext",
    "50222": "iso2022_jp_ext",
    "50225": "iso2022_kr",
    "52936": "hz",
    "51949": "euc_kr",
    "ksc56011989": "euc_kr",
    "isoir149": "euc_kr",
    "ksc": "euc_kr",
    "1361": "johab",
    "874": "cp874",
    "isoir166": "tis_620",
    "tis6202533": "tis_620",
    "koi": "koi8_r",
    "koi8": "koi8_r",
    "20866": "koi8_r",
    "21866": "koi8_u",
    "koi8ru": "koi8_u",
    "koi8u": "koi8_u",
    "koi8t": "koi8_t",
    "1253": "cp1253",
    "logical": "iso8859_8",
    "visual": "iso8859_8",
    "iso88598i": "iso8859_8",
    "iso88598e": "iso8859_8",
    "iso88596i": "iso8859_6",
    "iso88596e": "iso8859_6",
    "suneugreek": "iso8859_7",
    "macukrainian": "mac_cyrillic",
    "10000": "mac_roman",
    "10007": "mac_cyrillic",
    "ansi": "cp1252",
    "8bit": "cp1252",
}
"""Names that Python does not know, in small letters and digits, with Python's name of the charset."""

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
            found = codecs.lookup(candidate).name
            "".encode(found)  # fails for a codec that does not encode text
        except (LookupError, ValueError):
            continue
        if found in _PYTHON_ONLY:
            continue
        return found.removesuffix("-sig") if _keeps_ascii(superset(found)) else None
    return None


def _candidates(name: str) -> list[str]:
    """Return names to look up: as written, then without quotes, prefixes and separators."""
    plain = name.strip(" \t\r\n\"'`<>{}()").lower()
    short = _SEPARATORS.sub("", plain)
    candidates = [plain]
    for key in (short, _PREFIX.sub("", short)):
        page = _CODE_PAGE.match(key)
        for each in (key, page[1] if page else key):
            candidates += [_OTHER_NAMES.get(each, ""), _COMPRESSED.get(each, "")]
        if page:
            candidates.append(f"cp{page[1]}")
    return [candidate for candidate in candidates if candidate]


def _keeps_ascii(name: str) -> bool:
    """Return True if brackets and letters mean themselves: SGF in EBCDIC or UTF-7 is not credible."""
    return _STRUCTURE.decode(name, errors="replace") == _STRUCTURE.decode("ascii")
