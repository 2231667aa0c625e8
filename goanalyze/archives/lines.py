"""Text files with one game per line that are too large to be read at once: cut at line ends into pieces.

A cut is where a line that is a game by itself, with a value in it, is followed by one that begins with ``(;``. No text
leads to one: where such a line stood in a comment, its first ``]`` would end that, and all after it is read alike in
both cases. Cuts depend on the file alone: the first such place from each multiple of `PIECE` on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import accumulate
from typing import BinaryIO, Final

from goanalyze.archives.blobs import ALL_MEMBERS, DATA_ERRORS, Blob, MemberRange, UnreadableError, check_size
from goanalyze.archives.files import open_file
from goanalyze.vocabulary.faults import blame_surroundings, sentence

PIECE: Final = 4 * 2**20
"""Bytes of a piece, about: a few thousand games."""

_CUT = re.compile(rb"\)[ \t]{0,16}(?:\r?\n){1,8}(?=\(;)")
_LINE = re.compile(rb"\(;[^\r\n]*\)[ \t]*\r?")
_VALUE = re.compile(rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*\]", re.DOTALL)
_OTHERS = bytes({*range(256)} - set(b"()[]\\\n"))  # bytes that neither begin nor end anything
_HEAD = 2**20  # looked at to tell whether each line is a game
_LONGEST = 2**20  # bytes of the line before a cut, at most
_SPACE = 64  # a cut is shorter than this
_BLOCK = _LONGEST + 2**18


_TORN: Final = "damaged, or not one game per line: a game goes beyond these bytes, and is cut in two; split the file"


def has_lines(path: str) -> bool:
    """Return whether a file has one game per line, as far as its beginning tells."""
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
    except DATA_ERRORS as error:
        blame_surroundings(error, f"{path} cannot be read")
        return False
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return len(lines) > 2 and all(_LINE.fullmatch(line) for line in lines[:-1] if line.strip())


def read_pieces(
    path: str, source: str, part: MemberRange = ALL_MEMBERS, members: Collection[str] | None = None
) -> Iterator[Blob]:
    """Yield the pieces of a file, or those that begin in some multiples of `PIECE`.

    Args:
        path: the file.
        source: its name in tables.
        part: which multiples, counted from 0.
        members: names of the pieces to be read; all if not given.
    """
    try:
        with open_file(path) as file:
            size = file.seek(0, 2)
            number, begin = part.first, _cut(file, part.first, size)
            while begin < size and (part.stop is None or number < part.stop):
                end = _cut(file, number + 1, size)
                name = f"bytes {begin}-{end}"  # the last one is not in it
                if end > begin and (members is None or name in members):
                    try:
                        check_size(end - begin)
                        file.seek(begin)
                        data = file.read(end - begin)
                        torn = () if _is_whole(data) else ("GO002", _TORN)
                        yield Blob(source, name, data, *torn)
                    except UnreadableError as error:
                        yield error.blob(source, name)
                number, begin = max(number + 1, end // PIECE), end  # a long line has several multiples in it
    except DATA_ERRORS as error:
        blame_surroundings(error, f"{source} cannot be read")
        yield Blob(source, "", b"", "GO001", f"cannot be read: {sentence(error)}")


def _cut(file: BinaryIO, number: int, size: int) -> int:
    """Return where the piece begins that a multiple of `PIECE` has."""
    if not number:
        return 0
    place = max(0, number * PIECE - _LONGEST)
    while place < size:
        file.seek(place)
        block = file.read(_BLOCK)
        for found in _CUT.finditer(block, max(0, number * PIECE - place - _SPACE)):
            begin = block.rfind(b"\n", 0, found.start()) + 1
            is_there = begin > 0 or not place  # else the line may be longer than what was read of it
            if place + found.end() >= number * PIECE and is_there and _is_game(block[begin : found.start() + 1]):
                return place + found.end()
        if len(block) < _BLOCK:
            break
        place += len(block) - _LONGEST
    return size


def _is_game(line: bytes) -> bool:
    """Return whether a line is a whole game, or several, by itself, with a value in it."""
    rest, values = _VALUE.subn(b"", line)
    return values > 0 and _is_closed(rest)


def _is_closed(rest: bytes) -> bool:
    """Return whether a text without its values ends all trees that it begins, and no others."""
    depths = [0, *accumulate(1 if mark == ord("(") else -1 for mark in rest if mark in b"()")]
    return not {*b"[]"} & {*rest} and min(depths) == depths[-1] == 0


def _is_whole(data: bytes) -> bool:
    """Return whether all games that begin in a piece end in it, and none else; 20 times as fast as they are checked.

    Of most lines nothing remains but ``()`` where all that is neither is left out, and ``[]`` then.
    """
    shape = data.translate(None, _OTHERS).replace(b"[]", b"")
    if not shape.replace(b"()\n", b""):
        return True
    shapes = shape.split(b"\n")
    odd = [line for line, shape in zip(data.split(b"\n"), shapes, strict=True) if shape not in (b"()", b"")]
    return all(map(_is_game, odd)) or _is_closed(_VALUE.sub(b"", data))
