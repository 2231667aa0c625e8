"""Records of other formats, turned into SGF text whose every place leads back to the bytes of the file.

What may live here: what the bytes of a format mean, one reader for each, and the `sheet.Sheet` that they write on. No
charset is decided here, no value is judged and no rule of Go is known: the text goes on as that of any SGF file does.

=======  ==========================  ==================================================================================
format   server                      reader
=======  ==========================  ==================================================================================
``gib``  Tygem (타이젬, 弈城)          `gib`
``ngf``  WBaduk, Cyberoro            `ngf`
``ugf``  Panda-Net (IGS)             `ugf`, for UGF and UGI; `review` for the variations and comments of UGI
=======  ==========================  ==================================================================================

None of the three has a published description. What is read was inferred from eight real files and held against public
converters, and each reader says which of its facts come from where. What is not known is not guessed: komi and result
are written as the file has them, or kept as text that no number is read from.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.choices import FileFormat
from goanalyze.sgf.formats import gib, ngf, ugf
from goanalyze.sgf.formats.sheet import Converted, Sheet

_HEAD: Final = 4_000  # bytes in which a format shows itself
_MARK: Final = b"\xef\xbb\xbf"
GAME: Final = re.compile(rb"\(\s*;")
"""How a game begins in SGF."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of records.

    Attributes:
        name: which it is.
        signs: finds, line by line, what no other text has.
        read: writes what a text in UTF-8 says on a sheet.
        charset: finds what the file calls its charset, if the format has a place for that.
    """

    name: FileFormat
    signs: re.Pattern[bytes]
    read: Callable[[bytes, Sheet], None]
    charset: re.Pattern[bytes] | None = None


FORMATS: Final = (
    Format(FileFormat.GIB, gib.SIGNS, gib.read),
    Format(FileFormat.UGF, ugf.SIGNS, ugf.read, ugf.CHARSET),
    Format(FileFormat.NGF, ngf.SIGNS, ngf.read),
)


def recognise(data: bytes) -> Format | None:
    r"""Return the format of a record, by its content; None for SGF and for what is no record.

    Example:
        >>> recognise(b"\\HS\n\\[GAMENAME=Free\\]\n").name.value, recognise(b"(\n;GM[1]C[\n\\HS])")
        ('gib', None)
    """
    if data.startswith(b"(;"):  # as nearly all are
        return None
    head = data[:_HEAD].removeprefix(_MARK)
    if GAME.match(head.lstrip()):
        return None
    for each in FORMATS:
        found = each.signs.search(head)
        if found and not GAME.search(head, 0, found.start()):
            return each
    return None


def named_charset(data: bytes) -> str | None:
    r"""Return what a record of another format calls its charset, None for nothing.

    Example:
        >>> named_charset(b"[Header]\r\nLang=SJIS\r\n")
        'SJIS'
    """
    format_ = recognise(data)
    found = format_.charset.search(data[:_HEAD]) if format_ and format_.charset else None
    return found[1].decode("latin-1").strip() or None if found else None


def converted(data: bytes) -> Converted | None:
    r"""Return a record of another format as SGF text; None for SGF and for what is no record.

    Args:
        data: the text, in UTF-8.

    Example:
        >>> converted(b"[Header]\nPlayerB=Ito,3d\nHdcp=0,6.50\n[Data]\nQD,B1,1,0\nYA,W1,2,0\n").data
        b'(;PB[Ito]BR[3d]HA[0]KM[6.50];B[qd];W[])\n'
    """
    format_ = recognise(data)
    if format_ is None:
        return None
    sheet = Sheet(data)
    format_.read(data, sheet)
    made = sheet.converted(format_.name.value)
    return made if made.data or not GAME.search(data) else None
