"""Offsets of a text in UTF-8, led back to the bytes of the file. No decision about charsets is made here."""

from __future__ import annotations

import codecs
import re
import threading
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from goanalyze.sgf.multibyte import is_stateful

_STEP: Final = 4096  # bytes between the offsets whose origin is remembered
AS_THEY_ARE: Final = ("", "ascii", "utf-8")
"""Charsets whose bytes are UTF-8 already."""
_REPLACED: Final = "\ufffd"
_REPLACED_UTF8: Final = _REPLACED.encode()
_STAND_IN: Final = "\udfff"  # half of a pair, which no charset decodes to: tells our U+FFFD from one in the file
_EITHER: Final = re.compile(f"[{_REPLACED}{_STAND_IN}]")
_HANDLER: Final = "goanalyze.mend"


class _Replacements(threading.local):
    """Lengths that the error handler noted in this thread: it is called by name, so it gets no other argument."""

    lengths = bytearray()


_replacements = _Replacements()


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace bytes that are no character, and note their number."""
    assert isinstance(error, UnicodeDecodeError)
    _replacements.lengths.append(min(error.end - error.start, 255))
    return _STAND_IN, error.end


def decode_mending(data: bytes, encoding: str) -> tuple[str, bytes]:
    r"""Decode bytes as with ``errors="replace"``, and count the bytes of characters that do not show their number.

    Returns:
        The text, and for each U+FFFD in it, in order, the number of bytes of `data` that it represents; for each
        character of the text where the charset `is_stateful`.

    Example:
        >>> decode_mending(b"a\xe2\x82b\xef\xbf\xbd", "utf-8")
        ('a�b�', b'\x02\x03')
        >>> decode_mending(b"a\x1b$B8E\x1b(B]", "iso2022_jp")
        ('a古]', b'\x01\x08\x01')
    """
    if is_stateful(encoding):
        return _decode_by_character(data, encoding)
    codecs.register_error(_HANDLER, _replace)  # the same each time
    _replacements.lengths = bytearray()
    text = data.decode(encoding, errors=_HANDLER)
    lengths, _replacements.lengths = _replacements.lengths, bytearray()
    if _REPLACED not in text:
        return text.replace(_STAND_IN, _REPLACED), bytes(lengths)
    in_file, noted = len(_REPLACED.encode(encoding)), iter(lengths)
    mended = bytes(in_file if match[0] == _REPLACED else next(noted) for match in _EITHER.finditer(text))
    return text.replace(_STAND_IN, _REPLACED), mended


def _decode_by_character(data: bytes, encoding: str) -> tuple[str, bytes]:
    """Decode byte by byte. The escape before an ASCII character counts for the character before that, if any."""
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    texts: list[str] = []
    lengths, taken = bytearray(), 0
    for begin in range(0, len(data), _STEP):
        stretch = []
        for byte in data[begin : begin + _STEP]:
            taken += 1
            try:
                characters = decoder.decode(bytes((byte,)))
            except UnicodeError:  # an escape that does not end
                decoder.reset()
                characters = _REPLACED
            if characters:
                _lengthen(lengths, characters, taken)
                stretch.append(characters)
                taken = 0
        texts.append("".join(stretch))
    if rest := decoder.decode(b"", final=True):
        _lengthen(lengths, rest, taken)
    return "".join((*texts, rest)), bytes(lengths)


def _lengthen(lengths: bytearray, characters: str, taken: int) -> None:
    """Share bytes among the characters that came of them: one for each but the first."""
    first = taken - len(characters) + 1
    escaped = 1 if lengths and characters[0] < "\x80" else first
    if lengths:
        lengths[-1] = min(lengths[-1] + first - escaped, 255)
    lengths.append(min(escaped, 255))
    lengths.extend(b"\1" * (len(characters) - 1))


class Segment(NamedTuple):
    """A part of a text that was decoded from one charset.

    Attributes:
        begin: offset of its first byte in the text in UTF-8.
        origin: offset of its first byte in the file.
        encoding: Python's name of the charset.
        mended: numbers of bytes as `decode_mending` returns them; may be empty where nothing was replaced.
        dropped: offsets in the bytes of the segment before each of which one byte of the file was left out.
    """

    begin: int
    origin: int
    encoding: str
    mended: bytes = b""
    dropped: tuple[int, ...] = ()


class Offsets:
    """Offsets of one text and their origins in the file.

    Args:
        data: the text in UTF-8.
        segments: its parts, the first of which begins at 0; empty for a file whose bytes are UTF-8.
        mark: a frequent ASCII character.

    Example:
        >>> Offsets("古[力".encode(), [Segment(0, 0, "gbk")]).origin(4)
        3
    """

    def __init__(self, data: bytes, segments: Sequence[Segment], mark: bytes = b"[") -> None:
        ends = [segment.begin for segment in segments[1:]] + [len(data)]
        self._begins = [segment.begin for segment in segments]
        self._parts = [
            _SegmentOffsets(data[segment.begin : end], segment, mark)
            for segment, end in zip(segments, ends if segments else [], strict=True)
        ]

    def origin(self, offset: int) -> int:
        """Return the offset in the file of a byte of the text; −1 for −1, which means none."""
        if offset < 0 or not self._parts:
            return offset
        number = bisect_right(self._begins, offset) - 1
        return self._parts[number].origin(offset - self._begins[number])


class _SegmentOffsets:
    """Offsets of one segment and their origins.

    A file of many games requires thousands of offsets. To count from its beginning each time would take hours, so some
    origins are remembered, at brackets or other marks about `_STEP` bytes apart.
    """

    def __init__(self, data: bytes, segment: Segment, mark: bytes) -> None:
        self._data, self._segment, self._mark = data, segment, mark
        self._offsets: list[int] = [0]
        self._origins: list[tuple[int, int]] = [(0, 0)]  # in the bytes decoded, and how many of `mended` are before it

    def origin(self, offset: int) -> int:
        """Return the offset in the file of a byte of the segment."""
        segment = self._segment
        if segment.encoding in AS_THEY_ARE and not segment.mended:
            decoded = offset
        else:
            self._remember(offset)
            decoded = self._after(bisect_right(self._offsets, offset) - 1, offset)[0]
        return segment.origin + decoded + bisect_right(segment.dropped, decoded)

    def _remember(self, offset: int) -> None:
        """Remember the origins of marks before an offset."""
        while (mark := self._data.find(self._mark, self._offsets[-1] + _STEP, offset)) >= 0:
            self._origins.append(self._after(len(self._offsets) - 1, mark))
            self._offsets.append(mark)

    def _after(self, number: int, offset: int) -> tuple[int, int]:
        """Return the origin of an offset behind a remembered one, and how many of `mended` are before it."""
        begin, (origin, replaced) = self._offsets[number], self._origins[number]
        encoding, mended = self._segment.encoding, self._segment.mended
        if mended and is_stateful(encoding):
            more = replaced + len(self._data[begin:offset].decode("utf-8", errors="ignore"))
            return origin + sum(mended[replaced:more]), more
        if encoding == "utf-8":
            more = replaced + self._data.count(_REPLACED_UTF8, begin, offset)
            gained = len(_REPLACED_UTF8) * (more - replaced) - sum(mended[replaced:more])
            return origin + offset - begin - gained, more
        parts = self._data[begin:offset].split(_REPLACED_UTF8) if mended else [self._data[begin:offset]]
        more = replaced + len(parts) - 1
        return origin + sum(map(self._length, parts)) + sum(mended[replaced:more]), more

    def _length(self, part: bytes) -> int:
        """Return the number of bytes of a stretch of UTF-8 in the charset of the file."""
        text = part.decode("utf-8", errors="ignore")
        return len(text.encode(self._segment.encoding, errors="replace")) if part else 0
