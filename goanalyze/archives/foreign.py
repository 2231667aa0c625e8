"""Files that are no records of games, and what they are: by name, or, where that says nothing, by the first bytes.

What may live here: names and signatures. Whether there is a game in such a file after all, its text decides.
"""

from __future__ import annotations

import re
from typing import Final

_RECORDS: Final = frozenset({"sgf", "mgt", "gib", "ngf", "ugf", "ugi"})
_PACKED: Final = frozenset({"gz", "bz2", "xz", "zst"})
_BY_SUFFIX: Final = {
    suffix: what
    for what, suffixes in {
        "a text": "txt md rst tex log nfo diz csv tsv json jsonl xml yaml yml toml ini cfg conf diff patch",
        "a web page": "htm html xhtml mht css js php url webloc",
        "a document": "pdf ps doc docx odt rtf xls xlsx ods ppt pptx epub djvu chm hlp",
        "a picture": "png jpg jpeg gif bmp svg ico webp tif tiff psd xcf",
        "sound": "mp3 wav ogg flac m4a mid wma",
        "a film": "mp4 avi mov mkv webm mpg mpeg wmv flv swf",
        "a program": "exe dll so msi bat cmd sh py pl rb lua c h cpp java class jar vbs ps1",
        "a database": "db sqlite sqlite3 mdb parquet",
        "a checksum": "md5 sha1 sha256 sfv sig asc",
        "a file of the system": "lnk ds_store",
    }.items()
    for suffix in suffixes.split()
}
_BY_NAME: Final = {
    "thumbs.db": "a file of the system",
    "ehthumbs.db": "a file of the system",
    "desktop.ini": "a file of the system",
    **dict.fromkeys(("readme", "license", "licence", "copying", "changelog", "authors", "makefile"), "a text"),
}
_BY_BYTES: Final = tuple(
    (re.compile(pattern, re.DOTALL | re.IGNORECASE), what)
    for pattern, what in (
        (rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|BM....\0\0\0\0|RIFF....WEBP|II\*\0|MM\0\*", "a picture"),
        (rb"%PDF-|%!PS|\{\\rtf|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document"),
        (rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head)", "a web page"),
        (rb"ID3|OggS|fLaC|RIFF....WAVE", "sound"),
        (rb"....ftyp|RIFF....AVI |\x1a\x45\xdf\xa3", "a film"),
        (rb"MZ.{58}|\x7fELF|#!|\xca\xfe\xba\xbe", "a program"),
        (rb"SQLite format 3\0|PAR1", "a database"),
        (rb"goanalyze baseline \d", "a text"),
    )
)
_HEAD: Final = 100


def what_it_is(name: str, data: bytes) -> str:
    r"""Return what a file is that is no record of a game; empty for one that may be.

    Args:
        name: of a file or member.
        data: its bytes, unpacked.

    Example:
        >>> [what_it_is(*file) for file in (("a/README.TXT.gz", b""), ("b", b"\x89PNG\r\n"), ("b.sgf", b"\x89PNG\r\n"))]
        ['a text', 'a picture', '']
    """
    name = name.replace("\\", "/").rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    if suffix in _PACKED:
        name = stem
        stem, dot, suffix = name.rpartition(".")
    if dot and suffix in _RECORDS:
        return ""
    if known := _BY_NAME.get(name) or (_BY_SUFFIX.get(suffix) if dot else ""):
        return known
    return next((what for pattern, what in _BY_BYTES if pattern.match(data[:_HEAD])), "")
