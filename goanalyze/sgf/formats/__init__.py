"""Records of other formats, converted to SGF text with the offset of each piece in the file.

Scope: the meaning of the bytes of each format, with one reader each, and the `sgf_writer.SgfWriter` that they write to.
Charsets are decided before. Values are judged after, as those of any SGF file.

=======  ==========================  ==================================================================================
format   server                      reader
=======  ==========================  ==================================================================================
``gib``  Tygem (타이젬, 弈城)          `gib`
``ngf``  WBaduk, Cyberoro            `ngf`
``ugf``  Panda-Net (IGS)             `ugf`, for UGF and UGI; `review` for the variations and comments of UGI
=======  ==========================  ==================================================================================

None of them has a published description. The readers were inferred from real files and checked against public
converters, and each reader names the source of its facts. Unknown fields are not guessed: komi and result are written
as in the file, or kept as text from which no number is read.

A reader has these duties:

- It recognizes its format by content, regardless of the name of the file: `SIGNS` match no other format and no prose.
- A file may contain several games. Each is written between `SgfWriter.open` and `SgfWriter.close`.
- Each line of the moves is read or noted. Bytes that are changed or missing raise no error.
- A line that is cut off gives no move: a record that was cut off has the moves before the cut and no others.
- Notes are GO313 for a line that is not understood (`SgfWriter.note_skipped`), GO314 for moves out of number
  (`SgfWriter.check_number`), GO315 for a missing header or end and for another number of moves than stated, and GO316
  for two values that contradict each other.

Helpers are `sgf_writer.lines`, `number`, `board_size`, `date_to_ff4` and `result_to_ff4`, and `goanalyze.points` with
`from_gtp` and `from_sgf` for the names of points.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.choices import FileFormat
from goanalyze.sgf.formats import gib, ngf, ugf
from goanalyze.sgf.formats.sgf_writer import BYTE_ORDER_MARK, ConvertedRecord, SgfWriter

_HEAD: Final = 4_000  # bytes in which the signs of a format occur
GAME: Final = re.compile(rb"\(\s*;")
"""The beginning of a game in SGF."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of records.

    Attributes:
        name: name of the format.
        signs: pattern, line by line, that no other text matches.
        read: function that writes a text in UTF-8 with a writer.
        endings: endings of the names of its files. `archives/non_records.py` lists those of all records.
        charset: pattern of the charset's name, if the format has a field for it.
    """

    name: FileFormat
    signs: re.Pattern[bytes]
    read: Callable[[bytes, SgfWriter], None]
    endings: tuple[str, ...]
    charset: re.Pattern[bytes] | None = None


FORMATS: Final = (
    Format(FileFormat.GIB, gib.SIGNS, gib.read, ("gib",)),
    Format(FileFormat.UGF, ugf.SIGNS, ugf.read, ("ugf", "ugi"), ugf.CHARSET),
    Format(FileFormat.NGF, ngf.SIGNS, ngf.read, ("ngf",)),
)


def recognize(data: bytes) -> Format | None:
    """Return the format of a record by its content; None for SGF and for other files."""
    if data.startswith(b"(;"):  # as nearly all are
        return None
    head = data[:_HEAD].removeprefix(BYTE_ORDER_MARK)
    if GAME.match(head.lstrip()):
        return None
    for format_ in FORMATS:
        sign = format_.signs.search(head)
        if sign and not GAME.search(head, 0, sign.start()):
            return format_
    return None


def named_charset(data: bytes) -> str | None:
    """Return the charset that a record of another format names; None without one."""
    format_ = recognize(data)
    match = format_.charset.search(data[:_HEAD]) if format_ and format_.charset else None
    return match[1].decode("latin-1").strip() or None if match else None


def convert(data: bytes) -> ConvertedRecord | None:
    r"""Return a record of another format as SGF text; None for SGF and for other files.

    Example:
        >>> convert(b"[Header]\nPlayerB=Ito,3d\nHdcp=0,6.50\n[Data]\nQD,B1,1,0\nYA,W1,2,0\n").data
        b'(;PB[Ito]BR[3d]HA[0]KM[6.50];B[qd];W[])\n'
    """
    format_ = recognize(data)
    if format_ is None:
        return None
    writer = SgfWriter(data)
    format_.read(data, writer)
    record = writer.record(format_.name.value)
    return record if record.data or not GAME.search(data) else None
