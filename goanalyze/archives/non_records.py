"""Files that are not game records, and their kinds by name and first bytes.

Scope: names and signatures. `goanalyze.sgf.game_cuts` decides whether a text contains a record all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from goanalyze.util.numbers import plural

_RECORDS: Final = frozenset({"sgf", "sgfs", "mgt", "gib", "ngf", "ugf", "ugi"})
"""Endings of records. Those of `goanalyze.sgf.formats.FORMATS` are among them."""
_COMPRESSED: Final = frozenset({"gz", "bz2", "xz", "zst"})
TEXT: Final = "text"
UNKNOWN: Final = "unknown file"
_KIND_BY_SUFFIX: Final = {
    suffix: kind
    for kind, suffixes in {
        TEXT: "txt text md markdown rst tex log nfo diz csv tsv json jsonl ipynb xml yaml yml toml ini cfg conf diff "
        "patch eml mbox in out am ac m4 mk el lisp clj scm tst gtp po sql",
        "web page": "htm html xhtml mht css js mjs jsx ts tsx vue svelte php url webloc",
        "document": "pdf ps doc docx odt rtf xls xlsx ods ppt pptx epub djvu chm hlp",
        "picture": "png jpg jpeg gif bmp svg ico webp tif tiff psd xcf xpm",
        "sound": "mp3 wav ogg flac m4a mid wma aif aiff au",
        "film": "mp4 avi mov mkv webm mpg mpeg wmv flv swf",
        "program": "exe dll so msi bat cmd sh py pyc pl rb lua c cc cpp cxx h hpp m mm cs fs go rs zig nim java kt kts "
        "scala groovy gradle swift dart class jar vbs ps1 pas hs ml ex exs erl jl r tcl awk o a",
        "database": "db sqlite sqlite3 mdb parquet",
        "checksum": "md5 sha1 sha256 sfv sig asc",
        "system file": "lnk ds_store",
    }.items()
    for suffix in suffixes.split()
}
_KIND_BY_NAME: Final = {
    "thumbs.db": "system file",
    "ehthumbs.db": "system file",
    "desktop.ini": "system file",
    **dict.fromkeys(("readme", "license", "licence", "copying", "changelog", "authors", "makefile"), TEXT),
}
_LETTERS: Final = frozenset({"", "txt", "text", "nfo", "diz", "eml", "mbox"})
"""Suffixes of texts in which people send or store games. Their plain text may surround a record."""

_BINARY_SIGNATURES: Final = tuple(
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|BM....\0\0\0\0|RIFF....WEBP|II\*\0|MM\0\*", "picture"),
        (rb"8BPS\0|\xffO\xffQ|\0\0\x01\0[^\0]\0|\0\0\0\x0cjP  |....ftyp(?:avif|hei[cx])", "picture"),
        (rb"%PDF-|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|AT&TFORM", "document"),
        (rb"ID3[\x02-\x04]|OggS\0|fLaC\0|RIFF....WAVE|FORM....AIF[FC]|MThd\0\0\0\x06", "sound"),
        (rb"....ftyp|RIFF....AVI |\x1a\x45\xdf\xa3|\0\0\x01\xba|FLV\x01|[CF]WS[\x01-\x20]", "film"),
        (rb"MZ..\0|MZ.\0|\x7fELF|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe|\0asm\x01\0", "program"),
        (rb"SQLite format 3\0|PAR1", "database"),
        (rb"PK\x03\x04", "archive"),
    )
)
_TEXT_SIGNATURES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), kind)
    for pattern, kind in (
        (rb"%!PS|\{\\rtf", "document"),
        (rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|svg|\?xml)", "web page"),
        (rb"#!", "program"),
        (rb"goanalyze baseline \d", TEXT),
    )
)
_MEDIA: Final = frozenset({"picture", "sound", "film"})
_HEAD: Final = 100
_CONTROLS: Final = bytes({*range(32)} - set(b"\t\n\v\f\r\x1a\x1b"))
_MAX_CONTROLS: Final = 0.01  # of a text; by chance, every tenth byte is one
_LISTED: Final = 3  # names in a message
_MAX_NAME: Final = 40  # characters


def binary_kind_of(data: bytes) -> str:
    """Return the kind of a file that its first bytes show not to be a record; empty for others."""
    if data.startswith(b"(;"):  # as nearly all records do
        return ""
    head = data[:_HEAD]
    return next((kind for pattern, kind in _BINARY_SIGNATURES if pattern.match(head)), "")


def non_record_kind_of(name: str, data: bytes) -> str:
    """Return the kind of a file that is not named as a record; empty for one that is."""
    name, suffix = _name_and_suffix(name)
    if suffix in _RECORDS:
        return ""
    if kind := _KIND_BY_NAME.get(name) or _KIND_BY_SUFFIX.get(suffix):
        return kind
    head = data[:_HEAD]
    return binary_kind_of(head) or next(
        (kind for pattern, kind in _TEXT_SIGNATURES if pattern.match(head)),
        TEXT if is_text(head) or data.startswith((b"\xff\xfe", b"\xfe\xff")) else UNKNOWN,
    )


def record_sizes(names: Sequence[str], sizes: Sequence[int]) -> Sequence[int]:
    """Return the sizes of files in bytes, 0 for pictures, sounds and films by name: they are not decoded."""
    if all(name.endswith(".sgf") for name in names):
        return sizes
    return [
        0 if _KIND_BY_SUFFIX.get(_name_and_suffix(name)[1]) in _MEDIA else size
        for name, size in zip(names, sizes, strict=True)
    ]


def is_letter(name: str, data: bytes) -> bool:
    """Return True if a text may be one in which a record is sent or stored between other lines.

    Others, such as tables, web pages, programs and READMEs, quote games at most.
    """
    name, suffix = _name_and_suffix(name)
    is_other = name in _KIND_BY_NAME or name.partition(".")[0] in _KIND_BY_NAME
    is_known = suffix in _LETTERS or suffix not in _KIND_BY_SUFFIX
    return is_known and not is_other and not any(pattern.match(data[:_HEAD]) for pattern, _ in _TEXT_SIGNATURES)


def is_text(data: bytes) -> bool:
    """Return True if bytes of a charset that contains ASCII are text: nearly free of control characters."""
    return len(data) - len(data.translate(None, _CONTROLS)) <= _MAX_CONTROLS * len(data)


def non_records_message(kinds: Mapping[str, int], names: list[str], quoting: int) -> str:
    """Return the message about the non-records of an archive or folder."""
    count = sum(kinds.values())
    by_kind = ", ".join(plural(kinds[kind], kind) for kind in sorted(kinds, key=lambda kind: (-kinds[kind], kind)))
    listed = [name.replace("\\", "/").rpartition("/")[2] for name in names[:_LISTED]]
    short = [name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1]}…" for name in listed]
    more = f" and {count - len(short):,} more" if count > len(short) else ""
    verb = "is not a game record" if count == 1 else "are not game records"
    message = f"{plural(count, 'file')} {verb}: {by_kind} ({', '.join(short)}{more})."
    if quoting:
        subject = "It quotes" if count == 1 else "1 of them quotes" if quoting == 1 else f"{quoting:,} of them quote"
        message += f" {subject} games, which are read only from files that are named as inputs."
    return message


def _name_and_suffix(name: str) -> tuple[str, str]:
    """Return the last part of a path and its suffix, in lower case, without the suffix of a compression."""
    name = name.replace("\\", "/").rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    if suffix in _COMPRESSED:
        name = stem
        stem, dot, suffix = name.rpartition(".")
    return name, suffix if dot else ""
