"""Text files with one game per line that are too large to be read at once: cut at line ends into pieces.

A cut is where a line that ends in ``)`` is followed by one that begins with ``(;``. The cuts depend on the file alone:
the first such place from each multiple of `PIECE` on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import BinaryIO, Final

from goanalyze.archives.files import open_file
from goanalyze.archives.members import DAMAGE, WHOLE, Blob, Span, UnreadableError, check_size
from goanalyze.vocabulary.faults import blame_surroundings, sentence

PIECE: Final = 4 * 2**20
"""Bytes of a piece, about: a few thousand games."""

_CUT = re.compile(rb"\)[ \t]{0,16}(?:\r?\n){1,8}(?=\(;)")
_LINE = re.compile(rb"\(;[^\r\n]*\)[ \t]*\r?")
_HEAD = 2**20  # looked at to tell whether each line is a game
_OVERLAP = 64  # a cut is shorter than this, what is looked at behind it included
_BLOCK = 2**18


def has_lines(path: str) -> bool:
    """Return whether a file has one game per line, as far as its beginning tells."""
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
    except DAMAGE as error:
        blame_surroundings(error, f"{path} cannot be read")
        return False
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return len(lines) > 2 and all(_LINE.fullmatch(line) for line in lines[:-1] if line.strip())


def read_pieces(path: str, source: str, span: Span = WHOLE, wanted: Collection[str] | None = None) -> Iterator[Blob]:
    """Yield the pieces of a file, or those that begin in some multiples of `PIECE`.

    Args:
        path: the file.
        source: its name in tables.
        span: which multiples, counted from 0.
        wanted: names of the pieces to be read; all if not given.
    """
    try:
        with open_file(path) as file:
            size = file.seek(0, 2)
            number, begin = span.first, _cut(file, span.first, size)
            while begin < size and (span.stop is None or number < span.stop):
                end = _cut(file, number + 1, size)
                name = f"bytes {begin}-{end}"  # the last one is not in it
                if end > begin and (wanted is None or name in wanted):
                    try:
                        check_size(end - begin)
                        file.seek(begin)
                        yield Blob(source, name, file.read(end - begin))
                    except UnreadableError as error:
                        yield error.blob(source, name)
                number, begin = max(number + 1, end // PIECE), end  # a long line has several multiples in it
    except DAMAGE as error:
        blame_surroundings(error, f"{source} cannot be read")
        yield Blob(source, "", b"", "GO001", f"cannot be read: {sentence(error)}")


def _cut(file: BinaryIO, number: int, size: int) -> int:
    """Return where the piece begins that a multiple of `PIECE` has."""
    if not number:
        return 0
    place = number * PIECE - _OVERLAP
    while place < size:
        file.seek(place)
        block = file.read(_BLOCK)
        for found in _CUT.finditer(block):
            if place + found.end() >= number * PIECE:
                return place + found.end()
        if len(block) < _BLOCK:
            break
        place += len(block) - _OVERLAP
    return size
