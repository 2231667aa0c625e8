"""Text files with one game per line that are too large to be read at once: cut at line ends into pieces.

A cut is between a line that is a whole game, with a value in it, and a line that begins with ``(;``. No cut changes the
games: if such a line is in a comment, its first ``]`` ends the comment, and all that follows is read alike with and
without the cut. Cuts depend on the file alone: a piece begins at the first possible cut from a multiple of `PIECE` on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import accumulate
from typing import BinaryIO, Final

from goanalyze.archives.blobs import ALL_MEMBERS, DATA_ERRORS, Blob, MemberRange, UnreadableError, check_size
from goanalyze.archives.files import open_file
from goanalyze.util.faults import raise_resource_failure, sentence

PIECE: Final = 4 * 2**20
"""Bytes of a piece, approximately: a few thousand games."""

_CUT: Final = re.compile(rb"\)[ \t]{0,16}(?:\r?\n){1,8}(?=\(;)")
_LINE: Final = re.compile(rb"\(;[^\r\n]*\)[ \t]*\r?")
_VALUE: Final = re.compile(rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*\]", re.DOTALL)
_NO_SYNTAX: Final = bytes({*range(256)} - set(b"()[]\\\n"))
_HEAD: Final = 2**20  # bytes that show if each line is a game
_MAX_LINE: Final = 2**20  # bytes of the line before a cut
_MAX_CUT: Final = 64  # bytes that `_CUT` matches
_BLOCK: Final = _MAX_LINE + 2**18
_TORN: Final = "damaged, or not one game per line: a game goes beyond these bytes, and is cut in two; split the file"


def has_lines(path: str) -> bool:
    """Return True if a file begins with one game per line."""
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
    except DATA_ERRORS as error:
        raise_resource_failure(error, f"{path} cannot be read")
        return False
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return len(lines) > 2 and all(_LINE.fullmatch(line) for line in lines[:-1] if line.strip())


def read_pieces(
    path: str, source: str, part: MemberRange = ALL_MEMBERS, members: Collection[str] | None = None
) -> Iterator[Blob]:
    """Yield the pieces of a file, or those that begin in some multiples of `PIECE`."""
    try:
        with open_file(path) as file:
            size = file.seek(0, 2)
            number, begin = part.first, _cut(file, part.first, size)
            while begin < size and (part.stop is None or number < part.stop):
                end = _cut(file, number + 1, size)
                name = f"bytes {begin}-{end}"  # without the byte at the end
                if end > begin and (members is None or name in members):
                    try:
                        check_size(end - begin)
                        file.seek(begin)
                        data = file.read(end - begin)
                        yield Blob(source, name, data, *(() if _is_whole(data) else ("GO002", _TORN)))
                    except UnreadableError as error:
                        yield error.blob(source, name)
                number, begin = max(number + 1, end // PIECE), end  # a long line contains several multiples
    except DATA_ERRORS as error:
        raise_resource_failure(error, f"{source} cannot be read")
        yield Blob(source, "", b"", "GO001", f"cannot be read: {sentence(error)}")


def _cut(file: BinaryIO, number: int, size: int) -> int:
    """Return the offset of the first cut from a multiple of `PIECE` on."""
    start = number * PIECE
    offset = max(0, start - _MAX_LINE)
    while start and offset < size:
        file.seek(offset)
        block = file.read(_BLOCK)
        for match in _CUT.finditer(block, max(0, start - offset - _MAX_CUT)):
            begin = block.rfind(b"\n", 0, match.start()) + 1
            is_complete = begin > 0 or not offset  # otherwise the line may begin before the block
            if offset + match.end() >= start and is_complete and _is_game(block[begin : match.start() + 1]):
                return offset + match.end()
        if len(block) < _BLOCK:
            break
        offset += len(block) - _MAX_LINE
    return size if start else 0


def _is_game(line: bytes) -> bool:
    """Return True if a line is a whole game, or several, with a value."""
    rest, values = _VALUE.subn(b"", line)
    return values > 0 and _is_closed(rest)


def _is_closed(rest: bytes) -> bool:
    """Return True if a text without its values ends exactly the trees that it begins."""
    depths = [0, *accumulate(1 if mark == ord("(") else -1 for mark in rest if mark in b"()")]
    return not {*b"[]"} & {*rest} and min(depths) == depths[-1] == 0


def _is_whole(data: bytes) -> bool:
    """Return True if a piece ends exactly the games that it begins.

    Most lines are reduced to ``()`` by dropping all but syntax, then ``[]``: 20 times as fast as a check of each line.
    """
    shape = data.translate(None, _NO_SYNTAX).replace(b"[]", b"")
    if not shape.replace(b"()\n", b""):
        return True
    shapes = shape.split(b"\n")
    odd = [line for line, shape in zip(data.split(b"\n"), shapes, strict=True) if shape not in (b"()", b"")]
    return all(map(_is_game, odd)) or _is_closed(_VALUE.sub(b"", data))
