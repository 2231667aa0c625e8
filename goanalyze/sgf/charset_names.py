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
